"""A table's progressive as a value: its pot, the side bets of the pass, the prizes under way. And its fold."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from table_core.progressive import betting, ledger
from table_core.progressive.betting import AcceptorKind, Betting, Refusal, Returned, SeatBet
from table_core.progressive.complementary import Shown
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import PassContributed, Pot, PotMovement, PotReseeded, PotSeeded
from table_core.progressive.orders import Means, SeenHand
from table_core.progressive.prizes import Hand
from table_core.progressive.settlement import Payment
from table_core.progressive.terms import Terms
from table_core.rulebook import Role

Phase = Literal["idle", "open", "locking", "locked", "reviewed"]
Closed = Literal["lamp", "supervisor", "silent", "link", "flood", "lock"]
BY_ITSELF: frozenset[Closed] = frozenset({"silent", "link"})
"""Why a seat was closed that its device's return opens again; everything else waits for a supervisor."""

_replace = msgspec.structs.replace


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
    promo: frozenset[int] = frozenset()
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


class Operation(Struct, frozen=True, tag=lambda name: f"progressive.{name}"):
    """Something that happened to the side bets or their prizes."""


class PlanAdopted(Operation, frozen=True):
    """The approved betting plan in force from here on; only between jackpots (ARI-4.2-r)."""

    version: str
    digest: str
    terms: Terms
    article: str = "4.2"


class SideBetsOpened(Operation, frozen=True):
    kind: AcceptorKind
    article: str = "3.5.1"


class CreditsBought(Operation, frozen=True):
    seat: int
    credits: int
    exchanged: int
    means: Means
    by: str
    article: str = "3.4.1"


class CreditsBoughtBack(Operation, frozen=True):
    seat: int
    credits: int
    amount: int
    by: str
    article: str = "PRG-GAP-02"


class ExchangeNoted(Operation, frozen=True):
    """What was paid at the table for credits a device had activated by itself."""

    amount: int
    by: str
    article: str = "3.4.1"


class ChipsIn(Operation, frozen=True):
    """Chips of *value* fell into a seat's box: they are counted whether or not they made a bet."""

    seat: int
    value: int


class SideBetLaid(Operation, frozen=True):
    """A bet by button or chip. Its lamp lights after this is in the journal, never before."""

    seat: int
    credits: int
    promo: bool = False
    article: str = "3.4.1"


class SideBetRefused(Operation, frozen=True):
    """A press or a chip that made no bet. *value* is what the dealer hands back; None: nothing was taken."""

    seat: int
    credits: int
    reason: Refusal | Literal["NOT_A_CREDIT"]
    value: int | None = None
    article: str = "3.4.1"


class AntesNoted(Operation, frozen=True):
    seats: tuple[int, ...]
    article: str = "3.5.1"


class LampSeen(Operation, frozen=True):
    seat: int
    lit: bool
    article: str = "4.1"


class SeatClosed(Operation, frozen=True):
    seat: int
    reason: Closed
    by: str | None = None
    article: str = "4.1"


class SeatReopened(Operation, frozen=True):
    seat: int
    by: str | None = None
    article: str = "4.1"


class LockOrdered(Operation, frozen=True):
    """No more side bets from here on; acceptors are told to lock and read back."""

    by: str | None
    article: str = "3.5.1"


class LockRead(Operation, frozen=True):
    seat: int
    locked: bool


class DevicesForgotten(Operation, frozen=True):
    """A restart: what lamps and locks showed before says nothing of now; they are read back afresh."""


class JudgedSeat(Struct, frozen=True):
    """One seat at the lock: its bet, its lamp, what was accepted. The evidence of the pass."""

    seat: int
    bet: SeatBet


class SideBetsLocked(Operation, frozen=True):
    """Every bet was judged by its lamp, its base bet and the minimum. *implicit*: a card came before the lock."""

    implicit: bool
    seats: tuple[JudgedSeat, ...]
    returned: tuple[Returned, ...] = ()
    review: tuple[int, ...] = ()
    article: str = "3.5.1"


class SideBetsAnnulled(Operation, frozen=True):
    seats: tuple[int, ...]
    by: str | None
    article: str = "PRG-GAP-01"


class ComplementaryShown(Operation, frozen=True):
    """What the machine showed; *chance* is the number it came from, *held_by* who held the card then."""

    shown: Shown
    chance: int
    article: str = "3.5.4"


class HandsKept(Operation, frozen=True):
    """The hands as they were when the base game ended: the evidence of what the review finds."""

    hands: tuple[Hand, ...]
    article: str = "4.2"


class HandsQuestioned(Operation, frozen=True):
    """What the dealer saw is not what the record holds: a supervisor decides which counts."""

    seen: tuple[SeenHand, ...]
    by: str
    article: str = "4.2"


class HandsReviewed(Operation, frozen=True):
    """The dealer looked at *seats*, whether or not he opens (ARI 3.5.5)."""

    seats: tuple[int, ...]
    by: str
    article: str = "3.5.5"


class PrizeConfirmed(Operation, frozen=True):
    due: Due
    article: str = "4.2"


