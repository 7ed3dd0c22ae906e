"""What every driver session owes the kernel. A driver's own test file subclasses `DriverContract`."""

from abc import ABC, abstractmethod

from drivers.base import Observation, Session
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, UsbDone
from table_core.events import LinkLost, LinkRestored

DEVICE = "aparato-1"
SECOND_NS = 1_000_000_000


def observe(session: Session, item: PortInput) -> list[Observation]:
    return list(session.receive(item))


def link_up(at_ns: int = 0) -> LinkUp:
    return LinkUp(DEVICE, "pty:1", at_ns, at_ns)


def link_down(at_ns: int = 0) -> LinkDown:
    return LinkDown(DEVICE, "pulled", at_ns, at_ns)


def rx(data: bytes, at_ns: int = 0) -> RxChunk:
    return RxChunk(DEVICE, data, at_ns, at_ns)


def send_failed(at_ns: int = 0) -> SendFailed:
    return SendFailed(DEVICE, "full", at_ns, at_ns)


class DriverContract(ABC):
    @abstractmethod
    def new_session(self) -> Session: ...

    def script(self) -> list[PortInput]:
        """Inputs a device of this kind may give; the contract feeds them in any state."""
        strange_answer = UsbDone(DEVICE, 999, b"\0", None, 4, 4)
        failed_answer = UsbDone(DEVICE, 1, b"", "stall", 5, 5)
        return [rx(b"\x05\xa0\xff\x03"), send_failed(3), strange_answer, failed_answer, rx(b"")]

    def test_a_link_that_comes_up_and_goes_down_is_told(self) -> None:
        session = self.new_session()
        assert LinkRestored(DEVICE, "pty:1") in [seen.event for seen in observe(session, link_up())]
        assert [seen.event for seen in observe(session, link_down())] == [LinkLost(DEVICE, "pulled")]

    def test_nothing_is_sent_before_the_link_is_up_or_after_it_is_down(self) -> None:
        session = self.new_session()
        assert session.take_sends() == []
        observe(session, link_up())
        observe(session, link_down())
        assert session.take_sends() == []

    def test_sends_are_handed_out_once_and_name_their_port(self) -> None:
        session = self.new_session()
        observe(session, link_up())
        assert {send.port for send in session.take_sends()} <= {DEVICE}
        assert session.take_sends() == []

    def test_no_input_makes_it_fail_and_the_same_inputs_give_the_same_answers(self) -> None:
        assert self._heard() == self._heard()

    def test_a_deadline_that_has_passed_is_not_a_deadline_any_more(self) -> None:
        session = self.new_session()
        observe(session, link_up())
        for _ in range(5):
            deadline = session.next_deadline()
            if deadline is None:
                return
            list(session.on_time(deadline))
            following = session.next_deadline()
            assert following is None or following > deadline

    def test_a_device_that_is_gone_has_no_deadline(self) -> None:
        session = self.new_session()
        observe(session, link_up())
        observe(session, link_down())
        assert session.next_deadline() is None

    def test_reconnects_are_counted_and_no_error_clears_a_counter(self) -> None:
        session = self.new_session()
        for connection in range(1, 4):
            for item in (link_up(), *self.script(), link_down()):
                observe(session, item)
            assert session.counters.reconnects == connection

    def _heard(self) -> tuple[list[Observation], list[Send]]:
        session, seen, sent = self.new_session(), [], []
        for item in (*self.script(), link_up(), *self.script(), link_down(), *self.script(), link_up(9)):
            seen += observe(session, item)
            sent += session.take_sends()
        return seen, sent
