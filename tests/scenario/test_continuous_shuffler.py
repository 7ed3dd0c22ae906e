"""A machine that shuffles without end: no last pass, and the cards inside and outside are always the decks."""

import pytest

from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack.entries import FeedBack
from table_core.rules.blackjack.game import ShoeMoved
from tests.scenario.blackjack import BlackjackTable

WHERE = "1.5.1 Corte"


def armed() -> BlackjackTable:
    table = BlackjackTable("coquimbo-2020", prepared=False).open()
    table.must(PrepareShoe(6, machine="machine_is_shoe", cut_by="casilla 1"), "dealer")
    return table.deal("2C")


def played(table: BlackjackTable) -> BlackjackTable:
    """A pass of six cards: both win."""
    return table.bet("1", "2").deal("TS 9D 8H 8D 9S").stand("1", "2").deal("9C").press("end_round")


@pytest.mark.requirement("R68")
def test_used_cards_go_back_and_come_again_without_being_impossible() -> None:
    table = played(armed())
    table.must(FeedBack(7, inside=312), "dealer")
    assert table.state.count is not None
    assert (table.state.count.drawn, table.state.count.left, table.state.blackjack.shoe.left) == (0, 312, 312)
    for _ in range(8):
        played(table).must(FeedBack(6, inside=312), "dealer")
    assert table.codes == []
    assert table.state.blackjack.shoe.phase == "ready", "no cut card, no last pass"
    assert table.nets == {"1": 100, "2": 100}


@pytest.mark.requirement("R68")
def test_a_seventh_copy_is_impossible_while_its_six_lie_outside() -> None:
    table = armed().bet("1", "2").deal("TS TS TS TS TS").act("split", "1").deal("TS")
    assert not table.state.held
    table.deal("TS")
    assert table.holding == ["cards.impossible"]


@pytest.mark.requirement("R68")
def test_a_machine_that_holds_another_number_of_cards_than_must_be_inside_stops_the_table() -> None:
    table = played(armed())
    table.must(FeedBack(5, inside=309), "dealer")
    assert table.holding == ["cards.impossible"]
    assert "311" in table.incident("cards.impossible").detail
    assert "312" in table.incident("cards.impossible").detail


@pytest.mark.parametrize("count", [0, 8])
def test_only_cards_that_are_outside_go_back(count: int) -> None:
    assert played(armed()).order(FeedBack(count), "dealer") == ("NOT_FED_BACK", WHERE)


def test_no_card_goes_back_in_the_middle_of_a_pass() -> None:
    table = armed().bet("1", "2").deal("TS 9D")
    assert table.order(FeedBack(1), "dealer") == ("NOT_FED_BACK", WHERE)
    assert [one.event for one in table.entries if isinstance(one, ShoeMoved) and one.event == "feed_back"] == []
