"""What a linked table shows of a pot it shares: news, pending prizes, values that grew."""

import pytest
from msgspec.structs import replace

from table_core.floor_events import PotHeard
from table_core.progressive.claims import LastWin
from tests.unit.progressive.linked_tables import FLOOR, floor, linked_table, plays_on


@pytest.mark.requirement("R47")
def test_while_a_prize_is_not_paid_every_other_table_says_pending_and_the_new_value_and_plays_on() -> None:
    pot = floor()
    winner = linked_table(pot, "mesa-1")
    others = [linked_table(pot, f"mesa-{number}") for number in (2, 3)]
    winner.locked(2, 5)
    winner.deliver()
    winner.won()
    late = linked_table(pot, "mesa-4")
    for table in (*others, late):
        table.hear_value()
        table.bets(5)
        assert table.reconciler.side().display_lines(table.state) == ("POZO $1.000.000", "PENDIENTE $2.001.440")
        shown = table.reconciler.side().picture(table.state)["news"]
        assert (shown["table"], shown["amount"], shown["pending"]) == ("mesa-1", 2_001_440, True)
    plays_on(pot, "mesa-1")
    for table in (*others, late):
        table.hear_value()
        assert table.reconciler.side().display_lines(table.state)[1] == "mesa-1 $2.001.440"


@pytest.mark.parametrize(
    ("amount", "said"),
    [(481_300, "PENDIENTE $481.300"), (12_481_300, "PEND. $12.481.300"), (9_999_481_300, "PEND. $9.999.481.300")],
)
def test_a_pending_amount_is_never_cut(amount: int, said: str) -> None:
    table = linked_table()
    win = LastWin(table.shared.place + 1, "mesa-9", 1, "three_sevens_clubs", amount)
    table.see(PotHeard(FLOOR, replace(table.shared.value, place=win.place, win=win, pending=True)))
    assert table.reconciler.side().display_lines(table.state)[1] == said


def test_a_contribution_that_was_committed_after_a_later_one_makes_the_pot_worth_more_and_contradicts_nothing() -> None:
    """Two floor processes: places are given before the commit, beside each other."""
    table = linked_table()
    value = replace(table.shared.value, main=2_000_720, place=9)
    table.see(PotHeard(FLOOR, value))
    table.see(PotHeard(FLOOR, replace(value, main=2_001_440, reserve=value.reserve + 80)))
    assert (table.side.worth, table.codes()) == (2_001_440, [])


@pytest.mark.parametrize("other", [{"main": 1}, {"reserve": -1}, {"pending": True}, {"main": 3_000_000, "reserve": -1}])
def test_any_other_difference_at_the_same_place_is_a_contradiction(other: dict[str, int]) -> None:
    table = linked_table()
    table.see(PotHeard(FLOOR, replace(table.shared.value, **other)))
    assert table.codes() == ["side.floor_contradicts"]
