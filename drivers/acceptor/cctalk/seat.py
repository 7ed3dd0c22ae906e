"""The acceptor at one seat: what to ask it next, when, and what its answers mean. It never uses the line itself.

An 8-bit sum lets one damaged frame in some hundreds through, so what differs from what is known is believed only when
it was read twice alike. Readings take nothing away from the acceptor: they may be repeated.
"""

from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from drivers.acceptor.cctalk.credits import CreditLog
from drivers.acceptor.cctalk.options import CcTalkOptions
from drivers.acceptor.cctalk.progress import is_borne_out
from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk_exchange import Failure
from table_core.events import (
    AcceptorBack,
    AcceptorIdentified,
    AcceptorReplaced,
    AcceptorReset,
    AcceptorSilent,
    DeviceEvent,
    LockShown,
)

AFTER_POWER_ON_NS = 250_000_000
RETRY_AFTER_NS = 100_000_000
TRIES = 3
SILENT_SLOT_NS = 1_000_000_000
UNREADABLE_AFTER_NS = 5_000_000_000
"""A damaged answer shows that somebody is there; only when none is whole for so long is the seat given up."""
AUDIT_EVERY_NS = 5_000_000_000
COMMAND_AGAIN_NS = 250_000_000

_UNHEARD: tuple[Failure, ...] = ("silent", "collision")


class Ask(Struct, frozen=True):
    """A question and how many bytes answer it (None: any). An *optional* one may stay unanswered for good."""

    header: int
    data: bytes = b""
    size: int | None = 0
    optional: bool = False


_POLL = Ask(cc.READ_CREDIT, size=cc.CREDIT_SIZE)
_READ_LOCK = Ask(cc.READ_MASTER_INHIBIT, size=1)
_READ_INHIBITS = Ask(cc.READ_INHIBITS, size=2)
_IDENTIFY = (
    Ask(cc.SIMPLE_POLL),
    Ask(cc.MAKER, size=None, optional=True),
    Ask(cc.CATEGORY, size=None, optional=True),
    Ask(cc.PRODUCT, size=None, optional=True),
    Ask(cc.SOFTWARE, size=None, optional=True),
    Ask(cc.SERIAL_NUMBER, size=3, optional=True),
)


