"""The device's end of a simulated TableBus line: proves itself, keeps its events until they are kept elsewhere.

Written from docs/tablebus.md. Moves no bytes; time and what the host wrote are arguments, frames are answers.
Whoever lets a person and the host come on threads of their own gives a lock, so that one is heard out before the other.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from firmware_bridge.wire import tablebus as bus
from firmware_bridge.wire import tablebus_messages as tb
from firmware_bridge.wire.tablebus_keys import NONCE, is_genuine, session_key, tagged

WINDOW = 8
RESEND_NS = 300_000_000
HOLDS = 64
MOST = 0xFFFF_FFFF
_NEVER = 1 << 62


class Maker(Struct):
    """What the maker put into a board; a test changes it to play another board or another firmware."""

    profile: int
    serial: str
    model: str
    key: bytes
    firmware: bytes = sha256(b"firmware 1").digest()
    revision: int = 1
    boot: int = 1
    log: int = 0xA11CE


class DeviceLink:
    """*state* reads the board's outputs and sensors, *obey* takes an order and says whether it makes sense."""

    def __init__(self, maker: Maker, state: Callable[[], bytes], obey: Callable[[bytes], bool]) -> None:
        self.maker = maker
        self.newest = 0
        self.kept: OrderedDict[int, bytes] = OrderedDict()
        self._state = state
        self._obey = obey
        self.one_at_a_time: AbstractContextManager[object] = nullcontext()
        self.unplugged()

    def unplugged(self) -> None:
        """The cable came out: the session is over, the events stay."""
        with self.one_at_a_time:
            self._deframer = bus.Deframer()
            self.session: bytes | None = None
            self._candidate: bytes | None = None
            self._number = self._greetings = 0
            self._sent = 0
            self._resend_at = _NEVER

    def rebooted(self) -> None:
        """Power came back. The event memory is not volatile."""
        self.unplugged()
        self.maker.boot += 1

    def memory_lost(self) -> None:
        with self.one_at_a_time:
            self.kept.clear()
            self.newest, self.maker.log = 0, self.maker.log + 1

    def note(self, said: tb.Said) -> None:
        """Put an event into the memory; the oldest goes when it is full. No counter is given twice."""
        with self.one_at_a_time:
            if self.newest == MOST:
                self.memory_lost()
                self.unplugged()
            self.newest += 1
            self.kept[self.newest] = tb.event_bytes(tb.Event(0, said))[4:]
            if len(self.kept) > HOLDS:
                self.kept.popitem(last=False)

    def hear(self, data: bytes, now: int) -> list[bytes]:
        """The frames to answer *data* with."""
        with self.one_at_a_time:
            self._deframer.receive_data(data)
            answers: list[bus.Frame] = []
            while (item := self._deframer.next_item()) is not None:
                if isinstance(item, bus.Frame):
                    answers += self._heard(item)
            return [frame.to_bytes() for frame in [*answers, *self._window(now)]]

    def next_deadline(self) -> int | None:
        """When something must be said unasked: news at once, what was not acknowledged after a while."""
        with self.one_at_a_time:
            if self.session is None or not self.kept:
                return None
            return 0 if self._unsent() else self._resend_at

    def on_time(self, now: int) -> list[bytes]:
        with self.one_at_a_time:
            if now >= self._resend_at:
                self._sent = 0
            return [frame.to_bytes() for frame in self._window(now)]

    def _unsent(self) -> list[int]:
        return [counter for counter in list(self.kept)[:WINDOW] if counter > self._sent]

    def _window(self, now: int) -> list[bus.Frame]:
        """The events that may be under way and are not yet: the first few that are not acknowledged."""
        if self.session is None or not self.kept:
            return []
        counters = self._unsent()
        if counters:
            self._sent = counters[-1]
            self._resend_at = now + RESEND_NS
        oldest = next(iter(self.kept)).to_bytes(4, "big")
        return [self._signed(bus.Frame(bus.EVENT, 0, counter, oldest + self.kept[counter])) for counter in counters]

    def _signed(self, frame: bus.Frame) -> bus.Frame:
        assert self.session is not None  # noqa: S101 - asked only within a session
        return tagged(self.session, frame)

    def _heard(self, asked: bus.Frame) -> list[bus.Frame]:
        if asked.kind == bus.HELLO:
            return self._greeted(asked)
        if asked.kind == bus.BEGIN and self._candidate is not None and is_genuine(self._candidate, asked):
            self.session, self._candidate = self._candidate, None
            self._number, self._sent = asked.number, 0
            if asked.body == self.maker.log.to_bytes(4, "big"):
                self._acknowledged(asked.counter)
            return [self._told_state(asked.number)]
        if self.session is None or not is_genuine(self.session, asked):
            return [bus.Frame(bus.REFUSED, asked.number, 0, bytes((tb.NO_SESSION,)))]
        return self._asked(asked)

    def _asked(self, asked: bus.Frame) -> list[bus.Frame]:
        if asked.kind == bus.ACK:
            self._acknowledged(asked.counter)
            return []
        if asked.number not in (self._number, self._number + 1):
            return []
        self._number = asked.number
        if asked.kind == bus.SET and not self._obey(asked.body):
            return [bus.Frame(bus.REFUSED, asked.number, 0, bytes((tb.BAD_REQUEST,)))]
        return [self._told_state(asked.number)]

    def _told_state(self, number: int) -> bus.Frame:
        return self._signed(bus.Frame(bus.STATE, number, self.newest, self._state()))

    def _greeted(self, asked: bus.Frame) -> list[bus.Frame]:
        try:
            lowest, highest, nonce = tb.parse_hello(asked.body)
        except tb.Malformed:
            return []
        if not lowest <= tb.VERSION <= highest:
            return [bus.Frame(bus.REFUSED, asked.number, 0, bytes((tb.NO_COMMON_VERSION,)))]
        self._greetings += 1
        seed = b"%d %d" % (self.maker.boot, self._greetings)
        own = sha256(self.maker.key + seed + nonce).digest()[:NONCE]
        self._candidate = session_key(self.maker.key, nonce, own)
        body = tb.identity_bytes(self.identity(own))
        return [tagged(self._candidate, bus.Frame(bus.IDENTITY, asked.number, self.newest, body))]

    def identity(self, nonce: bytes) -> tb.Identity:
        one = self.maker
        return tb.Identity(
            tb.VERSION, one.profile, one.revision, one.boot, one.log, one.firmware, nonce, one.serial, one.model
        )

    def _acknowledged(self, counter: int) -> None:
        for one in [one for one in list(self.kept) if one <= counter]:
            del self.kept[one]

    def replaced(self, **fields: object) -> None:
        """Another board, or another firmware, from here on."""
        self.maker = replace(self.maker, **fields)
