"""Points and third cards of Mini Baccarat and Punto y Banca (Iquique 123-124, 136-137). Pure arithmetic."""

from collections.abc import Sequence

from table_core.cards import Card, pip_value
from table_core.rulebook import Rulebook

# Art. 124 / 137, "pide teniendo el Punto": the third cards of Punto on which the bank draws, by the bank's points.
_BANK_DRAWS_ON: dict[int, frozenset[int]] = {
    0: frozenset(range(10)),
    1: frozenset(range(10)),
    2: frozenset(range(10)),
    3: frozenset({1, 2, 3, 4, 5, 6, 7, 9, 0}),
    4: frozenset({2, 3, 4, 5, 6, 7}),
    5: frozenset({4, 5, 6, 7}),
    6: frozenset({6, 7}),
    7: frozenset(),
}


def card_value(card: Card) -> int:
    """Ace 1, two to nine their number, ten and faces nothing (123)."""
    return pip_value(card) if pip_value(card) < 10 else 0


def points(cards: Sequence[Card]) -> int:
    """The units of the sum (123)."""
    return sum(map(card_value, cards)) % 10


def is_natural(punto: Sequence[Card], bank: Sequence[Card]) -> bool:
    """Eight or nine in the first two cards of either side: nobody draws (123 a)."""
    return points(punto[:2]) >= 8 or points(bank[:2]) >= 8


def bank_draws(rules: Rulebook, bank: Sequence[Card], punto_third: Card | None) -> bool:
    """Whether the bank's two cards call for a third; *punto_third* is None when Punto stood (123 c-f, 124)."""
    total = points(bank[:2])
    if total >= 8:
        return False
    if punto_third is None:
        return total <= 4 or (total == 5 and rules["bank5_punto_stood"] == "draw")
    if total == 5 and rules["bank5_punto_drew"] == "stand":
        return False
    return table_draws(total, card_value(punto_third))


def table_draws(total: int, punto_third: int) -> bool:
    """What the table of art. 124, 137, 149 says for a bank of *total* when Punto drew a card worth *punto_third*."""
    return punto_third in _BANK_DRAWS_ON[total]


def burn_count(rules: Rulebook, first: Card) -> int:
    """How many more cards the first card of a shoe sends to the discard (122, 134)."""
    if pip_value(first) <= 10:
        return pip_value(first)
    return pip_value(first) if rules["face_burn"] == "index" else int(rules["face_burn"])


def pair(cards: Sequence[Card]) -> bool:
    """Whether the first two cards have the same rank (the shoe reports it; the rulebook pays nothing for it)."""
    return len(cards) >= 2 and cards[0][0] == cards[1][0]
