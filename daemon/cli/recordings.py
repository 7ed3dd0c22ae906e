"""Recorded traffic from a file: read in its form, cut as asked, damaged as asked. Knows no protocol's meaning."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from daemon.cli.main import UserError
from daemon.i18n import _
from daemon.recording import is_recording

_NOISE_MOST = 6


def form_of(file: Path, forms: tuple[str, ...]) -> str:
    """The form *file* is written in, when nobody says: a recording by its first bytes, hexadecimal if all of it is."""
    try:
        if is_recording(file):
            return "recording"
    except OSError as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=file, error=error)) from error
    if "text" not in forms:
        return "hex"
    try:
        read_hex(file)
    except UserError:
        return "text"
    return "hex"


def read_hex(file: Path) -> list[bytes]:
    """One read per line, `#` starts a comment."""
    reads = []
    for number, line in enumerate(_lines(file), start=1):
        try:
            data = bytes.fromhex(line.partition("#")[0])
        except ValueError as error:
            text = _("{file}, línea {number}: no es hexadecimal. Una lectura por línea, # para comentarios.")
            raise UserError(text.format(file=file, number=number)) from error
        if data:
            reads.append(data)
    return reads


def read_text(file: Path) -> list[bytes]:
    """One line of the device per line, its time and a TAB before it if known; `#` at the start makes a comment."""
    lines = [line.rpartition("\t")[2] for line in _lines(file) if not line.startswith("#")]
    return [line.encode("ascii") + b"\r\n" for line in lines if line]


def cut(reads: list[bytes], how: str) -> Iterator[bytes]:
    stream = b"".join(reads)
    kind, _colon, seed = how.partition(":")
    if kind == "random" and seed.lstrip("-").isdigit():
        yield from _random_cuts(stream, random.Random(int(seed)))  # noqa: S311 - reproducible cuts are the point
    elif how == "read":
        yield from reads
    elif how == "whole":
        yield stream
    elif how == "1":
        yield from (stream[place : place + 1] for place in range(len(stream)))
    else:
        raise UserError(_("--chunk {how}: use read, 1, whole o random:SEED.").format(how=how))


def with_noise(
    messages: list[bytes], seed: int, spares: frozenset[int], is_spare: Callable[[int], bool]
) -> list[bytes]:
    """Rubbish without any byte of *spares* before each message, and one damaged bit in some that can be spared."""
    chance = random.Random(seed)  # noqa: S311 - reproducible noise is the point
    noisy = []
    for place, raw in enumerate(messages):
        rubbish = bytes(byte for byte in chance.randbytes(chance.randint(0, _NOISE_MOST)) if byte not in spares)
        noisy.append(rubbish + (_damaged(raw, chance) if is_spare(place) and chance.random() < 0.5 else raw))
    return noisy


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=file, error=error)) from error


def _random_cuts(stream: bytes, chance: random.Random) -> Iterator[bytes]:
    place = 0
    while place < len(stream):
        size = chance.randint(1, 24)
        yield stream[place : place + size]
        place += size


def _damaged(raw: bytes, chance: random.Random) -> bytes:
    bit = chance.randrange(8, len(raw) * 8)
    return bytes(byte ^ (1 << bit % 8 if place == bit // 8 else 0) for place, byte in enumerate(raw))
