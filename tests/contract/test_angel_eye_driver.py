"""The Angel Eye II-EX driver: copies, gaps and restarts sorted out, whatever the reads."""

import pytest

from drivers.shoe.angel_eye.session import AngelEyeSession
from firmware_bridge.wire.angel_eye import Frame
from hw_sims.devices.angel_eye.model import Shoe
from hw_sims.lines import SECOND_NS
from table_core.events import (
    CardDrawn,
    Claim,
    DeviceEvent,
    DeviceSaidNonsense,
    MessagesLost,
    ShoeFault,
    ShoeResult,
    ShoeStandby,
    ShoeStarted,
)
from tests.contract.driver_contract import DEVICE, DriverContract, link_down, link_up, observe, rx
from tests.contract.exchange import Exchange, Peer
from tests.contract.line_contract import LineContract
from tests.golden.vectors import captured_reads

PUNTO_1, BANK_1, PUNTO_2 = 0x81, 0x91, 0x82
SEVEN_OF_HEARTS, ACE_OF_DIAMONDS = 0xC7, 0x91


def frame(seq: int, kind: str, *payload: int) -> bytes:
    return Frame(seq, kind, bytes(payload)).to_bytes()


DRAW_1 = frame(1, "D", PUNTO_1, SEVEN_OF_HEARTS)
DRAW_2 = frame(2, "D", BANK_1, ACE_OF_DIAMONDS)
SEVEN_TO_PUNTO = CardDrawn(DEVICE, "7H", Claim("punto", 1))
ACE_TO_BANK = CardDrawn(DEVICE, "AD", Claim("bank", 1))


def heard(*reads: bytes) -> list[DeviceEvent]:
    session = AngelEyeSession(DEVICE)
    return [seen.event for read in reads for seen in observe(session, rx(read))]


