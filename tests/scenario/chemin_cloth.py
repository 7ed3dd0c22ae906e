"""A table of Chemin de Fer for scenarios: real kernel and drivers, a simulated shoe's bytes, keys and people."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from daemon.kernel import Input, Kernel, PersonCommand
from daemon.rulebooks import all_rulebooks
from drivers.base import Session
from drivers.shoe.angel_eye.session import AngelEyeSession
from drivers.shoe.bee_tek.session import BeeTekSession
from firmware_bridge.traffic import LinkUp, RxChunk
from hw_sims.devices.angel_eye.model import Shoe
from hw_sims.devices.bee_tek.model import BeeTekShoe
from table_core.commands import Command, OpenTable, ReportIrregularity, Resolve
from table_core.incidents import IncidentOpened, IncidentResolved
from table_core.reconciler.families import Setup, reconciler_for
from table_core.record import Entry
from table_core.rulebook import Role
from table_core.rules.baccarat.chemin.entries import CloseBets, KeyRequests, PlacePlayer, Speak, TakeBank
from table_core.rules.baccarat.chemin.operations import CardDiscarded, CardTakenOut, PlaySettled, PlayVoided
from table_core.rules.baccarat.chemin.stakes import Request
from table_core.rules.baccarat.chemin.state import CheminState
from table_core.rules.baccarat.entries import ClosePass, PrepareShoe
from table_core.table import NEW_GAMES, TableState
from table_core.views import visible

BOOK = "iquique-2000/chemin-de-fer"
BETS = (Request("s2", "bet", 500), Request("s3", "bet", 305))
ShoeKind = Literal["angel-eye", "bee-tek"]
T = TypeVar("T")


class Cloth:
    """A bank of 1.000 at department one, 805 against it, and the *cards* the shoe will give."""

    def __init__(
        self,
        cards: str,
        *,
        shoe: ShoeKind = "bee-tek",
        bank: int = 1000,
        requests: tuple[Request, ...] = BETS,
        concealed: bool = False,
        closed: bool = True,
        stakes: Literal["none", "keyed"] = "keyed",
        **switches: Any,
    ) -> None:
        rules = all_rulebooks()[BOOK].with_switches(switches)
        self.reconciler = reconciler_for(rules, Setup(stakes, (10, 100_000), "shoe"))
        session: Session = AngelEyeSession("shoe") if shoe == "angel-eye" else BeeTekSession("shoe")
        self.kernel = Kernel(self.reconciler, {"shoe": session}, [], TableState(game=NEW_GAMES["chemin"]))
        self.entries: list[Entry] = []
        self._said: list[bytes] = []
        self._now = 0
        self.shoe: Any = self._loaded(shoe, cards.split(), concealed=concealed)
        self._feed(lambda mono, utc: LinkUp("shoe", "test", mono, utc))
        self.shoe.power_on()
        self._hear()
        self.order(OpenTable("J-1"))
        if stakes == "keyed":
            for seat in range(1, 6):
                self.order(PlacePlayer(f"s{seat}", seat))
        self.order(PrepareShoe(6))
        if stakes == "keyed":
            self.order(TakeBank("s1", bank))
            self.order(KeyRequests(requests))
        if closed:
            self.order(CloseBets())

    def _loaded(self, kind: ShoeKind, cards: list[str], *, concealed: bool) -> Any:
        if kind == "angel-eye":
            shoe = Shoe(self._said.append, concealed=concealed, copies=3)
            shoe.load(cards, burn=False)
            return shoe
        bare = BeeTekShoe(self._said.append)
        bare.load(cards)
        return bare

    # What there is to see

    @property
    def game(self) -> CheminState:
        return self.kernel.state.chemin

    @property
    def picture(self) -> dict[str, Any]:
        return self.kernel.picture("mesa")

    def all(self, kind: type[T]) -> list[T]:
        return [entry for entry in self.entries if isinstance(entry, kind)]

    def open_codes(self) -> list[str]:
        return [incident.code for incident in self.kernel.state.incidents]

    def rows(self) -> list[tuple[str, str]]:
        """Every incident that was resolved: the rulebook's row, and what was decided."""
        return [(entry.row or "", entry.choice) for entry in self.all(IncidentResolved)]

    def opened(self) -> list[str]:
        return [entry.incident.code for entry in self.all(IncidentOpened)]

    def gone(self) -> list[str | None]:
        """The cards that went into the basket unplayed."""
        return [entry.card for entry in self.entries if isinstance(entry, CardTakenOut | CardDiscarded)]

    def settled(self) -> PlaySettled:
        return self.all(PlaySettled)[-1]

    def voided(self) -> PlayVoided:
        return self.all(PlayVoided)[-1]

    def money(self) -> tuple[str, dict[str, int], int]:
        """Result, what each player won or lost, and what went into the slot."""
        over = self.settled()
        return over.result, {one.player: one.net for one in over.payments}, over.cagnotte

    def public(self) -> str:
        """Everything anybody could have read so far: entries as they are published, and the picture."""
        return repr([visible(entry, None) for entry in self.entries]) + repr(self.picture)

    # Moves

    def draw(self, count: int = 1) -> "Cloth":
        for _card in range(count):
            self.shoe.draw()
            self._hear()
        return self

    def deal(self) -> "Cloth":
        return self.draw(4)

    def say(self, side: Literal["punto", "bank"], word: Literal["carta", "no", "cuadro"]) -> "Cloth":
        self.do(Speak(side, word))
        return self

    def do(self, *commands: Command) -> "Cloth":
        for command in commands:
            refused = self.order(command)
            assert refused is None, refused
        return self

    def report(self, event: str, box: str = "", **facts: int) -> "Cloth":
        return self.do(ReportIrregularity(event, facts, box))

    def resolve(self, choice: str, role: Role = "jefe_de_sala", **keyed: Any) -> "Cloth":
        assert self.order(Resolve(self.kernel.state.incidents[0].id, choice, **keyed), role) is None
        return self

    def pay(self) -> "Cloth":
        return self.do(ClosePass())

    def order(self, command: Command, role: Role = "jefe_de_sala") -> str | None:
        """Give an order; the code of its refusal, or None."""
        effects = self._feed(lambda mono, utc: PersonCommand("t", "Luis Soto", role, command, mono, utc))
        code: str | None = effects.replies[0].code
        return code

    def close_round(self, **how: Any) -> "Cloth":
        """The button of a shoe that reckons for itself: faces, its result, stand-by."""
        self.shoe.close_round(**how)
        self._hear()
        return self

    def _hear(self) -> None:
        said, self._said[:] = list(self._said), []
        for data in said:
            self._feed(lambda mono, utc, data=data: RxChunk("shoe", data, mono, utc))  # type: ignore[misc]

    def _feed(self, make: Callable[[int, int], Input]) -> Any:
        self._now += 1
        effects = self.kernel.step([make(self._now, self._now)])
        self.entries += effects.entries
        return effects
