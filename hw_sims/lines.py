"""Faults of a serial line as functions on byte streams. Chance is an argument: same source, same damage."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import Struct


class Chance(Protocol):
    """What is used of `random.Random`; a simulator passes a seeded one."""

    def random(self) -> float: ...
    def randrange(self, start: int, stop: int, /) -> int: ...


class LineFaults(Struct, frozen=True):
    """How likely each byte is lost, repeated or has one bit flipped."""

    lost: float = 0.0
    repeated: float = 0.0
    corrupted: float = 0.0


def damaged(data: bytes, faults: LineFaults, chance: Chance) -> bytes:
    """*data* as it arrives over a bad line."""
    out = bytearray()
    for byte in data:
        if chance.random() < faults.lost:
            continue
        arrived = byte ^ 1 << chance.randrange(0, 8) if chance.random() < faults.corrupted else byte
        out.append(arrived)
        if chance.random() < faults.repeated:
            out.append(arrived)
    return bytes(out)


def one_by_one(data: bytes) -> list[bytes]:
    return [bytes((byte,)) for byte in data]


def joined(chunks: Iterable[bytes]) -> list[bytes]:
    """Everything in one read, as behind a slow reader."""
    return [b"".join(chunks)]


def recut(chunks: Iterable[bytes], chance: Chance, longest: int = 16) -> Iterator[bytes]:
    """The same bytes cut at other places, in reads of 1 to *longest* bytes."""
    data = b"".join(chunks)
    while data:
        size = chance.randrange(1, longest + 1)
        yield data[:size]
        data = data[size:]


def cut_short(data: bytes, chance: Chance) -> bytes:
    """What arrives when the cable is pulled in the middle: never all of it."""
    return data[: chance.randrange(0, len(data))] if data else data


def with_noise(chunks: Iterable[bytes], chance: Chance, rate: float, longest: int = 6) -> Iterator[bytes]:
    """*chunks* with runs of noise between some of them; the chunks themselves stay whole."""
    for chunk in chunks:
        if chance.random() < rate:
            yield bytes(chance.randrange(0, 256) for _ in range(chance.randrange(1, longest + 1)))
        yield chunk
