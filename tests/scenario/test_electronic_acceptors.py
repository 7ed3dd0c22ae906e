"""Electronic acceptors at a running table, from the bytes of their board to the money, and boards that lie or fail."""

from pathlib import Path
from typing import TypeVar

import pytest

from hw_sims.parts import ACCEPTORS, SHOE, Part
from table_core.board_events import BetPressed, CreditsActivated, LockBelied, SeatLampShown
from table_core.commands import Resolve
from table_core.events import LockShown
from table_core.incidents import IncidentResolved
from table_core.progressive import orders
from table_core.progressive.betting import Returned
from table_core.progressive.ledger import PassContributed
from table_core.progressive.operations import LampSeen, SideBetLaid, SideBetRefused, SideBetsLocked
from tests.scenario.acceptor_table import SEATS, CaribbeanTable
from tests.scenario.kernel_table import MS, SECOND_NS, SUPERVISOR

CONTACTS = "contacts"
T = TypeVar("T", bound=CaribbeanTable)
EVERY = set(range(1, SEATS + 1))
NOTHING = {1: "2C 4D 6H 8S TD", 3: "3C 5D 7H 9S JD", 0: "AC KD 4H 6S 9D"}


@pytest.fixture
def table(tmp_path: Path) -> CaribbeanTable:
    return CaribbeanTable(tmp_path)


def betting(table: T, *seats: int) -> T:
    """Side bets open, an ante and a credit bet at each of *seats*."""
    table.invite(*seats)
    for seat in seats:
        assert table.buy(seat, 3, 3000) is None
        assert table.press(seat)
    return table


# An honest board


@pytest.mark.requirement("ARI-3.4.1-a", "ARI-3.4.1-b", "ARI-3.4.1-c", "R58")
def test_credits_the_dealer_activates_appear_on_the_seats_counter_with_what_was_paid(table: CaribbeanTable) -> None:
    table.invite(3)
    assert table.buy(3, 5, 5000) is None
    assert [seat.credits for seat in table.board.seats] == [0, 0, 5, 0, 0, 0, 0]
    counters = table.side.counters
    assert (counters.activated, counters.exchanged, table.incidents()) == (5, 5000, [])
    assert table.buy(1, 2, 1500) is None
    assert table.incidents() == [("side.exchange_differs", "puesto 1: 2 créditos valen 2000 y se cambiaron 1500")]


@pytest.mark.requirement("ARI-3.4.1-d", "ARI-3.4.1-e", "ARI-3.5.1-e", "R15")
def test_a_bet_lights_its_lamp_only_after_it_is_recorded_and_the_lamp_is_read_back(table: CaribbeanTable) -> None:
    table.invite(3)
    table.buy(3, 3, 3000)
    table.board.press(3, 2)
    assert table.shining() == set()
    while not table.all(SideBetLaid):
        assert table.shining() == set()
        table.run(MS)
    table.run(300 * MS)
    assert table.shining() == table.side.lit == {3}
    seat = table.board.seats[2]
    assert (seat.credits, seat.bet) == (1, 2)
    entries = [type(entry) for entry in table.entries]
    assert entries.index(SideBetLaid) < entries.index(LampSeen)
    assert all(table.evidence(BetPressed)), "no bytes were kept"


@pytest.mark.requirement("ARI-3.4.1-d", "ARI-3.4.1-k", "ARI-3.4.1-c")
def test_a_press_without_credits_or_over_the_maximum_changes_nothing_and_says_why(table: CaribbeanTable) -> None:
    table.invite(3)
    table.press(3)
    table.buy(3, 5, 5000)
    table.press(3, 4)
    assert [one.reason for one in table.all(SideBetRefused)] == ["NO_CREDITS", "OVER_MAX"]
    assert (table.shining(), table.side.betting.seat(3).bet, table.board.seats[2].credits) == (set(), 0, 5)
    assert table.press(3, 3)
    assert table.shining() == {3}


@pytest.mark.requirement("ARI-3.4.1-f", "ARI-3.5.1-f", "ARI-3.4.1-l", "ARI-3.4.1-i", "ARI-4.2-n")
def test_the_lock_is_commanded_and_read_back_and_bets_look_different_from_no_bets(table: CaribbeanTable) -> None:
    betting(table, 1, 3)
    assert table.barred() == set()
    table.lock()
    assert (table.side.phase, table.barred(), table.shining()) == ("locked", EVERY, {1, 3})
    assert all(table.side.locks.values())
    assert len(table.side.locks) == SEATS
    assert not table.press(5), "a locked button moved"
    assert [one.raised for one in table.all(PassContributed)] == [2000]
    assert (table.side.counters.credits_bet, table.incidents()) == (2, [])


