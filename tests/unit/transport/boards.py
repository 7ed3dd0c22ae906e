"""A pyusb backend in the test's own process, with boards that can be unplugged, stall, hang or be denied."""

import array
import threading
from types import SimpleNamespace
from typing import Any

import usb.backend
import usb.core

GONE = ("No such device", -4, 19)
STALL = ("Pipe error", -9, 32)
BUSY = ("Resource busy", -6, 16)
DENIED = ("Access denied", -3, 13)

Failure = tuple[str, int, int]


def utf16(text: str) -> bytes:
    encoded = text.encode("utf-16-le")
    return bytes((len(encoded) + 2, 3)) + encoded


class Board:
    """Keeps the feature report it was given, as the HID relay does; counts who asks for its status."""

    def __init__(self, serial: str, port: int = 1) -> None:
        self.serial = serial
        self.port = port
        self.report = bytes(8)
        self.failure: Failure | None = None
        self.status_failure: Failure | None = None
        self.status_requests = 0
        self.threads: set[int] = set()
        self.claimed: set[int] = set()
        self.kernel_driver = True
        self.answers = threading.Event()
        self.answers.set()
        self.handles = 0

    def control(self, request_type: int, request: int, value: int, data: bytes, length: int) -> bytes:
        if self.failure is not None:
            raise usb.core.USBError(*self.failure)
        match request_type, request, value >> 8:
            case 0x80, 0, _:
                self.status_requests += 1
                if self.status_failure is not None:
                    raise usb.core.USBError(*self.status_failure)
                return b"\x01\x00"
            case 0x80, 6, 3:
                return (b"\x04\x03\x09\x04" if value & 0xFF == 0 else utf16(self.serial))[:length]
            case 0x80, 8, _:
                return b"\x01"
            case 0xA1, 1, 3:
                return self._answer(self.report[:length])
            case 0x21, 9, 3:
                self.report = data
                return self._answer(b"")
        raise usb.core.USBError(*STALL)

    def _answer(self, data: bytes) -> bytes:
        self.threads.add(threading.get_ident())
        if not self.answers.wait(0.25):
            raise usb.core.USBTimeoutError("Operation timed out", -7, 110)
        return data


class Bus:
    """What is plugged; the entry point finds a bus by its name."""

    named: dict[str, "Bus"] = {}  # noqa: RUF012 (the entry point has nothing but a name to find the bus by)

    def __init__(self, *boards: Board) -> None:
        self.boards = list(boards)

    def unplug(self, board: Board) -> None:
        self.boards.remove(board)
        board.failure = GONE
        board.claimed.clear()

    def plug(self, board: Board) -> None:
        board.failure = None
        self.boards.append(board)


def open_backend(at: str) -> "BoardBackend":
    return BoardBackend(Bus.named[at])


class BoardBackend(usb.backend.IBackend):  # type: ignore[misc]
    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def enumerate_devices(self) -> list[Board]:
        return list(self._bus.boards)

    def get_device_descriptor(self, dev: Board) -> Any:
        return SimpleNamespace(
            bLength=18, bDescriptorType=1, bcdUSB=0x0110, bDeviceClass=0, bDeviceSubClass=0, bDeviceProtocol=0,
            bMaxPacketSize0=8, idVendor=0x16C0, idProduct=0x05DF, bcdDevice=0x0100, iManufacturer=0, iProduct=0,
            iSerialNumber=1 if dev.serial else 0, bNumConfigurations=1, address=dev.port, bus=1,
            port_number=dev.port, port_numbers=(dev.port,), speed=1,
        )  # fmt: skip

    def get_configuration_descriptor(self, dev: Board, config: int) -> Any:
        return SimpleNamespace(
            bLength=9, bDescriptorType=2, wTotalLength=18, bNumInterfaces=1, bConfigurationValue=1,
            iConfiguration=0, bmAttributes=0x80, bMaxPower=10, extra_descriptors=[],
        )  # fmt: skip

    def get_interface_descriptor(self, dev: Board, intf: int, alt: int, config: int) -> Any:
        if intf or alt:
            raise IndexError
        return SimpleNamespace(
            bLength=9, bDescriptorType=4, bInterfaceNumber=0, bAlternateSetting=0, bNumEndpoints=0,
            bInterfaceClass=3, bInterfaceSubClass=0, bInterfaceProtocol=0, iInterface=0, extra_descriptors=[],
        )  # fmt: skip

    def get_configuration(self, dev_handle: Board) -> int:
        return 1

    def open_device(self, dev: Board) -> Board:
        if dev.failure is not None:
            raise usb.core.USBError(*dev.failure)
        dev.handles += 1
        return dev

    def close_device(self, dev_handle: Board) -> None:
        dev_handle.handles -= 1

    def claim_interface(self, dev_handle: Board, intf: int) -> None:
        if dev_handle.kernel_driver or intf in dev_handle.claimed:
            raise usb.core.USBError(*BUSY)
        dev_handle.claimed.add(intf)

    def release_interface(self, dev_handle: Board, intf: int) -> None:
        dev_handle.claimed.discard(intf)

    def is_kernel_driver_active(self, dev_handle: Board, intf: int) -> bool:
        return dev_handle.kernel_driver

    def detach_kernel_driver(self, dev_handle: Board, intf: int) -> None:
        dev_handle.kernel_driver = False

    def ctrl_transfer(
        self, dev_handle: Board, bmRequestType: int, bRequest: int, wValue: int, wIndex: int,  # noqa: N803
        data: "array.array[int]", timeout: int,
    ) -> int:  # fmt: skip
        answer = dev_handle.control(bmRequestType, bRequest, wValue, data.tobytes(), len(data))
        if bmRequestType & 0x80:
            data[: len(answer)] = array.array("B", answer)
            return len(answer)
        return len(data)
