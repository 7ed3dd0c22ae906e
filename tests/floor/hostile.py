"""A link to the floor that says things twice, at once or later, in both directions. For tests."""

import asyncio
import random

from firmware_bridge.traffic import Send, SerialWrite
from firmware_bridge.transport.base import Link, LinkEvents

_AT_ONCE, _LATER = 0.15, 0.15
_LATER_S = 0.4
# What a table or a floor may have under way while its link is opened anew; a greeting belongs to its own connection.
_MAY_COME_LATE = (b'"is":"Claims"', b'"is":"Decisions"', b'"is":"Value"')


class Repeats:
    """Of everything that goes through, now and then a second one. Counts them."""

    def __init__(self, seed: int) -> None:
        self.repeated = 0
        self._chance = random.Random(seed)

    def when(self, message: bytes) -> float | None:
        """After how long *message* is said again; None: never."""
        chance = self._chance.random()
        if chance < _AT_ONCE:
            self.repeated += 1
            return 0.0
        if chance < _AT_ONCE + _LATER and any(kind in message for kind in _MAY_COME_LATE):
            self.repeated += 1
            return self._chance.random() * _LATER_S
        return None


class RepeatedEvents:
    """What the table hears of the link; nothing after it was lost or closed."""

    def __init__(self, events: LinkEvents, repeats: Repeats) -> None:
        self._events = events
        self._repeats = repeats
        self.over = False

    def received(self, data: bytes) -> None:
        self._tell(data)
        again = self._repeats.when(data)
        if again is not None:
            asyncio.get_running_loop().call_later(again, self._tell, data)

    def usb_done(self, id: int, data: bytes, error: str | None) -> None:  # noqa: A002
        self._events.usb_done(id, data, error)

    def send_failed(self, reason: str) -> None:
        self._events.send_failed(reason)

    def lost(self, reason: str) -> None:
        self.over = True
        self._events.lost(reason)

    def _tell(self, data: bytes) -> None:
        if not self.over:
            self._events.received(data)


class RepeatedLink:
    """*link* with everything the table says; behind it *events* are the table's."""

    def __init__(self, link: Link, events: RepeatedEvents, repeats: Repeats) -> None:
        self.identity = link.identity
        self._link = link
        self._events = events
        self._repeats = repeats

    def send(self, send: Send) -> None:
        self._link.send(send)
        again = self._repeats.when(send.data) if isinstance(send, SerialWrite) else None
        if again is not None:
            asyncio.get_running_loop().call_later(again, self._again, send)

    def pause_reading(self) -> None:
        self._link.pause_reading()

    def resume_reading(self) -> None:
        self._link.resume_reading()

    async def close(self) -> None:
        self._events.over = True
        await self._link.close()

    def _again(self, send: Send) -> None:
        if not self._events.over:
            self._link.send(send)
