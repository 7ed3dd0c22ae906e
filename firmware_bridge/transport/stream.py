"""What byte-stream links share: a write side that refuses instead of filling memory, and the end of the link."""

import asyncio
from collections.abc import Callable
from typing import cast

from firmware_bridge.traffic import Send, SerialWrite
from firmware_bridge.transport.base import WRITE_LIMIT_BYTES, EventGate, LinkError, LinkEvents, classify

DRAIN_S = 0.25


class Writer(asyncio.BaseProtocol):
    """The write side of an asyncio transport; *ended* is told once when that is over."""

    def __init__(self, ended: Callable[[Exception | None], None]) -> None:
        self._ended = ended
        self._transport: asyncio.WriteTransport | None = None
        self._room = asyncio.Event()
        self._room.set()
        self.closed = asyncio.Event()
        self.closed.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.closed.clear()
        self._transport = cast(asyncio.WriteTransport, transport)
        self._transport.set_write_buffer_limits(high=WRITE_LIMIT_BYTES)

    def pause_writing(self) -> None:
        self._room.clear()

    def resume_writing(self) -> None:
        self._room.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()
        self._room.set()
        self._ended(exc)

    def write(self, data: bytes) -> bool:
        if self._transport is None or not self._room.is_set():
            return False
        self._transport.write(data)
        return True

    def abort(self) -> None:
        # A second abort() would call connection_lost twice and fail inside asyncio.
        if self._transport is not None and not self._transport.is_closing():
            self._transport.abort()

    async def drained(self) -> bool:
        """Whether everything queued went out within a moment."""
        if self._transport is None or self._transport.is_closing():
            return True
        self._transport.set_write_buffer_limits(high=0)
        try:
            await asyncio.wait_for(self._room.wait(), DRAIN_S)
        except TimeoutError:
            return False
        return True


class StreamLink:
    """A link whose sends are plain bytes, refused whole when the device does not take them."""

    def __init__(self, identity: str, writer: Writer, events: LinkEvents) -> None:
        self.identity = identity
        self._writer = writer
        self._gate = EventGate(events)

    def send(self, send: Send) -> None:
        if not isinstance(send, SerialWrite):
            raise TypeError(f"{self.identity} takes SerialWrite, not {type(send).__name__}")
        if not self._gate.is_open:
            return
        if self._writer.write(send.data):
            self._gate.accept()
        else:
            self._gate.refuse(f"{self.identity}: the device stopped reading, {WRITE_LIMIT_BYTES} bytes wait")

    def received(self, data: bytes) -> None:
        self._gate.received(data)

    def ended(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._writer.abort()
        error = classify(exc) if exc is not None else LinkError("gone", "the line was hung up")
        self._gate.lost(f"{error.kind}: {self.identity}: {error.detail}")
