"""The device's end of one open connection, pty or socket: read on a thread, written at any pace, cut at any time."""

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable

_READ_SIZE = 4096


class Signal:
    """A flag that `select` can wait for."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()

    def fileno(self) -> int:
        return self._reader

    def set(self) -> None:
        os.write(self._writer, b"!")

    def clear(self) -> None:
        os.read(self._reader, _READ_SIZE)

    def close(self) -> None:
        os.close(self._reader)
        os.close(self._writer)


class Cable:
    """One connection over descriptor *fd*; *hear* is called on the cable's thread with what the host sent."""

    def __init__(self, fd: int, hear: Callable[[bytes], None], name: str) -> None:
        os.set_blocking(fd, False)
        self._fd = fd
        self._hear = hear
        self._gone, self._nudge = Signal(), Signal()
        self._reading = True
        self._writing, self._closing = threading.Lock(), threading.Lock()
        self._is_cut = False
        self._reader = threading.Thread(target=self._read, name=name, daemon=True)
        self._reader.start()

    def hung_up(self, within_s: float = 0.0) -> bool:
        """Whether the host has closed its end, or does so *within_s*."""
        self._reader.join(within_s)
        return not self._reader.is_alive()

    def set_reading(self, on: bool) -> None:
        with self._closing:
            if not self._is_cut:
                self._reading = on
                self._nudge.set()

    def write(self, data: bytes, byte_s: float = 0.0) -> bool:
        """Write *data*, one byte every *byte_s* if given, waiting while the host does not read. False: it was cut."""
        with self._writing:
            if self._is_cut:
                return False
            return self._write_paced(data, byte_s) if byte_s else self._write_all(data)

    def cut(self) -> None:
        # Closing a pty's master that somebody reads or writes does not hang up: both leave first.
        self._gone.set()
        self._reader.join()
        with self._writing, self._closing:
            self._is_cut = True
            self._close_ends()
            self._gone.close()
            self._nudge.close()

    def _close_ends(self) -> None:
        os.close(self._fd)

    def _write_paced(self, data: bytes, byte_s: float) -> bool:
        """At absolute deadlines: sleeping a little too long does not add up."""
        due = time.monotonic()
        for byte in data:
            due += byte_s
            if self._gone_within(due - time.monotonic()) or not self._write_all(bytes((byte,))):
                return False
        return True

    def _write_all(self, data: bytes) -> bool:
        while data:
            if not self._wait_writable():
                return False
            try:
                with contextlib.suppress(BlockingIOError):
                    data = data[os.write(self._fd, data) :]
            except OSError:  # the host hung up
                return False
        return True

    def _gone_within(self, seconds: float) -> bool:
        return bool(select.select([self._gone], [], [], max(0.0, seconds))[0])

    def _wait_writable(self) -> bool:
        gone, writable, _ = select.select([self._gone], [self._fd], [])
        return bool(writable) and not gone

    def _read(self) -> None:
        while True:
            sources: list[Signal | int] = [self._gone, self._nudge]
            if self._reading:
                sources.append(self._fd)
            ready = select.select(sources, [], [])[0]
            if self._gone in ready:
                return
            if self._nudge in ready:
                self._nudge.clear()
            elif self._fd in ready and not self._take():
                return

    def _take(self) -> bool:
        try:
            data = os.read(self._fd, _READ_SIZE)
        except OSError:
            return False
        if data:
            self._hear(data)
        return bool(data)
