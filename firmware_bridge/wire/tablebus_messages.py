"""What TableBus frames carry: identity, events and states of each profile (docs/tablebus.md, sections 5 to 7).

Numbers only: no meaning for the table, and never the order of cards in a machine.
"""

import struct
from typing import Final

from msgspec import Struct

from firmware_bridge.wire.tablebus_keys import NONCE

VERSION: Final = 1
SHOE, BATCH, CONTINUOUS, ACCEPTOR, LAMPS, RACK, INPUTS, DISPLAY = range(1, 9)
PROFILES: Final = {
    SHOE: "shoe",
    BATCH: "batch shuffler",
    CONTINUOUS: "continuous shuffler",
    ACCEPTOR: "acceptor",
    LAMPS: "lamps",
    RACK: "discard rack",
    INPUTS: "inputs",
    DISPLAY: "display",
}
UNREAD: Final = 0xFF
"""The card number of a card nobody could read."""
NO_SESSION, BAD_REQUEST, NO_COMMON_VERSION = 1, 2, 3

PHASES: Final = ("idle", "loading", "shuffling", "ready", "dealing", "verify_failed", "fault")
FAULTS: Final = {
    1: "cannot_read",
    2: "overdraw",
    3: "jam",
    4: "door_open",
    5: "wrong_deck",
    6: "output_blocked",
    7: "internal",
    8: "reversed",
    9: "log_overflow",
}
INPUT_NAMES: Final = {1: "shoe_tilt", 2: "drop_box", 3: "tray_lid", 4: "call_button", 5: "door"}

LOCKED, LAMP, CURRENT, BAR = 1, 2, 4, 8
"""A seat's flags. In an order LOCKED and LAMP; read back: the bar is moved (BAR), current flows (CURRENT)."""
MOST_SEATS, MOST_LAMPS, MOST_LINES, LONGEST_LINE, MOST_NAMED = 9, 16, 4, 40, 24
_LONGEST_NAME = 24

_IDENTITY = struct.Struct(f">BBBII32s{NONCE}s")
_EVENT = struct.Struct(">IB")
_SEAT = struct.Struct(">BHH")


class Malformed(ValueError):
    """A body whose form the specification does not allow."""


class Identity(Struct, frozen=True):
    """*boot* counts power-ups, *log* names the event memory: another number, another memory."""

    version: int
    profile: int
    revision: int
    boot: int
    log: int
    firmware: bytes
    nonce: bytes
    serial: str
    model: str


class Fault(Struct, frozen=True):
    fault: int
    on: int


class Input(Struct, frozen=True):
    input: int
    on: int


class Card(Struct, frozen=True):
    """*ordinal*: the how many-eth card since the shoe was loaded."""

    card: int
    ordinal: int


class CutCard(Struct, frozen=True):
    drawn: int


class Loaded(Struct, frozen=True):
    """The lid closed over new cards: ordinals begin again."""

    cards: int


class Phase(Struct, frozen=True):
    phase: int
    inside: int


class Verified(Struct, frozen=True):
    """The machine looked at every card: how many there are, which are missing and which too many."""

    wanted: int
    counted: int
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()


class FedBack(Struct, frozen=True):
    """Cards went back into a continuous machine, which now holds *inside*."""

    cards: int
    inside: int


class Credits(Struct, frozen=True):
    """The dealer activated *credits* at a seat."""

    seat: int
    credits: int


class Pressed(Struct, frozen=True):
    """The bet button of a seat went down; *credits* were selected."""

    seat: int
    credits: int


class LampChanged(Struct, frozen=True):
    lamp: int
    commanded: int
    current: int


class LockChanged(Struct, frozen=True):
    """*bar*: whether the bar of that seat is really in its place, as its own contact says."""

    seat: int
    commanded: int
    bar: int


class Racked(Struct, frozen=True):
    cards: int


class Lifted(Struct, frozen=True):
    """Cards were taken out of the rack; so many are left."""

    cards: int
    left: int


