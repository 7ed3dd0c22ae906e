"""Lines that misbehave, between a simulator and its transport. Chance and time are arguments: same seed, same damage.

A line takes what one end writes, frame by frame, and says what the other end gets and when. Every line counts in
`injected` what it did: a test whose line injected nothing has shown nothing. How to use it: tests/contract/README.md.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from msgspec import Struct

SECOND_NS = 1_000_000_000
FLOOD_BYTES = 1 << 16
_READ_SIZE = 4096
_LONGEST_DELAY_NS = 30_000_000
_BITS_PER_BYTE = 10


class Chance(Protocol):
    """What is used of `random.Random`; a test or a simulator passes a seeded one."""

    def randrange(self, start: int, stop: int, /) -> int: ...


class Read(Struct, frozen=True):
    """Bytes the far end gets in one read."""

    data: bytes
    at_ns: int


class Unplugged(Struct, frozen=True):
    at_ns: int


class PluggedIn(Struct, frozen=True):
    at_ns: int


class Refused(Struct, frozen=True):
    """The far end no longer reads: its buffer is full and the write was refused whole."""

    at_ns: int


Arrival = Read | Unplugged | PluggedIn | Refused


class Line:
    """A perfect line: every write is one read, at once. The others change as little of this as they need."""

    def __init__(self) -> None:
        self.injected: Counter[str] = Counter()

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        """What becomes of *frame*, written at *at_ns*."""
        return (Read(frame, at_ns),)

    def rest(self, at_ns: int = 0) -> Iterable[Arrival]:
        """What is still on its way when the writer falls silent."""
        return ()


class OneByOne(Line):
    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        self.injected["split"] += len(frame) - 1
        return [Read(bytes((byte,)), at_ns) for byte in frame]


class Joined(Line):
    """A slow reader: everything written since the last silence comes in one read."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[bytes] = []

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        self._waiting.append(frame)
        return ()

    def rest(self, at_ns: int = 0) -> Iterable[Arrival]:
        waiting, self._waiting = self._waiting, []
        self.injected["joined"] += max(0, len(waiting) - 1)
        return [Read(b"".join(waiting), at_ns)] if waiting else []


class Recut(Joined):
    """The same bytes, cut anywhere but at the frames."""

    def __init__(self, chance: Chance, longest: int = 16) -> None:
        super().__init__()
        self._chance = chance
        self._longest = longest

    def rest(self, at_ns: int = 0) -> Iterator[Arrival]:
        data, self._waiting = b"".join(self._waiting), []
        while data:
            size = self._chance.randrange(1, self._longest + 1)
            yield Read(data[:size], at_ns)
            data = data[size:]
            self.injected["cut"] += bool(data)


class Paced(Line):
    """Byte after byte at the real speed: 8N1 takes ten bits for each."""

    def __init__(self, baud: int) -> None:
        super().__init__()
        self._byte_ns = _BITS_PER_BYTE * SECOND_NS // baud
        self._busy_until_ns = 0

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterator[Arrival]:
        self._busy_until_ns = max(self._busy_until_ns, at_ns)
        for byte in frame:
            self._busy_until_ns += self._byte_ns
            self.injected["paced"] += 1
            yield Read(bytes((byte,)), self._busy_until_ns)


class Delayed(Line):
    """Every frame comes late and in two halves, with a pause between them; the order stays."""

    def __init__(self, chance: Chance, longest_ns: int = _LONGEST_DELAY_NS) -> None:
        super().__init__()
        self._chance = chance
        self._longest_ns = longest_ns
        self._last_ns = 0

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterator[Arrival]:
        middle = self._chance.randrange(0, len(frame))
        for half in (frame[:middle], frame[middle:]):
            self._last_ns = max(self._last_ns, at_ns) + self._chance.randrange(1, self._longest_ns)
            self.injected["delayed"] += 1
            if half:
                yield Read(half, self._last_ns)


class OneInSome(Line):
    """Of every *some* frames one, chosen by chance, is hurt; the others arrive whole."""

    def __init__(self, chance: Chance, some: int = 3) -> None:
        super().__init__()
        self._chance = chance
        self._some = some
        self._carried = 0
        self._victim = 0

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        place = self._carried % self._some
        if place == 0:
            self._victim = self._chance.randrange(0, self._some)
        self._carried += 1
        return self.hurt(frame, at_ns) if place == self._victim else (Read(frame, at_ns),)

    def hurt(self, frame: bytes, at_ns: int) -> Iterable[Arrival]:
        """One read, damaged; a subclass may do worse."""
        return [Read(damaged, at_ns)] if (damaged := self.damaged(frame)) else []

    def damaged(self, frame: bytes) -> bytes:
        raise NotImplementedError


