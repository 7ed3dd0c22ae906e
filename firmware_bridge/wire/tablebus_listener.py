"""What a listener without the key reads on a TableBus line: frames by name. Whether a tag is genuine it cannot say."""

from msgspec import Struct

from firmware_bridge.wire import tablebus as bus
from firmware_bridge.wire import tablebus_messages as tb
from firmware_bridge.wire.tablebus import Frame


class Hello(Struct, frozen=True):
    number: int
    lowest: int
    highest: int


class Identity(Struct, frozen=True):
    number: int
    profile: str
    serial: str
    model: str
    boot: int
    log: int
    firmware: str
    newest: int


class Begin(Struct, frozen=True):
    number: int
    log: int
    kept: int


class Poll(Struct, frozen=True):
    number: int


class Order(Struct, frozen=True):
    number: int
    wanted: str


class Ack(Struct, frozen=True):
    kept: int


class State(Struct, frozen=True):
    number: int
    newest: int
    shows: str


class Event(Struct, frozen=True):
    """*said* is the event's name, *values* its fields in their order."""

    counter: int
    oldest: int
    said: str
    values: dict[str, int | tuple[int, ...]]


class Refused(Struct, frozen=True):
    number: int
    reason: int


class Unclear(Struct, frozen=True):
    """A good frame whose body the specification does not allow."""

    problem: str


Heard = Hello | Identity | Begin | Poll | Order | Ack | State | Event | Refused | Unclear


def heard(frame: Frame) -> Heard:
    try:
        return _heard(frame)
    except tb.Malformed as error:
        return Unclear(str(error))


def _heard(frame: Frame) -> Heard:
    number, counter, body = frame.number, frame.counter, frame.body
    match frame.kind:
        case bus.HELLO:
            return Hello(number, *tb.parse_hello(body)[:2])
        case bus.IDENTITY:
            one = tb.parse_identity(body)
            profile = tb.PROFILES.get(one.profile, str(one.profile))
            return Identity(number, profile, one.serial, one.model, one.boot, one.log, one.firmware.hex(), counter)
        case bus.BEGIN:
            return Begin(number, int.from_bytes(body, "big"), counter)
        case bus.POLL:
            return Poll(number)
        case bus.SET:
            return Order(number, body.hex())
        case bus.ACK:
            return Ack(counter)
        case bus.STATE:
            return State(number, counter, body.hex())
        case bus.EVENT:
            event = tb.parse_event(body)
            values = {name: getattr(event.said, name) for name in event.said.__struct_fields__}
            return Event(counter, event.oldest, type(event.said).__name__, values)
        case _:
            return Refused(number, body[0] if body else 0)
