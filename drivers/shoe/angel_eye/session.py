"""The Angel Eye II-EX on one line: repeats, gaps and restarts sorted out, frames turned into events. Read-only.

Support: captured (decodes real recorded traffic). Nothing is ever sent: whether the shoe wants an answer is unknown.
"""

from collections.abc import Iterable, Iterator

from drivers.base import Counters, Observation, RemoteProtocolError
from drivers.shoe.angel_eye.messages import event_of
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, UsbDone
from firmware_bridge.wire.angel_eye import Deframer, Frame, is_refused_frame
from firmware_bridge.wire.noise import LineNoise
from table_core.events import DeviceSaidNonsense, LinkLost, LinkRestored, MessagesLost
from table_core.outputs import Output

COPIES = 3
"""The shoe sends each message three times; a fourth equal frame is another message (DEVICES 1.1)."""
_LAST_NUMBER = 9


class AngelEyeSession:
    def __init__(self, device: str) -> None:
        self.device = device
        self.counters = Counters()
        self._deframer = Deframer()
        self._last: Frame | None = None
        self._copies = 0

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case RxChunk(data=data):
                return self._bytes(data)
            case LinkUp(identity=identity):
                self._deframer = Deframer()
                self._copies = COPIES  # what was said while the cable was out is lost: nothing now is a copy (R54)
                self.counters.reconnects += 1
                return (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                return (Observation(LinkLost(self.device, reason)),)
            case UsbDone() | SendFailed():
                return ()

    def end_of_stream(self) -> None:
        """Count what a finished recording left unframed."""
        rest = self._deframer.flush()
        if rest is not None:
            self._count(rest)

    def want(self, output: Output, mono_ns: int) -> None:
        raise TypeError(f"a read-only shoe cannot show {output}")

    def reassert(self, mono_ns: int) -> None:
        """A read-only shoe shows nothing."""

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        return ()

    def next_deadline(self) -> int | None:
        return None

    def take_sends(self) -> list[Send]:
        return []

    def _bytes(self, data: bytes) -> Iterator[Observation]:
        self._deframer.receive_data(data)
        while (item := self._deframer.next_item()) is not None:
            if isinstance(item, LineNoise):
                self._count(item)
            elif not self._is_copy(item):
                yield from self._message(item)

    def _count(self, noise: LineNoise) -> None:
        if is_refused_frame(noise):
            self.counters.bad += 1
        else:
            self.counters.noise_bytes += len(noise.raw)

    def _is_copy(self, frame: Frame) -> bool:
        """Only an equal frame right after itself is a copy: a number alone comes round every nine messages (R54)."""
        self.counters.frames += 1
        if frame == self._last and self._copies < COPIES:
            self._copies += 1
            self.counters.duplicates += 1
            return True
        return False

    def _message(self, frame: Frame) -> Iterator[Observation]:
        expected = self._next_number()
        self._last, self._copies = frame, 1
        if frame.seq != 0 and expected is not None and frame.seq != expected:
            self.counters.gaps += 1
            yield Observation(MessagesLost(self.device, expected, frame.seq), frame.raw)
        try:
            yield Observation(event_of(self.device, frame), frame.raw)
        except RemoteProtocolError as error:
            yield Observation(DeviceSaidNonsense(self.device, str(error)), frame.raw)

    def _next_number(self) -> int | None:
        """The number after the last one: 0 only on a start message, then 1 to 9 and round again."""
        if self._last is None:
            return None
        return self._last.seq % _LAST_NUMBER + 1
