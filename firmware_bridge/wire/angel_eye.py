"""Frames of the Angel Eye II-EX baccarat shoe: bytes to frames and back. Knows no meaning of any payload.

Shoe to host (DEVICES 1.1, grade A): `ENQ seq type payload... ETX BCC1 BCC2`. The BCC is the XOR of everything
after ENQ up to and including ETX, as two upper-case hex digits. Host to shoe is grade C, never tried.
"""

from functools import reduce
from operator import xor

from msgspec import Struct

from firmware_bridge.wire.noise import HeldBytes, LineNoise

__all__ = [
    "ENQ",
    "ETX",
    "MAX_FRAME",
    "NOISE_RUN",
    "Deframer",
    "Frame",
    "LineNoise",
    "bcc",
    "is_refused_frame",
    "lock_command",
]

STX, ETX, ENQ = 0x02, 0x03, 0x05
MAX_FRAME = 32
"""The longest known frame (`M`) has 12 bytes; beyond this an ENQ was a false start."""
NOISE_RUN = 64
"""Noise without an ENQ is handed out in runs of this length, so that a mad line holds no memory."""

_OVERHEAD = 6
_REFUSED = frozenset({"bad_bcc", "bad_shape", "too_long"})


class Frame(Struct, frozen=True):
    """One message of the shoe. *type* is its letter, also when it is none of the known ones."""

    seq: int
    type: str
    payload: bytes = b""

    def __post_init__(self) -> None:
        if not 0 <= self.seq <= 9:
            raise ValueError(f"sequence {self.seq}, want 0..9")
        if not (len(self.type) == 1 and "!" <= self.type <= "~"):
            raise ValueError(f"type {self.type!r}, want one printable ASCII character")
        if ENQ in self.payload or ETX in self.payload:
            raise ValueError("the payload holds 05 or 03, which frame a message")
        if len(self.payload) + _OVERHEAD > MAX_FRAME:
            raise ValueError(f"payload of {len(self.payload)} bytes, want at most {MAX_FRAME - _OVERHEAD}")

    def to_bytes(self) -> bytes:
        covered = b"%d%b%b%c" % (self.seq, self.type.encode("ascii"), self.payload, ETX)
        return bytes((ENQ,)) + covered + bcc(covered)

    @property
    def raw(self) -> bytes:
        """The very bytes it was read from: a frame has one spelling only."""
        return self.to_bytes()


class Deframer(HeldBytes):
    """Cuts a byte stream into frames and noise; the cuts depend on the bytes, never on how they arrived."""

    def next_item(self) -> Frame | LineNoise | None:
        if not self._held:
            return None
        if self._held[0] != ENQ:
            return self._next_noise()
        return self._next_frame()

    def flush(self) -> LineNoise | None:
        """What is held at the end of the stream; call it after `next_item` returned None."""
        if not self._held:
            return None
        return self._drop(len(self._held), "bad_shape" if self._held[0] == ENQ else "no_enq")

    def _next_noise(self) -> LineNoise | None:
        end = self._held.find(ENQ)
        if end < 0 and len(self._held) < NOISE_RUN:
            return None
        return self._drop(min(end, NOISE_RUN) if end > 0 else NOISE_RUN, "no_enq")

    def _next_frame(self) -> Frame | LineNoise | None:
        window = self._held[:MAX_FRAME]
        restart = window.find(ENQ, 1)
        etx = window.find(ETX, 1)
        size = etx + 3 if 0 < etx <= MAX_FRAME - 3 else None
        if restart > 0 and (size is None or restart < size):
            return self._drop(restart, "bad_shape")
        if size is None:
            return self._drop(MAX_FRAME, "too_long") if len(window) == MAX_FRAME else None
        return self._judge(size) if len(window) >= size else None

    def _judge(self, size: int) -> Frame | LineNoise:
        # No ENQ lies inside a refused frame, so dropping all of it hides no good one.
        raw = bytes(self._held[:size])
        if raw[-2:] != bcc(raw[1:-2]):
            return self._drop(size, "bad_bcc")
        if not (0x30 <= raw[1] <= 0x39 and 0x21 <= raw[2] <= 0x7E):
            return self._drop(size, "bad_shape")
        del self._held[:size]
        return Frame(raw[1] - 0x30, chr(raw[2]), raw[3:-3])


def is_refused_frame(noise: LineNoise) -> bool:
    """Whether *noise* began as a frame (counted as bad) or lay between frames (counted as noise)."""
    return noise.reason in _REFUSED


def bcc(covered: bytes) -> bytes:
    return b"%02X" % reduce(xor, covered, 0)


def lock_command(on: bool) -> bytes:
    """Lock or unlock the shoe. Grade C: the BCC covers STX because the specification's example needs it."""
    covered = b"%cOPLK%b%c" % (STX, b"02" if on else b"01", ETX)
    return covered + bcc(covered)
