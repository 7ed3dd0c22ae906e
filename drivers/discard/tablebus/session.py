"""A discard rack on TableBus: how many cards lie in it, and that some were lifted out. Support: ours."""

from collections.abc import Iterable

from drivers.tablebus.board import BoardOptions, BoardSession
from firmware_bridge.wire import tablebus_messages as tb
from table_core.board_events import RackCounted, RackLifted
from table_core.events import DeviceEvent


class TableBusRack(BoardSession):
    Options = BoardOptions
    profiles = frozenset({tb.RACK})

    def started_over(self) -> None:
        self._cards: int | None = None

    def said(self, said: tb.Said, counter: int) -> Iterable[DeviceEvent]:
        match said:
            case tb.Racked(cards=cards):
                return self._counted(cards)
            case tb.Lifted(cards=cards, left=left):
                self._cards = left
                return (RackLifted(self.device, cards, left),)
            case _:
                raise tb.Malformed(f"un descarte no dice {type(said).__name__}")

    def state(self, body: bytes, counter: int) -> Iterable[DeviceEvent]:
        return self._counted(tb.parse_number(body)) if self.caught_up(counter) else ()

    def _counted(self, cards: int) -> Iterable[DeviceEvent]:
        if cards == self._cards:
            return ()
        self._cards = cards
        return (RackCounted(self.device, cards),)
