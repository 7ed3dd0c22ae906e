"""What the frames of an Angel Eye II-EX mean (DEVICES 1.1). One table: message letter to event."""

from collections.abc import Callable

from drivers.base import RemoteProtocolError
from firmware_bridge.wire.angel_eye import Frame
from table_core.cards import RANKS, Card
from table_core.events import (
    CardDrawn,
    CardDrawnOutOfGame,
    CardRedrawn,
    CardRevealed,
    CardRevealedOutOfGame,
    Claim,
    CutCardDrawn,
    DeviceEvent,
    ShoeFault,
    ShoeLocked,
    ShoePresetChanged,
    ShoeResult,
    ShoeStandby,
    ShoeStarted,
    Side,
    Winner,
)

_SUITS = {1: "D", 2: "C", 3: "S", 4: "H"}
_NO_CARD = 0x80
_WINNERS: dict[int, Winner] = {1: "punto", 2: "tie", 4: "bank", 5: "bank", 7: "forced_quit"}
_PAIRS: dict[int, tuple[Side, ...]] = {0: (), 1: ("punto",), 2: ("bank",), 3: ("punto", "bank")}
_ERRORS = {
    1: "cannot_read",
    2: "overdraw",
    3: "button_misuse",
    4: "reverse_at_exit",
    5: "reverse_midway",
    6: "card_code",
    7: "draw_timeout",
}
_ERROR_MODE = 0x40


def event_of(device: str, frame: Frame) -> DeviceEvent:
    """The event *frame* reports; raises RemoteProtocolError when the shoe's own language has no such message."""
    reader = _READERS.get(frame.type)
    if reader is None:
        raise RemoteProtocolError(f"message type {frame.type!r} is unknown")
    size, read = reader
    if len(frame.payload) != size:
        raise RemoteProtocolError(f"message {frame.type!r} with {len(frame.payload)} payload bytes, want {size}")
    return read(device, frame.payload)


def _card(byte: int) -> Card | None:
    if byte == _NO_CARD:
        return None
    suit, rank = _SUITS.get(byte >> 4 & 7), byte & 0x0F
    if not byte & 0x80 or suit is None or not 1 <= rank <= 13:
        raise RemoteProtocolError(f"card byte {byte:02x} names no card")
    return RANKS[rank - 1] + suit


def _claim(byte: int) -> Claim:
    position = byte & 0x0F
    match byte >> 4:
        case 0b1000:
            return Claim("punto", position)
        case 0b1001:
            return Claim("bank", position)
        case 0b1010:
            return Claim("burn", position)
        case 0b1100:
            return Claim("first", position)
        case 0b1101:
            return Claim("burn_count", position)
        case high if high & 0b1000:
            return Claim("other", position)
    raise RemoteProtocolError(f"target byte {byte:02x} lacks bit 7")


def _result(device: str, payload: bytes) -> ShoeResult:
    winner = _WINNERS.get(payload[0] >> 4 & 7)
    if winner is None or not payload[0] & 0x80:
        raise RemoteProtocolError(f"result byte {payload[0]:02x} names no winner")
    return ShoeResult(device, winner, _PAIRS[payload[0] & 3])


def _fault(device: str, payload: bytes, *, active: bool) -> ShoeFault:
    code = _ERRORS.get(payload[0] & 0x3F)
    if code is None:
        raise RemoteProtocolError(f"error byte {payload[0]:02x} is none of the seven errors")
    return ShoeFault(device, code, active, bool(payload[0] & _ERROR_MODE))


def _preset(device: str, payload: bytes) -> ShoePresetChanged:
    if not payload.isascii():
        raise RemoteProtocolError("preset is not ASCII")
    text = payload.decode("ascii")
    return ShoePresetChanged(device, text[:2], text[2:])


_READERS: dict[str, tuple[int, Callable[[str, bytes], DeviceEvent]]] = {
    "S": (0, lambda device, _: ShoeStarted(device)),
    "P": (0, lambda device, _: ShoeStandby(device)),
    "D": (2, lambda device, data: CardDrawn(device, _card(data[1]), _claim(data[0]))),
    "I": (2, lambda device, data: CardRevealed(device, _card(data[1]), _claim(data[0]))),
    "R": (2, lambda device, data: CardRedrawn(device, _card(data[1]), _claim(data[0]))),
    "d": (2, lambda device, data: CardDrawnOutOfGame(device, _card(data[1]), data[0])),
    "i": (2, lambda device, data: CardRevealedOutOfGame(device, _card(data[1]), data[0])),
    "G": (1, _result),
    "C": (0, lambda device, _: CutCardDrawn(device)),
    "E": (1, lambda device, data: _fault(device, data, active=True)),
    "e": (1, lambda device, data: _fault(device, data, active=False)),
    "L": (1, lambda device, data: ShoeLocked(device, bool(data[0] & 1))),
    "M": (6, _preset),
}
