"""What every display's driver owes the table: the wanted words, sent again whole after each reconnect."""

from abc import abstractmethod

import pytest

from drivers.base import Session
from table_core.device_tests import STEP_NS, TEXTS
from table_core.outputs import Lamps, Texts
from tests.contract.driver_contract import SECOND_NS, DriverContract, link_up, observe
from tests.contract.exchange import Exchange, Peer
from tests.contract.line_contract import LineContract

LIMITS = ("Mín $5.000", "Máx $500.000")
HELD = ("MESA DETENIDA", "")
LAST = ("ÚLTIMAS TRES MANOS", "señor, señora")
SETTLES_WITHIN_NS = 60 * SECOND_NS


class DisplayContract(DriverContract, LineContract):
    @abstractmethod
    def peer(self) -> Peer:
        """The display at the far end of a line, as it was left."""

    @abstractmethod
    def shown(self) -> tuple[str, str]:
        """What a person reads, without the blanks at the end."""

    @abstractmethod
    def forget(self) -> None:
        """The display loses all it was told, and nobody notices."""

    def new_exchange(self) -> Exchange:
        self.seen: list[object] = []
        self.forget()
        exchange = Exchange(self.new_session(), self.peer())
        exchange.connect()
        exchange.run(SETTLES_WITHIN_NS)
        return exchange

    def tell(self, exchange: Exchange) -> None:
        for wanted in (LIMITS, HELD, LAST):
            exchange.want(Texts(wanted))
            exchange.run(SETTLES_WITHIN_NS)
            self.seen += [wanted] if self.shown() == plainly(wanted) else []

    def outcome(self, exchange: Exchange) -> list[object]:
        """The wishes a person sees fulfilled a minute later."""
        return list(self.seen)

    def test_letters_the_display_does_not_have_lose_their_accents(self) -> None:
        exchange = self.new_exchange()
        exchange.want(Texts(LAST))
        exchange.run(SECOND_NS)
        assert self.shown() == ("ULTIMAS TRES MANOS", "senor, senora")

    def test_one_changed_line_is_shown_at_once_and_the_same_again_sends_nothing(self) -> None:
        exchange = self.new_exchange()
        exchange.want(Texts(("a", "b")))
        exchange.run(SECOND_NS)
        exchange.want(Texts(("a", "c")))
        exchange.run(SECOND_NS // 10)
        assert self.shown() == ("a", "c")
        exchange.session.want(Texts(("a", "c")), exchange.now_ns)
        assert exchange.session.take_sends() == []

    def test_missing_lines_are_empty_and_surplus_ones_are_not_shown(self) -> None:
        exchange = self.new_exchange()
        for lines, shown in ((("a", "b", "c"), ("a", "b")), (("a",), ("a", "")), ((), ("", ""))):
            exchange.want(Texts(lines))
            exchange.run(SECOND_NS)
            assert self.shown() == shown

    def test_a_display_that_forgot_everything_shows_it_again_in_time(self) -> None:
        exchange = self.new_exchange()
        exchange.want(Texts(LIMITS))
        exchange.run(SETTLES_WITHIN_NS)
        self.forget()
        exchange.run(11 * SETTLES_WITHIN_NS)
        assert self.shown() == plainly(LIMITS)

    def test_lamps_are_none_of_its_business(self) -> None:
        session: Session = self.new_session()
        observe(session, link_up())
        with pytest.raises(TypeError, match="cannot show"):
            session.want(Lamps((True,)), 0)

    def test_both_texts_of_a_display_test_are_read_within_their_time_and_the_wanted_words_come_back(self) -> None:
        exchange = self.new_exchange()
        exchange.want(Texts(LIMITS))
        exchange.run(SETTLES_WITHIN_NS)
        for wanted in (*TEXTS, LIMITS):
            exchange.want(Texts(wanted))
            exchange.run(STEP_NS["display"])
            assert self.shown() == plainly(wanted)


def plainly(lines: tuple[str, str]) -> tuple[str, str]:
    spoken = {
        "Mín $5.000": "Min $5.000",
        "Máx $500.000": "Max $500.000",
        LAST[0]: "ULTIMAS TRES MANOS",
        LAST[1]: "senor, senora",
    }
    return spoken.get(lines[0], lines[0]), spoken.get(lines[1], lines[1])
