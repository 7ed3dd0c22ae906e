"""The port against the simulated USB bus behind its socket, as the demo runs it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.ports import Port
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, UsbDone, UsbTransfer
from firmware_bridge.transport.base import LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import PortUrl, parse_port_url
from hw_sims.devices.hid_relay.model import HidRelayBoard
from hw_sims.usb_bus import UsbBus
from tests.unit.transport.wires import Heard, until

ALL_ON = b"\xfe" + bytes(7)


@pytest.fixture
def relay() -> HidRelayBoard:
    return HidRelayBoard(relays=4)


@pytest.fixture
def usb_bus(backends: None, tmp_path: Path, relay: HidRelayBoard) -> Iterator[UsbBus]:
    with UsbBus(tmp_path / "usb.sock") as bus:
        bus.plug("lamps", relay, kernel_driver=True)
        yield bus


@pytest.fixture
def url(tmp_path: Path) -> PortUrl:
    return parse_port_url(f"usb://16c0:05df?backend=simulated&at={tmp_path / 'usb.sock'}")


def set_report(number: int, report: bytes) -> UsbTransfer:
    return UsbTransfer("lamps", number, 0x21, 9, 0x0300, 0, report)


def get_report(number: int) -> UsbTransfer:
    return UsbTransfer("lamps", number, 0xA1, 1, 0x0300, 0, length=8)


def test_a_pulled_board_is_missed_within_half_a_second_and_served_again_when_it_is_back(
    usb_bus: UsbBus, relay: HidRelayBoard, url: PortUrl
) -> None:
    inputs: list[PortInput] = []

    async def scenario() -> float:
        port = Port("lamps", url, inputs.append)
        port.start()
        await until(lambda: port.is_up)
        port.send(set_report(1, ALL_ON), 1)
        await until(lambda: len(inputs) == 2)
        assert relay.lit == (True,) * 4
        loop = asyncio.get_running_loop()
        start = loop.time()
        await asyncio.to_thread(usb_bus.unplug, "lamps")
        await until(lambda: not port.is_up)
        noticed_s = loop.time() - start
        assert not any(relay.lit)
        usb_bus.plug("lamps", relay, kernel_driver=True)
        await until(lambda: port.epoch == 2)
        port.send(set_report(2, ALL_ON), 1)
        port.send(set_report(3, ALL_ON), 2)
        port.send(get_report(4), 2)
        await until(lambda: len(inputs) == 6)
        assert relay.lit == (True,) * 4
        await port.stop()
        return noticed_s

    assert asyncio.run(scenario()) < 0.5
    assert [type(item) for item in inputs] == [LinkUp, UsbDone, LinkDown, LinkUp, UsbDone, UsbDone]
    read_back = inputs[-1]
    assert isinstance(read_back, UsbDone)
    assert (read_back.id, read_back.data[7], read_back.error) == (4, 0x0F, None)


def test_a_silent_board_answers_with_a_timeout_and_stays_connected(
    usb_bus: UsbBus, relay: HidRelayBoard, url: PortUrl
) -> None:
    async def scenario() -> None:
        heard = Heard()
        link = await open_link(url, heard)
        relay.faults.dead = True
        link.send(get_report(1))
        await until(lambda: len(heard.done) == 1)
        relay.faults.dead = False
        link.send(get_report(2))
        await until(lambda: len(heard.done) == 2)
        await link.close()
        assert [(number, error and error.partition(":")[0]) for number, _, error in heard.done] == [
            (1, "timeout"),
            (2, None),
        ]
        assert "lost" not in heard.order

    asyncio.run(scenario())


def test_a_board_in_use_is_busy_and_free_once_closed(usb_bus: UsbBus, url: PortUrl) -> None:
    async def scenario() -> None:
        first = await open_link(url, Heard())
        with pytest.raises(LinkError) as caught:
            await open_link(url, Heard())
        assert caught.value.kind == "busy"
        await first.close()
        second = await open_link(url, Heard())
        assert second.identity == "usb:16c0:05df:@1-1"
        await second.close()

    asyncio.run(scenario())


def test_a_bus_that_ends_is_a_device_that_is_gone(usb_bus: UsbBus, url: PortUrl) -> None:
    async def scenario() -> None:
        heard = Heard()
        link = await open_link(url, heard)
        closing = asyncio.create_task(asyncio.to_thread(usb_bus.close))
        await until(lambda: heard.order == ["lost"])
        await closing
        await link.close()
        with pytest.raises(LinkError) as caught:
            await open_link(url, Heard())
        assert caught.value.kind == "gone"

    asyncio.run(scenario())
