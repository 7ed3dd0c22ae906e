"""The host's end of a TableBus line: handshake, one request at a time, events in their order. Moves no bytes itself.

An event is acknowledged by what `take` gives in the same step: whoever commits the step's events before it sends, lets
no device forget what is not kept. Sections of docs/tablebus.md are named where a rule comes from.
"""

from collections import OrderedDict
from collections.abc import Iterator

from msgspec import Struct

from firmware_bridge.wire import tablebus as bus
from firmware_bridge.wire.noise import BLANK, LineNoise
from firmware_bridge.wire.tablebus_keys import host_nonce, is_genuine, session_key, tagged
from firmware_bridge.wire.tablebus_messages import (
    BAD_REQUEST,
    NO_SESSION,
    VERSION,
    Event,
    Identity,
    Malformed,
    Said,
    hello,
    parse_event,
    parse_identity,
)

_MS = 1_000_000
ANSWER_WITHIN_NS = 250 * _MS
TRIES = 4
POLL_EVERY_NS = 500 * _MS
GREET_EVERY_NS = 500 * _MS
SILENT_AFTER_NS = 2_000 * _MS
STUCK_AFTER_NS = 3_000 * _MS
FORGERIES = 20
"""Frames of an older session may still be under way after a reconnect, a window of them; so many are no accident."""
_REMEMBERED = 32


class Read(Struct, frozen=True):
    """How far the event memory *log* was kept."""

    log: int
    counter: int


class Proven(Struct, frozen=True):
    """The device holds its key. *lost*: None when its memory is another one than the one read before."""

    identity: Identity
    raw: bytes
    same_log: bool = True


class Unproven(Struct, frozen=True):
    """Somebody answers who cannot be believed; *reason* is `wrong_key`, `silent`, `version` or `profile`."""

    reason: str
    raw: bytes = b""


class Told(Struct, frozen=True):
    """Event *counter* of the device."""

    counter: int
    said: Said
    raw: bytes


class Dropped(Struct, frozen=True):
    """So many events the device no longer holds."""

    count: int
    raw: bytes


class Answered(Struct, frozen=True):
    """The device's state after event *counter*. *ordered*: it answers an order, not a poll."""

    state: bytes
    counter: int
    ordered: bool
    raw: bytes


class Contradiction(Struct, frozen=True):
    """What the device says contradicts itself or the specification."""

    what: str
    raw: bytes


class Declined(Struct, frozen=True):
    """The device says that *order* makes no sense to it. It is not ordered again by the link."""

    order: bytes
    raw: bytes


class Silent(Struct, frozen=True):
    """A device that had proven itself no longer answers."""


class Noise(Struct, frozen=True):
    raw: bytes
    damaged: bool


Happening = Proven | Unproven | Told | Dropped | Answered | Declined | Contradiction | Silent | Noise


