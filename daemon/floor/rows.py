"""Movements as rows and back. A row keeps the movement as it was sent or decided; its amounts stand beside it."""

from typing import Any

import msgspec
from msgspec import Struct

from table_core.progressive.claims import Annulled, AnyClaim, Contributed, Reviewed
from table_core.progressive.ledger import PassContributed, PotMovement, Sums

_encoder = msgspec.json.Encoder()
_movement: msgspec.json.Decoder[PotMovement] = msgspec.json.Decoder(PotMovement)
_sums: msgspec.json.Decoder[Sums] = msgspec.json.Decoder(Sums)
_claim: msgspec.json.Decoder[AnyClaim] = msgspec.json.Decoder(AnyClaim)

COLUMNS = (
    "place, pot, maker, seq, kind, of_seq, because, enrolment, claim, movement,"
    " contributed, seeded, main, reserve, commission, paid, win, floor"
)
HOLES = ", ".join(["%s"] * len(COLUMNS.split(",")))
SUMS = "contributed, seeded, main, reserve, commission, paid"


class Entry(Struct, frozen=True):
    """One movement of a pot at its place. *because*: the place of the award this new base follows."""

    place: int
    pot: int
    movement: PotMovement
    floor: str
    claim: AnyClaim | None = None
    enrolment: int | None = None
    because: int | None = None
    win: str | None = None


def to_row(entry: Entry) -> tuple[Any, ...]:
    """The values for COLUMNS. The claim of a contribution is its movement: kept once."""
    movement, claim = entry.movement, entry.claim
    kept = None if claim is None or isinstance(claim, Contributed) else encode(claim)
    return (
        entry.place,
        entry.pot,
        movement.key.table,
        movement.key.seq,
        type(movement).__name__,
        claim.of if isinstance(claim, Annulled | Reviewed) else None,
        entry.because,
        entry.enrolment,
        kept,
        encode(movement),
        *msgspec.structs.astuple(movement.sums),
        entry.win,
        entry.floor,
    )


def claim_of(seq: int, kept: str | None, movement: PotMovement) -> AnyClaim:
    """What the table sent for this row."""
    if kept is not None:
        return _claim.decode(kept)
    if not isinstance(movement, PassContributed):
        raise TypeError(f"{type(movement).__name__} {seq} without its claim")
    return Contributed(seq, movement)


def read_claim(body: bytes) -> AnyClaim:
    """Raises msgspec.DecodeError or ValidationError for what is no claim."""
    return _claim.decode(body)


def read_sums(body: bytes) -> Sums:
    """Raises msgspec.DecodeError or ValidationError for what is no meters of a table."""
    return _sums.decode(body)


def read_movement(text: str) -> PotMovement:
    return _movement.decode(text)


def encode(value: Struct) -> str:
    return _encoder.encode(value).decode()
