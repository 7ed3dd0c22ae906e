"""The recording's file format: what the kernel was given and what it decided, as records that survive a cut anywhere.

docs/recording.md describes it for other programs. Writing and playing are elsewhere.
"""

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from daemon.kernel import Input
from firmware_bridge.traffic import Send
from table_core.text import TextError

RECORDINGS = "recordings"
"""Where the recordings lie, beside the journal."""
MAGIC = b"SABOTR1\n"
MAX_RECORD = 16 << 20
_FRAME = struct.Struct(">II")
_NAME = re.compile(r"^(?P<run>.+)-(?P<number>\d{3,})\.rec$")


class RecordingError(TextError):
    """This file cannot be used as a recording: why, and what to do, in the message."""


class Opened(Struct, frozen=True, tag=True):
    """The first record of a run: all that a kernel needs to begin where this one began."""

    table: str
    version: str
    config: str
    state: bytes
    mono_ns: int
    utc_ns: int


class Continued(Struct, frozen=True, tag=True):
    """The first record of a further file of the same run."""

    number: int


class Begun(Struct, frozen=True, tag=True):
    """What the restart decided before the first input."""

    after_fault: bool
    entries: tuple[bytes, ...]


class Stepped(Struct, frozen=True, tag=True):
    """One step: its inputs in order, and the entries it led to as the journal has them; *fault* if it raised."""

    inputs: tuple[Input, ...]
    entries: tuple[bytes, ...]
    fault: str | None = None


class Sent(Struct, frozen=True, tag=True):
    """What was handed to a port, and when."""

    send: Send
    mono_ns: int


class Ended(Struct, frozen=True, tag=True):
    """Nothing more was recorded; *reason* says why."""

    reason: str


Record = Opened | Continued | Begun | Stepped | Sent | Ended

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Record] = msgspec.msgpack.Decoder(Record)


def pack(record: Record) -> bytes:
    """*record* as it lies in the file: length, CRC-32, MessagePack."""
    payload = _encoder.encode(record)
    return _FRAME.pack(len(payload), zlib.crc32(payload)) + payload


def is_recording(file: Path) -> bool:
    """Whether *file* begins as a recording does."""
    with file.open("rb") as opened:
        return opened.read(len(MAGIC)) == MAGIC


class Recording:
    """One run's files, read in order. *cut* is true once reading met a record that is not whole."""

    def __init__(self, first: Path) -> None:
        self.first = first
        self.cut = False

    def records(self) -> Iterator[Record]:
        for path in files_of_run(self.first):
            yield from self._records_of(path)
            if self.cut:
                return

    def whole_bytes(self) -> Iterator[bytes]:
        """The run as one file: the magic and every whole record."""
        yield MAGIC
        for record in self.records():
            if not isinstance(record, Continued):
                yield pack(record)

    def _records_of(self, path: Path) -> Iterator[Record]:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise RecordingError("{path} no es una grabación de sabot.", path=str(path))
            while frame := file.read(_FRAME.size):
                payload = self._payload(frame, file.read)
                if payload is None:
                    self.cut = True
                    return
                try:
                    yield _decoder.decode(payload)
                except msgspec.MsgspecError as error:
                    raise RecordingError(
                        "{path}: este programa no entiende un registro de la grabación ({error}). "
                        "Use la versión que la hizo.",
                        path=str(path),
                        error=str(error),
                    ) from error

    @staticmethod
    def _payload(frame: bytes, read: Callable[[int], bytes]) -> bytes | None:
        """The payload behind *frame*; None when either is not whole."""
        if len(frame) < _FRAME.size:
            return None
        length, check = _FRAME.unpack(frame)
        if length > MAX_RECORD:
            return None
        payload = read(length)
        return payload if len(payload) == length and zlib.crc32(payload) == check else None


def file_name(run: str, number: int) -> str:
    return f"{run}-{number:03d}.rec"


def files_of_run(first: Path) -> list[Path]:
    """*first* and the files of its run that follow it without a gap."""
    named = _NAME.match(first.name)
    if named is None:
        return [first]
    if int(named["number"]) != 1:
        raise RecordingError(
            "{first} no es el comienzo de su grabación. Indique {run}.",
            first=str(first),
            run=str(file_name(named["run"], 1)),
        )
    files = [first]
    while (following := first.with_name(file_name(named["run"], len(files) + 1))).exists():
        files.append(following)
    return files
