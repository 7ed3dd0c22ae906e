"""The way to a floor: a ZeroMQ DEALER behind CURVE, one process at a time. A message is a line above, a frame below.

ZeroMQ's own reconnecting is off: a floor that is gone, hangs or does not know our key is a lost link, and the owner
opens the next one. So every connection begins with nothing in flight.
"""

import asyncio
from pathlib import Path

import zmq
import zmq.asyncio
from zmq.utils.monitor import parse_monitor_message

from firmware_bridge.traffic import Send, SerialWrite
from firmware_bridge.transport.base import EventGate, LinkError, LinkEvents
from firmware_bridge.transport.floor_keys import FloorKeys, read_floor_keys
from firmware_bridge.transport.url import FloorUrl
from firmware_bridge.wire.floor import MAX_BYTES

HANDSHAKE_S = 0.7
SILENT_S = 1.0
"""A process that says nothing for so long is left for the next one; the table has given it up 400 ms before."""
_LINGER_MS = 200
_MOST_UNSENT = 256
_REFUSED = {zmq.Event.HANDSHAKE_FAILED_AUTH, zmq.Event.HANDSHAKE_FAILED_PROTOCOL, zmq.Event.HANDSHAKE_FAILED_NO_DETAIL}
_OVER = _REFUSED | {zmq.Event.DISCONNECTED, zmq.Event.CLOSED, zmq.Event.CONNECT_RETRIED}
_WATCHED = _OVER | {zmq.Event.HANDSHAKE_SUCCEEDED}


async def open_floor(url: FloorUrl, events: LinkEvents, turn: int = 0) -> "FloorLink":
    """Connect to the first process that lets us in, paused for reading; *turn* says with which to begin."""
    keys = read_floor_keys(Path(url.keys))
    first = turn % len(url.hosts)
    failed: list[LinkError] = []
    for host in url.hosts[first:] + url.hosts[:first]:
        try:
            return await _opened(host, keys, events)
        except LinkError as error:
            failed.append(error)
    raise LinkError(failed[0].kind, "; ".join(error.detail for error in failed))


async def _opened(host: str, keys: FloorKeys, events: LinkEvents) -> "FloorLink":
    socket = zmq.asyncio.Context.instance().socket(zmq.DEALER)
    for option, value in (
        (zmq.LINGER, _LINGER_MS),
        (zmq.RECONNECT_IVL, -1),
        (zmq.SNDHWM, _MOST_UNSENT),
        (zmq.MAXMSGSIZE, MAX_BYTES),
        (zmq.HANDSHAKE_IVL, int(HANDSHAKE_S * 1000)),
    ):
        socket.setsockopt(option, value)
    socket.curve_serverkey, socket.curve_publickey = keys.server.encode(), keys.public.encode()
    socket.curve_secretkey = keys.secret.encode()
    monitor = socket.get_monitor_socket(sum(_WATCHED))
    try:
        socket.connect(f"tcp://{host}")
        await _handshake(monitor, f"floor://{host}")
    except BaseException:
        _shut(socket, monitor, linger_ms=0)
        raise
    return FloorLink(host, socket, monitor, events)


async def _handshake(monitor: zmq.asyncio.Socket, where: str) -> None:
    try:
        async with asyncio.timeout(HANDSHAKE_S):
            event = await _next_event(monitor)
    except TimeoutError as error:
        raise LinkError("timeout", f"{where}: no answer within {HANDSHAKE_S:g} s") from error
    if event in _REFUSED:
        raise LinkError("denied", f"{where}: our key is not let in")
    if event != zmq.Event.HANDSHAKE_SUCCEEDED:
        raise LinkError("gone", f"{where}: nobody there")


async def _next_event(monitor: zmq.asyncio.Socket) -> zmq.Event:
    return zmq.Event(parse_monitor_message(await monitor.recv_multipart())["event"])


def _shut(socket: zmq.asyncio.Socket, monitor: zmq.asyncio.Socket, *, linger_ms: int = _LINGER_MS) -> None:
    socket.disable_monitor()
    monitor.close(0)
    socket.close(linger_ms)


class FloorLink:
    def __init__(self, host: str, socket: zmq.asyncio.Socket, monitor: zmq.asyncio.Socket, events: LinkEvents) -> None:
        self.identity = f"floor:{host}"
        self._socket = socket
        self._monitor = monitor
        self._gate = EventGate(events)
        self._reading = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._read()), loop.create_task(self._watch())]

    def send(self, send: Send) -> None:
        if not isinstance(send, SerialWrite):
            raise TypeError(f"{self.identity} takes SerialWrite, not {type(send).__name__}")
        for line in send.data.splitlines():
            if self._gate.is_open:
                asyncio.ensure_future(self._socket.send(line, zmq.NOBLOCK)).add_done_callback(self._sent)

    def pause_reading(self) -> None:
        self._reading.clear()

    def resume_reading(self) -> None:
        self._reading.set()

    async def close(self) -> None:
        self._gate.shut()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        _shut(self._socket, self._monitor)

    def _sent(self, sent: "asyncio.Future[zmq.MessageTracker | None]") -> None:
        if sent.cancelled():
            return
        if isinstance(sent.exception(), zmq.Again):
            self._gate.refuse(f"{self.identity}: {_MOST_UNSENT} messages wait for the floor to read")
        else:
            self._gate.accept()

    async def _read(self) -> None:
        while True:
            await self._reading.wait()
            try:
                async with asyncio.timeout(SILENT_S):
                    frame = await self._socket.recv()
            except TimeoutError:
                self._lost(f"timeout: {self.identity}: nothing heard for {SILENT_S:g} s")
                return
            await self._reading.wait()
            self._gate.received(frame + b"\n")

    async def _watch(self) -> None:
        while await _next_event(self._monitor) not in _OVER:
            pass
        self._lost(f"gone: {self.identity}: the connection was cut")

    def _lost(self, reason: str) -> None:
        self._gate.lost(reason)
