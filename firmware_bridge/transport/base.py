"""What every link offers, what it tells its owner, and how its failures are sorted. Opens nothing."""

import asyncio
import errno
import termios
from typing import Literal, Protocol

from firmware_bridge.traffic import Send

WRITE_LIMIT_BYTES = 4096

FailureKind = Literal["gone", "busy", "denied", "timeout", "broken"]

_KINDS: dict[int, FailureKind] = {
    errno.EIO: "gone",
    errno.ENODEV: "gone",
    errno.ENXIO: "gone",
    errno.ENOENT: "gone",
    errno.ESHUTDOWN: "gone",
    errno.EHOSTUNREACH: "gone",
    errno.ENETUNREACH: "gone",
    errno.EBUSY: "busy",
    errno.EAGAIN: "busy",  # flock of a port that another process holds
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.ETIMEDOUT: "timeout",
}


class LinkError(Exception):
    """A link could not be opened or died.

    gone: unplugged, or the path does not exist. busy: another process holds it. denied: no permission.
    timeout: a transfer got no answer. broken: it is there and does not do what the URL says.
    """

    def __init__(self, kind: FailureKind, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind: FailureKind = kind
        self.detail = detail


def classify(exc: BaseException) -> LinkError:
    """The one place that sorts what pyserial, termios, pyusb and the kernel raise."""
    if isinstance(exc, LinkError):
        return exc
    if not isinstance(exc, OSError | termios.error):
        return LinkError("broken", f"{type(exc).__name__}: {exc}")
    return LinkError(_kind_of(exc), str(exc))


def _kind_of(exc: OSError | termios.error) -> FailureKind:
    if isinstance(exc, ConnectionError):
        return "gone"  # refused, reset or hung up: a device server, or a simulated bus that has ended
    number = _errno_of(exc)
    if number is None and isinstance(exc.__context__, OSError | termios.error):
        # pyserial re-raises "Could not configure port" without the number of its cause.
        number = _errno_of(exc.__context__)
    if number is None:
        # pyserial names no number when a port is readable and empty, libusb none for OTHER: a dead device.
        return "gone"
    return _KINDS.get(number, "broken")


def _errno_of(exc: OSError | termios.error) -> int | None:
    number = exc.errno if isinstance(exc, OSError) else exc.args[0] if exc.args else None
    return number if isinstance(number, int) else None


class LinkEvents(Protocol):
    """Told on the event loop's thread, never from inside `send` and never before `open_link` has returned.

    After `lost` nothing more is told.
    """

    def received(self, data: bytes) -> None: ...

    def usb_done(self, id: int, data: bytes, error: str | None) -> None: ...  # noqa: A002

    def lost(self, reason: str) -> None: ...

    def send_failed(self, reason: str) -> None: ...


class Link(Protocol):
    """One open connection to one device."""

    @property
    def identity(self) -> str: ...

    def send(self, send: Send) -> None:
        """Queue *send*. Never blocks; refused whole when the buffer is full, told once per streak."""
        ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None:
        """Let bytes in. A link opens paused, so that its owner can say "up" before the first byte."""
        ...

    async def close(self) -> None:
        """Deliver what a moment suffices for, let go of the device, tell nothing more."""
        ...


class EventGate:
    """A `LinkEvents` in front of the owner's: one `lost`, then silence; one `send_failed` per streak."""

    def __init__(self, events: LinkEvents) -> None:
        self._events = events
        self._loop = asyncio.get_running_loop()
        self._refusing = False
        self.is_open = True

    def shut(self) -> None:
        self.is_open = False

    def accept(self) -> None:
        """A send was taken: the next refusal is news again."""
        self._refusing = False

    def refuse(self, reason: str) -> None:
        if not self._refusing:
            self._refusing = True
            self._loop.call_soon(self.send_failed, reason)

    def received(self, data: bytes) -> None:
        if self.is_open:
            self._events.received(data)

    def usb_done(self, id: int, data: bytes, error: str | None) -> None:  # noqa: A002
        if self.is_open:
            self._events.usb_done(id, data, error)

    def lost(self, reason: str) -> None:
        if self.is_open:
            self.is_open = False
            self._events.lost(reason)

    def send_failed(self, reason: str) -> None:
        if self.is_open:
            self._events.send_failed(reason)
