"""What a table of Chemin de Fer knows of its shoe, its people, the bank and the play in course."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.events import Side
from table_core.rules.baccarat import chart
from table_core.rules.baccarat.chemin.hands import NATURAL, NINE, Word, total_with
from table_core.rules.baccarat.chemin.people import Bank, Offer, Player
from table_core.rules.baccarat.chemin.stakes import Request, Stakes
from table_core.rules.baccarat.state import Dealt, Place

Phase = Literal["no_shoe", "bank", "stakes", "closed", "dealing", "punto", "banker", "complete"]
Result = Literal["punto", "bank", "null"]
Mark = Literal[
    "bank_zero",
    "punto_nine",
    "punto_shows_nine",
    "bank_by_chart",
    "bank_draws_if_optional",
    "punto_by_rules",
    "punto_as_advised",
    "banker_chooses",
    "bank_may_not_show",
    "bank_loses",
    "punto_loses",
    "bets_may_go",
]
"""What an error of dealer, banker or punter leaves in force until the end of the play (151)."""

IN_PLAY: frozenset[Phase] = frozenset({"closed", "dealing", "punto", "banker", "complete"})
FIRST_FOUR = (Place("punto", 1), Place("bank", 1), Place("punto", 2), Place("bank", 2))


class CheminState(Struct, frozen=True, tag="chemin"):
    """*seguido*: who may ask for banco seguido; *last_banco*: who made banco against this bank last.

    *won_last*: the bank of who won the last play of the talla. *early*: cards drawn before bets closed, which must be
    played. *exposed*: covered cards that somebody showed by error. *removed*: a card of this play was taken out.
    """

    phase: Phase = "no_shoe"
    decks: int = 0
    drawn: int = 0
    cut_card_out: bool = False
    players: tuple[Player, ...] = ()
    waiting: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    bank: Bank | None = None
    offer: Offer | None = None
    won_last: Bank | None = None
    requests: tuple[Request, ...] = ()
    stakes: Stakes | None = None
    seguido: str | None = None
    last_banco: str | None = None
    early: tuple[Card | None, ...] = ()
    dealt: tuple[Dealt, ...] = ()
    punto_word: Word | None = None
    bank_word: Word | None = None
    marks: tuple[Mark, ...] = ()
    shown: bool = False
    exposed: tuple[Place, ...] = ()
    keyed: bool = False
    removed: bool = False
    all_goes: bool = False

    # What every game tells the table

    @property
    def in_pass(self) -> bool:
        return self.phase in IN_PLAY

    @property
    def busy(self) -> bool:
        return self.in_pass

    @property
    def bets_laid(self) -> bool:
        """Somebody has bet for this pass or the next."""
        return bool(self.requests)

    @property
    def keyed_as(self) -> tuple[str, ...]:
        return ("punto", "bank")

    @property
    def keeps_secrets(self) -> bool:
        return self.in_pass or bool(self.early)

    @property
    def shoe_in_play(self) -> bool:
        return self.phase != "no_shoe"

    # The hands

    def hand(self, side: Side) -> tuple[Card | None, ...]:
        return tuple(dealt.card for dealt in self.dealt if dealt.place.side == side)

    def third(self, side: Side) -> Card | None:
        hand = self.hand(side)
        return hand[2] if len(hand) > 2 else None

    @property
    def concealed(self) -> bool:
        """The shoe has not told every face yet."""
        return any(dealt.card is None for dealt in self.dealt)

    @property
    def shoe_empty(self) -> bool:
        return self.decks > 0 and self.drawn >= 52 * self.decks

    def base(self, side: Side) -> int | None:
        """The points of the first two cards as they count; None while a face is not known."""
        first = self.hand(side)[:2]
        if side == "bank" and "bank_zero" in self.marks:
            return 0
        if side == "punto" and "punto_shows_nine" in self.marks:
            return NINE
        if len(first) < 2 or None in first:
            return None
        return chart.points([card for card in first if card is not None])

    def total(self, side: Side) -> int:
        """The points of a hand whose faces are all known."""
        if side == "punto" and {"punto_nine", "punto_shows_nine"} & set(self.marks):
            return NINE
        return total_with(self.base(side) or 0, self.third(side))

    @property
    def punto_shows(self) -> bool:
        """Punto has eight or nine and has not spoken: whoever speaks instead has lost the right to show (151)."""
        if "punto_shows_nine" in self.marks:
            return True
        return self.punto_word is None and (self.base("punto") or 0) >= NATURAL

    @property
    def bank_shows(self) -> bool:
        """The banker has eight or nine and neither gave nor offered a card (151)."""
        gave = len(self.hand("punto")) > 2 or "bank_may_not_show" in self.marks
        return (self.base("bank") or 0) >= NATURAL and not gave and len(self.hand("bank")) == 2

    @property
    def banco(self) -> bool:
        """One player alone covers the whole bank."""
        return self.stakes is not None and self.stakes.banco is not None

    @property
    def at_risk(self) -> int:
        return self.stakes.at_risk if self.stakes is not None else 0

    @property
    def lost(self) -> bool:
        """An error has lost the play, whatever the points (151)."""
        return not {"bank_loses", "punto_loses"}.isdisjoint(self.marks)


class Payment(Struct, frozen=True):
    """What one stake came to, in the order the dealer pays or collects."""

    player: str
    net: int


class Returned(Struct, frozen=True):
    """What somebody takes home of a bank that ended."""

    player: str
    amount: int
