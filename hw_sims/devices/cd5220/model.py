"""A simulated CD5220 pole display: shows what it is told, never answers. Moves no bytes itself."""

from firmware_bridge.wire.cd5220 import (
    COLUMNS,
    Clear,
    Deframer,
    DisplayCommand,
    Initialise,
    MoveCursor,
    Scroll,
    SelfTest,
    ShowLine,
)
from firmware_bridge.wire.noise import LineNoise

_BLANK = " " * COLUMNS


class PoleDisplay:
    """Two lines of 20. In string mode only Clear and further strings are obeyed; the rest is refused and counted."""

    def __init__(self) -> None:
        self.refused: list[DisplayCommand] = []
        self.noise_bytes = 0
        self._rows = {"upper": _BLANK, "lower": _BLANK}
        self._string_mode = False
        self._ear = Deframer()

    @property
    def shown(self) -> tuple[str, str]:
        return self._rows["upper"], self._rows["lower"]

    def receive(self, data: bytes) -> None:
        self._ear.receive_data(data)
        while (item := self._ear.next_item()) is not None:
            if isinstance(item, LineNoise):
                self.noise_bytes += len(item.raw)
            else:
                self._obey(item)

    def power_lost(self) -> None:
        self._rows = {"upper": _BLANK, "lower": _BLANK}
        self._string_mode = False
        self._ear = Deframer()

    def _obey(self, command: DisplayCommand) -> None:
        match command:
            case Clear():
                self._rows = {"upper": _BLANK, "lower": _BLANK}
                self._string_mode = False
            case ShowLine(row=row, text=text):
                self._rows[row] = text
                self._string_mode = True
            case Scroll(text=text):
                self._rows["upper"] = text[:COLUMNS].ljust(COLUMNS)
                self._string_mode = True
            case _ if self._string_mode:
                self.refused.append(command)
            case Initialise():
                self._rows = {"upper": _BLANK, "lower": _BLANK}
            case SelfTest():
                self._rows = {"upper": "SELF-TEST".ljust(COLUMNS), "lower": _BLANK}
            case MoveCursor():
                pass
