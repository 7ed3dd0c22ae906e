"""A TCP port for simulated devices, as a one-port serial device server offers it. One host at a time.

Not faithful: the server's own buffers and packing delay, RFC 2217 control of the line, a server that drops off the
network without a word (the connection then dies by keep-alive; nothing here can play that).
"""

import contextlib
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from hw_sims.cable import Cable

_SMALL_BUFFER = 4096
"""A device server holds kilobytes, not the megabytes of this machine's kernel."""
_HANG_UP_S = 0.2
"""How long after a host hung up the next one may already call."""


class TcpPort:
    """The device's end. *on_bytes* is called on the port's own thread; port 0 takes a free one and keeps it."""

    def __init__(
        self, port: int, on_bytes: Callable[[bytes], None], *, host: str = "127.0.0.1", baud: int | None = None
    ) -> None:
        self.host, self.port = host, port
        self._on_bytes = on_bytes
        self._byte_s = 10 / baud if baud else 0.0
        self._listener: socket.socket | None = None
        self._acceptor: threading.Thread | None = None
        self._cable: Cable | None = None
        self._plugging = threading.RLock()
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
        return self._listener is not None

    @property
    def connected(self) -> bool:
        cable = self._cable
        return cable is not None and not cable.hung_up()

    @property
    def heard(self) -> bytes:
        """Every byte the host sent so far, over all connections."""
        return bytes(self._heard)

    def plug(self) -> None:
        """The server is on the network: it listens. Plugged already: nothing happens."""
        with self._plugging:
            if self._listener is not None:
                return
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL_BUFFER)
            listener.bind((self.host, self.port))
            listener.listen()
            self.port = listener.getsockname()[1]
            self._listener = listener
            self._acceptor = threading.Thread(target=self._accept, args=(listener,), name="tcp port", daemon=True)
            self._acceptor.start()

    def unplug(self) -> None:
        """Nobody listens any more, and whoever was connected is hung up on."""
        with self._plugging:
            listener, self._listener = self._listener, None
            cable, self._cable = self._cable, None
        if listener is not None and self._acceptor is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            self._acceptor.join()
            listener.close()
        if cable is not None:
            cable.cut()

    def send(self, data: bytes) -> bool:
        """Send *data*, waiting while the host does not read. False: nobody is connected, or hung up meanwhile."""
        cable = self._cable
        return cable is not None and cable.write(data, self._byte_s)

    def stop_reading(self) -> None:
        """Play a peer that no longer reads. Until the next connection."""
        if self._cable:
            self._cable.set_reading(False)

    def resume_reading(self) -> None:
        if self._cable:
            self._cable.set_reading(True)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                caller, _ = listener.accept()
            except OSError:
                return
            with self._plugging:
                self._connect(caller)

    def _connect(self, caller: socket.socket) -> None:
        """One host at a time: a second one is hung up on at once."""
        if self._listener is None or self._taken():
            caller.close()
            return
        if self._cable is not None:
            self._cable.cut()
        caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._cable = Cable(caller.detach(), self._hear, f"tcp {self.port}")

    def _taken(self) -> bool:
        return self._cable is not None and not self._cable.hung_up(_HANG_UP_S)

    def _hear(self, data: bytes) -> None:
        self._heard += data
        self._on_bytes(data)
