"""A USB keyboard by itself: the dealer's keypad (`tap text=123`) or a reader that types (`scan card=AS`)."""

from collections.abc import Callable

from hw_sims.devices.alone import UsbAlone, Wake
from hw_sims.devices.barcode.model import four_digit_code
from hw_sims.devices.hid_keyboard.model import HidKeyboard

KEYPAD_IDS = 0x04D9, 0xA02A
READER_IDS = 0x0C2E, 0x0200
_ENTER = "\r"


def build_keypad(wake: Wake) -> UsbAlone:
    keypad = HidKeyboard(*KEYPAD_IDS, "teclado", changed=wake)
    return UsbAlone(keypad, {"tap": keypad.type, "enter": lambda: keypad.type(_ENTER), **_common(keypad)})


def build_reader(wake: Wake) -> UsbAlone:
    reader = HidKeyboard(*READER_IDS, "lector", changed=wake)

    def scan(card: str) -> None:
        reader.type(four_digit_code(card) + _ENTER)

    return UsbAlone(reader, {"scan": scan, "type": lambda text: reader.type(text + _ENTER), **_common(reader)})


def _common(keyboard: HidKeyboard) -> dict[str, Callable[..., object]]:
    return {
        "state": lambda: {"leds": keyboard.leds},
        "kill": lambda: setattr(keyboard.faults, "dead", True),
        "revive": lambda: setattr(keyboard.faults, "dead", False),
    }
