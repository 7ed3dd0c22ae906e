"""`sabot capture`: a device's bytes into a file, a test of it in one command, and no covered card."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hw_sims.alone import RunningSimulator
from hw_sims.control import ControlClient
from tests.system.processes import NATURAL, SABOT, SUPERVISOR, Daemon, daemon_on_ptys, eventually, sabot

RECORDING = "\n[recorder]\non = true\n"
SECOND = ("9H", "8D", "2C", "7S")


@contextmanager
def listening(*arguments: object, seconds: int | None = None) -> Iterator[list[str]]:
    """`sabot capture` while something happens, ended by Ctrl-C or after *seconds*; its lines are there afterwards."""
    command = [*SABOT, "--lang", "es", "capture", *map(str, arguments), "--seconds", str(seconds or 60)]
    lines: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "Escuchando" in process.stderr.readline()
        yield lines
        if seconds is None:
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        lines += out.splitlines()


def decoded(protocol: str, file: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    done = sabot("decode", protocol, file)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line for line in lines if line["kind"] == "event"], lines[-1]


def pytest_on(tests: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def open_pass(daemon: Daemon) -> None:
    daemon.begin(" ".join((*NATURAL, *SECOND)))
    daemon.draw(1)


def test_what_a_lamp_board_was_told_becomes_a_test_in_one_command(tmp_path: Path) -> None:
    file, tests = tmp_path / "lamps.hex", tmp_path / "captures"
    with daemon_on_ptys(tmp_path) as daemon:
        test = ("--test", "lamps_b", "--into", tests)
        with listening("lamps-b", "--data", daemon.data, "--to", file, *test) as lines:
            daemon.begin(" ".join(NATURAL))
            daemon.draw(1)
    events, summary = decoded("lcus", file)
    assert summary["frames"] == len(events) > 0
    assert summary["bad"] == summary["noise_bytes"] == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert any(f"sabot decode lcus {file}" in line for line in lines)
    ran = pytest_on(tests)
    assert ran.returncode == 0, ran.stdout
    assert "4 passed" in ran.stdout
    data = tests / "lamps_b.hex"
    data.write_text(data.read_text(encoding="ascii").replace("a0 01 01 a2", "a0 01 00 a1"), encoding="ascii")
    ran = pytest_on(tests)
    assert ran.returncode == 1, "the test notices another byte"


@pytest.mark.requirement("R67")
def test_a_shoe_is_captured_covered_unless_its_bytes_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "shoe.hex"
    with daemon_on_ptys(tmp_path, more_config=RECORDING) as daemon:
        with listening("shoe", "--data", daemon.data, "--to", file) as lines:
            open_pass(daemon)
        refused = sabot("capture-to-test", file, "shoe", "--into", tmp_path / "captures")
    text = file.read_text(encoding="ascii")
    assert all(line.startswith("#") for line in text.splitlines())
    assert len(text.splitlines()) > 1, "how much came and when is told"
    assert "tapados" in lines[0]
    assert decoded("angel-eye", file)[1]["frames"] == 0
    assert (refused.returncode, "tapada" in refused.stderr) == (2, True)
    assert not (tmp_path / "captures").exists()


def test_uncovered_bytes_end_with_the_last_pass_that_is_over(tmp_path: Path) -> None:
    file = tmp_path / "shoe.hex"
    with daemon_on_ptys(tmp_path, more_config=RECORDING) as daemon:
        with listening("shoe", "--uncover", "--data", daemon.data, "--to", file, "--json") as lines:
            open_pass(daemon)
            daemon.draw(3)
            daemon.shoe.close_round()
            eventually(lambda: daemon.picture()["phase"] == "betting", daemon.picture)
            daemon.draw(2)
        told = json.loads(lines[0])
    drawn = [event["data"]["card"] for event in decoded("angel-eye", file)[0] if event["event"] == "CardDrawn"]
    assert drawn == ["AS", "2C", *NATURAL]
    assert told["withheld"] > 0
    assert not told["covered"]


def test_what_cannot_be_captured_is_refused_by_name(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        assert daemon.order(SUPERVISOR, {"type": "TakePosition", "position": "supervisor"}) is None
        unknown = sabot("capture", "nada", data=daemon.data)
        unrecorded = sabot("capture", "shoe", "--uncover", "--seconds", 0, data=daemon.data)
        there = tmp_path / "there.hex"
        there.write_text("", encoding="ascii")
        taken = sabot("capture", "lamps-b", "--seconds", 0, "--to", there, data=daemon.data)
        held = sabot("capture", "--port", daemon.stage.ports()[0], "--driver", "angel-eye")
    for done, word in (
        (unknown, "shoe"),
        (unrecorded, "[recorder]"),
        (taken, "ya existe"),
        (held, "no se puede escuchar"),
    ):
        assert (done.returncode, word in done.stderr) == (2, True), done.stderr
    assert there.read_text(encoding="ascii") == ""
    assert sabot("capture", "shoe", data=tmp_path / "nowhere").returncode == 3
    assert sabot("capture").returncode == sabot("capture", "shoe", "--port", "x").returncode == 2


@pytest.mark.parametrize("uncover", [False, True])
def test_a_port_without_a_table_is_listened_to(tmp_path: Path, uncover: bool) -> None:
    file = tmp_path / "eye.hex"
    more = ["--uncover"] if uncover else []
    with (
        RunningSimulator("angel-eye", tmp_path / "eye.ctl", pty=tmp_path / "eye"),
        ControlClient(tmp_path / "eye.ctl") as hand,
        listening("--port", tmp_path / "eye", "--driver", "angel-eye", "--to", file, *more, seconds=3),
    ):
        hand.order("angel-eye", "load", cards="4S 3H 5D 4C")
        hand.order("angel-eye", "power_on")
        hand.order("angel-eye", "draw")
    events, summary = decoded("angel-eye", file)
    assert (summary["frames"] > 0) is uncover
    assert any(event["event"] == "CardDrawn" for event in events) is uncover
