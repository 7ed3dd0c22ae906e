"""What passes between a port and the controller: bytes in, transfers out, links up and down. Values only.

Every input carries the moment the shell saw it: `mono_ns` for intervals, `utc_ns` for the record.
A send names its port; it belongs to the connection that was up when it was made and dies with it.
"""

from msgspec import Struct


class RxChunk(Struct, frozen=True, tag=True):
    """Bytes as one read returned them; frames may be cut or joined anywhere."""

    port: str
    data: bytes
    mono_ns: int
    utc_ns: int


class UsbDone(Struct, frozen=True, tag=True):
    """The answer to the `UsbTransfer` with the same id; *error* is None when it worked."""

    port: str
    id: int
    data: bytes
    error: str | None
    mono_ns: int
    utc_ns: int


class LinkUp(Struct, frozen=True, tag=True):
    """The port is open; *identity* is what the transport can say of the device (path, USB serial ...)."""

    port: str
    identity: str
    mono_ns: int
    utc_ns: int


class LinkDown(Struct, frozen=True, tag=True):
    port: str
    reason: str
    mono_ns: int
    utc_ns: int


class SendFailed(Struct, frozen=True, tag=True):
    """A send was not delivered although the link is up (buffer full: the device stopped reading)."""

    port: str
    reason: str
    mono_ns: int
    utc_ns: int


PortInput = RxChunk | UsbDone | LinkUp | LinkDown | SendFailed


class SerialWrite(Struct, frozen=True, tag=True):
    port: str
    data: bytes


class UsbTransfer(Struct, frozen=True, tag=True):
    """One USB control transfer. *length* is how many bytes to read when *request_type* has bit 7 set."""

    port: str
    id: int
    request_type: int
    request: int
    value: int
    index: int
    data: bytes = b""
    length: int = 0


Send = SerialWrite | UsbTransfer
