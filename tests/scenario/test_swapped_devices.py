"""Who is plugged in: a device may come back in any socket, another one under its name is for maintenance."""

from pathlib import Path

import pytest

from firmware_bridge.traffic import LinkUp
from hw_sims.parts import LAMPS, RELAY, Part
from table_core.boards import RepairBegun, RepairEnded
from table_core.commands import BeginMaintenance, EndMaintenance, Resolve
from table_core.plugs import machine_name
from tests.scenario.kernel_table import SECOND_NS, SUPERVISOR, KernelTable

SHOE = Part("shoe", "angel-eye")
TECHNICIAN = "Tomás Vidal"
FTDI = "serial:/dev/ttyUSB0 usb:0403:6001:{serial}@1-{socket}"


def table_of_bare_devices(directory: Path) -> KernelTable:
    return KernelTable(directory, "mini-baccarat", (SHOE, *LAMPS))


def plug_in(table: KernelTable, name: str, serial: str, socket: int = 1) -> None:
    table.pull(name)
    table.plug(name, FTDI.format(serial=serial, socket=socket))


@pytest.mark.requirement("R57")
def test_an_adapter_comes_back_in_any_socket_and_another_one_under_its_name_holds_the_table(tmp_path: Path) -> None:
    table = table_of_bare_devices(tmp_path)
    plug_in(table, "shoe", "A1B2")
    plug_in(table, "shoe", "A1B2", socket=4)
    assert not table.incidents()
    plug_in(table, "shoe", "E5F6")
    assert table.state.held
    assert table.incident("security.device_changed").detail == "shoe: aparato: 0403:6001:A1B2 → 0403:6001:E5F6"
    assert table.state.boards.stranger("shoe") == "0403:6001:E5F6"


@pytest.mark.requirement("R57")
def test_two_adapters_that_changed_places_are_both_named(tmp_path: Path) -> None:
    table = table_of_bare_devices(tmp_path)
    for name, serial in (("shoe", "A1B2"), ("lamps-b", "E5F6")):
        plug_in(table, name, serial)
    for name, serial in (("shoe", "E5F6"), ("lamps-b", "A1B2")):
        plug_in(table, name, serial)
    assert [code for code, _detail in table.incidents()] == ["security.device_changed"] * 2
    for name, serial in (("shoe", "A1B2"), ("lamps-b", "E5F6")):
        plug_in(table, name, serial)
        assert table.state.boards.stranger(name) is None, "whoever was accepted is back; the question stays open"
    assert table.state.held


@pytest.mark.requirement("R57")
def test_a_board_that_only_tells_its_own_name_is_known_by_it(tmp_path: Path) -> None:
    table = table_of_bare_devices(tmp_path)
    assert table.state.boards.plugs.known[RELAY].own == "SABOT"
    table.hardware[RELAY].replaced("OTRA1")
    table.run(6 * SECOND_NS)
    assert "nombre propio: SABOT → OTRA1" in table.incident("security.device_changed").detail


@pytest.mark.requirement("R57", "R85")
def test_a_device_replaced_in_maintenance_is_the_one_from_then_on_and_after_a_restart(tmp_path: Path) -> None:
    table = table_of_bare_devices(tmp_path)
    plug_in(table, "shoe", "A1B2")
    begin = BeginMaintenance("shoe", "LIC-7", "no lee", "ACT-3")
    assert table.order(begin, "technician", TECHNICIAN) is None
    plug_in(table, "shoe", "NUEVO")
    assert table.order(EndMaintenance("shoe", "lector", SUPERVISOR), "technician", TECHNICIAN) is None
    assert not table.incidents()
    assert {type(entry) for entry in table.entries} >= {RepairBegun, RepairEnded}
    table.restart()
    plug_in(table, "shoe", "NUEVO", socket=2)
    assert not table.incidents()
    plug_in(table, "shoe", "A1B2")
    assert table.incident("security.device_changed").device == "shoe", "the old one is a stranger now"


def test_a_board_that_says_its_name_only_after_the_work_was_signed_off_is_no_stranger(tmp_path: Path) -> None:
    table = table_of_bare_devices(tmp_path)
    assert table.order(BeginMaintenance(RELAY, "LIC-7", "relé", "ACT-3"), "technician", TECHNICIAN) is None
    table.pull(RELAY)
    table.hardware[RELAY].replaced("OTRA1")
    table.feed(LinkUp(RELAY, "usb:16c0:05df:@1-1", table.now, table.now))
    assert table.order(EndMaintenance(RELAY, "placa", SUPERVISOR), "technician", TECHNICIAN) is None
    table.plug(RELAY, "usb:16c0:05df:@1-1")
    assert table.state.boards.plugs.known[RELAY].own == "OTRA1"
    assert not [code for code, _detail in table.incidents() if code.startswith("security")]


@pytest.mark.requirement("R57", "R85")
def test_a_swap_that_already_happened_is_accepted_by_maintenance_and_decided_by_a_person(tmp_path: Path) -> None:
    table = table_of_bare_devices(tmp_path)
    plug_in(table, "shoe", "A1B2")
    plug_in(table, "shoe", "E5F6")
    incident = table.incident("security.device_changed")
    assert table.order(BeginMaintenance("shoe", "LIC-7", "quemado", "ACT-3"), "technician", TECHNICIAN) is None
    assert table.order(EndMaintenance("shoe", "adaptador", SUPERVISOR), "technician", TECHNICIAN) is None
    assert table.state.boards.stranger("shoe") is None
    assert table.state.held, "what happened before still waits for its answer"
    assert table.order(Resolve(incident.id, "CONTINUE")) is None
    plug_in(table, "shoe", "E5F6", socket=3)
    assert not table.incidents()


@pytest.mark.parametrize(
    ("identity", "name"),
    [
        ("usb:16c0:05df:@1-2.3", "16c0:05df:"),
        ("serial:/dev/ttyUSB0 usb:0403:6001:A 1@B@1-3", "0403:6001:A 1@B"),
        ("serial:/dev/ttyS0", ""),
        ("tcp:10.0.0.7:4001", ""),
        ("memory:shoe", ""),
    ],
)
def test_what_the_machine_calls_a_device_leaves_out_its_socket(identity: str, name: str) -> None:
    assert machine_name(identity) == name


def test_a_socket_told_again_is_recorded_once(tmp_path: Path) -> None:
    table = table_of_bare_devices(tmp_path)
    plug_in(table, "shoe", "A1B2")
    before = table.state
    table.feed(LinkUp("shoe", FTDI.format(serial="A1B2", socket=9), table.now, table.now))
    assert table.state.boards == before.boards
