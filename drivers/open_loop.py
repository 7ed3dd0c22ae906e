"""A serial device that answers nothing: what is wanted goes out when it changes, and all of it again from time to time.

Nothing is ever confirmed, so what a line lost is made good only by repeating it (ours).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from drivers.base import Counters, Observation
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from table_core.events import LinkLost, LinkRestored, SendLost
from table_core.outputs import Output

REFRESH_EVERY_NS = 10_000_000_000
RETRY_AFTER_NS = 250_000_000


class OpenLoopSession(ABC):
    def __init__(self, device: str) -> None:
        self.device = device
        self.counters = Counters()
        self.up = False
        self._deadline: int | None = None
        self._sends: list[Send] = []

    @abstractmethod
    def want(self, output: Output, mono_ns: int) -> None: ...

    @abstractmethod
    def send_all(self) -> None:
        """Send the whole wanted state."""

    def shown_at_first(self) -> Iterable[Observation]:
        """What can be said of the device when its link comes up."""
        return ()

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case LinkUp(identity=identity, mono_ns=now):
                self.up = True
                self.counters.reconnects += 1
                self._refresh(now)
                return (Observation(LinkRestored(self.device, identity)), *self.shown_at_first())
            case LinkDown(reason=reason):
                self.up, self._deadline, self._sends = False, None, []
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

    def reassert(self, mono_ns: int) -> None:
        if self.up:
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

    def send(self, data: bytes, frames: int = 1) -> None:
        self.counters.frames += frames
        self._sends.append(SerialWrite(self.device, data))

    def _refresh(self, now: int) -> None:
        self.send_all()
        self._deadline = now + REFRESH_EVERY_NS
