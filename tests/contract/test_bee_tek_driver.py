"""The Bee-Tek driver: records in either order, coded lines, alarms; nothing that is not certain becomes a card."""

from collections.abc import Callable

import msgspec
import pytest

from drivers.base import Session
from drivers.registry import DRIVERS, OptionsError, open_session
from drivers.shoe.bee_tek.session import BeeTekOptions, BeeTekSession
from hw_sims.devices.bare_shoe import BareShoe
from hw_sims.devices.bee_tek.model import BeeTekShoe
from table_core.cards import DECK, parse_card
from table_core.events import (
    CardDrawn,
    CardDrawnOutOfGame,
    CutCardDrawn,
    DeviceEvent,
    DeviceSaidNonsense,
    ShoeFault,
)
from table_core.faults import FAULTS
from table_core.shoe_faults import SHOE_ERRORS
from tests.contract.driver_contract import DEVICE, observe, rx
from tests.contract.listening_contract import ListeningContract

LINE_CODES = {f"C{number:02}": card for number, card in enumerate(DECK)}
CODE_OF = {card: code for code, card in LINE_CODES.items()}


def heard(*reads: bytes, options: BeeTekOptions | None = None) -> list[DeviceEvent]:
    session = BeeTekSession(DEVICE, options or BeeTekOptions())
    events = [seen.event for read in reads for seen in observe(session, rx(read))]
    return events + [seen.event for seen in session.end_of_stream()]


class TestBeeTekRecords(ListeningContract):
    seven = b" [Game]<Card:7H> "
    ace = b" [Game]<Card:AD> "

    def new_session(self, *, repeat_ms: int = 0) -> Session:
        return BeeTekSession(DEVICE, BeeTekOptions(repeat_ms=repeat_ms))

    def new_shoe(self, send: Callable[[bytes], None]) -> BareShoe:
        return BeeTekShoe(send, long_ten=True)


class TestBeeTekLines(ListeningContract):
    seven = CODE_OF["7H"].encode() + b"\r\n"
    ace = CODE_OF["AD"].encode() + b"\r\n"

    def new_session(self, *, repeat_ms: int = 0) -> Session:
        return BeeTekSession(DEVICE, BeeTekOptions(mode="lines", codes=LINE_CODES, repeat_ms=repeat_ms))

    def new_shoe(self, send: Callable[[bytes], None]) -> BareShoe:
        return BeeTekShoe(send, codes=CODE_OF)


@pytest.mark.parametrize("section", ["Game", "Manual Burn Cards"])
@pytest.mark.parametrize("card", DECK)
def test_every_card_is_read_rank_first_and_suit_first(section: str, card: str) -> None:
    names = [card, card[::-1]]
    if card[0] == "T":
        names += ["10" + card[1], card[1] + "10"]
    for name in names:
        assert heard(f" [{section}]<Card:{name}> ".encode()) == [CardDrawn(DEVICE, card)]


@pytest.mark.parametrize("name", ["", "4", "S", "44", "SS", "1S", "4s", "4S ", "11S", "ZS", "104", "4S4S"])
def test_what_names_no_card_is_told_and_never_guessed(name: str) -> None:
    events = heard(f" [Game]<Card:{name}> ".encode())
    assert [type(event) for event in events] == [DeviceSaidNonsense]


@pytest.mark.requirement("R70")
def test_a_draw_without_a_readable_card_is_a_card_nobody_knows() -> None:
    assert heard(b" [Game]<Game> ") == [
        ShoeFault(DEVICE, "cannot_read", active=True, stopped=False),
        CardDrawnOutOfGame(DEVICE, None, 0),
    ]


@pytest.mark.requirement("R70")
@pytest.mark.parametrize("section", ["Game", "GameAlarm"])
def test_alarm_e3_is_an_unread_card_and_any_other_alarm_stops_the_shoe(section: str) -> None:
    unread = ShoeFault(DEVICE, "cannot_read", active=True, stopped=False, detail="E3")
    other = ShoeFault(DEVICE, "alarm", active=True, stopped=False, detail="E7")
    assert heard(f" [{section}]<Alarm:E3 Card Not Read> ".encode()) == [unread]
    assert heard(f" [{section}]<Alarm:E7 Card 4S Twice> ".encode()) == [other]
    assert FAULTS[SHOE_ERRORS["cannot_read"]].hold
    assert FAULTS[SHOE_ERRORS["alarm"]].hold


