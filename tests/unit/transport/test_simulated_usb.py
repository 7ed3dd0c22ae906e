"""The port against the simulated USB bus behind its socket, as the demo runs it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.transport.base import LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import parse_port_url
from hw_sims.devices.hid_relay.model import HidRelayBoard
from hw_sims.usb_bus import UsbBus
from tests.unit.transport.usb_contract import Socket, UsbBoardContract
from tests.unit.transport.wires import Heard, until


class SimulatedSocket:
    identity = "usb:16c0:05df:@1-1"

    def __init__(self, bus: UsbBus, relay: HidRelayBoard, at: Path) -> None:
        self.url = parse_port_url(f"usb://16c0:05df?backend=simulated&at={at}")
        self._bus = bus
        self._relay = relay

    def plug(self) -> None:
        self._bus.plug("lamps", self._relay, kernel_driver=True)

    def unplug(self) -> None:
        self._bus.unplug("lamps")


class TestSimulatedUsb(UsbBoardContract):
    @contextmanager
    def socket(self, relay: HidRelayBoard, folder: Path) -> Iterator[Socket]:
        with UsbBus(folder / "usb.sock") as bus:
            yield SimulatedSocket(bus, relay, folder / "usb.sock")


def test_a_bus_that_ends_is_a_device_that_is_gone(backends: None, tmp_path: Path) -> None:
    async def scenario() -> None:
        heard = Heard()
        with UsbBus(tmp_path / "usb.sock") as bus:
            board = SimulatedSocket(bus, HidRelayBoard(relays=4), tmp_path / "usb.sock")
            board.plug()
            link = await open_link(board.url, heard)
            closing = asyncio.create_task(asyncio.to_thread(bus.close))
            await until(lambda: heard.order == ["lost"])
            await closing
            await link.close()
            with pytest.raises(LinkError) as caught:
                await open_link(board.url, Heard())
        assert caught.value.kind == "gone"

    asyncio.run(scenario())
