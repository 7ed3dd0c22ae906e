"""How traffic is kept for those who watch: numbers of its own, losses told, another run of the table noticed."""

import asyncio
import itertools
import json
from pathlib import Path

import pytest

from daemon.bus_client import local_address
from daemon.console.traffic import FRAME_LINES, KEPT, Traffic
from daemon.messages import TrafficLine, TrafficPage


def line(n: int, device: str = "lamps") -> TrafficLine:
    return TrafficLine(n, 1, device, "in", 1, "01", "")


def page(*numbers: int, last: int | None = None) -> TrafficPage:
    return TrafficPage([line(n) for n in numbers], numbers[-1] if last is None else last, False)


@pytest.fixture
def traffic(tmp_path: Path) -> Traffic:
    return Traffic(local_address(tmp_path), lambda: False)


def heard(traffic: Traffic, seen: int = 0, device: str | None = None) -> tuple[list[int], int]:
    """The numbers of the lines told after *seen*, and how many lines were lost."""
    told = [json.loads(frame.partition(b"data: ")[2]) for frame in traffic._news(seen, device)]
    return [one["n"] for one in itertools.chain(*(part["lines"] for part in told))], sum(part["lost"] for part in told)


def test_lines_are_told_in_pages_and_none_twice(traffic: Traffic) -> None:
    traffic._take(page(*range(1, FRAME_LINES + 11)))
    assert len(traffic._news(0, None)) == 2
    assert heard(traffic) == (list(range(1, FRAME_LINES + 11)), 0)
    assert heard(traffic, seen=FRAME_LINES + 8)[0] == [FRAME_LINES + 9, FRAME_LINES + 10]
    assert heard(traffic, seen=FRAME_LINES + 10) == ([], 0)


def test_what_was_lost_is_counted_for_everybody_behind_it(traffic: Traffic) -> None:
    traffic._take(page(1, 2, 3))
    traffic._take(page(10, 11))
    assert heard(traffic, seen=3) == ([10, 11], 6)
    traffic._take(page(*range(12, 12 + KEPT)))
    assert heard(traffic, seen=3)[1] == 8
    assert heard(traffic, seen=3, device="nobody") == ([], 8)


def test_another_run_of_the_table_is_read_from_its_beginning(traffic: Traffic) -> None:
    traffic._take(page(500, 501))
    assert traffic._take(page(last=3)) is True
    assert traffic._after == 0
    traffic._take(page(1, 2, 3))
    assert heard(traffic, seen=2) == ([1, 2, 3], 0)


@pytest.mark.parametrize("last_id", ["", "x", "-1", "٣", "9" * 5000, "17"])
def test_the_number_of_nobody_begins_from_what_is_kept(traffic: Traffic, last_id: str) -> None:
    traffic._take(page(1, 2))
    assert traffic._number_in(last_id) == 0
    assert traffic._number_in("1") == 1


def test_a_watcher_who_leaves_is_no_longer_counted(traffic: Traffic) -> None:
    async def look() -> None:
        watching = traffic.watch(None, "", lambda: True)
        await anext(watching)
        assert traffic.watchers == 1
        await watching.aclose()  # type: ignore[attr-defined]

    asyncio.run(look())
    assert traffic.watchers == 0
