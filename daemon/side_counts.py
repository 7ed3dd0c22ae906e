"""A jornada's counters against each other: seats, table, pot and till, each from entries of its own."""

from msgspec import Struct

from table_core.progressive.counts import Counted, differences
from table_core.progressive.ledger import Movement
from table_core.progressive.operations import (
    BoxCounted,
    ClaimAnswered,
    CreditsBought,
    CreditsBoughtBack,
    ExchangeNoted,
    PlanAdopted,
    SideBetLaid,
    SideBetsAnnulled,
    SideBetsLocked,
    SideBetsOpened,
)
from table_core.progressive.setup import SideSetup
from table_core.progressive.terms import Terms
from table_core.record import Entry, Started


class Box(Struct):
    """An emptied slot box: what its counter said and what was found."""

    seat: int
    expected: int
    found: int
    by: str


class Counts(Struct):
    """*table_credits* is the table's counter, *seat_credits* what was pressed or dropped at the seats and stood.

    *raised_due* is what the counter says the pot must have raised: promotional and annulled credits left out.
    """

    credits_activated: int = 0
    activated_worth: int = 0
    credits_exchanged: int = 0
    credits_bought_back: int = 0
    table_credits: int = 0
    seat_credits: int = 0
    raised_due: int = 0
    raised: int = 0
    boxes: list[Box] = []

    @property
    def differences(self) -> dict[str, int]:
        """Signed, first side minus second: credits for the seats, pesos for the pot and the till."""
        at_seats = Counted(0, self.table_credits, seat_bets=[self.seat_credits])
        money = Counted(
            0,
            self.raised_due,
            system_raised=self.raised,
            cash_exchanged=self.credits_exchanged,
            credits_activated=self.activated_worth,
        )
        return {**differences(at_seats, 1), **differences(money, 1)}


class Counting:
    """Follows a journal from its first entry; counts while it is told to."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.inside = False
        self._terms: Terms | None = None
        self._laid = 0
        self._worth: dict[int, int] = {}

    def take(self, entry: Entry) -> None:
        match entry:
            case Started(progressive=SideSetup(terms=terms)):
                self._terms = self._terms or terms
            case PlanAdopted(terms=terms):
                self._terms = terms
            case SideBetsOpened():
                self._laid = 0
            case SideBetLaid(credits=count):
                self._laid += count
            case SideBetsLocked():
                self._locked(entry)
            case SideBetsAnnulled(seats=seats):
                self._annulled(seats)
            case _ if self.inside:
                self._noted(entry)

    @property
    def _value(self) -> int:
        return 0 if self._terms is None else self._terms.credit_value

    def _locked(self, lock: SideBetsLocked) -> None:
        promo_counts = self._terms is not None and self._terms.promo_contributes
        bets = {judged.seat: judged.bet for judged in lock.seats if judged.bet.accepted}
        self._worth = {
            seat: (bet.accepted - (0 if promo_counts else bet.promo_bet)) * self._value for seat, bet in bets.items()
        }
        if self.inside:
            self.counts.table_credits += sum(bet.accepted for bet in bets.values())
            self.counts.seat_credits += self._laid - sum(back.credits for back in lock.returned)
            self.counts.raised_due += sum(self._worth.values())

    def _annulled(self, seats: tuple[int, ...]) -> None:
        back = sum(self._worth.pop(seat, 0) for seat in seats)
        if self.inside and self._terms is not None and self._terms.void_policy == "refund":
            self.counts.raised_due -= back

    def _noted(self, entry: Entry) -> None:
        counts = self.counts
        match entry:
            case CreditsBought(credits=bought, exchanged=exchanged, means=means):
                paid_for = 0 if means == "promo" else bought
                counts.credits_activated += paid_for
                counts.activated_worth += paid_for * self._value
                counts.credits_exchanged += exchanged
            case ExchangeNoted(amount=amount):
                counts.credits_exchanged += amount
            case CreditsBoughtBack(credits=back):
                counts.credits_bought_back += back
            case BoxCounted(seat=seat, amount=found, expected=expected, by=by):
                counts.boxes.append(Box(seat, expected, found, by))
            case Movement():
                counts.raised += entry.sums.contributed
            case ClaimAnswered(decided=decided):
                counts.raised += sum(movement.sums.contributed for movement in decided.movements)