@pytest.mark.parametrize("text", ["E33 Something", "Card Not Read", "   "])
def test_only_e3_itself_is_a_card_that_was_not_read(text: str) -> None:
    (event,) = heard(f" [Game]<Alarm:{text}> ".encode())
    assert isinstance(event, ShoeFault)
    assert event.code == "alarm"


def test_a_warning_is_a_notice_with_its_number() -> None:
    assert heard(b"<W0x01>") == [ShoeFault(DEVICE, "warning", active=True, stopped=False, detail="W0x01")]
    assert not FAULTS[SHOE_ERRORS["warning"]].hold


@pytest.mark.parametrize(
    "record",
    [
        b"<Card:4S>",
        b"[Gbme]<Card:4S>",
        b"[Diagnostics]<Card:4S>",
        b"[Game]<Cbrd:4S>",
        b"[Game]<Game:4S>",
        b"[Other]<Game>",
        b"[Game]<W0x01>",
        b"<W0x>",
        b"[Game]<Alarm:>",
    ],
)
def test_a_record_the_shoe_does_not_say_is_told_and_is_no_card(record: bytes) -> None:
    events = heard(record)
    assert [type(event) for event in events] == [DeviceSaidNonsense]


def test_another_section_can_be_allowed_in_the_settings() -> None:
    options = BeeTekOptions(sections=("Diagnostics",))
    assert heard(b"[Diagnostics]<Card:4S>", options=options) == [CardDrawn(DEVICE, "4S")]
    assert [type(event) for event in heard(b"[Game]<Card:4S>", options=options)] == [DeviceSaidNonsense]


def test_a_few_stray_bytes_are_noise_but_the_ruins_of_a_record_are_told() -> None:
    assert heard(b"\xff\xff\xc5a\xfcbc ") == []
    assert [type(event) for event in heard(b"Game] ")] == [DeviceSaidNonsense]
    session = BeeTekSession(DEVICE)
    observe(session, rx(b"\xff\xc5 [Game]<Card:4S> "))
    assert (session.counters.noise_bytes, session.counters.bad, session.counters.frames) == (2, 0, 1)


def test_a_line_the_table_does_not_know_is_told_and_the_cut_card_has_its_own_code() -> None:
    options = BeeTekOptions(mode="lines", codes=LINE_CODES, cut_card="CUT")
    assert heard(b"CUT\r\nC00\r\n", options=options) == [CutCardDrawn(DEVICE), CardDrawn(DEVICE, DECK[0])]
    assert [type(event) for event in heard(b"C99\r\n", options=options)] == [DeviceSaidNonsense]


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"mode": "lines"}, "AC, 2C"),
        ({"mode": "lines", "codes": {**LINE_CODES, "X": "ZZ"}}, "no card"),
        ({"mode": "lines", "codes": LINE_CODES, "cut_card": "C00"}, "carta de corte"),
        ({"mode": "binary"}, "mode"),
        ({"repeat_ms": -1}, "negativo"),
        ({"repeats": 1}, "repeats"),
    ],
)
def test_settings_that_cannot_work_are_refused_with_the_reason(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(OptionsError, match=complaint):
        open_session(DRIVERS["bee-tek"], DEVICE, options=settings)


def test_codes_written_as_people_write_cards_are_understood() -> None:
    written = {code: card.lower().replace("t", "10") for code, card in LINE_CODES.items()}
    assert [parse_card(name) for name in written.values()] == list(DECK)
    options = msgspec.convert({"mode": "lines", "codes": written}, BeeTekOptions)
    assert heard(b"C09\r\n", options=options) == [CardDrawn(DEVICE, DECK[9])]


def test_only_the_angel_eye_gives_a_verdict() -> None:
    assert [name for name, driver in DRIVERS.items() if driver.verdict] == ["angel-eye"]
