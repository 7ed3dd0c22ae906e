"""How the shoe's bytes reach the table: whole, in single bytes, joined, or with one of three copies damaged."""

import random
from collections.abc import Iterable
from typing import Protocol

from firmware_bridge.wire.angel_eye import Deframer, Frame
from hw_sims import lines
from hw_sims.lines import LineFaults

COPIES = 3


class Line(Protocol):
    """Between the shoe and the table: takes frames, gives the reads that arrive."""

    def carry(self, frame: bytes) -> Iterable[bytes]: ...

    def rest(self) -> Iterable[bytes]:
        """What was still on its way when the shoe fell silent."""
        ...


class Clean:
    def carry(self, frame: bytes) -> Iterable[bytes]:
        return (frame,)

    def rest(self) -> Iterable[bytes]:
        return ()


class OneByOne(Clean):
    def carry(self, frame: bytes) -> Iterable[bytes]:
        return lines.one_by_one(frame)


class Joined(Clean):
    """A slow reader: everything said since the last pause comes in one read."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def carry(self, frame: bytes) -> Iterable[bytes]:
        self._waiting.append(frame)
        return ()

    def rest(self) -> Iterable[bytes]:
        waiting, self._waiting = self._waiting, []
        return [read for read in lines.joined(waiting) if read]


class Recut(Joined):
    """The same bytes, cut anywhere but at the frames."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._chance = random.Random(seed)

    def rest(self) -> Iterable[bytes]:
        return lines.recut(super().rest(), self._chance)


class OneCopyDamaged(Clean):
    """Of the three copies of every message one, by turns, suffers from *faults* in a way its check can see."""

    def __init__(self, faults: LineFaults, seed: int) -> None:
        self._faults = faults
        self._chance = random.Random(seed)
        self._carried = 0

    def carry(self, frame: bytes) -> Iterable[bytes]:
        message, copy = divmod(self._carried, COPIES)
        self._carried += 1
        if copy != message % COPIES:
            return (frame,)
        return (self._damaged(frame),)

    def _damaged(self, frame: bytes) -> bytes:
        while _frames_in(damaged := lines.damaged(frame, self._faults, self._chance)) not in ([], [frame]):
            pass  # an XOR misses two flips of the same bit: what then happens has a test of its own
        return damaged


class OneCopyReplaced(Clean):
    """The first copy of the next message arrives as *other*, a frame with a good check."""

    def __init__(self) -> None:
        self.other: bytes | None = None

    def carry(self, frame: bytes) -> Iterable[bytes]:
        arrived, self.other = self.other or frame, None
        return (arrived,)


class Deaf(Clean):
    """Swallows what is said while *deaf*."""

    def __init__(self) -> None:
        self.deaf = False

    def carry(self, frame: bytes) -> Iterable[bytes]:
        return () if self.deaf else (frame,)


class Noisy(Clean):
    """Rubbish without an ENQ between the copies, as an open line picks it up."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def carry(self, frame: bytes) -> Iterable[bytes]:
        return lines.with_noise((frame,), self._chance, rate=0.4)


def _frames_in(data: bytes) -> list[bytes]:
    deframer = Deframer()
    deframer.receive_data(data)
    return [item.raw for item in iter(deframer.next_item, None) if isinstance(item, Frame)]
