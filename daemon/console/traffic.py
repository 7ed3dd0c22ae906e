"""The traffic between the table and its devices, for technicians who watch: asked for once, however many look on.

The table covers what names a card before it tells a line. Only the newest lines are kept; whoever is too slow is told
how many lines were lost to them.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable

import msgspec
import structlog
import zmq
from msgspec import Struct

from daemon.bus_client import Address, BusClient, RequestRefused, TableAway
from daemon.messages import AskTraffic, TrafficLine, TrafficPage

KEPT = 2000
MOST_WATCHERS = 8
LOOK_EVERY_S = 0.2
FRAME_LINES = 200
_ANSWER_MS = 2000
_DIGITS = 19

log = structlog.get_logger()


class Numbered(Struct, frozen=True):
    """*number* counts all lines this console heard; those of the table begin again with every run."""

    number: int
    line: TrafficLine


class Traffic:
    """Asks the table while somebody watches. Fed and read on one event loop."""

    def __init__(self, address: Address, ended: Callable[[], bool]) -> None:
        self._address = address
        self._ended = ended
        self._kept: deque[Numbered] = deque(maxlen=KEPT)
        self._last = 0
        self._after = 0
        self._asking: asyncio.Task[None] | None = None
        self.watchers = 0

    async def watch(self, device: str | None, last_id: str, still: Callable[[], bool]) -> AsyncIterator[bytes]:
        """Frames of server-sent events about *device*, or about all, while *still* says so."""
        seen = self._number_in(last_id)
        self._come()
        try:
            yield b"retry: 1000\n\n"
            while still() and not self._ended():
                newest = self._last  # a slow reader: more comes while it takes these
                for frame in self._news(seen, device):
                    yield frame
                seen = newest
                await asyncio.sleep(LOOK_EVERY_S)
                yield b": here\n\n"
            yield b"event: over\ndata: {}\n\n"
        finally:
            self._go()

    def _news(self, seen: int, device: str | None) -> list[bytes]:
        newer = [kept for kept in self._kept if kept.number > seen]
        lost = newer[0].number - seen - 1 if newer and seen else 0
        wanted = [kept for kept in newer if device in (None, kept.line.device)]
        parts = [wanted[at : at + FRAME_LINES] for at in range(0, len(wanted), FRAME_LINES)]
        told = [_frame(newer[0].number - 1, [], lost)] if lost else []
        return told + [_frame(part[-1].number, part, 0) for part in parts]

    def _number_in(self, last_id: str) -> int:
        """Where a page that comes back stopped; 0 when that was another console's number."""
        known = last_id.isascii() and last_id.isdigit() and len(last_id) < _DIGITS and int(last_id) <= self._last
        return int(last_id) if known else 0

    def _come(self) -> None:
        self.watchers += 1
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(), name="traffic")

    def _go(self) -> None:
        self.watchers -= 1

    async def _ask(self) -> None:
        """Follow the table until nobody watches any more."""
        client = BusClient(self._address, timeout_ms=_ANSWER_MS)
        try:
            while self.watchers > 0:
                more = False
                with contextlib.suppress(TableAway, RequestRefused):
                    more = self._take(await asyncio.to_thread(client.ask, AskTraffic(self._after), TrafficPage))
                if not more:
                    await asyncio.sleep(LOOK_EVERY_S)
        except (msgspec.MsgspecError, zmq.ZMQError) as error:
            log.warning("traffic_not_understood", error=str(error))
        finally:
            client.close()

    def _take(self, page: TrafficPage) -> bool:
        """Keep what *page* tells; whether there is more to ask for at once."""
        if page.last < self._after:  # another run of the table counts from 1
            self._after = 0
            return True
        if page.lines and self._after:
            self._last += page.lines[0].n - self._after - 1  # what the table no longer held
        for line in page.lines:
            self._last += 1
            self._kept.append(Numbered(self._last, line))
        self._after = page.last
        return page.more


def _frame(number: int, part: list[Numbered], lost: int) -> bytes:
    body = msgspec.json.encode({"lines": [kept.line for kept in part], "lost": lost})
    return b"id: %d\nevent: lines\ndata: %b\n\n" % (number, body)
