"""The whole controller as one synchronous, deterministic object: inputs in, effects out. It does no I/O.

`step` may raise only on a fault of its own; the shell then throws the kernel away, records the fault and stops.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from daemon.device_test import Bench, board_shows, seats_show, sign_shows
from drivers.base import Observation, Session
from drivers.line_watch import LineWatch
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, Send, SendFailed, UsbDone
from table_core import preparation, record_watch, signals, views
from table_core.commands import BeginDeviceTest, Command
from table_core.dealer_pad import DealerPad
from table_core.decision import Decision
from table_core.device_tests import Fitting, Part
from table_core.events import KeyPressed, KeysUnclear, UsbDeviceAppeared
from table_core.orders import Orders
from table_core.outputs import Acceptors, BetSeat, BetSeats, FloorClaims, Lamps, Output, Texts
from table_core.reconciler.base import Reconciler
from table_core.record import (
    NOT_FOLDED,
    Commanded,
    CommandRefused,
    DeviceTestTimed,
    Entry,
    KeyRefused,
    MomentPassed,
    Observed,
    RecordNoted,
    SignInTried,
    Started,
)
from table_core.rulebook import Role, RuleViolation
from table_core.seats import SeatNumbers
from table_core.table import NEW_GAMES, TableState, evolve

MACHINE = "machine"
"""The device name of what the computer itself reports."""
LOCK_WITHIN_NS = 2_000_000_000
"""How long acceptors and lamps have to read back what the lock commands (ours); a card that comes earlier ends it."""
LAST_HANDS_BEFORE_CLOSING_NS = 6 * 60 * 1_000_000_000


class PersonCommand(Struct, frozen=True, tag=True):
    """An order from a person who signed in; *token* finds the way back for the answer."""

    token: str
    person: str
    role: Role
    command: Command
    mono_ns: int
    utc_ns: int


class SignIn(Struct, frozen=True, tag=True):
    """Somebody gave a name and a PIN at a terminal; only the result is told here."""

    person: str
    result: str
    mono_ns: int
    utc_ns: int


class Tick(Struct, frozen=True, tag=True):
    mono_ns: int
    utc_ns: int


class RecordReport(Struct, frozen=True, tag=True):
    """The keeping of the record itself: *code* is a fault that began (*trouble*) or is over."""

    code: str
    trouble: bool
    detail: str
    mono_ns: int
    utc_ns: int


class UsbAppeared(Struct, frozen=True, tag=True):
    """The system says that a USB device was plugged in which this table does not know."""

    identity: str
    mono_ns: int
    utc_ns: int


Input = RxChunk | UsbDone | LinkUp | LinkDown | SendFailed | PersonCommand | SignIn | RecordReport | UsbAppeared | Tick


class Reply(Struct, frozen=True):
    """The answer to one order; *code* is None when it was obeyed."""

    token: str
    code: str | None = None
    article: str | None = None
    detail: str | None = None


class Effects(Struct, frozen=True):
    """What must happen, in this order: entries are committed, then everything else is released."""

    entries: tuple[Entry, ...]
    sends: tuple[Send, ...]
    replies: tuple[Reply, ...]
    wake_at: int | None


class LampBoard(Struct, frozen=True):
    """A lamp board and what each of its channels is called, by the rulebook's seats."""

    device: str
    names: tuple[str, ...]


class SideDevices(Struct, frozen=True):
    """The acceptors of a progressive. *electronic*: they have lamps and counters. *floor*: who keeps a shared pot."""

    acceptors: tuple[str, ...] = ()
    electronic: bool = False
    floor: str = ""


