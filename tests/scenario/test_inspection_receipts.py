"""Every inspection of cards by a machine leaves a receipt: maker, model, serial number, operator, findings (R74)."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from daemon.cli.main import sabot
from daemon.inspection_report import Receipt, receipts_of
from daemon.journal import Journal
from table_core.board_events import ShufflerVerified
from table_core.cards import full_shoe
from table_core.commands import OpenTable, Resolve, TakePosition
from table_core.record import Observed
from table_core.rules.baccarat.entries import PrepareShoe
from tests.scenario.board_table import SHUFFLER, BoardTable

DEALER = "Ana Rojas"
MAKER = "Talleres Norte"


def table_with_a_dealer() -> BoardTable:
    table = BoardTable(makers={SHUFFLER: MAKER})
    table.start()
    assert table.order(TakePosition("dealer"), "dealer", DEALER) is None
    return table


def inspect(table: BoardTable, cards: list[str]) -> None:
    table.shuffler.verify(cards)
    table.run()


def receipts(table: BoardTable) -> list[Receipt]:
    return receipts_of((seq, seq, entry) for seq, entry in enumerate(table.entries, 1)).receipts


def unsigned(table: BoardTable) -> tuple[int, ...]:
    """Receipts that nobody has put a name to yet, by their numbers."""
    return table.state.boards.unsigned


@pytest.mark.requirement("R74")
def test_a_receipt_names_maker_model_serial_program_operator_and_what_was_found() -> None:
    table = table_with_a_dealer()
    inspect(table, full_shoe(6))
    inspect(table, [*full_shoe(6)[1:], "9D"])
    good, bad = receipts(table)
    assert (good.maker, good.model, good.serial, good.operator) == (MAKER, "MEZCLA-TB", "SIM-MIX", DEALER)
    assert good.firmware == table.state.boards.met[SHUFFLER].firmware
    assert (good.number, good.wanted, good.counted, good.passed) == (1, 312, 312, True)
    assert (bad.number, bad.missing, bad.extra, bad.passed) == (2, ["AC"], ["9D"], False)


@pytest.mark.requirement("R74")
def test_the_bytes_of_the_inspection_stand_in_the_record_beside_its_receipt() -> None:
    table = table_with_a_dealer()
    inspect(table, full_shoe(6))
    seq = receipts(table)[0].seq
    before = [entry for entry in table.entries[: seq - 1] if isinstance(entry, Observed)][-1]
    assert isinstance(before.event, ShufflerVerified)
    assert before.raw


@pytest.mark.requirement("R74")
def test_cards_inspected_with_nobody_at_the_table_are_signed_by_who_prepares_the_shoe() -> None:
    table = BoardTable()
    table.start()
    inspect(table, full_shoe(6))
    assert receipts(table)[0].operator == ""
    assert unsigned(table) == (1,)
    assert table.order(OpenTable("J-1")) is None
    assert table.order(PrepareShoe(6, 60), "dealer", DEALER) is None
    assert receipts(table)[0].operator == DEALER
    assert unsigned(table) == ()


@pytest.mark.requirement("R68", "R74")
def test_cards_found_wrong_with_nobody_at_the_table_are_signed_by_who_decides_on_them() -> None:
    table = BoardTable()
    table.start()
    inspect(table, full_shoe(6)[1:])
    table.restart()
    incident = table.state.open_incident("shuffler.verify_failed")
    assert incident is not None
    assert table.order(Resolve(incident.id, "CHANGE_CARDS"), person="Luis Soto") is None
    assert receipts(table)[0].operator == "Luis Soto"


@pytest.mark.requirement("R74")
def test_the_receipts_of_a_table_are_printed(tmp_path: Path) -> None:
    table = table_with_a_dealer()
    inspect(table, [*full_shoe(6)[1:], "9D"])
    journal = Journal(tmp_path)
    journal.append(table.entries, 1, 1)
    journal.close()
    done = CliRunner().invoke(sabot, ["report", "inspections", "--data", str(tmp_path)])
    assert done.exit_code == 0, done.output
    told = f"{MAKER} MEZCLA-TB, serie SIM-MIX; operó {DEALER}\n  312 cartas de 312, con diferencias\n"
    assert told + "  faltan AC\n  sobran 9D\n" in done.output
