"""A network interface that comes up while a shoe is in play holds the table; between shoes it does not."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from daemon.kernel import RecordReport
from daemon.network_watch import APPEARED, NetworkWatch, interface_names
from table_core import record_watch
from table_core.commands import Resolve
from table_core.record import RecordNoted
from tests.scenario.board_table import BoardTable


class Machine:
    def __init__(self, *names: str) -> None:
        self.names = frozenset(names)
        self.told: list[RecordReport] = []
        self.watch = NetworkWatch(self.told.append, names=lambda: self.names)

    def has(self, *names: str) -> None:
        self.names = frozenset(names)
        self.watch.look()

    @property
    def details(self) -> Iterable[str]:
        return [report.detail for report in self.told if report.code == APPEARED and report.trouble]


@pytest.mark.requirement("R83")
def test_an_interface_that_was_not_there_is_told_once_and_again_when_it_comes_back() -> None:
    machine = Machine("lo", "eth0")
    machine.has("lo", "eth0")
    assert not machine.told
    machine.has("lo", "eth0", "usb0")
    machine.has("lo", "eth0", "usb0")
    assert machine.details == ["interfaz de red usb0"]
    machine.has("lo", "usb0")
    machine.has("lo", "eth0", "usb0")
    assert machine.details == ["interfaz de red usb0", "interfaz de red eth0"]


def test_only_interfaces_with_hardware_behind_them_count(tmp_path: Path) -> None:
    for name in ("lo", "docker0", "eth0", "usb0"):
        (tmp_path / name).mkdir()
    for name in ("eth0", "usb0"):
        (tmp_path / name / "device").mkdir()
    assert interface_names(tmp_path) == {"eth0", "usb0"}
    assert "lo" not in interface_names()


@pytest.mark.requirement("R83")
def test_it_holds_a_table_with_a_shoe_in_play_and_no_other() -> None:
    noted = RecordNoted(APPEARED, True, "interfaz de red usb0")
    table = BoardTable()
    table.start()
    assert not record_watch.note(table.state, noted).operations
    table = BoardTable()
    table.open()
    table.feed(RecordReport(APPEARED, True, noted.detail, table.now, table.now))
    assert table.state.held
    assert table.detail(APPEARED) == "interfaz de red usb0"
    assert table.order(Resolve(table.state.incidents[0].id, "CONTINUE")) is None
    assert not table.state.held
