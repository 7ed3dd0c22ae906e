"""What every byte-stream link owes its owner; subclassed once per kind of line."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from firmware_bridge.traffic import UsbTransfer
from firmware_bridge.transport.base import Link, LinkError
from firmware_bridge.transport.open import open_link
from tests.unit.transport.wires import TICK_S, Heard, Line, until, write

RECORD_BYTES = 64
MORE_THAN_ANY_BUFFER = 2000


def record(number: int) -> bytes:
    return f"{number:06d}".encode() * 10 + b"\r\n\r\n"


class Ticker:
    """Counts the loop's turns: it stands still when something blocks the loop."""

    def __init__(self) -> None:
        self.ticks = 0
        self.worst_gap_s = 0.0
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            await asyncio.sleep(TICK_S)
            now = loop.time()
            self.worst_gap_s = max(self.worst_gap_s, now - before)
            before = now
            self.ticks += 1

    def stop(self) -> None:
        self._task.cancel()


class LineContract:
    """Subclasses say which line; each test opens a fresh one."""

    tells_busy = True
    """Whether opening a port that is in use fails; a network only hangs up afterwards."""

    def line(self, folder: Path) -> Line:
        raise NotImplementedError

    @asynccontextmanager
    async def opened(self, folder: Path) -> AsyncIterator[tuple[Line, Link, Heard]]:
        line, heard = self.line(folder), Heard()
        line.plug()
        link = await open_link(line.url, heard, hub=line.hub)
        link.resume_reading()
        try:
            yield line, link, heard
        finally:
            await link.close()

    def test_bytes_go_both_ways_in_order(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                every_byte = bytes(range(256))
                line.device_sends(every_byte)
                line.device_sends(b"tail")
                link.send(write(every_byte))
                link.send(write(b"tail"))
                await until(lambda: heard.data == line.host_bytes == every_byte + b"tail")
                assert set(heard.order) == {"received"}
                line.unplug()

        asyncio.run(scenario())

    def test_a_link_opens_paused_and_keeps_what_arrives_meanwhile(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            line, heard, ticker = self.line(tmp_path), Heard(), Ticker()
            line.plug()
            link = await open_link(line.url, heard, hub=line.hub)
            line.device_sends(b"early")
            await until(lambda: ticker.ticks > 10)
            assert heard.order == []
            link.resume_reading()
            await until(lambda: heard.data == b"early")
            ticker.stop()
            await link.close()
            line.unplug()

        asyncio.run(scenario())

    def test_paused_reading_holds_bytes_back_and_loses_none(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                ticker = Ticker()
                link.pause_reading()
                for number in range(10):
                    line.device_sends(record(number))
                await until(lambda: ticker.ticks > 10)
                assert heard.data == b""
                link.resume_reading()
                await until(lambda: heard.data == b"".join(map(record, range(10))))
                ticker.stop()
                line.unplug()

        asyncio.run(scenario())

    def test_a_quiet_line_is_not_an_unplug(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                ticker = Ticker()
                await until(lambda: ticker.ticks > 50)
                link.pause_reading()
                link.resume_reading()
                await until(lambda: ticker.ticks > 60)
                assert heard.order == []
                line.device_sends(b"still here")
                await until(lambda: heard.data == b"still here")
                ticker.stop()
                line.unplug()

        asyncio.run(scenario())

    def test_an_unplug_is_told_once_and_nothing_after_it(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                ticker = Ticker()
                line.unplug()
                link.send(write(b"into the void"))
                await until(lambda: bool(heard.lost_reasons))
                link.send(write(b"later"))
                link.pause_reading()
                link.resume_reading()
                await until(lambda: ticker.ticks > 20)
                assert heard.order == ["lost"]
                assert line.host_bytes == b""
                assert heard.lost_reasons[0].startswith("gone: ")
                ticker.stop()

        asyncio.run(scenario())

    def test_a_device_that_stops_reading_neither_stops_the_loop_nor_goes_unreported(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                ticker = Ticker()
                line.stop_reading()
                for number in range(MORE_THAN_ANY_BUFFER):
                    link.send(write(record(number)))
                await until(lambda: ticker.ticks > 50)
                assert heard.order == ["send_failed"]
                assert ticker.worst_gap_s < 1.0
                line.device_sends(b"I can still speak")
                await until(lambda: heard.data == b"I can still speak")
                ticker.stop()
                line.unplug()

        asyncio.run(scenario())

    def test_refused_sends_are_refused_whole_and_a_reader_that_returns_is_served(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                line.stop_reading()
                for number in range(MORE_THAN_ANY_BUFFER):
                    link.send(write(record(number)))
                await until(lambda: len(heard.failures) == 1)
                line.start_reading()
                ticker = Ticker()
                await until(lambda: ticker.ticks > 20)
                link.send(write(b"again"))
                await until(lambda: line.host_bytes.endswith(b"again"))
                taken = len(line.host_bytes) // RECORD_BYTES
                assert line.host_bytes == b"".join(map(record, range(taken))) + b"again"
                assert taken * RECORD_BYTES > 4096
                line.stop_reading()
                for number in range(MORE_THAN_ANY_BUFFER):
                    link.send(write(record(number)))
                await until(lambda: len(heard.failures) == 2)
                ticker.stop()
                line.unplug()

        asyncio.run(scenario())

    def test_closing_delivers_what_was_sent_and_says_nothing(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                link.send(write(b"lamps off"))
                await link.close()
                await until(lambda: line.host_bytes == b"lamps off")
                line.unplug()
                assert heard.order == []

        asyncio.run(scenario())

    def test_closing_delivers_what_waited_when_the_device_reads_again(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                line.stop_reading()
                sent = 0
                while not heard.failures:
                    link.send(write(record(sent)))
                    sent += 1
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                line.start_reading()
                await link.close()
                accepted = b"".join(map(record, range(sent - 1)))
                await until(lambda: line.host_bytes == accepted)
                line.unplug()

        asyncio.run(scenario())

    def test_closing_does_not_wait_for_a_device_that_stopped_reading(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, heard):
                line.stop_reading()
                for number in range(MORE_THAN_ANY_BUFFER):
                    link.send(write(record(number)))
                async with asyncio.timeout(5):
                    await link.close()
                assert "lost" not in heard.order
                line.unplug()

        asyncio.run(scenario())

    def test_a_closed_port_can_be_opened_again(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, _):
                await link.close()
                heard = Heard()
                second = await open_link(line.url, heard, hub=line.hub)
                second.resume_reading()
                line.device_sends(b"hello again")
                await until(lambda: heard.data == b"hello again")
                await second.close()
                line.unplug()

        asyncio.run(scenario())

    def test_a_port_in_use_is_not_shared(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, first, owner):
                line.device_sends(b"mine")
                await until(lambda: owner.data == b"mine")
                if self.tells_busy:
                    with pytest.raises(LinkError) as caught:
                        await open_link(line.url, Heard(), hub=line.hub)
                    assert caught.value.kind == "busy"
                else:
                    await self.hung_up_on(line)
                first.send(write(b"still ours"))
                await until(lambda: line.host_bytes == b"still ours")
                line.unplug()

        asyncio.run(scenario())

    async def hung_up_on(self, line: Line) -> None:
        heard = Heard()
        second = await open_link(line.url, heard, hub=line.hub)
        second.resume_reading()
        await until(lambda: heard.order == ["lost"])
        assert heard.lost_reasons[0].startswith("gone: ")
        await second.close()

    def test_a_port_without_device_is_gone(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            line = self.line(tmp_path)
            with pytest.raises(LinkError) as caught:
                await open_link(line.url, Heard(), hub=line.hub)
            assert caught.value.kind == "gone"
            assert line.name in caught.value.detail

        asyncio.run(scenario())

    def test_a_transfer_of_the_other_kind_is_a_defect(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            async with self.opened(tmp_path) as (line, link, _):
                with pytest.raises(TypeError, match="UsbTransfer"):
                    link.send(UsbTransfer("shoe", 1, 0x21, 9, 0x0300, 0))
                line.unplug()

        asyncio.run(scenario())
