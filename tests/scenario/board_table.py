"""A table of TableBus boards in memory: the real kernel and sessions, simulated boards, virtual time, no port."""

from typing import Literal, TypeVar

from daemon.kernel import Effects, Input, Kernel, PersonCommand, Tick, fold
from daemon.rulebooks import all_rulebooks
from drivers.registry import DRIVERS, open_session
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, SerialWrite
from hw_sims.devices.tablebus import boards
from hw_sims.devices.tablebus.board import Board
from table_core.commands import Command, OpenTable
from table_core.outputs import CardsWanted
from table_core.reconciler.families import Setup, reconciler_for
from table_core.record import Entry, Observed
from table_core.rulebook import Role
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.table import NEW_GAMES, TableState

E = TypeVar("E")

MS = 1_000_000
SECOND_NS = 1000 * MS
SHOE, SHUFFLER, RACK, CONTACTS = "sabot", "barajadora", "descarte", "contactos"
DRIVER_OF = {SHOE: "shoe", SHUFFLER: "shuffler", RACK: "discard", CONTACTS: "contacts"}


class BoardTable:
    """*machine*: the shuffler deals itself. Every step runs until the line is quiet."""

    def __init__(
        self, rulebook: str = "coquimbo-2020", *, machine: bool = False, makers: dict[str, str] | None = None
    ) -> None:
        self.shoe = boards.SmartShoe()
        self.shuffler = boards.ContinuousShuffler() if machine else boards.Shuffler()
        self.rack, self.contacts = boards.Rack(), boards.Contacts()
        self.boards: dict[str, Board] = {
            SHOE: self.shoe, SHUFFLER: self.shuffler, RACK: self.rack, CONTACTS: self.contacts,
        }  # fmt: skip
        self.keys = {name: board.link.maker.key for name, board in self.boards.items()}
        self.entries: list[Entry] = []
        self._makers = makers or {}
        self.now = 1
        self._rules = all_rulebooks()[rulebook]
        self._plugged: set[str] = set()
        self._epoch: dict[str, int] = {}
        self.kernel = self._new_kernel(None)

    @property
    def state(self) -> TableState:
        return self.kernel.state

    @property
    def codes(self) -> list[str]:
        return [incident.code for incident in self.state.incidents]

    def detail(self, code: str) -> str:
        found = self.state.open_incident(code)
        assert found is not None, f"no {code}; open: {self.codes}"
        return found.detail

    def observed(self, kind: type[E]) -> list[tuple[E, bytes]]:
        """What devices told of that kind, each with the evidence."""
        seen = [entry for entry in self.entries if isinstance(entry, Observed)]
        return [(entry.event, entry.raw) for entry in seen if isinstance(entry.event, kind)]

    def start(self) -> None:
        for name in self.boards:
            self.plug(name)

    def open(self, decks: int = 6, *, cards: str = "", machine: Literal["", "machine_is_shoe"] = "") -> None:
        """Everybody met, the table open, a shoe in play whose burn is over."""
        self.start()
        assert self.order(OpenTable("J-1")) is None
        self.shoe.load(["2C", *cards.split()])
        self.run()
        assert self.order(PrepareShoe(decks, 60, machine=machine)) is None
        self.draw()

    def draw(self, count: int = 1) -> None:
        for _ in range(count):
            self.shoe.draw()
            self.run()

    def order(self, command: Command, role: Role = "jefe_de_sala", person: str = "Luis Soto") -> str | None:
        effects = self.feed(PersonCommand("t", person, role, command, self.now, self.now))
        self.run(10 * MS)
        return effects.replies[0].code

    def plug(self, name: str) -> None:
        self._plugged.add(name)
        self.feed(LinkUp(name, "pty", self.now, self.now))
        self.run()

    def pull(self, name: str) -> None:
        self._plugged.discard(name)
        self.boards[name].link.unplugged()
        self.feed(LinkDown(name, "pulled", self.now, self.now))
        self.run()

    def replug(self, name: str) -> None:
        self.pull(name)
        self.plug(name)

    def restart(self) -> None:
        """The controller dies; the next one folds what was recorded and meets everybody again."""
        for name in self.boards:
            self.boards[name].link.unplugged()
        self.kernel = self._new_kernel(fold(self.entries, TableState(game=NEW_GAMES["blackjack"])))
        self.entries += self.kernel.restart(after_fault=False).entries
        self.start()

    def run(self, for_ns: int = SECOND_NS) -> None:
        end = self.now + for_ns
        while (due := self._next_due()) is not None and due <= end:
            self.now = max(self.now + 1, due)
            for name in sorted(self._plugged):
                link = self.boards[name].link
                deadline = link.next_deadline()
                if deadline is not None and deadline <= self.now:
                    self._say(name, link.on_time(self.now))
            self.feed(Tick(self.now, self.now))
        self.now = max(self.now, end)

    def _next_due(self) -> int | None:
        links = [self.boards[name].link.next_deadline() for name in self._plugged]
        sessions = [session.next_deadline() for session in self.kernel.sessions.values()]
        return min((moment for moment in (*links, *sessions) if moment is not None), default=None)

    def feed(self, given: Input) -> Effects:
        self.now += 1
        effects = self.kernel.step([given])
        self.entries += effects.entries
        for send in effects.sends:
            if isinstance(send, SerialWrite) and send.port in self._plugged:
                self._say(send.port, self.boards[send.port].link.hear(send.data, self.now))
        return effects

    def _say(self, name: str, frames: list[bytes]) -> None:
        for frame in frames:
            self.feed(RxChunk(name, frame, self.now, self.now))

    def _new_kernel(self, state: TableState | None) -> Kernel:
        roles = {name: DRIVERS[f"tablebus-{driver}"].role for name, driver in DRIVER_OF.items()}
        setup = Setup("none", None, SHOE, shoe_gives_verdict=False, roles=dict(roles), makers=self._makers)
        sessions = {
            name: open_session(DRIVERS[f"tablebus-{driver}"], name, options={"key": self.keys[name]})
            for name, driver in DRIVER_OF.items()
        }
        sessions[SHUFFLER].want(CardsWanted(6 * 52), 0)
        for name, session in sessions.items():
            if state is not None and name in state.boards.read:
                session.resume_at(state.boards.read[name])  # type: ignore[attr-defined]
        return Kernel(reconciler_for(self._rules, setup), sessions, [], state)
