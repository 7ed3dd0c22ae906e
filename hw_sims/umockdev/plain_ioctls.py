"""Lets ioctls on mocked terminals through to the real pty behind them; umockdev alone refuses them all."""

import socket
import struct
import threading
from pathlib import Path

_MESSAGE = struct.Struct("=QQQ")
_IOCTL, _DONE, _RUN = 1, 3, 4
_NOT_HANDLED = -100 & (2**64 - 1)


class PlainIoctls:
    """Listens in place of umockdev's own default, from the start to `close`."""

    def __init__(self, at: Path) -> None:
        at.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(at))
        self._listener.listen(16)
        threading.Thread(target=self._accept, name="plain ioctls", daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _address = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=_serve, args=(connection,), daemon=True).start()


def _serve(connection: socket.socket) -> None:
    with connection:
        _answer(connection)


def _answer(connection: socket.socket) -> None:
    while (message := _receive(connection)) is not None:
        kind, _request, _argument = message
        if kind != _IOCTL:
            connection.sendall(_MESSAGE.pack(_DONE, _NOT_HANDLED, 0))
            continue
        connection.sendall(_MESSAGE.pack(_RUN, 0, 0))
        answer = _receive(connection)
        if answer is None:
            return
        connection.sendall(_MESSAGE.pack(_DONE, answer[1], answer[2]))


def _receive(connection: socket.socket) -> tuple[int, int, int] | None:
    """The next message; None when the program closed its file."""
    data = b""
    while len(data) < _MESSAGE.size:
        try:
            part = connection.recv(_MESSAGE.size - len(data))
        except OSError:
            return None
        if not part:
            return None
        data += part
    kind, first, second = _MESSAGE.unpack(data)
    return kind, first, second
