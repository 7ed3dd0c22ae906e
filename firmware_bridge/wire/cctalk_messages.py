"""What ccTalk messages say: headers by their numbers, questions, and the answers an acceptor gives. No timing.

Headers and the credit reply are the vendor's (Azkoyen X6); NAK and the order of the pairs are grade D (DEVICES 3.1).
"""

from msgspec import Struct

from firmware_bridge.wire.cctalk import HOST, Frame

ANSWER, NAK, BUSY = 0, 5, 6
RESET = 1
LED_SWITCH, LED_BLINK = 107, 108
READ_MASTER_INHIBIT, MASTER_INHIBIT, READ_CREDIT = 227, 228, 229
READ_INHIBITS, INHIBITS = 230, 231
SOFTWARE, SERIAL_NUMBER, PRODUCT, CATEGORY, MAKER = 241, 242, 244, 245, 246
POLLING_PRIORITY, SIMPLE_POLL = 249, 254

STORED_EVENTS = 5
CREDIT_SIZE = 1 + 2 * STORED_EVENTS
LED_ON, LED_OFF = 0, 1
BLINK_UNIT_MS = 50
_COUNTER_LAST = 255

HEADER_NAMES = {
    RESET: "reset",
    LED_SWITCH: "led_switch",
    LED_BLINK: "led_blink",
    151: "test_lamps",
    154: "route_bill",
    159: "read_buffered_bill_events",
    184: "coin_id",
    READ_MASTER_INHIBIT: "read_master_inhibit",
    MASTER_INHIBIT: "master_inhibit",
    READ_CREDIT: "read_buffered_credit",
    READ_INHIBITS: "read_inhibits",
    INHIBITS: "inhibits",
    232: "self_check",
    SOFTWARE: "software_revision",
    SERIAL_NUMBER: "serial_number",
    PRODUCT: "product_code",
    CATEGORY: "equipment_category",
    MAKER: "manufacturer",
    248: "status",
    POLLING_PRIORITY: "polling_priority",
    253: "address_poll",
    SIMPLE_POLL: "simple_poll",
}

Pair = tuple[int, int]


class Reading(Struct, frozen=True):
    """One reply to READ_CREDIT: the event counter and the last five events, newest first.

    An event is (coin, path) for an accepted coin or (0, error). The counter runs 1 to 255 and on to 1; 0 is a reset.
    """

    counter: int
    pairs: tuple[Pair, ...]


FRESH = Reading(0, ((0, 0),) * STORED_EVENTS)


class Asked(Struct, frozen=True):
    """A message from the host, as a listener on the line names it."""

    address: int
    message: str
    data: str


class Answered(Struct, frozen=True):
    """A message to the host; *message* is the question it answers, None when that was not heard."""

    address: int | None
    message: str | None
    result: str
    data: str


class CreditRead(Struct, frozen=True):
    address: int
    counter: int
    events: tuple[Pair, ...]


def question(address: int, header: int, data: bytes = b"", *, crc: bool = False) -> Frame:
    return Frame(address, header, data, None if crc else HOST)


def inhibits(coins: frozenset[int] | set[int]) -> bytes:
    """The two mask bytes that let *coins* (1 to 16) in: a bit set is a coin enabled, as the vendor says."""
    mask = sum(1 << coin - 1 for coin in coins)
    return mask.to_bytes(2, "little")


def master_inhibit(*, locked: bool) -> bytes:
    """Bit 0: 1 normal, 0 nothing is accepted."""
    return bytes((not locked,))


def is_locked(data: bytes) -> bool:
    return not data[0] & 1


def parse_reading(data: bytes) -> Reading:
    if len(data) != CREDIT_SIZE:
        raise ValueError(f"credit reply of {len(data)} bytes, want {CREDIT_SIZE}")
    counter, coin1, path1, coin2, path2, coin3, path3, coin4, path4, coin5, path5 = data
    return Reading(counter, ((coin1, path1), (coin2, path2), (coin3, path3), (coin4, path4), (coin5, path5)))


def reading_bytes(reading: Reading) -> bytes:
    return bytes((reading.counter, *(byte for pair in reading.pairs for byte in pair)))


def steps_between(before: int, after: int) -> int:
    """How many events took the counter from *before* to *after*: 255 is followed by 1."""
    return after if before == 0 else (after - before) % _COUNTER_LAST


def counted(number: int) -> int:
    """*number* as the counter shows it: 1 to 255, also for events from before it came round."""
    return (number - 1) % _COUNTER_LAST + 1


class Listener:
    """Names what passes on a line, pairing each answer with the question before it. Takes part in nothing."""

    def __init__(self) -> None:
        self._asked: Frame | None = None

    def heard(self, frame: Frame) -> Asked | Answered | CreditRead:
        if frame.dest != HOST:
            self._asked = frame
            return Asked(frame.dest, _name(frame.header), frame.data.hex(" "))
        asked, self._asked = self._asked, None
        if asked is None or frame.source not in (None, asked.dest):
            return Answered(frame.source, None, _result(frame), frame.data.hex(" "))
        if asked.header == READ_CREDIT and len(frame.data) == CREDIT_SIZE:
            reading = parse_reading(frame.data)
            return CreditRead(asked.dest, reading.counter, reading.pairs)
        return Answered(asked.dest, _name(asked.header), _result(frame), frame.data.hex(" "))


def _name(header: int) -> str:
    return HEADER_NAMES.get(header, f"header_{header}")


def _result(frame: Frame) -> str:
    return {ANSWER: "answer", NAK: "nak", BUSY: "busy"}.get(frame.header, f"header_{frame.header}")
