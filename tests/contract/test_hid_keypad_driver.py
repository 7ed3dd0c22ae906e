"""The dealer's keypad: each press told once, answered with a blink; keys nobody saw going down do not count."""

import pytest

from drivers.base import Observation
from drivers.dealer_pad.hid_keypad.session import BLINK_NS, HidKeypadOptions, HidKeypadSession, key_name
from drivers.registry import DRIVERS, OptionsError, open_session
from firmware_bridge.traffic import PortInput, UsbDone, UsbTransfer
from firmware_bridge.wire import hid_keyboard as wire
from firmware_bridge.wire.hid_keyboard import report
from hw_sims.devices.hid_keyboard.model import HidKeyboard
from hw_sims.lines import SECOND_NS
from table_core.events import DeviceEvent, KeyPressed, KeysUnclear, SendLost
from tests.contract.driver_contract import DEVICE, DriverContract, link_down, link_up, observe, rx, send_failed
from tests.contract.exchange import Exchange
from tests.contract.keyboard_peer import UsbPeer, waiting_reports
from tests.contract.line_contract import LineContract

ONE, TWO, ENTER = 0x59, 0x5A, 0x58
NO_KEYS = report()
SEVEN_KEYS = report(*range(0x59, 0x60))


def answer(transfer: UsbTransfer, data: bytes = b"", error: str | None = None) -> UsbDone:
    return UsbDone(DEVICE, transfer.id, data, error, 0, 0)


class Pad:
    """A session and a keypad that answers; *down* is what it says of its keys when asked at the start."""

    def __init__(self, down: bytes | None = NO_KEYS, options: HidKeypadOptions | None = None) -> None:
        self.session = HidKeypadSession(DEVICE, options or HidKeypadOptions())
        self.leds: list[int] = []
        self._down = down
        self.feed(link_up())

    def feed(self, item: PortInput) -> list[DeviceEvent]:
        events = self._of(observe(self.session, item))
        for transfer in self.session.take_sends():
            assert isinstance(transfer, UsbTransfer)
            events += self._of(self.session.receive(self._answer(transfer)))
        return events

    def hears(self, *reports: bytes) -> list[DeviceEvent]:
        return [event for raw in reports for event in self.feed(rx(raw))]

    def time(self, at_ns: int) -> None:
        assert list(self.session.on_time(at_ns)) == []
        for transfer in self.session.take_sends():
            assert isinstance(transfer, UsbTransfer)
            self._answer(transfer)

    def _answer(self, transfer: UsbTransfer) -> UsbDone:
        if (transfer.request, transfer.value) == (wire.SET_REPORT, wire.OUTPUT_REPORT_VALUE):
            self.leds += transfer.data
        if transfer.request != wire.GET_REPORT:
            return answer(transfer)
        return answer(transfer, self._down) if self._down is not None else answer(transfer, error="broken: stall")

    def _of(self, seen: object) -> list[DeviceEvent]:
        assert isinstance(seen, list | tuple)
        return [one.event for one in seen if isinstance(one, Observation)]


def pressed(*keys: str) -> list[DeviceEvent]:
    return [KeyPressed(DEVICE, key) for key in keys]


class TestHidKeypadDriver(DriverContract, LineContract):
    """A transfer that fails costs the answer, not the press; a pulled cable is told."""

    directions = ("to_device",)
    loses = frozenset({"unplugged in mid-frame"})
    not_here = frozenset({"joined", "recut", "stops reading"})  # USB transfers go one by one

    def new_session(self) -> HidKeypadSession:
        return HidKeypadSession(DEVICE)

    def new_exchange(self) -> Exchange:
        self.keyboard = HidKeyboard(0x04D9, 0xA02A, "teclado")
        exchange = Exchange(self.new_session(), UsbPeer(self.keyboard))
        exchange.connect()
        exchange.run(SECOND_NS)
        return exchange

    def tell(self, exchange: Exchange) -> None:
        for key in (ONE, TWO, ENTER):
            self.keyboard.tap(key)
            exchange.say(*waiting_reports(self.keyboard))
            exchange.run(SECOND_NS)

    def outcome(self, exchange: Exchange) -> list[object]:
        return [event for event in exchange.events if isinstance(event, KeyPressed)]


def test_the_opening_asks_for_boot_reports_only_on_a_change_and_for_the_keys_that_are_down() -> None:
    session = HidKeypadSession(DEVICE, HidKeypadOptions(interface=1))
    observe(session, link_up())
    sends = [send for send in session.take_sends() if isinstance(send, UsbTransfer)]
    assert [(send.request_type, send.request, send.value, send.index, send.length) for send in sends] == [
        (0x21, 0x0B, 0, 1, 0),
        (0x21, 0x0A, 0, 1, 0),
        (0xA1, 0x01, 0x0100, 1, 8),
    ]


