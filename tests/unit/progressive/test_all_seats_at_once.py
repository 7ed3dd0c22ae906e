"""Everybody presses, buys and fails at once: in whatever order it is heard, no credit is lost, no state invalid."""

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_core.board_events import BetPressed, CreditsActivated, LockBelied, SeatLampShown
from table_core.commands import Command
from table_core.events import (
    AcceptorBack,
    AcceptorReset,
    AcceptorSilent,
    CreditsLost,
    LinkLost,
    LinkRestored,
    LockShown,
)
from table_core.progressive import orders
from table_core.progressive.operations import SideBetLaid
from tests.unit.progressive.table import SEATS, SLOTS, TERMS, SideTable, open_table

seats = st.integers(1, SEATS)
heard = st.one_of(
    st.builds(BetPressed, st.just(SLOTS), seats, st.integers(1, 4), st.integers(1, 9)),
    st.builds(CreditsActivated, st.just(SLOTS), seats, st.integers(1, 4), st.integers(1, 9)),
    st.builds(SeatLampShown, st.just(SLOTS), seats, commanded=st.booleans(), lit=st.booleans()),
    st.builds(LockShown, st.just(SLOTS), seats, st.booleans(), confirmed=st.booleans()),
    st.builds(LockBelied, st.just(SLOTS), seats, st.integers(1, 9)),
    st.builds(AcceptorSilent, st.just(SLOTS), seats, st.just("silent")),
    st.builds(AcceptorBack, st.just(SLOTS), seats),
    st.builds(AcceptorReset, st.just(SLOTS), seats, st.integers(0, 9)),
    st.builds(CreditsLost, st.just(SLOTS), seats, st.integers(1, 3)),
    st.sampled_from([LinkLost(SLOTS, "pulled"), LinkRestored(SLOTS, "pty")]),
)
ordered = st.one_of(
    st.sampled_from([orders.OpenSideBets(), orders.LockSideBets(), orders.VoidSideBets()]),
    st.builds(orders.CloseSeat, seats),
    st.builds(orders.ReopenSeat, seats),
    st.builds(orders.BuyBack, seats, st.integers(1, 4)),
    st.builds(orders.VoidSideBets, st.tuples(seats)),
)
inputs = st.lists(
    st.one_of(heard, heard, ordered, st.sampled_from(["card", "restart", "overdue"])), min_size=15, max_size=40
)


class Crowd:
    """A table with seven electronic acceptors; *bought* is what each seat was sold and not given back."""

    def __init__(self) -> None:
        self.table = open_table(*range(1, SEATS + 1), electronic=True)
        self.bought = dict.fromkeys(range(1, SEATS + 1), 0)
        for seat in range(1, SEATS + 1):
            self.table.order(orders.BuyCredits(seat, 3, 3000), "dealer")
            self.bought[seat] = 3

    def take(self, given: Any) -> None:
        table, before = self.table, self.table.side
        match given:
            case "restart":
                table.restart()
            case "overdue":
                table.watch(lock_overdue=before.phase == "locking")
            case "card":
                if not table.state.game.in_pass:
                    table.draw("7H")
            case orders.SideOrder():
                if table.refused(cast(Command, given)) == "(obeyed)" and isinstance(given, orders.BuyBack):
                    self.bought[given.seat] -= given.credits
            case _:
                laid = [one for one in table.see(given) if isinstance(one, SideBetLaid)]
                assert not laid or before.phase == "open", "nothing is laid but while bets are open"
                if isinstance(given, CreditsActivated):
                    self.bought[given.seat] += given.credits
        self.check()

    def check(self) -> None:
        side = self.table.side
        for number, bought in self.bought.items():
            seat = side.betting.seat(number)
            staked = 0 if number in side.void else seat.bet
            assert (seat.balance or 0) + staked == bought, f"credits of seat {number}"
            assert (seat.balance or 0) >= 0
            assert seat.bet <= TERMS.max_credits
            assert seat.accepted in (0, seat.bet)
            assert seat.closed == (number in side.closed_for)
            assert side.betting.locked or not (seat.closed and seat.bet), f"seat {number} is out and has a bet"
        assert side.pot.sums.contributed == TERMS.credit_value * sum(side.in_play.values())
        assert side.counters.credits_bet == sum(side.betting.accepted.values())
        assert set(side.in_play) <= {number for number in self.bought if side.betting.seat(number).ante}


@pytest.mark.requirement("R14")
@settings(max_examples=60)
@given(inputs)
def test_inputs_of_all_seats_in_any_order_lose_no_credit_and_never_lead_to_an_invalid_state(given_: list[Any]) -> None:
    crowd = Crowd()
    for seat in range(1, SEATS + 1, 2):
        crowd.take(BetPressed(SLOTS, seat, 2, seat))
    for one in given_:
        crowd.take(one)


@pytest.mark.requirement("R14")
@settings(max_examples=20)
@given(st.permutations(range(1, SEATS + 1)))
def test_seven_buttons_pressed_together_make_the_same_pass_in_whatever_order_they_are_heard(turns: list[int]) -> None:
    def locked(order: list[int]) -> SideTable:
        crowd = Crowd()
        for seat in order:
            crowd.take(BetPressed(SLOTS, seat, 1 + seat % 3, seat))
        crowd.take(orders.LockSideBets())
        return crowd.table

    one, other = locked(turns), locked(sorted(turns))
    assert one.side.in_play == other.side.in_play
    assert one.side.pot.sums == other.side.pot.sums
    assert len(one.side.in_play) == SEATS