class Seat:
    """*due* is when this seat wants the line, `next_ask` what for; *heard_us_at* is when it last answered anything."""

    def __init__(self, device: str, number: int, address: int, options: CcTalkOptions) -> None:
        self.address = address
        self.credits = CreditLog(device, number, options)
        self._device = device
        self._number = number
        self._poll_every_ns = options.poll_ms * 1_000_000
        self._inhibits = cc.inhibits(options.enabled)
        self._open = False
        self._answers: bool | None = None
        self._believed: dict[int, bytes] = {}
        self._heard_once: dict[int, bytes] = {}
        self._lock_told: tuple[bool, bool] | None = None
        self._todo: deque[Ask] = deque(_IDENTIFY)
        self._ready_at = 0
        self._poll_at: int | None = None
        self._audit_at: int | None = None
        self._differs = False
        self._asked_at = 0
        self._failures = 0
        self._silences: list[int] = []
        self._retry_at: int | None = None
        self._last_good = 0
        self.heard_us_at = 0

    def connected(self, now: int) -> None:
        """The line is open; whoever answers is asked who it is and told everything again."""
        self._start_over()
        self._ready_at = now + AFTER_POWER_ON_NS
        self._last_good = self.heard_us_at = now
        self._answers = None

    def want(self, is_open: bool, now: int) -> None:
        if is_open != self._open:
            self._open = is_open
            self._ask_first(self._lock_commands(), now)

    def command_again(self, now: int) -> None:
        """Send lock and inhibits again and read them back, before anything else this seat has to ask."""
        self._ask_first(self._commands(), now)

    @property
    def is_locking(self) -> bool:
        """Whether a change of the lock is under way: that goes before every poll."""
        pending = bool(self._todo) and self._todo[0].header in (cc.MASTER_INHIBIT, cc.READ_MASTER_INHIBIT)
        return pending and self._lock_told != (not self._open, True)

    @property
    def due(self) -> int:
        if self._retry_at is not None:
            return self._retry_at
        times = (self._ready_at if self._todo else self._audit_at, self._poll_at)
        return min(time for time in times if time is not None)

    def next_ask(self, now: int) -> Ask:
        self._asked_at = now
        if self._poll_at is not None and now >= self._poll_at and not self.is_locking:
            return _POLL
        if not self._todo and self._audit_at is not None and now >= self._audit_at:
            self._todo.extend(self._commands() if self._differs else (_READ_LOCK, _READ_INHIBITS))
        return self._todo[0] if self._todo else _POLL

    def answered(self, ask: Ask, data: bytes, now: int) -> Iterator[DeviceEvent]:
        self._failures, self._silences, self._retry_at = 0, [], None
        self._ready_at = self._last_good = self.heard_us_at = now
        if ask == _POLL:
            self._poll_at = now + self._poll_every_ns
        believed = self._believed_now(ask, data)
        if believed != data and ask == _POLL:
            self._poll_at = now
        if believed is not None:
            if self._todo and self._todo[0] == ask:
                self._todo.popleft()
            yield from self._meaning(ask, believed, now)

    def failed(self, ask: Ask, failure: Failure, now: int) -> Iterator[DeviceEvent]:
        """A try was in vain: the same is asked again in its turn, until the seat is given up."""
        self._failures += 1
        self._silences = [*self._silences, self._asked_at] if failure == "silent" else []
        if failure not in _UNHEARD:
            self.heard_us_at = now
        self._retry_at = self._asked_at + (SILENT_SLOT_NS if self._answers is False else RETRY_AFTER_NS)
        if self._answers is False or self._failures < TRIES:
            return
        if ask.optional:
            yield from self._skip(ask, now)
        elif self._is_gone() or now - self._last_good >= UNREADABLE_AFTER_NS:
            yield from self._give_up(failure)

    def _is_gone(self) -> bool:
        """Silent for three tries, and for longer than an acceptor takes to come up after a reset."""
        return len(self._silences) >= TRIES and self._asked_at - self._silences[0] >= AFTER_POWER_ON_NS

    def _believed_now(self, ask: Ask, data: bytes) -> bytes | None:
        """What may be believed after *data*: what was known or read twice alike, or a reading that this one continues.

        A bare acknowledgement needs no witness.
        """
        if ask.size == 0:
            return data
        known, heard_before = self._believed.get(ask.header), self._heard_once.pop(ask.header, None)
        if data in (known, heard_before):
            self._believed[ask.header] = data
            return data
        self._heard_once[ask.header] = data
        if ask != _POLL or known is None or heard_before is None or not is_borne_out(known, heard_before, data):
            return None
        self._believed[ask.header] = heard_before
        return heard_before

    def _meaning(self, ask: Ask, data: bytes, now: int) -> Iterator[DeviceEvent]:
        match ask.header:
            case cc.SIMPLE_POLL:
                yield from self._greet()
            case cc.SERIAL_NUMBER:
                yield from self._identified(int.from_bytes(data, "little"), now)
            case cc.READ_CREDIT:
                yield from self._read(cc.parse_reading(data), now)
            case cc.READ_MASTER_INHIBIT:
                yield from self._lock_read(now, locked=cc.is_locked(data))
            case cc.READ_INHIBITS:
                self._audited(data, now)

    def _greet(self) -> Iterator[DeviceEvent]:
        if self._answers is False:
            yield AcceptorBack(self._device, self._number)
        self._answers = True

    def _identified(self, serial: int | None, now: int) -> Iterator[DeviceEvent]:
        maker, category, product = self._text(cc.MAKER), self._text(cc.CATEGORY), self._text(cc.PRODUCT)
        software = self._text(cc.SOFTWARE)
        yield AcceptorIdentified(self._device, self._number, maker, category, product, software, serial)
        before, self.credits.serial = self.credits.serial, serial
        if None not in (before, serial) and before != serial:
            self.credits.forget()
            self._believed.pop(cc.READ_CREDIT, None)
            yield AcceptorReplaced(self._device, self._number, before or 0, serial or 0)
        self._todo.extend(self._commands())
        self._poll_at = now

    def _read(self, reading: cc.Reading, now: int) -> Iterator[DeviceEvent]:
        for event in self.credits.take(reading):
            yield event
            if isinstance(event, AcceptorReset):
                self._forget_outputs()
                self.command_again(now)

    def _lock_read(self, now: int, *, locked: bool) -> Iterator[DeviceEvent]:
        self._differs = locked is self._open
        if self._differs:
            self._audit_at = now + COMMAND_AGAIN_NS
        if self._lock_told != (locked, True):
            self._lock_told = (locked, True)
            yield LockShown(self._device, self._number, locked, confirmed=True)

    def _audited(self, inhibits: bytes, now: int) -> None:
        self._differs |= inhibits != self._inhibits
        self._audit_at = now + (COMMAND_AGAIN_NS if self._differs else AUDIT_EVERY_NS)

    def _skip(self, ask: Ask, now: int) -> Iterator[DeviceEvent]:
        self._todo.popleft()
        self._failures, self._retry_at, self._ready_at = 0, None, now
        if ask.header == cc.SERIAL_NUMBER:
            yield from self._identified(None, now)

    def _give_up(self, failure: Failure) -> Iterator[DeviceEvent]:
        self._answers = False
        self._start_over()
        self._retry_at = self._asked_at + SILENT_SLOT_NS
        yield AcceptorSilent(self._device, self._number, failure)
        yield LockShown(self._device, self._number, locked=True, confirmed=False)

    def _start_over(self) -> None:
        self._todo = deque(_IDENTIFY)
        self._poll_at = self._audit_at = self._retry_at = None
        self._failures, self._silences = 0, []
        self._forget_outputs()

    def _forget_outputs(self) -> None:
        """Nothing is known of lock and inhibits any more: they are confirmed afresh."""
        self._lock_told = None
        for header in (cc.READ_MASTER_INHIBIT, cc.READ_INHIBITS):
            self._believed.pop(header, None)
            self._heard_once.pop(header, None)

    def _commands(self) -> tuple[Ask, ...]:
        """The lock first: after a reset the master inhibit is off, while the coins are still inhibited."""
        return *self._lock_commands(), Ask(cc.INHIBITS, self._inhibits), _READ_INHIBITS

    def _lock_commands(self) -> tuple[Ask, ...]:
        return Ask(cc.MASTER_INHIBIT, cc.master_inhibit(locked=not self._open)), _READ_LOCK

    def _ask_first(self, asks: tuple[Ask, ...], now: int) -> None:
        """Put *asks* before whatever else is to do; an acceptor not yet identified is told everything then anyway."""
        if self._poll_at is not None:
            headers = {ask.header for ask in asks}
            self._todo = deque((*asks, *(ask for ask in self._todo if ask.header not in headers)))
            self._ready_at = now

    def _text(self, header: int) -> str:
        return self._believed.get(header, b"").decode("latin-1").strip("\0 ")
