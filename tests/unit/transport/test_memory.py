"""What only the memory hub offers: control transfers and its own rules of plugging."""

import asyncio

import pytest

from firmware_bridge.traffic import UsbTransfer
from firmware_bridge.transport.base import LinkError
from firmware_bridge.transport.memory import MemoryHub, TransferRefused
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import MemoryUrl
from tests.unit.transport.wires import Heard, until, write


class Relay:
    """Answers request 1, accepts 9, is silent to 7 and stalls the rest until it is broken; then it is gone."""

    def __init__(self) -> None:
        self.report = bytes(8)
        self.broken = False

    def control(
        self, request_type: int, request: int, value: int, index: int, data: bytes, length: int
    ) -> bytes | None:
        if self.broken:
            raise TransferRefused("gone")
        match request_type, request:
            case 0xA1, 1:
                return self.report[:length]
            case 0x21, 9:
                self.report = data
                return None
            case 0xC0, 7:
                raise TransferRefused("timeout")
        raise TransferRefused("stall")


def test_control_transfers_are_answered_refused_and_end_the_link_when_the_device_is_gone() -> None:
    async def scenario() -> None:
        hub, relay, heard = MemoryHub(), Relay(), Heard()
        hub.plug_usb("lamps", relay)
        link = await open_link(MemoryUrl("lamps"), heard, hub=hub)
        link.send(UsbTransfer("lamps", 1, 0x21, 9, 0x0300, 0, b"\xff\x01" + bytes(6)))
        link.send(UsbTransfer("lamps", 2, 0xA1, 1, 0x0300, 0, length=2))
        link.send(UsbTransfer("lamps", 3, 0xC0, 7, 0, 0, length=2))
        link.send(UsbTransfer("lamps", 4, 0xC0, 8, 0, 0, length=2))
        assert heard.order == []
        await until(lambda: len(heard.done) == 4)
        assert heard.done[:2] == [(1, b"", None), (2, b"\xff\x01", None)]
        assert heard.done[2:] == [(3, b"", "timeout: no answer"), (4, b"", "broken: stall")]
        relay.broken = True
        link.send(UsbTransfer("lamps", 5, 0xA1, 1, 0x0300, 0, length=2))
        link.send(UsbTransfer("lamps", 6, 0xA1, 1, 0x0300, 0, length=2))
        await until(lambda: len(heard.lost_reasons) == 1)
        with pytest.raises(TypeError, match="SerialWrite"):
            link.send(write(b"x"))
        await link.close()
        assert heard.order == ["usb_done"] * 4 + ["lost"]

    asyncio.run(scenario())


def test_a_link_that_lost_its_device_does_not_disturb_the_next_one() -> None:
    async def scenario() -> None:
        hub, heard = MemoryHub(), Heard()
        hub.plug("shoe", lambda _: None)
        old = await open_link(MemoryUrl("shoe"), Heard(), hub=hub)
        hub.unplug("shoe")
        hub.plug("shoe", lambda _: None)
        new = await open_link(MemoryUrl("shoe"), heard, hub=hub)
        new.resume_reading()
        await old.close()
        hub.device_sends("shoe", b"to the new one")
        await until(lambda: heard.data == b"to the new one")
        await new.close()

    asyncio.run(scenario())


def test_bytes_sent_while_nobody_listens_are_lost() -> None:
    async def scenario() -> None:
        hub, heard = MemoryHub(), Heard()
        hub.plug("shoe", lambda _: None)
        hub.device_sends("shoe", b"lost")
        link = await open_link(MemoryUrl("shoe"), heard, hub=hub)
        link.resume_reading()
        hub.device_sends("shoe", b"heard")
        await until(lambda: heard.data == b"heard")
        await link.close()

    asyncio.run(scenario())


def test_a_name_takes_one_device() -> None:
    hub = MemoryHub()
    hub.plug("shoe", lambda _: None)
    with pytest.raises(ValueError, match="memory://shoe is taken"):
        hub.plug_usb("shoe", Relay())


def test_without_a_hub_there_is_no_memory_port() -> None:
    async def scenario() -> None:
        await open_link(MemoryUrl("shoe"), Heard())

    with pytest.raises(LinkError) as caught:
        asyncio.run(scenario())
    assert caught.value.kind == "gone"
