"""The reports of a boot keyboard: its interrupt IN endpoint, read in a thread of its own while the owner listens.

pyusb has no types: what is `Any` here stays here.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

import usb.core

READ_TIMEOUT_MS = 250
REPORT_LIMIT = 32
"""Reports read and not yet taken by the loop; beyond it the device keeps them."""

_BOOT_KEYBOARD = (3, 1, 1)
_IN, _INTERRUPT, _TRANSFER_TYPE = 0x80, 3, 3


def keyboard_endpoint(device: Any) -> Any | None:
    """The interrupt IN endpoint of *device*'s first boot keyboard; None when it has no keyboard."""
    for interface in device.get_active_configuration():
        if is_boot_keyboard(interface):
            for endpoint in interface:
                if endpoint.bEndpointAddress & _IN and endpoint.bmAttributes & _TRANSFER_TYPE == _INTERRUPT:
                    return endpoint
    return None


def is_boot_keyboard(interface: Any) -> bool:
    return (interface.bInterfaceClass, interface.bInterfaceSubClass, interface.bInterfaceProtocol) == _BOOT_KEYBOARD


class ReportReader:
    """Reads from `resume` on, one report at a time; *received* and *failed* are called on the loop's thread."""

    def __init__(
        self, device: Any, endpoint: Any, received: Callable[[bytes], None], failed: Callable[[Exception], None]
    ) -> None:
        self._device = device
        self._address = endpoint.bEndpointAddress
        self._size = endpoint.wMaxPacketSize
        self._received = received
        self._failed = failed
        self._loop = asyncio.get_running_loop()
        self._room = threading.Semaphore(REPORT_LIMIT)
        self._listening = threading.Event()
        self._stopping = False
        self._held: list[bytes] = []
        self._thread = threading.Thread(target=self._work, name="usb-reports", daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """What comes now waits in the device; the one report that may be under way waits here."""
        self._listening.clear()

    def resume(self) -> None:
        self._listening.set()
        self._loop.call_soon(self._hand_over)

    def stop(self) -> None:
        """End the thread and wait for it: afterwards nobody uses the device."""
        self._stopping = True
        self._listening.set()
        self._room.release()
        self._thread.join()

    def _work(self) -> None:
        try:
            with contextlib.suppress(NotImplementedError):  # a backend without halted endpoints
                self._device.clear_halt(self._address)
            self._read_on()
        except Exception as error:  # a thread must not die in silence: its owner hears of it
            if not self._stopping:
                self._tell(self._failed, error)

    def _read_on(self) -> None:
        while not self._stopping:
            self._listening.wait()
            self._room.acquire()
            report = b"" if self._stopping else self._read_once()
            if report:
                self._tell(self._take, report)
            else:
                self._room.release()

    def _read_once(self) -> bytes:
        try:
            return bytes(self._device.read(self._address, self._size, READ_TIMEOUT_MS))
        except usb.core.USBTimeoutError:
            return b""

    def _take(self, report: bytes) -> None:
        self._held.append(report)
        self._hand_over()

    def _hand_over(self) -> None:
        while self._held and self._listening.is_set():
            self._room.release()
            self._received(self._held.pop(0))

    def _tell(self, tell: Callable[..., None], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(tell, *args)
        except RuntimeError:  # the loop is closed: nobody is left to listen
            self._stopping = True
