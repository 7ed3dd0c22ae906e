"""Boot reports of USB keyboards, keypads and readers that type: bytes to keys, and the requests a host makes.

`modifiers, 0, key x 6`: a key is there while it is down. Grade C: every boot keyboard speaks so, none was captured by
us. Keys are usages of the HID keyboard page; what a key is for is not known here.
"""

from msgspec import Struct

REPORT_SIZE = 8
SET_TYPE, GET_TYPE = 0x21, 0xA1
GET_REPORT, SET_REPORT, SET_IDLE, SET_PROTOCOL = 0x01, 0x09, 0x0A, 0x0B
INPUT_REPORT_VALUE, OUTPUT_REPORT_VALUE = 0x0100, 0x0200
BOOT_PROTOCOL = 0
ONLY_ON_CHANGE = 0
"""The value of SET_IDLE with which a held key is not told again."""
NUM_LED, CAPS_LED, SCROLL_LED = 1, 2, 4
ENTER, KEYPAD_ENTER, BACKSPACE, TAB = 0x28, 0x58, 0x2A, 0x2B

_NO_EVENT = 0
_ERRORS = frozenset({1, 2, 3})
"""ErrorRollOver, POSTFail, ErrorUndefined: the keyboard cannot tell which keys are down."""
_SHIFT = 0x22
_FIRST_LETTER = 0x04
_DIGITS = {0x1E + place: digit for place, digit in enumerate("1234567890")}
_KEYPAD = {0x59 + place: digit for place, digit in enumerate("1234567890")}
_SIGNS = {0x2C: " ", 0x2D: "-", 0x37: ".", 0x38: "/", 0x54: "/", 0x55: "*", 0x56: "-", 0x57: "+", 0x63: "."}


class KeyReport(Struct, frozen=True):
    """Which keys are down, in the order the keyboard lists them."""

    keys: tuple[int, ...] = ()
    shifted: bool = False

    @property
    def unclear(self) -> bool:
        """The keyboard says itself that it does not know."""
        return not _ERRORS.isdisjoint(self.keys)


def parse_report(raw: bytes) -> KeyReport:
    """The report in *raw*; raises ValueError when it is none."""
    if len(raw) != REPORT_SIZE:
        raise ValueError(f"boot report of {len(raw)} bytes, want {REPORT_SIZE}")
    return KeyReport(tuple(key for key in raw[2:] if key != _NO_EVENT), bool(raw[0] & _SHIFT))


def report(*keys: int, modifiers: int = 0) -> bytes:
    """The bytes a keyboard sends while *keys* are down; more than six are a roll-over error."""
    down = keys if len(keys) <= 6 else (1,) * 6
    return bytes((modifiers, 0, *down)).ljust(REPORT_SIZE, b"\0")


def character(key: int, *, shifted: bool = False) -> str | None:
    """What *key* types on a keyboard of the United States; None when it types nothing known here."""
    if _FIRST_LETTER <= key < _FIRST_LETTER + 26:
        return chr(key - _FIRST_LETTER + ord("A" if shifted else "a"))
    if key in (ENTER, KEYPAD_ENTER):
        return "\r"
    if shifted and key not in _KEYPAD:
        return None
    return _DIGITS.get(key) or _KEYPAD.get(key) or _SIGNS.get(key)
