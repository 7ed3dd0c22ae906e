"""Pseudo-terminals as the measuring process holds them: plain descriptors, blocking, nothing in between."""

import os
import select
import tty
from typing import Self

_TOO_LONG_S = 10


class BenchStuck(Exception):
    """The other side did not answer: a measurement cannot go on."""


class Wire:
    """The device's end of one pty; the other end is opened by name in another process."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ignored: object) -> None:
        os.close(self._master)
        os.close(self._slave)

    def write(self, data: bytes) -> None:
        os.write(self._master, data)

    def read(self) -> bytes:
        """Wait for the next bytes."""
        if not select.select([self._master], [], [], _TOO_LONG_S)[0]:
            raise BenchStuck(f"nothing came on {self.path} for {_TOO_LONG_S} s")
        return os.read(self._master, 4096)
