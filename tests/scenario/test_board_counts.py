"""Shuffler, shoe and discard are counted against each other; where they part first is named. Swaps are maintenance."""

from dataclasses import dataclass

import pytest

from hw_sims.devices.tablebus.board import digest_of
from table_core.boards import Counts, RepairBegun, RepairEnded, first_parting
from table_core.cards import DECK, full_shoe
from table_core.commands import BeginMaintenance, EndMaintenance, OpenTable, ReportIrregularity, Resolve
from table_core.events import MessagesLost
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack.entries import Button, PlaceBet
from tests.contract.tablebus_line import SECOND_NS
from tests.scenario.board_table import RACK, SHOE, SHUFFLER, BoardTable

TECHNICIAN = "Técnico Díaz"


@dataclass
class Places:
    """What each place says; by default all agree on 312 cards in and 40 out."""

    verified: int | None = 312
    shoe: int | None = 40
    rack: int | None = 40
    lifted: int = 0

    def parting(self) -> str | None:
        counts = Counts(self.verified, self.shoe, self.rack, self.lifted)
        return first_parting(counts, loaded=312, drawn=40)


@pytest.mark.requirement("R68", "R69")
@pytest.mark.parametrize(
    ("places", "named"),
    [
        (Places(), None),
        (Places(verified=None, shoe=None, rack=None), None),
        (Places(rack=16, lifted=24), None),
        (Places(verified=311), "entre la barajadora (311) y el sabot preparado (312)"),
        (Places(verified=311, shoe=39, rack=38), "entre la barajadora (311) y el sabot preparado (312)"),
        (Places(shoe=41, rack=38), "en el sabot: dice que dio 41 y se leyeron 40"),
        (Places(rack=39), "entre el sabot (40 cartas salidas) y el descarte (39)"),
        (Places(rack=16, lifted=23), "entre el sabot (40 cartas salidas) y el descarte (39)"),
    ],
)
def test_the_first_place_where_the_counts_part_is_named(places: Places, named: str | None) -> None:
    assert places.parting() == named


@pytest.mark.requirement("R68")
def test_a_shoe_prepared_from_cards_that_were_counted_otherwise_is_held() -> None:
    table = BoardTable()
    table.start()
    table.shuffler.counts_wrong = -1
    table.shuffler.verify(full_shoe(6))
    table.run()
    assert "diferencia -1" in table.detail("shuffler.verify_failed")
    incident = table.state.incidents[0]
    assert table.order(OpenTable("J-1")) is None
    assert table.order(Resolve(incident.id, "CONTINUE")) is None
    assert table.order(PrepareShoe(6, 60)) is None
    assert "entre la barajadora (311) y el sabot preparado (312)" in table.detail("counts.part")


def test_cards_verified_as_they_should_be_hold_nothing() -> None:
    table = BoardTable()
    table.start()
    table.shuffler.verify(full_shoe(6))
    table.run()
    assert table.order(OpenTable("J-1")) is None
    assert table.order(PrepareShoe(6, 60)) is None
    assert not table.codes
    assert table.shuffler.wanted == 312, "the machine was told how many cards to expect"


@pytest.mark.requirement("R69")
@pytest.mark.parametrize("lost", DECK[::13])
def test_a_missing_and_an_extra_card_are_named_by_rank_and_suit(lost: str) -> None:
    table = BoardTable()
    table.start()
    cards = full_shoe(6)
    cards.remove(lost)
    table.shuffler.verify([*cards, "9D"])
    table.run()
    assert table.detail("shuffler.verify_failed") == f"faltan {lost}; sobran 9D"


@pytest.mark.requirement("R85")
def test_a_swap_is_recorded_as_maintenance_and_the_new_device_is_accepted() -> None:
    table = BoardTable()
    table.start()
    begin = BeginMaintenance(SHOE, "LIC-123", "no lee", "ACT-77")
    assert table.order(begin, "dealer") == "WRONG_ROLE"
    assert table.order(begin, "technician", TECHNICIAN) is None
    table.shoe.link.replaced(serial="NUEVO-2", firmware=digest_of("firmware 2"))
    table.shoe.link.memory_lost()
    table.replug(SHOE)
    end = EndMaintenance(SHOE, "placa completa", TECHNICIAN)
    assert table.order(end, "technician", TECHNICIAN) == "OWN_APPROVAL"
    assert table.order(EndMaintenance(SHOE, "placa completa", "Luis Soto"), "technician", TECHNICIAN) is None
    assert "security.device_changed" not in table.codes
    assert table.state.boards.met[SHOE].serial == "NUEVO-2"
    begun = next(entry for entry in table.entries if isinstance(entry, RepairBegun))
    ended = next(entry for entry in table.entries if isinstance(entry, RepairEnded))
    repair = begun.repair
    assert (repair.person, repair.licence, repair.reason, repair.asset) == (TECHNICIAN, "LIC-123", "no lee", "ACT-77")
    assert (ended.device, ended.parts, ended.approver) == (SHOE, "placa completa", "Luis Soto")


