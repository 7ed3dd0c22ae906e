"""What only a real tty shows: descriptors, permissions, termios."""

import asyncio
import os
import termios
from pathlib import Path

import pytest
import serial

from firmware_bridge.transport.base import Link, LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import SerialUrl
from tests.unit.transport.wires import Heard, PtyLine, until, write


def open_descriptors() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


def failure_of(url: SerialUrl) -> LinkError:
    async def scenario() -> Link:
        return await open_link(url, Heard())

    with pytest.raises(LinkError) as caught:
        asyncio.run(scenario())
    return caught.value


def test_a_missing_port_is_gone(tmp_path: Path) -> None:
    assert failure_of(SerialUrl(str(tmp_path / "nothing"))).kind == "gone"


def test_a_file_that_is_no_tty_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"no tty")
    assert failure_of(SerialUrl(str(path))).kind == "broken"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_forbidden_port_is_denied() -> None:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    Path(path).chmod(0)
    try:
        assert failure_of(SerialUrl(path)).kind == "denied"
    finally:
        os.close(master)
        os.close(slave)


def test_a_port_another_program_locked_is_busy() -> None:
    master, slave = os.openpty()
    try:
        with serial.Serial(os.ttyname(slave), exclusive=True):
            assert failure_of(SerialUrl(os.ttyname(slave))).kind == "busy"
    finally:
        os.close(master)
        os.close(slave)


def test_the_line_is_set_as_the_url_says_and_an_empty_read_means_hang_up(tmp_path: Path) -> None:
    async def scenario() -> None:
        line = PtyLine(tmp_path)
        line.plug()
        url = SerialUrl(str(tmp_path / "shoe"), 19200, 8, "N", 2)
        link = await open_link(url, Heard())
        fd = os.open(tmp_path / "shoe", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        with pytest.raises(BlockingIOError):
            os.read(fd, 1)
        _, _, cflag, lflag, ispeed, ospeed, control = termios.tcgetattr(fd)
        os.close(fd)
        assert (ispeed, ospeed) == (termios.B19200, termios.B19200)
        assert cflag & termios.CSTOPB
        assert not lflag & (termios.ICANON | termios.ECHO)
        assert (control[termios.VMIN], control[termios.VTIME]) in {(1, 0), (b"\x01", b"\x00")}
        assert link.identity == f"serial:{tmp_path / 'shoe'}"
        await link.close()
        line.unplug()

    asyncio.run(scenario())


@pytest.mark.parametrize("ending", ["close", "unplug", "unplug with bytes waiting"])
def test_no_descriptor_stays_open(tmp_path: Path, ending: str) -> None:
    async def scenario() -> None:
        await asyncio.to_thread(int)  # the executor's own descriptors are not ours
        before = open_descriptors()
        line, heard = PtyLine(tmp_path), Heard()
        line.plug()
        link = await open_link(line.url, heard)
        link.resume_reading()
        if ending == "unplug with bytes waiting":
            line.stop_reading()
            for _ in range(100):
                link.send(write(bytes(1024)))
        if ending == "close":
            await link.close()
            line.unplug()
        else:
            line.unplug()
            await until(lambda: bool(heard.lost_reasons))
            await until(lambda: open_descriptors() == before)
            await link.close()
        assert open_descriptors() == before

    asyncio.run(scenario())


def test_the_unplug_is_noticed_at_once(tmp_path: Path) -> None:
    async def scenario() -> float:
        line, heard = PtyLine(tmp_path), Heard()
        line.plug()
        link = await open_link(line.url, heard)
        link.resume_reading()
        loop = asyncio.get_running_loop()
        start = loop.time()
        line.unplug()
        await until(lambda: bool(heard.lost_reasons))
        noticed_s = loop.time() - start
        await link.close()
        return noticed_s

    assert asyncio.run(scenario()) < 0.5


def test_a_write_that_finds_the_unplug_first_tells_it_although_reading_is_paused(tmp_path: Path) -> None:
    async def scenario() -> None:
        line, heard = PtyLine(tmp_path), Heard()
        line.plug()
        link = await open_link(line.url, heard)
        line.unplug()
        link.send(write(b"anybody?"))
        await until(lambda: bool(heard.lost_reasons))
        link.send(write(b"anybody?"))
        await link.close()
        assert heard.order == ["lost"]

    asyncio.run(scenario())


def test_an_opening_that_is_cancelled_lets_go_of_the_port(tmp_path: Path) -> None:
    async def scenario() -> None:
        line = PtyLine(tmp_path)
        line.plug()
        for turns in range(8):
            opening = asyncio.create_task(open_link(line.url, Heard()))
            for _ in range(turns):
                await asyncio.sleep(0)
            opening.cancel()
            await asyncio.wait([opening])
            if not opening.cancelled() and opening.exception() is None:
                await opening.result().close()
        link = await eventually_open(line)
        await link.close()
        line.unplug()

    asyncio.run(scenario())


async def eventually_open(line: PtyLine) -> Link:
    """A cancelled thread finishes by itself; until then the port is busy."""
    async with asyncio.timeout(5):
        while True:
            try:
                return await open_link(line.url, Heard())
            except LinkError as error:
                if error.kind != "busy":
                    raise
