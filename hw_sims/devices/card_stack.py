"""The cards inside a simulated shoe, next card first. Knows no electronics."""

from collections.abc import Iterable
from typing import Final

from table_core.cards import Card

CUT_CARD: Final = "cut card"
"""The one thing in a shoe that is no card."""


class ShoeEmpty(LookupError):
    """A person reached into a shoe that holds no more cards."""


class CardStack:
    def __init__(self) -> None:
        self._cards: list[str] = []

    @property
    def cards(self) -> tuple[str, ...]:
        """What is still there; `CUT_CARD` stands for the cut card."""
        return tuple(self._cards)

    def load(self, cards: Iterable[Card], *, cut_card_from_end: int | None = None) -> None:
        self._cards = list(cards)
        if cut_card_from_end is not None:
            self._cards.insert(len(self._cards) - cut_card_from_end, CUT_CARD)

    def put_back(self, card: Card) -> None:
        """*card* goes back into the mouth: it comes out next."""
        self._cards.insert(0, card)

    def lose_cut_card(self) -> None:
        """Somebody forgot it, or took it out."""
        self._cards.remove(CUT_CARD)

    def take(self) -> str:
        if not self._cards:
            raise ShoeEmpty("the shoe holds no more cards")
        return self._cards.pop(0)
