"""A simulated USB bus: device models behind a unix socket, plugged and pulled by name. Knows nothing of pyusb."""

import socket
import struct
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Literal, Self, TypeVar

import msgspec
from msgspec import Struct

from hw_sims.devices.usb import Setup, UsbModel
from hw_sims.unix_server import UnixServer

Trouble = Literal["timeout", "stall", "busy", "gone", "not_found"]
Ask = Literal[
    "list",
    "open",
    "close",
    "claim",
    "release",
    "get_configuration",
    "set_configuration",
    "kernel_driver",
    "detach_kernel_driver",
    "attach_kernel_driver",
    "control",
    "read",
    "write",
]

Message = TypeVar("Message", bound=Struct)

_LENGTH = struct.Struct("!I")


class Call(Struct, frozen=True):
    """One question to the bus; *number* is an address, interface, endpoint or configuration."""

    ask: Ask
    handle: int = 0
    number: int = 0
    setup: Setup | None = None
    data: bytes = b""
    length: int = 0
    timeout_ms: int = 0
    """0 waits for ever, as in libusb."""


class Listed(Struct, frozen=True):
    """A plugged device; *port* stays the same over replugs, *address* does not."""

    address: int
    port: int
    device_descriptor: bytes
    configuration_descriptor: bytes


class Answer(Struct, frozen=True):
    trouble: Trouble | None = None
    number: int = 0
    data: bytes = b""
    listed: tuple[Listed, ...] = ()


class _Plugged:
    def __init__(self, model: UsbModel, address: int, port: int, kernel_driver: bool) -> None:
        self.model = model
        self.address = address
        self.port = port
        self.kernel_driver = kernel_driver
        self.configuration = 1
        self.claims: dict[int, int] = {}


class UsbBus:
    """Serves its devices until closed. Models are called one at a time, under the bus's own lock."""

    def __init__(self, at: Path) -> None:
        self._changed = threading.Condition()
        self._plugged: dict[str, _Plugged] = {}
        self._ports: dict[str, int] = {}
        self._handles: dict[int, _Plugged] = {}
        self._last_address = self._last_handle = 0
        self._server = UnixServer(at, self._serve)
        self._waiting = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """Transfers that wait for a device right now."""
        with self._changed:
            return self._waiting

    def start(self) -> None:
        self._server.start()

    def close(self) -> None:
        """Every device is pulled, every client is told, every thread ends."""
        for name in tuple(self._plugged):
            self.unplug(name)
        self._server.close()

    def plug(self, name: str, model: UsbModel, *, kernel_driver: bool = False) -> None:
        """Put *model* into the port called *name*; with *kernel_driver* the system grabs it first, as usbhid does."""
        with self._changed:
            if name in self._plugged:
                raise ValueError(f"{name} is plugged already")
            port = self._ports.setdefault(name, len(self._ports) + 1)
            self._last_address += 1
            self._plugged[name] = _Plugged(model, self._last_address, port, kernel_driver)

    def unplug(self, name: str) -> None:
        """Pull the device; every transfer that waits for it ends now. Not plugged: nothing happens."""
        with self._changed:
            plugged = self._plugged.pop(name, None)
            if plugged is not None:
                plugged.model.power_lost()
                self._changed.notify_all()

    def wake(self) -> None:
        """A model has something new for an IN endpoint."""
        with self._changed:
            self._changed.notify_all()

    def _serve(self, client: socket.socket) -> None:
        opened: set[int] = set()
        try:
            while (call := receive(client, Call)) is not None:
                transmit(client, self._answer(call, opened))
        finally:
            with self._changed:
                for handle in opened:
                    self._close_handle(handle)

    def _answer(self, call: Call, opened: set[int]) -> Answer:
        with self._changed:
            if call.ask == "list":
                return Answer(listed=tuple(map(_listed, self._plugged.values())))
            if call.ask == "open":
                return self._open(call.number, opened)
            if call.ask == "close":
                opened.discard(call.handle)
                self._close_handle(call.handle)
                return Answer()
            device = self._handles.get(call.handle)
            if device is None or not self._is_there(device):
                return Answer("gone")
            if call.ask in ("control", "read", "write"):
                return self._transfer(device, call)
            return _manage(device, call)

    def _open(self, address: int, opened: set[int]) -> Answer:
        for device in self._plugged.values():
            if device.address == address:
                self._last_handle += 1
                self._handles[self._last_handle] = device
                opened.add(self._last_handle)
                return Answer(number=self._last_handle)
        return Answer("gone")

    def _close_handle(self, handle: int) -> None:
        device = self._handles.pop(handle, None)
        if device is not None:
            device.claims = {interface: owner for interface, owner in device.claims.items() if owner != handle}

    def _is_there(self, device: _Plugged) -> bool:
        return device in self._plugged.values()

    def _transfer(self, device: _Plugged, call: Call) -> Answer:
        """Try, and while the device has no answer yet wait for it to change its mind, go away or time out."""
        deadline = time.monotonic() + call.timeout_ms / 1000 if call.timeout_ms else None
        once = _try_once(device, call)
        while once is None:
            remaining = None if deadline is None else deadline - time.monotonic()
            if remaining is not None and remaining <= 0:
                return Answer("timeout")
            self._waiting += 1
            self._changed.wait(remaining)
            self._waiting -= 1
            if not self._is_there(device):
                return Answer("gone")
            once = _try_once(device, call) if call.ask == "read" else None
        return once


