"""A port stays connected for ever, counts its connections and lets no send outlive its own."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from daemon.ports import Port
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, SendFailed, UsbDone, UsbTransfer
from firmware_bridge.transport.url import PortUrl, SerialUrl, UsbUrl
from tests.unit.transport.boards import Board, Bus
from tests.unit.transport.contract import MORE_THAN_ANY_BUFFER, Ticker, record
from tests.unit.transport.wires import Line, MemoryLine, PtyLine, until, write

LAMPS = UsbUrl(0x16C0, 0x05DF, backend="test-boards", at="bus")


@pytest.fixture(params=["memory", "pty"])
def line(request: pytest.FixtureRequest, tmp_path: Path) -> Line:
    return MemoryLine() if request.param == "memory" else PtyLine(tmp_path)


class Inputs:
    """What the kernel would be given."""

    def __init__(self) -> None:
        self.all: list[PortInput] = []

    def __call__(self, item: PortInput) -> None:
        self.all.append(item)

    def kinds(self) -> list[str]:
        return [type(item).__name__ for item in self.all]

    def count(self, kind: type[PortInput]) -> int:
        return self.kinds().count(kind.__name__)

    def received(self) -> bytes:
        return b"".join(item.data for item in self.all if isinstance(item, RxChunk))


@asynccontextmanager
async def started(url: PortUrl, line: Line | None = None) -> AsyncIterator[tuple[Port, Inputs]]:
    inputs = Inputs()
    port = Port("shoe", url, inputs, hub=line.hub if line is not None else None)
    port.start()
    try:
        yield port, inputs
    finally:
        await port.stop()


async def turns(count: int = 20) -> None:
    """Let the loop run long enough for anything that is due."""
    ticker = Ticker()
    await until(lambda: ticker.ticks > count)
    ticker.stop()


def test_the_first_input_is_the_link_and_every_input_is_stamped(line: Line) -> None:
    async def scenario() -> list[PortInput]:
        line.plug()
        async with started(line.url, line) as (port, inputs):
            await until(lambda: port.is_up)
            line.device_sends(b"card")
            await until(lambda: inputs.received() == b"card")
            line.unplug()
            await until(lambda: inputs.count(LinkDown) == 1)
            assert not port.is_up
            return inputs.all

    before = time.monotonic_ns(), time.time_ns()
    items = asyncio.run(scenario())
    assert [type(item) for item in items] == [LinkUp, RxChunk, LinkDown]
    assert {item.port for item in items} == {"shoe"}
    stamps = [(item.mono_ns, item.utc_ns) for item in items]
    assert stamps == sorted(stamps)
    assert stamps[0][0] >= before[0]
    assert stamps[0][1] >= before[1]


def test_the_port_is_already_down_when_the_loss_is_fed(line: Line) -> None:
    seen: list[tuple[str, bool]] = []

    async def scenario() -> None:
        line.plug()
        port = Port("shoe", line.url, lambda item: seen.append((type(item).__name__, port.is_up)), hub=line.hub)
        port.start()
        await until(lambda: len(seen) == 1)
        line.unplug()
        await until(lambda: len(seen) == 2)
        await port.stop()

    asyncio.run(scenario())
    assert seen == [("LinkUp", True), ("LinkDown", False)]


def test_a_replugged_device_is_reconnected_under_a_new_epoch(line: Line) -> None:
    async def scenario() -> None:
        line.plug()
        async with started(line.url, line) as (port, inputs):
            for epoch in (1, 2, 3):
                await until(lambda epoch=epoch: inputs.count(LinkUp) == epoch)  # type: ignore[misc]
                assert port.epoch == epoch
                line.device_sends(b"%d" % epoch)
                await until(lambda epoch=epoch: inputs.received() == b"123"[:epoch])  # type: ignore[misc]
                line.unplug()
                await until(lambda epoch=epoch: inputs.count(LinkDown) == epoch)  # type: ignore[misc]
                line.plug()
            assert inputs.kinds()[:9] == ["LinkUp", "RxChunk", "LinkDown"] * 3
            line.unplug()

    asyncio.run(scenario())


def test_a_device_that_comes_late_is_connected(line: Line) -> None:
    async def scenario() -> None:
        async with started(line.url, line) as (port, inputs):
            await turns()
            assert inputs.all == []
            line.plug()
            await until(lambda: port.is_up)
            line.unplug()

    asyncio.run(scenario())


def test_a_send_dies_with_its_epoch(line: Line) -> None:
    async def scenario() -> None:
        line.plug()
        async with started(line.url, line) as (port, inputs):
            port.send(write(b"too early"), 0)
            await until(lambda: port.epoch == 1)
            port.send(write(b"first"), 1)
            port.send(write(b"from the future"), 2)
            await until(lambda: line.host_bytes == b"first")
            line.unplug()
            await until(lambda: inputs.count(LinkDown) == 1)
            port.send(write(b"while down"), 1)
            line.plug()
            await until(lambda: port.epoch == 2)
            port.send(write(b"stale"), 1)
            port.send(write(b" second"), 2)
            await until(lambda: line.host_bytes.endswith(b"second"))
            assert line.host_bytes == b"first second"
            line.unplug()

    asyncio.run(scenario())


def test_bytes_that_waited_in_the_buffer_die_with_their_epoch(line: Line) -> None:
    async def scenario() -> None:
        line.plug()
        async with started(line.url, line) as (port, inputs):
            await until(lambda: port.is_up)
            line.stop_reading()
            for number in range(MORE_THAN_ANY_BUFFER):
                port.send(write(record(number)), 1)
            await until(lambda: inputs.count(SendFailed) == 1)
            line.unplug()
            await until(lambda: inputs.count(LinkDown) == 1)
            line.plug()
            await until(lambda: port.epoch == 2)
            port.send(write(b"fresh"), 2)
            await until(lambda: line.host_bytes == b"fresh")
            line.unplug()

    asyncio.run(scenario())


def test_a_paused_port_stays_paused_across_a_reconnect(line: Line) -> None:
    async def scenario() -> None:
        line.plug()
        async with started(line.url, line) as (port, inputs):
            await until(lambda: port.is_up)
            line.unplug()
            await until(lambda: not port.is_up)
            port.pause_reading()
            line.plug()
            await until(lambda: port.epoch == 2)
            line.device_sends(b"patience")
            await turns()
            assert inputs.received() == b""
            port.resume_reading()
            await until(lambda: inputs.received() == b"patience")
            line.unplug()

    asyncio.run(scenario())


def test_a_stopped_port_feeds_nothing_and_lets_go_of_the_device(line: Line) -> None:
    async def scenario() -> None:
        line.plug()
        async with started(line.url, line) as (port, inputs):
            await until(lambda: port.is_up)
            port.send(write(b"lamps off"), 1)
            await port.stop()
            assert not port.is_up
            fed = list(inputs.all)
            async with started(line.url, line) as (second, _):
                await until(lambda: second.is_up)
                line.device_sends(b"x")
                await turns()
            line.unplug()
            assert inputs.all == fed
            assert line.host_bytes == b"lamps off"

    asyncio.run(scenario())


def test_a_port_that_waits_for_its_retry_stops_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(SerialUrl(str(tmp_path / "nothing"))) as (port, _):
            await turns(5)
            async with asyncio.timeout(0.2):
                await port.stop()

    asyncio.run(scenario())


def test_a_defect_in_the_feed_is_not_swallowed(line: Line) -> None:
    def feed(item: PortInput) -> None:
        raise RuntimeError("kernel defect")

    async def scenario() -> None:
        line.plug()
        port = Port("shoe", line.url, feed, hub=line.hub)
        task = port.start()
        await asyncio.wait([task])
        line.unplug()
        with pytest.raises(RuntimeError, match="kernel defect"):
            await port.stop()

    asyncio.run(scenario())


def test_only_the_first_failure_of_a_streak_is_a_warning() -> None:
    async def scenario() -> None:
        line = MemoryLine()
        async with started(line.url, line) as (port, _):
            await until(lambda: len(entries) == 3)
            line.plug()
            await until(lambda: port.is_up)
            line.unplug()
            await until(lambda: len(entries) == 5)

    with capture_logs() as entries:
        asyncio.run(scenario())
    assert {entry["device"] for entry in entries} == {"shoe"}
    assert [(entry["event"], entry["log_level"]) for entry in entries] == [
        ("link_retry", "warning"),
        ("link_retry", "debug"),
        ("link_retry", "debug"),
        ("link_up", "info"),
        ("link_lost", "debug"),
    ]
    assert entries[0]["kind"] == "gone"
    assert entries[0]["detail"] == "memory://shoe: nothing is plugged there"
    assert entries[4]["reason"] == "gone: memory:shoe: unplugged"


def test_an_unplugged_usb_board_is_missed_and_found_again(bus: Bus, board: Board) -> None:
    def get_report(number: int) -> UsbTransfer:
        return UsbTransfer("shoe", number, 0xA1, 1, 0x0300, 0, length=8)

    async def scenario() -> None:
        async with started(LAMPS) as (port, inputs):
            await until(lambda: port.is_up)
            bus.unplug(board)
            await until(lambda: inputs.count(LinkDown) == 1)
            bus.plug(board)
            await until(lambda: port.epoch == 2)
            port.send(get_report(1), 1)
            port.send(get_report(2), 2)
            await until(lambda: inputs.count(UsbDone) == 1)
            done = inputs.all[-1]
            assert isinstance(done, UsbDone)
            assert (done.id, done.data, done.error) == (2, bytes(8), None)
            assert inputs.kinds() == ["LinkUp", "LinkDown", "LinkUp", "UsbDone"]

    asyncio.run(scenario())
