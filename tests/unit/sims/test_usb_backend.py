"""The simulated USB bus through real pyusb: errors as libusb and a real kernel give them (SIMULATION 0)."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import usb.core
import usb.util

from firmware_bridge.wire import hid_relay
from hw_sims.devices.hid_relay.model import HidRelayBoard
from hw_sims.usb_backend import open_backend
from hw_sims.usb_bus import UsbBus
from tests.unit.sims.waiting import eventually

TIMEOUT, STALL, BUSY, GONE = (110, -7), (32, -9), (16, -6), (19, -4)


@pytest.fixture
def at(tmp_path: Path) -> Path:
    return tmp_path / "usb"


@pytest.fixture
def board() -> HidRelayBoard:
    return HidRelayBoard(8, "6QMBS")


@pytest.fixture
def bus(at: Path, board: HidRelayBoard) -> Iterator[UsbBus]:
    with UsbBus(at) as running:
        running.plug("lamps", board)
        yield running


@pytest.fixture
def device(at: Path, bus: UsbBus) -> Iterator[Any]:
    found = find(at)
    yield found
    usb.util.dispose_resources(found)


def find(at: Path) -> Any:
    return usb.core.find(idVendor=0x16C0, idProduct=0x05DF, backend=open_backend(str(at)))


def set_report(device: Any, report: bytes) -> int:
    written: int = device.ctrl_transfer(0x21, 9, 0x0300, 0, report, 250)
    return written


def get_report(device: Any, timeout_ms: int = 250) -> bytes:
    return bytes(device.ctrl_transfer(0xA1, 1, 0x0300, 0, 8, timeout_ms))


def codes(error: pytest.ExceptionInfo[Any]) -> tuple[int, int]:
    return error.value.errno, error.value.backend_error_code


def test_a_plugged_board_is_found_with_its_descriptors_and_strings(device: Any) -> None:
    assert (device.idVendor, device.idProduct, device.bus, device.port_numbers) == (0x16C0, 0x05DF, 1, (1,))
    assert (device.manufacturer, device.product, device.serial_number) == ("www.dcttech.com", "USBRelay8", None)
    interface = device.get_active_configuration()[(0, 0)]
    assert interface.bInterfaceClass == 3
    assert bytes(interface.extra_descriptors)[:2] == b"\x09\x21"
    assert [endpoint.bEndpointAddress for endpoint in interface] == [0x81]


def test_no_bus_and_an_empty_bus_have_no_devices(at: Path) -> None:
    assert find(at) is None
    with UsbBus(at):
        assert find(at) is None


def test_relays_are_switched_and_read_back(device: Any, board: HidRelayBoard) -> None:
    assert set_report(device, hid_relay.switch(3, on=True)) == 8
    assert board.lit[2]
    assert hid_relay.parse_state(get_report(device)) == ("6QMBS", 0b100)


def test_many_transfers_share_one_connection(device: Any) -> None:
    get_report(device)
    open_files = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        get_report(device)
    assert len(list(Path("/proc/self/fd").iterdir())) == open_files


def test_a_device_says_its_status(device: Any) -> None:
    assert bytes(device.ctrl_transfer(0x80, 0, 0, 0, 2)) == b"\0\0"


def test_a_second_owner_finds_the_interface_busy_until_it_is_released(at: Path, device: Any) -> None:
    usb.util.claim_interface(device, 0)
    other = find(at)
    with pytest.raises(usb.core.USBError) as refused:
        usb.util.claim_interface(other, 0)
    assert codes(refused) == BUSY
    usb.util.release_interface(device, 0)
    usb.util.claim_interface(other, 0)
    usb.util.dispose_resources(other)


def test_an_owner_that_dies_without_releasing_frees_its_interfaces(at: Path, bus: UsbBus) -> None:
    backend = open_backend(str(at))
    dead = usb.core.find(idVendor=0x16C0, backend=backend)
    usb.util.claim_interface(dead, 0)
    backend.finalize()
    other = find(at)
    usb.util.claim_interface(other, 0)
    usb.util.dispose_resources(other)


def test_the_kernel_s_driver_must_be_detached_first(at: Path, board: HidRelayBoard) -> None:
    with UsbBus(at) as bus:
        bus.plug("lamps", board, kernel_driver=True)
        device = find(at)
        assert device.is_kernel_driver_active(0)
        with pytest.raises(usb.core.USBError) as refused:
            usb.util.claim_interface(device, 0)
        assert codes(refused) == BUSY
        device.detach_kernel_driver(0)
        usb.util.claim_interface(device, 0)
        usb.util.release_interface(device, 0)
        device.attach_kernel_driver(0)
        assert device.is_kernel_driver_active(0)
        usb.util.dispose_resources(device)


def test_setting_the_configuration_keeps_the_board_usable(device: Any) -> None:
    device.set_configuration()
    assert device.get_active_configuration().bConfigurationValue == 1
    assert len(get_report(device)) == 8


def test_a_stall_is_told_as_a_stall(device: Any, board: HidRelayBoard) -> None:
    board.faults.stalls = True
    with pytest.raises(usb.core.USBError) as stalled:
        get_report(device)
    assert codes(stalled) == STALL
    assert not isinstance(stalled.value, usb.core.USBTimeoutError)
    with pytest.raises(usb.core.USBError) as stalled:
        device.ctrl_transfer(0xC0, 1, 0, 0, 8)
    assert codes(stalled) == STALL


def test_a_dead_board_times_out(device: Any, board: HidRelayBoard) -> None:
    board.faults.dead = True
    with pytest.raises(usb.core.USBTimeoutError) as timed_out:
        get_report(device, timeout_ms=20)
    assert codes(timed_out) == TIMEOUT


def test_an_endpoint_with_nothing_to_say_times_out(device: Any) -> None:
    with pytest.raises(usb.core.USBTimeoutError) as timed_out:
        device.read(0x81, 8, timeout=20)
    assert codes(timed_out) == TIMEOUT


def test_pulling_the_cable_ends_a_blocked_read_and_everything_after_it(device: Any, bus: UsbBus) -> None:
    errors: list[tuple[int, int]] = []

    def read() -> None:
        try:
            device.read(0x81, 8, timeout=0)
        except usb.core.USBError as error:
            errors.append((error.errno, error.backend_error_code))

    usb.util.claim_interface(device, 0)
    reader = threading.Thread(target=read)
    reader.start()
    eventually(lambda: bus.waiting == 1)
    assert len(get_report(device)) == 8
    bus.unplug("lamps")
    reader.join(5)
    assert errors == [GONE]
    with pytest.raises(usb.core.USBError) as gone:
        get_report(device)
    assert codes(gone) == GONE


def test_a_replugged_board_is_a_new_device_in_the_same_port_and_has_forgotten_its_relays(
    at: Path, device: Any, bus: UsbBus, board: HidRelayBoard
) -> None:
    set_report(device, hid_relay.all_on())
    bus.unplug("lamps")
    assert find(at) is None
    bus.plug("lamps", board)
    again = find(at)
    assert hid_relay.parse_state(get_report(again)) == ("6QMBS", 0)
    assert again.port_numbers == device.port_numbers
    assert again.address != device.address
    with pytest.raises(usb.core.USBError) as gone:
        get_report(device)
    assert codes(gone) == GONE
    usb.util.dispose_resources(again)


def test_a_bus_that_ends_is_a_device_that_went_away(at: Path, board: HidRelayBoard) -> None:
    with UsbBus(at) as bus:
        bus.plug("lamps", board)
        device = find(at)
        get_report(device)
    with pytest.raises(usb.core.USBError) as gone:
        get_report(device)
    assert codes(gone) == GONE
    usb.util.dispose_resources(device)


def test_a_backend_finds_a_bus_that_was_started_again(at: Path, board: HidRelayBoard) -> None:
    backend = open_backend(str(at))
    for _ in range(2):
        with UsbBus(at) as bus:
            bus.plug("lamps", board)
            eventually(lambda: usb.core.find(idVendor=0x16C0, backend=backend) is not None)


def test_two_boards_have_two_ports_and_one_name_takes_one_board(at: Path, bus: UsbBus) -> None:
    bus.plug("more lamps", HidRelayBoard(2, "OTHER"))
    with pytest.raises(ValueError, match="plugged already"):
        bus.plug("lamps", HidRelayBoard())
    devices = list(usb.core.find(find_all=True, backend=open_backend(str(at))))
    assert [device.port_numbers for device in devices] == [(1,), (2,)]


class Keypad(HidRelayBoard):
    """A board with something to say on its interrupt endpoint."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[bytes] = []

    def read(self, endpoint: int, length: int) -> bytes | None:
        return self.keys.pop(0) if self.keys else None


def test_a_late_key_ends_a_blocked_read(at: Path) -> None:
    keypad = Keypad()
    with UsbBus(at) as bus:
        bus.plug("pad", keypad)
        device = find(at)
        heard: list[bytes] = []
        reader = threading.Thread(target=lambda: heard.append(bytes(device.read(0x81, 8, timeout=5000))))
        reader.start()
        eventually(lambda: bus.waiting == 1)
        keypad.keys.append(b"\x05key")
        bus.wake()
        reader.join(5)
        assert heard == [b"\x05key"]
        usb.util.dispose_resources(device)
