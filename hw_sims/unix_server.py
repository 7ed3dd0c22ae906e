"""A unix socket with one thread per client. Says nothing about what is spoken on it."""

import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path


class UnixServer:
    """Calls *serve* on a thread of its own for every client; the connection is closed when it returns."""

    def __init__(self, at: Path, serve: Callable[[socket.socket], None]) -> None:
        self._at = at
        self._serve = serve
        self._listener = socket.socket(socket.AF_UNIX)
        self._acceptor = threading.Thread(target=self._accept, name=f"accept {at}", daemon=True)
        self._clients: dict[socket.socket, threading.Thread] = {}
        self._changing = threading.Lock()

    def start(self) -> None:
        self._listener.bind(str(self._at))
        self._at.chmod(0o600)
        self._listener.listen()
        self._acceptor.start()

    def close(self) -> None:
        """Hang up on every client and wait until every thread has ended."""
        with contextlib.suppress(OSError):  # never started
            self._listener.shutdown(socket.SHUT_RDWR)
        if self._acceptor.is_alive():
            self._acceptor.join()
        self._listener.close()
        with self._changing:
            clients = dict(self._clients)
        for client, thread in clients.items():
            with contextlib.suppress(OSError):  # hung up by itself
                client.shutdown(socket.SHUT_RDWR)
            thread.join()
        self._at.unlink(missing_ok=True)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._run, args=(client,), name=f"client of {self._at}", daemon=True)
            with self._changing:
                self._clients[client] = thread
            thread.start()

    def _run(self, client: socket.socket) -> None:
        with client, contextlib.suppress(ConnectionError):
            self._serve(client)
        with self._changing:
            del self._clients[client]