@pytest.mark.requirement("ARI-3.5.1-a", "PRG-AMB-22")
def test_the_first_card_without_a_lock_locks_the_board_and_raises_an_alarm(table: CaribbeanTable) -> None:
    betting(table, 1, 3)
    table.deal(NOTHING)
    table.run(300 * MS)
    assert [one.implicit for one in table.all(SideBetsLocked)] == [True]
    assert (table.barred(), table.side.in_play) == (EVERY, {1: 1, 3: 1})
    assert [code for code, _detail in table.incidents()] == ["side.implicit_lock"]


@pytest.mark.requirement("PRG-GAP-02")
def test_credits_left_are_bought_back_between_passes_and_leave_the_counter(table: CaribbeanTable) -> None:
    betting(table, 1, 3)
    assert table.dealer(orders.BuyBack(3, 2)) == "NOT_NOW"
    table.lock()
    table.deal(NOTHING)
    table.play_out()
    assert table.review({1: None, 3: None}) is None
    assert (table.side.phase, table.shining()) == ("idle", set())
    assert table.dealer(orders.BuyBack(3, 3)) == "NO_CREDITS"
    assert table.dealer(orders.BuyBack(3, 2)) is None
    assert (table.board.seats[2].credits, table.side.counters.bought_back) == (0, 2)


@pytest.mark.requirement("ARI-3.4.1-c")
def test_credits_activated_at_the_board_itself_count_and_their_price_is_keyed(table: CaribbeanTable) -> None:
    table.invite(3)
    table.board.activate(3, 2)
    table.run(300 * MS)
    assert table.dealer(orders.NoteExchange(2000)) is None
    assert (table.board.seats[2].credits, table.side.counters.activated, table.side.counters.exchanged) == (2, 2, 2000)
    assert len(table.evidence(CreditsActivated)) == 1


@pytest.mark.requirement("ARI-3.5.1-b", "PRG-GAP-07")
def test_a_bet_without_an_ante_goes_back_to_the_counter_and_its_lamp_goes_out(table: CaribbeanTable) -> None:
    betting(table, 1)
    table.buy(6, 2, 2000)
    table.press(6)
    table.lock()
    assert table.side.betting.returned == (Returned(6, 1, "NO_ANTE"),)
    assert (table.shining(), table.board.seats[5].credits) == ({1}, 2)


# Cables and restarts


@pytest.mark.requirement("R56", "R32")
def test_a_board_pulled_before_the_lock_gives_the_bets_back_and_opens_again_by_itself(table: CaribbeanTable) -> None:
    betting(table, 1, 3)
    table.pull(ACCEPTORS)
    assert (table.side.lit, set(table.side.closed_for.values())) == (frozenset(), {"link"})
    table.plug(ACCEPTORS)
    table.run(SECOND_NS)
    assert (table.side.closed_for, table.shining(), table.barred()) == ({}, set(), set())
    assert [table.board.seats[place - 1].credits for place in (1, 3)] == [3, 3]


@pytest.mark.requirement("R1", "R15")
def test_a_controller_that_dies_after_the_lock_reads_locks_and_lamps_back_and_counts_nothing_twice(
    table: CaribbeanTable,
) -> None:
    betting(table, 1, 3)
    table.lock()
    laid = len(table.all(SideBetLaid))
    table.restart()
    table.run(SECOND_NS)
    assert len(table.all(SideBetLaid)) == laid
    assert (table.side.in_play, table.shining(), table.barred()) == ({1: 1, 3: 1}, {1, 3}, EVERY)
    assert table.side.pot.sums.contributed == 2000


def test_a_bet_pressed_while_nobody_listened_is_credited_once(table: CaribbeanTable) -> None:
    betting(table, 1)
    table.buy(3, 3, 3000)
    table.board.link.unplugged()
    table.board.press(3)
    table.restart()
    table.run(SECOND_NS)
    assert [one.seat for one in table.all(SideBetLaid)] == [1, 3]
    assert not table.board.link.kept


