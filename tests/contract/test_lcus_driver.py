"""The LCUS relay driver: open loop, so nothing is ever confirmed and everything is sent again from time to time."""

from collections.abc import Iterable

from drivers.base import Session
from drivers.lamps.lcus.session import LcusSession
from drivers.open_loop import REFRESH_EVERY_NS
from firmware_bridge.traffic import PortInput, SerialWrite
from hw_sims.devices.lcus.model import LcusBoard
from table_core.outputs import Lamps
from tests.contract.driver_contract import DEVICE, link_up, observe
from tests.contract.exchange import Peer
from tests.contract.lamp_contract import CHANNELS, DARK, LampContract


class Board(Peer):
    def __init__(self, board: LcusBoard) -> None:
        self._board = board

    def hear(self, data: bytes, at_ns: int) -> Iterable[bytes]:
        self._board.receive(data)
        return ()

    def power_lost(self) -> None:
        self._board.power_lost()


class TestLcusDriver(LampContract):
    """Sending everything again makes good what a line loses; that all is lost, an open loop cannot know."""

    directions = ("to_device",)
    not_here = frozenset({"joined"})  # one write at a time, nothing to join it with
    cannot_tell = frozenset({"hopeless"})

    def setup_method(self) -> None:
        self.board = LcusBoard(CHANNELS)

    def new_session(self) -> LcusSession:
        return LcusSession(DEVICE, CHANNELS)

    def deliver(self, session: Session, at_ns: int) -> Iterable[PortInput]:
        for send in session.take_sends():
            assert isinstance(send, SerialWrite)
            self.board.receive(send.data)
        return ()

    def peer(self) -> Peer:
        return Board(self.board)

    def lit(self) -> tuple[bool, ...]:
        return self.board.lit

    def power_lost(self) -> None:
        self.board.power_lost()

    def test_one_changed_lamp_is_one_command_of_the_published_bytes(self) -> None:
        session = self.connected()
        session.want(Lamps((True, False, False, False)), 0)
        assert session.take_sends() == [SerialWrite(DEVICE, bytes.fromhex("a00101a2"))]

    def test_the_whole_state_is_sent_every_ten_seconds(self) -> None:
        session = self.connected()
        list(session.on_time(REFRESH_EVERY_NS - 1))
        assert session.take_sends() == []
        list(session.on_time(REFRESH_EVERY_NS))
        assert session.take_sends() == [SerialWrite(DEVICE, bytes.fromhex("a00100a1 a00200a2 a00300a3 a00400a4"))]
        assert session.next_deadline() == 2 * REFRESH_EVERY_NS

    def test_it_never_claims_that_a_lamp_is_confirmed(self) -> None:
        session = self.new_session()
        shown = self.shown(observe(session, link_up()))
        assert [(one.lit, one.confirmed) for one in shown] == [(DARK, False)]
