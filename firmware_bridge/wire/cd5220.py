"""Commands of a CD5220 pole display, 2 lines of 20 characters: values to bytes and back. The display never answers.

Grade B (DEVICES 4.2, two user manuals). There is no check; a line counts only with exactly 20 characters and its CR.
"""

from typing import Literal

from msgspec import Struct

from firmware_bridge.wire.noise import HeldBytes, LineNoise
from firmware_bridge.wire.plain_text import plain

COLUMNS, ROWS = 20, 2
CLEAR, ESC, US, CR = 0x0C, 0x1B, 0x1F, 0x0D
SCROLL_MOST = 40

Row = Literal["upper", "lower"]
_ROWS: dict[Row, int] = {"upper": ord("A"), "lower": ord("B")}
_BY_BYTE: dict[int, Row] = {byte: row for row, byte in _ROWS.items()}
_LINE_SIZE = 3 + COLUMNS + 1


class Clear(Struct, frozen=True, tag=True):
    """Both lines empty; the only way out of string mode."""

    def to_bytes(self) -> bytes:
        return bytes((CLEAR,))


class Initialise(Struct, frozen=True, tag=True):
    def to_bytes(self) -> bytes:
        return b"\x1b@"


class SelfTest(Struct, frozen=True, tag=True):
    def to_bytes(self) -> bytes:
        return b"\x1f@"


class ShowLine(Struct, frozen=True, tag=True):
    """One line in string mode, cut or filled to exactly 20 plain characters."""

    row: Row
    text: str

    def to_bytes(self) -> bytes:
        return b"\x1bQ%c%b\r" % (_ROWS[self.row], plain(self.text)[:COLUMNS].ljust(COLUMNS).encode("ascii"))


class Scroll(Struct, frozen=True, tag=True):
    """Up to 40 characters that run through the upper line."""

    text: str

    def to_bytes(self) -> bytes:
        return b"\x1bQD%b\r" % plain(self.text)[:SCROLL_MOST].encode("ascii")


class MoveCursor(Struct, frozen=True, tag=True):
    """Column 1 to 20, row 1 or 2."""

    column: int
    row: int

    def __post_init__(self) -> None:
        if not (1 <= self.column <= COLUMNS and 1 <= self.row <= ROWS):
            raise ValueError(f"cursor {self.column},{self.row}, want 1..{COLUMNS}, 1..{ROWS}")

    def to_bytes(self) -> bytes:
        return bytes((ESC, ord("l"), self.column, self.row))


DisplayCommand = Clear | Initialise | SelfTest | ShowLine | Scroll | MoveCursor


class Deframer(HeldBytes):
    """The display's ear: cuts a byte stream into commands and what is none, whatever the chunks."""

    def next_item(self) -> DisplayCommand | LineNoise | None:
        if not self._held:
            return None
        match self._held[0]:
            case 0x0C:
                return self._take(1, Clear())
            case 0x1B:
                return self._escape()
            case 0x1F:
                return self._two_bytes(SelfTest(), 0x40)
            case _:
                return self._drop(1, "no_command")

    def flush(self) -> LineNoise | None:
        """What is held at the end of the stream; call it after `next_item` returned None."""
        return self._drop(len(self._held), "bad_shape") if self._held else None

    def _escape(self) -> DisplayCommand | LineNoise | None:
        if len(self._held) < 2:
            return None
        match self._held[1]:
            case 0x40:
                return self._take(2, Initialise())
            case 0x6C:
                return self._cursor()
            case 0x51:
                return self._string()
            case _:
                return self._drop(1, "bad_shape")

    def _cursor(self) -> DisplayCommand | LineNoise | None:
        if len(self._held) < 4:
            return None
        column, row = self._held[2:4]
        if not (1 <= column <= COLUMNS and 1 <= row <= ROWS):
            return self._drop(1, "bad_shape")
        return self._take(4, MoveCursor(column, row))

    def _string(self) -> DisplayCommand | LineNoise | None:
        if len(self._held) < 3:
            return None
        kind = self._held[2]
        if kind not in (*_BY_BYTE, ord("D")):
            return self._drop(1, "bad_shape")
        most = COLUMNS if kind in _BY_BYTE else SCROLL_MOST
        text = self._held[3 : 3 + most + 1]
        end = next((at for at, byte in enumerate(text) if not 0x20 <= byte <= 0x7E), None)
        if end is None:
            return self._drop(1, "bad_shape") if len(text) > most else None
        if text[end] != CR or (kind in _BY_BYTE and end != COLUMNS):
            return self._drop(1, "bad_shape")
        words = text[:end].decode("ascii")
        return self._take(3 + end + 1, ShowLine(_BY_BYTE[kind], words) if kind in _BY_BYTE else Scroll(words))

    def _two_bytes(self, command: DisplayCommand, second: int) -> DisplayCommand | LineNoise | None:
        if len(self._held) < 2:
            return None
        return self._take(2, command) if self._held[1] == second else self._drop(1, "bad_shape")

    def _take(self, size: int, command: DisplayCommand) -> DisplayCommand:
        del self._held[:size]
        return command
