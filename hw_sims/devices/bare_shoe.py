"""A simulated shoe that only reads cards: no rounds, no result. Moves no bytes, knows no clock, has no language yet."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from msgspec import Struct

from hw_sims.devices.card_stack import CUT_CARD, CardStack
from table_core.cards import Card


class Mischief(Struct):
    """Lies and failures waiting for their next chance; each happens once, or as many times as its number says."""

    misread: Card | None = None
    unreadable: bool = False
    lost_messages: int = 0
    copies: int = 0
    """How many times too many the next message is said."""


class BareShoe(ABC):
    """Physical cards and a reader. Cards also leave a shoe that is off."""

    def __init__(self, send: Callable[[bytes], object]) -> None:
        self.mischief = Mischief()
        self._send = send
        self._stack = CardStack()
        self._powered = False

    @property
    def stack(self) -> tuple[str, ...]:
        return self._stack.cards

    def load(self, cards: Iterable[Card], *, cut_card_from_end: int | None = None) -> None:
        self._stack.load(cards, cut_card_from_end=cut_card_from_end)

    def restock(self, cards: Iterable[Card]) -> None:
        """The same cards in another order; nobody opened anything."""
        self._stack.load(cards)

    def put_back(self, card: Card) -> None:
        """A card drawn too many goes back into the mouth and is read again when it comes out."""
        self._stack.put_back(card)

    def lose_cut_card(self) -> None:
        self._stack.lose_cut_card()

    def miss_next(self) -> None:
        """The next card goes by unread."""
        self.mischief.lost_messages = 1

    def power_on(self) -> None:
        self._powered = True

    def power_off(self) -> None:
        self._powered = False

    def draw(self) -> str:
        """One card (or the cut card) leaves the shoe."""
        card = self._stack.take()
        words = self.cut_card_words() if card == CUT_CARD else self._card_words(card)
        if words:
            self.say(words)
        return card

    def say(self, words: bytes) -> None:
        if not self._powered:
            return
        if self.mischief.lost_messages:
            self.mischief.lost_messages -= 1
            return
        copies, self.mischief.copies = self.mischief.copies, 0
        for _ in range(copies + 1):
            self._send(words)

    def _card_words(self, card: Card) -> bytes:
        read = None if self.mischief.unreadable else self.mischief.misread or card
        self.mischief.unreadable, self.mischief.misread = False, None
        return self.unread_words() if read is None else self.words_for(read)

    @abstractmethod
    def words_for(self, card: Card) -> bytes:
        """What the reader says of *card*."""

    @abstractmethod
    def unread_words(self) -> bytes:
        """What the reader says of a card it cannot read; nothing, if it says nothing."""

    @abstractmethod
    def cut_card_words(self) -> bytes:
        """What the reader says of the cut card; nothing, if it does not see it."""
