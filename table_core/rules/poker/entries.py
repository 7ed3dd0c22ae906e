"""What can happen at a poker table, as the engine is told: cards from the deck, entries from people.

Seat 1 is nearest the dealer's right hand; seat 0 is the dealer himself.
"""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.poker.categories import HandName

DEALER = 0
Choice = Literal["bet", "fold"]


class DeckCard(Struct, frozen=True, tag=True):
    """A card left the deck; None: the reader did not see its face."""

    card: Card | None


class PlaceAnte(Struct, frozen=True, tag=True):
    """A seat plays; *amount* where stakes are keyed. An amount of 0 takes the ante back before the deal."""

    seat: int
    amount: int | None = None


class CloseAntes(Struct, frozen=True, tag=True):
    """The dealer said that no more bets are taken, and deals."""


class DecideBet(Struct, frozen=True, tag=True):
    """A seat goes on or folds; *amount* only where the bet laid is not the exact double."""

    seat: int
    choice: Choice
    amount: int | None = None


class ChangeCards(Struct, frozen=True, tag=True):
    """A seat puts *count* covered cards aside for others."""

    seat: int
    count: int


class OpenHands(Struct, frozen=True, tag=True):
    """The dealer uncovers his hand."""


class KeyHand(Struct, frozen=True, tag=True):
    """The hand that lies open at *seat*: its five cards, or its name where the name alone decides."""

    seat: int
    cards: tuple[Card, ...] = ()
    category: HandName | None = None


class ConfirmHands(Struct, frozen=True, tag=True):
    """The hands on the cloth are those on the screen: pay and collect."""


Entry = DeckCard | PrepareShoe | PlaceAnte | CloseAntes | DecideBet | ChangeCards | OpenHands | KeyHand | ConfirmHands

KEYED = (PrepareShoe, PlaceAnte, CloseAntes, DecideBet, ChangeCards, OpenHands, KeyHand, ConfirmHands)
"""What people key; the rest comes from the deck."""
