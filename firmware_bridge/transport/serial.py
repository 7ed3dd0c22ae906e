"""A serial port: pyserial opens, configures and locks it; asyncio's pipe transports move the bytes.

Never `Serial.write()`: with a device that stopped reading it spins for ever (pyserial#280).
"""

import asyncio
import contextlib
import os
import termios
from typing import cast

import serial

from firmware_bridge.transport.adapter import adapter_of
from firmware_bridge.transport.base import LinkEvents, classify
from firmware_bridge.transport.stream import StreamLink, Writer
from firmware_bridge.transport.url import SerialUrl

_CC = 6
_READ_SIZE = 4096


async def open_serial(url: SerialUrl, events: LinkEvents) -> "SerialLink":
    """Open the port, paused for reading; raises `LinkError`."""
    try:
        # If we are cancelled meanwhile, nobody holds the Serial and its finalizer closes it.
        port = await asyncio.to_thread(_open_port, url)
    except (OSError, ValueError, termios.error) as error:
        raise classify(error) from error
    link = SerialLink(" ".join((f"serial:{url.path}", *adapter_of(url.path))), port, events)
    try:
        await link.connect()
    except OSError as error:
        await link.close()
        raise classify(error) from error
    except asyncio.CancelledError:
        await link.close()
        raise
    return link


def _open_port(url: SerialUrl) -> serial.Serial:
    port = serial.Serial(
        url.path,
        baudrate=url.baud,
        bytesize=url.data_bits,
        parity=url.parity,
        stopbits=url.stop_bits,
        timeout=0,
        exclusive=True,
    )
    try:
        _make_empty_read_mean_hang_up(port.fileno())
    except termios.error:
        port.close()
        raise
    return port


def _make_empty_read_mean_hang_up(fd: int) -> None:
    # pyserial sets VMIN=0: then a read with nothing to read returns b'', the same as after an unplug.
    attributes = termios.tcgetattr(fd)
    control = attributes[_CC]
    control[termios.VMIN], control[termios.VTIME] = 1, 0
    termios.tcsetattr(fd, termios.TCSANOW, attributes)


class SerialLink(StreamLink):
    """The open port: one descriptor read by asyncio, a duplicate of it written."""

    def __init__(self, identity: str, port: serial.Serial, events: LinkEvents) -> None:
        super().__init__(identity, Writer(self.ended), events)
        self._port = port
        self._reader = _Reader(self)

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        pipe = os.fdopen(os.dup(self._port.fileno()), "wb", buffering=0)
        await loop.connect_write_pipe(lambda: self._writer, pipe)
        reading, _ = await loop.connect_read_pipe(lambda: self._reader, self._port)
        # asyncio would ask for 256 KiB: mapping that much memory for eight bytes costs more than reading them.
        reading.max_size = _READ_SIZE  # type: ignore[attr-defined]

    def pause_reading(self) -> None:
        self._reader.pause()

    def resume_reading(self) -> None:
        self._reader.resume()

    async def close(self) -> None:
        self._gate.shut()
        if not await self._writer.drained():
            self._discard_unsent()
        self._writer.abort()
        self._reader.close()
        await self._writer.closed.wait()
        await self._reader.closed.wait()
        self._port.close()

    def _discard_unsent(self) -> None:
        # Else the kernel may hold close(), and with it the loop, for closing_wait (30 s).
        with contextlib.suppress(OSError, termios.error):
            termios.tcflush(self._port.fileno(), termios.TCOFLUSH)

    def ended(self, exc: Exception | None) -> None:
        """One of the two directions is over: so is the other."""
        self._reader.close()
        super().ended(exc)


class _Reader(asyncio.Protocol):
    def __init__(self, link: SerialLink) -> None:
        self._link = link
        self._transport: asyncio.ReadTransport | None = None
        self.closed = asyncio.Event()
        self.closed.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.closed.clear()
        self._transport = cast(asyncio.ReadTransport, transport)
        self._transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        self._link.received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()
        self._link.ended(exc)

    def pause(self) -> None:
        if self._transport is not None:
            self._transport.pause_reading()

    def resume(self) -> None:
        if self._transport is not None:
            self._transport.resume_reading()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
