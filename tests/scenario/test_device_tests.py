"""A technician tests lamps, sign and locks: seen, read back, on the record, and never a bet."""

import pytest
from msgspec.structs import replace

from firmware_bridge.wire import tablebus_messages as tb
from table_core.commands import BeginDeviceTest
from table_core.device_tests import TEXTS, Part
from table_core.progressive.operations import LampSeen, SideBetLaid
from table_core.record import Commanded
from table_core.rules.blackjack.entries import PlaceBet
from table_core.table import LampsNoted
from tests.scenario.bench_table import BETS, LAMPS, NAMES, SIGN, BenchTable
from tests.scenario.board_table import MS, SECOND_NS, SHOE

EVERY = pytest.mark.parametrize(
    ("device", "part"), [(LAMPS, "lamps"), (BETS, "lamps"), (SIGN, "display"), (BETS, "locks")]
)


def closed_table() -> BenchTable:
    table = BenchTable()
    table.start()
    return table


def open_table() -> BenchTable:
    """Between passes: the shoe is burned and the next card begins a pass."""
    table = BenchTable()
    table.open(cards="2D 3D 4D 5D 6D")
    while table.state.game.busy:
        table.draw()
    assert table.order(PlaceBet("1")) is None
    return table


@EVERY
def test_a_sound_device_passes_at_a_closed_table_and_between_passes(device: str, part: Part) -> None:
    for table in (closed_table(), open_table()):
        ended = table.test_whole(device, part)
        assert (ended.result, ended.wrong, ended.reason) == ("passed", (), "")
        assert table.codes == []


def test_each_lamp_is_lit_by_itself_then_all_then_none() -> None:
    table = closed_table()
    assert table.begin_test(LAMPS, "lamps") is None
    seen = [table.lamps.current]
    for _step in range(table.test.steps):
        table.run(SECOND_NS)
        seen.append(table.lamps.current)
    assert seen == [0b0001, 0b0010, 0b0100, 0b1000, 0b1111, 0, 0]
    assert table.test.result == "passed"


def test_a_dead_lamp_is_named_by_the_rulebooks_seat() -> None:
    table = closed_table()
    table.lamps.dead = 0b0001
    ended = table.test_whole(LAMPS, "lamps")
    assert (ended.result, ended.wrong) == ("failed", (NAMES[0],))
    table.bets.break_lamp(1)
    ended = table.test_whole(BETS, "lamps")
    assert (ended.result, ended.wrong) == ("failed", ("seat.3",)), "place 1 is the rulebook's last seat"


def test_a_bar_that_does_not_move_is_named() -> None:
    table = closed_table()
    table.bets.seats[1].bar_stuck = True
    ended = table.test_whole(BETS, "locks")
    assert (ended.result, ended.wrong) == ("failed", ("seat.2",))


def test_locks_are_shut_open_and_shut_again_as_they_were() -> None:
    table = closed_table()
    assert table.begin_test(BETS, "locks") is None
    seen = []
    for _step in range(table.test.steps):
        table.run(SECOND_NS)
        seen.append({seat.locked for seat in table.bets.seats})
        table.run(SECOND_NS)
    assert seen == [{True}, {False}, {True}]
    assert {seat.locked for seat in table.bets.seats} == {True}


def test_a_sign_shows_both_texts_and_then_its_own_again() -> None:
    table = closed_table()
    before = table.sign.lines
    assert table.begin_test(SIGN, "display") is None
    seen = []
    for _step in range(2):
        table.run(SECOND_NS)
        seen.append(table.sign.lines)
        table.run(2 * SECOND_NS)
    assert seen == list(TEXTS)
    table.run(SECOND_NS)
    assert table.sign.lines == before
    assert table.test.result == "passed"


def test_the_record_says_test_from_the_order_to_the_end() -> None:
    table = closed_table()
    begins = len(table.entries)
    table.test_whole(LAMPS, "lamps")
    kinds = [type(entry).__name__ for entry in table.entries[begins:]]
    ordered = table.entries[begins]
    assert isinstance(ordered, Commanded)
    assert (ordered.person, ordered.role) == ("Tito", "technician")
    assert kinds[:2] == ["Commanded", "DeviceTestBegun"], "on the record before the first lamp"
    assert kinds[-1] == "DeviceTestEnded"
    assert kinds.count("DeviceTestTimed") == kinds.count("DeviceTestStepped") == table.test.steps


@pytest.mark.requirement("R25")
@pytest.mark.parametrize("device", [LAMPS, BETS])
def test_a_lamp_under_test_is_never_a_bet(device: str) -> None:
    table = open_table()
    begins = len(table.entries)
    table.test_whole(device, "lamps")
    told = table.entries[begins:]
    assert not [entry for entry in told if isinstance(entry, SideBetLaid | LampSeen)]
    assert not [entry for entry in told if isinstance(entry, LampsNoted) and any(entry.lit)], "the table lit nothing"
    assert table.state.progressive.lit == frozenset()
    assert table.codes == []


