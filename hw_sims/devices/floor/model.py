"""A floor process as a table meets it: welcomes, answers, beats. Its pot is in memory; frames are lines of JSON.

Steerable: it may fall silent, answer late, answer twice or otherwise. See `pot.py` for what it decides.
"""

from collections.abc import Iterable

import msgspec

from firmware_bridge.wire.floor import (
    BEAT_MS,
    PROTOCOL,
    Claims,
    Decisions,
    Head,
    Hello,
    Refused,
    ToTable,
    Value,
    Welcome,
    decode_to_floor,
    encode,
)
from hw_sims.devices.floor.pot import ClaimRefused, PotModel
from table_core.progressive.claims import AnyClaim

_BEAT_NS = BEAT_MS * 1_000_000
_claim: msgspec.json.Decoder[AnyClaim] = msgspec.json.Decoder(AnyClaim)


def raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


class FloorModel:
    """One connection of one table. *silent*: it hears and says nothing, as a process that hangs."""

    def __init__(self, pot: PotModel, name: str = "piso-1") -> None:
        self.pot = pot
        self.name = name
        self.silent = False
        self.refuse: Refused | None = None
        self.hellos: list[Hello] = []
        self.heads: list[Head] = []
        self.claims_heard = 0
        self._table = ""
        self._rest = b""
        self._beat_at: int | None = None

    def receive(self, data: bytes, at_ns: int) -> list[bytes]:
        """Take what the table sent; the frames to answer with."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if self.silent:
            return []
        return [encode(answer) + b"\n" for line in lines for answer in self._answer(line, at_ns)]

    def cut(self) -> None:
        """The connection is over."""
        self._table, self._rest, self._beat_at = "", b"", None

    def next_deadline(self) -> int | None:
        return None if self.silent else self._beat_at

    def on_time(self, at_ns: int) -> list[bytes]:
        if self._beat_at is None or at_ns < self._beat_at:
            return []
        self._beat_at = at_ns + _BEAT_NS
        return [] if self.silent else [encode(Value(raw(self.pot.value))) + b"\n"]

    def _answer(self, line: bytes, at_ns: int) -> Iterable[ToTable]:
        match decode_to_floor(line):
            case Hello() as hello:
                yield from self._greeted(hello, at_ns)
            case Claims(claims=claims) if self._table:
                yield from self._decide([_claim.decode(claim) for claim in claims])
            case Head() as head:
                self.heads.append(head)

    def _greeted(self, hello: Hello, at_ns: int) -> Iterable[ToTable]:
        self.hellos.append(hello)
        if hello.protocol != PROTOCOL:
            yield Refused("PROTOCOL", f"{hello.protocol}")
        elif self.refuse is not None:
            yield self.refuse
        else:
            self._table, self._beat_at = hello.table, at_ns + _BEAT_NS
            yield Welcome(self.name, self.pot.name, self.pot.answered(hello.table))
            yield Value(raw(self.pot.value))

    def _decide(self, claims: list[AnyClaim]) -> Iterable[ToTable]:
        for claim in claims:
            self.claims_heard += 1
            try:
                yield Decisions((raw(self.pot.decide(self._table, claim)),))
            except ClaimRefused as refused:
                yield Refused(refused.code, refused.detail, refused.seq)
                return
        yield Value(raw(self.pot.value))
