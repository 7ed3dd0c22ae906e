"""Lamps on an LCUS serial relay board. Open loop: the board answers nothing. Support: documented."""

from collections.abc import Iterable, Sequence

from drivers.base import Observation, lamps_of
from drivers.open_loop import OpenLoopSession
from firmware_bridge.wire import lcus
from table_core.events import LampsShown
from table_core.outputs import Output


class LcusSession(OpenLoopSession):
    def __init__(self, device: str, channels: int) -> None:
        super().__init__(device)
        self._wanted = (False,) * channels

    def want(self, output: Output, mono_ns: int) -> None:
        before, self._wanted = self._wanted, lamps_of(output)
        changed = [channel for channel, lit in enumerate(self._wanted) if lit != before[channel]]
        if self.up and changed:
            self._switch(changed)

    def send_all(self) -> None:
        self._switch(range(len(self._wanted)))

    def shown_at_first(self) -> Iterable[Observation]:
        return (Observation(LampsShown(self.device, self._wanted, confirmed=False)),)

    def _switch(self, channels: Sequence[int]) -> None:
        frames = b"".join(lcus.encode(channel + 1, self._wanted[channel]) for channel in channels)
        self.send(frames, len(channels))
