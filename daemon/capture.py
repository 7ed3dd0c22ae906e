"""Captures: what one device said and was told, as a text file that `decode` and `capture-to-test` read.

One read per line in hexadecimal; what was told, and reads whose bytes are covered, stand as comments. A capture is
covered unless somebody asked for its bytes: a shoe's bytes name cards that may lie face down.
"""

import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from daemon.recording import Opened, Record, Recording, RecordingError, Sent, Stepped
from daemon.schema import FILE_MODE
from daemon.tap import NAMES_CARDS
from drivers.registry import DRIVERS
from firmware_bridge.traffic import RxChunk, SerialWrite
from firmware_bridge.wire.decoders import LANGUAGES
from table_core.session import PassEnded, PassOpened
from table_core.table import TableState

HEADER = "# sabot-capture/1 "
_OPENS, _ENDS = PassOpened.__struct_config__.tag, PassEnded.__struct_config__.tag


class Heard(Struct, frozen=True):
    """Bytes that went one way; *data* is None where they are covered."""

    utc_ns: int
    way: Literal["in", "out"]
    size: int
    data: bytes | None


class About(Struct, frozen=True):
    """The first line of a capture: whose it is, and in what language `decode` reads it (None: in none)."""

    device: str
    driver: str | None
    protocol: str | None
    covered: bool


class _Typed(Struct):
    type: str


def protocol_of(driver: str | None) -> str | None:
    """The language of `sabot decode` that *driver*'s device speaks; None for those on USB."""
    known = {*LANGUAGES, "cctalk"}
    if driver is None or driver in known:
        return driver
    family = driver.partition("-")[0]
    return family if family in known and DRIVERS[driver].baud is not None else None


def names_cards(driver: str | None) -> bool:
    """Whether its bytes may name a card; of a device nobody knows they may."""
    return driver is None or DRIVERS[driver].role in NAMES_CARDS


def write_capture(path: Path, about: About, heard: Iterable[Heard]) -> int:
    """Write the capture for this user only, never over a file; how many reads `decode` will find in it."""
    said = list(heard)
    speaks = any(one.way == "in" for one in said)
    readable = "in" if speaks else "out"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "w", encoding="ascii") as file:
        file.write(HEADER + msgspec.json.encode(about).decode() + "\n")
        for one in said:
            file.write(_line(one, readable=one.way == readable))
    return sum(one.way == readable and one.data is not None for one in said)


def read_about(path: Path) -> About | None:
    """Whose capture this is; None when it is none."""
    with path.open("rb") as file:
        first = file.readline(4096)
    if not first.startswith(HEADER.encode()):
        return None
    try:
        return msgspec.json.decode(first[len(HEADER) :], type=About)
    except msgspec.MsgspecError:
        return None


def recorded(first: Path, device: str, since_utc_ns: int) -> tuple[list[Heard], int]:
    """The traffic of *device* in a table's recording, up to the last moment no pass was open; how much was left out."""
    records = Recording(first).records()
    opened = next(records, None)
    if not isinstance(opened, Opened):
        raise RecordingError("{first} no tiene comienzo", first=str(first))
    in_pass = msgspec.msgpack.decode(opened.state, type=TableState).game.in_pass
    settled: list[Heard] = []
    open_now: list[Heard] = []
    utc_less_mono = opened.utc_ns - opened.mono_ns
    for record in records:
        open_now += (one for one in _traffic(record, device, utc_less_mono) if one.utc_ns >= since_utc_ns)
        for kind in _kinds(record):
            in_pass = kind == _OPENS or (in_pass and kind != _ENDS)
        if not in_pass:
            settled, open_now = settled + open_now, []
    return settled, len(open_now)


def _traffic(record: Record, device: str, utc_less_mono: int) -> Iterator[Heard]:
    match record:
        case Stepped(inputs=inputs):
            for given in inputs:
                if isinstance(given, RxChunk) and given.port == device:
                    yield Heard(given.utc_ns, "in", len(given.data), given.data)
        case Sent(send=SerialWrite(port=port, data=data), mono_ns=mono_ns) if port == device:
            yield Heard(mono_ns + utc_less_mono, "out", len(data), data)


def _kinds(record: Record) -> Iterator[str]:
    if isinstance(record, Stepped):
        yield from (msgspec.json.decode(entry, type=_Typed).type for entry in record.entries)


def _line(one: Heard, *, readable: bool) -> str:
    moment = datetime.fromtimestamp(one.utc_ns / 1e9, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    way = "<" if one.way == "in" else ">"
    if one.data is None:
        return f"# {moment} {way} {one.size} bytes\n"
    return f"{one.data.hex(' ')}  # {moment}\n" if readable else f"# {moment} {way} {one.data.hex(' ')}\n"
