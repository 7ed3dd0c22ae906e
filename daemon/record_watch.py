"""Watches how the record is kept: room on the disk, the second copy, the recording. Tells the kernel what changes.

Stops the table while there is still room to say so.
"""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from daemon.config import JournalSection
from daemon.journal import Journal, JournalError
from daemon.kernel import RecordReport
from daemon.recorder import Recorder
from daemon.reserve import RESERVE, RESERVE_BYTES
from daemon.second_copy import SecondCopy
from table_core.table import TableState

LOOK_EVERY_S = 1.0
_MB = 1 << 20
SECOND_COPY, DISK, RECORDER = "journal.second_copy_lost", "journal.disk_low", "recorder.stopped"


def free_mb(directory: Path) -> int:
    """What a program without privileges may still write, in MiB."""
    room = os.statvfs(directory)
    return room.f_bavail * room.f_frsize // _MB


def require_room(directory: Path, limits: JournalSection) -> None:
    """Raise JournalError where a table would have to stop at once."""
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    free = free_mb(directory)
    needed = limits.stop_free_mb + (0 if (directory / RESERVE).exists() else RESERVE_BYTES // _MB)
    if free < needed:
        raise JournalError(
            "En el disco de {directory} quedan {free} MB; hacen falta {needed}. Libere espacio.",
            directory=str(directory),
            free=str(free),
            needed=str(needed),
        )


class RecordWatch:
    """`look` compares what there is with what was told; *feed* takes reports, *stop* ends the table."""

    def __init__(
        self,
        journal: Journal,
        limits: JournalSection,
        state: TableState,
        *,
        feed: Callable[[RecordReport], None],
        stop: Callable[[str], None],
        copy: SecondCopy | None = None,
        recorder: Recorder | None = None,
        room: Callable[[Path], int] = free_mb,
    ) -> None:
        self._journal = journal
        self._limits = limits
        self._feed, self._stop = feed, stop
        self._copy, self._recorder = copy, recorder
        self._room = room
        self._told = {code for code in (SECOND_COPY, DISK, RECORDER) if state.open_incident(code)}

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOK_EVERY_S)

    def look(self) -> None:
        free = self._room(self._journal.directory)
        if self._journal.reserve.released or free < self._limits.stop_free_mb:
            self._stop(f"Disco del registro casi lleno ({free} MB). Nada se perdió: libere espacio y reinicie la mesa.")
            return
        self._look_at_room(free)
        if self._copy is None:
            self._tell(SECOND_COPY, "")
        else:
            self._tell(SECOND_COPY, self._copy.trouble(time.monotonic_ns()))
        self._tell(RECORDER, self._recorder.stopped_because if self._recorder is not None else "")

    def _look_at_room(self, free: int) -> None:
        """A notice that is given stays until there is clearly more room again; recordings give way to the record."""
        enough = self._limits.warn_free_mb * (11 if DISK in self._told else 10) // 10
        self._tell(DISK, f"Quedan {free} MB en el disco del registro." if free < enough else "")
        if DISK in self._told and self._recorder is not None:
            self._recorder.give_up("queda poco espacio en el disco")

    def status(self) -> dict[str, Any]:
        copy, recorder = self._copy, self._recorder
        return {
            "free_mb": self._room(self._journal.directory),
            "second_copy": None
            if copy is None
            else {
                "path": str(copy.target),
                "seq": copy.head.seq,
                "behind": max(0, self._journal.head.seq - copy.head.seq),
                "lost": copy.trouble(time.monotonic_ns()),
                "same_disk": copy.on_same_disk,
            },
            "recording": None
            if recorder is None
            else {"file": str(recorder.file), "stopped": recorder.stopped_because or None},
        }

    def _tell(self, code: str, trouble: str | None) -> None:
        """Report *code* when it began or ended; None means nobody knows, and nothing is said."""
        if trouble is None or bool(trouble) == (code in self._told):
            return
        self._told ^= {code}
        now = (time.monotonic_ns(), time.time_ns())
        self._feed(RecordReport(code, bool(trouble), trouble or "en orden otra vez", *now))
