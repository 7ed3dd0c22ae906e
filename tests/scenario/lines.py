"""Lines that misbehave on cue: what a story, not chance, wants to happen to the shoe's next words."""

from collections.abc import Iterable

from hw_sims.lines import Arrival, Line, Read


class OneCopyReplaced(Line):
    """The first copy of the next message arrives as *other*, a frame with a good check."""

    def __init__(self) -> None:
        super().__init__()
        self.other: bytes | None = None

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        arrived, self.other = self.other or frame, None
        return (Read(arrived, at_ns),)


class Deaf(Line):
    """Swallows what is said while *deaf*."""

    def __init__(self) -> None:
        super().__init__()
        self.deaf = False

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        return () if self.deaf else (Read(frame, at_ns),)
