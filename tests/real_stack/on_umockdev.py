"""The contracts of the transports on a mocked machine: libusb, sysfs and device nodes are the system's own.

Run by `tests/system/test_real_stack.py` in a process that umockdev's library is loaded into; alone it has no bus.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.transport.url import PortUrl, SerialUrl, parse_port_url
from hw_sims.devices.hid_relay.model import HidRelayBoard
from hw_sims.pty_port import PtyPort
from hw_sims.umockdev.stage import Adapter, MockedMachine
from tests.unit.transport.contract import LineContract
from tests.unit.transport.usb_contract import Socket, UsbBoardContract
from tests.unit.transport.wires import Line, PortLine

ADAPTER = Adapter((0x0403, 0x6001), "FTDI", "FT232R_USB_UART", "A1B2C3D4")
_MACHINES: list[MockedMachine] = []


@pytest.fixture(autouse=True, scope="session")
def machine() -> Iterator[None]:
    """One machine for all: libusb looks around once, then it only listens to what the system says."""
    with MockedMachine() as mocked:
        os.environ["UMOCKDEV_DIR"] = str(mocked.root)
        _MACHINES.append(mocked)
        yield


@pytest.fixture
def backends() -> None:
    """The real libusb needs no entry point."""


class MockedSocket:
    url = parse_port_url("usb://16c0:05df")
    identity = "usb:16c0:05df:@1-2"

    def __init__(self, mocked: MockedMachine, relay: HidRelayBoard) -> None:
        self._machine = mocked
        self._relay = relay

    def plug(self) -> None:
        self._machine.plug_usb("lamps", self._relay, port="2")

    def unplug(self) -> None:
        """Pulled already: nothing happens."""
        self._machine.unplug_usb("lamps")


class TestUsbThroughLibusb(UsbBoardContract):
    @contextmanager
    def socket(self, relay: HidRelayBoard, folder: Path) -> Iterator[Socket]:
        board = MockedSocket(_MACHINES[0], relay)
        yield board
        board.unplug()


class MockedLine(PortLine):
    """A USB serial adapter by its stable name, with our pty where its cable ends."""

    name = "usb-FTDI_FT232R_USB_UART_A1B2C3D4"

    def __init__(self, mocked: MockedMachine, folder: Path) -> None:
        self._cable_end = folder / "cable"
        self._cable = PtyPort(self._cable_end, lambda _: None)
        super().__init__(self._cable)
        self.url: PortUrl = SerialUrl(ADAPTER.stable_path, 4800)
        self._machine = mocked

    def plug(self) -> None:
        self._machine.plug_serial(ADAPTER, self._cable, self._cable_end, tty="ttyUSB0", port="3")

    def unplug(self) -> None:
        self._machine.unplug_serial("ttyUSB0", self._cable)


class TestSerialByItsStableName(LineContract):
    def line(self, folder: Path) -> Line:
        return MockedLine(_MACHINES[0], folder)


def test_the_library_is_loaded() -> None:
    assert "umockdev" in os.environ.get("LD_PRELOAD", "")
