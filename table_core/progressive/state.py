"""A table's progressive as a value: its pot or its end of a shared one, the side bets of the pass, the prizes."""

from typing import Literal

from msgspec import Struct

from table_core.progressive.betting import Betting
from table_core.progressive.complementary import Shown
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import PassContributed, Pot
from table_core.progressive.linked import Linked
from table_core.progressive.orders import SeenHand
from table_core.progressive.prizes import Hand
from table_core.progressive.settlement import Payment
from table_core.progressive.terms import Terms
from table_core.rulebook import Role

Phase = Literal["idle", "open", "locking", "locked", "reviewed"]
Closed = Literal["lamp", "supervisor", "silent", "link", "flood", "lock", "floor"]
BY_ITSELF: frozenset[Closed] = frozenset({"silent", "link", "floor"})
"""Why a seat was closed that its device's return opens again; everything else waits for a supervisor."""


class Release(Struct, frozen=True):
    """A person other than who confirmed it lets a prize be paid."""

    by: str
    role: Role


class Due(Struct, frozen=True):
    """One prize from the dealer's review to its payment, with the evidence as it was. Kept in the record for good."""

    id: int
    payment: Payment
    pass_number: int
    hand: Hand
    confirmed_by: str
    plan: str
    promo: bool = False
    grand: bool = False
    releases_needed: int = 1
    releases: tuple[Release, ...] = ()
    due_at_utc_ns: int | None = None
    paid_by: str | None = None

    @property
    def released(self) -> bool:
        return len(self.releases) >= self.releases_needed

    @property
    def status(self) -> Literal["confirmed", "released", "paid"]:
        if self.paid_by is not None:
            return "paid"
        return "released" if self.released else "confirmed"


class Counters(Struct, frozen=True):
    """Running totals of the table. Nothing clears them: no error, no restart, no new pass (ARI-3.4.1-i)."""

    credits_bet: int = 0
    activated: int = 0
    exchanged: int = 0
    bought_back: int = 0
    chips_in: dict[int, int] = {}
    chips_boxed: dict[int, int] = {}
    refused: int = 0
    handed_back: int = 0
    paid_by_machine: int = 0
    paid_by_attendant: int = 0

    @property
    def paid(self) -> int:
        """Everything the progressive ever paid at this table."""
        return self.paid_by_machine + self.paid_by_attendant


class Progressive(Struct, frozen=True):
    """*locks* is what was read back of each seat's lock; *shown* what the machine drew in this pass."""

    terms: Terms | None = None
    plan: str = ""
    plan_digest: str = ""
    pot: Pot = Pot()
    increment: int = 0
    accumulating: bool = False
    phase: Phase = "idle"
    betting: Betting = Betting("manual")
    closed_for: dict[int, Closed] = {}
    locks: dict[int, bool] = {}
    refusals: dict[int, int] = {}
    contributed: PassContributed | None = None
    void: tuple[int, ...] = ()
    shown: tuple[Shown, ...] = ()
    hands: tuple[Hand, ...] = ()
    questioned: tuple[SeenHand, ...] = ()
    questioned_by: str = ""
    dues: tuple[Due, ...] = ()
    next_due: int = 1
    counters: Counters = Counters()
    linked: Linked = Linked()

    @property
    def worth(self) -> int:
        """What the main pot is played for, as far as this table knows."""
        return self.main if self.terms is None else self.terms.played_for(self.main)

    @property
    def main(self) -> int:
        """What lies in the main pot, as far as this table knows: above the plan's limit it waits for the next pot."""
        return self.pot.main if self.linked.value is None else self.linked.value.main

    @property
    def reserve_worth(self) -> int:
        """What the reserve stands at, as far as this table knows."""
        return self.pot.reserve if self.linked.value is None else self.linked.value.reserve

    @property
    def takes_bets(self) -> bool:
        return self.phase == "open"

    @property
    def lit(self) -> frozenset[int]:
        """The seats whose lamp says that a bet lies there (ARI-3.4.1-e)."""
        if self.phase == "idle":
            return frozenset()
        return frozenset(number for number, seat in self.betting.seats.items() if seat.bet and number not in self.void)

    @property
    def in_play(self) -> dict[int, int]:
        """The valid bets of the locked pass that were not annulled."""
        return {seat: staked for seat, staked in self.betting.accepted.items() if seat not in self.void}

    @property
    def unpaid(self) -> tuple[Due, ...]:
        return tuple(due for due in self.dues if due.paid_by is None)

    def due(self, number: int) -> Due | None:
        return next((due for due in self.dues if due.id == number), None)


def valid_bets(side: Progressive) -> list[SideBet]:
    """The bets of the locked pass as the pot counts them."""
    return [SideBet(seat, staked, side.betting.seat(seat).promo_bet) for seat, staked in side.betting.accepted.items()]