def test_each_press_is_told_once_however_long_the_key_is_held() -> None:
    pad = Pad()
    assert pad.hears(report(ONE), report(ONE), report(ONE, TWO), report(TWO), NO_KEYS, report(ONE)) == pressed(
        "1", "2", "1"
    )


def test_two_keys_in_one_report_are_told_in_the_keypads_order() -> None:
    assert Pad().hears(report(TWO, ENTER)) == pressed("2", "enter")


def test_every_press_carries_the_report_it_was_read_from() -> None:
    pad = Pad()
    assert [seen.raw for seen in observe(pad.session, rx(report(ONE)))] == [report(ONE)]


@pytest.mark.parametrize("down", [report(ONE), report(ONE, TWO)])
def test_a_key_held_while_the_link_came_up_is_no_press(down: bytes) -> None:
    pad = Pad(down)
    assert pad.hears(report(ONE, TWO, ENTER)) == pressed(*(["2"] if down == report(ONE) else []), "enter")
    assert pad.hears(NO_KEYS, report(ONE)) == pressed("1")


def test_a_keypad_that_will_not_say_its_keys_counts_after_the_first_report_without_keys() -> None:
    pad = Pad(down=None)
    assert pad.hears(report(ONE), report(ONE, TWO)) == []
    assert pad.leds == [], "a press that does not count is not answered"
    assert pad.hears(NO_KEYS, report(TWO)) == pressed("2")


def test_a_key_held_over_a_reconnect_is_no_press() -> None:
    pad = Pad()
    pad.hears(report(ONE))
    pad.feed(link_down())
    pad._down = report(ONE)
    pad.feed(link_up())
    assert pad.hears(report(ONE, TWO)) == pressed("2")


def test_too_many_keys_are_told_and_nothing_counts_until_all_are_up() -> None:
    pad = Pad()
    assert pad.hears(report(ONE), SEVEN_KEYS) == [*pressed("1"), KeysUnclear(DEVICE)]
    assert pad.hears(report(ONE, TWO), report(TWO)) == []
    assert pad.hears(NO_KEYS, report(TWO)) == pressed("2")


def test_what_is_no_report_is_told() -> None:
    pad = Pad()
    assert pad.hears(b"\x00\x00\x59") == [KeysUnclear(DEVICE)]
    assert pad.session.counters.bad == 1


@pytest.mark.parametrize(("name", "led"), [("num", 1), ("caps", 2), ("scroll", 4), ("all", 7)])
def test_each_press_is_answered_with_a_blink_of_the_lamp_in_the_settings(name: str, led: int) -> None:
    pad = Pad(options=HidKeypadOptions(led=name))  # type: ignore[arg-type]
    pad.hears(report(ONE))
    assert pad.leds == [led]
    assert pad.session.next_deadline() == BLINK_NS
    pad.time(BLINK_NS)
    assert pad.leds == [led, 0]
    assert pad.session.next_deadline() is None


def test_a_second_press_during_the_blink_is_seen_as_a_second_blink() -> None:
    pad = Pad()
    pad.hears(report(ONE), NO_KEYS, report(TWO))
    assert pad.leds == [1, 0, 1]


def test_a_keypad_that_does_not_take_its_answers_is_told_once_until_it_does() -> None:
    session = Pad().session
    events: list[DeviceEvent] = []
    for raw, error in ((report(ONE), "x"), (report(TWO), "x"), (report(ONE), None), (report(TWO), "y")):
        observe(session, rx(raw))
        for transfer in session.take_sends():
            assert isinstance(transfer, UsbTransfer)
            events += [seen.event for seen in observe(session, answer(transfer, error=error))]
    assert events == [SendLost(DEVICE, "x"), SendLost(DEVICE, "y")]


def test_a_full_queue_is_told_like_a_refused_answer() -> None:
    pad = Pad()
    assert pad.feed(send_failed()) == [SendLost(DEVICE, "full")]
    assert pad.session.counters.send_failures == 1


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (0x53, "numlock"),
        (0x54, "slash"),
        (0x55, "star"),
        (0x56, "minus"),
        (0x57, "plus"),
        (0x58, "enter"),
        (0x28, "enter"),
        (0x59, "1"),
        (0x61, "9"),
        (0x62, "0"),
        (0x1E, "1"),
        (0x63, "dot"),
        (0x2A, "backspace"),
        (0x2B, "key-2b"),
        (0x04, "key-04"),
    ],
)
def test_keys_have_names(key: int, name: str) -> None:
    assert key_name(key) == name


def test_a_lamp_the_keypad_does_not_have_is_refused() -> None:
    with pytest.raises(OptionsError, match="led"):
        open_session(DRIVERS["hid-keypad"], DEVICE, options={"led": "shift"})
