"""The side bets of a running table: credits, chips, buttons, lamps, the lock and its read-back."""

import pytest
from msgspec.structs import replace

from table_core.board_events import BetPressed, CreditsActivated
from table_core.events import (
    LampsDiffer,
    LockShown,
)
from table_core.progressive import orders
from table_core.progressive.betting import Returned
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import PassContributed
from table_core.progressive.operations import SideBetLaid, SideBetRefused, SideBetsLocked
from table_core.signals import lamps
from tests.unit.progressive.table import BOARD, ELECTRONIC, LAMPED, SLOTS, SideTable, names, open_table


def phase(table: SideTable) -> str:
    return table.side.phase


# Credits and bets


@pytest.mark.requirement("ARI-3.4.1-c", "ARI-3.4.1-b")
def test_credits_appear_only_when_the_dealer_activates_them_and_the_amount_is_kept() -> None:
    table = open_table(electronic=True)
    refused = table.see(BetPressed(SLOTS, 2, 1, 7))
    assert refused == [SideBetRefused(2, 1, "NO_CREDITS")]
    table.order(orders.BuyCredits(2, 5, 5000, "cash"), "dealer")
    assert table.see(BetPressed(SLOTS, 2, 2, 8)) == [SideBetLaid(2, 2)]
    seat = table.side.betting.seat(2)
    assert (seat.balance, seat.bet) == (3, 2)
    assert (table.side.counters.activated, table.side.counters.exchanged) == (5, 5000)
    assert table.codes() == []


@pytest.mark.requirement("ARI-3.4.1-c")
def test_credits_for_another_amount_than_was_exchanged_are_told() -> None:
    table = open_table(electronic=True)
    table.order(orders.BuyCredits(2, 5, 4000), "dealer")
    assert table.codes() == ["side.exchange_differs"]


@pytest.mark.requirement("ARI-3.4.1-c")
def test_credits_activated_at_the_acceptor_count_and_their_price_is_keyed() -> None:
    table = open_table(electronic=True)
    table.see(CreditsActivated(SLOTS, 4, 3, 1))
    table.order(orders.NoteExchange(3000), "dealer")
    assert table.side.betting.seat(4).balance == 3
    assert (table.side.counters.activated, table.side.counters.exchanged) == (3, 3000)


@pytest.mark.requirement("PRG-GAP-02")
def test_unused_credits_are_bought_back_only_between_passes() -> None:
    table = SideTable(ELECTRONIC)
    table.order(orders.BuyCredits(3, 4, 4000), "dealer")
    table.open_bets()
    assert table.refused(orders.BuyBack(3, 1)) == "NOT_NOW"
    other = SideTable(ELECTRONIC)
    other.order(orders.BuyCredits(3, 4, 4000), "dealer")
    assert other.refused(orders.BuyBack(3, 5)) == "NO_CREDITS"
    other.order(orders.BuyBack(3, 4), "dealer")
    assert (other.side.betting.seat(3).balance, other.side.counters.bought_back) == (0, 4)


@pytest.mark.requirement("PRG-GAP-03")
def test_a_bet_once_laid_is_not_taken_back_before_the_lock() -> None:
    table = open_table(electronic=True)
    table.order(orders.BuyCredits(2, 3, 3000), "dealer")
    table.see(BetPressed(SLOTS, 2, 2, 1))
    assert table.refused(orders.BuyBack(2, 2), "dealer") == "NOT_NOW"
    assert table.refused(orders.VoidSideBets((2,))) == "NOTHING_TO_ANNUL"
    table.order(orders.LockSideBets(), "dealer")
    assert (table.side.in_play, table.side.betting.seat(2).balance) == ({2: 2}, 1)


