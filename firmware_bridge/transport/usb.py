"""A USB device through pyusb: one worker thread runs its control transfers in order, none on the loop.

A boot keyboard is also listened to, in a second thread (`usb_reports`).

pyusb has no types: what is `Any` here stays here.
"""

import asyncio
import contextlib
import errno
import os
import queue
import threading
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

import libusb_package
import usb.backend.libusb1
import usb.core
import usb.util
from msgspec import Struct

from firmware_bridge.traffic import Send, UsbTransfer
from firmware_bridge.transport.base import EventGate, LinkError, LinkEvents, classify
from firmware_bridge.transport.url import LIBUSB, UsbUrl
from firmware_bridge.transport.usb_reports import ReportReader, is_boot_keyboard, keyboard_endpoint

BACKEND_GROUP = "sabot.usb_backends"
LIBUSB_PATH = "SABOT_LIBUSB"
QUEUE_LIMIT = 64
TRANSFER_TIMEOUT_MS = 250
IDLE_CHECK_S = 0.25
DRAIN_S = 0.25

_DEVICE_TO_HOST = 0x80
_GET_STATUS = 0
_STATUS_BYTES = 2


async def open_usb(url: UsbUrl, events: LinkEvents) -> "UsbLink":
    """Find and claim the one device *url* names; raises `LinkError`."""
    try:
        # If we are cancelled meanwhile, nobody holds the device and pyusb's finalizer closes it.
        device, endpoint = await asyncio.to_thread(_open_device, url)
    except (OSError, ValueError, NotImplementedError, ImportError) as error:
        raise classify(error) from error
    return UsbLink(_identity(device), device, endpoint, events)


class UsbSeen(Struct, frozen=True):
    """A USB device that is plugged in, as its descriptors tell; *serial* is None where it may not be asked."""

    vendor: int
    product: int
    position: str
    keyboard: bool
    product_name: str | None = None
    serial: str | None = None
    error: str | None = None


def list_usb(backend: str = LIBUSB, at: str = "") -> list[UsbSeen]:
    """Every USB device, none claimed; raises `LinkError` when USB itself cannot be used."""
    return [_seen(device) for device in usb.core.find(find_all=True, backend=_load_backend(backend, at))]


