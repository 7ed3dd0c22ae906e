"""A shoe that is only ever heard, on a line without check or number: what every such session shares.

What cannot be read on such a line may have been a card, so it is told; half a message that gets no end is told too.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from drivers.base import Counters, Observation
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, UsbDone
from firmware_bridge.wire.noise import BLANK, LineNoise
from table_core.events import CardDrawnOutOfGame, DeviceSaidNonsense, LinkLost, LinkRestored, ShoeFault
from table_core.outputs import Output

UNFINISHED_NS = 500_000_000
"""A message takes under 70 ms at 9600 baud; one that stands still this long gets no end any more."""
RUINS = 4
"""Printable bytes in a row, outside any message, that may be what is left of one. Fewer are line noise."""


class Message(Protocol):
    @property
    def raw(self) -> bytes: ...


Said = TypeVar("Said", bound=Message)
Said_co = TypeVar("Said_co", bound=Message, covariant=True)


class Deframing(Protocol[Said_co]):
    """What a session asks of its codec."""

    @property
    def pending(self) -> bytes: ...

    def receive_data(self, data: bytes) -> None: ...

    def next_item(self) -> Said_co | LineNoise | None: ...

    def flush(self) -> LineNoise | None: ...


class Heard(Struct, frozen=True):
    """The last message and when it came."""

    raw: bytes
    mono_ns: int


class ListeningSession(ABC, Generic[Said]):
    """Cuts bytes into messages, drops copies, tells what could not be read. Nothing is ever sent."""

    def __init__(self, device: str, *, repeat_ms: int) -> None:
        self.device = device
        self.counters = Counters()
        self._repeat_ns = repeat_ms * 1_000_000
        self._last: Heard | None = None
        self._deframer = self.new_deframer()
        self._unfinished_at: int | None = None

    @abstractmethod
    def new_deframer(self) -> Deframing[Said]: ...

    @abstractmethod
    def read(self, message: Said) -> Iterable[Observation]:
        """What *message* means."""

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case RxChunk(data=data, mono_ns=now):
                return self._bytes(data, now)
            case LinkUp(identity=identity):
                self._forget()
                self.counters.reconnects += 1
                return (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                self._forget()
                return (Observation(LinkLost(self.device, reason)),)
            case UsbDone() | SendFailed():
                return ()

    def end_of_stream(self) -> list[Observation]:
        """What a finished recording left unread."""
        rest = self._deframer.flush()
        return [] if rest is None else list(self._unreadable(rest))

    def want(self, output: Output, mono_ns: int) -> None:
        raise TypeError(f"a read-only shoe cannot show {output}")

    def reassert(self, mono_ns: int) -> None:
        return  # a read-only shoe shows nothing

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        if self._unfinished_at is None or mono_ns < self._unfinished_at:
            return ()
        self._unfinished_at = None
        return self.end_of_stream()

    def next_deadline(self) -> int | None:
        return self._unfinished_at

    def take_sends(self) -> list[Send]:
        return []

    def unread_card(self, raw: bytes) -> Iterator[Observation]:
        """A card left the shoe and nobody knows which: never guessed."""
        yield Observation(ShoeFault(self.device, "cannot_read", active=True, stopped=False), raw)
        yield Observation(CardDrawnOutOfGame(self.device, None, 0), raw)

    def nonsense(self, what: str, raw: bytes) -> Observation:
        """*what* goes to screens: it never quotes the bytes, which may name a covered card."""
        return Observation(DeviceSaidNonsense(self.device, what), raw)

    def _forget(self) -> None:
        self.counters.noise_bytes += len(self._deframer.pending)
        self._deframer, self._last, self._unfinished_at = self.new_deframer(), None, None

    def _bytes(self, data: bytes, now: int) -> Iterator[Observation]:
        self._deframer.receive_data(data)
        while (item := self._deframer.next_item()) is not None:
            if isinstance(item, LineNoise):
                yield from self._unreadable(item)
            elif not self._is_copy(item, now):
                yield from self.read(item)
        self._unfinished_at = now + UNFINISHED_NS if self._deframer.pending else None

    def _is_copy(self, message: Message, now: int) -> bool:
        """Only an equal message within the time the settings give: without a number two equal cards look the same."""
        self.counters.frames += 1
        last = self._last
        if last is not None and message.raw == last.raw and now - last.mono_ns < self._repeat_ns:
            self.counters.duplicates += 1
            return True
        self._last = Heard(message.raw, now)
        return False

    def _unreadable(self, noise: LineNoise) -> Iterator[Observation]:
        if noise.reason == BLANK:
            return
        if noise.reason == "no_record" and not _may_be_ruins(noise.raw):
            self.counters.noise_bytes += len(noise.raw)
            return
        self.counters.bad += 1
        yield self.nonsense("llegó un mensaje dañado: puede haber sido una carta", noise.raw)


def _may_be_ruins(raw: bytes) -> bool:
    run = 0
    for byte in raw:
        run = run + 1 if 0x21 <= byte <= 0x7E else 0
        if run == RUINS:
            return True
    return False
