"""A board on a TableBus line: link, identity, evidence and counters, the same for every profile. It never decides.

Support: ours (docs/tablebus.md). A profile's session says what its events and its state mean.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from drivers.base import Counters, Observation
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from firmware_bridge.wire import tablebus_link as link
from firmware_bridge.wire import tablebus_messages as tb
from table_core.board_events import (
    DeviceContradicts,
    DeviceFault,
    DeviceIdentified,
    DeviceUnproven,
    EventsLost,
    EventsRead,
)
from table_core.events import DeviceEvent, LinkLost, LinkRestored, SendLost
from table_core.outputs import Output

KeyBytes = Annotated[bytes, Meta(min_length=32, max_length=32)]


class BoardOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """*key* is the device's own, read from its file by whoever builds the session; it never stands in a config."""

    key: KeyBytes


class BoardSession(ABC):
    """One board on one line. Nothing it says counts before it has proved who it is."""

    profiles: ClassVar[frozenset[int]]

    def __init__(self, device: str, options: BoardOptions) -> None:
        self.device = device
        self.counters = Counters()
        self._link = link.HostLink(options.key, self.profiles)
        self._up = False
        self._wanted: bytes | None = None
        self._declined: bytes | None = None
        self._told_state: tuple[bytes, bytes | None] | None = None

    # What a profile adds

    @abstractmethod
    def said(self, said: tb.Said, counter: int) -> Iterable[DeviceEvent]:
        """What an event of this profile means."""

    @abstractmethod
    def state(self, body: bytes, counter: int) -> Iterable[DeviceEvent]:
        """What a state read back after event *counter* means; raises `Malformed`."""

    def shows(self, body: bytes) -> bytes | None:
        """The order a state is the answer to, of a board that takes orders."""
        return self._wanted

    def caught_up(self, counter: int) -> bool:
        """Whether every event up to *counter* has come: only then state and events speak of the same moment."""
        return self._link.read is not None and self._link.read.counter == counter

    def order_for(self, output: Output) -> bytes:
        """The order that brings the board to *output*."""
        raise TypeError(f"{self.device} cannot show {output}")

    def started_over(self) -> None:  # noqa: B027 - most profiles remember nothing
        """The board may have changed while nobody was connected: forget what was heard."""

    # What the kernel calls

    def resume_at(self, read: EventsRead) -> None:
        self._link.read = link.Read(read.log, read.counter)

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case RxChunk(data=data, mono_ns=now):
                return list(self._told(self._link.receive(data, now)))
            case LinkUp(mono_ns=now, utc_ns=utc):
                self.counters.reconnects += 1
                self._link.connected(now, utc)
            case LinkDown(reason=reason):
                self._up = False
                self._link.disconnected()
                return (Observation(LinkLost(self.device, reason)),)
            case SendFailed(reason=reason):
                self.counters.send_failures += 1
                return (Observation(SendLost(self.device, reason)),)
            case UsbDone():
                pass
        return ()

    def want(self, output: Output, mono_ns: int) -> None:
        wanted = self.order_for(output)
        if wanted != self._wanted:
            self._wanted = wanted
            self._link.order(wanted, mono_ns)

    def reassert(self, mono_ns: int) -> None:
        if self._wanted is not None:
            self._link.order(self._wanted, mono_ns)

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        return list(self._told(self._link.on_time(mono_ns)))

    def next_deadline(self) -> int | None:
        return self._link.next_deadline()

    def take_sends(self) -> list[Send]:
        return [SerialWrite(self.device, data) for data in self._link.take()]

    # What the link tells

    def _told(self, happenings: Iterable[link.Happening]) -> Iterator[Observation]:
        before = self._link.read
        raw = b""
        for happening in happenings:
            for observation in self._meaning(happening):
                raw = observation.raw
                yield observation
        read = self._link.read
        self.counters.duplicates = self._link.duplicates
        if read is not None and read != before:
            yield Observation(EventsRead(self.device, read.log, read.counter), raw)

    def _meaning(self, happening: link.Happening) -> Iterator[Observation]:
        match happening:
            case link.Told(counter=counter, said=said, raw=raw):
                self.counters.frames += 1
                yield from self._event(said, counter, raw)
            case link.Answered():
                self.counters.frames += 1
                yield from self._answered(happening)
            case link.Proven():
                yield from self._proven(happening)
            case link.Unproven(reason=reason, raw=raw):
                yield Observation(DeviceUnproven(self.device, reason), raw)
            case link.Dropped(count=count, raw=raw):
                self.counters.gaps += 1
                yield Observation(EventsLost(self.device, count), raw)
            case link.Contradiction(what=what, raw=raw):
                yield self._contradiction(what, raw)
            case link.Declined(order=order, raw=raw):
                self._declined = order
                yield self._contradiction("rechaza lo que se le ordena", raw)
            case link.Silent():
                self._up = False
                yield Observation(LinkLost(self.device, "no responde"))
            case link.Noise(raw=raw, damaged=damaged):
                self.counters.bad += damaged
                self.counters.noise_bytes += 0 if damaged else len(raw)

    def _proven(self, proven: link.Proven) -> Iterator[Observation]:
        one = proven.identity
        self.started_over()
        self._told_state = self._declined = None
        if not self._up:
            self._up = True
            yield Observation(LinkRestored(self.device, f"{one.model} {one.serial}"), proven.raw)
        identified = DeviceIdentified(
            self.device,
            one.model,
            one.serial,
            one.firmware.hex(),
            tb.PROFILES[one.profile],
            f"{one.version}.{one.revision}",
            one.boot,
            one.log,
        )
        yield Observation(identified, proven.raw)
        if not proven.same_log:
            yield Observation(EventsLost(self.device, None), proven.raw)
        if self._wanted is not None:
            self._link.order_later(self._wanted)

    def _event(self, said: tb.Said, counter: int, raw: bytes) -> Iterator[Observation]:
        if isinstance(said, tb.Fault):
            code = tb.FAULTS.get(said.fault, "internal")
            yield Observation(DeviceFault(self.device, code, bool(said.on)), raw)
            return
        try:
            for event in self.said(said, counter):
                yield Observation(event, raw)
        except tb.Malformed as error:
            yield self._contradiction(str(error), raw)

    def _answered(self, answer: link.Answered) -> Iterator[Observation]:
        """Told when it changed. What a poll does not show as ordered is told, and ordered again: once a poll.

        An order that the board refused is not repeated before the next session.
        """
        if self._link.order_pending:
            return
        try:
            if self._wanted is not None and self.shows(answer.state) != self._wanted:
                if answer.ordered:
                    return
                if self._wanted != self._declined:
                    self._link.order_later(self._wanted)
            if (answer.state, self._wanted) != self._told_state:
                self._told_state = answer.state, self._wanted
                for event in self.state(answer.state, answer.counter):
                    yield Observation(event, answer.raw)
        except tb.Malformed as error:
            yield self._contradiction(str(error), answer.raw)

    def _contradiction(self, what: str, raw: bytes) -> Observation:
        return Observation(DeviceContradicts(self.device, what), raw)
