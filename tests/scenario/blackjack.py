"""A blackjack table in memory: the real kernel, a barcode shoe's bytes, orders in people's names. No port, no clock."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from daemon.kernel import Effects, Input, Kernel, PersonCommand
from daemon.rulebooks import all_rulebooks
from drivers.shoe.barcode.session import BarcodeOptions, BarcodeSession
from firmware_bridge.traffic import LinkUp, RxChunk
from hw_sims.devices.barcode.model import BarcodeShoe
from hw_sims.devices.card_stack import CUT_CARD
from table_core import shoe_count
from table_core.commands import Command, OpenTable, ReportIrregularity, Resolve, TakePosition
from table_core.incidents import Incident, IncidentOpened, IncidentResolved
from table_core.reconciler.blackjack import BlackjackReconciler
from table_core.record import NOT_FOLDED, Entry
from table_core.rulebook import Role, Value
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack.engine import Engine
from table_core.rules.blackjack.entries import Act, ActName, Button, ButtonName, LayNext, PlaceBet
from table_core.rules.blackjack.game import RoundOpened
from table_core.rules.blackjack.options import switched
from table_core.rules.blackjack.settlement import Settlement
from table_core.rules.blackjack.state import State
from table_core.table import NEW_GAMES, TableState, evolve

SHOE = "sabot"
CUT_CODE = "8888"
DECKS = {"coquimbo-2020": 6, "bj8-ar": 8, "mendoza-2016": 6, "iquique-2000": 6}
BEHIND = 60
BURN = ("2C", "3C", "4C", "5C", "6C")
PEOPLE: dict[Role, str] = {
    "dealer": "Ana Rojas",
    "jefe_de_mesa": "Luis Soto",
    "jefe_de_sala": "Marta Gil",
    "inspector": "Inés Vera",
}


class BlackjackTable:
    """One table under one text; every move is a kernel step, and every step must fold to the kernel's own state."""

    def __init__(self, book: str, *, prepared: bool = True, **switches: Value) -> None:
        self.book = book
        self.rules = switched(all_rulebooks()[book], switches)
        self.engine = Engine(self.rules, stakes="keyed")
        session = BarcodeSession(SHOE, BarcodeOptions(cut_card=CUT_CODE))
        self.kernel = Kernel(BlackjackReconciler(self.engine, shoe=SHOE), {SHOE: session}, [], None)
        self.kernel.state = self.folded = TableState(game=NEW_GAMES["blackjack"])
        self.entries: list[Entry] = []
        self.finished: State | None = None
        self._now = 0
        self._said: list[bytes] = []
        self._shoe = BarcodeShoe(self._said.append, cut_card=CUT_CODE)
        self._shoe.power_on()
        self.feed(lambda mono, utc: LinkUp(SHOE, "tty", mono, utc))
        if prepared:
            self.open()
            self.prepare()

    # Moves

    def open(self) -> "BlackjackTable":
        self.must(OpenTable("J-1"), "jefe_de_mesa")
        self.must(TakePosition("supervisor"), "jefe_de_mesa")
        self.must(TakePosition("dealer"), "dealer")
        return self

    def prepare(self) -> "BlackjackTable":
        """A shoe prepared by one signature, and its burn drawn."""
        self.must(PrepareShoe(DECKS[self.book], BEHIND, 100, cut_by="casilla 1", leave_by="Inés Vera"), "dealer")
        return self.deal(*BURN[: self.state.blackjack.shoe.burn_left])

    def used_up_to(self, left: int) -> "BlackjackTable":
        """Earlier passes took all but *left* cards, and nobody read them."""
        game, count = self.state.blackjack, self.state.count
        assert count is not None
        for _ in range(game.shoe.left - left):
            count = shoe_count.drawn(count, None)
        used = replace(self.state, game=replace(game, shoe=replace(game.shoe, left=left)), count=count)
        self.kernel.state = self.folded = used
        return self

    def bet(self, *boxes: str, stake: int = 100) -> "BlackjackTable":
        for box in boxes:
            self.must(PlaceBet(box, stake), "dealer")
        if self.rules["bets_close"] == "call":
            self.press("no_more_bets")
        return self

    def deal(self, *cards: str) -> "BlackjackTable":
        """Cards leave the shoe, each as the reader's bytes; CUT is the cut card."""
        for card in " ".join(cards).split():
            self._shoe.load([CUT_CARD if card == "CUT" else card])
            self._shoe.draw()
            said, self._said[:] = list(self._said), []
            for data in said:
                self.feed(lambda mono, utc, data=data: RxChunk(SHOE, data, mono, utc))  # type: ignore[misc]
        return self

    def lay(self, place: str, card: str) -> "BlackjackTable":
        """The dealer keys that the next card goes elsewhere, and draws it."""
        self.must(LayNext(place), "dealer")
        return self.deal(card)

    def act(self, name: ActName, box: str = "", **fields: Any) -> "BlackjackTable":
        self.must(Act(name, box, **fields), "dealer")
        return self

    def stand(self, *boxes: str) -> "BlackjackTable":
        for box in boxes:
            self.act("stand", box)
        return self

    def press(self, name: ButtonName, box: str | None = None) -> "BlackjackTable":
        self.must(Button(name, box), "dealer")
        return self

    def report(self, event: str, box: str = "", role: Role = "dealer") -> "BlackjackTable":
        self.must(ReportIrregularity(event, box=box), role)
        return self

    def resolve(self, code: str, choice: str, role: Role, **keyed: Any) -> "BlackjackTable":
        self.must(Resolve(self.incident(code).id, choice, **keyed), role)
        return self

    def order(self, command: Command, role: Role) -> tuple[str | None, str | None]:
        """Code and article of the refusal; (None, None) when the order was obeyed."""
        person = PEOPLE[role]
        effects = self.feed(lambda mono, utc: PersonCommand("t", person, role, command, mono, utc))
        return effects.replies[0].code, effects.replies[0].article

    def must(self, command: Command, role: Role) -> None:
        refused = self.order(command, role)
        assert refused == (None, None), (command, refused, self.entries[-1])

    def feed(self, make: Callable[[int, int], Input]) -> Effects:
        self._now += 1
        effects = self.kernel.step([make(self._now, self._now)])
        for entry in effects.entries:
            if isinstance(entry, RoundOpened) and self.folded.blackjack.round.hands:
                self.finished = self.folded.blackjack.round
            if not isinstance(entry, NOT_FOLDED):
                self.folded = evolve(self.folded, entry)
        assert self.folded == self.kernel.state, "a restart would not be where the table is"
        self.entries += effects.entries
        return effects

    # What there is to see

    @property
    def state(self) -> TableState:
        return self.kernel.state

    @property
    def round(self) -> State:
        """The pass in play, or the one that was over last."""
        current = self.state.blackjack.round
        return current if current.hands or self.finished is None else self.finished

    @property
    def settled(self) -> Settlement:
        return self.engine.settle(self.round)

    @property
    def nets(self) -> dict[str, int | None]:
        return {hand.hand: hand.net for hand in self.settled.hands}

    @property
    def burned(self) -> list[str]:
        return [held.card for held in self.round.burned]

    def incident(self, code: str) -> Incident:
        found = self.state.open_incident(code)
        assert found is not None, f"no {code}; open: {[one.code for one in self.state.incidents]}"
        return found

    def opened(self, code: str) -> Incident:
        """The newest incident of this kind, open or not."""
        found = [one.incident for one in self.entries if isinstance(one, IncidentOpened) and one.incident.code == code]
        assert found, f"no {code} was opened: {self.codes}"
        return found[-1]

    def resolution(self, code: str) -> IncidentResolved:
        number = self.opened(code).id
        found = [one for one in self.entries if isinstance(one, IncidentResolved) and one.id == number]
        assert found, f"{code} is still open"
        return found[-1]

    @property
    def codes(self) -> list[str]:
        return [one.incident.code for one in self.entries if isinstance(one, IncidentOpened)]

    @property
    def holding(self) -> list[str]:
        return [incident.code for incident in self.state.incidents if incident.hold]
