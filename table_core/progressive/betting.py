"""The side bets of one pass at the acceptors, from the first credit to the lock (ARI 3.4.1, 3.5.1, 4.1). A pure fold.

A refused press changes nothing and says why; a bet is valid only if its lamp shines at the lock.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from table_core.progressive.terms import Terms

AcceptorKind = Literal["electronic", "manual"]
Refusal = Literal["WRONG_ACCEPTOR", "LOCKED", "SEAT_CLOSED", "OVER_MAX", "NO_CREDITS", "NOT_ELECTRONIC"]
Return = Literal["LAMP_DARK", "NO_ANTE", "UNDER_MIN", "SEAT_CLOSED"]

_replace = msgspec.structs.replace


class SeatBet(Struct, frozen=True):
    """One seat's part of the pass. *lamp* is the last thing reported of it; None: it shines by itself with a bet.

    *promo* of the *balance*, and *promo_bet* of the *bet*, are promotional credits: played, never bought back.
    """

    balance: int | None = None
    promo: int = 0
    bet: int = 0
    promo_bet: int = 0
    ante: bool = False
    lamp: Literal["lit", "dark"] | None = None
    dark_since_bet: bool = False
    closed: bool = False
    accepted: int = 0

    @property
    def bought(self) -> int:
        """Of the balance, what the player paid for and may have back."""
        return (self.balance or 0) - self.promo


class Returned(Struct, frozen=True):
    """A bet that did not stand: electronic credits go back to the balance, chips to the player's hand."""

    seat: int
    credits: int
    reason: Return


class Betting(Struct, frozen=True):
    kind: AcceptorKind
    locked: bool = False
    seats: dict[int, SeatBet] = {}
    returned: tuple[Returned, ...] = ()
    review: tuple[int, ...] = ()

    def seat(self, number: int) -> SeatBet:
        return self.seats.get(number, SeatBet())

    @property
    def accepted(self) -> dict[int, int]:
        """The valid bets of the locked pass, by seat."""
        return {number: self.seats[number].accepted for number in sorted(self.seats) if self.seats[number].accepted}

    @property
    def closed_seats(self) -> list[int]:
        return sorted(number for number, seat in self.seats.items() if seat.closed)


def activate(betting: Betting, number: int, count: int) -> Betting | Refusal:
    """The dealer puts bought credits on a seat's counter; the lock does not forbid it."""
    if betting.kind == "manual":
        return "NOT_ELECTRONIC"
    seat = betting.seat(number)
    return _with(betting, number, _replace(seat, balance=(seat.balance or 0) + count))


def press(terms: Terms, betting: Betting, number: int, count: int) -> Betting | Refusal:
    """The bet button: takes activated credits as (more of) the seat's bet."""
    seat = betting.seat(number)
    refused = _why_not(terms, betting, seat, count, "electronic")
    if refused is None and count > (seat.balance or 0):
        refused = "NO_CREDITS"
    if refused is not None:
        return refused
    return _with(betting, number, spent(seat, count, promo_of(seat, count)))


def promo_of(seat: SeatBet, count: int) -> int:
    """How many of *count* credits are promotional: those go first, for they are good for nothing else (3.5.4)."""
    return min(count, seat.promo)


def spent(seat: SeatBet, count: int, promo: int) -> SeatBet:
    """*count* credits of the counter, *promo* of them promotional, are (more of) the seat's bet."""
    laid = _replace(_laid(seat, count), promo_bet=seat.promo_bet + promo)
    return _replace(laid, balance=(seat.balance or 0) - count, promo=seat.promo - promo)


def insert(terms: Terms, betting: Betting, number: int, count: int) -> Betting | Refusal:
    """Chips in a manual slot: they are the bet, there is no balance."""
    seat = betting.seat(number)
    return _why_not(terms, betting, seat, count, "manual") or _with(betting, number, _laid(seat, count))


def _why_not(terms: Terms, betting: Betting, seat: SeatBet, count: int, kind: AcceptorKind) -> Refusal | None:
    """The first reason that fits, in the order the seat can check them."""
    if betting.kind != kind:
        return "WRONG_ACCEPTOR"
    if betting.locked:
        return "LOCKED"
    if seat.closed:
        return "SEAT_CLOSED"
    return "OVER_MAX" if seat.bet + count > terms.max_credits else None


def _laid(seat: SeatBet, count: int) -> SeatBet:
    return _replace(seat, bet=seat.bet + count)


def ante(betting: Betting, number: int) -> Betting | Refusal:
    """The compulsory base bet lies on the seat (ARI 3.5.1)."""
    if betting.locked:
        return "LOCKED"
    return _with(betting, number, _replace(betting.seat(number), ante=True))


def lamp(betting: Betting, number: int, state: Literal["lit", "dark"]) -> Betting:
    """What a sensor, or the dealer, says of a bet lamp. Dark after the lock: the bet stands, the seat closes (4.1)."""
    seat = betting.seat(number)
    dark = state == "dark"
    reported = dark and (not betting.locked or seat.accepted > 0)
    changed = _replace(
        seat,
        lamp=state,
        dark_since_bet=seat.dark_since_bet or (dark and seat.bet > 0),
        closed=seat.closed or (reported and betting.locked),
    )
    after = _with(betting, number, changed)
    return _reported(after, number) if reported else after


def close(betting: Betting, number: int) -> Betting:
    """The supervisor takes a position out of the progressive; a bet not yet locked goes back."""
    seat = betting.seat(number)
    if seat.bet and not betting.locked:
        betting = _give_back(betting, number, "SEAT_CLOSED")
    return _with(betting, number, _replace(betting.seat(number), closed=True))


def reopen(betting: Betting, number: int) -> Betting:
    """The position is repaired: what was reported of its lamp no longer counts."""
    return _with(betting, number, _replace(betting.seat(number), closed=False, lamp=None, dark_since_bet=False))


def lock(terms: Terms, betting: Betting) -> Betting:
    """No more bets: every bet is judged by its lamp, its base bet and the minimum, seat by seat."""
    if betting.locked:
        return betting
    for number in sorted(betting.seats):
        if betting.seats[number].bet:
            betting = _judged(terms, betting, number)
    return _replace(betting, locked=True)


def _judged(terms: Terms, betting: Betting, number: int) -> Betting:
    seat = betting.seat(number)
    if _lamp_dark(terms, seat):
        given_back = _give_back(betting, number, "LAMP_DARK")
        return _with(given_back, number, _replace(given_back.seat(number), closed=True))
    if not seat.ante:
        return _give_back(betting, number, "NO_ANTE")
    if seat.bet < terms.min_credits:
        return _give_back(betting, number, "UNDER_MIN")
    return _with(betting, number, _replace(seat, accepted=seat.bet))


def _lamp_dark(terms: Terms, seat: SeatBet) -> bool:
    return seat.lamp == "dark" or (terms.lamp_validity == "since_bet" and seat.dark_since_bet)


def _give_back(betting: Betting, number: int, reason: Return) -> Betting:
    seat = betting.seat(number)
    balance = seat.balance if betting.kind == "manual" else (seat.balance or 0) + seat.bet
    given_back = _replace(seat, balance=balance, promo=seat.promo + seat.promo_bet, bet=0, promo_bet=0)
    returned = (*betting.returned, Returned(number, seat.bet, reason))
    return _replace(_with(betting, number, given_back), returned=returned)


def _with(betting: Betting, number: int, seat: SeatBet) -> Betting:
    return _replace(betting, seats={**betting.seats, number: seat})


def _reported(betting: Betting, number: int) -> Betting:
    return _replace(betting, review=tuple(sorted({*betting.review, number})))
