"""A serial line behind a TCP port, as serial device servers offer it: raw bytes, no RFC 2217.

The line's speed and frame are set in the server. A server that vanishes without a word is found by keep-alive,
or by data it does not acknowledge, within `SILENCE_S`.
"""

import asyncio
import socket
from typing import cast

from firmware_bridge.transport.base import LinkError, LinkEvents, classify
from firmware_bridge.transport.stream import StreamLink, Writer
from firmware_bridge.transport.url import TcpUrl

CONNECT_S = 3.0
SILENCE_S = 6
"""A serial cable tells at once that it was pulled; a network only by not answering."""

_PROBE_AFTER_S, _PROBE_EVERY_S, _PROBES = 3, 1, 3
_SEND_BUFFER = 4096


async def open_tcp(url: TcpUrl, events: LinkEvents) -> "TcpLink":
    """Connect, paused for reading; raises `LinkError`."""
    stream = _Stream()
    where = f"tcp://{url.host}:{url.port}"
    try:
        async with asyncio.timeout(CONNECT_S):
            await asyncio.get_running_loop().create_connection(lambda: stream, url.host, url.port)
    except TimeoutError as error:
        raise LinkError("timeout", f"{where}: no answer within {CONNECT_S:.0f} s") from error
    except socket.gaierror as error:
        raise LinkError("gone", f"{where}: no such name ({error.strerror})") from error
    except OSError as error:
        raise LinkError(classify(error).kind, f"{where}: {error}") from error
    return TcpLink(url, stream, events)


class TcpLink(StreamLink):
    """The open connection, in both directions."""

    def __init__(self, url: TcpUrl, stream: "_Stream", events: LinkEvents) -> None:
        super().__init__(f"tcp:{url.host}:{url.port}", stream, events)
        self._stream = stream
        stream.attach(self)

    def pause_reading(self) -> None:
        self._stream.reading(False)

    def resume_reading(self) -> None:
        self._stream.reading(True)

    async def close(self) -> None:
        self._gate.shut()
        if await self._stream.drained():
            self._stream.close()
        else:
            self._stream.abort()
        await self._stream.closed.wait()


class _Stream(Writer, asyncio.Protocol):
    """What asyncio tells of one socket; paused until somebody resumes it."""

    def __init__(self) -> None:
        super().__init__(self._over)
        self._link: TcpLink | None = None
        self._end: tuple[Exception | None] | None = None

    def attach(self, link: TcpLink) -> None:
        self._link = link
        if self._end is not None:  # hung up before its owner knew it
            asyncio.get_running_loop().call_soon(link.ended, self._end[0])

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.reading(False)
        _watch(transport.get_extra_info("socket"))

    def data_received(self, data: bytes) -> None:
        if self._link is not None:
            self._link.received(data)

    def reading(self, on: bool) -> None:
        transport = cast(asyncio.ReadTransport, self._transport)
        if transport.is_closing() or transport.is_reading() == on:
            return
        (transport.resume_reading if on else transport.pause_reading)()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _over(self, exc: Exception | None) -> None:
        self._end = (exc,)
        if self._link is not None:
            self._link.ended(exc)


def _watch(line: socket.socket) -> None:
    """Notice a peer that is gone, and hold little: what waits here was never seen by the device."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    for option, value in (
        (socket.TCP_NODELAY, 1),
        (socket.TCP_KEEPIDLE, _PROBE_AFTER_S),
        (socket.TCP_KEEPINTVL, _PROBE_EVERY_S),
        (socket.TCP_KEEPCNT, _PROBES),
        (socket.TCP_USER_TIMEOUT, SILENCE_S * 1000),
    ):
        line.setsockopt(socket.IPPROTO_TCP, option, value)
