"""The reports of a simulated keyboard through pyusb and the simulated bus: in order, paused, pulled, exclusive."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from daemon.ports import Port
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, UsbTransfer
from firmware_bridge.transport.base import Link, LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import PortUrl, parse_port_url
from firmware_bridge.transport.usb_reports import REPORT_LIMIT
from firmware_bridge.wire.hid_keyboard import report
from hw_sims.devices import usb
from hw_sims.devices.hid_keyboard.model import HidKeyboard
from hw_sims.usb_bus import UsbBus
from tests.unit.transport.contract import Ticker
from tests.unit.transport.wires import Heard, until

ONE, TWO = 0x59, 0x5A
TAPPED = report(ONE) + report()


@pytest.fixture
def keypad() -> HidKeyboard:
    return HidKeyboard(0x04D9, 0xA02A, "teclado")


@pytest.fixture
def usb_bus(backends: None, tmp_path: Path, keypad: HidKeyboard) -> Iterator[UsbBus]:
    with UsbBus(tmp_path / "usb.sock") as bus:
        keypad.changed = bus.wake
        bus.plug("pad", keypad, kernel_driver=True)
        yield bus


@pytest.fixture
def url(tmp_path: Path) -> PortUrl:
    return parse_port_url(f"usb://04d9:a02a?backend=simulated&at={tmp_path / 'usb.sock'}")


@asynccontextmanager
async def listening(url: PortUrl) -> AsyncIterator[tuple[Link, Heard]]:
    heard = Heard()
    link = await open_link(url, heard)
    link.resume_reading()
    try:
        yield link, heard
    finally:
        await link.close()


def lamp(number: int, leds: int) -> UsbTransfer:
    return UsbTransfer("pad", number, 0x21, 9, 0x0200, 0, bytes((leds,)))


def test_reports_arrive_in_order_while_lamps_are_set(usb_bus: UsbBus, keypad: HidKeyboard, url: PortUrl) -> None:
    async def scenario() -> None:
        async with listening(url) as (link, heard):
            for number in range(50):
                await asyncio.to_thread(keypad.tap, ONE)
                link.send(lamp(number, number % 2))
            await until(lambda: heard.data == 50 * TAPPED and len(heard.done) == 50)
            assert [number for number, _, error in heard.done if error is None] == list(range(50))
            assert keypad.shown == [number % 2 for number in range(50)]

    asyncio.run(scenario())


def test_the_keyboard_is_taken_from_the_system_and_nobody_else_can_open_it(usb_bus: UsbBus, url: PortUrl) -> None:
    async def scenario() -> None:
        async with listening(url):
            with pytest.raises(LinkError) as caught:
                await open_link(url, Heard())
            assert caught.value.kind == "busy"
        async with listening(url) as (link, _):
            assert link.identity == "usb:04d9:a02a:@1-1"

    asyncio.run(scenario())


def test_a_link_opens_paused_and_the_device_keeps_what_is_pressed_meanwhile(
    usb_bus: UsbBus, keypad: HidKeyboard, url: PortUrl
) -> None:
    async def scenario() -> None:
        heard, ticker = Heard(), Ticker()
        link = await open_link(url, heard)
        await asyncio.to_thread(keypad.tap, ONE)
        await until(lambda: ticker.ticks > 20)
        assert heard.order == []
        link.resume_reading()
        await until(lambda: heard.data == TAPPED)
        ticker.stop()
        await link.close()

    asyncio.run(scenario())


def test_paused_reading_holds_reports_back_and_loses_none(usb_bus: UsbBus, keypad: HidKeyboard, url: PortUrl) -> None:
    async def scenario() -> None:
        async with listening(url) as (link, heard):
            ticker = Ticker()
            await until(lambda: usb_bus.waiting == 1)
            link.pause_reading()
            await asyncio.to_thread(keypad.tap, *[ONE] * (2 * REPORT_LIMIT))
            await until(lambda: ticker.ticks > 20)
            assert heard.data == b""
            link.resume_reading()
            await until(lambda: heard.data == 2 * REPORT_LIMIT * TAPPED)
            ticker.stop()

    asyncio.run(scenario())


def test_a_pulled_keyboard_is_missed_at_once_and_heard_again_when_it_is_back(
    usb_bus: UsbBus, keypad: HidKeyboard, url: PortUrl
) -> None:
    inputs: list[PortInput] = []

    async def scenario() -> None:
        port = Port("pad", url, inputs.append)
        port.start()
        await until(lambda: port.is_up)
        await asyncio.to_thread(keypad.press, ONE)
        await until(lambda: len(inputs) == 2)
        await asyncio.to_thread(usb_bus.unplug, "pad")
        await until(lambda: not port.is_up)
        usb_bus.plug("pad", keypad, kernel_driver=True)
        await until(lambda: port.epoch == 2)
        await asyncio.to_thread(keypad.press, TWO)
        await until(lambda: len(inputs) == 5)
        await port.stop()

    asyncio.run(scenario())
    assert [type(item) for item in inputs] == [LinkUp, RxChunk, LinkDown, LinkUp, RxChunk]
    assert [item.data for item in inputs if isinstance(item, RxChunk)] == [report(ONE), report(ONE, TWO)]


def test_an_endpoint_that_stalls_is_a_lost_link(usb_bus: UsbBus, keypad: HidKeyboard, url: PortUrl) -> None:
    def stalls(endpoint: int, length: int) -> bytes | usb.Refusal | None:
        return "stall"

    async def scenario() -> None:
        async with listening(url) as (_, heard):
            keypad.read = stalls  # type: ignore[method-assign]
            usb_bus.wake()
            await until(lambda: bool(heard.lost_reasons))
            assert heard.order == ["lost"]
            assert heard.lost_reasons[0].startswith("broken: usb:04d9:a02a")

    asyncio.run(scenario())


def test_a_paused_link_closes_and_frees_the_keyboard(usb_bus: UsbBus, url: PortUrl) -> None:
    async def scenario() -> None:
        for _ in range(2):
            link = await open_link(url, Heard())
            async with asyncio.timeout(2):
                await link.close()

    asyncio.run(scenario())
