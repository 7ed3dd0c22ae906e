"""The simulated USB bus as pyusb sees it: a backend that asks a `UsbBus` over its unix socket.

pyusb has no types: what is `Any` here stays here. Not covered: libusb itself, udev, permissions, isochronous transfers.
"""

import contextlib
import errno
import os
import socket
import threading
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import usb.backend
import usb.core

from hw_sims.devices.usb import Setup
from hw_sims.usb_bus import Answer, Call, Listed, Trouble, receive, transmit

# libusb's code and the errno pyusb gives with it: seen equal with real libusb and a real kernel (SIMULATION 0).
_CODES: dict[Trouble, tuple[int, int]] = {
    "timeout": (-7, errno.ETIMEDOUT),
    "stall": (-9, errno.EPIPE),
    "busy": (-6, errno.EBUSY),
    "gone": (-4, errno.ENODEV),
    "not_found": (-5, errno.ENOENT),
}
_BUS_NUMBER = 1
_FULL_SPEED = 2

_DEVICE_FIELDS = (
    ("bLength", 1), ("bDescriptorType", 1), ("bcdUSB", 2), ("bDeviceClass", 1), ("bDeviceSubClass", 1),
    ("bDeviceProtocol", 1), ("bMaxPacketSize0", 1), ("idVendor", 2), ("idProduct", 2), ("bcdDevice", 2),
    ("iManufacturer", 1), ("iProduct", 1), ("iSerialNumber", 1), ("bNumConfigurations", 1),
)  # fmt: skip
_CONFIGURATION_FIELDS = (
    ("bLength", 1), ("bDescriptorType", 1), ("wTotalLength", 2), ("bNumInterfaces", 1), ("bConfigurationValue", 1),
    ("iConfiguration", 1), ("bmAttributes", 1), ("bMaxPower", 1),
)  # fmt: skip
_INTERFACE_FIELDS = (
    ("bLength", 1), ("bDescriptorType", 1), ("bInterfaceNumber", 1), ("bAlternateSetting", 1), ("bNumEndpoints", 1),
    ("bInterfaceClass", 1), ("bInterfaceSubClass", 1), ("bInterfaceProtocol", 1), ("iInterface", 1),
)  # fmt: skip
_ENDPOINT_FIELDS = (
    ("bLength", 1), ("bDescriptorType", 1), ("bEndpointAddress", 1), ("bmAttributes", 1), ("wMaxPacketSize", 2),
    ("bInterval", 1),
)  # fmt: skip
_INTERFACE, _ENDPOINT = 4, 5


def open_backend(at: str) -> usb.backend.IBackend:
    """The backend for the bus whose socket is *at*. A bus that is not there yet has no devices."""
    return SimulatedUsb(at)


class SimulatedUsb(usb.backend.IBackend):  # type: ignore[misc]
    """Every method is pyusb's own; what it asks for is asked of the bus."""

    def __init__(self, at: str) -> None:
        self._bus = _BusClient(at)
        # pyusb's own finalizer finds nothing left when the garbage collector takes a whole ring of its objects.
        weakref.finalize(self, self._bus.close)

    def enumerate_devices(self) -> Iterator[Listed]:
        try:
            yield from self._bus.ask(Call("list")).listed
        except usb.core.USBError:
            return

    def get_device_descriptor(self, dev: Listed) -> SimpleNamespace:
        described = _parse(dev.device_descriptor, _DEVICE_FIELDS)
        described.bus, described.address, described.speed = _BUS_NUMBER, dev.address, _FULL_SPEED
        described.port_number, described.port_numbers = dev.port, (dev.port,)
        return described

    def get_configuration_descriptor(self, dev: Listed, config: int) -> SimpleNamespace:
        if config:
            raise IndexError(f"configuration {config}, the device has one")
        return _parse(dev.configuration_descriptor, _CONFIGURATION_FIELDS)

    def get_interface_descriptor(self, dev: Listed, intf: int, alt: int, config: int) -> SimpleNamespace:
        return _interface(dev, intf, alt)[0]

    def get_endpoint_descriptor(self, dev: Listed, ep: int, intf: int, alt: int, config: int) -> SimpleNamespace:
        return _interface(dev, intf, alt)[1][ep]

    def open_device(self, dev: Listed) -> int:
        return self._bus.ask(Call("open", number=dev.address)).number

    def close_device(self, dev_handle: int) -> None:
        with contextlib.suppress(usb.core.USBError):  # a bus that is gone has nothing left to close
            self._bus.ask(Call("close", dev_handle))

    def set_configuration(self, dev_handle: int, config_value: int) -> None:
        self._bus.ask(Call("set_configuration", dev_handle, config_value))

    def get_configuration(self, dev_handle: int) -> int:
        return self._bus.ask(Call("get_configuration", dev_handle)).number

    def set_interface_altsetting(self, dev_handle: int, intf: int, altsetting: int) -> None:
        if altsetting:
            raise _error("not_found")
        self.claim_interface(dev_handle, intf)

    def claim_interface(self, dev_handle: int, intf: int) -> None:
        self._bus.ask(Call("claim", dev_handle, intf))

    def release_interface(self, dev_handle: int, intf: int) -> None:
        self._bus.ask(Call("release", dev_handle, intf))

    def is_kernel_driver_active(self, dev_handle: int, intf: int) -> bool:
        return bool(self._bus.ask(Call("kernel_driver", dev_handle, intf)).number)

    def detach_kernel_driver(self, dev_handle: int, intf: int) -> None:
        self._bus.ask(Call("detach_kernel_driver", dev_handle, intf))

    def attach_kernel_driver(self, dev_handle: int, intf: int) -> None:
        self._bus.ask(Call("attach_kernel_driver", dev_handle, intf))

    def ctrl_transfer(
        self,
        dev_handle: int,
        bmRequestType: int,  # noqa: N803
        bRequest: int,  # noqa: N803
        wValue: int,  # noqa: N803
        wIndex: int,  # noqa: N803
        data: Any,
        timeout: int,
    ) -> int:
        size = len(data) * data.itemsize
        setup = Setup(bmRequestType, bRequest, wValue, wIndex, size)
        if bmRequestType & 0x80:
            return _fill(data, self._bus.transfer(Call("control", dev_handle, setup=setup, timeout_ms=timeout)))
        return self._bus.transfer(
            Call("control", dev_handle, setup=setup, data=data.tobytes(), timeout_ms=timeout)
        ).number

    def bulk_read(self, dev_handle: int, ep: int, intf: int, buff: Any, timeout: int) -> int:
        size = len(buff) * buff.itemsize
        return _fill(buff, self._bus.transfer(Call("read", dev_handle, ep, length=size, timeout_ms=timeout)))

    def bulk_write(self, dev_handle: int, ep: int, intf: int, data: Any, timeout: int) -> int:
        return self._bus.transfer(Call("write", dev_handle, ep, data=data.tobytes(), timeout_ms=timeout)).number

    intr_read, intr_write = bulk_read, bulk_write

    def _finalize_object(self) -> None:
        self._bus.close()


