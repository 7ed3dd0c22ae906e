"""Lines of the Cammegh Slingshot 2 roulette wheel: bytes to status lines and bare numbers. Knows no rounds.

Grade A (DEVICES 5.1): `*X;s;nnn;ww;f;vvv;d` CR LF every half second, and a bare winning number that ends LF CR.
There is no check: a line is believed only if its shape is exact.
"""

import re

from msgspec import Struct

from firmware_bridge.wire.noise import HeldBytes, LineNoise

LONGEST_LINE = 64
HIGHEST_NUMBER = 36

_STATUS = re.compile(rb"\*X;([1-6]);(\d{3});(  | \d|\d\d);([0-9A-Fa-f]);(\d{3});([01])(?=\*|$)")
_BARE = re.compile(rb" ?\d{1,2}")
_END = re.compile(rb"[\r\n]")


class StatusLine(Struct, frozen=True):
    """What the wheel says of itself. *last_number* is the previous result outside state 5, None after power-up."""

    state: int
    spin: int
    last_number: int | None
    flags: int
    speed: int
    direction: int

    def __post_init__(self) -> None:
        if not 1 <= self.state <= 6 or not 0 <= self.spin <= 999 or not 0 <= self.speed <= 999:
            raise ValueError(f"state {self.state}, spin {self.spin}, speed {self.speed}: want 1..6, 0..999, 0..999")
        if not 0 <= self.flags <= 15 or self.direction not in (0, 1):
            raise ValueError(f"flags {self.flags}, direction {self.direction}: want 0..15, 0 or 1")
        if self.last_number is not None and not 0 <= self.last_number <= HIGHEST_NUMBER:
            raise ValueError(f"number {self.last_number}, want 0..{HIGHEST_NUMBER}")

    def to_bytes(self) -> bytes:
        number = "  " if self.last_number is None else f"{self.last_number:2d}"
        text = f"*X;{self.state};{self.spin:03d};{number};{self.flags:X};{self.speed:03d};{self.direction}\r\n"
        return text.encode("ascii")


class BareNumber(Struct, frozen=True):
    """The winning number by itself, just before the first line of state 5."""

    number: int

    def to_bytes(self) -> bytes:
        return b"%d\n\r" % self.number


class Deframer(HeldBytes):
    """Cuts a byte stream into lines; CR and LF, in any order, end one."""

    def next_item(self) -> StatusLine | BareNumber | LineNoise | None:
        del self._held[: len(self._held) - len(self._held.lstrip(b"\r\n"))]
        if not self._held:
            return None
        end = _END.search(self._held)
        size = end.start() if end is not None else len(self._held)
        star = self._held.find(b"*", 0, size)
        if star > 0:
            return self._drop(min(star, LONGEST_LINE), "no_line")
        if size > LONGEST_LINE:
            restart = self._held.find(b"*", 1, LONGEST_LINE)
            return self._drop(restart if restart > 0 else LONGEST_LINE, "bad_shape" if star == 0 else "no_line")
        return self._judge(bytes(self._held[:size])) if end is not None else None

    def flush(self) -> LineNoise | None:
        """What is held at the end of the stream: a line without its end is truncated."""
        if not self._held:
            return None
        return self._drop(len(self._held), "bad_shape" if b"*" in self._held else "no_line")

    def _judge(self, line: bytes) -> StatusLine | BareNumber | LineNoise:
        status = _STATUS.search(line)
        if status is None:
            return self._bare(line)
        if status.start() > 0:
            return self._drop(status.start(), "bad_shape" if line.startswith(b"*") else "no_line")
        found = _status_line(status)
        if found is None:
            return self._drop(status.end(), "bad_shape")
        del self._held[: status.end()]
        return found

    def _bare(self, line: bytes) -> BareNumber | LineNoise:
        if _BARE.fullmatch(line) is None or int(line) > HIGHEST_NUMBER:
            return self._drop(len(line), "bad_shape" if b"*" in line else "no_line")
        del self._held[: len(line)]
        return BareNumber(int(line))


def is_refused_line(noise: LineNoise) -> bool:
    """Whether *noise* began as a line of the wheel (counted as bad) or lay between lines (counted as noise)."""
    return noise.reason == "bad_shape"


def _status_line(match: re.Match[bytes]) -> StatusLine | None:
    state, spin, number, flags, speed, direction = match.groups()
    last = int(number) if number.strip() else None
    if last is not None and last > HIGHEST_NUMBER:
        return None
    return StatusLine(int(state), int(spin), last, int(flags, 16), int(speed), int(direction))
