"""A usbfs node as the kernel would serve it to libusb, answered by a `UsbModel`, over umockdev's ioctl socket.

Each ioctl of the program under test arrives as three native longs. The node itself is a FIFO that is full while
nothing can be reaped: else libusb would spin, for a plain file can always be written.
"""

import errno
import os
import socket
import struct
import threading
from collections import deque
from pathlib import Path

from msgspec import Struct

from hw_sims.devices.usb import Setup, UsbModel

_MESSAGE = struct.Struct("=QQQ")
_IOCTL, _DONE, _READ, _WRITE = 1, 3, 5, 6
_WORD = 2**64 - 1
_PAGE = 4096

_SUBMIT, _DISCARD, _REAP, _REAP_NOW = 0x8038550A, 0x550B, 0x4008550C, 0x4008550D
_CLAIM, _RELEASE, _CAPABILITIES, _SET_CONFIGURATION = 0x8004550F, 0x80045510, 0x8004551A, 0x80045505
_SET_INTERFACE, _CLEAR_HALT, _RESET, _GET_DRIVER, _SPEED = 0x80085504, 0x80045515, 0x5514, 0x41045508, 0x551F
_URB_BYTES, _SETUP_BYTES = 56, 8
_CONTROL, _FULL_SPEED = 2, 2
_BULK_CAPABILITIES = 0x17
_IN = 0x80
_SETUP = struct.Struct("<BBHHH")
_SHUT_DOWN, _CANCELLED, _STALLED = -errno.ESHUTDOWN, -errno.ENOENT, -errno.EPIPE


class _Urb(Struct):
    """One transfer in the program's memory: where, of what kind, and its buffer."""

    address: int
    kind: int
    endpoint: int
    buffer: int
    length: int
    status: int = 0
    data: bytes | None = None


