"""Which prized combination five cards make (ARI 3.5.3). Suits are equal; an ace is low only before a two."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from table_core.cards import Card, pip_value, suit_of

Combination = Literal["straight", "flush", "full_house", "quads", "straight_flush", "royal_flush"]
HAND_CARDS = 5
_ACE_HIGH = 14


def combination(cards: Sequence[Card]) -> Combination | None:
    """The prized combination of five *cards*; None for anything below a straight, or another number of cards."""
    if len(cards) != HAND_CARDS:
        return None
    flush, height = len({suit_of(card) for card in cards}) == 1, straight_height(cards)
    if flush and height:
        return "royal_flush" if height == _ACE_HIGH else "straight_flush"
    match sorted(Counter(card[0] for card in cards).values(), reverse=True):
        case [4, 1]:
            return "quads"
        case [3, 2]:
            return "full_house"
    return "flush" if flush else "straight" if height else None


def straight_height(cards: Sequence[Card]) -> int:
    """The top of the run (5 for A-2-3-4-5, 14 for T-J-Q-K-A); 0 when it is none."""
    pips = sorted(pip_value(card) for card in cards)
    if pips == [1, 10, 11, 12, 13]:
        return _ACE_HIGH
    return pips[-1] if pips == list(range(pips[0], pips[0] + HAND_CARDS)) else 0
