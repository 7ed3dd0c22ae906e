"""A board that holds its key may sign anything: no session fails, none grows, the next honest word is understood."""

import os
from collections.abc import Callable
from random import Random

import pytest

from drivers.acceptor.tablebus.session import TableBusAcceptors
from drivers.contacts.tablebus.session import TableBusContacts
from drivers.discard.tablebus.session import TableBusRack
from drivers.display.tablebus.session import TableBusDisplay
from drivers.lamps.tablebus.session import TableBusLamps
from drivers.shoe.tablebus.session import TableBusShoe
from drivers.shuffler.tablebus.session import TableBusShuffler
from drivers.tablebus.board import BoardSession
from firmware_bridge.wire import tablebus as bus
from firmware_bridge.wire.tablebus_keys import tagged
from hw_sims.devices.tablebus import boards
from hw_sims.devices.tablebus.board import Board
from table_core.board_events import DeviceFault
from tests.contract.exchange import Exchange
from tests.contract.tablebus_line import DEVICE, SECOND_NS, Wire, key_options, met, told

INPUTS = 150_000 if os.environ.get("SABOT_NIGHTLY") else 1_500
FORGET = 200
"""What was observed is looked at and thrown away after so many inputs."""
LATE = 40

Make = Callable[[], tuple[BoardSession, Board]]


def _with(session: Callable[[Board], BoardSession], board: Callable[[], Board]) -> Make:
    def make() -> tuple[BoardSession, Board]:
        made = board()
        return session(made), made

    return make


PROFILES: dict[str, Make] = {
    "shoe": _with(lambda board: TableBusShoe(DEVICE, key_options(board)), boards.SmartShoe),
    "batch": _with(lambda board: TableBusShuffler(DEVICE, key_options(board)), boards.Shuffler),
    "continuous": _with(lambda board: TableBusShuffler(DEVICE, key_options(board)), boards.ContinuousShuffler),
    "acceptors": _with(lambda board: TableBusAcceptors(DEVICE, key_options(board)), boards.Acceptors),
    "lamps": _with(lambda board: TableBusLamps(DEVICE, 4, key_options(board)), boards.Lamps),
    "rack": _with(lambda board: TableBusRack(DEVICE, key_options(board)), boards.Rack),
    "contacts": _with(lambda board: TableBusContacts(DEVICE, key_options(board)), boards.Contacts),
    "display": _with(lambda board: TableBusDisplay(DEVICE, key_options(board)), boards.Display),
}


class Liar:
    """Says what nobody would, signed with the key of the session; now and then something its profile knows."""

    def __init__(self, board: Board, seed: int) -> None:
        self._board, self._chance = board, Random(seed)

    def frame(self) -> bytes:
        chance, link = self._chance, self._board.link
        assert link.session is not None
        kind = chance.choice((bus.EVENT, bus.EVENT, bus.STATE, bus.IDENTITY, bus.REFUSED, bus.POLL))
        number = chance.choice((link._number, link._number + 1, chance.randrange(bus.MAX_NUMBER)))
        frame = bus.Frame(kind, number & bus.MAX_NUMBER, self._counter(), self._body(kind))
        return (frame if kind in bus.UNTAGGED else tagged(link.session, frame)).to_bytes()

    def _counter(self) -> int:
        chance, newest = self._chance, self._board.link.newest
        near = newest + chance.randrange(-3, 12)
        return max(0, chance.choice((near, near, near, chance.randrange(1 << 32))))

    def _body(self, kind: int) -> bytes:
        chance = self._chance
        if kind == bus.STATE and chance.random() < 0.3:
            return self._board.state()
        body = chance.randbytes(chance.randrange(1 << chance.randrange(8)))
        if kind != bus.EVENT:
            return body
        oldest = max(0, self._board.link.newest + chance.randrange(-9, 9))
        code = chance.choice((0x01, 0x02, 0x10, 0x11, 0x12, 0x20, 0x21, 0x22, 0x30, 0x31, 0x32, 0x33, 0x40, 0x41))
        return oldest.to_bytes(4, "big") + bytes((code,)) + body


@pytest.mark.requirement("R14", "R54")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", PROFILES)
def test_whatever_a_board_signs_no_session_fails_and_an_honest_fault_is_heard_afterwards(name: str) -> None:
    session, board = PROFILES[name]()
    exchange, liar = met(session, board), Liar(board, seed=1)
    for number in range(INPUTS):
        if board.link.session is None:
            exchange = _meet_again(session, board)
        exchange.say(liar.frame())
        exchange.run(1)
        if number % LATE == 0:
            exchange.run(SECOND_NS)
        if number % FORGET == 0:
            exchange.observations.clear()
    exchange = _meet_again(session, board)
    board.raise_fault("jam")
    exchange.run(2 * SECOND_NS)
    assert DeviceFault(DEVICE, "jam", True) in told(exchange, DeviceFault)
    assert len(session._link._recent) <= 32


def _meet_again(session: BoardSession, board: Board) -> Exchange:
    """Another connection, with a memory nobody has read yet."""
    board.link.unplugged()
    board.link.memory_lost()
    exchange = Exchange(session, Wire(board))
    exchange.connect()
    exchange.run(2 * SECOND_NS)
    return exchange
