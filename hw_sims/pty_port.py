"""A serial port for simulated devices: a pty behind a stable name that can be pulled and put back.

Faithful to a real port: opening, exclusive locks, hang-up, full buffers. Not faithful: parity, modem lines, break,
overrun, and the baud rate unless pacing is asked for (SIMULATION 1.1).
"""

import fcntl
import os
import struct
import termios
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from hw_sims.cable import Cable

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
        self._cable: _PtyCable | None = None
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
                self._cable = _PtyCable(self._hear)
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
        return cable is not None and cable.write(data, self._byte_s)

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


class _PtyCable(Cable):
    """One plug of one pty. A new one each time: an old pty refuses to be opened twice with parity."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        # The slave stays open here, so that the host may close and reopen the port without a hang-up at our end.
        master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.slave_path = os.ttyname(self._slave)
        super().__init__(master, hear, f"pty {self.slave_path}")

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

    def _close_ends(self) -> None:
        super()._close_ends()
        os.close(self._slave)


def _replace_link(link: Path, target: str) -> None:
    new = link.with_name(link.name + ".new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(link)
