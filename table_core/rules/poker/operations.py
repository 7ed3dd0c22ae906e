"""What happened at a poker table, one value per fact, each with the article it rests on. Changes nothing itself."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.rules.poker.entries import Choice
from table_core.rules.poker.state import Out, Phase, Result, Shown

Pile = Literal["dealt", "replaced", "dealer_drew"]


class Operation(Struct, frozen=True, tag=lambda name: f"poker.{name}"):
    """Something that happened to the deck or the pass, with the article it rests on."""


class DeckPrepared(Operation, frozen=True):
    """Shuffled and cut: bets are invited. *pack*: its back, where the table uses more than one in turn."""

    pack: str
    read: bool
    article: str


class DeckTaken(Operation, frozen=True):
    """The deck must be shuffled, or another brought, before anything else."""

    reason: str
    article: str


class AntePlaced(Operation, frozen=True):
    seat: int
    amount: int | None
    article: str


class AnteTaken(Operation, frozen=True):
    """The player took his ante back before the deal."""

    seat: int
    article: str


class DealBegun(Operation, frozen=True):
    """No more antes; cards go out from the dealer's left. *up_card*: which of the dealer's will lie open."""

    up_card: int
    article: str


class PhaseEntered(Operation, frozen=True):
    phase: Phase
    article: str


class CardDealt(Operation, frozen=True):
    """A card went where the order of the deal puts it: to *seat*, 0 being the dealer."""

    card: Card | None
    seat: int
    pile: Pile
    article: str


class CardBurned(Operation, frozen=True):
    """A card went from the deck to the discard."""

    card: Card | None
    article: str


class CardTakenOut(Operation, frozen=True):
    """The card at *index* of its pile was burned; those behind it move up."""

    pile: Pile
    index: int
    card: Card | None
    article: str


class SeatDecided(Operation, frozen=True):
    seat: int
    choice: Choice
    bet: int | None
    article: str


class BetCorrected(Operation, frozen=True):
    """The second bet as it lies, or was made to lie."""

    seat: int
    bet: int
    article: str


class ChangeKeyed(Operation, frozen=True):
    seat: int
    count: int
    article: str


class DealReordered(Operation, frozen=True):
    """The dealer put a misdeal in order: every card lies where the order of the deal puts it."""

    article: str


class DealUnclear(Operation, frozen=True):
    """Which card lies at which seat is no longer known from the order of the deal."""

    article: str


class SeatOut(Operation, frozen=True):
    """A hand was annulled, declared lost, or waits for the next pass because it was not dealt."""

    seat: int
    out: Out
    article: str


class SeatDealtIn(Operation, frozen=True):
    """A seat without an ante was dealt to; its cards are collected."""

    seat: int
    article: str


class UpCardMoved(Operation, frozen=True):
    """Another of the dealer's cards lies open instead of the one that should."""

    which: int
    article: str


class HandsOpened(Operation, frozen=True):
    """The dealer uncovered his hand."""

    article: str


class HandShown(Operation, frozen=True):
    """The final hand at *seat*, 0 being the dealer's, as it lies open."""

    seat: int
    shown: Shown
    article: str


class SeatWarned(Operation, frozen=True):
    """The player at *seat* was warned; the next time costs him the place."""

    seat: int
    article: str


class SeatVacated(Operation, frozen=True):
    seat: int
    article: str


class Noted(Operation, frozen=True):
    """Something was looked at and the text has nothing against it; *resolution* says so."""

    event: str
    resolution: str
    article: str


class PassSettled(Operation, frozen=True):
    """Paid and collected, in this order. *plays*: the dealer's hand counted; None: it was not needed."""

    plays: bool | None
    results: tuple[Result, ...]
    losers_first: tuple[int, ...]
    article: str


class PassVoided(Operation, frozen=True):
    """The whole pass is annulled; *results* say whose stakes go back."""

    reason: str
    results: tuple[Result, ...]
    article: str


PokerOperation = (
    DeckPrepared
    | DeckTaken
    | AntePlaced
    | AnteTaken
    | DealBegun
    | PhaseEntered
    | CardDealt
    | CardBurned
    | CardTakenOut
    | SeatDecided
    | BetCorrected
    | ChangeKeyed
    | DealReordered
    | DealUnclear
    | SeatOut
    | SeatDealtIn
    | UpCardMoved
    | HandsOpened
    | HandShown
    | SeatWarned
    | SeatVacated
    | Noted
    | PassSettled
    | PassVoided
)

# Each of these is one card that left the deck.
CARDS_OUT = (CardDealt, CardBurned)
