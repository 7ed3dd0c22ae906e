"""The table's sockets: publications for everybody who may look, a control socket for people who may act.

Both are ipc files of mode 0600 in the table's data directory. Publications carry a gapless number of their own and
the journal's sequence; a subscriber that is slow or dead loses them, never the table its time.
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

PUBLICATIONS, CONTROL = "publications.ipc", "control.ipc"
MAX_REQUEST = 64 * 1024

Handler = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]
log = structlog.get_logger()


def publications_url(directory: Path) -> str:
    return f"ipc://{directory / PUBLICATIONS}"


def control_url(directory: Path) -> str:
    return f"ipc://{directory / CONTROL}"


class Publisher:
    """Sends publications; never waits for anybody."""

    def __init__(self, directory: Path, table: str) -> None:
        self._socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.PUB)
        self._socket.setsockopt(zmq.LINGER, 0)
        _bind_private(self._socket, publications_url(directory))
        self._path = directory / PUBLICATIONS
        self._topic = table.encode()
        self._number = 0

    def publish(self, kind: str, seq: int, body: dict[str, Any]) -> None:
        self._number += 1
        message = {"n": self._number, "seq": seq, "kind": kind, "body": body}
        with contextlib.suppress(zmq.Again):
            self._socket.send_multipart((self._topic, msgspec.json.encode(message)), zmq.NOBLOCK)

    def close(self) -> None:
        self._socket.close()
        self._path.unlink(missing_ok=True)


class Control:
    """Answers requests, each in its own task, so that a slow PIN check holds up nobody."""

    def __init__(self, directory: Path, handler: Handler) -> None:
        self._socket = zmq.asyncio.Context.instance().socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 200)
        self._socket.setsockopt(zmq.MAXMSGSIZE, MAX_REQUEST)
        _bind_private(self._socket, control_url(directory))
        self._path = directory / CONTROL
        self._handler = handler
        self._answering: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Take requests until cancelled."""
        while True:
            client, *frames = await self._socket.recv_multipart()
            task = asyncio.create_task(self._answer(client, frames))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def _answer(self, client: bytes, frames: list[bytes]) -> None:
        try:
            request = msgspec.json.decode(frames[-1], type=dict[str, Any])
            answer = await self._handler(request)
        except (msgspec.MsgspecError, IndexError) as error:
            answer = {"ok": False, "code": "BAD_REQUEST", "detail": str(error)}
        await self._socket.send_multipart((client, b"", msgspec.json.encode(answer)))

    async def close(self) -> None:
        if self._answering:
            await asyncio.wait(self._answering, timeout=1)
        self._socket.close()
        self._path.unlink(missing_ok=True)


def _bind_private(socket: "zmq.Socket[Any]", url: str) -> None:
    """Bind an ipc file that only this user may open, whatever the umask says."""
    before = os.umask(0o177)
    try:
        socket.bind(url)
    finally:
        os.umask(before)
