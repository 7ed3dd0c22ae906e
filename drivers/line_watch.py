"""Notices a line that babbles without end; a burst, however long, is only counted. Changes nothing."""

from drivers.base import Counters
from table_core.events import LineBabbles, LineCalm

WINDOW_NS = 2_000_000_000
MOST_RUBBISH = 400
"""Bytes within a window (ours): under half of what 4800 baud carries; a plug or a restart leaves some tens."""
BAD_FRAME_BYTES = 8
"""What a refused frame counts for."""
LOUD_WINDOWS = 2
"""So many in a row are no burst any more."""


class LineWatch:
    def __init__(self, device: str, counters: Counters) -> None:
        self._device = device
        self._counters = counters
        self._begun_ns: int | None = None
        self._before = 0
        self._loud = 0

    def look(self, mono_ns: int) -> LineBabbles | LineCalm | None:
        """What changed by now; to be asked after everything that was heard, and at `deadline`."""
        rubbish = self._counters.noise_bytes + BAD_FRAME_BYTES * self._counters.bad
        if self._begun_ns is None or mono_ns < self._begun_ns + WINDOW_NS:
            self._begun_ns = self._begun_ns if self._begun_ns is not None else mono_ns
            return None
        since = rubbish - self._before
        self._begun_ns, self._before = mono_ns, rubbish
        babbled, self._loud = self._loud >= LOUD_WINDOWS, self._loud + 1 if since > MOST_RUBBISH else 0
        if self._loud == LOUD_WINDOWS:
            return LineBabbles(self._device, since)
        return LineCalm(self._device) if babbled and not self._loud else None

    def deadline(self) -> int | None:
        """When to look again although nothing is heard: a line that was loud may have fallen silent."""
        return self._begun_ns + WINDOW_NS if self._loud and self._begun_ns is not None else None
