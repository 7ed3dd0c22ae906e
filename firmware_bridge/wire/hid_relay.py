"""Reports of the HID relay board 16c0:05df ("USBRelayN"): values to reports and back. Moves no bytes itself.

Grade C: two public code bases (pavel-a/usb-relay-hid, JPEWdev/pyhid-usb-relay) agree on the command bytes,
the relay number behind them and the report that is read back; no traffic was seen. Report id 0 is not sent.
"""

from typing import Final

VENDOR_ID: Final = 0x16C0
PRODUCT_ID: Final = 0x05DF
MAX_RELAYS: Final = 8
REPORT_SIZE: Final = 8

# HID class requests to interface 0: SET_REPORT and GET_REPORT of feature report 0.
SET_REPORT_TYPE: Final = 0x21
SET_REPORT: Final = 0x09
GET_REPORT_TYPE: Final = 0xA1
GET_REPORT: Final = 0x01
FEATURE_REPORT_VALUE: Final = 0x0300
REPORT_INDEX: Final = 0

ON: Final = 0xFF
OFF: Final = 0xFD
ALL_ON: Final = 0xFE
ALL_OFF: Final = 0xFC

_ID_SIZE = 5


def switch(relay: int, on: bool) -> bytes:
    """The report that switches *relay*; relays count from 1."""
    if not 1 <= relay <= MAX_RELAYS:
        raise ValueError(f"relay {relay}, want 1..{MAX_RELAYS}")
    return _report(ON if on else OFF, relay)


def all_on() -> bytes:
    return _report(ALL_ON)


def all_off() -> bytes:
    return _report(ALL_OFF)


def parse_state(report: bytes) -> tuple[str, int]:
    """The board's five-character id and its relays as a bitmask, relay 1 in bit 0.

    Grade C: the id in the first five bytes, the bitmask in the last of eight. Unknown what lies between (D).
    """
    if len(report) != REPORT_SIZE:
        raise ValueError(f"state report of {len(report)} bytes, want {REPORT_SIZE}")
    board_id = report[:_ID_SIZE]
    if not all(0x21 <= byte <= 0x7E for byte in board_id):
        raise ValueError(f"board id {board_id.hex(' ')}, want five printable ASCII characters")
    return board_id.decode("ascii"), report[-1]


def state_report(board_id: str, bitmask: int) -> bytes:
    """What a board of that id with those relays on answers; the other side of `parse_state`."""
    if len(board_id) != _ID_SIZE or not all("!" <= character <= "~" for character in board_id):
        raise ValueError(f"board id {board_id!r}, want five printable ASCII characters")
    return board_id.encode("ascii") + bytes(REPORT_SIZE - _ID_SIZE - 1) + bytes((bitmask,))


def _report(command: int, relay: int = 0) -> bytes:
    return bytes((command, relay)) + bytes(REPORT_SIZE - 2)
