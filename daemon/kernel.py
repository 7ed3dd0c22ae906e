"""The whole controller as one synchronous, deterministic object: inputs in, effects out. It does no I/O.

`step` may raise only on a fault of its own; the shell then throws the kernel away, records the fault and stops.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from drivers.base import Observation, Session
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, Send, SendFailed, UsbDone
from table_core import preparation, record_watch, signals, views
from table_core.commands import Command
from table_core.decision import Decision
from table_core.events import UsbDeviceAppeared
from table_core.orders import Orders
from table_core.outputs import Lamps, Output, Texts
from table_core.reconciler.base import Reconciler
from table_core.record import (
    NOT_FOLDED,
    Commanded,
    CommandRefused,
    Entry,
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
    ) -> None:
        self.state = state or TableState(game=NEW_GAMES[reconciler.rules.family])
        self.sessions = sessions
        self._reconciler = reconciler
        self._orders = Orders(reconciler)
        self._boards = tuple(boards)
        self._seats = seats
        self._displays = tuple(displays)
        self._limits = limits
        self._alarm = signals.Alarm()
        self._entries: list[Entry] = []
        self._replies: list[Reply] = []

    def step(self, inputs: Sequence[Input]) -> Effects:
        """Take *inputs* in their order; the last one says what time it is."""
        for given in inputs:
            self._take(given)
        now = inputs[-1]
        self._watch_closing_hour(now.utc_ns)
        return self._effects(self._wanted_sends(now.mono_ns), self._wake_at(now.mono_ns, now.utc_ns))

    def restart(self, *, after_fault: bool) -> Effects:
        """What must be recorded before the first input after a start: nothing is known of the devices any more."""
        self._decided(self._orders.restarted(self.state, after_fault=after_fault))
        return self._effects([], None)

    def safe_outputs(self, mono_ns: int) -> list[Send]:
        """Every lamp off, every sign out of service: for a table that stops, also when its last sends never left."""
        safe: dict[str, Output] = {board.device: Lamps((False,) * len(board.names)) for board in self._boards}
        safe |= {display: Texts(signals.OUT_OF_SERVICE) for display in self._displays}
        for device, output in safe.items():
            self.sessions[device].want(output, mono_ns)
            self.sessions[device].reassert(mono_ns)
        return self._sends()

    def picture(self, table: str) -> dict[str, Any]:
        """The table as anybody may see it, and what every lamp was told to show."""
        wanted = {board.device: list(self._wanted_lamps(board)) for board in self._boards}
        shoe = preparation.picture(self._reconciler.rules, self.state.preparation)
        game = {**self._reconciler.picture(self.state), "preparation": shoe}
        return {**views.picture(self.state, game, table), "lamps_wanted": wanted}

    def _wanted_lamps(self, board: LampBoard, *, sounding: bool = False) -> tuple[bool, ...]:
        bets_open = self._reconciler.bets_open(self.state)
        return signals.lamps(self.state, board.names, bets_open=bets_open, sounding=sounding)

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
                self._observe((Observation(UsbDeviceAppeared(MACHINE, identity)),))
            case Tick(mono_ns=mono_ns):
                for session in self.sessions.values():
                    self._observe(session.on_time(mono_ns))
            case _:
                self._observe(self.sessions[given.port].receive(given))

    def _observe(self, observations: Iterable[Observation]) -> None:
        for observation in observations:
            event = self._seats.event(observation.event)
            self._entries.append(Observed(event, observation.raw))
            self._decided(self._reconciler.observe(self.state, event))

    def _obey(self, given: PersonCommand) -> None:
        try:
            decision = self._orders.obey(self.state, given.command, given.person, given.role)
        except RuleViolation as refused:
            self._entries.append(
                CommandRefused(given.person, given.role, given.command, refused.code, refused.article, refused.detail)
            )
            self._replies.append(Reply(given.token, refused.code, refused.article, refused.detail))
            return
        self._entries.append(Commanded(given.person, given.role, given.command))
        self._decided(decision)
        self._replies.append(Reply(given.token))

    def _decided(self, decision: Decision) -> None:
        self._entries += decision.operations
        self.state = decision.state

    def _watch_closing_hour(self, utc_ns: int) -> None:
        closes_at = self.state.session.closes_at_utc_ns
        if closes_at is not None and utc_ns >= closes_at - LAST_HANDS_BEFORE_CLOSING_NS:
            self._decided(self._orders.closing_hour_nears(self.state))

    def _wanted_sends(self, mono_ns: int) -> list[Send]:
        self._alarm = signals.sound(self._alarm, self.state, mono_ns)
        sounding = mono_ns < self._alarm.until_ns
        for board in self._boards:
            lit = self._wanted_lamps(board, sounding=sounding)
            self.sessions[board.device].want(Lamps(lit), mono_ns)
        if self._displays:
            lines = signals.display_lines(self.state, self._limits, bets_open=self._reconciler.bets_open(self.state))
            for display in self._displays:
                self.sessions[display].want(Texts(lines), mono_ns)
        return self._sends()

    def _sends(self) -> list[Send]:
        return [send for session in self.sessions.values() for send in session.take_sends()]

    def _wake_at(self, mono_ns: int, utc_ns: int) -> int | None:
        deadlines = [session.next_deadline() for session in self.sessions.values()]
        if mono_ns < self._alarm.until_ns and any(signals.BUZZER in board.names for board in self._boards):
            deadlines.append(self._alarm.until_ns)
        closes_at = self.state.session.closes_at_utc_ns
        if closes_at is not None and self.state.session.passes_left is None and self.state.session.day == "open":
            deadlines.append(mono_ns + max(0, closes_at - LAST_HANDS_BEFORE_CLOSING_NS - utc_ns))
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _effects(self, sends: list[Send], wake_at: int | None) -> Effects:
        effects = Effects(tuple(self._entries), tuple(sends), tuple(self._replies), wake_at)
        self._entries, self._replies = [], []
        return effects


def fold(entries: Iterable[Entry], folded: TableState | None = None) -> TableState:
    """The table that *entries* lead to; the first start says which game it is. Nothing is decided again."""
    for entry in entries:
        if folded is None:
            folded = TableState(game=NEW_GAMES[entry.family]) if isinstance(entry, Started) else TableState()
        if not isinstance(entry, NOT_FOLDED):
            folded = evolve(folded, entry)
    return folded or TableState()