@pytest.mark.requirement("R57", "R85")
def test_a_swap_without_maintenance_is_held_until_maintenance_accepts_it() -> None:
    table = BoardTable()
    table.start()
    table.rack.link.replaced(serial="OTRO-9")
    table.replug(RACK)
    assert "serie: SIM-RACK → OTRO-9" in table.detail("security.device_changed")
    assert table.order(Resolve(table.state.incidents[0].id, "CONTINUE")) is None
    table.replug(RACK)
    assert "security.device_changed" in table.codes, "whoever was not accepted is told at every meeting"
    assert table.order(BeginMaintenance(RACK, "LIC-1", "cambio", "ACT-9"), "technician", TECHNICIAN) is None
    assert table.order(EndMaintenance(RACK, "placa", "Luis Soto"), "technician", TECHNICIAN) is None
    assert table.order(Resolve(table.state.incidents[0].id, "CONTINUE")) is None
    table.replug(RACK)
    assert not table.codes


@pytest.mark.requirement("R85")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (BeginMaintenance("nadie", "LIC-1", "x", "A"), "NO_DEVICE"),
        (BeginMaintenance(SHOE, " ", "x", "A"), "NOT_TOLD"),
        (BeginMaintenance(SHOE, "LIC-1", "", "A"), "NOT_TOLD"),
        (BeginMaintenance(SHOE, "LIC-1", "x", ""), "NOT_TOLD"),
        (EndMaintenance(SHOE, "placa", "Luis Soto"), "NOT_IN_MAINTENANCE"),
    ],
)
def test_maintenance_that_says_too_little_is_refused(command: BeginMaintenance | EndMaintenance, code: str) -> None:
    table = BoardTable()
    table.start()
    assert table.order(command, "technician", TECHNICIAN) == code
    assert not table.state.boards.repairs


def test_a_restart_at_a_closed_table_is_no_matter() -> None:
    table = BoardTable()
    table.start()
    table.shoe.rebooted()
    table.run(3 * SECOND_NS)
    assert not table.codes
    assert table.state.boards.met[SHOE].boot == 2


@pytest.mark.requirement("R57")
def test_a_machine_that_restarts_between_shoes_without_maintenance_holds_the_open_table() -> None:
    table = BoardTable()
    table.start()
    assert table.order(OpenTable("J-1")) is None
    table.shuffler.rebooted()
    table.run(3 * SECOND_NS)
    assert table.state.held
    assert "se reinició (1 → 2)" in table.detail("security.device_changed")


@pytest.mark.requirement("R57", "R85")
def test_a_machine_that_restarts_in_a_technicians_hands_holds_nobody() -> None:
    table = BoardTable()
    table.start()
    assert table.order(OpenTable("J-1")) is None
    assert table.order(BeginMaintenance(SHUFFLER, "LIC-1", "correa", "ACT-9"), "technician", TECHNICIAN) is None
    table.shuffler.rebooted()
    table.run(3 * SECOND_NS)
    assert table.order(EndMaintenance(SHUFFLER, "correa", "Luis Soto"), "technician", TECHNICIAN) is None
    assert not table.codes


def test_a_witness_may_leave_its_line_while_a_technician_works_on_it() -> None:
    table = BoardTable()
    table.open(cards="7H AD")
    assert table.order(BeginMaintenance(SHUFFLER, "LIC-1", "atasco", "ACT-9"), "technician", TECHNICIAN) is None
    table.pull(SHUFFLER)
    assert "security.link_lost" not in table.codes


def dealt_one_card_and_missed_the_next() -> BoardTable:
    table = BoardTable()
    table.open(cards="7H AD TC KS")
    table.rack.put(1)
    for entry in (PlaceBet("1"), PlaceBet("2"), Button("no_more_bets")):
        assert table.order(entry, "dealer", "Ana Rojas") is None
    table.draw()
    assert not table.codes
    table.shoe.miss_next()
    table.shoe.draw()
    return table


def test_a_card_that_somebody_told_of_is_not_missed_again_when_the_shoe_numbers_the_next_one() -> None:
    table = dealt_one_card_and_missed_the_next()
    assert table.order(ReportIrregularity("shoe.missed_card", {}), "dealer", "Ana Rojas") is None
    incident = table.state.open_incident("shoe.missed_card")
    assert incident is not None
    assert table.order(Resolve(incident.id, "KEY_HANDS", cards=("AD",)), "dealer", "Ana Rojas") is None
    table.draw()
    assert [event.counted for event, _ in table.observed(MessagesLost)] == [3], "two cards of the pass and the burn"
    assert not table.codes


def test_a_card_nobody_told_of_is_missed_when_the_shoe_numbers_the_next_one() -> None:
    table = dealt_one_card_and_missed_the_next()
    table.draw()
    assert "shoe.messages_lost" in table.codes