class GrandDue(Operation, frozen=True):
    """When a grand prize must be paid at the latest, counted from its confirmation."""

    id: int
    due_at_utc_ns: int
    article: str = "118"


class PrizeReleased(Operation, frozen=True):
    id: int
    release: Release


class PrizePaid(Operation, frozen=True):
    id: int
    means: Means
    by: str
    article: str = "4.2"


class SidePassEnded(Operation, frozen=True):
    """Lamps off; credits not bet stay on the counters."""


class BoxCounted(Operation, frozen=True):
    """A slot box was emptied: *amount* was found, *expected* is what its counter says went in since the last count."""

    seat: int
    amount: int
    expected: int
    by: str


SideOperation = (
    PlanAdopted
    | SideBetsOpened
    | CreditsBought
    | CreditsBoughtBack
    | ExchangeNoted
    | ChipsIn
    | SideBetLaid
    | SideBetRefused
    | AntesNoted
    | LampSeen
    | SeatClosed
    | SeatReopened
    | LockOrdered
    | LockRead
    | DevicesForgotten
    | SideBetsLocked
    | SideBetsAnnulled
    | ComplementaryShown
    | HandsKept
    | HandsQuestioned
    | HandsReviewed
    | PrizeConfirmed
    | GrandDue
    | PrizeReleased
    | PrizePaid
    | SidePassEnded
    | BoxCounted
    | PotMovement
)


def evolve(side: Progressive, operation: SideOperation) -> Progressive:
    """The progressive after *operation*. Total: what is recorded is a fact."""
    match operation:
        case ledger.Movement():
            return _moved(side, operation)
        case PlanAdopted(version=version, digest=digest, terms=terms):
            return _replace(side, plan=version, plan_digest=digest, terms=terms)
        case PrizeConfirmed(due=due):
            return _replace(side, dues=(*side.dues, due), next_due=due.id + 1)
        case GrandDue(id=number, due_at_utc_ns=due_at):
            return _with_due(side, number, lambda due: _replace(due, due_at_utc_ns=due_at))
        case PrizeReleased(id=number, release=release):
            return _with_due(side, number, lambda due: _replace(due, releases=(*due.releases, release)))
        case PrizePaid(id=number, by=by):
            return _with_due(side, number, lambda due: _replace(due, paid_by=by))
        case CreditsBought() | CreditsBoughtBack() | ExchangeNoted() | ChipsIn() | BoxCounted() | SideBetRefused():
            return _counted(side, operation)
        case ComplementaryShown(shown=shown):
            return _replace(side, shown=(*side.shown, shown))
        case HandsKept(hands=hands):
            return _replace(side, hands=hands)
        case HandsQuestioned(seen=seen, by=by):
            return _replace(side, questioned=seen, questioned_by=by)
        case HandsReviewed():
            return _replace(side, phase="reviewed", questioned=(), questioned_by="")
        case LockRead(seat=seat, locked=locked):
            return _replace(side, locks={**side.locks, seat: locked})
        case DevicesForgotten():
            return _forgotten(side)
        case SideBetsOpened() | LockOrdered() | SideBetsLocked() | SideBetsAnnulled() | SidePassEnded():
            return _in_course(side, operation)
        case SideBetLaid() | AntesNoted() | LampSeen() | SeatClosed() | SeatReopened():
            return _at_seat(side, operation)


def _moved(side: Progressive, movement: PotMovement) -> Progressive:
    side = _replace(side, pot=ledger.post(side.pot, movement))
    match movement:
        case PassContributed(to_main=to_main):
            return _replace(side, contributed=movement, increment=to_main, accumulating=True)
        case PotSeeded() | PotReseeded():
            return _replace(side, accumulating=False)
        case _:
            return side


def _with_due(side: Progressive, number: int, change: Callable[[Due], Due]) -> Progressive:
    return _replace(side, dues=tuple(change(due) if due.id == number else due for due in side.dues))


def _forgotten(side: Progressive) -> Progressive:
    seats = {
        number: _replace(seat, lamp=None) if seat.lamp == "lit" else seat for number, seat in side.betting.seats.items()
    }
    return _replace(side, betting=_replace(side.betting, seats=seats), locks={})


def _counted(
    side: Progressive,
    operation: CreditsBought | CreditsBoughtBack | ExchangeNoted | ChipsIn | BoxCounted | SideBetRefused,
) -> Progressive:
    counters = side.counters
    match operation:
        case CreditsBought(seat=seat, credits=bought, exchanged=exchanged, means=means):
            paid = 0 if means == "promo" else bought
            counters = _replace(counters, activated=counters.activated + paid, exchanged=counters.exchanged + exchanged)
            promo = side.promo | {seat} if means == "promo" else side.promo - {seat}
            side = _replace(_balance(side, seat, bought), promo=promo)
        case CreditsBoughtBack(seat=seat, credits=back):
            side = _balance(side, seat, -back)
            counters = _replace(counters, bought_back=counters.bought_back + back)
        case ExchangeNoted(amount=amount):
            counters = _replace(counters, exchanged=counters.exchanged + amount)
        case ChipsIn(seat=seat, value=value):
            counters = _replace(counters, chips_in=_added(counters.chips_in, seat, value))
        case BoxCounted(seat=seat, expected=expected):
            counters = _replace(counters, chips_boxed=_added(counters.chips_boxed, seat, expected))
        case SideBetRefused(seat=seat, value=value):
            side = _replace(side, refusals=_added(side.refusals, seat, 1))
            handed_back = counters.handed_back + (value or 0)
            counters = _replace(counters, refused=counters.refused + 1, handed_back=handed_back)
    return _replace(side, counters=counters)


