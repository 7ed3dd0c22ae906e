"""Contacts that stand out of place, and a machine that shuffles at another pace: remembered, said, never assumed."""

import pytest

from hw_sims.devices.tablebus.board import digest_of
from table_core.board_events import InputChanged, ShuffleTimed
from table_core.boards import LEARNED_AFTER, MARGIN_MS
from table_core.cards import full_shoe
from table_core.commands import BeginMaintenance, CloseTable, EndMaintenance, OpenTable, Resolve
from tests.contract.tablebus_line import SECOND_NS
from tests.scenario.board_table import CONTACTS, MS, SHUFFLER, BoardTable

OPENED = {"door": "contacts.door", "tray_lid": "contacts.tray_lid", "shoe_tilt": "contacts.shoe_tilt"}
CARDS = "7H AD TC KS 2D QH"
TAKES_S = 22


def resolve(table: BoardTable, code: str) -> None:
    incident = table.state.open_incident(code)
    assert incident is not None, table.codes
    assert table.order(Resolve(incident.id, "CONTINUE")) is None


# Doors, lids, boxes


@pytest.mark.requirement("R61")
@pytest.mark.parametrize(("contact", "code"), OPENED.items())
def test_what_is_opened_during_a_shoe_holds_the_table_and_closing_it_resumes_nothing(contact: str, code: str) -> None:
    table = BoardTable()
    table.open(cards=CARDS)
    before = table.state.game
    table.contacts.switch(contact, on=True)
    table.run()
    assert table.codes == [code]
    table.draw()
    assert table.state.unreconciled == ("7H",), "a card drawn beside an open door is nobody's"
    assert table.state.game == before
    table.contacts.switch(contact, on=False)
    table.run()
    assert code in table.codes, "a door that was open is looked into by a person, not forgotten when it closes"
    assert table.state.boards.out_of_place[CONTACTS] == ()
    moves = [event.on for event, _ in table.observed(InputChanged) if event.input == contact]
    assert moves[-2:] == [True, False], "both moves are on record"


@pytest.mark.requirement("R61")
def test_after_a_person_has_looked_the_table_goes_on_where_it_was() -> None:
    table = BoardTable()
    table.open(cards=CARDS)
    before = table.state.game
    table.contacts.switch("door", on=True)
    table.run()
    table.contacts.switch("door", on=False)
    table.run()
    resolve(table, "contacts.door")
    assert not table.state.held
    assert table.state.game == before


@pytest.mark.requirement("R61")
@pytest.mark.parametrize("restarted", [False, True])
def test_a_table_does_not_open_beside_an_open_door_or_without_its_drop_box(restarted: bool) -> None:
    table = BoardTable()
    table.start()
    table.contacts.switch("door", on=True)
    table.contacts.switch("drop_box", on=False)
    table.run()
    assert not table.codes, "at a closed table nobody is held"
    if restarted:
        table.restart()
    assert table.order(OpenTable("J-1")) is None
    assert sorted(table.codes) == ["contacts.door", "contacts.drop_box"]
    assert {incident.device for incident in table.state.incidents} == {CONTACTS}


def test_the_drop_box_is_changed_at_a_closed_table_and_the_next_day_opens_in_peace() -> None:
    table = BoardTable()
    table.start()
    assert table.order(OpenTable("J-1")) is None
    assert table.order(CloseTable()) is None
    for on in (False, True):
        table.contacts.switch("drop_box", on=on)
        table.run()
    assert table.order(OpenTable("J-2")) is None
    assert not table.codes


# The pace of a machine


def shuffled(table: BoardTable, took_ms: int) -> None:
    table.shuffler.begin(full_shoe(6))
    table.run(took_ms * MS)
    table.shuffler.finish()
    table.run()


def learned(table: BoardTable) -> BoardTable:
    table.start()
    for number in range(LEARNED_AFTER):
        shuffled(table, TAKES_S * 1000 + number % 3 * 500)
    assert not table.codes
    return table


@pytest.mark.parametrize("took_ms", [TAKES_S * 1000 - 6500, TAKES_S * 1000 + 7500])
def test_a_machine_that_shuffles_at_another_pace_than_ever_is_named_and_stops_nothing(took_ms: int) -> None:
    table = learned(BoardTable())
    shuffled(table, took_ms)
    assert table.codes == ["shuffler.pace"]
    assert f"mezcló en {took_ms // 1000}" in table.detail("shuffler.pace")
    assert not table.state.held
    assert all(raw for _event, raw in table.observed(ShuffleTimed)), "no bytes were kept"


def test_a_machine_within_its_band_is_not_named_and_does_not_widen_it() -> None:
    table = learned(BoardTable())
    band = table.state.boards.paces[SHUFFLER].band_ms()
    assert band is not None
    for took_ms in (band[0] + 100, band[1] - 100):
        shuffled(table, took_ms)
    assert not table.codes
    assert table.state.boards.paces[SHUFFLER].band_ms() == band


def test_nothing_is_said_of_a_machine_that_has_not_taught_its_pace() -> None:
    table = BoardTable()
    table.start()
    for took_s in (5, 60, 22):
        shuffled(table, took_s * 1000)
    assert not table.codes


def test_a_shuffle_during_which_the_cable_was_out_has_no_time() -> None:
    table = BoardTable()
    table.start()
    table.pull(SHUFFLER)
    table.shuffler.begin(full_shoe(6))
    table.plug(SHUFFLER)
    table.run(5 * SECOND_NS)
    table.shuffler.finish()
    table.run()
    assert not table.observed(ShuffleTimed)
    shuffled(table, TAKES_S * 1000)
    assert [event.took_ms // 1000 for event, _ in table.observed(ShuffleTimed)] == [TAKES_S]


def test_a_repaired_machine_teaches_its_pace_anew_and_a_restart_forgets_nothing() -> None:
    table = learned(BoardTable())
    pace = table.state.boards.paces[SHUFFLER]
    table.restart()
    assert table.state.boards.paces[SHUFFLER] == pace
    assert table.order(BeginMaintenance(SHUFFLER, "LIC-1", "correa", "ACT-9"), "technician", "Técnico Díaz") is None
    assert table.order(EndMaintenance(SHUFFLER, "correa", "Luis Soto"), "technician", "Técnico Díaz") is None
    assert SHUFFLER not in table.state.boards.paces
    shuffled(table, 2 * TAKES_S * 1000)
    assert not table.codes


def test_another_program_in_the_machine_has_a_pace_of_its_own() -> None:
    table = learned(BoardTable())
    assert table.order(BeginMaintenance(SHUFFLER, "LIC-1", "programa", "ACT-9"), "technician", "Técnico Díaz") is None
    table.shuffler.link.replaced(firmware=digest_of("firmware 2"))
    table.replug(SHUFFLER)
    assert table.order(EndMaintenance(SHUFFLER, "memoria", "Luis Soto"), "technician", "Técnico Díaz") is None
    assert SHUFFLER not in table.state.boards.paces
    assert MARGIN_MS >= 1000, "a lost frame that comes again must not look like another pace"
