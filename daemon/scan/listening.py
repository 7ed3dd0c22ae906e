"""Listens on ports, all at once, and asks what may be asked. A bad port costs its own row and nothing else."""

import asyncio
import time
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from daemon.scan.holders import holders_of
from daemon.scan.places import Place
from drivers import probes
from firmware_bridge.traffic import SerialWrite
from firmware_bridge.transport.base import Link, LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import PortUrl, SerialUrl, parse_port_url

ANSWER_WITHIN_S = 0.08
"""A poll of five bytes takes 5 ms at 9600 baud, the answer as long, and a USB adapter may hold it for 16 ms."""
MOST_HEARD = 64 * 1024
"""More than any device says while we listen: what goes on beyond it babbles."""
OPENS_WITHIN_S = 3.0

Result = Literal["recognised", "silent", "unclear", "babbling", "busy", "denied", "gone", "broken", "timeout"]


class PortReport(Struct, frozen=True):
    """What is known of one port; *answered* is the driver that understands what was heard."""

    port: str
    identity: str | None
    held_by: str | None
    answered: str | None
    error: str | None
    result: Result
    baud: int | None = None
    heard_bytes: int = 0


async def scan(places: Iterable[Place], *, listen_s: float, ask: bool) -> list[PortReport]:
    """A report for each place, in their order; *ask* puts questions to lines on which nobody speaks."""
    return list(await asyncio.gather(*(_report(place, listen_s=listen_s, ask=ask) for place in places)))


async def _report(place: Place, *, listen_s: float, ask: bool) -> PortReport:
    """Listen at every speed worth it until somebody is understood."""
    best: tuple[int, int] = (0, 0)
    url = parse_port_url(place.url)
    for baud in probes.bauds() if isinstance(url, SerialUrl) else probes.bauds()[:1]:
        try:
            data = await _hear(_at(url, baud), listen_s, probes.questions(baud) if ask else ())
        except LinkError as error:
            return _failed(place, error)
        found = next(filter(None, (probes.recognise(data, speed) for speed in _speeds(url, baud))), None)
        if found is not None:
            return _row(place, "recognised", answered=found.driver, baud=found.baud, heard=len(data))
        best = max(best, (len(data), baud))
    heard, baud = best
    result: Result = "silent" if not heard else "babbling" if heard >= MOST_HEARD else "unclear"
    return _row(place, result, baud=baud or None, heard=heard)


def _at(url: PortUrl, baud: int) -> PortUrl:
    return SerialUrl(url.path, baud) if isinstance(url, SerialUrl) else url


def _speeds(url: PortUrl, baud: int) -> tuple[int, ...]:
    """A device server hides the line's speed: whoever is understood is believed."""
    return (baud,) if isinstance(url, SerialUrl) else probes.bauds()


def _failed(place: Place, error: LinkError) -> PortReport:
    return _row(place, error.kind, error=error.detail)


def _row(
    place: Place,
    result: Result,
    *,
    answered: str | None = None,
    baud: int | None = None,
    heard: int = 0,
    error: str | None = None,
) -> PortReport:
    holder = holders_of(place.path) if place.path is not None else None
    return PortReport(place.url, place.identity, holder, answered, error, result, baud, heard)


async def _hear(url: PortUrl, listen_s: float, questions: Iterable[bytes]) -> bytes:
    """Everything that came in while we listened, and asked when nothing came by itself."""
    ear = _Ear()
    try:
        link = await asyncio.wait_for(open_link(url, ear), OPENS_WITHIN_S)
    except TimeoutError as error:
        raise LinkError("timeout", f"no se abrió en {OPENS_WITHIN_S:g} s") from error
    try:
        link.resume_reading()
        await ear.listen(listen_s)
        if not ear.heard:
            await _ask(link, ear, questions)
        return bytes(ear.heard)
    finally:
        await link.close()


async def _ask(link: Link, ear: "_Ear", questions: Iterable[bytes]) -> None:
    for question in questions:
        link.send(SerialWrite("scan", question))
        await ear.listen(ANSWER_WITHIN_S)
        if len(ear.heard) > len(question):
            return


class _Ear:
    """Keeps what a link says, up to a limit; beyond it nothing more is needed to judge it."""

    def __init__(self) -> None:
        self.heard = bytearray()
        self._over = asyncio.Event()
        self._failure: LinkError | None = None

    async def listen(self, seconds: float) -> None:
        """For *seconds*, or until enough was heard; raises when the link was lost."""
        until = time.monotonic() + seconds
        try:
            await asyncio.wait_for(self._over.wait(), max(0.0, until - time.monotonic()))
        except TimeoutError:
            return
        if self._failure is not None and not self.heard:
            raise self._failure

    def received(self, data: bytes) -> None:
        self.heard += data[: MOST_HEARD - len(self.heard)]
        if len(self.heard) >= MOST_HEARD:
            self._over.set()

    def lost(self, reason: str) -> None:
        self._failure = LinkError("gone", reason)
        self._over.set()

    def usb_done(self, id: int, data: bytes, error: str | None) -> None:  # noqa: A002 - the transport's own word
        """Only byte streams are listened to."""

    def send_failed(self, reason: str) -> None:
        """A port that takes no question may still be heard."""
