"""Which hands the dealer must look at for the side bet, whether or not he opens (ARI 3.5.5)."""

from collections.abc import Iterable
from typing import Literal

from table_core.progressive.prizes import Hand
from table_core.progressive.terms import PLUS, Terms

Skip = Literal["NO_VALID_BET", "VOID", "CHANGED", "FOLDED"]


def skipped(terms: Terms, hand: Hand) -> Skip | None:
    """Why this hand is not reviewed, the first reason that fits; None: it is."""
    if not hand.valid or hand.credits == 0:
        return "NO_VALID_BET"
    if hand.void:
        return "VOID"
    if hand.changed or hand.bought:
        return "CHANGED"
    folds = terms.fold_forfeits or terms.base_game == PLUS
    return "FOLDED" if hand.folded and folds else None


def to_review(terms: Terms, hands: Iterable[Hand]) -> list[int]:
    return sorted(hand.seat for hand in hands if skipped(terms, hand) is None)
