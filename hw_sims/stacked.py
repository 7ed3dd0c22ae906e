"""Shoes stacked on purpose, for tests and measurements: real decks whose cards fall as wanted. No chance, no I/O."""

from collections.abc import Iterator

from table_core.cards import DECK, Card

BURNED: tuple[Card, ...] = ("AS", "2C")
"""The first card of a stacked shoe and the one it burns."""

_NATURALS = ("9T", "9J", "8Q", "8K", "7A", "45", "63")
"""Two ranks that make a natural for Punto, so that nobody draws a third card."""


def naturals(decks: int) -> list[Card]:
    """*BURNED*, then passes of four cards that Punto's natural ends, as many as *decks* decks hold."""
    left = [card for card in DECK for _ in range(decks)]
    for card in BURNED:
        left.remove(card)
    passes = len(left) // 4
    hands = list(_natural_hands(left))
    puntos = hands[:passes]
    bank = left + [card for hand in hands[len(puntos) :] for card in hand]
    stacked = list(BURNED)
    for number, (first, second) in enumerate(puntos):
        stacked += [first, bank[2 * number], second, bank[2 * number + 1]]
    return stacked


def _natural_hands(left: list[Card]) -> Iterator[tuple[Card, Card]]:
    """Take from *left* the hands Punto is to have."""
    for ranks in _NATURALS:
        firsts, seconds = ([card for card in left if card[0] == rank] for rank in ranks)
        for hand in zip(firsts, seconds, strict=False):
            for card in hand:
                left.remove(card)
            yield hand
