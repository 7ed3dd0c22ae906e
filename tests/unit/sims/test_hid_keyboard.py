"""The simulated keyboard on its own: keys, questions about them, lamps, faults."""

import pytest

from firmware_bridge.wire.hid_keyboard import REPORT_SIZE, parse_report, report
from hw_sims.devices.hid_keyboard.model import HidKeyboard
from hw_sims.devices.usb import Setup

ONE, TWO = 0x59, 0x5A
WHICH_KEYS = Setup(0xA1, 0x01, 0x0100, 0, REPORT_SIZE)
LAMPS = Setup(0x21, 0x09, 0x0200, 0, 1)


@pytest.fixture
def keyboard() -> HidKeyboard:
    return HidKeyboard(0x04D9, 0xA02A, "teclado")


def said(keyboard: HidKeyboard) -> list[object]:
    return list(iter(lambda: keyboard.read(0x81, REPORT_SIZE), None))


def test_every_change_is_a_report_and_a_held_key_is_none(keyboard: HidKeyboard) -> None:
    told = []
    keyboard.changed = lambda: told.append(True)
    keyboard.press(ONE)
    keyboard.press(ONE)
    keyboard.press(TWO)
    keyboard.release(ONE)
    keyboard.release(ONE)
    assert said(keyboard) == [report(ONE), report(ONE, TWO), report(TWO)]
    assert len(told) == 3


def test_it_tells_which_keys_are_down_unless_it_is_a_cheap_one(keyboard: HidKeyboard) -> None:
    keyboard.press(ONE)
    assert keyboard.control(WHICH_KEYS, b"") == report(ONE)
    keyboard.faults.mute_about_keys = True
    assert keyboard.control(WHICH_KEYS, b"") == "stall"


def test_the_seventh_key_is_a_roll_over_error(keyboard: HidKeyboard) -> None:
    for key in range(ONE, ONE + 7):
        keyboard.press(key)
    last = said(keyboard)[-1]
    assert isinstance(last, bytes)
    assert parse_report(last).unclear


def test_the_host_sets_its_lamps_and_a_pulled_cable_puts_them_out(keyboard: HidKeyboard) -> None:
    assert keyboard.control(LAMPS, b"\x01") == b""
    assert keyboard.leds == 1
    keyboard.press(ONE)
    keyboard.power_lost()
    assert keyboard.leds == 0
    assert said(keyboard) == []
    assert keyboard.control(WHICH_KEYS, b"") == report(ONE), "the finger stays on the key"
    keyboard.faults.refuses_leds = True
    assert keyboard.control(LAMPS, b"\x01") == "stall"


def test_boot_protocol_is_chosen_by_the_host(keyboard: HidKeyboard) -> None:
    assert keyboard.protocol == 1
    assert keyboard.control(Setup(0x21, 0x0B, 0, 0, 0), b"") == b""
    assert keyboard.protocol == 0


def test_it_has_no_other_endpoint_and_no_other_requests(keyboard: HidKeyboard) -> None:
    assert keyboard.read(0x82, 8) == keyboard.write(0x01, b"") == "stall"
    assert keyboard.control(Setup(0x21, 0x33, 0, 0, 0), b"") == "stall"
    keyboard.faults.dead = True
    assert keyboard.control(WHICH_KEYS, b"") == "silence"


def test_a_reader_types_capitals_with_the_shift_key(keyboard: HidKeyboard) -> None:
    keyboard.type("aA-\r")
    presses = [raw for raw in said(keyboard) if isinstance(raw, bytes) and parse_report(raw).keys]
    assert presses == [report(0x04), report(0x04, modifiers=2), report(0x2D), report(0x28)]