Said = (
    Fault
    | Input
    | Card
    | CutCard
    | Loaded
    | Phase
    | Verified
    | FedBack
    | Credits
    | Pressed
    | LampChanged
    | LockChanged
    | Racked
    | Lifted
)
_EVENTS: dict[int, tuple[type, str]] = {
    0x01: (Fault, ">BB"),
    0x02: (Input, ">BB"),
    0x10: (Card, ">BH"),
    0x11: (CutCard, ">H"),
    0x12: (Loaded, ">H"),
    0x20: (Phase, ">BH"),
    0x22: (FedBack, ">HH"),
    0x30: (Credits, ">BH"),
    0x31: (Pressed, ">BH"),
    0x32: (LampChanged, ">BBB"),
    0x33: (LockChanged, ">BBB"),
    0x40: (Racked, ">H"),
    0x41: (Lifted, ">HH"),
}
_CODES = {kind: code for code, (kind, _) in _EVENTS.items()}
_VERIFIED, _CARDS = 0x21, 52


class Event(Struct, frozen=True):
    """*oldest* is the first event the device still holds: what is older and not kept is lost."""

    oldest: int
    said: Said


class SeatState(Struct, frozen=True):
    flags: int
    credits: int
    bet: int


class ShoeState(Struct, frozen=True):
    lid_open: int
    drawn: int


class ShufflerState(Struct, frozen=True):
    """*wanted* is what the machine was told to expect, *out* what it gave since it was loaded."""

    phase: int
    wanted: int
    inside: int
    out: int


def hello(lowest: int, highest: int, nonce: bytes) -> bytes:
    return bytes((lowest, highest)) + nonce


def parse_hello(body: bytes) -> tuple[int, int, bytes]:
    if len(body) != 2 + NONCE:
        raise Malformed(f"HELLO de {len(body)} bytes")
    return body[0], body[1], body[2:]


def identity_bytes(identity: Identity) -> bytes:
    one = identity
    head = _IDENTITY.pack(one.version, one.profile, one.revision, one.boot, one.log, one.firmware, one.nonce)
    return head + _text(one.serial) + _text(one.model)


def parse_identity(body: bytes) -> Identity:
    if len(body) < _IDENTITY.size + 2:
        raise Malformed(f"IDENTITY de {len(body)} bytes")
    serial, rest = _read_text(body[_IDENTITY.size :])
    model, rest = _read_text(rest)
    if rest or not _is_name(serial) or not _is_name(model):
        raise Malformed("IDENTITY con textos que no lo son")
    version, profile, revision, boot, log, firmware, nonce = _IDENTITY.unpack_from(body)
    return Identity(version, profile, revision, boot, log, firmware, nonce, serial, model)


def event_bytes(event: Event) -> bytes:
    said = event.said
    if isinstance(said, Verified):
        counts = struct.pack(">HHBB", said.wanted, said.counted, len(said.missing), len(said.extra))
        return _EVENT.pack(event.oldest, _VERIFIED) + counts + bytes(said.missing) + bytes(said.extra)
    code = _CODES[type(said)]
    values = tuple(getattr(said, name) for name in said.__struct_fields__)
    return _EVENT.pack(event.oldest, code) + struct.pack(_EVENTS[code][1], *values)


def parse_event(body: bytes) -> Event:
    if len(body) < _EVENT.size:
        raise Malformed(f"EVENT de {len(body)} bytes")
    oldest, code = _EVENT.unpack_from(body)
    data = body[_EVENT.size :]
    if code == _VERIFIED:
        return Event(oldest, _parse_verified(data))
    kind, form = _EVENTS.get(code, (None, ""))
    if kind is None or len(data) != struct.calcsize(form):
        raise Malformed(f"suceso {code:#04x} con {len(data)} bytes")
    return Event(oldest, kind(*struct.unpack(form, data)))


def seats_bytes(seats: tuple[SeatState, ...]) -> bytes:
    """An acceptor board's seats: an order as well as what is read back."""
    return bytes((len(seats),)) + b"".join(_SEAT.pack(seat.flags, seat.credits, seat.bet) for seat in seats)


