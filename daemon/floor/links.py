"""The connections of tables at one floor process, and how a single one of them is cut."""

import contextlib
import os
import socket
from collections.abc import Iterator

import zmq

from daemon.floor.store import Enrolled

Address = tuple[str, int]
_ESTABLISHED = 1  # the first byte of Linux' struct tcp_info


class TableLink:
    """One connection. It plays once the clerk has admitted it; until then it has only said who it is."""

    def __init__(self, identity: bytes, key: str, frame: zmq.Frame) -> None:
        self.identity = identity
        self.key = key
        self.playing: Enrolled | None = None
        self.run = ""
        self.leaves_at: float | None = None
        """When it is cut: what was said to it last is out by then."""
        self._fd: int = frame.get(zmq.SRCFD)
        self._peer = _peer(self._fd)

    @property
    def connected(self) -> bool:
        """Whether this very connection is still open at both ends: a process that died has closed its own."""
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self._fd)) as connection:
            state = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
            return _address(connection) == self._peer and state == _ESTABLISHED
        return False

    def cut(self) -> None:
        """End this connection and no other one: ZeroMQ has no word for that, the system has.

        The descriptor may be another connection's by now; then its other end is another address.
        """
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self._fd)) as connection:
            if self._peer is not None and _address(connection) == self._peer:
                connection.shutdown(socket.SHUT_RDWR)


class Links:
    """Every connection that has said something, by its ZeroMQ identity."""

    def __init__(self) -> None:
        self._all: dict[bytes, TableLink] = {}

    def get(self, identity: bytes) -> TableLink | None:
        return self._all.get(identity)

    def of(self, identity: bytes, key: str, frame: zmq.Frame) -> TableLink:
        """The connection that sent *frame*. An identity belongs to a key: with another one it is another connection."""
        link = self._all.get(identity)
        if link is None or link.key != key:
            link = self._all[identity] = TableLink(identity, key, frame)
        return link

    def drop(self, link: TableLink) -> None:
        self._all.pop(link.identity, None)

    def of_key(self, key: str) -> list[TableLink]:
        return [link for link in self._all.values() if link.key == key]

    def sweep(self) -> None:
        """Forget those that never played and are gone: nothing is ever sent to them, so nothing tells."""
        for link in self:
            if link.playing is None and not link.connected:
                self.drop(link)

    def __iter__(self) -> Iterator[TableLink]:
        return iter(tuple(self._all.values()))

    def playing(self) -> dict[int, Enrolled]:
        """The enrolments that are linked here now."""
        return {link.playing.id: link.playing for link in self._all.values() if link.playing is not None}


def _peer(fd: int) -> Address | None:
    try:
        with socket.socket(fileno=os.dup(fd)) as connection:
            return _address(connection)
    except OSError:
        return None


def _address(connection: socket.socket) -> Address:
    host, port, *_ = connection.getpeername()
    return host, port
