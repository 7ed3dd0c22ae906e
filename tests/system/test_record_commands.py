"""The commands that keep a record, on the data of a real demonstration: replay, decode, capture, backup, restore."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from daemon.recording import RECORDINGS
from tests.system.processes import sabot


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    data = tmp_path_factory.mktemp("demo") / "data"
    done = sabot("demo", "--seed", 11, "--passes", 6, "--mistakes", 0.3, "--json", "--data", data)
    assert done.returncode == 0, done.stderr
    return data, json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def recording(demo: tuple[Path, dict[str, Any]]) -> Path:
    (found,) = (demo[0] / RECORDINGS).iterdir()
    return found


def test_a_recorded_demonstration_replays_to_its_own_decisions_digest(
    demo: tuple[Path, dict[str, Any]], recording: Path
) -> None:
    done = sabot("replay", recording, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["same"], told["cut"], told["parted"]) == (0, True, False, None)
    assert told["decisions_digest"] == demo[1]["decisions_digest"]
    assert "Se decide lo mismo." in sabot("replay", recording).stdout


def test_a_cut_recording_says_so_and_a_foreign_file_is_refused(recording: Path, tmp_path: Path) -> None:
    whole = recording.read_bytes()
    short = tmp_path / "cut.rec"
    short.write_bytes(whole[: len(whole) * 2 // 3])
    done = sabot("replay", short)
    assert (done.returncode, "cortada" in done.stdout) == (0, True)
    (tmp_path / "foreign.rec").write_text("nothing")
    for name in ("foreign.rec", "missing.rec"):
        done = sabot("replay", tmp_path / name)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_the_shoes_bytes_are_decoded_out_of_the_recording(demo: tuple[Path, dict[str, Any]], recording: Path) -> None:
    done = sabot("decode", "angel-eye", recording, "--input", "recording", "--chunk", "random:3")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    drawn = [line for line in lines if line.get("event") == "CardDrawn"]
    assert len(drawn) == json.loads(sabot("replay", recording, "--json").stdout)["events"]["CardDrawn"]
    assert lines[-1]["bad"] == 0
    assert sabot("decode", "lcus", recording, "--input", "recording").returncode == 0
    assert sabot("decode", "lcus", demo[0] / "head", "--input", "recording").returncode == 2


def test_a_capture_becomes_a_test_in_one_command(recording: Path, tmp_path: Path) -> None:
    done = sabot("capture-to-test", recording, "six_passes", "--into", tmp_path)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"six_passes.rec", "test_six_passes.py"}
    assert sabot("capture-to-test", recording, "six_passes", "--into", tmp_path).returncode == 2


def test_a_backup_is_made_restored_and_refused_with_the_exit_codes_of_the_contract(
    demo: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    data, summary = demo
    done = sabot("backup", data, tmp_path / "backup", "--json")
    made = json.loads(done.stdout)
    assert (done.returncode, f"{made['seq']}:{made['hash']}") == (0, summary["head"])
    again = sabot("backup", data, tmp_path / "backup")
    assert (again.returncode, "nada se sobrescribe" in again.stderr) == (2, True)
    assert sabot("restore", tmp_path / "backup", tmp_path / "restored").returncode == 0
    for options in ((), ("--deep",), ("--copy", data), ("--head", summary["head"])):
        assert sabot("journal", "verify", tmp_path / "restored", *options).returncode == 0, options
    shutil.copytree(tmp_path / "backup", tmp_path / "damaged")
    (tmp_path / "damaged" / "people.toml").write_text("# nadie\n")
    refused = sabot("restore", tmp_path / "damaged", tmp_path / "never")
    assert (refused.returncode, "people.toml" in refused.stderr) == (1, True)
    assert not (tmp_path / "never").exists()
