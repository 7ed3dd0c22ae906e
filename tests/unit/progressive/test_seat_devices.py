"""Acceptors and lamps that fail or lie, told as events; and the counters nothing clears."""

import pytest

from table_core.board_events import BetPressed, LockBelied, SeatLampShown
from table_core.events import (
    AcceptorBack,
    AcceptorReplaced,
    AcceptorReset,
    AcceptorSilent,
    CreditsLost,
    LampsDiffer,
    LinkLost,
    LinkRestored,
)
from table_core.progressive import orders
from table_core.progressive.betting import Returned
from tests.unit.progressive.table import BOARD, LAMPED, SLOTS, SideTable, open_table


def test_an_acceptor_that_falls_silent_gives_the_bet_back_and_returns_by_itself() -> None:
    table = open_table()
    table.chip(2)
    table.see(AcceptorSilent(SLOTS, 2, "silent"))
    assert (table.side.lit, table.side.closed_for) == (frozenset(), {2: "silent"})
    table.see(AcceptorBack(SLOTS, 2))
    assert (table.side.closed_for, table.codes()) == ({}, [])


@pytest.mark.requirement("R32")
def test_a_lost_line_closes_every_seat_before_the_lock_and_leaves_the_bets_after_it() -> None:
    before = open_table()
    before.locks(locked=False)
    before.chip(2)
    before.see(LinkLost(SLOTS, "pulled"))
    assert (before.side.lit, before.codes()) == (frozenset(), ["acceptor.link_lost"])
    before.see(LinkRestored(SLOTS, "pty"))
    assert before.side.closed_for == {}
    after = open_table()
    after.chip(2)
    after.order(orders.LockSideBets(), "dealer")
    after.see(LinkLost(SLOTS, "pulled"))
    assert after.side.in_play == {2: 1}


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (AcceptorReset(SLOTS, 3, 9), "acceptor.reset"),
        (CreditsLost(SLOTS, 3, 2), "acceptor.credits_lost"),
        (AcceptorReplaced(SLOTS, 3, 1, 2), "acceptor.replaced"),
    ],
)
def test_a_seat_whose_count_is_in_doubt_is_told_by_name(event: AcceptorReset, code: str) -> None:
    table = open_table()
    table.see(event)
    assert [(one.code, one.device, one.detail) for one in table.state.incidents] == [
        (code, f"{SLOTS}, puesto 3", "puesto 3")
    ]


def test_a_lamp_that_shines_without_a_bet_is_caught() -> None:
    table = open_table()
    table.see(SeatLampShown(SLOTS, 6, commanded=False, lit=True))
    table.see(LampsDiffer(BOARD, (False,) * 7, (True,) + (False,) * 6))
    assert [(one.code, one.detail) for one in table.state.incidents][:1] == [("side.lamp_without_bet", "puesto 6")]
    lamped = SideTable(LAMPED)
    lamped.see(LampsDiffer(BOARD, (False,) * 7, (True,) + (False,) * 6))
    assert ("side.lamp_without_bet", "puesto 1") in [(one.code, one.detail) for one in lamped.state.incidents]


def test_a_slot_that_claims_its_lock_and_takes_a_chip_is_caught_by_name() -> None:
    table = open_table()
    table.chip(2)
    table.locks(locked=False)
    table.order(orders.LockSideBets(), "dealer")
    table.locks(locked=True)
    table.chip(5)
    assert [(one.code, one.detail) for one in table.state.incidents][-1] == ("side.lock_claimed", "puesto 5")
    assert table.side.in_play == {2: 1}


def test_a_board_that_takes_a_bet_behind_a_lock_it_showed_is_caught() -> None:
    table = open_table(electronic=True)
    table.see(LockBelied(SLOTS, 3, 9))
    assert [(one.code, one.device, one.detail) for one in table.state.incidents] == [
        ("side.lock_claimed", f"{SLOTS}, puesto 3", "puesto 3")
    ]


