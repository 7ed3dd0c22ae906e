"""A serial port for simulated devices: a pty behind a stable name that can be pulled and put back.

Faithful to a real port: opening, exclusive locks, hang-up, full buffers. Not faithful: parity, modem lines, break,
overrun, and the baud rate unless pacing is asked for (SIMULATION 1.1).
"""

import contextlib
import fcntl
import os
import select
import struct
import termios
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

_READ_SIZE = 4096
_DRAIN_POLL_S = 0.001
_EMPTY_POLLS = 25


class PtyPort:
    """The device's end of a serial cable. *on_bytes* is called on the port's own thread with what the host sent."""

    def __init__(
        self, link: Path, on_bytes: Callable[[bytes], None], *, baud: int | None = None, bits_per_byte: int = 10
    ) -> None:
        self._link = link
        self._on_bytes = on_bytes
        self._byte_s = bits_per_byte / baud if baud else 0.0
        self._cable: _Cable | None = None
        self._plugging = threading.Lock()
        self._heard = bytearray()

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()

    @property
    def plugged(self) -> bool:
        return self._cable is not None

    @property
    def heard(self) -> bytes:
        """Every byte the host sent so far, over all plugs."""
        return bytes(self._heard)

    @property
    def unread(self) -> int:
        """Bytes sent that the host has not read yet."""
        cable = self._cable
        return cable.unread() if cable else 0

    def plug(self) -> None:
        """Put the cable in: a new pty under the same name. Plugged already: nothing happens."""
        with self._plugging:
            if self._cable is None:
                self._cable = _Cable(self._hear)
                _replace_link(self._link, self._cable.slave_path)

    def unplug(self, *, drain_s: float = 0.0) -> None:
        """Pull the cable. What the host has not read within *drain_s* is lost, as on a real port."""
        with self._plugging:
            if self._cable is None:
                return
            self._cable.wait_read(drain_s)
            self._link.unlink(missing_ok=True)
            cable, self._cable = self._cable, None
            cable.cut()

    def send(self, data: bytes) -> bool:
        """Send *data*, waiting while the host does not read. False: the cable was out or came out."""
        cable = self._cable
        if cable is None:
            return False
        return cable.write_paced(data, self._byte_s) if self._byte_s else cable.write(data)

    def stop_reading(self) -> None:
        """Play a peer that no longer reads: the host's bytes pile up until its writes block. Until the next plug."""
        if self._cable:
            self._cable.set_reading(False)

    def resume_reading(self) -> None:
        if self._cable:
            self._cable.set_reading(True)

    def _hear(self, data: bytes) -> None:
        self._heard += data
        self._on_bytes(data)


class _Signal:
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


class _Cable:
    """One plug of one pty. A new one each time: an old pty refuses to be opened twice with parity."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        # The slave stays open here, so that the host may close and reopen the port without a hang-up at our end.
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.slave_path = os.ttyname(self._slave)
        self._gone, self._nudge = _Signal(), _Signal()
        self._reading = True
        self._writing, self._closing = threading.Lock(), threading.Lock()
        self._is_cut = False
        self._reader = threading.Thread(target=self._read, name=f"pty {self.slave_path}", daemon=True)
        self._reader.start()

    def unread(self) -> int:
        with self._closing:
            if self._is_cut:
                return 0
            answer = fcntl.ioctl(self._slave, termios.FIONREAD, b"\0" * 4)
        return int(struct.unpack("i", answer)[0])

    def wait_read(self, within_s: float) -> None:
        """Wait until the host has read everything. The kernel shows written bytes late: "none" must last a while."""
        deadline = time.monotonic() + within_s
        empty_polls = 0
        while empty_polls < _EMPTY_POLLS and time.monotonic() < deadline:
            empty_polls = 0 if self.unread() else empty_polls + 1
            time.sleep(_DRAIN_POLL_S)

    def set_reading(self, on: bool) -> None:
        with self._closing:
            if not self._is_cut:
                self._reading = on
                self._nudge.set()

    def write(self, data: bytes) -> bool:
        with self._writing:
            return not self._is_cut and self._write_all(data)

    def write_paced(self, data: bytes, byte_s: float) -> bool:
        """One byte after the other at absolute deadlines: sleeping a little too long does not add up."""
        with self._writing:
            due = time.monotonic()
            for byte in data:
                due += byte_s
                if self._is_cut or self._gone_within(due - time.monotonic()):
                    return False
                if not self._write_all(bytes((byte,))):
                    return False
        return True

    def cut(self) -> None:
        # Closing a master that somebody reads or writes does not hang up: both leave first.
        self._gone.set()
        self._reader.join()
        with self._writing, self._closing:
            self._is_cut = True
            os.close(self._master)
            os.close(self._slave)
            self._gone.close()
            self._nudge.close()

    def _write_all(self, data: bytes) -> bool:
        while data:
            if not self._wait_writable():
                return False
            with contextlib.suppress(BlockingIOError):
                data = data[os.write(self._master, data) :]
        return True

    def _gone_within(self, seconds: float) -> bool:
        return bool(select.select([self._gone], [], [], max(0.0, seconds))[0])

    def _wait_writable(self) -> bool:
        gone, writable, _ = select.select([self._gone], [self._master], [])
        return bool(writable) and not gone

    def _read(self) -> None:
        while True:
            sources: list[_Signal | int] = [self._gone, self._nudge]
            if self._reading:
                sources.append(self._master)
            ready = select.select(sources, [], [])[0]
            if self._gone in ready:
                return
            if self._nudge in ready:
                self._nudge.clear()
            elif self._master in ready:
                self._hear(os.read(self._master, _READ_SIZE))


def _replace_link(link: Path, target: str) -> None:
    new = link.with_name(link.name + ".new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(link)
