"""What every shoe that is only heard, on a line without check or number, owes the kernel."""

from abc import abstractmethod
from collections.abc import Callable

from drivers.base import Session
from drivers.shoe.listening import UNFINISHED_NS
from hw_sims.devices.bare_shoe import BareShoe
from table_core.events import CardDrawn, DeviceEvent, DeviceSaidNonsense, ShoeFault
from tests.contract.driver_contract import DEVICE, SECOND_NS, DriverContract, link_down, link_up, observe, rx
from tests.contract.exchange import Exchange, Peer
from tests.contract.line_contract import LineContract

MS = 1_000_000
STORY = ["7H", "AD", "TC", "KS", "2D", "QH"]


class ListeningContract(DriverContract, LineContract):
    """*seven* and *ace* are what the shoe says of the 7H and the AD.

    What arrives damaged is told, never taken for a card; what these languages have no means to see is in
    `cannot_tell`: a message lost whole, and a bit that makes one good message of another.
    """

    seven: bytes
    ace: bytes
    directions = ("to_host",)
    loses = frozenset({"byte lost", "byte repeated", "noise between frames", "flooded", "unplugged in mid-frame"})
    cannot_tell = frozenset({"frame lost", "bit flipped", "hopeless"})

    @abstractmethod
    def new_session(self, *, repeat_ms: int = 0) -> Session: ...

    @abstractmethod
    def new_shoe(self, send: Callable[[bytes], None]) -> BareShoe:
        """A simulated shoe that speaks this language."""

    def new_exchange(self) -> Exchange:
        exchange = Exchange(self.new_session(), Peer())
        exchange.connect()
        self.said: list[bytes] = []
        self.shoe = self.new_shoe(self.said.append)
        self.shoe.load(2 * STORY)
        self.shoe.power_on()
        return exchange

    def tell(self, exchange: Exchange) -> None:
        for _ in range(len(STORY) // 2):
            self.shoe.draw()
            self.shoe.draw()
            exchange.say(*self.said)
            self.said.clear()
            exchange.run(SECOND_NS)

    def outcome(self, exchange: Exchange) -> list[object]:
        return [event for event in exchange.events if isinstance(event, CardDrawn)]

    def noticed(self, exchange: Exchange) -> bool:
        """An unread card holds the table like any other trouble."""
        return super().noticed(exchange) or any(isinstance(event, ShoeFault) for event in exchange.events)

    def test_it_never_sends_anything(self) -> None:
        session = self.new_session()
        for item in (link_up(), *self.script(), rx(self.seven), link_down()):
            observe(session, item)
            assert session.take_sends() == []

    def test_two_reads_cut_at_any_byte_give_the_same_events(self) -> None:
        stream = self.seven + self.ace + self.seven
        for at in range(len(stream) + 1):
            assert self._events(self.new_session(), stream[:at], stream[at:]) == [SEVEN, ACE, SEVEN], at

    def test_every_card_carries_the_very_bytes_it_was_read_from(self) -> None:
        seen = observe(self.new_session(), rx(self.seven + self.ace))
        assert [one.raw.strip() for one in seen] == [self.seven.strip(), self.ace.strip()]

    def test_two_equal_cards_are_two_cards_unless_the_settings_say_otherwise(self) -> None:
        session = self.new_session()
        assert self._events(session, self.seven, self.seven) == [SEVEN, SEVEN]
        assert session.counters.duplicates == 0

    def test_an_equal_message_within_the_time_given_is_a_copy_and_counted(self) -> None:
        session = self.new_session(repeat_ms=100)
        events = [seen.event for at_ms in (0, 99, 250) for seen in observe(session, rx(self.seven, at_ms * MS))]
        assert events == [SEVEN, SEVEN]
        assert session.counters.duplicates == 1

    def test_another_card_within_that_time_is_a_card(self) -> None:
        assert self._events(self.new_session(repeat_ms=100), self.seven + self.ace + self.seven) == [SEVEN, ACE, SEVEN]

    def test_an_equal_message_after_a_reconnect_is_no_copy(self) -> None:
        session = self.new_session(repeat_ms=100)
        for item in (link_up(), rx(self.seven), link_down(), link_up()):
            observe(session, item)
        assert self._events(session, self.seven) == [SEVEN]

    def test_half_a_message_dies_with_its_connection(self) -> None:
        session = self.new_session()
        for item in (link_up(), rx(self.seven[:3]), link_down(), link_up()):
            observe(session, item)
        assert session.next_deadline() is None
        assert self._events(session, self.ace) == [ACE]

    def test_half_a_message_that_gets_no_end_is_told_once(self) -> None:
        session = self.new_session()
        observe(session, link_up())
        assert observe(session, rx(self.seven[:3], SECOND_NS)) == []
        deadline = session.next_deadline()
        assert deadline == SECOND_NS + UNFINISHED_NS
        assert list(session.on_time(deadline - 1)) == []
        assert [type(seen.event) for seen in session.on_time(deadline)] == [DeviceSaidNonsense]
        assert session.next_deadline() is None
        assert session.counters.bad == 1
        assert self._events(session, self.ace) == [ACE]

    def test_no_damage_to_any_byte_goes_unnoticed_unless_it_gives_another_good_message(self) -> None:
        """The honest limit of a line without a check: what is still a good message passes for one."""
        for at in range(len(self.seven)):
            damaged = bytearray(self.seven)
            damaged[at] = 0xFF
            events = self._events(self.new_session(), bytes(damaged) + self.ace)
            assert SEVEN in events or any(not isinstance(event, CardDrawn) for event in events), at

    def test_what_it_says_of_damage_names_no_card(self) -> None:
        events = self._events(self.new_session(), self.seven[:2] + b"\xff" + self.seven[2:])
        details = [event.detail for event in events if isinstance(event, DeviceSaidNonsense)]
        assert details
        assert not any(mark in detail for detail in details for mark in ("7", "H"))

    def _events(self, session: Session, *reads: bytes) -> list[DeviceEvent]:
        return [seen.event for read in reads for seen in observe(session, rx(read))]


SEVEN, ACE = CardDrawn(DEVICE, "7H"), CardDrawn(DEVICE, "AD")