class _BusClient:
    """Questions of ownership go over one connection, which the bus takes for us; each transfer borrows another."""

    def __init__(self, at: str) -> None:
        self._at = at
        self._lock = threading.Lock()
        self._owner: _Connection | None = None
        self._idle: list[_Connection] = []

    def ask(self, call: Call) -> Answer:
        with self._lock:
            self._owner = self._owner or _Connection(self._at)
            try:
                return self._owner.ask(call)
            finally:
                if self._owner.broken:
                    self._owner.close()
                    self._owner = None

    def transfer(self, call: Call) -> Answer:
        # A read may wait long: it must not hold up another thread's transfer.
        with self._lock:
            connection = self._idle.pop() if self._idle else _Connection(self._at)
        try:
            return connection.ask(call)
        finally:
            if connection.broken:
                connection.close()
            else:
                with self._lock:
                    self._idle.append(connection)

    def close(self) -> None:
        with self._lock:
            for connection in (self._owner, *self._idle):
                if connection is not None:
                    connection.close()
            self._owner = None
            self._idle.clear()


class _Connection:
    """One socket to the bus; a bus that goes away is a device that went away."""

    def __init__(self, at: str) -> None:
        self.broken = False
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.connect(at)
        except OSError as error:
            self._socket.close()
            raise _error("gone") from error

    def ask(self, call: Call) -> Answer:
        try:
            transmit(self._socket, call)
            answer = receive(self._socket, Answer)
        except OSError as error:
            self.broken = True
            raise _error("gone") from error
        if answer is None:
            self.broken = True
            raise _error("gone")
        if answer.trouble is not None:
            raise _error(answer.trouble)
        return answer

    def close(self) -> None:
        self._socket.close()


def _error(trouble: Trouble) -> Exception:
    code, number = _CODES[trouble]
    kind: type[Exception] = usb.core.USBTimeoutError if trouble == "timeout" else usb.core.USBError
    return kind(os.strerror(number), code, number)


def _fill(buffer: Any, answer: Answer) -> int:
    memoryview(buffer).cast("B")[: len(answer.data)] = answer.data
    return len(answer.data)


def _parse(raw: bytes, fields: tuple[tuple[str, int], ...]) -> SimpleNamespace:
    parsed, at = SimpleNamespace(extra_descriptors=[], bRefresh=0, bSynchAddress=0), 0
    for name, size in fields:
        setattr(parsed, name, int.from_bytes(raw[at : at + size], "little"))
        at += size
    return parsed


def _interface(dev: Listed, number: int, alternate: int) -> tuple[SimpleNamespace, list[SimpleNamespace]]:
    """One interface and its endpoints; a class descriptor belongs to what stands before it."""
    found: tuple[SimpleNamespace, list[SimpleNamespace]] | None = None
    owner = SimpleNamespace(extra_descriptors=[])
    for raw in _blocks(dev.configuration_descriptor):
        if raw[1] == _INTERFACE:
            if found is not None:
                break
            owner = _parse(raw, _INTERFACE_FIELDS)
            if (owner.bInterfaceNumber, owner.bAlternateSetting) == (number, alternate):
                found = owner, []
        elif raw[1] == _ENDPOINT:
            owner = _parse(raw, _ENDPOINT_FIELDS)
            if found is not None:
                found[1].append(owner)
        else:
            owner.extra_descriptors.extend(raw)
    if found is None:
        raise IndexError(f"no interface {number} with alternate setting {alternate}")
    return found


def _blocks(configuration: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(configuration):
        size = configuration[at]
        yield configuration[at : at + size]
        at += size