def test_a_lamp_lost_by_an_electronic_acceptor_voids_its_bet() -> None:
    table = open_table(electronic=True)
    table.order(orders.BuyCredits(2, 2, 2000), "dealer")
    table.see(BetPressed(SLOTS, 2, 1, 1))
    table.see(SeatLampShown(SLOTS, 2, commanded=True, lit=True))
    table.see(SeatLampShown(SLOTS, 2, commanded=True, lit=False))
    table.order(orders.LockSideBets(), "dealer")
    assert table.side.betting.returned == (Returned(2, 1, "LAMP_DARK"),)
    assert table.side.betting.seat(2).balance == 2


def test_a_button_that_floods_is_shut_out_and_every_press_is_counted() -> None:
    table = open_table(electronic=True)
    for press in range(50):
        table.see(BetPressed(SLOTS, 3, 1, press))
    assert [(one.code, one.device) for one in table.state.incidents] == [("side.button_flood", f"{SLOTS}, puesto 3")]
    assert (table.side.closed_for, table.side.counters.refused) == ({3: "flood"}, 50)


def test_a_controller_that_comes_back_to_dead_acceptors_does_not_trust_the_locks_it_once_read() -> None:
    table = open_table()
    table.locks(locked=False)
    table.chip(2)
    table.restart()
    table.order(orders.LockSideBets(), "dealer")
    assert (table.side.phase, table.side.pot.sums.contributed) == ("locking", 0), "nobody has read a lock since"
    table.see(LinkLost(SLOTS, "pulled"))
    assert (table.side.phase, table.side.in_play, table.side.closed_for[2]) == ("locked", {}, "link")
    assert table.side.betting.returned == (Returned(2, 1, "SEAT_CLOSED"),)


@pytest.mark.requirement("ARI-4.1-a")
def test_a_lamp_that_is_read_shines_when_its_board_says_so_and_not_when_a_person_does() -> None:
    table = SideTable(LAMPED)
    table.base_bets(2)
    table.open_bets()
    table.chip(2)
    assert table.refused(orders.NoteLamp(2, lit=True), "dealer") == "LAMP_IS_READ"
    table.lamps(2)
    table.order(orders.NoteLamp(2, lit=False), "dealer")
    assert table.refused(orders.NoteLamp(2, lit=True), "dealer") == "LAMP_IS_READ"
    table.order(orders.LockSideBets(), "dealer")
    assert table.side.betting.returned == (Returned(2, 1, "LAMP_DARK"),)
    unread = open_table()
    unread.chip(2)
    unread.order(orders.NoteLamp(2, lit=False), "dealer")
    unread.order(orders.NoteLamp(2, lit=True), "dealer")
    unread.order(orders.LockSideBets(), "dealer")
    assert unread.side.in_play == {2: 1}


@pytest.mark.parametrize(
    "order",
    [
        orders.BuyCredits(8, 1, 1000),
        orders.BuyBack(8, 1),
        orders.NoteLamp(8, lit=False),
        orders.CloseSeat(8),
        orders.ReopenSeat(8),
        orders.CountBox(8, 0),
        orders.NoteAntes((1, 8)),
        orders.VoidSideBets((8,)),
    ],
)
def test_an_order_about_a_seat_the_table_does_not_have_is_refused(order: orders.SideCommand) -> None:
    assert open_table(electronic=True).refused(order) == "NO_SUCH_SEAT"


# Counters


@pytest.mark.requirement("ARI-3.4.1-i", "ARI-3.4.1-m")
def test_the_box_is_counted_against_what_its_slot_took() -> None:
    table = open_table()
    table.chip(2, 2000)
    table.order(orders.CountBox(2, 2000), "jefe_de_mesa")
    assert table.codes() == []
    table.chip(2, 1000)
    table.order(orders.CountBox(2, 0), "jefe_de_mesa")
    assert [(one.code, one.detail) for one in table.state.incidents] == [
        ("side.box_differs", "puesto 2: en la caja 0, según el contador 1000")
    ]


def test_no_error_restart_or_new_pass_clears_a_counter() -> None:
    table = open_table()
    table.chip(2, 2000)
    before = table.side.counters
    table.see(AcceptorReset(SLOTS, 2, 1))
    table.see(LinkLost(SLOTS, "pulled"))
    table.restart()
    table.see(LinkRestored(SLOTS, "pty"))
    assert table.side.counters == before
