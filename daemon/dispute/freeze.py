"""Keeps what would otherwise be pruned of a frozen pass. The journal never loses an entry; recordings make room.

A frozen pass leaves a note in `frozen/`: who froze it, why, and which runs recorded it. The recorder spares those runs.
"""

import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import structlog
from msgspec import Struct

from daemon.journal import Head, JournalError, open_reader
from daemon.private_files import write_private
from daemon.recording import RECORDINGS
from daemon.rows import Extent, extent_of_pass
from table_core.record import Entry
from table_core.table import PassFrozen

FROZEN = "frozen"
_NS = 1_000_000_000
log = structlog.get_logger()


class FrozenNote(Struct, frozen=True):
    """*seq* is the journal's entry that froze the pass; *runs* are the recordings that hold its traffic."""

    number: int
    by: str
    reason: str
    seq: int
    frozen_utc_ns: int
    runs: tuple[str, ...] = ()


class FrozenPasses:
    """A listener of the table: notes every pass that is frozen, with the recordings it needs."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None:
        first = head.seq - len(entries) + 1
        for offset, entry in enumerate(entries):
            if isinstance(entry, PassFrozen):
                self._keep(entry, first + offset)

    def stopped(self, reason: str) -> None:
        pass

    def _keep(self, frozen: PassFrozen, seq: int) -> None:
        try:
            note = keep(self._directory, frozen, seq)
            log.info("pass_frozen", number=note.number, runs=len(note.runs))
        except (OSError, JournalError) as error:
            log.error("pass_not_kept", number=frozen.number, reason=str(error))


def keep(directory: Path, frozen: PassFrozen, seq: int) -> FrozenNote:
    """Write the note of a frozen pass; from here on nothing of it is pruned."""
    db = open_reader(directory)
    try:
        extent = extent_of_pass(db, frozen.number, seq)
    finally:
        db.close()
    now = time.time_ns()
    runs = tuple(runs_between(directory / RECORDINGS, extent, now))
    note = FrozenNote(frozen.number, frozen.by, frozen.reason, seq, now, runs)
    write_private(directory / FROZEN / f"{seq:012d}.json", msgspec.json.encode(note).decode())
    return note


def notes(directory: Path) -> list[FrozenNote]:
    """Every frozen pass of the table in *directory*, oldest first."""
    files = sorted((directory / FROZEN).glob("*.json"))
    return [msgspec.json.decode(file.read_bytes(), type=FrozenNote) for file in files]


def spared_runs(directory: Path) -> set[str]:
    """Recordings that must not be pruned. A note nobody can read spares everything."""
    try:
        return {run for note in notes(directory) for run in note.runs}
    except (OSError, msgspec.MsgspecError):
        return {run_of(path) for path in (directory / RECORDINGS).glob("*.rec")}


def runs_between(recordings: Path, extent: Extent, now_utc_ns: int) -> Iterator[str]:
    """The runs that recorded between the beginning of *extent* and its end, or now where it has none."""
    ends = extent.ends_utc_ns or now_utc_ns
    for run, files in _runs(recordings.glob("*.rec")).items():
        started, last_write = _started(run), max(path.stat().st_mtime_ns for path in files)
        if started <= ends and last_write >= extent.begins_utc_ns - _NS:
            yield run


def run_of(path: Path) -> str:
    return path.stem.rpartition("-")[0]


def _runs(files: Iterable[Path]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in sorted(files):
        found.setdefault(run_of(path), []).append(path)
    return found


def _started(run: str) -> int:
    try:
        began = datetime.strptime(run, "%Y%m%dT%H%M%S.%fZ").replace(tzinfo=UTC)
    except ValueError:
        return 0
    return (began - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1) * 1000