class UsbLink:
    """The claimed device and its worker thread. Only a keyboard can be paused: the others speak when asked."""

    def __init__(self, identity: str, device: Any, endpoint: Any | None, events: LinkEvents) -> None:
        self.identity = identity
        self._device = device
        self._gate = EventGate(events)
        self._loop = asyncio.get_running_loop()
        self._queue: queue.Queue[UsbTransfer | None] = queue.Queue(QUEUE_LIMIT)
        self._closing = False
        self._ended = asyncio.Event()
        self._reader = (
            None if endpoint is None else ReportReader(device, endpoint, self._gate.received, self._reading_failed)
        )
        threading.Thread(target=self._work, name=identity, daemon=True).start()

    def send(self, send: Send) -> None:
        if not isinstance(send, UsbTransfer):
            raise TypeError(f"{self.identity} takes UsbTransfer, not {type(send).__name__}")
        try:
            self._queue.put_nowait(send)
        except queue.Full:
            self._gate.refuse(f"{self.identity}: {QUEUE_LIMIT} transfers wait for the device")
        else:
            self._gate.accept()

    def pause_reading(self) -> None:
        if self._reader is not None:
            self._reader.pause()

    def resume_reading(self) -> None:
        if self._reader is not None:
            self._reader.resume()

    async def close(self) -> None:
        self._gate.shut()
        with contextlib.suppress(queue.Full):
            self._queue.put_nowait(None)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), DRAIN_S)
        self._closing = True
        await self._ended.wait()

    def _work(self) -> None:
        try:
            self._serve()
        except Exception as error:  # a thread must not die in silence: its owner hears that the link is lost
            self._tell(self._lost, error)
        finally:
            if self._reader is not None:
                self._reader.stop()
            _release(self._device)
            self._tell(self._ended.set)

    def _lost(self, error: Exception) -> None:
        failure = classify(error)
        self._gate.lost(f"{failure.kind}: {self.identity}: {failure.detail}")

    def _reading_failed(self, error: Exception) -> None:
        self._closing = True
        self._lost(error)

    def _serve(self) -> None:
        while not self._closing:
            try:
                transfer = self._queue.get(timeout=IDLE_CHECK_S)
            except queue.Empty:
                self._check_presence()
                continue
            if transfer is None:
                return
            self._execute(transfer)

    def _execute(self, transfer: UsbTransfer) -> None:
        try:
            data = _control(self._device, transfer)
        except usb.core.USBError as error:
            failure = classify(error)
            if failure.kind == "gone":
                raise
            self._tell(self._gate.usb_done, transfer.id, b"", str(failure))
        else:
            self._tell(self._gate.usb_done, transfer.id, data, None)

    def _check_presence(self) -> None:
        # A device that is only ever asked would not be missed before the next question.
        try:
            _get_status(self._device)
        except usb.core.USBError as error:
            if classify(error).kind == "gone":
                raise

    def _tell(self, tell: Callable[..., None], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(tell, *args)
        except RuntimeError:  # the loop is closed: nobody is left to listen
            self._closing = True


def _open_device(url: UsbUrl) -> tuple[Any, Any | None]:
    """The claimed device, and the endpoint to listen to if it is a keyboard."""
    device = _find(url, _load_backend(url.backend, url.at))
    try:
        _claim(device)
        return device, keyboard_endpoint(device)
    except (OSError, ValueError, NotImplementedError):
        _release(device)
        raise


def _load_backend(name: str, at: str) -> Any:
    if name == LIBUSB:
        backend = _libusb()
        if backend is None:
            raise LinkError("broken", "libusb could not be loaded")
        return backend
    for entry in entry_points(group=BACKEND_GROUP, name=name):
        return entry.load()(at)
    raise LinkError("broken", f"no USB backend '{name}' in entry point group {BACKEND_GROUP}")


def _libusb() -> Any:
    """The libusb that came with this program, or the one the environment names: the system's own knows udev."""
    chosen = os.environ.get(LIBUSB_PATH)
    if not chosen:
        return libusb_package.get_libusb1_backend()
    return usb.backend.libusb1.get_backend(find_library=lambda _name: chosen)


def _find(url: UsbUrl, backend: Any) -> Any:
    name = f"{url.vendor:04x}:{url.product:04x}"
    devices = usb.core.find(find_all=True, backend=backend, idVendor=url.vendor, idProduct=url.product)
    candidates = [device for device in devices if url.port in (None, _position(device))]
    if url.serial is not None:
        candidates = _with_serial(candidates, url.serial)
    if not candidates:
        raise LinkError("gone", f"no USB device {name} {url.serial or ''}{url.port or ''}".rstrip())
    if len(candidates) > 1:
        positions = ", ".join(_position(device) for device in candidates)
        raise LinkError("broken", f"USB device {name} is there more than once: choose port={positions}")
    return candidates[0]


def _with_serial(candidates: list[Any], serial: str) -> list[Any]:
    """Those that say *serial*; a device that cannot be asked matters only if no other one says it."""
    matching, failure = [], None
    for device in candidates:
        try:
            _get_status(device)  # opens the device: reading strings would hide that we may not
            if device.serial_number == serial:
                matching.append(device)
                continue
        except (usb.core.USBError, ValueError) as error:
            failure = error
        _release(device)
    if failure is not None and not matching:
        raise failure
    return matching


def _claim(device: Any) -> None:
    try:
        configuration = device.get_active_configuration()
    except usb.core.USBError:
        device.set_configuration()
        configuration = device.get_active_configuration()
    for number in sorted({interface.bInterfaceNumber for interface in configuration}):
        with contextlib.suppress(NotImplementedError):  # a backend without kernel drivers
            if device.is_kernel_driver_active(number):
                device.detach_kernel_driver(number)
        usb.util.claim_interface(device, number)


def _release(device: Any) -> None:
    with contextlib.suppress(OSError):  # an unplugged device has nothing left to release
        usb.util.dispose_resources(device)


def _control(device: Any, transfer: UsbTransfer) -> bytes:
    reads = bool(transfer.request_type & _DEVICE_TO_HOST)
    answer = device.ctrl_transfer(
        transfer.request_type,
        transfer.request,
        transfer.value,
        transfer.index,
        transfer.length if reads else transfer.data,
        TRANSFER_TIMEOUT_MS,
    )
    if reads:
        return bytes(answer)
    if answer != len(transfer.data):
        raise usb.core.USBError(f"short write: {answer} of {len(transfer.data)} bytes", None, errno.EPROTO)
    return b""


def _get_status(device: Any) -> None:
    device.ctrl_transfer(_DEVICE_TO_HOST, _GET_STATUS, 0, 0, _STATUS_BYTES, TRANSFER_TIMEOUT_MS)


def _seen(device: Any) -> UsbSeen:
    name = serial = error = None
    try:
        name, serial = device.product, device.serial_number
    except (usb.core.USBError, ValueError, NotImplementedError) as failure:
        error = str(failure)
    finally:
        _release(device)
    return UsbSeen(
        device.idVendor, device.idProduct, _position(device), _has_keyboard(device), name or None, serial or None, error
    )


def _has_keyboard(device: Any) -> bool:
    """Whether it offers a boot keyboard, by its descriptors alone: it is not opened for that."""
    with contextlib.suppress(usb.core.USBError, ValueError, NotImplementedError):
        return any(is_boot_keyboard(interface) for configuration in device for interface in configuration)
    return False


def _identity(device: Any) -> str:
    try:
        serial = device.serial_number or ""
    except (usb.core.USBError, ValueError):
        serial = ""
    return f"usb:{device.idVendor:04x}:{device.idProduct:04x}:{serial}@{_position(device)}"


def _position(device: Any) -> str:
    ports = ".".join(map(str, device.port_numbers or ())) or f"address{device.address}"
    return f"{device.bus}-{ports}"
