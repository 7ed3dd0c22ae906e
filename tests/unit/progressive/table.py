"""A blackjack table of Iquique with its JACKPOT: the real reconciler and orders, devices told as events, no ports."""

from collections.abc import Iterable

import msgspec

from daemon.journal import body_of
from daemon.rulebooks import all_rulebooks
from table_core.cards import Card
from table_core.commands import Command, OpenTable
from table_core.decision import Decision
from table_core.events import CardDrawn, CreditAccepted, DeviceEvent, LampsShown, LockShown
from table_core.orders import Orders
from table_core.progressive import orders
from table_core.progressive.ledger import Movement, Pot, post
from table_core.progressive.setup import Lamps, SideSetup
from table_core.progressive.state import Due, Progressive
from table_core.reconciler.families import Setup, reconciler_for
from table_core.record import Entry
from table_core.rulebook import Role, RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack.entries import Act, Button, PlaceBet
from table_core.table import NEW_GAMES, Operation, TableState, evolve
from tests.unit.progressive.hands import terms

SHOE, SLOTS, BOARD = "sabot", "ranuras", "lamparas"
SEATS = 7
TERMS = terms(prize_table="iquique_21", base=1_000_000)
MANUAL = SideSetup("P", TERMS, "PA-1", "d1", "manual", SEATS, (SLOTS,), grand_within_h=24)
ELECTRONIC = SideSetup(
    "P", TERMS, "PA-1", "d1", "electronic", SEATS, (SLOTS,), complementary=True, promo=True, grand_within_h=24
)
LAMPED = SideSetup("P", TERMS, "PA-1", "d1", "manual", SEATS, (SLOTS,), (Lamps(BOARD, tuple(range(1, 8)), True),))
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
HOUR_NS = 3_600_000_000_000


class SideTable:
    """Every event and order is recorded; `check` states the pot's equation after each."""

    def __init__(self, setup: SideSetup = MANUAL) -> None:
        self.setup = setup
        self.state = TableState(game=NEW_GAMES["blackjack"])
        self.recorded: list[Operation] = []
        self.now = 0
        self._build()
        self.order(OpenTable("J-1"))
        self.order(PrepareShoe(6, cut_behind=80))
        while self.state.blackjack.shoe.phase == "burn":
            self.draw("2C")

    def _build(self) -> None:
        rules = all_rulebooks()["iquique-2000"]
        self.reconciler = reconciler_for(rules, Setup("none", None, SHOE))
        self.reconciler.carry(self.setup, "mesa-1")
        self._orders = Orders(self.reconciler)

    @property
    def side(self) -> Progressive:
        return self.state.progressive

    def see(self, event: DeviceEvent) -> list[Operation]:
        return self._take(self.reconciler.observe(self.state, event))

    def order(self, command: Command, role: Role = "jefe_de_sala", person: str = "Ana") -> list[Operation]:
        return self._take(self._orders.obey(self.state, command, person, role))

    def refused(self, command: Command, role: Role = "jefe_de_sala", person: str = "Ana") -> str:
        before = self.state
        try:
            self.order(command, role, person)
        except RuleViolation as refusal:
            assert self.state == before
            return refusal.code
        return "(obeyed)"

    def watch(self, *, lock_overdue: bool = False) -> list[Operation]:
        return self._take(self._orders.side_watched(self.state, self.now, lock_overdue=lock_overdue))

    def restart(self) -> None:
        """The controller dies: what it knows is the fold of what was recorded."""
        folded = TableState(game=NEW_GAMES["blackjack"])
        for operation in self.recorded:
            folded = evolve(folded, operation)
        assert folded == self.state
        self._build()
        self._take(self._orders.restarted(folded, after_fault=False))

    def _take(self, decision: Decision) -> list[Operation]:
        for operation in decision.operations:
            assert _decoder.decode(body_of(operation)) == operation, "the journal keeps every entry whole"
        self.recorded += decision.operations
        self.state = decision.state
        self.check()
        return decision.operations

    def check(self) -> None:
        pot = Pot()
        for operation in self.recorded:
            if isinstance(operation, Movement):
                pot = post(pot, operation)
                sums = pot.sums
                assert sums.contributed + sums.seeded == sums.main + sums.reserve + sums.commission + sums.paid
        assert pot == self.side.pot

    # A pass

    def open_bets(self, main: int = 2_000_000) -> None:
        if not self.side.pot.last:
            self.order(orders.SeedPot(main))
        self.order(orders.OpenSideBets(), "dealer")

    def chip(self, seat: int, value: int = 1000) -> list[Operation]:
        return self.see(CreditAccepted(SLOTS, seat, 1, value, 1))

    def lamps(self, *lit: int, confirmed: bool = True) -> list[Operation]:
        return self.see(LampsShown(BOARD, tuple(seat in lit for seat in range(1, SEATS + 1)), confirmed))

    def locks(self, *, locked: bool, seats: Iterable[int] = range(1, SEATS + 1)) -> None:
        for seat in seats:
            self.see(LockShown(SLOTS, seat, locked, confirmed=True))

    def base_bets(self, *seats: int) -> None:
        for seat in seats:
            self.order(PlaceBet(str(seat)))

    def draw(self, cards: str) -> None:
        for card in cards.split():
            self.see(CardDrawn(SHOE, card))

    def finish(self, cards: str) -> None:
        """Deal *cards* in the order they come; then nobody wants more, and the bank has enough with a ten."""
        self.draw(cards)
        while (hand := self.state.blackjack.round.current) is not None:
            self.order(Act("stand", hand.id))
        self.draw("TC")

    def end_base_pass(self) -> None:
        self.order(Button("end_round"), "dealer")

    def review(self, prizes: dict[int, str | None], person: str = "Beto", **cards: tuple[Card, ...]) -> list[Operation]:
        hands = tuple(orders.SeenHand(seat, prize) for seat, prize in prizes.items())
        return self.order(orders.ReviewHands(hands), "dealer", person)

    def release(self, number: int, *people: tuple[str, Role]) -> None:
        for person, role in people or (("Caro", "jefe_de_mesa"), ("Dina", "inspector")):
            if not (due := self.due(number)).released:
                self.order(orders.ReleasePrize(due.id), role, person)

    def due(self, number: int) -> Due:
        due = self.side.due(number)
        assert due is not None
        return due

    def codes(self) -> list[str]:
        return [incident.code for incident in self.state.incidents]


def names(operations: list[Operation]) -> list[str]:
    return [type(operation).__name__ for operation in operations]


def open_table(*seats: int, electronic: bool = False) -> SideTable:
    """A table whose side bets are open; base bets lie at *seats*."""
    table = SideTable(ELECTRONIC if electronic else MANUAL)
    table.base_bets(*(seats or (2, 5)))
    table.open_bets()
    return table