# Boards that lie or fail


def test_a_lamp_that_shines_without_a_bet_is_named(table: CaribbeanTable) -> None:
    table.invite(1)
    table.board.stick_lamp(6)
    table.run(300 * MS)
    assert table.incidents() == [("side.lamp_without_bet", "puesto 6")]
    assert table.incident("side.lamp_without_bet").device == f"{ACCEPTORS}, puesto 6"
    assert table.side.lit == set()
    assert all(table.evidence(SeatLampShown))


@pytest.mark.requirement("R65")
def test_no_pass_is_locked_while_a_lamp_shines_for_nobody_until_a_jefe_has_decided(table: CaribbeanTable) -> None:
    betting(table, 1)
    table.board.stick_lamp(6)
    table.run(300 * MS)
    assert table.dealer(orders.LockSideBets()) == "LAMP_WITHOUT_BET"
    assert (table.side.phase, table.side.pot.sums.contributed) == ("open", 0)
    lying = table.incident("side.lamp_without_bet")
    assert table.order(Resolve(lying.id, "ACKNOWLEDGE"), "dealer") == "WRONG_ROLE"
    assert table.order(orders.CloseSeat(6), "jefe_de_mesa") is None
    assert table.order(Resolve(lying.id, "ACKNOWLEDGE"), "jefe_de_mesa") is None
    table.lock()
    assert (table.side.in_play, table.side.closed_for) == ({1: 1}, {6: "supervisor"})


@pytest.mark.requirement("R65")
@pytest.mark.parametrize("dark", [(), (1,), (3,), (1, 5), (1, 3, 5)])
def test_at_the_lock_the_lamps_that_shine_are_the_bets_that_count(table: CaribbeanTable, dark: tuple[int, ...]) -> None:
    betting(table, 1, 3, 5)
    for seat in dark:
        table.board.break_lamp(table.place(seat))
    table.run(300 * MS)
    table.lock()
    assert table.shining() == set(table.side.in_play) == {1, 3, 5} - set(dark)
    assert table.side.pot.sums.contributed == 1000 * (3 - len(dark))
    told = {detail for code, detail in table.incidents() if code == "side.lamp_dark"}
    assert told == {f"puesto {seat}" for seat in dark}


@pytest.mark.requirement("R58")
def test_a_board_that_claims_a_lock_it_has_not_is_named_and_its_bet_does_not_count(table: CaribbeanTable) -> None:
    betting(table, 1)
    table.buy(3, 3, 3000)
    table.board.seats[2].bar_stuck = table.board.seats[2].lies = True
    table.lock()
    assert table.side.phase == "locked"
    assert table.press(3), "the button of a lock that is none moves"
    assert table.incidents() == [("side.lock_claimed", "puesto 3")]
    assert (table.side.in_play, table.shining(), table.side.pot.sums.contributed) == ({1: 1}, {1}, 1000)
    assert all(table.evidence(LockBelied))


@pytest.mark.requirement("ARI-3.4.1-f")
def test_a_bar_that_does_not_move_takes_its_seat_out_after_two_seconds(table: CaribbeanTable) -> None:
    betting(table, 1, 3)
    table.board.seats[2].bar_stuck = True
    table.lock()
    assert table.side.phase == "locking", "an unconfirmed lock is no lock"
    table.run(2 * SECOND_NS)
    assert table.incidents() == [("side.lock_unconfirmed", "puesto 3"), ("side.bet_returned", RETURNED)]
    assert (table.side.in_play, table.side.closed_for, table.shining()) == ({1: 1}, {3: "lock"}, {1})
    assert [entry for entry in table.evidence(LockShown) if not entry] == []


RETURNED = "puesto 3: 1 créditos (SEAT_CLOSED)"


@pytest.mark.requirement("ARI-4.1-a", "ARI-4.1-b", "R65")
def test_a_bet_whose_lamp_draws_no_current_goes_back_and_its_seat_closes(table: CaribbeanTable) -> None:
    betting(table, 1, 3)
    table.board.break_lamp(3)
    table.run(300 * MS)
    assert table.incidents() == [("side.lamp_dark", "puesto 3")]
    table.lock()
    assert table.side.betting.returned == (Returned(3, 1, "LAMP_DARK"),)
    assert (table.side.in_play, table.side.closed_for, table.board.seats[2].credits) == ({1: 1}, {3: "lamp"}, 3)


