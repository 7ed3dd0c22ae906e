"""The writer is killed at every point of a commit: the journal verifies, and nothing acknowledged is lost."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from daemon.journal import Journal, open_reader, read_rows
from daemon.journal_check import verify
from table_core.session import PassOpened
from tests.unit.journal.crashing_writer import BATCH, STAGES

DOOMED_BATCH = 3
COMMITTED = ("after commit", "before head", "after head")


def crash(directory: Path, stage: str, batch: int) -> int:
    """Let a writer die; the last entry it acknowledged."""
    command = [sys.executable, "-m", "tests.unit.journal.crashing_writer", str(directory), stage, str(batch)]
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
