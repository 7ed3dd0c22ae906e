"""Ranks five cards of one deck by looking them up. Knows hands, not games: what else breaks a tie is the text's.

Every card is a number; the five numbers are added and the sum looked up. In the upper part of a sum each digit of base
five counts one rank (a deck has four of each), in the lower part each octal digit counts one suit.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Final

from msgspec import Struct

from table_core.cards import DECK, SUITS, Card
from table_core.rules.poker.categories import CATEGORIES, Category

ACE: Final = 14
_ASCENDING: Final = "23456789TJQKA"
_WHEEL: Final = (14, 5, 4, 3, 2)
_SUIT_BITS: Final = 12
_VALUE: Final = {card: _ASCENDING.index(card[0]) + 2 for card in DECK}


class Hand(Struct, frozen=True):
    """Five cards as poker sees them. *values*: what they are compared by, the weightiest first; an ace is 14.

    *strength* orders all hands by the usual rules, from 1 (7-5-4-3-2) to 7462 (royal flush); equal: they tie.
    """

    category: Category
    values: tuple[int, ...]
    strength: int


def value_of(card: Card) -> int:
    """2 to 10, then 11, 12, 13 for J, Q, K and 14 for the ace."""
    return _VALUE[card]


def rank_hand(cards: Sequence[Card]) -> Hand:
    """What five different cards come to."""
    first, second, third, fourth, fifth = cards
    total = _CARD[first] + _CARD[second] + _CARD[third] + _CARD[fourth] + _CARD[fifth]
    return _FLUSHES.get(total) or _PLAIN[total >> _SUIT_BITS]


def straight_top(values: Sequence[int]) -> int | None:
    """The highest card of five in sequence, 5 in A-2-3-4-5; None: they are none. *values* descend."""
    if tuple(values) == _WHEEL:
        return 5
    return values[0] if all(high - low == 1 for high, low in pairwise(values)) else None


def _plain(values: Sequence[int]) -> tuple[Category, tuple[int, ...]]:
    """Category of five values, no flush, and the values they are compared by."""
    groups = sorted(Counter(values).items(), key=lambda group: (group[1], group[0]), reverse=True)
    compared = tuple(value for value, _copies in groups)
    match [copies for _value, copies in groups]:
        case [4, 1]:
            return "quads", compared
        case [3, 2]:
            return "full_house", compared
        case [3, 1, 1]:
            return "trips", compared
        case [2, 2, 1]:
            return "two_pair", compared
        case [2, 1, 1, 1]:
            return "pair", compared
    top = straight_top(compared)
    return ("high_card", compared) if top is None else ("straight", (top,))


def _flush(values: Sequence[int]) -> tuple[Category, tuple[int, ...]]:
    """Category of five values of one suit."""
    top = straight_top(values)
    if top is None:
        return "flush", tuple(values)
    return ("royal_flush" if top == ACE else "straight_flush"), (top,)


def _hands() -> Iterator[tuple[bool, tuple[int, ...], tuple[Category, tuple[int, ...]]]]:
    """Every multiset of five values a deck can give, as a flush where it can be one and as none."""
    descending = range(ACE, 1, -1)
    for values in combinations_with_replacement(descending, 5):
        if values[0] != values[4]:
            yield False, values, _plain(values)
    for values in combinations(descending, 5):
        yield True, values, _flush(values)


def _rank_digits(values: Iterable[int]) -> int:
    return sum(5 ** (value - 2) for value in values)


def _suit_digits(suits: Iterable[int]) -> int:
    return sum(8**suit for suit in suits)


def _tables() -> tuple[dict[int, Hand], dict[int, Hand]]:
    """Plain hands by their rank digits, and flushes by the whole sum."""
    found = list(_hands())
    order = sorted({hand for _suited, _values, hand in found}, key=lambda hand: (CATEGORIES.index(hand[0]), hand[1]))
    known = {(category, values): Hand(category, values, n) for n, (category, values) in enumerate(order, 1)}
    plain = {_rank_digits(values): known[hand] for suited, values, hand in found if not suited}
    flushes = {
        (_rank_digits(values) << _SUIT_BITS) + _suit_digits([suit] * 5): known[hand]
        for suited, values, hand in found
        if suited
        for suit in range(len(SUITS))
    }
    return plain, flushes


_CARD: Final = {
    card: (_rank_digits([_VALUE[card]]) << _SUIT_BITS) + _suit_digits([SUITS.index(card[1])]) for card in DECK
}
_PLAIN, _FLUSHES = _tables()
