"""Which prized combination five cards make (ARI 3.5.3). Suits are equal; an ace is low only before a two."""

from collections.abc import Sequence
from typing import Literal, get_args

from table_core.cards import Card
from table_core.rules.poker.ranking import rank_hand

Combination = Literal["straight", "flush", "full_house", "quads", "straight_flush", "royal_flush"]
HAND_CARDS = 5
_PRIZED = frozenset(get_args(Combination))
_RUNS = frozenset({"straight", "straight_flush", "royal_flush"})


def combination(cards: Sequence[Card]) -> Combination | None:
    """The prized combination of five *cards*; None for anything below a straight, or what is no hand of one deck."""
    if len(cards) != HAND_CARDS or len(set(cards)) != HAND_CARDS:
        return None
    category = rank_hand(cards).category
    return category if category in _PRIZED else None  # type: ignore[return-value]


def straight_height(cards: Sequence[Card]) -> int:
    """The top of the run (5 for A-2-3-4-5, 14 for T-J-Q-K-A); 0 when it is none."""
    hand = rank_hand(cards)
    return hand.values[0] if hand.category in _RUNS else 0
