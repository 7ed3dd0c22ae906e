"""Lines of printable ASCII that end with CR, LF or both: barcode readers and the Bee-Tek's line mode. No meaning here.

There is no check: a digit changed into another digit cannot be noticed on the line.
"""

from msgspec import Struct

from firmware_bridge.wire.noise import BLANK, HeldBytes, LineNoise

MAX_LINE = 64
_ENDS = b"\r\n"


class Line(Struct, frozen=True):
    """One line and the byte that ended it; the LF of a CR LF is a blank of its own."""

    text: str
    end: bytes = b"\r"

    def __post_init__(self) -> None:
        if not (1 <= len(self.text) <= MAX_LINE and self.text.isascii() and self.text.isprintable()):
            raise ValueError(f"{self.text!r}: want 1 to {MAX_LINE} printable ASCII characters")

    def to_bytes(self) -> bytes:
        return self.text.encode("ascii") + self.end

    @property
    def raw(self) -> bytes:
        return self.to_bytes()


class Deframer(HeldBytes):
    """Cuts a byte stream into lines; one that is too long is refused up to its end: its tail must not pass for one."""

    def __init__(self) -> None:
        super().__init__()
        self._overlong = False

    def next_item(self) -> Line | LineNoise | None:
        if not self._held:
            return None
        size = self._line_size()
        if size is None:
            return self._overlong_run()
        if self._overlong:
            self._overlong = False
            return self._drop(size, "too_long")
        return self._drop(1, BLANK) if size == 1 else self._judge(size)

    def flush(self) -> LineNoise | None:
        """What is held when nothing more comes; call it after `next_item` returned None."""
        self._overlong = False
        return self._drop(len(self._held), "bad_shape") if self._held else None

    @property
    def _most(self) -> int:
        """How many bytes may be held without an end."""
        return MAX_LINE - 1 if self._overlong else MAX_LINE

    def _line_size(self) -> int | None:
        """The length of the line at the front with the byte that ends it, once that is here."""
        ends = [place for end in _ENDS if (place := self._held.find(end, 0, self._most + 1)) >= 0]
        return min(ends) + 1 if ends else None

    def _overlong_run(self) -> LineNoise | None:
        if len(self._held) <= self._most:
            return None
        self._overlong = True
        return self._drop(MAX_LINE, "too_long")

    def _judge(self, size: int) -> Line | LineNoise:
        raw = bytes(self._held[:size])
        if not all(0x20 <= byte <= 0x7E for byte in raw[:-1]):
            return self._drop(size, "bad_shape")
        del self._held[:size]
        return Line(raw[:-1].decode("ascii"), raw[-1:])
