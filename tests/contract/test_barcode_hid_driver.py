"""A barcode reader that types: keys become codes, codes become cards, a code with a hole becomes none."""

import pytest

from drivers.registry import DRIVERS, OptionsError, open_session
from drivers.shoe.barcode.hid_session import BarcodeHidOptions, BarcodeHidSession
from drivers.shoe.listening import UNFINISHED_NS
from firmware_bridge.traffic import UsbDone, UsbTransfer
from firmware_bridge.wire.hid_keyboard import KEYPAD_ENTER, report
from hw_sims.devices.hid_keyboard.model import HidKeyboard
from hw_sims.lines import SECOND_NS, TO_HOST
from table_core.events import CardDrawn, CardDrawnOutOfGame, DeviceEvent, DeviceSaidNonsense, ShoeFault
from tests.contract.driver_contract import DEVICE, DriverContract, link_down, link_up, observe, rx, send_failed
from tests.contract.exchange import Exchange
from tests.contract.keyboard_peer import UsbPeer, waiting_reports
from tests.contract.line_contract import LineContract

NO_KEYS = report()
ONE, TWO, ZERO = 0x1E, 0x1F, 0x27
UNREAD = [ShoeFault(DEVICE, "cannot_read", active=True, stopped=False), CardDrawnOutOfGame(DEVICE, None, 0)]


def reports(text: str) -> list[bytes]:
    reader = HidKeyboard(0x0C2E, 0x0200, "lector")
    reader.type(text)
    return waiting_reports(reader)


def opened(options: BarcodeHidOptions | None = None, *, tells_keys: bool = True) -> BarcodeHidSession:
    session = BarcodeHidSession(DEVICE, options or BarcodeHidOptions())
    observe(session, link_up())
    for transfer in session.take_sends():
        assert isinstance(transfer, UsbTransfer)
        error = None if tells_keys or not transfer.length else "broken: stall"
        observe(session, UsbDone(DEVICE, transfer.id, NO_KEYS[: transfer.length], error, 0, 0))
    return session


def heard(session: BarcodeHidSession, *raws: bytes) -> list[DeviceEvent]:
    return [seen.event for raw in raws for seen in observe(session, rx(raw))]


class TestBarcodeHidDriver(DriverContract, LineContract):
    """Nothing is sent but the opening: only a pulled cable can cost a card, and that is told."""

    directions = ("to_host",)
    loses = frozenset({"unplugged in mid-frame"})
    not_here = frozenset(TO_HOST) - {"unplugged in mid-frame"}  # USB carries reports whole, checked and in order

    def new_session(self) -> BarcodeHidSession:
        return BarcodeHidSession(DEVICE)

    def new_exchange(self) -> Exchange:
        self.reader = HidKeyboard(0x0C2E, 0x0200, "lector")
        exchange = Exchange(self.new_session(), UsbPeer(self.reader))
        exchange.connect()
        exchange.run(SECOND_NS)
        return exchange

    def tell(self, exchange: Exchange) -> None:
        for code in ("1010\r", "3020\r", "4130\r"):
            self.reader.type(code)
            exchange.say(*waiting_reports(self.reader))
            exchange.run(SECOND_NS)

    def outcome(self, exchange: Exchange) -> list[object]:
        return [event for event in exchange.events if isinstance(event, CardDrawn)]


def test_typed_codes_are_cards() -> None:
    assert heard(opened(), *reports("1010\r3020\r")) == [CardDrawn(DEVICE, "AS"), CardDrawn(DEVICE, "2C")]


def test_the_evidence_is_what_was_typed() -> None:
    session = opened()
    assert [seen.raw for raw in reports("1010\r") for seen in observe(session, rx(raw))] == [b"1010\r"]


def test_equal_digits_in_a_row_are_as_many_digits() -> None:
    assert heard(opened(), *reports("1110\r")) == [CardDrawn(DEVICE, "JS")]


def test_a_reader_that_leaves_out_the_release_between_different_keys_is_understood() -> None:
    keys = [report(ONE), report(ZERO), report(ONE), report(ZERO), report(KEYPAD_ENTER), NO_KEYS]
    assert heard(opened(), *keys) == [CardDrawn(DEVICE, "AS")]


def test_letters_are_read_with_their_case() -> None:
    options = BarcodeHidOptions(codes={f"{card}x": card for card in map("".join, _deck())})
    assert heard(opened(options), *reports("KHx\rkhx\r")) == [CardDrawn(DEVICE, "KH"), *UNREAD]


def _deck() -> list[tuple[str, str]]:
    return [(rank, suit) for rank in "A23456789TJQK" for suit in "CDHS"]


def test_an_unknown_code_is_a_card_nobody_could_read() -> None:
    assert heard(opened(), *reports("9999\r")) == UNREAD


@pytest.mark.parametrize("broken", [report(0x3A), report(*range(0x59, 0x60)), b"\0\0"])
def test_a_key_that_types_nothing_or_is_unclear_spoils_the_code_it_stands_in(broken: bytes) -> None:
    typed = reports("1010\r")
    events = heard(opened(), *typed[:4], broken, NO_KEYS, *typed[4:], *reports("3020\r"))
    assert [type(event) for event in events] == [DeviceSaidNonsense, CardDrawn]
    assert events[-1] == CardDrawn(DEVICE, "2C")


def test_a_code_without_enter_is_told_after_a_while() -> None:
    session = opened()
    assert heard(session, *reports("1010")) == []
    deadline = session.next_deadline()
    assert deadline == UNFINISHED_NS
    assert [type(seen.event) for seen in session.on_time(deadline)] == [DeviceSaidNonsense]


def test_a_reader_that_will_not_say_its_keys_is_at_rest_and_its_first_code_counts() -> None:
    assert heard(opened(tells_keys=False), *reports("1010\r")) == [CardDrawn(DEVICE, "AS")]


def test_half_a_code_dies_with_its_connection() -> None:
    session = opened()
    heard(session, *reports("10"))
    observe(session, link_down())
    observe(session, link_up())
    for transfer in session.take_sends():
        assert isinstance(transfer, UsbTransfer)
        observe(session, UsbDone(DEVICE, transfer.id, NO_KEYS[: transfer.length], None, 0, 0))
    assert heard(session, *reports("1010\r")) == [CardDrawn(DEVICE, "AS")]


def test_refused_requests_and_full_queues_are_counted() -> None:
    session = opened(tells_keys=False)
    observe(session, send_failed())
    assert (session.counters.bad, session.counters.send_failures) == (1, 1)


def test_settings_that_cannot_work_are_refused_with_the_reason() -> None:
    with pytest.raises(OptionsError, match="la tabla no dice"):
        open_session(DRIVERS["barcode-hid"], DEVICE, options={"codes": {"1": "AS"}, "interface": 1})
