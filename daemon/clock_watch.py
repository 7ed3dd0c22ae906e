"""Watches the machine's clock: a table's record is worth what its hours are worth.

Compared is the time of day with the time since the machine started, which nobody can set.
"""

import asyncio
import time
from collections.abc import Callable

from daemon.kernel import RecordReport

BEHIND, STEPPED = "machine.clock_behind", "machine.clock_stepped"
LOOK_EVERY_S = 1.0
MOST_STEP_NS = 1_000_000_000


class ClockWatch:
    """*written_ns* is when the table last wrote into its record."""

    def __init__(
        self,
        written_ns: int,
        feed: Callable[[RecordReport], None],
        *,
        utc: Callable[[], int] = time.time_ns,
        mono: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._feed, self._utc, self._mono = feed, utc, mono
        self._written_ns = written_ns
        self._offset_ns = self._offset()

    async def run(self) -> None:
        """Look until cancelled."""
        self.look_back()
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.look()

    def look_back(self) -> None:
        """Whether the clock shows a time at which this table already wrote (R11)."""
        behind_ns = self._written_ns - self._utc()
        if behind_ns > MOST_STEP_NS:
            self._tell(BEHIND, f"El reloj está {_seconds(behind_ns)} s antes del último asiento.")

    def look(self) -> None:
        """Whether somebody set the clock since the last look (R82)."""
        step_ns = self._offset() - self._offset_ns
        if abs(step_ns) > MOST_STEP_NS:
            self._offset_ns += step_ns
            self._tell(STEPPED, f"El reloj saltó {_seconds(step_ns, sign='+')} s.")

    def _offset(self) -> int:
        return self._utc() - self._mono()

    def _tell(self, code: str, detail: str) -> None:
        self._feed(RecordReport(code, True, detail, self._mono(), self._utc()))


def _seconds(nanoseconds: int, sign: str = "") -> str:
    return f"{nanoseconds / 1_000_000_000:{sign}.1f}".replace(".", ",")