@pytest.mark.requirement("ARI-3.5.4-d", "PRG-AMB-10")
def test_promotional_credits_are_played_first_and_only_the_bought_ones_form_the_pot() -> None:
    table = open_table(electronic=True)
    table.order(orders.BuyCredits(2, 2, 0, "promo"), "dealer")
    table.order(orders.BuyCredits(2, 4, 4000), "dealer")
    assert table.see(BetPressed(SLOTS, 2, 3, 1)) == [SideBetLaid(2, 3, promo=2)]
    table.order(orders.LockSideBets(), "dealer")
    assert table.side.in_play == {2: 3}
    contributed = next(one for one in table.recorded if isinstance(one, PassContributed))
    assert (contributed.bets, contributed.raised) == ((SideBet(2, 3, promo=2),), 1000)


@pytest.mark.requirement("ARI-3.5.4-d")
def test_promotional_credits_are_never_bought_back_however_the_counter_was_filled() -> None:
    table = SideTable(ELECTRONIC)
    table.order(orders.BuyCredits(2, 5, 0, "promo"), "dealer")
    table.see(CreditsActivated(SLOTS, 2, 2, 1))
    assert table.refused(orders.BuyBack(2, 3), "dealer") == "PROMO_ONLY"
    table.order(orders.BuyBack(2, 2), "dealer")
    assert table.refused(orders.BuyBack(2, 1), "dealer") == "PROMO_ONLY"
    assert (table.side.betting.seat(2).balance, table.side.betting.seat(2).promo) == (5, 5)


@pytest.mark.requirement("ARI-3.5.4-d", "PRG-GAP-01")
@pytest.mark.parametrize("returned", ["no base bet", "annulled"])
def test_a_bet_that_goes_back_gives_each_kind_of_credit_back_as_it_was(returned: str) -> None:
    table = open_table(*((5,) if returned == "no base bet" else (2, 5)), electronic=True)
    table.order(orders.BuyCredits(2, 1, 0, "promo"), "dealer")
    table.order(orders.BuyCredits(2, 4, 4000), "dealer")
    table.see(BetPressed(SLOTS, 2, 3, 1))
    table.order(orders.LockSideBets(), "dealer")
    if returned == "annulled":
        table.order(orders.VoidSideBets((2,)), "jefe_de_mesa")
    seat = table.side.betting.seat(2)
    assert (seat.balance, seat.promo, seat.bought) == (5, 1, 4)
    assert table.side.pot.sums.contributed == 0


@pytest.mark.requirement("ARI-3.5.4-d")
def test_promotional_credits_need_an_authorised_promotion_and_the_notice_of_the_prizes_is_not_enough() -> None:
    for setup in (replace(ELECTRONIC, promo=False), replace(ELECTRONIC, promo=False, complementary=False)):
        assert SideTable(setup).refused(orders.BuyCredits(2, 2, 0, "promo")) == "PROMO_NOT_AUTHORISED"


@pytest.mark.requirement("ARI-3.4.1-g", "ARI-3.4.1-h")
def test_a_chip_is_the_bet_and_one_after_the_lock_is_handed_back() -> None:
    table = open_table()
    assert names(table.chip(2, 2000)) == ["ChipsIn", "SideBetLaid"]
    table.order(orders.LockSideBets(), "dealer")
    late = table.chip(5)
    assert late[1] == SideBetRefused(5, 1, "LOCKED", 1000)
    assert table.codes() == ["side.hand_back"]
    assert table.side.lit == {2}
    assert (table.side.counters.chips_in, table.side.counters.handed_back) == ({2: 2000, 5: 1000}, 1000)


@pytest.mark.requirement("ARI-3.4.1-k")
@pytest.mark.parametrize(("value", "reason"), [(4000, "OVER_MAX"), (500, "NOT_A_CREDIT"), (None, "NOT_A_CREDIT")])
def test_a_chip_that_can_be_no_bet_is_counted_and_handed_back(value: int, reason: str) -> None:
    table = open_table()
    refused = table.chip(2, value)[-2]
    assert isinstance(refused, SideBetRefused)
    assert (refused.reason, table.side.lit) == (reason, frozenset())
    assert table.codes() == ["side.hand_back"]


def test_a_manual_slot_has_no_credits_to_buy() -> None:
    assert open_table().refused(orders.BuyCredits(2, 1, 1000)) == "NOT_ELECTRONIC"