class ByteLost(OneInSome):
    def damaged(self, frame: bytes) -> bytes:
        place = self._chance.randrange(0, len(frame))
        self.injected["lost"] += 1
        return frame[:place] + frame[place + 1 :]


class ByteRepeated(OneInSome):
    def damaged(self, frame: bytes) -> bytes:
        place = self._chance.randrange(0, len(frame))
        self.injected["repeated"] += 1
        return frame[: place + 1] + frame[place:]


class BitFlipped(OneInSome):
    def damaged(self, frame: bytes) -> bytes:
        bit = self._chance.randrange(0, 8 * len(frame))
        self.injected["corrupted"] += 1
        return bytes(byte ^ (1 << bit % 8 if place == bit // 8 else 0) for place, byte in enumerate(frame))


class FrameLost(OneInSome):
    def damaged(self, frame: bytes) -> bytes:
        self.injected["frame_lost"] += 1
        return b""


class Noisy(OneInSome):
    """Rubbish between frames, as an open line picks it up; the frames themselves stay whole."""

    def damaged(self, frame: bytes) -> bytes:
        noise = rubbish(self._chance, self._chance.randrange(1, 7))
        self.injected["noise"] += len(noise)
        return noise + frame


class Flooded(Line):
    """The peer goes mad once: 64 KiB of rubbish before one of its first frames."""

    def __init__(self, chance: Chance, within: int = 3) -> None:
        super().__init__()
        self._chance = chance
        self._left = chance.randrange(1, within + 1)

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterator[Arrival]:
        self._left -= 1
        if self._left == 0:
            for _ in range(FLOOD_BYTES // _READ_SIZE):
                yield Read(rubbish(self._chance, _READ_SIZE), at_ns)
            self.injected["flood"] += FLOOD_BYTES
        yield Read(frame, at_ns)


class UnpluggedInFrame(Line):
    """The cable comes out in the middle of one of the first frames; what is written until it is back is lost."""

    def __init__(self, chance: Chance, within: int = 3, out_ns: int = SECOND_NS) -> None:
        super().__init__()
        self._chance = chance
        self._left = chance.randrange(1, within + 1)
        self._out_ns = out_ns
        self._back_ns = 0

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        if at_ns < self._back_ns:
            self.injected["swallowed"] += 1
            return ()
        self._left -= 1
        if self._left != 0:
            return (Read(frame, at_ns),)
        self.injected["unplugged"] += 1
        self._back_ns = at_ns + self._out_ns
        part = frame[: self._chance.randrange(1, max(2, len(frame)))]
        return (Read(part, at_ns), Unplugged(at_ns), PluggedIn(self._back_ns))


class StopsReading(Line):
    """The peer reads nothing for *deaf_for* frames: writes are refused until it reads again."""

    def __init__(self, chance: Chance, within: int = 3, deaf_for: int = 2) -> None:
        super().__init__()
        self._deaf_from = chance.randrange(0, within)
        self._deaf_until = self._deaf_from + deaf_for
        self._carried = 0

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        self._carried += 1
        if self._deaf_from < self._carried <= self._deaf_until:
            self.injected["refused"] += 1
            return (Refused(at_ns),)
        return (Read(frame, at_ns),)


def rubbish(chance: Chance, size: int) -> bytes:
    return bytes(chance.randrange(0, 256) for _ in range(size))


TO_HOST: dict[str, Callable[[Chance], Line]] = {
    "one byte at a time": lambda _chance: OneByOne(),
    "joined": lambda _chance: Joined(),
    "recut": Recut,
    "paced at 9600 baud": lambda _chance: Paced(9600),
    "delayed": Delayed,
    "byte lost": ByteLost,
    "byte repeated": ByteRepeated,
    "bit flipped": BitFlipped,
    "frame lost": FrameLost,
    "hopeless": lambda chance: BitFlipped(chance, some=1),
    "noise between frames": Noisy,
    "flooded": Flooded,
    "unplugged in mid-frame": UnpluggedInFrame,
}
"""Every kind of line from a device to the host, by the name people know it by."""

TO_DEVICE: dict[str, Callable[[Chance], Line]] = {
    **{name: make for name, make in TO_HOST.items() if name != "flooded"},
    "stops reading": StopsReading,
}
"""Every kind of line from the host to a device."""