class TestAngelEyeDriver(DriverContract, LineContract):
    """Three copies of each message: one bad copy costs nothing, three are told by the numbers."""

    directions = ("to_host",)
    loses = frozenset({"hopeless", "unplugged in mid-frame"})

    def new_session(self) -> AngelEyeSession:
        return AngelEyeSession(DEVICE)

    def new_exchange(self) -> Exchange:
        exchange = Exchange(self.new_session(), Peer())
        exchange.connect()
        self.said: list[bytes] = []
        self.shoe = Shoe(self.said.append)
        self.shoe.load(2 * ["4S", "3H", "5D", "4C"], burn=False)
        self.shoe.power_on()
        self._speak(exchange)
        return exchange

    def tell(self, exchange: Exchange) -> None:
        for move in (*4 * (self.shoe.draw,), self.shoe.close_round):
            move()
            self._speak(exchange)

    def _speak(self, exchange: Exchange) -> None:
        exchange.say(*self.said)
        self.said.clear()
        exchange.run(SECOND_NS // 3)

    def test_it_never_sends_anything(self) -> None:
        session = self.new_session()
        for item in (link_up(), *self.script(), rx(DRAW_1), link_down()):
            observe(session, item)
            assert session.take_sends() == []
            assert session.next_deadline() is None


@pytest.mark.requirement("R53")
def test_two_reads_cut_at_any_byte_give_the_same_events() -> None:
    stream = frame(0, "S") + 3 * DRAW_1 + 3 * DRAW_2 + frame(3, "P")
    whole = heard(stream)
    assert whole == [ShoeStarted(DEVICE), SEVEN_TO_PUNTO, ACE_TO_BANK, ShoeStandby(DEVICE)]
    for at in range(len(stream) + 1):
        assert heard(stream[:at], stream[at:]) == whole, at


@pytest.mark.requirement("R53")
@pytest.mark.parametrize("size", [1, 2, 3, 7, 11, 64])
def test_the_capture_gives_the_same_events_in_reads_of_any_size(size: int) -> None:
    stream = b"".join(captured_reads())
    assert heard(*(stream[at : at + size] for at in range(0, len(stream), size))) == heard(stream)


@pytest.mark.requirement("R55")
@pytest.mark.parametrize("copies", [1, 2, 3])
def test_a_message_in_one_to_three_copies_is_one_card(copies: int) -> None:
    assert heard(copies * DRAW_1 + copies * DRAW_2) == [SEVEN_TO_PUNTO, ACE_TO_BANK]


@pytest.mark.requirement("R53", "R55")
@pytest.mark.parametrize("damaged", [0, 1, 2])
def test_one_damaged_copy_of_three_costs_nothing(damaged: int) -> None:
    copies = [bytearray(DRAW_1) for _ in range(3)]
    copies[damaged][4] ^= 0x01
    session = AngelEyeSession(DEVICE)
    events = [seen.event for seen in observe(session, rx(b"".join(copies) + DRAW_2))]
    assert events == [SEVEN_TO_PUNTO, ACE_TO_BANK]
    assert session.counters.bad == 1


@pytest.mark.requirement("R54")
@pytest.mark.parametrize("copies", [1, 2, 3])
def test_a_new_card_with_the_number_of_the_last_one_is_a_new_card_after_a_gap(copies: int) -> None:
    other = frame(1, "D", PUNTO_2, ACE_OF_DIAMONDS)
    events = heard(copies * DRAW_1 + copies * other)
    assert events == [SEVEN_TO_PUNTO, MessagesLost(DEVICE, 2, 1), CardDrawn(DEVICE, "AD", Claim("punto", 2))]


@pytest.mark.requirement("R54")
def test_a_fourth_equal_frame_is_another_message() -> None:
    events = heard(4 * DRAW_1)
    assert events == [SEVEN_TO_PUNTO, MessagesLost(DEVICE, 2, 1), SEVEN_TO_PUNTO]


@pytest.mark.requirement("R54")
@pytest.mark.parametrize("last", range(1, 10))
@pytest.mark.parametrize("jump", range(1, 9))
def test_every_jump_of_the_numbers_is_told_before_the_message_that_shows_it(last: int, jump: int) -> None:
    expected = last % 9 + 1
    got = (expected - 1 + jump) % 9 + 1
    session = AngelEyeSession(DEVICE)
    stream = 3 * frame(last, "P") + 3 * frame(got, "D", PUNTO_1, SEVEN_OF_HEARTS)
    events = [seen.event for seen in observe(session, rx(stream))]
    assert events == [ShoeStandby(DEVICE), MessagesLost(DEVICE, expected, got), SEVEN_TO_PUNTO]
    assert session.counters.gaps == 1


def test_the_numbers_come_round_after_nine() -> None:
    stream = b"".join(3 * frame(number % 9 + 1, "P") for number in range(20))
    assert heard(stream) == 20 * [ShoeStandby(DEVICE)]


def test_a_restart_is_told_and_is_no_gap() -> None:
    stream = 3 * DRAW_1 + 3 * frame(0, "S") + 3 * frame(1, "P")
    assert heard(stream) == [SEVEN_TO_PUNTO, ShoeStarted(DEVICE), ShoeStandby(DEVICE)]


def test_two_restarts_in_a_row_are_two() -> None:
    assert heard(6 * frame(0, "S")) == [ShoeStarted(DEVICE), ShoeStarted(DEVICE)]


def test_half_a_frame_dies_with_its_connection() -> None:
    session = AngelEyeSession(DEVICE)
    for item in (link_up(), rx(DRAW_1[:5]), link_down(), link_up()):
        observe(session, item)
    assert [seen.event for seen in observe(session, rx(DRAW_1[5:] + DRAW_1))] == [SEVEN_TO_PUNTO]


def test_a_message_lost_with_the_connection_is_told() -> None:
    session = AngelEyeSession(DEVICE)
    for item in (link_up(), rx(3 * DRAW_1), link_down(), link_up()):
        observe(session, item)
    events = [seen.event for seen in observe(session, rx(3 * frame(3, "P")))]
    assert events == [MessagesLost(DEVICE, 2, 3), ShoeStandby(DEVICE)]


@pytest.mark.requirement("R54")
def test_an_equal_frame_after_a_reconnect_is_news_and_no_copy() -> None:
    session = AngelEyeSession(DEVICE)
    observe(session, link_up())
    observe(session, rx(DRAW_1))
    observe(session, link_down())
    observe(session, link_up())
    assert [seen.event for seen in observe(session, rx(DRAW_1))] == [MessagesLost(DEVICE, 2, 1), SEVEN_TO_PUNTO]


def test_every_event_carries_the_very_bytes_it_was_read_from() -> None:
    session = AngelEyeSession(DEVICE)
    assert [seen.raw for seen in observe(session, rx(DRAW_1 + DRAW_2))] == [DRAW_1, DRAW_2]


def test_a_concealed_card_is_normal_and_no_failure_to_read() -> None:
    assert heard(frame(1, "D", PUNTO_1, 0x80)) == [CardDrawn(DEVICE, None, Claim("punto", 1))]


@pytest.mark.requirement("R70")
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (1, "cannot_read"),
        (2, "overdraw"),
        (3, "button_misuse"),
        (4, "reverse_at_exit"),
        (5, "reverse_midway"),
        (6, "card_code"),
        (7, "draw_timeout"),
    ],
)
def test_the_seven_errors_have_names_and_say_whether_the_shoe_stopped(number: int, code: str) -> None:
    stopped, cancelled = 0xC0 | number, 0x80 | number
    assert heard(frame(1, "E", stopped) + frame(2, "e", cancelled)) == [
        ShoeFault(DEVICE, code, active=True, stopped=True),
        ShoeFault(DEVICE, code, active=False, stopped=False),
    ]


@pytest.mark.parametrize(
    ("byte", "result"),
    [
        (0x90, ShoeResult(DEVICE, "punto", ())),
        (0xA1, ShoeResult(DEVICE, "tie", ("punto",))),
        (0xC2, ShoeResult(DEVICE, "bank", ("bank",))),
        (0xD3, ShoeResult(DEVICE, "bank", ("punto", "bank"))),
        (0xF0, ShoeResult(DEVICE, "forced_quit", ())),
    ],
)
def test_the_result_byte_names_winner_and_pairs(byte: int, result: ShoeResult) -> None:
    assert heard(frame(1, "G", byte)) == [result]


@pytest.mark.parametrize(
    "message",
    [
        frame(1, "Z"),
        frame(1, "D", PUNTO_1),
        frame(1, "D", PUNTO_1, 0xC0),
        frame(1, "D", PUNTO_1, 0xCE),
        frame(1, "D", PUNTO_1, 0xD1),
        frame(1, "D", 0x01, SEVEN_OF_HEARTS),
        frame(1, "E", 0x80),
        frame(1, "G", 0x80),
    ],
)
def test_what_the_shoe_s_own_language_does_not_allow_is_told_and_never_raised(message: bytes) -> None:
    assert [type(event) for event in heard(message)] == [DeviceSaidNonsense]
