"""The table's sockets: publications for everybody who may look, a control socket for people who may act.

The local ones are ipc files of mode 0600 in the table's data directory; `daemon.remote` adds the same over TCP. A
subscriber that is slow or dead loses publications, never the table its time; a client that asks too much waits itself.
"""

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import structlog
import zmq
import zmq.asyncio
from msgspec import Struct

from daemon.messages import MAX_REQUEST, Answer, Refused
from table_core.rulebook import Role

PUBLICATIONS, CONTROL = "publications.ipc", "control.ipc"
# What one subscriber may be behind before it loses publications, and what one client may leave unread.
MOST_UNSENT, MOST_UNREAD_ANSWERS, MOST_UNREAD_REQUESTS = 2000, 16, 50
# Past the first a request is refused in words; past the second the connection is cut.
_CUT_OFF = 16 * MAX_REQUEST
_SUBSCRIPTION_BYTES = 4096  # also bounds the messages of CURVE's greeting, which take some hundreds
_MOST_FRAMES = 4
MOST_AT_ONCE = 64
LINGER_MS = 200  # how long a closed socket may still try to deliver
# A pause after each request: a client that floods the socket gets a thousand turns a second, the table all others.
_PAUSE_S = 0.001


class Caller(Struct, frozen=True):
    """Who asks: a connection, the name of its key (None: a local user), the roles that may sign in there."""

    connection: bytes
    client: str | None = None
    roles: tuple[Role, ...] | None = None


Handler = Callable[[bytes, Caller], Awaitable[Answer]]
Recognise = Callable[[list[zmq.Frame]], Caller | None]
log = structlog.get_logger()


def publications_url(directory: Path) -> str:
    return f"ipc://{directory / PUBLICATIONS}"


def control_url(directory: Path) -> str:
    return f"ipc://{directory / CONTROL}"


class Publisher:
    """Sends publications on every socket given to it; never waits for anybody."""

    def __init__(self, table: str) -> None:
        self._topic = table.encode()
        self._sockets: list[zmq.Socket[bytes]] = []
        self.unsent = 0

    def attach(self, socket: "zmq.Socket[bytes]") -> None:
        self._sockets.append(socket)

    def detach(self, socket: "zmq.Socket[bytes]") -> None:
        self._sockets.remove(socket)

    def publish(self, message: bytes) -> None:
        for socket in self._sockets:
            try:
                socket.send_multipart((self._topic, message), zmq.NOBLOCK)
            except zmq.Again:
                self.unsent += 1


class Control:
    """Answers requests, each in its own task, so that a slow PIN check holds up nobody."""

    def __init__(self, socket: zmq.asyncio.Socket, handler: Handler, recognise: Recognise) -> None:
        self._socket = socket
        self._handler = handler
        self._recognise = recognise
        self._answering: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Take requests until cancelled."""
        while True:
            frames = await self._socket.recv_multipart(copy=False)
            caller = self._recognise(frames)
            if caller is not None:
                task = asyncio.create_task(self._answer(caller, [frame.bytes for frame in frames]))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
            await asyncio.sleep(_PAUSE_S)

    async def close(self) -> None:
        """Let answers under way go out, then close the socket."""
        if self._answering:
            await asyncio.wait(self._answering, timeout=1)
        self._socket.close()

    async def _answer(self, caller: Caller, frames: list[bytes]) -> None:
        *envelope, body = frames
        answer = self._refusal(frames) or await self._handler(body, caller)
        with contextlib.suppress(zmq.ZMQError):  # closed meanwhile: nobody is there to hear it
            await self._socket.send_multipart((*envelope[:_MOST_FRAMES], msgspec.json.encode(answer)))

    def _refusal(self, frames: list[bytes]) -> Refused | None:
        if not 2 <= len(frames) <= _MOST_FRAMES:
            return Refused("BAD_REQUEST", "el pedido es un solo mensaje JSON")
        if len(frames[-1]) > MAX_REQUEST:
            return Refused("TOO_LARGE", f"el pedido tiene {len(frames[-1])} bytes; el máximo es {MAX_REQUEST}")
        if len(self._answering) > MOST_AT_ONCE:
            return Refused("BUSY", "hay demasiados pedidos a la vez; espere y repita")
        return None


def publishing_socket(context: "zmq.Context[zmq.Socket[bytes]]") -> "zmq.Socket[bytes]":
    """Bounded towards every subscriber, and deaf to anything longer than a subscription."""
    socket = context.socket(zmq.PUB)
    socket.setsockopt(zmq.LINGER, LINGER_MS)
    socket.setsockopt(zmq.SNDHWM, MOST_UNSENT)
    socket.setsockopt(zmq.MAXMSGSIZE, _SUBSCRIPTION_BYTES)
    return socket


def control_socket(context: zmq.asyncio.Context) -> zmq.asyncio.Socket:
    socket = context.socket(zmq.ROUTER)
    socket.setsockopt(zmq.LINGER, LINGER_MS)
    socket.setsockopt(zmq.SNDHWM, MOST_UNREAD_ANSWERS)
    socket.setsockopt(zmq.RCVHWM, MOST_UNREAD_REQUESTS)
    socket.setsockopt(zmq.MAXMSGSIZE, _CUT_OFF)
    return socket


def local_caller(frames: list[zmq.Frame]) -> Caller:
    """Whoever may open the socket's file is this machine's own user: every role may sign in."""
    return Caller(frames[0].bytes)


def bind_private(socket: "zmq.Socket[Any]", url: str) -> None:
    """Bind an ipc file that only this user may open, whatever the umask says."""
    before = os.umask(0o177)
    try:
        socket.bind(url)
    finally:
        os.umask(before)
