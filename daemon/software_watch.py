"""Verifies the installation again while a table runs: every day, and whenever something at the table was opened.

A program that is no longer the approved one stops the table, between two passes; it does not start again as it is.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from daemon.config import ReleaseSection
from daemon.journal import Head
from daemon.release import ReleaseError, differences, installed, read_release
from table_core.board_events import InputChanged
from table_core.boards import RepairEnded
from table_core.record import Entry, Observed

EVERY_S = 24 * 3600


class SoftwareWatch:
    """A listener of the table. The start itself was verified before anything opened."""

    def __init__(self, section: ReleaseSection, *, in_pass: Callable[[], bool], stop: Callable[[str], None]) -> None:
        self._section = section
        self._in_pass, self._stop = in_pass, stop
        self._closed = asyncio.Event()
        self._difference = ""

    async def run(self) -> None:
        """Verify until cancelled."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), EVERY_S)
            self._closed.clear()
            self._difference = await asyncio.to_thread(_difference, self._section)
            self._stop_between_passes()

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None:
        if any(_closes_a_door(entry) for entry in entries):
            self._closed.set()
        self._stop_between_passes()

    def stopped(self, reason: str) -> None:
        pass

    def _stop_between_passes(self) -> None:
        if self._difference and not self._in_pass():
            self._stop(
                f"El programa dejó de ser el aprobado ({self._difference}). "
                "Reinstale la versión aprobada y avise al auditor."
            )


def _closes_a_door(entry: Entry) -> bool:
    match entry:
        case RepairEnded() | Observed(event=InputChanged(input="door", on=False)):
            return True
        case _:
            return False


def _difference(section: ReleaseSection) -> str:
    try:
        return differences(read_release(Path(section.paper), section.signer), installed()).in_short()
    except ReleaseError as error:
        return str(error)
