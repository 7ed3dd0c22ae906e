"""What every lamp board's driver owes the table: desired state, sent again whole after each reconnect."""

from abc import abstractmethod
from collections.abc import Iterable

from msgspec.structs import replace

from drivers.base import Observation, Session
from firmware_bridge.traffic import PortInput
from table_core.device_tests import STEP_NS, DeviceTest, Fitting
from table_core.events import LampsDiffer, LampsShown, SendLost
from table_core.outputs import Lamps
from tests.contract.driver_contract import DEVICE, SECOND_NS, DriverContract, link_down, link_up, observe, send_failed
from tests.contract.exchange import Exchange, Peer
from tests.contract.line_contract import LineContract

CHANNELS = 4
SOME = (True, False, True, True)
OTHER = (True, True, False, True)
DARK = (False,) * CHANNELS


SETTLES_WITHIN_NS = 60 * SECOND_NS


class LampContract(DriverContract, LineContract):
    """A subclass also gives a board to talk to: `deliver` carries the session's sends there and the answers back."""

    @abstractmethod
    def peer(self) -> Peer:
        """The same board at the far end of a line."""

    def new_exchange(self) -> Exchange:
        self.seen: list[object] = []
        self.power_lost()
        exchange = Exchange(self.new_session(), self.peer())
        exchange.connect()
        return exchange

    def tell(self, exchange: Exchange) -> None:
        for wanted in (SOME, OTHER, DARK, SOME):
            exchange.want(Lamps(wanted))
            exchange.run(SETTLES_WITHIN_NS)
            self.seen += [wanted] if self.lit() == wanted else []

    def outcome(self, exchange: Exchange) -> list[object]:
        """The wishes a person sees fulfilled a minute later."""
        return list(self.seen)

    def noticed(self, exchange: Exchange) -> bool:
        return super().noticed(exchange) or any(isinstance(event, LampsDiffer) for event in exchange.events)

    @abstractmethod
    def deliver(self, session: Session, at_ns: int) -> Iterable[PortInput]: ...

    @abstractmethod
    def lit(self) -> tuple[bool, ...]:
        """What the board's contacts really do."""

    @abstractmethod
    def power_lost(self) -> None: ...

    def carry(self, session: Session, at_ns: int = 0) -> list[Observation]:
        """Deliver until nobody has anything to say."""
        seen: list[Observation] = []
        while answers := list(self.deliver(session, at_ns)):
            for answer in answers:
                seen += observe(session, answer)
        return seen

    def connected(self) -> Session:
        session = self.new_session()
        observe(session, link_up())
        self.carry(session)
        return session

    def test_the_lamps_become_what_is_wanted(self) -> None:
        session = self.connected()
        for wanted in (SOME, OTHER, DARK, SOME):
            session.want(Lamps(wanted), 0)
            self.carry(session)
            assert self.lit() == wanted

    def test_wanting_the_same_again_sends_nothing(self) -> None:
        session = self.connected()
        session.want(Lamps(SOME), 0)
        self.carry(session)
        session.want(Lamps(SOME), 1)
        assert session.take_sends() == []

    def test_after_a_reconnect_the_whole_wanted_state_is_sent_again(self) -> None:
        session = self.connected()
        session.want(Lamps(SOME), 0)
        self.carry(session)
        observe(session, link_down())
        self.power_lost()
        observe(session, link_up())
        self.carry(session)
        assert self.lit() == SOME

    def test_what_was_wanted_while_the_board_was_away_is_shown_when_it_comes(self) -> None:
        session = self.new_session()
        session.want(Lamps(SOME), 0)
        assert session.take_sends() == []
        observe(session, link_up())
        self.carry(session)
        assert self.lit() == SOME

    def test_a_board_that_lost_its_state_unnoticed_gets_it_again_in_time(self) -> None:
        session = self.connected()
        session.want(Lamps(SOME), 0)
        self.carry(session)
        self.power_lost()
        now = 0
        while self.lit() != SOME:
            deadline = session.next_deadline()
            assert deadline is not None
            assert now < deadline <= 30 * SECOND_NS
            now = deadline
            list(session.on_time(now))
            self.carry(session, now)

    def test_a_send_that_failed_is_told_and_made_good(self) -> None:
        session = self.connected()
        session.want(Lamps(SOME), 0)
        session.take_sends()
        events = [seen.event for seen in observe(session, send_failed(5))]
        assert events == [SendLost(DEVICE, "full")]
        deadline = session.next_deadline()
        assert deadline is not None
        assert deadline <= 5 + SECOND_NS
        list(session.on_time(deadline))
        self.carry(session, deadline)
        assert self.lit() == SOME

    def shown(self, seen: list[Observation]) -> list[LampsShown]:
        return [one.event for one in seen if isinstance(one.event, LampsShown)]

    def test_every_step_of_a_lamp_test_is_seen_within_its_time_and_the_wanted_lamps_come_back(self) -> None:
        exchange = self.new_exchange()
        exchange.want(Lamps(SOME))
        exchange.run(SETTLES_WITHIN_NS)
        test = DeviceTest(1, DEVICE, "lamps", "Tito", Fitting(("seat.1", "seat.2", "seat.3", "hold"), confirms=False))
        for step in range(test.steps):
            wanted = replace(test, step=step).lamps
            exchange.want(Lamps(wanted))
            exchange.run(STEP_NS["lamps"])
            assert self.lit() == wanted, step
        exchange.want(Lamps(SOME))
        exchange.run(STEP_NS["lamps"])
        assert self.lit() == SOME
