"""How the simulated shoe speaks: payload bytes, numbering and copies of each frame. Decides nothing to say."""

from collections.abc import Callable
from typing import Literal

from firmware_bridge.wire.angel_eye import Frame
from table_core.cards import RANKS, Card, rank_of, suit_of

Target = Literal["punto", "bank", "burn", "first", "burn_count"]
Winner = Literal["punto", "bank", "tie", "forced_quit"]
Fault = Literal[
    "cannot_read",
    "overdraw",
    "button_misuse",
    "reverse_at_exit",
    "reverse_midway",
    "card_code",
    "drawing_timeout",
]

# DEVICES 1.1; every payload byte has bit 7 set.
_TARGETS: dict[Target, int] = {"punto": 0b000, "bank": 0b001, "burn": 0b010, "first": 0b100, "burn_count": 0b101}
_SUITS = {"D": 1, "C": 2, "S": 3, "H": 4}
_WINNERS: dict[Winner, int] = {"punto": 1, "tie": 2, "bank": 4, "forced_quit": 7}
_PAIRS = {"punto": 1, "bank": 2}
_FAULTS: dict[Fault, int] = {
    "cannot_read": 1,
    "overdraw": 2,
    "button_misuse": 3,
    "reverse_at_exit": 4,
    "reverse_midway": 5,
    "card_code": 6,
    "drawing_timeout": 7,
}
_ERROR_MODE = 0x40


def target_byte(target: Target, position: int) -> int:
    return 0x80 | _TARGETS[target] << 4 | position


def card_byte(card: Card | None) -> int:
    """80 is "no card disclosed"."""
    if card is None:
        return 0x80
    return 0x80 | _SUITS[suit_of(card)] << 4 | RANKS.index(rank_of(card)) + 1


def result_byte(winner: Winner, pairs: tuple[str, ...]) -> int:
    return 0x80 | _WINNERS[winner] << 4 | sum(_PAIRS[side] for side in pairs)


def fault_byte(fault: Fault, stopped: bool) -> int:
    return 0x80 | (_ERROR_MODE if stopped else 0) | _FAULTS[fault]


class Voice:
    """Numbers each message and sends it *copies* times: `S` is 0, then 1 to 9 and back to 1."""

    def __init__(self, send: Callable[[bytes], object], copies: int) -> None:
        self._send = send
        self._copies = copies
        self._last_seq = 0

    def say(self, kind: str, *payload: int) -> None:
        self._number(kind)
        frame = Frame(self._last_seq, kind, bytes(payload))
        for _ in range(self._copies):
            self._send(frame.to_bytes())

    def swallow(self, kind: str) -> None:
        """The message is numbered but nothing leaves the shoe."""
        self._number(kind)

    def _number(self, kind: str) -> None:
        self._last_seq = 0 if kind == "S" else self._last_seq % 9 + 1
