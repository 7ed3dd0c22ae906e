"""Listens on one port for a while and keeps every read with its moment. Sends nothing."""

import asyncio
import signal
import time
from collections.abc import Callable

from daemon.capture import Heard
from firmware_bridge.transport.base import LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import PortUrl


async def listen(url: PortUrl, seconds: float, *, covered: bool, begun: Callable[[], None]) -> list[Heard]:
    """What was said within *seconds*, until the link was lost, or Ctrl-C; raises LinkError when it does not open."""
    ear = _Ear(covered=covered)
    link = await open_link(url, ear)
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, ear.over.set)
    try:
        link.resume_reading()
        begun()
        async with asyncio.timeout(seconds):
            await ear.over.wait()
    except TimeoutError:
        pass
    finally:
        await link.close()
    if ear.failure is not None and not ear.heard:
        raise ear.failure
    return ear.heard


class _Ear:
    def __init__(self, *, covered: bool) -> None:
        self.heard: list[Heard] = []
        self.over = asyncio.Event()
        self.failure: LinkError | None = None
        self._covered = covered

    def received(self, data: bytes) -> None:
        self.heard.append(Heard(time.time_ns(), "in", len(data), None if self._covered else data))

    def lost(self, reason: str) -> None:
        self.failure = LinkError("gone", reason)
        self.over.set()

    def usb_done(self, id: int, data: bytes, error: str | None) -> None:  # noqa: A002 - the transport's own word
        """Only byte streams are listened to."""

    def send_failed(self, reason: str) -> None:
        """Nothing is sent."""
