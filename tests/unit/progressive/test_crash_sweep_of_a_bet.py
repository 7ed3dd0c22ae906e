"""`kill -9` between any two writes of a bet: credited once or handed back, never neither, never twice; no lamp lies."""

import os
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.progressive.bet_story import SEAT, Controller, Hardware, credited, folded, killed_at, play, prepare

STAGES = ("before commit", "after commit", "after a send")


def never(_commit: int, _stage: str) -> None:
    """Nobody dies."""


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("ready")
    prepare(directory)
    return directory


def points(ready: Path, directory: Path) -> Iterator[tuple[int, str]]:
    whole = directory / "whole"
    shutil.copytree(ready, whole)
    hardware = Hardware()
    before, commits = play(whole, hardware, never)
    assert credited(whole) == (1, 0)
    assert hardware.kept == 1
    assert folded(whole).progressive.in_play == {SEAT: 1}
    assert hardware.lit == [SEAT]
    assert commits > before
    every = range(1 if os.environ.get("SABOT_NIGHTLY") else before, commits + 1)
    for commit in every:
        for stage in STAGES:
            yield commit, stage


@pytest.mark.requirement("ARI-3.4.1-e", "ARI-4.1-a", "R1")
def test_a_chip_is_credited_once_or_handed_back_wherever_the_controller_is_killed(ready: Path, tmp_path: Path) -> None:
    killed = chips = 0
    for commit, stage in points(ready, tmp_path):
        data, saved = tmp_path / f"{commit}-{stage}".replace(" ", "-"), tmp_path / "hardware"
        shutil.copytree(ready, data)

        def report(hardware: Hardware, saved: Path = saved) -> None:
            saved.write_bytes(pickle.dumps((hardware.slots, hardware.board, hardware.now)))

        if not killed_at(data, commit, stage, report):
            continue
        killed += 1
        hardware = survived(saved)
        assert set(hardware.lit) <= folded(data).progressive.lit, (commit, stage)
        controller = Controller(data, hardware, never)
        controller.pump(2500)
        controller.journal.close()
        laid, handed_back = credited(data)
        assert laid + handed_back == hardware.kept, (commit, stage, laid, handed_back)
        assert set(hardware.lit) <= folded(data).progressive.lit, (commit, stage)
        chips += hardware.kept
        shutil.rmtree(data)
    assert killed > 10
    assert 0 < chips < killed, "points before and after the chip were swept"


def survived(saved: Path) -> Hardware:
    """The hardware as the killed controller left it: slots keep their memory, the board what it was told."""
    hardware = Hardware()
    found, board, now = pickle.loads(saved.read_bytes())
    hardware.slots, hardware.board, hardware.now = found, board, now
    hardware.bus.devices = list(found.values())
    return hardware
