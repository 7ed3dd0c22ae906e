"""The shoe's own idea of the next card: the international drawing rules. Shares nothing with our engine."""

from collections.abc import Callable, Sequence
from typing import Literal

from table_core.cards import Card, pip_value, rank_of

Side = Literal["punto", "bank"]
NextPlace = Callable[[Sequence[Card], Sequence[Card]], Side | None]
"""Given the cards of punto and bank so far: who gets the next one, or None when the round is complete."""

_BANK_DRAWS_ON_THIRD = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: range(2, 8),
    5: range(4, 8),
    6: range(6, 8),
}


def total(hand: Sequence[Card]) -> int:
    return sum(_points(card) for card in hand) % 10


def international_place(punto: Sequence[Card], bank: Sequence[Card]) -> Side | None:
    if len(punto) < 2 or len(bank) < 2:
        return "punto" if len(punto) <= len(bank) else "bank"
    if len(bank) > 2 or max(total(punto[:2]), total(bank)) >= 8:
        return None
    if len(punto) == 2 and total(punto) <= 5:
        return "punto"
    return "bank" if _bank_draws(punto, bank) else None


def winner(punto: Sequence[Card], bank: Sequence[Card]) -> Literal["punto", "bank", "tie"]:
    difference = total(punto) - total(bank)
    if difference == 0:
        return "tie"
    return "punto" if difference > 0 else "bank"


def pairs(punto: Sequence[Card], bank: Sequence[Card]) -> tuple[Side, ...]:
    hands: tuple[tuple[Side, Sequence[Card]], ...] = (("punto", punto), ("bank", bank))
    return tuple(side for side, hand in hands if rank_of(hand[0]) == rank_of(hand[1]))


def burn_value(card: Card) -> int:
    """How many more cards are burned after the first: its number, ten for J, Q and K."""
    return min(pip_value(card), 10)


def _bank_draws(punto: Sequence[Card], bank: Sequence[Card]) -> bool:
    if len(punto) == 2:
        return total(bank) <= 5
    return _points(punto[2]) in _BANK_DRAWS_ON_THIRD.get(total(bank), ())


def _points(card: Card) -> int:
    value = pip_value(card)
    return value if value < 10 else 0