class HostLink:
    """*read* is where to go on in the device's events; without it counting begins at the first meeting."""

    def __init__(self, key: bytes, profiles: frozenset[int], read: Read | None = None) -> None:
        self.read = read
        self.duplicates = 0
        self._key = key
        self._profiles = profiles
        self._greetings = 0
        self._moment = (0, 0)
        self._up = False
        self._forget()

    def _forget(self) -> None:
        self._deframer = bus.Deframer()
        self._out: list[bytes] = []
        self._nonce = b""
        self._session: bytes | None = None
        self._open = False
        self._number = 0
        self._asking: bus.Frame | None = None
        self._asked_at = self._tries = 0
        self._order: bytes | None = None
        self._due = self._up_at = 0
        self._told_unproven: set[str] = set()
        self._stuck_since: int | None = None
        self._forged = 0
        self._ack_due = False
        self._recent: OrderedDict[int, bytes] = OrderedDict()

    @property
    def order_pending(self) -> bool:
        """Whether the newest order was not answered yet."""
        return self._order is not None

    def connected(self, mono_ns: int, utc_ns: int) -> None:
        self._forget()
        self._up, self._up_at, self._moment = True, mono_ns, (utc_ns, mono_ns)
        self._greet(mono_ns)

    def disconnected(self) -> None:
        self._forget()
        self._up = False

    def order(self, body: bytes, now: int) -> None:
        """Have the device take *body* as its whole wanted state; only the newest order counts."""
        self.order_later(body)
        self._ask_next(now)

    def order_later(self, body: bytes) -> None:
        """Have the device take *body* as soon as it may."""
        self._order = body

    def receive(self, data: bytes, now: int) -> Iterator[Happening]:
        self._deframer.receive_data(data)
        while (item := self._deframer.next_item()) is not None:
            if isinstance(item, LineNoise):
                if item.reason != BLANK:
                    yield Noise(item.raw, item.reason != "bad_shape")
            else:
                yield from self._frame(item, now)
        if self._ack_due and self._session is not None and self.read is not None:
            self._ack_due = False
            self._send(tagged(self._session, bus.Frame(bus.ACK, 0, self.read.counter)))
        self._ask_next(now)

    def on_time(self, now: int) -> Iterator[Happening]:
        if not self._up or now < (self.next_deadline() or 0):
            return
        if self._asking is not None and now >= self._asked_at + ANSWER_WITHIN_NS:
            yield from self._unanswered(now)
        if not self._open and now >= self._up_at + SILENT_AFTER_NS:
            yield from self._unproven("silent", b"")
        self._ask_next(now)

    def next_deadline(self) -> int | None:
        if not self._up:
            return None
        if self._asking is not None:
            return self._asked_at + ANSWER_WITHIN_NS
        return self._due

    def take(self) -> list[bytes]:
        out, self._out = self._out, []
        return out

    # Requests (section 5)

    def _ask_next(self, now: int) -> None:
        if not self._up or self._asking is not None:
            return
        if self._open and self._order is not None:
            self._ask(bus.SET, self._order, now)
        elif now >= self._due:
            if self._open:
                self._ask(bus.POLL, b"", now)
            else:
                self._greet(now)

    def _greet(self, now: int) -> None:
        """HELLO carries no tag: it is asked afresh until somebody proves to be there."""
        self._session, self._open = None, False
        self._due = now + GREET_EVERY_NS
        self._number = self._number % bus.MAX_NUMBER + 1
        self._asking = None
        self._greetings += 1
        self._nonce = host_nonce(self._key, *self._moment, self._greetings)
        self._send(bus.Frame(bus.HELLO, self._number, 0, hello(VERSION, VERSION, self._nonce)))

    def _ask(self, kind: int, body: bytes, now: int, counter: int = 0) -> None:
        if self._session is None or self._number == bus.MAX_NUMBER:
            self._greet(now)  # no number is used twice in a session
            return
        self._number += 1
        self._asking = tagged(self._session, bus.Frame(kind, self._number, counter, body))
        self._asked_at, self._tries = now, 1
        self._send(self._asking)

    def _unanswered(self, now: int) -> Iterator[Happening]:
        if self._asking is not None and self._tries < TRIES:
            self._tries += 1
            self._asked_at = now
            self._send(self._asking)
            return
        was_open = self._open
        self._greet(now)
        if was_open:
            self._told_unproven = {"silent"}
            yield Silent()

    def _send(self, frame: bus.Frame) -> None:
        self._out.append(frame.to_bytes())

    # What comes in

    def _frame(self, frame: bus.Frame, now: int) -> Iterator[Happening]:
        match frame.kind:
            case bus.IDENTITY if frame.number == self._number and self._session is None:
                yield from self._identified(frame, now)
            case bus.REFUSED:
                yield from self._refused(frame, now)
            case bus.STATE | bus.EVENT if self._session is not None:
                if is_genuine(self._session, frame):
                    yield from self._genuine(frame, now)
                else:
                    yield from self._foreign(frame)
            case _:
                yield from self._foreign(frame)

    def _foreign(self, frame: bus.Frame) -> Iterator[Happening]:
        """A frame of an older session, or one that nobody with the key made."""
        self._forged += 1
        yield Noise(frame.raw, damaged=True)
        if self._open and self._forged == FORGERIES:
            yield Contradiction("mensajes que no firma nadie que tenga la llave", frame.raw)

    def _identified(self, frame: bus.Frame, now: int) -> Iterator[Happening]:
        try:
            identity = parse_identity(frame.body)
        except Malformed as error:
            yield Contradiction(str(error), frame.raw)
            return
        session = session_key(self._key, self._nonce, identity.nonce)
        if not is_genuine(session, frame):
            yield from self._unproven("wrong_key", frame.raw)
            return
        if identity.version != VERSION or identity.profile not in self._profiles:
            yield from self._unproven("version" if identity.version != VERSION else "profile", frame.raw)
            return
        self._session, self._forged = session, 0
        yield from self._meet(identity, frame)
        read = self.read or Read(identity.log, frame.counter)
        self._ask(bus.BEGIN, read.log.to_bytes(4, "big"), now, read.counter)

    def _meet(self, identity: Identity, frame: bus.Frame) -> Iterator[Happening]:
        """Where to go on in its events: where we stopped, if it is the same memory (section 6)."""
        before, newest = self.read, frame.counter
        same = before is None or before.log == identity.log
        if before is None or not same:
            self.read = Read(identity.log, newest)
        yield Proven(identity, frame.raw, same)
        if before is not None and same and newest < before.counter:
            self.read = Read(identity.log, newest)
            yield Contradiction(f"su contador volvió de {before.counter} a {newest}", frame.raw)

    def _refused(self, frame: bus.Frame, now: int) -> Iterator[Happening]:
        """It bears no tag, so it is a hint only: with the number of our question it makes us greet or ask no more."""
        reason = frame.body[0] if frame.body else 0
        if frame.number != self._number:
            return
        if reason == NO_SESSION and self._session is not None:
            self._greet(now)
        elif reason == BAD_REQUEST and self._asking is not None and self._asking.kind == bus.SET:
            yield from self._declined(self._asking, frame, now)
        elif self._session is None:
            yield from self._unproven("version", frame.raw)

    def _declined(self, asked: bus.Frame, frame: bus.Frame, now: int) -> Iterator[Happening]:
        self._asking = None
        self._due = now + POLL_EVERY_NS
        if self._order == asked.body:
            self._order = None
        yield Declined(asked.body, frame.raw)

    def _unproven(self, reason: str, raw: bytes) -> Iterator[Happening]:
        """Told once for each reason; the greeting goes on. Whoever answers wrongly is not silent."""
        if reason not in self._told_unproven and not (reason == "silent" and self._told_unproven):
            self._told_unproven.add(reason)
            yield Unproven(reason, raw)

    def _genuine(self, frame: bus.Frame, now: int) -> Iterator[Happening]:
        if frame.kind == bus.EVENT:
            yield from self._event(frame, now)
        elif self._asking is not None and frame.number == self._asking.number:
            asked, self._asking = self._asking, None
            self._due = now + POLL_EVERY_NS
            self._open = True
            if asked.kind == bus.SET and asked.body == self._order:
                self._order = None
            yield Answered(frame.body, frame.counter, asked.kind == bus.SET, frame.raw)

    # Events (section 6)

    def _event(self, frame: bus.Frame, now: int) -> Iterator[Happening]:
        self._ack_due = True
        read = self.read
        if read is None:
            return
        if frame.counter <= read.counter:
            yield from self._again(frame)
            return
        try:
            event = parse_event(frame.body)
        except Malformed as error:
            event = None
            problem = str(error)
        if event is not None and frame.counter > read.counter + 1 and not self._may_skip(event, frame.counter, now):
            return
        yield from self._skipped(event, frame, read)
        self._take(frame)
        if event is None:
            yield Contradiction(problem, frame.raw)
        else:
            yield Told(frame.counter, event.said, frame.raw)

    def _may_skip(self, event: Event, counter: int, now: int) -> bool:
        """Whether what is missing before this event is gone for good; else it comes again by itself."""
        if event.oldest >= counter:
            return True
        self._stuck_since = now if self._stuck_since is None else self._stuck_since
        return now - self._stuck_since >= STUCK_AFTER_NS

    def _skipped(self, event: Event | None, frame: bus.Frame, read: Read) -> Iterator[Happening]:
        missing = frame.counter - read.counter - 1
        if missing:
            if event is None or event.oldest < frame.counter:
                yield Contradiction(f"dice que guarda el suceso {read.counter + 1} y no lo envía", frame.raw)
            yield Dropped(missing, frame.raw)

    def _take(self, frame: bus.Frame) -> None:
        if self.read is not None:
            self.read = Read(self.read.log, frame.counter)
        self._stuck_since = None
        self._recent[frame.counter] = frame.body[4:]
        if len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)

    def _again(self, frame: bus.Frame) -> Iterator[Happening]:
        """Told before: acknowledged again. The same counter must be the same event."""
        self.duplicates += 1
        if self._recent.get(frame.counter, frame.body[4:]) != frame.body[4:]:
            self._recent.pop(frame.counter)
            yield Contradiction(f"repite el suceso {frame.counter} con otro contenido", frame.raw)