def _balance(side: Progressive, number: int, change: int) -> Progressive:
    seat = side.betting.seat(number)
    return _seated(side, number, _replace(seat, balance=(seat.balance or 0) + change))


def _added(counts: dict[int, int], key: int, more: int) -> dict[int, int]:
    return {**counts, key: counts.get(key, 0) + more}


def _in_course(
    side: Progressive, operation: SideBetsOpened | LockOrdered | SideBetsLocked | SideBetsAnnulled | SidePassEnded
) -> Progressive:
    match operation:
        case SideBetsOpened(kind=kind):
            return _replace(_cleared(side, kind), phase="open")
        case LockOrdered():
            return _replace(side, phase="locking")
        case SideBetsLocked():
            return _locked(side, operation)
        case SideBetsAnnulled(seats=seats):
            return _annulled(side, seats)
        case SidePassEnded():
            return _replace(_cleared(side, side.betting.kind), phase="idle", locks={})


def _cleared(side: Progressive, kind: AcceptorKind) -> Progressive:
    """A new pass: balances and closed seats stay, and prizes not yet paid."""
    kept = {
        number: SeatBet(balance=seat.balance, closed=seat.closed)
        for number, seat in side.betting.seats.items()
        if seat.balance is not None or seat.closed
    }
    return _replace(
        side,
        betting=Betting(kind, seats=kept),
        contributed=None,
        void=(),
        shown=(),
        hands=(),
        questioned=(),
        dues=side.unpaid,
        refusals={},
    )


def _locked(side: Progressive, lock: SideBetsLocked) -> Progressive:
    seats = {judged.seat: judged.bet for judged in lock.seats}
    judged = Betting(side.betting.kind, True, seats, lock.returned, lock.review)
    dark = [number for number in judged.closed_seats if not side.betting.seat(number).closed]
    closed: dict[int, Closed] = {**side.closed_for, **dict.fromkeys(dark, "lamp")}
    counters = _replace(side.counters, credits_bet=side.counters.credits_bet + sum(judged.accepted.values()))
    return _replace(side, phase="locked", betting=judged, closed_for=closed, counters=counters)


def _annulled(side: Progressive, seats: tuple[int, ...]) -> Progressive:
    """Electronic credits of the annulled seats return to their counters; chips are handed over by the dealer."""
    refund = side.terms is not None and side.terms.void_policy == "refund"
    for number in seats:
        if refund and side.betting.kind == "electronic":
            side = _balance(side, number, side.betting.accepted.get(number, 0))
    return _replace(side, void=tuple(sorted({*side.void, *seats})))


def _at_seat(
    side: Progressive, operation: SideBetLaid | AntesNoted | LampSeen | SeatClosed | SeatReopened
) -> Progressive:
    match operation:
        case SideBetLaid(seat=number, credits=staked):
            return _seated(side, number, _laid(side, number, staked))
        case AntesNoted(seats=seats):
            for number in seats:
                side = _seated(side, number, _replace(side.betting.seat(number), ante=True))
            return side
        case LampSeen(seat=number, lit=lit):
            before = side.betting
            after = betting.lamp(before, number, "lit" if lit else "dark")
            newly = after.seat(number).closed and not before.seat(number).closed
            closed: dict[int, Closed] = {**side.closed_for, number: "lamp"} if newly else side.closed_for
            return _replace(side, betting=after, closed_for=closed)
        case SeatClosed(seat=number, reason=reason):
            closed_for: dict[int, Closed] = {**side.closed_for, number: reason}
            return _replace(side, betting=betting.close(side.betting, number), closed_for=closed_for)
        case SeatReopened(seat=number):
            left = {seat: why for seat, why in side.closed_for.items() if seat != number}
            return _replace(side, betting=betting.reopen(side.betting, number), closed_for=left)


def _laid(side: Progressive, number: int, staked: int) -> SeatBet:
    """What `betting.press` or `insert` granted, once more from the record."""
    seat = side.betting.seat(number)
    balance = None if side.betting.kind == "manual" else (seat.balance or 0) - staked
    return _replace(seat, bet=seat.bet + staked, balance=balance if balance is not None else seat.balance)


def _seated(side: Progressive, number: int, seat: SeatBet) -> Progressive:
    return _replace(side, betting=_replace(side.betting, seats={**side.betting.seats, number: seat}))


def valid_bets(side: Progressive) -> list[SideBet]:
    """The bets of the locked pass as the pot counts them."""
    return [SideBet(seat, staked, seat in side.promo) for seat, staked in side.betting.accepted.items()]
