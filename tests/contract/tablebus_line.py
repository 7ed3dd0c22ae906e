"""A TableBus session and a simulated board over two lines of the kit, in virtual time."""

from collections.abc import Iterable

from drivers.tablebus.board import BoardOptions, BoardSession
from hw_sims.devices.tablebus.board import Board
from table_core.board_events import DeviceContradicts, DeviceUnproven, EventsLost, EventsRead
from table_core.events import DeviceEvent, LinkLost, MessagesLost, SendLost
from tests.contract.driver_contract import DEVICE, SECOND_NS
from tests.contract.exchange import Exchange, Peer

LOSSES = (EventsLost, DeviceContradicts, DeviceUnproven, LinkLost, SendLost, MessagesLost)


class Wire(Peer):
    """The board at the far end; a pulled cable takes no power from it."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def hear(self, data: bytes, at_ns: int) -> Iterable[bytes]:
        return self.board.link.hear(data, at_ns)

    def power_lost(self) -> None:
        self.board.link.unplugged()

    def next_deadline(self) -> int | None:
        return self.board.link.next_deadline()

    def on_time(self, at_ns: int) -> Iterable[bytes]:
        return self.board.link.on_time(at_ns)


def key_options(board: Board) -> BoardOptions:
    return BoardOptions(board.link.maker.key)


def met(session: BoardSession, board: Board) -> Exchange:
    """The two, connected and acquainted."""
    exchange = Exchange(session, Wire(board))
    exchange.connect()
    exchange.run(SECOND_NS)
    return exchange


def told(exchange: Exchange, *kinds: type) -> list[DeviceEvent]:
    return [event for event in exchange.events if isinstance(event, kinds)]


def lived(exchange: Exchange) -> list[object]:
    """What the board told, without what is told about the line."""
    return [event for event in exchange.events if not isinstance(event, (*LOSSES, EventsRead))]


__all__ = ["DEVICE", "LOSSES", "SECOND_NS", "Wire", "key_options", "lived", "met", "told"]
