"""A hold really holds: no pass goes on, lamps say so, and only a decision on each open item releases it."""

import pytest

from table_core.commands import OpenTable, Resolve
from table_core.record import Entry
from table_core.rules.baccarat.state import CardDealt, PassSettled
from table_core.table import CardUnreconciled
from tests.unit.core.rig import LAMPS, SHOE, Rig

# Punto 9 with two cards, bank 7: four cards, nobody draws.
NATURAL = "4S 3H 5D 4C"


def kinds(entries: list[Entry], kind: type) -> list[Entry]:
    return [entry for entry in entries if isinstance(entry, kind)]


def test_seat_lamps_are_lit_while_bets_are_open_and_dark_from_the_first_card() -> None:
    rig = Rig(NATURAL)
    rig.open()
    assert rig.board.lit == (True, True, False)
    rig.draw()
    assert rig.board.lit == (False, False, False)


def test_a_pass_is_settled_when_the_shoe_agrees_and_bets_open_again() -> None:
    rig = Rig(NATURAL)
    rig.open()
    rig.draw(4)
    rig.close_round()
    assert [entry.result for entry in rig.entries if isinstance(entry, PassSettled)] == ["punto"]
    assert rig.board.lit == (True, True, False)


@pytest.mark.requirement("R56", "R58")
def test_a_lost_shoe_holds_the_table_and_its_return_does_not_release_it() -> None:
    rig = Rig(NATURAL)
    rig.open()
    rig.draw(2)
    rig.link_down(SHOE)
    assert rig.kernel.state.held
    assert rig.board.lit == (False, False, True)
    rig.link_up(SHOE)
    assert rig.kernel.state.held


@pytest.mark.requirement("R58")
def test_a_card_drawn_while_held_is_kept_as_evidence_and_never_dealt() -> None:
    rig = Rig(NATURAL)
    rig.open()
    rig.draw()
    rig.shoe.mischief.lost_messages = 1
    rig.draw(3)
    assert len(kinds(rig.entries, CardDealt)) == 1
    assert [entry.card for entry in rig.entries if isinstance(entry, CardUnreconciled)] == ["5D", "4C"]


@pytest.mark.requirement("R58", "R62")
def test_a_held_table_is_released_item_by_item_and_only_by_the_role_that_decides() -> None:
    rig = Rig(NATURAL)
    rig.open()
    rig.draw(2)
    rig.link_down(SHOE)
    rig.link_up(SHOE)
    rig.draw()
    lost, drawn = rig.kernel.state.incidents
    assert rig.order(Resolve(lost.id, "VOID_PASS"), role="dealer") == "WRONG_ROLE"
    assert rig.order(Resolve(lost.id, "RESUME")) == "NO_CHOICE"
    assert rig.order(Resolve(lost.id, "VOID_PASS", "cable")) is None
    assert rig.kernel.state.held
    assert rig.order(Resolve(drawn.id, drawn.choices[0].code, "cable")) is None
    assert not rig.kernel.state.held


@pytest.mark.requirement("R73")
def test_a_result_that_is_not_ours_holds_the_table_and_keeps_both_versions() -> None:
    rig = Rig(NATURAL)
    rig.open()
    rig.draw(4)
    rig.shoe.mischief.result = ("bank", ())
    rig.close_round()
    assert rig.kernel.state.held
    assert not kinds(rig.entries, PassSettled)
    assert [incident.detail for incident in rig.kernel.state.incidents] == ["sabot: bank; reglamento: punto"]


@pytest.mark.requirement("R1", "R72")
def test_a_restart_in_mid_pass_keeps_the_cards_holds_the_table_and_publishes_no_result() -> None:
    rig = Rig(NATURAL)
    rig.open()
    rig.draw(2)
    rig.restart()
    assert (rig.kernel.state.baccarat.hand("punto"), rig.kernel.state.baccarat.hand("bank")) == (("4S",), ("3H",))
    rig.link_up(SHOE)
    rig.draw(2)
    rig.close_round()
    assert rig.kernel.state.held
    assert not kinds(rig.entries, PassSettled)


@pytest.mark.requirement("R72")
def test_a_table_that_first_hears_the_shoe_in_mid_round_publishes_no_result() -> None:
    rig = Rig(NATURAL)
    rig.shoe.power_on()
    rig.shoe.draw()
    rig.shoe.draw()
    rig.shoe.draw()
    rig.forget_what_was_said()
    rig.link_up(SHOE)
    rig.order(OpenTable("J-1"))
    rig.draw(3)
    rig.close_round()
    assert not kinds(rig.entries, PassSettled)
    assert not kinds(rig.entries, CardDealt)


@pytest.mark.requirement("R54")
def test_a_lost_message_holds_the_pass() -> None:
    rig = Rig(NATURAL)
    rig.open()
    rig.draw()
    rig.shoe.mischief.lost_messages = 1
    rig.draw(2)
    assert [incident.code for incident in rig.kernel.state.incidents][:1] == ["shoe.messages_lost"]
    assert rig.kernel.state.held


def test_a_lost_lamp_board_does_not_stop_the_game_and_gets_its_lamps_again() -> None:
    rig = Rig(NATURAL)
    rig.open()
    rig.link_down(LAMPS)
    rig.board.power_lost()
    assert not rig.kernel.state.held
    rig.link_up(LAMPS)
    assert rig.board.lit == (True, True, False)
    assert rig.kernel.state.incidents == ()
