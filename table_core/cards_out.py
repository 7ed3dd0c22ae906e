"""Cards leave the shoe, come back, are counted at its end: what is recorded of it, and the count after it."""

from msgspec import Struct

from table_core import shoe_count
from table_core.cards import Card
from table_core.shoe_count import Balance, ShoeCount


class CountNote(Struct, frozen=True):
    """What every entry about the count has in common."""


class ShoeLoaded(CountNote, frozen=True, tag=True):
    """A prepared shoe is in play: its cards are counted from here on."""

    count: ShoeCount


class CardLeftShoe(CountNote, frozen=True, tag=True):
    """The shoe gave a card, wherever it belongs; None: nobody read its face."""

    card: Card | None


class CardFaceLearned(CountNote, frozen=True, tag=True):
    """The face of a card that had left the shoe unread."""

    card: Card


class CardPutBack(CountNote, frozen=True, tag=True):
    """A card went back to the mouth of the shoe and comes out next, where the text allows it."""

    card: Card


class CutCardSeen(CountNote, frozen=True, tag=True):
    """The cut card came out; *after* cards had left the shoe before it."""

    after: int


class CardsFedBack(CountNote, frozen=True, tag=True):
    """*number* cards of those outside went back into a continuous machine, nobody says which."""

    number: int


class RemainderTold(CountNote, frozen=True, tag=True):
    """What was left in the shoe, read card by card or only counted, and what the decks therefore lack or have extra."""

    cards: tuple[Card, ...]
    counted: int | None
    balance: Balance


CountOperation = ShoeLoaded | CardLeftShoe | CardFaceLearned | CardPutBack | CardsFedBack | CutCardSeen | RemainderTold


def evolve(count: ShoeCount | None, operation: CountOperation) -> ShoeCount | None:
    """The count after what *operation* tells of the shoe; None: no shoe was loaded since the journal began."""
    if isinstance(operation, ShoeLoaded):
        return operation.count
    if count is None:
        return None
    match operation:
        case CardLeftShoe(card=card):
            return shoe_count.drawn(count, card)
        case CardFaceLearned(card=card):
            return shoe_count.faced(count, card)
        case CardPutBack(card=card):
            return shoe_count.put_back(count, card)
        case CardsFedBack(number=number):
            return shoe_count.fed_back_unsorted(count, number)
        case CutCardSeen():
            return shoe_count.cut_card_out(count)
        case RemainderTold(counted=None, cards=cards):
            return shoe_count.remainder_read(count, cards)
        case RemainderTold(counted=number):
            return shoe_count.remainder_counted(count, number or 0)
