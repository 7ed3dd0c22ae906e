"""The device's end of a line, over memory and over a pty, and an owner that notes what its link tells."""

import asyncio
import contextlib
import os
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from firmware_bridge.traffic import SerialWrite
from firmware_bridge.transport.memory import MemoryHub
from firmware_bridge.transport.url import MemoryUrl, PortUrl, SerialUrl, TcpUrl
from hw_sims.pty_port import PtyPort
from hw_sims.tcp_port import TcpPort
from tests.unit.sims.waiting import eventually

DEADLINE_S = 10.0
TICK_S = 0.002


async def until(condition: Callable[[], bool]) -> None:
    """Give the loop time until *condition* holds; fail after the deadline."""
    async with asyncio.timeout(DEADLINE_S):
        while not condition():
            await asyncio.sleep(TICK_S)


def write(data: bytes) -> SerialWrite:
    return SerialWrite("shoe", data)


class Heard:
    """A `LinkEvents` that notes everything in order."""

    def __init__(self) -> None:
        self.data = b""
        self.done: list[tuple[int, bytes, str | None]] = []
        self.lost_reasons: list[str] = []
        self.failures: list[str] = []
        self.order: list[str] = []

    def received(self, data: bytes) -> None:
        self.data += data
        self.order.append("received")

    def usb_done(self, id: int, data: bytes, error: str | None) -> None:  # noqa: A002
        self.done.append((id, data, error))
        self.order.append("usb_done")

    def lost(self, reason: str) -> None:
        self.lost_reasons.append(reason)
        self.order.append("lost")

    def send_failed(self, reason: str) -> None:
        self.failures.append(reason)
        self.order.append("send_failed")


class Line(Protocol):
    """The device's end."""

    name: str
    url: PortUrl
    hub: MemoryHub | None

    @property
    def host_bytes(self) -> bytes: ...

    def plug(self) -> None: ...
    def unplug(self) -> None: ...
    def device_sends(self, data: bytes) -> None: ...
    def stop_reading(self) -> None: ...
    def start_reading(self) -> None: ...


class MemoryLine:
    name = "shoe"

    def __init__(self) -> None:
        self.url: PortUrl = MemoryUrl("shoe")
        self._hub = MemoryHub()
        self.hub: MemoryHub | None = self._hub
        self.host_bytes = b""

    def plug(self) -> None:
        self._hub.plug("shoe", self._take)

    def unplug(self) -> None:
        self._hub.unplug("shoe")

    def device_sends(self, data: bytes) -> None:
        self._hub.device_sends("shoe", data)

    def stop_reading(self) -> None:
        self._hub.stop_reading("shoe")

    def start_reading(self) -> None:
        self._hub.start_reading("shoe")

    def _take(self, data: bytes) -> None:
        self.host_bytes += data


class PtyLine:
    """A pty under a stable name; unplugging closes the master, as a yanked adapter looks to the host."""

    name = "shoe"

    def __init__(self, folder: Path) -> None:
        self._name = folder / "shoe"
        self.url: PortUrl = SerialUrl(str(self._name), 4800)
        self.hub: MemoryHub | None = None
        self.host_bytes = b""
        self._master = self._keepalive = -1

    def plug(self) -> None:
        self._master, self._keepalive = os.openpty()
        tty.setraw(self._keepalive)
        os.set_blocking(self._master, False)
        self._name.symlink_to(os.ttyname(self._keepalive))
        self.start_reading()

    def unplug(self) -> None:
        self._name.unlink()
        self.stop_reading()
        os.close(self._master)
        os.close(self._keepalive)

    def device_sends(self, data: bytes) -> None:
        assert os.write(self._master, data) == len(data)

    def stop_reading(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)

    def start_reading(self) -> None:
        asyncio.get_running_loop().add_reader(self._master, self._take)

    def _take(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self.host_bytes += os.read(self._master, 65536)


class PortLine:
    """A port of the simulators, whose device runs on a thread of its own."""

    hub: MemoryHub | None = None

    def __init__(self, port: PtyPort | TcpPort) -> None:
        self._port = port

    @property
    def host_bytes(self) -> bytes:
        return self._port.heard

    def plug(self) -> None:
        self._port.plug()

    def unplug(self) -> None:
        self._port.unplug()

    def device_sends(self, data: bytes) -> None:
        assert self._port.send(data)

    def stop_reading(self) -> None:
        self._port.stop_reading()

    def start_reading(self) -> None:
        self._port.resume_reading()


class SimulatedLine(PortLine):
    name = "shoe"

    def __init__(self, folder: Path) -> None:
        super().__init__(PtyPort(folder / "shoe", lambda _: None))
        self.url: PortUrl = SerialUrl(str(folder / "shoe"), 4800)


class TcpLine(PortLine):
    """A simulated device server on this machine, under a port that stays free while it is away."""

    def __init__(self) -> None:
        port = TcpPort(0, lambda _: None)
        port.plug()
        port.unplug()
        super().__init__(port)
        self.server = port
        self.name = f"127.0.0.1:{port.port}"
        self.url: PortUrl = TcpUrl("127.0.0.1", port.port)

    def device_sends(self, data: bytes) -> None:
        eventually(lambda: self.server.connected)
        super().device_sends(data)

    def stop_reading(self) -> None:
        eventually(lambda: self.server.connected)
        super().stop_reading()
