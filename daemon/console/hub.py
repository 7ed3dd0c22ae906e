"""What the pages show, kept by topic, and the streams that carry it to them. The newest of a topic is all there is.

A slow page never holds up anybody and nothing piles up for it: it gets the newest when it is ready. A page that comes
back names the last number it saw (Last-Event-ID) and gets only what changed since.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator

import msgspec
from msgspec import Struct

BEAT_S = 0.5
"""A page that hears nothing for more than two beats says that what it shows is old (R48: within 2 s)."""
PACE_S = 0.05
"""Changes closer together than this are sent as one: no eye tells them apart, and fifty pages cost less."""
RETRY_MS = 400
MOST_STREAMS = 200


class Told(Struct, frozen=True):
    number: int
    name: str
    body: bytes

    def frame(self, epoch: str) -> bytes:
        return f"id: {epoch}-{self.number}\nevent: {self.name}\ndata: ".encode() + self.body + b"\n\n"


class Hub:
    """Fed and read on one event loop."""

    def __init__(self) -> None:
        # Numbers of a console that ran before mean nothing here.
        self._epoch = secrets.token_hex(4)
        self._number = 0
        self._told: dict[str, Told] = {}
        self._changed = asyncio.Event()
        self.closed = False
        self.streams = 0

    def tell(self, name: str, content: object) -> None:
        """*content* is the newest of topic *name*; telling the same again tells nothing."""
        body = msgspec.json.encode(content)
        known = self._told.get(name)
        if known is not None and known.body == body:
            return
        self._number += 1
        self._told[name] = Told(self._number, name, body)
        self._wake()

    def close(self) -> None:
        """End every stream; the pages will look for us again."""
        self.closed = True
        self._wake()

    async def stream(self, last_id: str = "") -> AsyncIterator[bytes]:
        """Frames of server-sent events, from what changed after *last_id*."""
        seen = self._number_in(last_id)
        yield f"retry: {RETRY_MS}\n\n".encode() + _beat()
        self.streams += 1
        try:
            while not self.closed:
                changed = self._changed
                for told in self._after(seen):
                    yield told.frame(self._epoch)
                    seen = told.number
                await asyncio.sleep(PACE_S)
                if not await _within(changed, BEAT_S):
                    yield _beat()
        finally:
            self.streams -= 1

    def _after(self, seen: int) -> list[Told]:
        return sorted((told for told in self._told.values() if told.number > seen), key=lambda told: told.number)

    def _number_in(self, last_id: str) -> int:
        epoch, _dash, number = last_id.partition("-")
        return int(number) if epoch == self._epoch and number.isascii() and number.isdigit() else 0

    def _wake(self) -> None:
        waited, self._changed = self._changed, asyncio.Event()
        waited.set()


def _beat() -> bytes:
    """We are here, and this is the time: pages show the table's clock, not their own."""
    return b'event: beat\ndata: {"utc_ms":%d}\n\n' % (time.time_ns() // 1_000_000)


async def _within(changed: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await changed.wait()
    except TimeoutError:
        return False
    return True
