"""A poker table for the tests: orders by named roles, cards off the top of a stacked deck, everything recorded."""

from collections.abc import Iterable, Mapping
from typing import Any

from table_core.cases.poker import CaseTable
from table_core.commands import Command, ReportIrregularity, Resolve
from table_core.incidents import Incident
from table_core.rulebook import Fact, Role, Rulebook, RuleViolation
from table_core.rules.poker import order
from table_core.rules.poker.entries import CloseAntes, DecideBet, PlaceAnte
from table_core.rules.poker.operations import PassSettled, PassVoided
from table_core.rules.poker.state import PokerGame, Result
from table_core.table import ShoeAligned, TableState, evolve
from table_core.views import picture, visible

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]


class PokerTable(CaseTable):
    """*deck*: the cards in the order they leave the deck."""

    def __init__(self, rules: Rulebook, *, reads: bool = True, deck: Iterable[str] = DECK) -> None:
        super().__init__(rules, reads=reads)
        self.deck = list(deck)

    def draw(self, count: int = 1) -> list[str]:
        drawn, self.deck = self.deck[:count], self.deck[count:]
        self.cards(*drawn)
        return drawn

    def antes(self, *seats: int, amount: int = 1000) -> "PokerTable":
        self.order(*(PlaceAnte(seat, amount) for seat in seats))
        return self

    def dealt(self, *seats: int, missing: int = 0) -> "PokerTable":
        """These seats have antes and cards; *missing* cards the dealer forgot."""
        self.antes(*seats)
        if self.engine.reads:
            self.draw(5 * (len(seats) + 1) - missing)
        else:
            self.order(CloseAntes())
        return self

    def all_bet(self) -> "PokerTable":
        self.order(*(DecideBet(seat.number, "bet") for seat in self.game.seats if seat.undecided))
        return self

    def obey(self, command: Command, role: Role) -> None:
        """An order of a person of *role*."""
        self._take(self._orders.obey(self.state, command, "Ana", role))

    def refused(self, command: Command, role: Role = "jefe_de_sala") -> str:
        """The code with which *command* is refused; nothing changes."""
        try:
            self._orders.obey(self.state, command, "Ana", role)
        except RuleViolation as violation:
            return violation.code
        raise AssertionError(f"{command} was obeyed")

    def report(self, event: str, box: str = "", **facts: Fact) -> None:
        told: Mapping[str, Fact] = facts
        self.order(ReportIrregularity(event, told, box))

    def incident(self, code: str) -> Incident:
        found = self.state.open_incident(code)
        assert found is not None, f"no {code}; open: {[one.code for one in self.state.incidents]}"
        return found

    def resolve(self, code: str, choice: str, role: Role = "jefe_de_sala", **keyed: Any) -> None:
        self.obey(Resolve(self.incident(code).id, choice, **keyed), role)

    @property
    def results(self) -> dict[int, Result]:
        ended: PassSettled | PassVoided = self.last(PassSettled) or self.last(PassVoided)
        return {result.seat: result for result in ended.results}

    @property
    def outcomes(self) -> dict[int, str]:
        return {seat: result.outcome for seat, result in self.results.items()}

    def hand(self, seat: int) -> tuple[str | None, ...]:
        return order.dealt_to(self.game, seat)

    def shown(self) -> dict[str, Any]:
        """What anybody sees of the table."""
        return picture(self.state, self._reconciler.picture(self.state), "mesa")

    def published(self) -> list[dict[str, Any]]:
        """Every operation as anybody may read it while the pass is open."""
        return [visible(operation, None) for operation in self.seen]

    def folded(self) -> TableState:
        """The table as a restart would find it."""
        folded = evolve(TableState(game=PokerGame()), ShoeAligned(True))
        for operation in self.seen:
            folded = evolve(folded, operation)
        return folded
