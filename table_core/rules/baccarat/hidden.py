"""Which cards of a pass still lie covered: both hands until four cards are out, Bank's until Punto has spoken (124)."""

from table_core.rules.baccarat.expectation import Expectation
from table_core.rules.baccarat.state import BaccaratState, Dealt

_FIRST_CARDS = 4


def is_covered(state: BaccaratState, expected: Expectation, dealt: Dealt) -> bool:
    """Whether nobody at the table may see *dealt* yet, though the shoe may have read it."""
    if dealt.card is None or len(state.dealt) < _FIRST_CARDS:
        return True
    return dealt.place.side == "bank" and five_open(expected)


def five_open(expected: Expectation) -> bool:
    """Punto holds an optional five and has not spoken."""
    return "five_draw" in expected.entries
