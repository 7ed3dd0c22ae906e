"""What people may order of a table's progressive. Every order reaches it with a named person and a role."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from table_core.cards import Card
from table_core.progressive.ledger import Cause
from table_core.rulebook import Role

Seat = Annotated[int, Meta(ge=1, le=9)]
Count = Annotated[int, Meta(ge=1)]
Means = Literal["cash", "chips", "promo"]


class SideOrder(Struct, frozen=True, tag=lambda name: f"progressive.{name}"):
    pass


class SeedPot(SideOrder, frozen=True):
    """The pot begins, with the house's money (ARI 4.2); without a *reason* it is the plan's own first value."""

    main: Annotated[int, Meta(ge=0)]
    reserve: Annotated[int, Meta(ge=0)] = 0
    reason: str = ""


class CorrectPot(SideOrder, frozen=True):
    """An amount changes by so much without a prize: only for a *cause* of the list, and the reason stays recorded."""

    main: int
    cause: Cause
    reason: str
    reserve: int = 0


class OpenSideBets(SideOrder, frozen=True):
    """The dealer invites side bets for the next pass (ARI 3.5.1)."""


class BuyCredits(SideOrder, frozen=True):
    """The dealer activates *credits* on a seat's counter against *exchanged* in cash, chips or promotion (3.4.1)."""

    seat: Seat
    credits: Count
    exchanged: Annotated[int, Meta(ge=0)]
    means: Means = "chips"


class NoteExchange(SideOrder, frozen=True):
    """What was paid for credits that were activated at the acceptor itself."""

    amount: Count


class BuyBack(SideOrder, frozen=True):
    """The player hands unused credits back, between passes (PRG-GAP-02)."""

    seat: Seat
    credits: Count


class NoteAntes(SideOrder, frozen=True):
    """The seats with a base bet, where no sensor and no key of the game tells (ARI-3.5.1-b)."""

    seats: tuple[Seat, ...]


class NoteLamp(SideOrder, frozen=True):
    """The dealer says whether a seat's bet lamp shines, where nothing measures it (ARI-4.1-a)."""

    seat: Seat
    lit: bool


class CloseSeat(SideOrder, frozen=True):
    """A position leaves the progressive (ARI 4.1)."""

    seat: Seat


class ReopenSeat(SideOrder, frozen=True):
    seat: Seat


class LockSideBets(SideOrder, frozen=True):
    """No más apuestas: the dealer closes the progressive with the terminal (ARI 3.5.1)."""


class DrawComplementary(SideOrder, frozen=True):
    """The machine shows a card or a seat. *chance* is drawn by the daemon, never by whoever asks."""

    kind: Literal["magic_card", "lucky_player"]
    chance: Annotated[int, Meta(ge=0)] | None = None


class SeenHand(Struct, frozen=True):
    """What the dealer sees of one hand: the prize it makes, or None; the cards where no reader knows them."""

    seat: Seat
    prize: str | None
    cards: tuple[Card, ...] = ()


class ReviewHands(SideOrder, frozen=True):
    """The dealer has looked at every hand with a valid side bet (ARI 3.5.5)."""

    hands: tuple[SeenHand, ...] = ()


class ReleasePrize(SideOrder, frozen=True):
    """Another person lets a confirmed prize be paid; shares of the pot need two (PRG-GAP-05)."""

    id: int


class PayPrize(SideOrder, frozen=True):
    id: int
    means: Means = "chips"


class VoidSideBets(SideOrder, frozen=True):
    """The pass, or the hands of some seats, are annulled; empty: every seat (PRG-GAP-01)."""

    seats: tuple[Seat, ...] = ()


class CountBox(SideOrder, frozen=True):
    """The chips found in a seat's slot box, in pesos, against what its counter says went in."""

    seat: Seat
    amount: Annotated[int, Meta(ge=0)]


SideCommand = (
    SeedPot
    | CorrectPot
    | OpenSideBets
    | BuyCredits
    | NoteExchange
    | BuyBack
    | NoteAntes
    | NoteLamp
    | CloseSeat
    | ReopenSeat
    | LockSideBets
    | DrawComplementary
    | ReviewHands
    | ReleasePrize
    | PayPrize
    | VoidSideBets
    | CountBox
)

_NEEDS: dict[type[SideOrder], Role] = {
    SeedPot: "jefe_de_sala",
    CorrectPot: "jefe_de_sala",
    CloseSeat: "jefe_de_mesa",
    ReopenSeat: "jefe_de_mesa",
    VoidSideBets: "jefe_de_mesa",
    CountBox: "jefe_de_mesa",
}


def seats_named(order: SideOrder) -> tuple[int, ...]:
    """The seats *order* is about."""
    match order:
        case BuyCredits() | BuyBack() | NoteLamp() | CloseSeat() | ReopenSeat() | CountBox():
            return (order.seat,)
        case NoteAntes() | VoidSideBets():
            return order.seats
        case _:
            return ()


def role_for(order: SideOrder) -> Role | None:
    """The least role that may give *order*; None: it is judged with the prize itself, by more than seniority."""
    if isinstance(order, ReleasePrize):
        return None
    return _NEEDS.get(type(order), "dealer")
