"""What a page is told on its stream: the newest of each topic, once, and nothing again after it comes back."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from daemon.console.hub import Hub


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


async def topics(stream: AsyncIterator[bytes], count: int) -> list[tuple[str, str, str]]:
    """The next *count* topics told, as (id, name, data); beats are passed over."""
    found: list[tuple[str, str, str]] = []
    async for frame in stream:
        fields = dict(line.split(": ", 1) for line in frame.decode().split("\n") if ": " in line)
        if "id" in fields:
            found.append((fields["id"], fields["event"], fields["data"]))
            if len(found) == count:
                break
    return found


def test_a_page_that_opens_is_told_the_newest_of_every_topic() -> None:
    async def story() -> None:
        hub = Hub()
        hub.tell("picture", {"n": 1})
        hub.tell("link", "up")
        hub.tell("picture", {"n": 2})
        told = await topics(hub.stream(), 2)
        assert [(name, data) for _id, name, data in told] == [("link", '"up"'), ("picture", '{"n":2}')]

    run(story())


def test_a_page_that_comes_back_is_told_only_what_changed_since() -> None:
    async def story() -> None:
        hub = Hub()
        hub.tell("link", "up")
        hub.tell("picture", 1)
        [*_earlier, (last, _name, _data)] = await topics(hub.stream(), 2)
        hub.tell("picture", 2)
        assert [told[1:] for told in await topics(hub.stream(last), 1)] == [("picture", "2")]

    run(story())


def test_the_number_of_another_console_is_worth_nothing_here() -> None:
    async def story() -> None:
        before, now = Hub(), Hub()
        before.tell("picture", 1)
        now.tell("picture", 7)
        [(foreign, _name, _data)] = await topics(before.stream(), 1)
        for last in (foreign, "x", "x-", "-5", f"{foreign}x", "999"):
            assert [told[2] for told in await topics(now.stream(last), 1)] == ["7"]

    run(story())


def test_telling_the_same_again_tells_nothing() -> None:
    async def story() -> None:
        hub = Hub()
        hub.tell("picture", 1)
        [(first, _name, _data)] = await topics(hub.stream(), 1)
        hub.tell("picture", 1)
        hub.tell("link", "up")
        assert [told[1] for told in await topics(hub.stream(first), 1)] == ["link"]

    run(story())


def test_a_slow_page_gets_the_newest_and_nothing_piles_up_for_it() -> None:
    async def story() -> None:
        hub = Hub()
        hub.tell("picture", 0)
        stream = hub.stream()
        await topics(stream, 1)
        for number in range(1, 1001):
            hub.tell("picture", number)
        assert [told[2] for told in await topics(stream, 1)] == ["1000"]

    run(story())


def test_a_closing_console_ends_every_stream() -> None:
    async def story() -> None:
        hub = Hub()
        frames = hub.stream()
        await anext(frames)
        asyncio.get_running_loop().call_soon(hub.close)
        async with asyncio.timeout(5):
            async for _frame in frames:
                pass
        assert hub.streams == 0

    run(story())