def test_progressive_lamps_go_back_to_the_bets_that_come_after() -> None:
    table = open_table()
    table.test_whole(BETS, "lamps")
    assert table.open_bets() is None
    table.run()
    table.bets.activate(2, 3)
    table.run()
    table.bets.press(2)
    table.run()
    assert [bool(seat.flags & tb.LAMP) for seat in table.bets.seats] == [False, True, False]
    assert table.begin_test(BETS, "lamps") == "SIDE_UNDER_WAY", "a lit lamp is a bet now"
    assert [bool(seat.flags & tb.LAMP) for seat in table.bets.seats] == [False, True, False]


def test_side_bets_do_not_open_while_a_lamp_is_lit_for_a_test() -> None:
    table = open_table()
    assert table.begin_test(LAMPS, "lamps") is None
    assert table.open_bets() == "TEST_UNDER_WAY"
    table.run(30 * SECOND_NS)
    assert table.open_bets() is None


@pytest.mark.requirement("R25")
def test_a_press_on_a_seat_opened_for_a_test_is_no_bet_and_moves_no_meter() -> None:
    table = open_table()
    table.bets.activate(2, 3)
    table.run()
    before = table.state.progressive
    assert table.begin_test(BETS, "locks") is None
    table.run(2500 * MS)
    assert table.bets.press(2)
    table.run(10 * SECOND_NS)
    assert not [entry for entry in table.entries if isinstance(entry, SideBetLaid)]
    assert table.test.result == "passed"
    after = table.state.progressive
    assert (after.pot, after.betting) == (before.pot, before.betting)
    assert after.counters == replace(before.counters, refused=before.counters.refused + 1), (
        "the press itself is counted"
    )


@EVERY
def test_a_test_is_refused_by_name_while_a_pass_is_under_way(device: str, part: Part) -> None:
    table = open_table()
    table.draw()
    assert table.begin_test(device, part) == "PASS_UNDER_WAY"
    assert table.state.device_test is None


def test_what_cannot_be_tested_is_refused_by_name() -> None:
    table = closed_table()
    assert table.begin_test("nada", "lamps") == "NO_DEVICE"
    assert table.begin_test(SHOE, "lamps") == "NOT_TESTABLE"
    assert table.begin_test(LAMPS, "locks") == "NOT_TESTABLE"
    assert table.order(BeginDeviceTest(LAMPS, "lamps"), "dealer", "Ana") == "WRONG_ROLE"
    table.pull(LAMPS)
    assert table.begin_test(LAMPS, "lamps") == "NOT_CONNECTED"
    assert table.begin_test(BETS, "lamps") is None
    assert table.begin_test(SIGN, "display") == "TEST_UNDER_WAY"


def test_a_card_takes_the_lamps_back_at_once() -> None:
    table = open_table()
    assert table.begin_test(LAMPS, "lamps") is None
    assert table.lamps.current == 0b0001
    table.shoe.draw()
    table.run(100 * MS)
    assert (table.test.result, table.test.reason) == ("interrupted", "comenzó el juego")
    assert table.lamps.current & 0b0111 == 0, "the hold lamp is not the test's"


def test_a_cable_pulled_in_the_middle_ends_the_test_and_is_told_as_ever() -> None:
    table = closed_table()
    assert table.begin_test(LAMPS, "lamps") is None
    table.pull(LAMPS)
    assert (table.test.result, table.test.reason) == ("interrupted", "se perdió la conexión")
    assert table.codes == ["lamps.link_lost"]
    table.plug(LAMPS)
    assert (table.codes, table.lamps.current) == ([], 0)


def test_a_restart_in_the_middle_ends_the_test_and_leaves_no_lamp_lit() -> None:
    table = closed_table()
    assert table.begin_test(BETS, "lamps") is None
    table.restart()
    assert (table.test.result, table.test.reason) == ("interrupted", "el control se reinició")
    table.run(5 * SECOND_NS)
    assert not any(seat.lit for seat in table.bets.seats)
    assert table.codes == []


def test_whoever_looks_at_the_table_is_told_that_it_is_a_test() -> None:
    table = closed_table()
    assert table.kernel.picture("mesa-1")["device_test"] is None
    assert table.begin_test(LAMPS, "lamps") is None
    shown = table.kernel.picture("mesa-1")["device_test"]
    assert (shown["device"], shown["part"], shown["person"], shown["result"]) == (LAMPS, "lamps", "Tito", None)
    table.run(30 * SECOND_NS)
    assert table.kernel.picture("mesa-1")["device_test"]["result"] == "passed"