class Kernel:
    def __init__(
        self,
        reconciler: Reconciler,
        sessions: dict[str, Session],
        boards: Iterable[LampBoard],
        state: TableState | None = None,
        *,
        seats: SeatNumbers = SeatNumbers(),  # noqa: B008 - a frozen value
        displays: Sequence[str] = (),
        limits: tuple[int, int] | None = None,
        side: SideDevices = SideDevices(),  # noqa: B008 - a frozen value
        confirming: Collection[str] = (),
    ) -> None:
        self.state = state or TableState(game=NEW_GAMES[reconciler.rules.family])
        self.sessions = sessions
        self._watches = {name: LineWatch(name, session.counters) for name, session in sessions.items()}
        self._reconciler = reconciler
        self._orders = Orders(reconciler)
        self._pad = DealerPad(reconciler)
        self._boards = tuple(boards)
        self._seats = seats
        self._displays = tuple(displays)
        self._limits = limits
        self._side = side
        self._bench = Bench(_fittings(self._boards, self._displays, side, seats.seats, confirming))
        self._locking_since: int | None = None
        self._alarm = signals.Alarm()
        self._entries: list[Entry] = []
        self._replies: list[Reply] = []

    def step(self, inputs: Sequence[Input]) -> Effects:
        """Take *inputs* in their order; the last one says what time it is."""
        for given in inputs:
            self._take(given)
        now = inputs[-1]
        self._watch_closing_hour(now.utc_ns)
        self._watch_side_bets(now.mono_ns, now.utc_ns)
        self._watch_test(now.mono_ns)
        return self._effects(self._wanted_sends(now.mono_ns), self._wake_at(now.mono_ns, now.utc_ns))

    def restart(self, *, after_fault: bool) -> Effects:
        """What must be recorded before the first input after a start: nothing is known of the devices any more."""
        self._decided(self._orders.restarted(self.state, after_fault=after_fault))
        return self._effects([], None)

    def safe_outputs(self, mono_ns: int) -> list[Send]:
        """Lamps off, acceptors locked, signs out of service: a table stops, and its last sends may never have left."""
        safe: dict[str, Output] = {board.device: Lamps((False,) * len(board.names)) for board in self._boards}
        safe |= {display: Texts(signals.OUT_OF_SERVICE) for display in self._displays}
        closed = self._for_acceptors((BetSeat(),) * self._seats.seats)
        safe |= dict.fromkeys(self._side.acceptors, closed)
        for device, output in safe.items():
            self.sessions[device].want(output, mono_ns)
            self.sessions[device].reassert(mono_ns)
        return self._sends()

    def picture(self, table: str) -> dict[str, Any]:
        """The table as anybody may see it, and what every lamp was told to show."""
        wanted = {board.device: list(self._wanted_lamps(board)) for board in self._boards}
        shoe = preparation.picture(self._reconciler.rules, self.state.preparation)
        game = {**self._reconciler.picture(self.state), "preparation": shoe}
        shown = views.picture(self.state, game, table) | {"lamps_wanted": wanted}
        part = self._reconciler.progressive
        shown["limits"] = self._limits_now
        if "pad" in self._reconciler.roles.values():
            shown["pad"] = self._pad.shown()
        return shown if part is None else {**shown, "progressive": part.picture(self.state)}

    @property
    def _limits_now(self) -> tuple[int, int] | None:
        """What the sign says: the day's own limits where they were changed."""
        return self.state.session.limits or self._limits

    def _wanted_lamps(self, board: LampBoard, *, sounding: bool = False) -> tuple[bool, ...]:
        bets_open = self._reconciler.bets_open(self.state)
        laid = self.state.progressive.lit if self._reconciler.progressive is not None else None
        return signals.lamps(self.state, board.names, bets_open=bets_open, sounding=sounding, bet_seats=laid)

    def _take(self, given: Input) -> None:
        match given:
            case PersonCommand():
                self._obey(given)
            case SignIn(person=person, result=result):
                self._entries.append(SignInTried(person, result))
            case RecordReport(code=code, trouble=trouble, detail=detail):
                noted = RecordNoted(code, trouble, detail)
                self._entries.append(noted)
                self._decided(record_watch.note(self.state, noted))
            case UsbAppeared(identity=identity):
                self._observe((Observation(UsbDeviceAppeared(MACHINE, identity)),), given.mono_ns)
            case Tick(mono_ns=mono_ns):
                for name, session in self.sessions.items():
                    self._observe(session.on_time(mono_ns), mono_ns)
                    self._watch_line(name, mono_ns)
            case _:
                self._observe(self.sessions[given.port].receive(given), given.mono_ns)
                self._watch_line(given.port, given.mono_ns)

    def _watch_line(self, device: str, mono_ns: int) -> None:
        told = self._watches[device].look(mono_ns)
        if told is not None:
            self._observe((Observation(told),), mono_ns)

    def _observe(self, observations: Iterable[Observation], mono_ns: int) -> None:
        for observation in observations:
            event = self._seats.event(observation.event)
            self._entries.append(Observed(event, observation.raw))
            self._decided(self._reconciler.observe(self.state, event))
            match event:
                case KeyPressed():
                    self._key_pressed(event, mono_ns)
                case KeysUnclear():
                    self._pad.unclear(event)

    def _key_pressed(self, event: KeyPressed, mono_ns: int) -> None:
        """A key of the dealer's pad is an order of whoever deals; one without a meaning is refused in words."""
        order = self._pad.pressed(self.state, event, mono_ns)
        refused = None if order is None else self._order(order.person, "dealer", order.command)
        if refused is not None:
            self._pad.refused = refused.detail
        elif self._pad.refused:
            self._entries.append(KeyRefused(event.device, event.key, self._pad.refused))

    def _obey(self, given: PersonCommand) -> None:
        if isinstance(given.command, BeginDeviceTest):
            given = replace(given, command=self._bench.fitted(given.command))
        refused = self._order(given.person, given.role, given.command)
        said = () if refused is None else (refused.code, refused.article, refused.detail)
        self._replies.append(Reply(given.token, *said))

    def _order(self, person: str, role: Role, command: Command) -> RuleViolation | None:
        """Obey *command*, or record why not; nothing else changes then."""
        try:
            decision = self._orders.obey(self.state, command, person, role)
        except RuleViolation as refused:
            self._entries.append(CommandRefused(person, role, command, refused.code, refused.article, refused.detail))
            return refused
        self._entries.append(Commanded(person, role, command))
        self._decided(decision)
        return None

    def _decided(self, decision: Decision) -> None:
        self._entries += decision.operations
        self.state = decision.state

    def _watch_closing_hour(self, utc_ns: int) -> None:
        closes_at = self.state.session.closes_at_utc_ns
        if closes_at is not None and utc_ns >= closes_at - LAST_HANDS_BEFORE_CLOSING_NS:
            self._decided(self._orders.closing_hour_nears(self.state))

    def _watch_side_bets(self, mono_ns: int, utc_ns: int) -> None:
        """What of the progressive depends on time: a lock nobody confirmed, a grand prize to be paid."""
        if self._reconciler.progressive is None:
            return
        if self.state.progressive.phase != "locking":
            self._locking_since = None
        elif self._locking_since is None:
            self._locking_since = mono_ns
        overdue = self._locking_since is not None and mono_ns >= self._locking_since + LOCK_WITHIN_NS
        watched = self._orders.side_watched(self.state, utc_ns, lock_overdue=overdue)
        if watched.operations:
            self._entries.append(MomentPassed(utc_ns, overdue))
            self._decided(watched)
        if overdue:
            self._locking_since = None

    def _watch_test(self, mono_ns: int) -> None:
        deadline, test = self._bench.deadline(self.state, mono_ns), self.state.device_test
        if test is not None and deadline is not None and mono_ns >= deadline:
            self._entries.append(DeviceTestTimed(test.step))
            self._decided(self._orders.test_step_over(self.state))

    def _want_side(self, mono_ns: int) -> None:
        part = self._reconciler.progressive
        if part is None:
            return
        wanted = part.bet_seats(self.state)
        for device in self._side.acceptors:
            self.sessions[device].want(self._for_acceptors(seats_show(self.state, device, wanted)), mono_ns)
        if self._side.floor:
            claims = tuple(pending.claim for pending in self.state.progressive.linked.pending)
            self.sessions[self._side.floor].want(FloorClaims(claims), mono_ns)

    def _sign_lines(self) -> tuple[str, str]:
        """A sign shows the pot where there is one; a table that is held says so first."""
        part = self._reconciler.progressive
        if part is not None and not self.state.held and self.state.session.day == "open":
            return part.display_lines(self.state)
        return signals.display_lines(self.state, self._limits_now, bets_open=self._reconciler.bets_open(self.state))

    def _for_acceptors(self, seats: tuple[BetSeat, ...]) -> Output:
        """What the acceptors are to be, in the order of the places; a chip slot only opens and locks."""
        placed = tuple(seats[self._seats.number(place) - 1] for place in range(1, len(seats) + 1))
        return BetSeats(placed) if self._side.electronic else Acceptors(tuple(seat.open for seat in placed))

    def _wanted_sends(self, mono_ns: int) -> list[Send]:
        self._alarm = signals.sound(self._alarm, self.state, mono_ns)
        sounding = mono_ns < self._alarm.until_ns
        for board in self._boards:
            lit = self._wanted_lamps(board, sounding=sounding)
            self.sessions[board.device].want(board_shows(self.state, board.device) or Lamps(lit), mono_ns)
        self._want_side(mono_ns)
        if self._displays:
            lines = self._sign_lines()
            for display in self._displays:
                self.sessions[display].want(sign_shows(self.state, display) or Texts(lines), mono_ns)
        return self._sends()

    def _sends(self) -> list[Send]:
        return [send for session in self.sessions.values() for send in session.take_sends()]

    def _wake_at(self, mono_ns: int, utc_ns: int) -> int | None:
        deadlines = [session.next_deadline() for session in self.sessions.values()]
        deadlines += [watch.deadline() for watch in self._watches.values()]
        deadlines.append(self._bench.deadline(self.state, mono_ns))
        if mono_ns < self._alarm.until_ns and any(signals.BUZZER in board.names for board in self._boards):
            deadlines.append(self._alarm.until_ns)
        if self._locking_since is not None:
            deadlines.append(self._locking_since + LOCK_WITHIN_NS)
        if self._reconciler.progressive is not None:
            moments = self._reconciler.progressive.prizes.moments(self.state.progressive)
            deadlines += [mono_ns + moment - utc_ns for moment in moments if moment > utc_ns]
        closes_at = self.state.session.closes_at_utc_ns
        if closes_at is not None and self.state.session.passes_left is None and self.state.session.day == "open":
            deadlines.append(mono_ns + max(0, closes_at - LAST_HANDS_BEFORE_CLOSING_NS - utc_ns))
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _effects(self, sends: list[Send], wake_at: int | None) -> Effects:
        effects = Effects(tuple(self._entries), tuple(sends), tuple(self._replies), wake_at)
        self._entries, self._replies = [], []
        return effects


def _fittings(
    boards: Sequence[LampBoard], displays: Sequence[str], side: SideDevices, seats: int, confirming: Collection[str]
) -> dict[tuple[str, Part], Fitting]:
    """What of each device a technician may test."""
    names = tuple(f"{signals.SEAT}{seat}" for seat in range(1, seats + 1))
    lamps = {board.device: board.names for board in boards}
    lamps |= dict.fromkeys(side.acceptors, names) if side.electronic else {}
    parts: list[tuple[Part, dict[str, tuple[str, ...]]]] = [
        ("lamps", lamps),
        ("display", dict.fromkeys(displays, ())),
        ("locks", dict.fromkeys(side.acceptors, names)),
    ]
    return {(device, part): Fitting(of, device in confirming) for part, named in parts for device, of in named.items()}


def fold(entries: Iterable[Entry], folded: TableState | None = None) -> TableState:
    """The table that *entries* lead to; the first start says which game it is. Nothing is decided again."""
    for entry in entries:
        if folded is None:
            folded = TableState(game=NEW_GAMES[entry.family]) if isinstance(entry, Started) else TableState()
        if not isinstance(entry, NOT_FOLDED):
            folded = evolve(folded, entry)
    return folded or TableState()