# Lamps


@pytest.mark.requirement("ARI-3.4.1-e", "ARI-3.5.1-e", "ARI-3.4.1-f")
def test_a_seat_lamp_is_lit_for_a_bet_and_for_nothing_else() -> None:
    table = open_table()
    every = tuple(f"seat.{seat}" for seat in range(1, 8))

    def lit() -> list[int]:
        shown = lamps(table.state, every, bets_open=True, bet_seats=table.side.lit)
        return [seat for seat, on in enumerate(shown, 1) if on]

    assert lit() == []
    table.chip(5)
    assert lit() == [5]
    table.order(orders.LockSideBets(), "dealer")
    assert lit() == [5]
    table.finish("7H KD 9S 7D 5D")
    table.review({5: None})
    assert lit() == [5]
    table.end_base_pass()
    assert lit() == []


@pytest.mark.requirement("ARI-4.1-a", "ARI-4.1-b")
def test_the_lock_waits_for_every_lamp_to_be_read_back() -> None:
    table = SideTable(LAMPED)
    table.base_bets(2, 5)
    table.open_bets()
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    assert phase(table) == "locking"
    table.lamps(2)
    assert phase(table) == "locked"
    assert table.side.in_play == {2: 1}


@pytest.mark.requirement("ARI-4.1-a", "ARI-4.1-b", "PRG-AMB-20")
def test_a_bet_whose_lamp_stays_dark_goes_back_and_its_seat_closes() -> None:
    table = SideTable(LAMPED)
    table.base_bets(2, 5)
    table.open_bets()
    table.chip(2)
    table.chip(5)
    table.lamps(2, 5)
    table.see(LampsDiffer(BOARD, (False, True, False, False, True, False, False), (False,) * 4 + (True, False, False)))
    table.order(orders.LockSideBets(), "dealer")
    assert table.side.in_play == {5: 1}
    assert table.side.betting.returned == (Returned(2, 1, "LAMP_DARK"),)
    assert table.side.closed_for == {2: "lamp"}
    assert "side.lamp_dark" in table.codes()


def test_a_lamp_never_read_back_is_a_dark_lamp_when_the_time_is_over() -> None:
    table = SideTable(LAMPED)
    table.base_bets(2, 5)
    table.open_bets()
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    table.watch(lock_overdue=True)
    assert table.side.betting.returned == (Returned(2, 1, "LAMP_DARK"),)


@pytest.mark.requirement("ARI-4.1-b", "PRG-AMB-11")
def test_a_lamp_that_fails_after_the_lock_closes_the_seat_for_the_next_pass_only() -> None:
    table = SideTable(LAMPED)
    table.base_bets(2, 5)
    table.open_bets()
    table.chip(2)
    table.lamps(2)
    table.order(orders.LockSideBets(), "dealer")
    table.see(LampsDiffer(BOARD, (False, True) + (False,) * 5, (False,) * 7))
    assert (table.side.in_play, table.side.closed_for) == ({2: 1}, {2: "lamp"})


@pytest.mark.requirement("ARI-4.1-b")
def test_only_a_supervisor_reopens_a_seat_closed_for_its_lamp() -> None:
    table = SideTable()
    table.order(orders.CloseSeat(4), "jefe_de_mesa")
    assert table.refused(orders.ReopenSeat(4), "dealer") == "WRONG_ROLE"
    table.order(orders.ReopenSeat(4), "jefe_de_mesa")
    assert table.side.closed_for == {}


def test_a_dealer_may_report_a_dark_lamp_that_nothing_measures() -> None:
    table = open_table()
    table.chip(2)
    table.order(orders.NoteLamp(2, lit=False), "dealer")
    table.order(orders.LockSideBets(), "dealer")
    assert table.side.betting.returned == (Returned(2, 1, "LAMP_DARK"),)


# The lock


