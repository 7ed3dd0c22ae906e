"""What the dealer must change of his own five cards, in the strict order of the text (Arica 1.6)."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from table_core.cards import Card, suit_of
from table_core.rulebook import Rulebook
from table_core.rules.poker.categories import CATEGORIES
from table_core.rules.poker.ranking import ACE, rank_hand, value_of

_STANDS: Final = frozenset(CATEGORIES[CATEGORIES.index("straight") :])


class DealerDraw(Struct, frozen=True):
    """The cards kept and put aside, each in the order dealt, and the article that says so."""

    keep: tuple[Card, ...]
    discard: tuple[Card, ...]
    article: str


def dealer_draw(rules: Rulebook, cards: Sequence[Card]) -> DealerDraw:
    """The first rule that fits *cards*."""
    category = rank_hand(cards).category
    if category in _STANDS:
        return _keeping(cards, cards, "1.6.1")
    match category:
        case "two_pair":
            return _keeping(cards, _grouped(cards, 2), "1.6.2")
        case "trips":
            return _keeping(cards, _grouped(cards, 3), "1.6.3")
        case "pair":
            pair = _grouped(cards, 2)
            return _keeping(cards, [*pair, max((card for card in cards if card not in pair), key=value_of)], "1.6.3")
    four = _four_flush(cards) or _four_straight(cards, rules["four_straight"])
    if four:
        return _keeping(cards, four, "1.6.2")
    return _keeping(cards, sorted(cards, key=value_of)[2:], "1.6.3")


def _keeping(cards: Sequence[Card], kept: Sequence[Card], article: str) -> DealerDraw:
    keep = tuple(card for card in cards if card in kept)
    return DealerDraw(keep, tuple(card for card in cards if card not in kept), article)


def _grouped(cards: Sequence[Card], copies: int) -> list[Card]:
    """The cards of which the hand holds *copies* of one value."""
    values = [value_of(card) for card in cards]
    return [card for card in cards if values.count(value_of(card)) == copies]


def _four_flush(cards: Sequence[Card]) -> list[Card]:
    """Four of one suit; it goes before four in sequence, made of the same cards or of others."""
    suits = [suit_of(card) for card in cards]
    return [card for card in cards if suits.count(suit_of(card)) == 4]


def _four_straight(cards: Sequence[Card], reading: str) -> list[Card]:
    """Four in sequence; read with *any_gap* also four of five in sequence, the closer and then the higher first."""
    widest = 4 if reading == "any_gap" else 3
    found = [(span, -top, list(four)) for span, top, four in _fours(cards) if span <= widest]
    return min(found, key=lambda one: one[:2])[2] if found else []


def _fours(cards: Sequence[Card]) -> Iterator[tuple[int, int, tuple[Card, ...]]]:
    """Every four of *cards* with the distance from its lowest to its highest and the highest; an ace also counts 1."""
    for four in combinations(cards, 4):
        values = [value_of(card) for card in four]
        for counted in (values, [1 if value == ACE else value for value in values]):
            yield max(counted) - min(counted), max(counted), four