class _Client:
    """One open file of the program under test, and its memory."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def next_ioctl(self) -> tuple[int, int] | None:
        """The request and its argument; None when the program closed the file."""
        try:
            kind, request, argument = _MESSAGE.unpack(self._exactly(_MESSAGE.size))
        except (EOFError, OSError):
            return None
        if kind != _IOCTL:
            self.done(-100)
            return self.next_ioctl()
        return request & 0xFFFFFFFF, argument

    def read(self, address: int, size: int) -> bytes:
        if not size:
            return b""
        self._connection.sendall(_MESSAGE.pack(_READ, address, size))
        return self._exactly(size)

    def write(self, address: int, data: bytes) -> None:
        self._connection.sendall(_MESSAGE.pack(_WRITE, address, len(data)) + data)

    def done(self, result: int, error: int = 0) -> None:
        self._connection.sendall(_MESSAGE.pack(_DONE, result & _WORD, error))

    def close(self) -> None:
        """Only after the program has closed its end: it dies of anything else."""
        self._connection.close()

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self._connection.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data


class UsbfsNode:
    """*model* behind *node* (the mocked /dev/bus/usb file) and *ioctls* (umockdev's socket for it)."""

    def __init__(self, model: UsbModel, node: Path, ioctls: Path) -> None:
        self._model = model
        self._lock = threading.RLock()
        self._pending: dict[int, _Urb] = {}
        self._reapable: deque[_Urb] = deque()
        self._claims: dict[int, _Client] = {}
        self._gone = self._full = False
        self._node = node
        node.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(node)
        self._fifo = os.open(node, os.O_RDWR | os.O_NONBLOCK)
        ioctls.parent.mkdir(parents=True, exist_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(ioctls))
        self._listener.listen(8)
        self._signal()
        threading.Thread(target=self._accept, name=f"usbfs {node.name}", daemon=True).start()

    def wake(self) -> None:
        """The model has something new for an IN endpoint."""
        with self._lock:
            for urb in [urb for urb in self._pending.values() if urb.endpoint & _IN and urb.kind != _CONTROL]:
                self._try_read(urb)

    def unplug(self) -> None:
        """What waits ends now, and whatever is asked later finds no device. Open files are left to their program."""
        with self._lock:
            self._gone = True
            for urb in list(self._pending.values()):
                self._finish(urb, _SHUT_DOWN)
            self._model.power_lost()
            self._signal()
        self._node.unlink()

    def close(self) -> None:
        """Not before every program is gone: one that opens the node just now dies if nobody listens."""
        self._listener.close()
        os.close(self._fifo)

    def _accept(self) -> None:
        while True:
            try:
                connection, _address = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(_Client(connection),), daemon=True).start()

    def _serve(self, client: _Client) -> None:
        try:
            while (asked := client.next_ioctl()) is not None:
                self._ioctl(client, *asked)
        except (EOFError, OSError):
            pass  # the program ended in the middle of a question
        client.close()
        with self._lock:
            self._claims = {number: owner for number, owner in self._claims.items() if owner is not client}

    def _ioctl(self, client: _Client, request: int, argument: int) -> None:
        match request:
            case _ if request in (_REAP, _REAP_NOW):
                self._reap(client, argument)
            case _ if self._gone and request not in (_DISCARD, _RELEASE):
                client.done(-1, errno.ENODEV)
            case _ if request == _SUBMIT:
                self._submit(client, argument)
            case _ if request == _DISCARD:
                self._discard(client, argument)
            case _ if request in (_CLAIM, _RELEASE):
                self._hold(client, argument, release=request == _RELEASE)
            case _ if request == _CAPABILITIES:
                client.write(argument, struct.pack("<I", _BULK_CAPABILITIES))
                client.done(0)
            case _ if request == _GET_DRIVER:
                client.done(-1, errno.ENODATA)
            case _ if request == _SPEED:
                client.done(_FULL_SPEED)
            case _ if request in (_SET_CONFIGURATION, _SET_INTERFACE, _CLEAR_HALT, _RESET):
                client.done(0)
            case _:
                client.done(-1, errno.ENOTTY)

    def _submit(self, client: _Client, address: int) -> None:
        raw = client.read(address, _URB_BYTES)
        buffer, length = struct.unpack_from("<Qi", raw, 16)
        urb = _Urb(address, raw[0], raw[1], buffer, length)
        outgoing = urb.kind == _CONTROL or not urb.endpoint & _IN
        data = client.read(buffer, length) if outgoing else b""
        with self._lock:
            self._pending[address] = urb
        client.done(0)
        with self._lock:
            self._carry_out(urb, data)

    def _carry_out(self, urb: _Urb, data: bytes) -> None:
        if urb.kind == _CONTROL:
            setup = Setup(*_SETUP.unpack_from(data))
            outgoing = b"" if setup.request_type & _IN else data[_SETUP_BYTES:]
            self._answer(urb, self._model.control(setup, outgoing), incoming=bool(setup.request_type & _IN))
        elif urb.endpoint & _IN:
            self._try_read(urb)
        else:
            self._answer(urb, self._model.write(urb.endpoint, data) or b"", incoming=False)

    def _try_read(self, urb: _Urb) -> None:
        answer = self._model.read(urb.endpoint, urb.length)
        if answer is not None:
            self._answer(urb, answer, incoming=True)

    def _answer(self, urb: _Urb, answer: bytes | str, *, incoming: bool) -> None:
        if answer == "silence":
            return
        if isinstance(answer, str):
            self._finish(urb, _STALLED)
        else:
            self._finish(urb, 0, answer if incoming else None)

    def _finish(self, urb: _Urb, status: int, data: bytes | None = None) -> None:
        if self._pending.pop(urb.address, None) is not None:
            urb.status, urb.data = status, data
            self._reapable.append(urb)
            self._signal()

    def _reap(self, client: _Client, argument: int) -> None:
        with self._lock:
            if not self._reapable:
                client.done(-1, errno.ENODEV if self._gone else errno.EAGAIN)
                return
            urb = self._reapable.popleft()
            self._signal()
        header = _SETUP_BYTES if urb.kind == _CONTROL else 0
        actual = urb.length - header if urb.status == 0 else 0
        if urb.data is not None:
            client.write(urb.buffer + header, urb.data)
            actual = len(urb.data)
        client.write(urb.address + 4, struct.pack("<i", urb.status))
        client.write(urb.address + 28, struct.pack("<i", actual))
        client.write(argument, struct.pack("<Q", urb.address))
        client.done(0)

    def _discard(self, client: _Client, address: int) -> None:
        with self._lock:
            urb = self._pending.get(address)
            if urb is not None:
                self._finish(urb, _CANCELLED)
        client.done(-1 if urb is None else 0, errno.EINVAL if urb is None else 0)

    def _hold(self, client: _Client, argument: int, *, release: bool) -> None:
        (number,) = struct.unpack("<I", client.read(argument, 4))
        with self._lock:
            if release:
                self._claims.pop(number, None)
            elif self._claims.setdefault(number, client) is not client:
                client.done(-1, errno.EBUSY)
                return
        client.done(0)

    def _signal(self) -> None:
        """Full while there is nothing to reap; room in it wakes the program's poll."""
        idle = not self._reapable and not self._gone
        if idle and not self._full:
            try:
                while True:
                    os.write(self._fifo, bytes(_PAGE))
            except BlockingIOError:
                self._full = True
        elif not idle and self._full:
            os.read(self._fifo, _PAGE)
            self._full = False
