"""`sabot decode` on written-down traffic of shoes that only name cards. Grade C: nobody captured it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from daemon.cli.decode import decode
from daemon.cli.main import sabot

DATA = Path(__file__).parent / "data"
CARDS = {"bee-tek": ["4S", "TH", "3H"], "barcode": ["AS", "2C", "KD"]}
FILES = {"bee-tek": DATA / "bee_tek.txt", "barcode": DATA / "barcode.txt"}


def decoded(protocol: str, file: Path, *options: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(decode, [protocol, str(file), *options])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.output.splitlines()]


@pytest.mark.parametrize("protocol", CARDS)
@pytest.mark.parametrize("chunk", ["read", "1", "whole", "random:7"])
def test_the_cards_are_the_same_however_the_bytes_are_cut(protocol: str, chunk: str) -> None:
    lines = decoded(protocol, FILES[protocol], "--input", "text", "--chunk", chunk)
    drawn = [line["data"]["card"] for line in lines if line.get("event") == "CardDrawn"]
    unread = [line for line in lines if line.get("event") == "CardDrawnOutOfGame"]
    assert drawn == CARDS[protocol]
    assert len(unread) == 1
    assert lines[-1]["kind"] == "summary"
    assert (lines[-1]["bad"], lines[-1]["noise_bytes"]) == (0, 0)


@pytest.mark.parametrize("protocol", CARDS)
def test_the_same_traffic_in_hex_gives_the_same_lines(protocol: str, tmp_path: Path) -> None:
    text = [line.rpartition("\t")[2] for line in FILES[protocol].read_text(encoding="ascii").splitlines()]
    recording = tmp_path / "recording.hex"
    recording.write_text("\n".join((line + "\r\n").encode().hex(" ") for line in text), encoding="ascii")
    as_text = decoded(protocol, FILES[protocol], "--input", "text")
    assert decoded(protocol, recording, "--input", "hex") == as_text
    assert decoded(protocol, recording) == decoded(protocol, FILES[protocol]) == as_text, "the form is recognised"


def test_noise_between_records_costs_no_record_and_is_counted() -> None:
    clean, noisy = (decoded("bee-tek", FILES["bee-tek"], "--input", "text", *noise) for noise in ([], ["--noise", "3"]))
    assert noisy[:-1] == clean[:-1]
    assert noisy[-1]["noise_bytes"] > 0


def test_coded_lines_under_noise_are_refused_with_the_reason() -> None:
    done = CliRunner().invoke(sabot, ["decode", "barcode", str(FILES["barcode"]), "--input", "text", "--noise", "1"])
    assert done.exit_code == 2
    assert "ruido" in done.output
