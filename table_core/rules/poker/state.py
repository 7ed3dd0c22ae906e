"""What a poker table knows of its deck, its seats and its pass. Values only; `folding` changes them."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.rules.poker.categories import HandName
from table_core.rules.poker.entries import DEALER, Choice

HAND_CARDS = 5
DECK_CARDS = 52
Phase = Literal["shuffle", "antes", "deal", "decide", "replace", "dealer", "review", "settled"]
Evidence = Literal["", "read", "keyed", "read_and_keyed"]
"""How a final hand is known: read card by card, keyed by people, or keyed and found among the cards read."""
Out = Literal["", "void", "lost", "waits", "no_ante"]
"""Why a seat's hand does not play: annulled, declared lost, never dealt, or dealt although no ante lay there."""
Outcome = Literal["win", "lose", "tie", "fold", "void", "not_dealt", "dealer_not_open", "dealer_not_qualified"]


class Shown(Struct, frozen=True):
    """A hand that lies open: its cards, or only its name where no more was keyed."""

    name: HandName
    cards: tuple[Card, ...] = ()
    evidence: Evidence = ""


class Seat(Struct, frozen=True):
    """One position with an ante. Amounts are None where stakes are not keyed."""

    number: int
    ante: int | None
    choice: Choice | None = None
    bet: int | None = None
    changes: int = 0
    out: Out = ""
    shown: Shown | None = None

    @property
    def plays(self) -> bool:
        """Its hand is compared with the dealer's."""
        return self.choice == "bet" and not self.out

    @property
    def undecided(self) -> bool:
        return self.choice is None and not self.out


class Result(Struct, frozen=True):
    """What one seat came to. *paid*: profit handed out; *returned*: stake left to the player; *pays*: the ratio."""

    seat: int
    outcome: Outcome
    name: HandName | None
    pays: int
    paid: int | None = None
    collected: int | None = None
    returned: int | None = None

    @property
    def net(self) -> int | None:
        return None if self.paid is None or self.collected is None else self.paid - self.collected


class PokerGame(Struct, frozen=True, tag="poker"):
    """*seats* in the order they are paid, seat 1 first. *dealt*, *replaced* and *dealer_drew* are cards in the order
    they came: where each lies follows from it, so a card taken out moves all behind it up, as on the cloth.

    *pack*: which of the table's packs is in use. *up_card*: which of the dealer's cards lies open (0: none).
    *shuffled*: the order of the cards on the cloth is no longer known, hands are keyed at the review.
    *warned*: warnings by seat. *idle*: passes each seat has not played in a row.
    """

    phase: Phase = "shuffle"
    pack: str = ""
    read: bool = False
    seats: tuple[Seat, ...] = ()
    dealt: tuple[Card | None, ...] = ()
    replaced: tuple[Card | None, ...] = ()
    dealer_drew: tuple[Card | None, ...] = ()
    burned: int = 0
    up_card: int = 0
    up_card_moved: bool = False
    shuffled: bool = False
    dealer: Shown | None = None
    results: tuple[Result, ...] = ()
    plays: bool | None = None
    warned: dict[int, int] = {}
    idle: dict[int, int] = {}

    @property
    def in_pass(self) -> bool:
        return self.phase not in ("shuffle", "antes", "settled")

    @property
    def busy(self) -> bool:
        """A pass is under way."""
        return self.in_pass

    @property
    def bets_laid(self) -> bool:
        """Somebody has bet for this pass or the next."""
        return self.phase == "antes" and bool(self.seats)

    @property
    def keyed_as(self) -> tuple[str, ...]:
        """What a person keys to tell the cards nobody read: in the order they left the deck."""
        return ("cards",)

    @property
    def keeps_secrets(self) -> bool:
        """Cards of this pass may still be covered."""
        return self.in_pass

    @property
    def shoe_in_play(self) -> bool:
        """Cards of a shuffled deck are counted as the reader sees them."""
        return self.read and self.phase not in ("shuffle", "settled")

    @property
    def drawn(self) -> int:
        """Cards that have left the deck, as far as they are read or told."""
        return len(self.dealt) + len(self.replaced) + len(self.dealer_drew) + self.burned

    @property
    def changes(self) -> int:
        """Replacement cards the players are owed in all."""
        return sum(seat.changes for seat in self.seats if seat.choice == "bet")

    def seat(self, number: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.number == number), None)

    def shown(self, seat: int) -> Shown | None:
        """The hand that lies open at *seat*, the dealer's for 0."""
        if seat == DEALER:
            return self.dealer
        found = self.seat(seat)
        return found.shown if found else None
