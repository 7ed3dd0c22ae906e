"""The fold of a table's progressive: its state after each recorded operation."""

from collections.abc import Callable

import msgspec

from table_core.progressive import betting, ledger, linked
from table_core.progressive.betting import AcceptorKind, Betting, SeatBet
from table_core.progressive.claims import AnyClaim, Contributed
from table_core.progressive.ledger import PassContributed, PotMovement, PotReseeded, PotSeeded
from table_core.progressive.operations import (
    AntesNoted,
    BoxCounted,
    ChipsIn,
    ClaimAnswered,
    ClaimMade,
    ComplementaryShown,
    CreditsBought,
    CreditsBoughtBack,
    DevicesForgotten,
    ExchangeNoted,
    GrandDue,
    HandsKept,
    HandsQuestioned,
    HandsReviewed,
    LampSeen,
    LockOrdered,
    LockRead,
    PlanAdopted,
    PotShown,
    PrizeConfirmed,
    PrizePaid,
    PrizeReleased,
    SeatClosed,
    SeatReopened,
    SideBetLaid,
    SideBetRefused,
    SideBetsAnnulled,
    SideBetsLocked,
    SideBetsOpened,
    SideOperation,
    SidePassEnded,
)
from table_core.progressive.state import Closed, Due, Progressive

_replace = msgspec.structs.replace


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
            return _with_due(_paid(side, operation), number, lambda due: _replace(due, paid_by=by))
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
        case ClaimMade(claim=claim, by=by):
            return _claimed(side, claim, by)
        case ClaimAnswered(decided=decided):
            return _replace(side, linked=linked.answered(side.linked, decided))
        case PotShown(value=value, news=news):
            return _replace(side, linked=linked.told(side.linked, value, news=news))
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


def _claimed(side: Progressive, claim: AnyClaim, by: str | None) -> Progressive:
    side = _replace(side, linked=linked.claimed(side.linked, claim, by))
    if isinstance(claim, Contributed):
        return _replace(side, contributed=claim.movement, increment=claim.movement.to_main)
    return side


def _with_due(side: Progressive, number: int, change: Callable[[Due], Due]) -> Progressive:
    return _replace(side, dues=tuple(change(due) if due.id == number else due for due in side.dues))


def _paid(side: Progressive, paid: PrizePaid) -> Progressive:
    """Promotional credits an electronic acceptor puts on its own counter; everything else a person hands over."""
    due, counters = side.due(paid.id), side.counters
    amount = due.payment.amount if due is not None and due.paid_by is None else 0
    if paid.means == "promo" and side.betting.kind == "electronic":
        return _replace(side, counters=_replace(counters, paid_by_machine=counters.paid_by_machine + amount))
    return _replace(side, counters=_replace(counters, paid_by_attendant=counters.paid_by_attendant + amount))


def _forgotten(side: Progressive) -> Progressive:
    seats = {
        number: _replace(seat, lamp=None) if seat.lamp == "lit" else seat for number, seat in side.betting.seats.items()
    }
    return _replace(side, betting=_replace(side.betting, seats=seats), locks=dict.fromkeys(side.locks, False))


def _counted(
    side: Progressive,
    operation: CreditsBought | CreditsBoughtBack | ExchangeNoted | ChipsIn | BoxCounted | SideBetRefused,
) -> Progressive:
    counters = side.counters
    match operation:
        case CreditsBought(seat=seat, credits=bought, exchanged=exchanged, means=means):
            promo = bought if means == "promo" else 0
            activated = counters.activated + bought - promo
            counters = _replace(counters, activated=activated, exchanged=counters.exchanged + exchanged)
            side = _balance(side, seat, bought, promo)
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


def _balance(side: Progressive, number: int, change: int, promo: int = 0) -> Progressive:
    """The counter of a seat goes up or down, *promo* of it in promotional credits."""
    seat = side.betting.seat(number)
    return _seated(side, number, _replace(seat, balance=(seat.balance or 0) + change, promo=seat.promo + promo))


def _added(counts: dict[int, int], key: int, more: int) -> dict[int, int]:
    return {**counts, key: counts.get(key, 0) + more}


def _in_course(
    side: Progressive, operation: SideBetsOpened | LockOrdered | SideBetsLocked | SideBetsAnnulled | SidePassEnded
) -> Progressive:
    match operation:
        case SideBetsOpened(kind=kind):
            told = _replace(side.linked, news=linked.still_news(side.linked))
            return _replace(_cleared(side, kind), phase="open", linked=told)
        case LockOrdered():
            return _replace(side, phase="locking")
        case SideBetsLocked():
            return _locked(side, operation)
        case SideBetsAnnulled(seats=seats):
            return _annulled(side, seats)
        case SidePassEnded():
            return _replace(_cleared(side, side.betting.kind), phase="idle")


def _cleared(side: Progressive, kind: AcceptorKind) -> Progressive:
    """A new pass: balances and closed seats stay, and prizes not yet paid."""
    kept = {
        number: SeatBet(balance=seat.balance, promo=seat.promo, closed=seat.closed)
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
            seat = side.betting.seat(number)
            side = _balance(side, number, seat.accepted, seat.promo_bet)
    return _replace(side, void=tuple(sorted({*side.void, *seats})))


def _at_seat(
    side: Progressive, operation: SideBetLaid | AntesNoted | LampSeen | SeatClosed | SeatReopened
) -> Progressive:
    match operation:
        case SideBetLaid(seat=number, credits=staked, promo=promo):
            return _seated(side, number, _laid(side, number, staked, promo))
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


def _laid(side: Progressive, number: int, staked: int, promo: int) -> SeatBet:
    """What `betting.press` or `insert` granted, once more from the record."""
    seat = side.betting.seat(number)
    if side.betting.kind == "manual":
        return _replace(seat, bet=seat.bet + staked)
    return betting.spent(seat, staked, promo)


def _seated(side: Progressive, number: int, seat: SeatBet) -> Progressive:
    return _replace(side, betting=_replace(side.betting, seats={**side.betting.seats, number: seat}))
