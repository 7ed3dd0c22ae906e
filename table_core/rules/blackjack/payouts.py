"""What a ratio comes to: exact in halves of the unit, then to the whole unit as the house rounds. Never a float."""

from table_core.rulebook import Rulebook
from table_core.rules.blackjack.options import option
from table_core.rules.blackjack.state import Hand


def rounded(rules: Rulebook, twice: int) -> int:
    """The whole units of *twice*/2 (AMB-ALL-01)."""
    return -(-twice // 2) if option(rules, "round_half") == "to_player" else twice // 2


def half(rules: Rulebook, amount: int) -> int:
    """Half of *amount* in whole units."""
    return rounded(rules, amount)


def winnings_x2(hand: Hand, ratio: str) -> int | None:
    """Twice the exact winnings: every ratio of these texts is over one or two."""
    gain, risk = (int(part) for part in ratio.split("to"))
    return None if hand.stake is None else hand.stake * gain * 2 // risk


def winnings(rules: Rulebook, hand: Hand, ratio: str) -> int | None:
    """What *ratio* on the hand's stake comes to, in whole units."""
    twice = winnings_x2(hand, ratio)
    return None if twice is None else rounded(rules, twice)
