"""Plain contacts on TableBus: shoe tilt, drop box, tray lid, call button, door. Support: ours."""

from collections.abc import Iterable, Iterator

from drivers.tablebus.board import BoardOptions, BoardSession
from firmware_bridge.wire import tablebus_messages as tb
from table_core.board_events import InputChanged
from table_core.events import DeviceEvent


class TableBusContacts(BoardSession):
    Options = BoardOptions
    profiles = frozenset({tb.INPUTS})

    def started_over(self) -> None:
        self._on: dict[int, bool] = {}

    def said(self, said: tb.Said, counter: int) -> Iterable[DeviceEvent]:
        if not isinstance(said, tb.Input) or said.input not in tb.INPUT_NAMES:
            raise tb.Malformed("un contacto que no se conoce")
        return self._is(said.input, on=bool(said.on))

    def state(self, body: bytes, counter: int) -> Iterator[DeviceEvent]:
        bits = tb.parse_number(body)
        if self.caught_up(counter):
            for number in tb.INPUT_NAMES:
                yield from self._is(number, on=bool(bits >> number - 1 & 1))

    def _is(self, number: int, *, on: bool) -> Iterator[DeviceEvent]:
        if self._on.get(number) is not on:
            self._on[number] = on
            yield InputChanged(self.device, tb.INPUT_NAMES[number], on)