def transmit(connection: socket.socket, message: Struct) -> None:
    body = msgspec.msgpack.encode(message)
    connection.sendall(_LENGTH.pack(len(body)) + body)


def receive(connection: socket.socket, kind: type[Message]) -> Message | None:
    """The next message; None when the other end closed the connection between two messages."""
    head = _receive_exactly(connection, _LENGTH.size)
    if not head:
        return None
    return msgspec.msgpack.decode(_receive_exactly(connection, *_LENGTH.unpack(head)), type=kind)


def _receive_exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = connection.recv(size - len(data))
        if not part:
            if data:
                raise ConnectionResetError("the connection ended within a message")
            return b""
        data += part
    return data


def _listed(device: _Plugged) -> Listed:
    model = device.model
    return Listed(device.address, device.port, model.device_descriptor, model.configuration_descriptor)


def _try_once(device: _Plugged, call: Call) -> Answer | None:
    """What the device does now; None when it does not answer."""
    answer: bytes | str | None
    if call.ask == "control":
        answer = device.model.control(call.setup, call.data) if call.setup else "stall"
    elif call.ask == "read":
        answer = device.model.read(call.number, call.length)
    else:
        answer = device.model.write(call.number, call.data) or b""
    if answer == "stall":
        return Answer("stall")
    return Answer(data=answer, number=len(call.data)) if isinstance(answer, bytes) else None


def _manage(device: _Plugged, call: Call) -> Answer:
    """Everything the host's system does itself, without asking the device."""
    foreign = any(owner != call.handle for owner in device.claims.values())
    match call.ask:
        case "claim":
            if device.kernel_driver or device.claims.get(call.number, call.handle) != call.handle:
                return Answer("busy")
            device.claims[call.number] = call.handle
        case "release":
            if device.claims.get(call.number) != call.handle:
                return Answer("not_found")
            del device.claims[call.number]
        case "get_configuration":
            return Answer(number=device.configuration)
        case "set_configuration":
            if device.kernel_driver or foreign:
                return Answer("busy")
            device.configuration = call.number
        case "kernel_driver":
            return Answer(number=int(device.kernel_driver))
        case "detach_kernel_driver" | "attach_kernel_driver":
            return _hand_over(device, to_system=call.ask == "attach_kernel_driver")
    return Answer()


def _hand_over(device: _Plugged, *, to_system: bool) -> Answer:
    if to_system and device.claims:
        return Answer("busy")
    if device.kernel_driver == to_system:
        return Answer("busy" if to_system else "not_found")
    device.kernel_driver = to_system
    return Answer()
