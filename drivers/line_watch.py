"""Notices a line that babbles: more rubbish in a while than any plug, spark or restart makes. Changes nothing."""

from drivers.base import Counters
from table_core.events import LineBabbles, LineCalm

WINDOW_NS = 5_000_000_000
MOST_RUBBISH = 1024
"""Bytes within the window (ours): half of what fits on a line of 4800 baud; a plug or a restart leaves some tens."""
BAD_FRAME_BYTES = 8
"""What a refused frame counts for."""


class LineWatch:
    def __init__(self, device: str, counters: Counters) -> None:
        self._device = device
        self._counters = counters
        self._begun_ns: int | None = None
        self._before = 0
        self._told = False

    def look(self, mono_ns: int) -> LineBabbles | LineCalm | None:
        """What changed by now; to be asked after everything that was heard, and at `deadline`."""
        rubbish = self._counters.noise_bytes + BAD_FRAME_BYTES * self._counters.bad
        if self._begun_ns is None:
            self._begun_ns = mono_ns
        since = rubbish - self._before
        over = mono_ns >= self._begun_ns + WINDOW_NS
        if over:
            self._begun_ns, self._before = mono_ns, rubbish
        if since > MOST_RUBBISH and not self._told:
            self._told = True
            return LineBabbles(self._device, since)
        if self._told and over and since <= MOST_RUBBISH:
            self._told = False
            return LineCalm(self._device)
        return None

    def deadline(self) -> int | None:
        """When to look again although nothing was heard: a line that babbled may have fallen silent."""
        return self._begun_ns + WINDOW_NS if self._told and self._begun_ns is not None else None
