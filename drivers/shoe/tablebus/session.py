"""A smart shoe on TableBus: cards with their ordinals, the cut card, a lid. Support: ours."""

from collections.abc import Iterable, Iterator

from drivers.base import RemoteProtocolError
from drivers.tablebus.board import BoardOptions, BoardSession
from drivers.tablebus.cards import card_of
from firmware_bridge.wire import tablebus_messages as tb
from table_core.board_events import DeviceContradicts, ShoeCounted, ShoeRefilled
from table_core.events import CardDrawn, CardDrawnOutOfGame, CutCardDrawn, DeviceEvent, MessagesLost, ShoeFault

_MOST = 0xFFFF


class TableBusShoe(BoardSession):
    """*ordinal* follows the shoe's own count card by card: a number left out or said twice is told at once."""

    Options = BoardOptions
    profiles = frozenset({tb.SHOE})

    def started_over(self) -> None:
        self._ordinal: int | None = None

    def said(self, said: tb.Said, counter: int) -> Iterable[DeviceEvent]:
        match said:
            case tb.Card(card=card, ordinal=ordinal):
                return self._card(card, ordinal)
            case tb.CutCard(drawn=drawn):
                return self._cut_card(drawn)
            case tb.Loaded(cards=cards):
                self._ordinal = 0
                return (ShoeRefilled(self.device, cards),)
            case _:
                raise tb.Malformed(f"un sabot no dice {type(said).__name__}")

    def state(self, body: bytes, counter: int) -> Iterator[DeviceEvent]:
        """The shoe's own count, told when it is the first heard or not what the cards said."""
        drawn = tb.parse_shoe(body).drawn
        if self.caught_up(counter) and drawn != self._ordinal:
            self._ordinal = drawn
            yield ShoeCounted(self.device, drawn)

    def _card(self, number: int, ordinal: int) -> Iterator[DeviceEvent]:
        expected = None if self._ordinal is None else self._ordinal % _MOST + 1
        self._ordinal = ordinal
        if expected is not None and ordinal > expected:
            yield MessagesLost(self.device, expected, ordinal, counted=ordinal - 1)
        elif expected is not None and ordinal < expected:
            yield DeviceContradicts(self.device, f"da la carta número {ordinal} cuando sigue la {expected}")
        if number == tb.UNREAD:
            yield ShoeFault(self.device, "cannot_read", active=True, stopped=False)
            yield CardDrawnOutOfGame(self.device, None, 0)
            return
        try:
            yield CardDrawn(self.device, card_of(number))
        except RemoteProtocolError as error:
            raise tb.Malformed(str(error)) from error

    def _cut_card(self, drawn: int) -> Iterator[DeviceEvent]:
        yield CutCardDrawn(self.device)
        if self._ordinal is not None and drawn != self._ordinal:
            yield ShoeCounted(self.device, drawn)
