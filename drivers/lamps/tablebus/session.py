"""A lamp board on TableBus: switched by one order, and the current through every lamp read back. Support: ours."""

from collections.abc import Iterable, Iterator

from drivers.base import lamps_of
from drivers.tablebus.board import BoardOptions, BoardSession
from firmware_bridge.wire import tablebus_messages as tb
from table_core.events import DeviceEvent, LampsDiffer, LampsShown
from table_core.outputs import Output


class TableBusLamps(BoardSession):
    Options = BoardOptions
    profiles = frozenset({tb.LAMPS})

    def __init__(self, device: str, channels: int, options: BoardOptions) -> None:
        super().__init__(device, options)
        self._channels = channels
        self._lit = (False,) * channels
        self._wanted = self._order(self._lit)

    def order_for(self, output: Output) -> bytes:
        self._lit = lamps_of(output)
        return self._order(self._lit)

    def shows(self, body: bytes) -> bytes:
        """A lamp counts as lit where current flows, whatever was commanded."""
        return tb.lamps_bytes(tb.parse_lamps(body)[1] & (1 << self._channels) - 1)

    def said(self, said: tb.Said, counter: int) -> Iterable[DeviceEvent]:
        if isinstance(said, tb.LampChanged):
            return ()  # the durable record of a moment between two polls; the state tells the whole board
        raise tb.Malformed(f"una placa de lámparas no dice {type(said).__name__}")

    def state(self, body: bytes, counter: int) -> Iterator[DeviceEvent]:
        current = tb.parse_lamps(body)[1]
        shown = tuple(bool(current >> channel & 1) for channel in range(self._channels))
        if shown == self._lit:
            yield LampsShown(self.device, shown, confirmed=True)
        else:
            yield LampsDiffer(self.device, self._lit, shown)

    def _order(self, lit: tuple[bool, ...]) -> bytes:
        return tb.lamps_bytes(sum(on << channel for channel, on in enumerate(lit)))
