"""When to try a lost device again: for ever, with growing pauses. Pure: time is an argument."""

from typing import Literal

from msgspec import Struct

START_NS = 250_000_000
CAP_NS = 5_000_000_000
FACTOR = 2
LASTING_NS = 1_000_000_000

Level = Literal["warning", "debug"]


class Retry(Struct, frozen=True):
    """Try again at *at_ns*; speak of it at *level*: a streak of failures is news once."""

    at_ns: int
    level: Level


class Reconnect:
    """One device's streak of failures. A connection ends it only if it lasted: a loose plug stays slow."""

    def __init__(self) -> None:
        self._pause_ns = START_NS
        self._told = False
        self._connected_ns: int | None = None

    def connected(self, mono_ns: int) -> None:
        self._connected_ns = mono_ns

    def hope(self) -> None:
        """Something was plugged in: begin again with the shortest pause."""
        self._pause_ns = START_NS

    def failed(self, mono_ns: int) -> Retry:
        level: Level = "debug" if self._told else "warning"
        self._told = True
        return Retry(mono_ns + self._next_pause(), level)

    def lost(self, mono_ns: int) -> Retry:
        lasted = self._connected_ns is not None and mono_ns - self._connected_ns >= LASTING_NS
        self._connected_ns = None
        if not lasted:
            return self.failed(mono_ns)
        self._pause_ns, self._told = START_NS, False
        return Retry(mono_ns + self._next_pause(), "warning")

    def _next_pause(self) -> int:
        pause_ns = self._pause_ns
        self._pause_ns = min(pause_ns * FACTOR, CAP_NS)
        return pause_ns
