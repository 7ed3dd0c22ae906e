"""Lamps on an LCUS serial relay board. Open loop: the board answers nothing, so nothing is ever confirmed.

Support: documented. Lost commands are made good by sending the whole state again from time to time (ours).
"""

from collections.abc import Iterable

from drivers.base import Counters, Observation, lamps_of
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from firmware_bridge.wire import lcus
from table_core.events import LampsShown, LinkLost, LinkRestored, SendLost
from table_core.outputs import Output

REFRESH_EVERY_NS = 10_000_000_000
RETRY_AFTER_NS = 250_000_000


class LcusSession:
    def __init__(self, device: str, channels: int) -> None:
        self.device = device
        self.counters = Counters()
        self._channels = channels
        self._wanted = (False,) * channels
        self._up = False
        self._deadline: int | None = None
        self._sends: list[Send] = []

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case LinkUp(identity=identity, mono_ns=now):
                self._up = True
                self.counters.reconnects += 1
                self._refresh(now)
                shown = LampsShown(self.device, self._wanted, confirmed=False)
                return (Observation(LinkRestored(self.device, identity)), Observation(shown))
            case LinkDown(reason=reason):
                self._up, self._deadline, self._sends = False, None, []
                return (Observation(LinkLost(self.device, reason)),)
            case SendFailed(reason=reason, mono_ns=now):
                self.counters.send_failures += 1
                self._deadline = now + RETRY_AFTER_NS
                return (Observation(SendLost(self.device, reason)),)
            case RxChunk(data=data):
                self.counters.noise_bytes += len(data)
                return ()
            case UsbDone():
                return ()

    def want(self, output: Output, mono_ns: int) -> None:
        lit = lamps_of(output)
        if lit == self._wanted:
            return
        changed = [n for n in range(self._channels) if lit[n] != self._wanted[n]]
        self._wanted = lit
        if self._up:
            self._send(changed)

    def reassert(self, mono_ns: int) -> None:
        if self._up:
            self._refresh(mono_ns)

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        if self._deadline is not None and mono_ns >= self._deadline:
            self._refresh(mono_ns)
        return ()

    def next_deadline(self) -> int | None:
        return self._deadline

    def take_sends(self) -> list[Send]:
        sends, self._sends = self._sends, []
        return sends

    def _refresh(self, now: int) -> None:
        self._send(list(range(self._channels)))
        self._deadline = now + REFRESH_EVERY_NS

    def _send(self, channels: list[int]) -> None:
        frames = b"".join(lcus.encode(channel + 1, self._wanted[channel]) for channel in channels)
        self.counters.frames += len(channels)
        self._sends.append(SerialWrite(self.device, frames))