@pytest.mark.requirement("ARI-4.1-a", "R65")
def test_a_lamp_that_never_shone_is_not_taken_for_a_bet(table: CaribbeanTable) -> None:
    table.board.seats[2].lamp_dead = True
    betting(table, 1, 3)
    table.lock()
    assert table.side.betting.returned == (Returned(3, 1, "LAMP_DARK"),)
    assert table.side.pot.sums.contributed == 1000


@pytest.mark.requirement("ARI-4.1-b", "PRG-AMB-11", "R65")
def test_a_lamp_lost_after_the_lock_leaves_the_bet_and_closes_the_seat_until_it_is_mended(
    table: CaribbeanTable,
) -> None:
    betting(table, 1, 3)
    table.lock()
    table.board.break_lamp(3)
    table.run(300 * MS)
    assert (table.side.in_play, table.side.closed_for) == ({1: 1, 3: 1}, {3: "lamp"})
    table.deal(NOTHING)
    table.play_out()
    table.review({1: None, 3: None})
    table.board.mend_lamp(3)
    table.invite(1, 3)
    assert not table.press(3)
    assert table.barred() == {3}
    assert table.order(orders.ReopenSeat(3), "jefe_de_mesa") is None
    table.run(300 * MS)
    assert table.press(3)
    assert table.shining() == {3}


def test_a_button_that_floods_is_shut_out_by_its_bar_and_every_press_is_counted(table: CaribbeanTable) -> None:
    betting(table, 1)
    moved = sum(table.press(3) for _press in range(50))
    assert table.incidents() == [("side.button_flood", "puesto 3: 10 pulsaciones")]
    assert (table.side.closed_for, table.side.counters.refused) == ({3: "flood"}, moved)
    assert table.barred() == {3}
    assert moved < 50, "the bar never closed"
    table.lock()
    assert table.side.in_play == {1: 1}


class WatchedTable(CaribbeanTable):
    """The same table with contacts at its doors."""

    more_parts = (Part(CONTACTS, "tablebus-contacts", keyed=True),)

    def move(self, contact: str, *, on: bool) -> None:
        self.hardware[CONTACTS].switch(contact, on=on)
        self.run(300 * MS)


@pytest.mark.requirement("R61")
def test_beside_an_open_door_no_bet_is_taken_and_what_was_laid_is_as_it_was_when_a_person_has_looked(
    tmp_path: Path,
) -> None:
    table = betting(WatchedTable(tmp_path), 1, 3)
    table.buy(5, 3, 3000)
    before = table.side.betting
    table.move("door", on=True)
    assert [code for code, _detail in table.incidents()] == ["contacts.door"]
    assert table.barred() == EVERY, "acceptance is off"
    assert not table.press(5)
    assert table.shining() == {1, 3}, "a lit lamp is the proof of a bet"
    table.move("door", on=False)
    assert table.barred() == EVERY, "closing the door resumes nothing"
    assert table.order(Resolve(table.incident("contacts.door").id, "CONTINUE")) is None
    table.run(300 * MS)
    assert (table.barred(), table.shining(), table.side.betting) == (set(), {1, 3}, before)
    assert table.press(5)


@pytest.mark.requirement("R62")
def test_a_pass_voided_by_a_fault_gives_every_bet_back_and_the_ledger_balances(table: CaribbeanTable) -> None:
    betting(table, 1, 3)
    table.lock()
    table.deal(NOTHING)
    table.pull(SHOE)
    lost = table.incident("shoe.link_lost")
    table.plug(SHOE)
    assert table.order(Resolve(lost.id, "VOID_PASS", "cable")) is None
    (cleared,) = [entry for entry in table.all(IncidentResolved) if entry.id == lost.id]
    assert (cleared.choice, cleared.by, cleared.role, cleared.reason) == (
        "VOID_PASS", SUPERVISOR, "jefe_de_sala", "cable"
    )  # fmt: skip
    assert table.side.pot.sums.contributed == 0
    assert table.side.pot.sums.balanced


def test_the_shoe_of_this_table_is_not_part_of_the_pot(table: CaribbeanTable) -> None:
    """A lost shoe holds the table and leaves the side bets as they are."""
    betting(table, 1)
    table.pull(SHOE)
    assert table.side.lit == {1}
    assert table.shining() == {1}
