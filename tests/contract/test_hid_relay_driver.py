"""The HID relay driver: every command is read back, and what differs is told and commanded again."""

from collections.abc import Iterable

import pytest

from drivers.base import Session
from drivers.lamps.hid_relay.session import READ_BACK_EVERY_NS, RETRY_AFTER_NS, HidRelaySession
from firmware_bridge.traffic import PortInput, UsbDone, UsbTransfer
from hw_sims.devices.hid_relay.model import HidRelayBoard
from hw_sims.devices.usb import Setup
from table_core.events import LampsDiffer, LampsShown
from table_core.outputs import Lamps
from tests.contract.driver_contract import DEVICE, SECOND_NS, link_up, observe
from tests.contract.exchange import Exchange, Peer
from tests.contract.lamp_contract import CHANNELS, DARK, SOME, LampContract


class Board(Peer):
    def __init__(self, board: HidRelayBoard) -> None:
        self._board = board

    def transfer(self, send: UsbTransfer, at_ns: int) -> bytes | str:
        setup = Setup(send.request_type, send.request, send.value, send.index, send.length or len(send.data))
        return self._board.control(setup, send.data)

    def power_lost(self) -> None:
        self._board.power_lost()


class TestHidRelayDriver(LampContract):
    """Read-back makes good what a line loses; a board that cannot be reached confirms nothing."""

    not_here = frozenset({"joined"})  # one transfer at a time
    loses = frozenset({"hopeless"})

    def setup_method(self) -> None:
        self.board = HidRelayBoard(CHANNELS)

    def new_session(self) -> HidRelaySession:
        return HidRelaySession(DEVICE, CHANNELS)

    def deliver(self, session: Session, at_ns: int) -> Iterable[PortInput]:
        return [self._answer(send, at_ns) for send in session.take_sends() if isinstance(send, UsbTransfer)]

    def _answer(self, send: UsbTransfer, at_ns: int) -> UsbDone:
        answer = self.peer().transfer(send, at_ns)
        if isinstance(answer, str):
            return UsbDone(DEVICE, send.id, b"", answer, at_ns, at_ns)
        return UsbDone(DEVICE, send.id, answer, None, at_ns, at_ns)

    def peer(self) -> Peer:
        return Board(self.board)

    def noticed(self, exchange: Exchange) -> bool:
        return super().noticed(exchange) or exchange.session.counters.bad > 0

    def lit(self) -> tuple[bool, ...]:
        return self.board.lit

    def power_lost(self) -> None:
        self.board.power_lost()

    def test_a_state_read_back_as_wanted_is_told_once_and_confirmed(self) -> None:
        session = self.connected()
        session.want(Lamps(SOME), 0)
        assert self.carry(session)[0].event == LampsShown(DEVICE, SOME, confirmed=True)
        list(session.on_time(READ_BACK_EVERY_NS))
        assert self.carry(session, READ_BACK_EVERY_NS) == []

    def test_a_stuck_relay_is_told_and_commanded_again_until_it_moves(self) -> None:
        session = self.connected()
        self.board.faults.stuck = frozenset({3})
        session.want(Lamps(SOME), 0)
        stuck = (True, False, False, True)
        assert [seen.event for seen in self.carry(session)] == [LampsDiffer(DEVICE, SOME, stuck)]
        assert session.next_deadline() == RETRY_AFTER_NS
        list(session.on_time(RETRY_AFTER_NS))
        assert self.carry(session, RETRY_AFTER_NS) == []
        self.board.faults.stuck = frozenset()
        list(session.on_time(2 * RETRY_AFTER_NS))
        assert [seen.event for seen in self.carry(session)] == [LampsShown(DEVICE, SOME, confirmed=True)]

    def test_a_lying_board_is_not_believed_to_show_what_was_wanted(self) -> None:
        session = self.connected()
        self.board.faults.read_back_lie = 0
        session.want(Lamps(SOME), 0)
        assert [seen.event for seen in self.carry(session)] == [LampsDiffer(DEVICE, SOME, DARK)]

    @pytest.mark.requirement("R50")
    @pytest.mark.parametrize("fault", ["stalls", "dead"])
    def test_a_board_that_does_not_answer_is_asked_again_soon_and_confirms_nothing(self, fault: str) -> None:
        session = self.connected()
        setattr(self.board.faults, fault, True)
        session.want(Lamps(SOME), 0)
        assert self.carry(session) == []
        deadline = session.next_deadline()
        assert deadline is not None
        assert deadline <= SECOND_NS
        setattr(self.board.faults, fault, False)
        list(session.on_time(deadline))
        assert [seen.event for seen in self.carry(session, deadline)] == [LampsShown(DEVICE, SOME, confirmed=True)]

    def test_a_report_of_another_shape_is_counted_and_asked_again(self) -> None:
        session = self.new_session()
        observe(session, link_up())
        reading = session.take_sends()[-1]
        assert isinstance(reading, UsbTransfer)
        assert observe(session, UsbDone(DEVICE, reading.id, b"\0" * 8, None, 1, 1)) == []
        assert session.counters.bad == 1
        assert session.next_deadline() == 1 + RETRY_AFTER_NS

    def test_an_answer_to_an_older_question_confirms_nothing(self) -> None:
        session = self.new_session()
        observe(session, link_up())
        older = session.take_sends()[-1]
        assert isinstance(older, UsbTransfer)
        answer = self._answer(older, 0)
        session.want(Lamps(SOME), 0)
        assert observe(session, answer) == []
