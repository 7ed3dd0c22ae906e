"""What a progressive must know of the game beside it: who bet, who holds what, whether the hands are final."""

from typing import Any, Protocol

from table_core.cards import Card
from table_core.decision import Decision
from table_core.progressive.prizes import Hand
from table_core.rulebook import Rulebook
from table_core.table import TableState


class Game(Protocol):
    """A family's reconciler, as the progressive sees it. Seats are the rulebook's."""

    rules: Rulebook

    def bets_open(self, state: TableState) -> bool: ...

    def bets_called(self, state: TableState) -> bool:
        """Whether the base bets are closed, by the dealer's words or by the first card."""
        ...

    def base_bets(self, state: TableState) -> frozenset[int] | None:
        """The seats with a base bet; None: nobody told the controller, the dealer keys them."""
        ...

    def final_hands(self, state: TableState) -> tuple[Hand, ...] | None:
        """Every hand as it will be reviewed, once the base game can change none of them; before that None."""
        ...

    def holders(self, state: TableState, card: Card) -> tuple[int, ...]:
        """The seats that hold *card* now, covered or not."""
        ...

    def unread(self, state: TableState) -> tuple[int, ...]:
        """The seats of which nobody knows every card now: what they hold shows when it lies open."""
        ...

    def void_seats(self, state: TableState) -> frozenset[int]:
        """The seats whose hand of this pass was annulled, or never dealt."""
        ...

    def annulled(self, operations: list[Any]) -> bool:
        """Whether *operations* annulled the pass."""
        ...


def over(decision: Decision) -> bool:
    """No card of a pass lies on the cloth."""
    return not decision.state.game.in_pass
