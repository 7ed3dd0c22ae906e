"""Messages between a table and the floor: one JSON object in each ZeroMQ frame, behind CURVE on both sides.

Bodies pass through unread: what a claim or a value says belongs to the progressive, not to the wire.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

PROTOCOL = 1
BEAT_MS = 200
"""The floor says the value of the pot at least this often; it is the heartbeat of the link."""
SILENT_MS = 600
"""A table that heard nothing for so long is without a floor."""
MAX_BYTES = 256 * 1024
MOST_CLAIMS = 64
"""A table opens no bets while claims are unanswered: what it has to say at once is one pass."""


class Message(Struct, frozen=True, tag=True, tag_field="is", forbid_unknown_fields=True):
    pass


class Hello(Message, frozen=True):
    """First of every connection. *terms* and *plan_digest* must be the ones the table was enrolled with."""

    protocol: int
    table: str
    run: str
    plan: str
    plan_digest: str
    terms: Raw
    utc_ns: int


class Claims(Message, frozen=True):
    """Claims in the order of their numbers; sent again from the first one that was not answered."""

    claims: Annotated[tuple[Raw, ...], Meta(max_length=MOST_CLAIMS)]


class Head(Message, frozen=True):
    """The head of the table's journal, kept so that a journal cut short is found; and the table's clock (R82).

    *began* entries lay in it when this run of the table started. *books*: what it was answered up to claim *answered*.
    """

    seq: int
    hash: str
    utc_ns: int
    began: int
    answered: int
    books: Raw


class Welcome(Message, frozen=True):
    """*floor* names the process; *answered* is the table's last claim that is durable there."""

    floor: str
    pot: str
    answered: int


class Refused(Message, frozen=True):
    """The table may not play for this pot, or its claim *seq* is not taken; *code* and *detail* say why."""

    code: str
    detail: str
    seq: int | None = None


class Decisions(Message, frozen=True):
    decisions: tuple[Raw, ...]


class Value(Message, frozen=True):
    value: Raw


ToFloor = Hello | Claims | Head
ToTable = Welcome | Refused | Decisions | Value

_encoder = msgspec.json.Encoder()
_to_floor: msgspec.json.Decoder[ToFloor] = msgspec.json.Decoder(ToFloor)
_to_table: msgspec.json.Decoder[ToTable] = msgspec.json.Decoder(ToTable)


def encode(message: ToFloor | ToTable) -> bytes:
    return _encoder.encode(message)


def decode_to_floor(frame: bytes) -> ToFloor:
    """Raises msgspec.DecodeError or ValidationError for what is no message of ours."""
    return _to_floor.decode(frame)


def decode_to_table(frame: bytes) -> ToTable:
    return _to_table.decode(frame)
