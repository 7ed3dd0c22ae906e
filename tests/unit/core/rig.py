"""A table in memory for tests: the real kernel and sessions, a simulated shoe, no port and no clock of its own."""

from collections.abc import Callable

from daemon.kernel import Effects, Input, Kernel, LampBoard, PersonCommand, Tick, fold
from daemon.rulebooks import all_rulebooks
from drivers.base import Session
from drivers.lamps.lcus.session import LcusSession
from drivers.shoe.angel_eye.session import AngelEyeSession
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, SerialWrite
from hw_sims.devices.angel_eye.model import Shoe
from hw_sims.devices.lcus.model import LcusBoard
from table_core.cards import Card
from table_core.commands import Command, OpenTable
from table_core.reconciler.baccarat import BaccaratReconciler
from table_core.record import Entry
from table_core.rulebook import Role
from table_core.rules.baccarat.engine import Engine
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.table import TableState

SHOE, LAMPS = "sabot-1", "lamparas-1"
LAMP_NAMES = ("seat.1", "seat.2", "hold")
BURN: tuple[Card, ...] = ("AS", "2C")
"""The first card of the shoe and the one it burns."""


def new_kernel(state: TableState | None = None, names: tuple[str, ...] = LAMP_NAMES) -> Kernel:
    engine = Engine(all_rulebooks()["iquique-2000/mini-baccarat"])
    sessions: dict[str, Session] = {SHOE: AngelEyeSession(SHOE), LAMPS: LcusSession(LAMPS, len(names))}
    return Kernel(BaccaratReconciler(engine, shoe=SHOE), sessions, [LampBoard(LAMPS, names)], state)


def shoe_of(cards: str, send: Callable[[bytes], None], *, concealed: bool = False) -> Shoe:
    """A shoe whose first card burns one, with *cards* behind."""
    shoe = Shoe(send, concealed=concealed, copies=1)
    shoe.load([*BURN, *cards.split()])
    return shoe


class Rig:
    """Feeds one kernel step by step and keeps what came of it."""

    def __init__(self, cards: str = "", *, concealed: bool = False, names: tuple[str, ...] = LAMP_NAMES) -> None:
        self._names = names
        self.kernel = new_kernel(names=names)
        self.board = LcusBoard(len(names))
        self.entries: list[Entry] = []
        self._said: list[bytes] = []
        self.shoe = shoe_of(cards, self._said.append, concealed=concealed)
        self._now = 0

    def feed(self, make: Callable[[int, int], Input]) -> Effects:
        self._now += 1
        effects = self.kernel.step([make(self._now, self._now)])
        self.entries += effects.entries
        for send in effects.sends:
            if isinstance(send, SerialWrite):
                self.board.receive(send.data)
        return effects

    def order(self, command: Command, role: Role = "jefe_de_sala") -> str | None:
        """Give an order; the code of its refusal, or None."""
        effects = self.feed(lambda mono, utc: PersonCommand("t", "Ana", role, command, mono, utc))
        return effects.replies[0].code

    def open(self) -> None:
        """Links up, table open, shoe prepared and burned: bets are open."""
        for device in (SHOE, LAMPS):
            self.link_up(device)
        self.shoe.power_on()
        self.hear()
        self.order(OpenTable("J-1"))
        self.order(PrepareShoe(6))
        self.draw(2)

    def restart(self) -> None:
        """The controller dies and starts again: what it knows is the fold of what was recorded."""
        self.kernel = new_kernel(fold(self.entries), self._names)
        self.entries += self.kernel.restart(after_fault=False).entries

    def link_up(self, device: str) -> Effects:
        return self.feed(lambda mono, utc: LinkUp(device, "pty", mono, utc))

    def link_down(self, device: str) -> Effects:
        return self.feed(lambda mono, utc: LinkDown(device, "pulled", mono, utc))

    def draw(self, count: int = 1) -> None:
        for _ in range(count):
            self.shoe.draw()
            self.hear()

    def close_round(self) -> None:
        self.shoe.close_round()
        self.hear()

    def tick(self, mono_ns: int) -> Effects:
        self._now = mono_ns
        return self.feed(Tick)

    def forget_what_was_said(self) -> None:
        """The shoe spoke while nobody listened."""
        self._said.clear()

    def hear(self) -> None:
        """Feed everything the shoe said since."""
        said, self._said[:] = list(self._said), []
        for data in said:
            self.feed(lambda mono, utc, data=data: RxChunk(SHOE, data, mono, utc))  # type: ignore[misc]
