"""A USB board through pyusb: its worker thread, its failures, its absence."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from firmware_bridge.traffic import SerialWrite, UsbTransfer
from firmware_bridge.transport.base import Link, LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import UsbUrl
from firmware_bridge.transport.usb import QUEUE_LIMIT
from tests.unit.transport.boards import BUSY, DENIED, GONE, STALL, Board, Bus
from tests.unit.transport.contract import Ticker
from tests.unit.transport.wires import Heard, until

ANY = UsbUrl(0x16C0, 0x05DF, backend="test-boards", at="bus")


def set_report(number: int, data: bytes) -> UsbTransfer:
    return UsbTransfer("lamps", number, 0x21, 9, 0x0300, 0, data)


def get_report(number: int) -> UsbTransfer:
    return UsbTransfer("lamps", number, 0xA1, 1, 0x0300, 0, length=8)


@asynccontextmanager
async def opened(url: UsbUrl = ANY) -> AsyncIterator[tuple[Link, Heard]]:
    heard = Heard()
    link = await open_link(url, heard)
    try:
        yield link, heard
    finally:
        await link.close()


def failure_of(url: UsbUrl) -> LinkError:
    async def scenario() -> Link:
        return await open_link(url, Heard())

    with pytest.raises(LinkError) as caught:
        asyncio.run(scenario())
    return caught.value


def test_transfers_run_in_order_in_one_thread_that_is_not_the_loop(bus: Bus, board: Board) -> None:
    async def scenario() -> None:
        async with opened() as (link, heard):
            for number in range(20):
                link.send(set_report(2 * number, bytes([number] * 8)))
                link.send(get_report(2 * number + 1))
            await until(lambda: len(heard.done) == 40)
            answers = [(b"", bytes([number] * 8)) for number in range(20)]
            flat = [answer for pair in answers for answer in pair]
            assert heard.done == [(number, answer, None) for number, answer in enumerate(flat)]

    asyncio.run(scenario())
    assert len(board.threads) == 1
    assert threading.get_ident() not in board.threads


def test_the_identity_names_the_device_and_where_it_sits(bus: Bus) -> None:
    async def scenario() -> str:
        async with opened() as (link, _):
            return link.identity

    assert asyncio.run(scenario()) == "usb:16c0:05df:HURTM@1-1"


def test_the_kernel_driver_is_detached_the_interface_claimed_and_released(bus: Bus, board: Board) -> None:
    async def scenario() -> None:
        async with opened() as (link, _):
            assert not board.kernel_driver
            assert board.claimed == {0}
            with pytest.raises(LinkError) as caught:
                await open_link(ANY, Heard())
            assert caught.value.kind == "busy"
            await link.close()
            assert board.claimed == set()
            assert board.handles == 0

    asyncio.run(scenario())


def test_a_stall_answers_the_transfer_and_keeps_the_link(bus: Bus) -> None:
    async def scenario() -> None:
        async with opened() as (link, heard):
            link.send(UsbTransfer("lamps", 1, 0xC0, 0x77, 0, 0, length=4))
            link.send(get_report(2))
            await until(lambda: len(heard.done) == 2)
            (_, _, stall), after = heard.done
            assert stall is not None
            assert stall.startswith("broken: ")
            assert after == (2, bytes(8), None)
            assert "lost" not in heard.order

    asyncio.run(scenario())


def test_a_hung_board_times_out_while_the_loop_runs_and_a_full_queue_is_told_once(bus: Bus, board: Board) -> None:
    async def scenario() -> None:
        async with opened() as (link, heard):
            board.answers.clear()
            ticker = Ticker()
            for number in range(3 * QUEUE_LIMIT):
                link.send(get_report(number))
            await until(lambda: bool(heard.done))
            number, data, error = heard.done[0]
            assert (number, data) == (0, b"")
            assert error is not None
            assert error.startswith("timeout: ")
            assert heard.order.count("send_failed") == 1
            assert ticker.worst_gap_s < 0.2
            board.answers.set()
            await until(lambda: len(heard.done) >= QUEUE_LIMIT)
            link.send(get_report(9999))
            await until(lambda: heard.done[-1] == (9999, bytes(8), None))
            ticker.stop()

    asyncio.run(scenario())


def test_a_closing_link_does_not_wait_for_a_hung_board(bus: Bus, board: Board) -> None:
    async def scenario() -> None:
        async with opened() as (link, _):
            board.answers.clear()
            for number in range(QUEUE_LIMIT + 1):
                link.send(get_report(number))
            async with asyncio.timeout(2):
                await link.close()

    asyncio.run(scenario())


def test_an_idle_link_closes_at_once(bus: Bus) -> None:
    async def scenario() -> None:
        async with opened() as (link, _):
            async with asyncio.timeout(0.2):
                await link.close()

    asyncio.run(scenario())


def test_closing_delivers_what_was_sent_and_tells_nothing(bus: Bus, board: Board) -> None:
    async def scenario() -> None:
        async with opened() as (link, heard):
            link.send(set_report(1, b"all off."))
            await link.close()
            assert board.report == b"all off."
            assert heard.order == []

    asyncio.run(scenario())


def test_an_idle_board_that_is_unplugged_is_missed_within_half_a_second(bus: Bus, board: Board) -> None:
    async def scenario() -> float:
        async with opened() as (link, heard):
            await until(lambda: board.status_requests > 0)
            loop = asyncio.get_running_loop()
            start = loop.time()
            bus.unplug(board)
            await until(lambda: bool(heard.lost_reasons))
            noticed_s = loop.time() - start
            link.send(get_report(1))
            ticker = Ticker()
            await until(lambda: ticker.ticks > 10)
            ticker.stop()
            assert heard.order == ["lost"]
            assert heard.lost_reasons[0].startswith("gone: usb:16c0:05df:HURTM@1-1: ")
            return noticed_s

    assert asyncio.run(scenario()) < 0.5


def test_a_transfer_that_finds_the_board_gone_ends_the_link(bus: Bus, board: Board) -> None:
    async def scenario() -> None:
        async with opened() as (link, heard):
            bus.unplug(board)
            link.send(get_report(1))
            link.send(get_report(2))
            await until(lambda: bool(heard.lost_reasons))
            assert heard.order == ["lost"]

    asyncio.run(scenario())


def test_a_board_that_stalls_the_presence_check_is_present(bus: Bus, board: Board) -> None:
    async def scenario() -> None:
        async with opened() as (link, heard):
            board.status_failure = STALL
            await until(lambda: board.status_requests >= 2)
            link.send(get_report(1))
            await until(lambda: heard.order == ["usb_done"])

    asyncio.run(scenario())


def test_a_defect_in_the_worker_is_told_as_a_lost_link(bus: Bus, board: Board) -> None:
    async def scenario() -> None:
        async with opened() as (link, heard):
            link.send(UsbTransfer("lamps", 1, 0x21, 9, "0300", 0))  # type: ignore[arg-type]
            await until(lambda: bool(heard.lost_reasons))
            assert heard.lost_reasons[0].startswith("broken: ")

    asyncio.run(scenario())


def test_no_board_is_gone(bus: Bus, board: Board) -> None:
    bus.unplug(board)
    assert failure_of(ANY).kind == "gone"


@pytest.mark.parametrize(("failure", "kind"), [(GONE, "gone"), (DENIED, "denied"), (BUSY, "busy")])
@pytest.mark.parametrize("serial", [None, "HURTM"])
def test_a_board_that_cannot_be_opened_says_why(
    bus: Bus, board: Board, failure: tuple[str, int, int], kind: str, serial: str | None
) -> None:
    board.failure = failure
    assert failure_of(UsbUrl(0x16C0, 0x05DF, serial, backend="test-boards", at="bus")).kind == kind


def test_the_serial_number_chooses_among_equal_boards(bus: Bus) -> None:
    second = Board("ZQ8AB", port=2)
    bus.plug(second)

    async def scenario() -> str:
        async with opened(UsbUrl(0x16C0, 0x05DF, "ZQ8AB", backend="test-boards", at="bus")) as (link, _):
            return link.identity

    assert asyncio.run(scenario()) == "usb:16c0:05df:ZQ8AB@1-2"
    assert failure_of(UsbUrl(0x16C0, 0x05DF, "OTHER", backend="test-boards", at="bus")).kind == "gone"


def test_equal_boards_without_a_choice_are_refused_and_the_socket_chooses(bus: Bus) -> None:
    second = Board("HURTM", port=2)
    bus.plug(second)
    error = failure_of(ANY)
    assert error.kind == "broken"
    assert "port=1-1, 1-2" in error.detail

    async def scenario() -> str:
        url = UsbUrl(0x16C0, 0x05DF, port="1-2", backend="test-boards", at="bus")
        async with opened(url) as (link, _):
            return link.identity

    assert asyncio.run(scenario()) == "usb:16c0:05df:HURTM@1-2"


def test_an_unknown_backend_is_named(bus: Bus) -> None:
    error = failure_of(UsbUrl(0x16C0, 0x05DF, backend="nonsense", at="x"))
    assert error.kind == "broken"
    assert "nonsense" in error.detail


def test_a_device_that_is_not_there_is_gone_with_the_real_libusb_too() -> None:
    assert failure_of(UsbUrl(0x16C0, 0xFFFE)).kind == "gone"


def test_bytes_for_a_serial_line_are_a_defect(bus: Bus) -> None:
    async def scenario() -> None:
        async with opened() as (link, _):
            with pytest.raises(TypeError, match="SerialWrite"):
                link.send(SerialWrite("lamps", b""))

    asyncio.run(scenario())