@pytest.mark.requirement("ARI-3.4.1-f", "ARI-3.5.1-f", "ARI-3.4.1-l", "ARI-3.5.1-c")
def test_the_lock_holds_only_when_every_acceptor_read_it_back() -> None:
    table = open_table()
    table.locks(locked=False)
    table.chip(2)
    assert [seat.open for seat in table.reconciler.side().bet_seats(table.state)] == [True] * 7
    table.order(orders.LockSideBets(), "dealer")
    assert phase(table) == "locking"
    assert [seat.open for seat in table.reconciler.side().bet_seats(table.state)] == [False] * 7
    table.locks(locked=True, seats=range(1, 7))
    table.see(LockShown(SLOTS, 7, locked=True, confirmed=False))
    assert phase(table) == "locking"
    table.locks(locked=True, seats=[7])
    assert phase(table) == "locked"
    assert table.side.pot.sums.contributed == 1000


def test_a_lock_nobody_confirms_takes_the_seat_out_and_gives_its_bet_back() -> None:
    table = open_table()
    table.locks(locked=False)
    table.chip(2)
    table.chip(5)
    table.order(orders.LockSideBets(), "dealer")
    table.locks(locked=True, seats=[1, 3, 4, 5, 6, 7])
    table.watch(lock_overdue=True)
    assert table.side.in_play == {5: 1}
    assert table.side.betting.returned == (Returned(2, 1, "SEAT_CLOSED"),)
    assert table.side.closed_for == {2: "lock"}
    assert table.codes() == ["side.lock_unconfirmed", "side.bet_returned"]


@pytest.mark.requirement("ARI-3.5.1-a", "PRG-AMB-22")
def test_the_first_card_without_a_lock_is_a_lock_and_an_alarm() -> None:
    table = open_table()
    table.chip(2)
    table.draw("7H")
    locked = [one for one in table.recorded if isinstance(one, SideBetsLocked)]
    assert [one.implicit for one in locked] == [True]
    assert table.codes() == ["side.implicit_lock"]
    assert table.side.in_play == {2: 1}
    assert names(table.chip(5))[1] == "SideBetRefused"


@pytest.mark.requirement("ARI-3.5.1-a", "PRG-AMB-22")
def test_a_lock_forgotten_again_in_a_later_pass_is_another_alarm_though_nobody_acknowledged_the_first() -> None:
    table = open_table()
    table.finish("TH KD 9S 7D 5D")
    table.end_base_pass()
    table.base_bets(2, 5)
    table.order(orders.OpenSideBets(), "dealer")
    table.chip(2)
    table.draw("7H")
    assert table.codes() == ["side.implicit_lock"] * 2


@pytest.mark.requirement("ARI-3.5.1-b", "PRG-GAP-07")
def test_a_side_bet_without_a_base_bet_goes_back() -> None:
    table = open_table(2, 5)
    table.chip(2)
    table.chip(3)
    table.order(orders.LockSideBets(), "dealer")
    assert table.side.in_play == {2: 1}
    assert table.side.betting.returned == (Returned(3, 1, "NO_ANTE"),)
    assert table.codes() == ["side.bet_returned"]


@pytest.mark.requirement("ARI-3.4.1-i", "ARI-4.2-n", "ARI-4.2-o", "ARI-4.2-r")
def test_the_lock_posts_one_contribution_under_the_plan_and_counts_the_credits() -> None:
    table = open_table()
    table.chip(2, 3000)
    table.chip(5, 1000)
    table.order(orders.LockSideBets(), "dealer")
    made = [one for one in table.recorded if isinstance(one, PassContributed)]
    assert [(one.plan, one.raised, one.bets) for one in made] == [("PA-1", 4000, (SideBet(2, 3), SideBet(5, 1)))]
    assert table.side.counters.credits_bet == 4


@pytest.mark.requirement("ARI-3.2-a", "ARI-3.5.1-c")
def test_a_pass_without_side_bets_ends_with_the_base_game_and_the_next_may_open() -> None:
    table = open_table()
    table.order(orders.LockSideBets(), "dealer")
    table.finish("TH KD 9S 7D 5D")
    table.end_base_pass()
    assert table.side.phase == "idle"
    table.order(orders.OpenSideBets(), "dealer")
