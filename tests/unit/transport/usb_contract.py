"""What a relay board on a USB bus owes the port, whatever carries it: subclassed once per kind of bus."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import pytest

from daemon.ports import Port
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, UsbDone, UsbTransfer
from firmware_bridge.transport.base import LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import PortUrl
from hw_sims.devices.hid_relay.model import HidRelayBoard
from tests.unit.transport.wires import Heard, until

ALL_ON = b"\xfe" + bytes(7)
MISSED_WITHIN_S = 0.5


class Socket(Protocol):
    """Where the board is plugged."""

    url: PortUrl
    identity: str

    def plug(self) -> None: ...
    def unplug(self) -> None: ...


def set_report(number: int, report: bytes) -> UsbTransfer:
    return UsbTransfer("lamps", number, 0x21, 9, 0x0300, 0, report)


def get_report(number: int) -> UsbTransfer:
    return UsbTransfer("lamps", number, 0xA1, 1, 0x0300, 0, length=8)


class UsbBoardContract:
    def socket(self, relay: HidRelayBoard, folder: Path) -> AbstractContextManager[Socket]:
        """A bus with a socket for *relay*."""
        raise NotImplementedError

    @pytest.fixture
    def relay(self) -> HidRelayBoard:
        return HidRelayBoard(relays=4)

    @pytest.fixture
    def plugged(self, backends: None, tmp_path: Path, relay: HidRelayBoard) -> Iterator[Socket]:
        with self.socket(relay, tmp_path) as socket:
            socket.plug()
            yield socket

    def test_a_pulled_board_is_missed_within_half_a_second_and_served_again_when_it_is_back(
        self, plugged: Socket, relay: HidRelayBoard
    ) -> None:
        inputs: list[PortInput] = []

        async def scenario() -> float:
            port = Port("lamps", plugged.url, inputs.append)
            port.start()
            await until(lambda: port.is_up)
            port.send(set_report(1, ALL_ON), 1)
            await until(lambda: len(inputs) == 2)
            assert relay.lit == (True,) * 4
            loop = asyncio.get_running_loop()
            start = loop.time()
            await asyncio.to_thread(plugged.unplug)
            await until(lambda: not port.is_up)
            noticed_s = loop.time() - start
            assert not any(relay.lit)
            await asyncio.to_thread(plugged.plug)
            await until(lambda: port.epoch == 2)
            port.send(set_report(2, ALL_ON), 1)
            port.send(set_report(3, ALL_ON), 2)
            port.send(get_report(4), 2)
            await until(lambda: len(inputs) == 6)
            assert relay.lit == (True,) * 4
            await port.stop()
            return noticed_s

        assert asyncio.run(scenario()) < MISSED_WITHIN_S
        assert [type(item) for item in inputs] == [LinkUp, UsbDone, LinkDown, LinkUp, UsbDone, UsbDone]
        read_back = inputs[-1]
        assert isinstance(read_back, UsbDone)
        assert (read_back.id, read_back.data[7], read_back.error) == (4, 0x0F, None)

    def test_a_silent_board_answers_with_a_timeout_and_stays_connected(
        self, plugged: Socket, relay: HidRelayBoard
    ) -> None:
        async def scenario() -> None:
            heard = Heard()
            link = await open_link(plugged.url, heard)
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

    def test_a_refused_request_is_an_error_of_its_own_and_the_board_stays(
        self, plugged: Socket, relay: HidRelayBoard
    ) -> None:
        async def scenario() -> None:
            heard = Heard()
            link = await open_link(plugged.url, heard)
            relay.faults.stalls = True
            link.send(get_report(1))
            await until(lambda: len(heard.done) == 1)
            relay.faults.stalls = False
            link.send(get_report(2))
            await until(lambda: len(heard.done) == 2)
            await link.close()
            assert heard.done[0][2] is not None
            assert heard.done[1][2] is None
            assert "lost" not in heard.order

        asyncio.run(scenario())

    def test_a_board_in_use_is_busy_and_free_once_closed(self, plugged: Socket) -> None:
        async def scenario() -> None:
            first = await open_link(plugged.url, Heard())
            with pytest.raises(LinkError) as caught:
                await open_link(plugged.url, Heard())
            assert caught.value.kind == "busy"
            await first.close()
            second = await open_link(plugged.url, Heard())
            assert second.identity == plugged.identity
            await second.close()

        asyncio.run(scenario())

    def test_an_empty_socket_is_gone(self, plugged: Socket) -> None:
        async def scenario() -> None:
            await asyncio.to_thread(plugged.unplug)
            with pytest.raises(LinkError) as caught:
                await open_link(plugged.url, Heard())
            assert caught.value.kind == "gone"

        asyncio.run(scenario())
