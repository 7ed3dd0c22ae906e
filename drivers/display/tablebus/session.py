"""A display on TableBus: its text is one order, and what it shows is read back. Support: ours."""

from collections.abc import Iterable

from drivers.tablebus.board import BoardOptions, BoardSession
from firmware_bridge.wire import tablebus_messages as tb
from table_core.board_events import TextShown
from table_core.events import DeviceEvent
from table_core.outputs import Output, Texts


class TableBusDisplay(BoardSession):
    Options = BoardOptions
    profiles = frozenset({tb.DISPLAY})

    def order_for(self, output: Output) -> bytes:
        return tb.lines_bytes(output.lines) if isinstance(output, Texts) else super().order_for(output)

    def shows(self, body: bytes) -> bytes:
        return tb.lines_bytes(tb.parse_lines(body))

    def said(self, said: tb.Said, counter: int) -> Iterable[DeviceEvent]:
        raise tb.Malformed(f"una pantalla no dice {type(said).__name__}")

    def state(self, body: bytes, counter: int) -> Iterable[DeviceEvent]:
        return (TextShown(self.device, tb.parse_lines(body)),)
