"""Keeps one device's port connected for ever and turns what its link tells into kernel inputs."""

import asyncio
import contextlib
import time
from collections.abc import Callable

import structlog
from structlog.typing import FilteringBoundLogger

from daemon.reconnect import Reconnect, Retry
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, UsbDone
from firmware_bridge.transport.base import Link, LinkError
from firmware_bridge.transport.memory import MemoryHub
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import PortUrl

Feed = Callable[[PortInput], None]

_NS_PER_S = 1_000_000_000


class Port:
    """One device's URL, reopened for ever from `start` to `stop`. Feeds on the event loop's thread."""

    def __init__(self, device: str, url: PortUrl, feed: Feed, *, hub: MemoryHub | None = None) -> None:
        self.device = device
        self._url = url
        self._feed = feed
        self._hub = hub
        self._log: FilteringBoundLogger = structlog.get_logger().bind(device=device)
        self._reconnect = Reconnect()
        self._link: Link | None = None
        self._epoch = 0
        self._reading = True
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def epoch(self) -> int:
        """The number of connections so far; already counted when the feed sees `LinkUp`."""
        return self._epoch

    @property
    def identity(self) -> str | None:
        """What is connected now, as the transport tells it."""
        return self._link.identity if self._link is not None else None

    @property
    def is_up(self) -> bool:
        return self._link is not None

    def start(self) -> asyncio.Task[None]:
        """Begin; the task ends only by `stop` or by a defect, which `stop` raises."""
        self._task = asyncio.get_running_loop().create_task(self._keep_connected(), name=self.device)
        return self._task

    async def stop(self) -> None:
        """Close the port for good; when this returns, nothing is fed any more."""
        if self._task is None:
            return
        task, self._task = self._task, None
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()

    def retry_now(self) -> None:
        """Something was plugged in: do not wait for the pause between two tries to end."""
        self._news.set()

    def send(self, send: Send, epoch: int) -> None:
        """Send on the connection that *epoch* counts; if that one is over, the send dies with it."""
        if self._link is None or epoch != self._epoch:
            self._log.debug("send_of_old_epoch_dropped", epoch=epoch, epoch_now=self._epoch)
            return
        self._link.send(send)

    def pause_reading(self) -> None:
        """Back-pressure: the device's bytes wait in the operating system, across reconnects too."""
        self._reading = False
        if self._link is not None:
            self._link.pause_reading()

    def resume_reading(self) -> None:
        self._reading = True
        if self._link is not None:
            self._link.resume_reading()

    async def _keep_connected(self) -> None:
        while True:
            retry = await self._connect_once()
            await self._rest((retry.at_ns - time.monotonic_ns()) / _NS_PER_S)

    async def _rest(self, seconds: float) -> None:
        """Until the pause is over or something was plugged in, perhaps before the loss of this link was noticed.

        Then short pauses follow: what was plugged in may not be ready yet.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
            self._news.clear()
            self._reconnect.hope()

    async def _connect_once(self) -> Retry:
        inbound = _Inbound(self.device, self._feed, self._went_down)
        try:
            link = await open_link(self._url, inbound, hub=self._hub, turn=self._epoch)
        except LinkError as error:
            retry = self._reconnect.failed(time.monotonic_ns())
            self._say(retry, "link_retry", kind=error.kind, detail=error.detail)
            return retry
        try:
            self._went_up(link)
            reason = await inbound.over
            retry = self._reconnect.lost(time.monotonic_ns())
            self._say(retry, "link_lost", reason=reason)
            return retry
        finally:
            self._went_down()
            await link.close()

    def _went_up(self, link: Link) -> None:
        self._link = link
        self._epoch += 1
        self._reconnect.connected(time.monotonic_ns())
        self._log.info("link_up", identity=link.identity, epoch=self._epoch)
        self._feed(LinkUp(self.device, link.identity, *_now()))
        if self._reading:
            link.resume_reading()

    def _went_down(self) -> None:
        self._link = None

    def _say(self, retry: Retry, event: str, **fields: str) -> None:
        say = self._log.warning if retry.level == "warning" else self._log.debug
        wait_s = (retry.at_ns - time.monotonic_ns()) / _NS_PER_S
        say(event, retry_in_s=round(wait_s, 2), **fields)


class _Inbound:
    """What one connection tells, stamped and fed."""

    def __init__(self, device: str, feed: Feed, went_down: Callable[[], None]) -> None:
        self._device = device
        self._feed = feed
        self._went_down = went_down
        self.over: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def received(self, data: bytes) -> None:
        self._feed(RxChunk(self._device, data, *_now()))

    def usb_done(self, id: int, data: bytes, error: str | None) -> None:  # noqa: A002
        self._feed(UsbDone(self._device, id, data, error, *_now()))

    def send_failed(self, reason: str) -> None:
        self._feed(SendFailed(self._device, reason, *_now()))

    def lost(self, reason: str) -> None:
        if not self.over.done():  # cancelled while `stop` is under way
            self.over.set_result(reason)
        self._went_down()
        self._feed(LinkDown(self._device, reason, *_now()))


def _now() -> tuple[int, int]:
    return time.monotonic_ns(), time.time_ns()