def parse_seats(body: bytes) -> tuple[SeatState, ...]:
    if not body or body[0] > MOST_SEATS or len(body) != 1 + body[0] * _SEAT.size:
        raise Malformed(f"puestos en {len(body)} bytes")
    return tuple(SeatState(*values) for values in _SEAT.iter_unpack(body[1:]))


def lamps_bytes(*masks: int) -> bytes:
    """One mask orders lamps, bit 0 for the first; two are read back: what was ordered, where current flows."""
    return struct.pack(f">{len(masks)}H", *masks)


def parse_lamps(body: bytes) -> tuple[int, int]:
    return _two(body, ">HH", "lámparas")


def rack_bytes(cards: int) -> bytes:
    return cards.to_bytes(2, "big")


def parse_number(body: bytes) -> int:
    """The state of a rack (cards in it) or of inputs (bit n - 1 for input n)."""
    if len(body) != 2:
        raise Malformed(f"un número en {len(body)} bytes")
    return int.from_bytes(body, "big")


def shoe_bytes(state: ShoeState) -> bytes:
    return struct.pack(">BH", state.lid_open, state.drawn)


def parse_shoe(body: bytes) -> ShoeState:
    return ShoeState(*_two(body, ">BH", "sabot"))


def shuffler_bytes(state: ShufflerState) -> bytes:
    return struct.pack(">BHHH", state.phase, state.wanted, state.inside, state.out)


def parse_shuffler(body: bytes) -> ShufflerState:
    if len(body) != 7 or body[0] >= len(PHASES):
        raise Malformed(f"estado de barajadora en {len(body)} bytes")
    return ShufflerState(*struct.unpack(">BHHH", body))


def lines_bytes(lines: tuple[str, ...]) -> bytes:
    """The lines of a display, UTF-8: an order as well as what is read back. A line too long is cut at a character."""
    return bytes((min(len(lines), MOST_LINES),)) + b"".join(_text(_fitting(line)) for line in lines[:MOST_LINES])


def parse_lines(body: bytes) -> tuple[str, ...]:
    if not body or body[0] > MOST_LINES:
        raise Malformed("texto sin líneas")
    lines, rest = [], body[1:]
    for _ in range(body[0]):
        line, rest = _read_text(rest)
        lines.append(line)
    if rest:
        raise Malformed("texto con bytes de más")
    return tuple(lines)


def _parse_verified(data: bytes) -> Verified:
    if len(data) < 6:
        raise Malformed("verificación incompleta")
    wanted, counted, missing, extra = struct.unpack_from(">HHBB", data)
    cards = tuple(data[6:])
    if missing + extra != len(cards) or max(missing, extra) > MOST_NAMED:
        raise Malformed("verificación que no cuadra")
    return Verified(wanted, counted, _sorted(cards[:missing]), _sorted(cards[missing:]))


def _sorted(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Cards by number: in any other order they might tell how they lie in the machine."""
    if list(cards) != sorted(cards) or any(card >= _CARDS for card in cards):
        raise Malformed("verificación con cartas que no van por número")
    return cards


def _is_name(text: str) -> bool:
    return text.isascii() and text.isprintable() and 1 <= len(text) <= _LONGEST_NAME


def _two(body: bytes, form: str, what: str) -> tuple[int, int]:
    if len(body) != struct.calcsize(form):
        raise Malformed(f"{what} en {len(body)} bytes")
    first, second = struct.unpack(form, body)
    return first, second


def _fitting(line: str) -> str:
    return line.encode()[:LONGEST_LINE].decode(errors="ignore")


def _text(text: str) -> bytes:
    data = text.encode()
    return bytes((len(data),)) + data


def _read_text(data: bytes) -> tuple[str, bytes]:
    if not data or len(data) < 1 + data[0]:
        raise Malformed("texto incompleto")
    try:
        return data[1 : 1 + data[0]].decode(), data[1 + data[0] :]
    except UnicodeDecodeError as error:
        raise Malformed("texto que no es UTF-8") from error
