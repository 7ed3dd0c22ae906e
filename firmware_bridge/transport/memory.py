"""Devices in the same process: plugged by name, opened like a port, for tests and simulated worlds.

Everything happens on the event loop's thread, in the order it was asked for.
"""

import asyncio
from collections.abc import Callable
from typing import Literal, Protocol

from firmware_bridge.traffic import Send, SerialWrite, UsbTransfer
from firmware_bridge.transport.base import WRITE_LIMIT_BYTES, EventGate, LinkError, LinkEvents

Refusal = Literal["stall", "timeout", "gone"]

_ERRORS: dict[Refusal, str] = {"stall": "broken: stall", "timeout": "timeout: no answer"}


class TransferRefused(Exception):
    """What a `ControlModel` raises: "gone" ends the link, the others answer the transfer with an error."""

    def __init__(self, kind: Refusal) -> None:
        super().__init__(kind)
        self.kind: Refusal = kind


class ControlModel(Protocol):
    """A USB device as far as control transfers reach."""

    def control(
        self, request_type: int, request: int, value: int, index: int, data: bytes, length: int
    ) -> bytes | None: ...


class MemoryHub:
    """Where devices are plugged. A name has one device and at most one open link."""

    def __init__(self) -> None:
        self._wires: dict[str, _Wire] = {}

    def plug(self, name: str, on_host_bytes: Callable[[bytes], None]) -> None:
        """Plug a byte-stream device; *on_host_bytes* gets what the host writes."""
        self._add(_Wire(name, on_host_bytes, None))

    def plug_usb(self, name: str, model: ControlModel) -> None:
        self._add(_Wire(name, None, model))

    def unplug(self, name: str) -> None:
        wire = self._wires.pop(name)
        if wire.link is not None:
            wire.link.hang_up("unplugged")

    def device_sends(self, name: str, data: bytes) -> None:
        """Bytes nobody listens to are lost, as on a line."""
        link = self._wires[name].link
        if link is not None:
            link.take(data)

    def stop_reading(self, name: str) -> None:
        """The device no longer reads what the host writes, until `start_reading`."""
        self._wires[name].reads = False

    def start_reading(self, name: str) -> None:
        wire = self._wires[name]
        wire.reads = True
        if wire.link is not None:
            wire.link.flush()

    def open(self, name: str, events: LinkEvents) -> "MemoryLink":
        wire = self._wires.get(name)
        if wire is None:
            raise LinkError("gone", f"memory://{name}: nothing is plugged there")
        if wire.link is not None:
            raise LinkError("busy", f"memory://{name}: already open")
        wire.link = MemoryLink(wire, events)
        return wire.link

    def _add(self, wire: "_Wire") -> None:
        if wire.name in self._wires:
            raise ValueError(f"memory://{wire.name} is taken")
        self._wires[wire.name] = wire


class _Wire:
    def __init__(self, name: str, on_host_bytes: Callable[[bytes], None] | None, model: ControlModel | None) -> None:
        self.name = name
        self.on_host_bytes = on_host_bytes
        self.model = model
        self.reads = True
        self.link: MemoryLink | None = None


class MemoryLink:
    """The host's end of one wire."""

    def __init__(self, wire: _Wire, events: LinkEvents) -> None:
        self.identity = f"memory:{wire.name}"
        self._wire = wire
        self._loop = asyncio.get_running_loop()
        self._gate = EventGate(events)
        self._attached = True
        self._reading = False
        self._inbox: list[bytes] = []
        self._outbox: list[bytes] = []

    def send(self, send: Send) -> None:
        match send:
            case SerialWrite(data=data) if self._wire.on_host_bytes is not None:
                self._write(data)
            case UsbTransfer() if self._wire.model is not None:
                self._loop.call_soon(self._transfer, send, self._wire.model)
            case _:
                raise TypeError(f"{self.identity} does not take {type(send).__name__}")

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True
        self._loop.call_soon(self._deliver)

    async def close(self) -> None:
        self._gate.shut()
        await asyncio.sleep(0)  # what was sent before is already on its way
        self._attached = False
        self._wire.link = None

    def take(self, data: bytes) -> None:
        self._inbox.append(data)
        self._loop.call_soon(self._deliver)

    def flush(self) -> None:
        self._loop.call_soon(self._hand_over)

    def hang_up(self, reason: str) -> None:
        self._loop.call_soon(self._lose, reason)

    def _write(self, data: bytes) -> None:
        if sum(map(len, self._outbox)) > WRITE_LIMIT_BYTES:
            self._gate.refuse(f"{self.identity}: the device stopped reading, {WRITE_LIMIT_BYTES} bytes wait")
            return
        self._gate.accept()
        self._outbox.append(data)
        self.flush()

    def _hand_over(self) -> None:
        on_host_bytes = self._wire.on_host_bytes
        while self._outbox and self._attached and self._wire.reads and on_host_bytes is not None:
            on_host_bytes(self._outbox.pop(0))

    def _deliver(self) -> None:
        while self._inbox and self._reading:
            self._gate.received(self._inbox.pop(0))

    def _transfer(self, send: UsbTransfer, model: ControlModel) -> None:
        if not self._attached:
            return
        try:
            answer = model.control(send.request_type, send.request, send.value, send.index, send.data, send.length)
        except TransferRefused as refusal:
            if refusal.kind == "gone":
                self._lose("the device does not answer")
            else:
                self._gate.usb_done(send.id, b"", _ERRORS[refusal.kind])
            return
        self._gate.usb_done(send.id, answer or b"", None)

    def _lose(self, reason: str) -> None:
        self._attached = False
        self._wire.link = None
        self._gate.lost(f"gone: {self.identity}: {reason}")
