"""Stored captures, and how every golden test feeds a deframer. Holds no expectations of its own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, TypeVar

Item_co = TypeVar("Item_co", covariant=True)
Item = TypeVar("Item")

CAPTURE = Path(__file__).parent / "data" / "angel_eye_ii_ex.hex"
POWER_CYCLE_NOISE = bytes.fromhex("ff ff ff ff c5 fc")


class Deframing(Protocol[Item_co]):
    def receive_data(self, data: bytes) -> None: ...
    def next_item(self) -> Item_co | None: ...


def drain(deframer: Deframing[Item]) -> Iterator[Item]:
    while (item := deframer.next_item()) is not None:
        yield item


def feed(deframer: Deframing[Item], chunks: list[bytes]) -> list[Item]:
    """Every item that *chunks* give, asked for after each of them."""
    items: list[Item] = []
    for chunk in chunks:
        deframer.receive_data(chunk)
        items.extend(drain(deframer))
    return items


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    """*data* in pieces of *sizes*, then the rest."""
    chunks = []
    for size in sizes:
        chunks.append(data[:size])
        data = data[size:]
    return [*chunks, data]


def captured_reads(path: Path = CAPTURE) -> list[bytes]:
    lines = path.read_text(encoding="ascii").splitlines()
    return [bytes.fromhex(line) for line in lines if not line.startswith("#")]
