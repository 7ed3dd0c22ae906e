"""The writer is killed at every point of a commit: the journal verifies, and nothing acknowledged is lost."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from daemon.journal import Journal, open_reader, read_rows
from daemon.journal_check import verify
from daemon.kernel import fold
from daemon.opening import open_checked
from daemon.second_copy import Copier
from daemon.snapshots import restored_state
from table_core.session import PassOpened
from tests.unit.journal import crashing_keeper
from tests.unit.journal.crashing_writer import BATCH, STAGES

DOOMED_BATCH = 3
COMMITTED = ("after commit", "before head", "after head")


def crash(directory: Path, stage: str, batch: int) -> int:
    """Let a writer die; the last entry it acknowledged."""
    return die("crashing_writer", str(directory), stage, str(batch))


def die(program: str, *arguments: str) -> int:
    command = [sys.executable, "-m", f"tests.unit.journal.{program}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return int(done.stdout.split()[-1]) if done.stdout else 0


def numbers(directory: Path) -> list[int]:
    entries = [stored.entry() for stored in read_rows(open_reader(directory))]
    return [entry.number for entry in entries if isinstance(entry, PassOpened)]


@pytest.mark.requirement("R1", "R12")
@pytest.mark.parametrize("stage", STAGES)
def test_a_writer_killed_anywhere_in_a_commit_loses_nothing_it_acknowledged(tmp_path: Path, stage: str) -> None:
    acknowledged = crash(tmp_path, stage, DOOMED_BATCH)
    assert acknowledged == (DOOMED_BATCH - 1) * BATCH
    whole = DOOMED_BATCH * BATCH if stage in COMMITTED else acknowledged
    assert verify(tmp_path).first_bad is None
    assert numbers(tmp_path) == list(range(1, whole + 1)), "a batch is there whole or not at all"
    journal = Journal(tmp_path)
    assert journal.head.seq == whole
    journal.append((PassOpened(whole + 1),), 9, 9)
    journal.close()
    assert verify(tmp_path).first_bad is None
    assert numbers(tmp_path) == list(range(1, whole + 2))


@pytest.mark.requirement("R1")
@pytest.mark.parametrize("stage", ["before commit", "after commit"])
def test_a_second_crash_in_the_first_commit_after_the_first_loses_nothing_either(tmp_path: Path, stage: str) -> None:
    crash(tmp_path, stage, 1)
    before = numbers(tmp_path)
    crash(tmp_path, stage, 1)
    assert verify(tmp_path).first_bad is None
    assert numbers(tmp_path)[: len(before)] == before


@pytest.mark.requirement("R1", "R5")
@pytest.mark.parametrize("stage", crashing_keeper.STAGES)
def test_a_keeper_killed_anywhere_in_a_seal_or_a_copy_loses_nothing_and_goes_on(tmp_path: Path, stage: str) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    second.mkdir()
    for _ in range(2):
        acknowledged = die("crashing_keeper", str(tmp_path), stage)
        assert verify(first).first_bad is None
        assert verify(second).first_bad is None
        assert len(list(read_rows(open_reader(first)))) >= acknowledged
        journal = open_checked(first, second)
        assert restored_state(journal) == fold(journal.entries())
        journal.close()
    copier = Copier(first, second)
    copier.catch_up()
    copier.close()
    assert list(read_rows(open_reader(second))) == list(read_rows(open_reader(first)))
