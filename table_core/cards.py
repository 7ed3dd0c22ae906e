"""Playing cards as the table writes them: two characters, rank then suit ("7H", "TS"). Nothing about any game."""

from typing import Annotated

from msgspec import Meta

RANKS = "A23456789TJQK"
SUITS = "CDHS"
HIDDEN = "??"
"""How a card is shown that nobody may see yet."""

Card = Annotated[str, Meta(pattern="^[A2-9TJQK][CDHS]$")]

DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_KNOWN = frozenset(DECK)


def parse_card(text: str) -> Card:
    """The card named by *text*; also accepts lower case and "10H"."""
    card = text.strip().upper().replace("10", "T")
    if card not in _KNOWN:
        raise ValueError(f"{text!r} is no card: a rank of {RANKS}, then a suit of {SUITS}, for example 7H")
    return card


def rank_of(card: Card) -> str:
    return card[0]


def suit_of(card: Card) -> str:
    return card[1]


def pip_value(card: Card) -> int:
    """1 for an ace, the number on the card, and 11, 12, 13 for J, Q, K."""
    return RANKS.index(card[0]) + 1


def full_shoe(decks: int) -> list[Card]:
    """Every card of *decks* decks, in the order of new packs."""
    return list(DECK) * decks
