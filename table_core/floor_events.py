"""What the floor of a linked pot tells a table, and what its driver hears of the link. Frozen values."""

from msgspec import Struct

from table_core.progressive.claims import Decided, PotValue


class FloorWelcomed(Struct, frozen=True, tag=True):
    """A floor process took the table in: *answered* is the table's last claim that is durable there."""

    device: str
    floor: str
    pot: str
    answered: int


class FloorRefused(Struct, frozen=True, tag=True):
    """The floor does not let the table play for the pot, or does not take its claim *claim*."""

    device: str
    code: str
    detail: str
    claim: int | None = None


class FloorDecided(Struct, frozen=True, tag=True):
    device: str
    decided: Decided


class PotHeard(Struct, frozen=True, tag=True):
    device: str
    value: PotValue


class FloorUnclear(Struct, frozen=True, tag=True):
    """A message that is none of the floor's: another version of it, or nobody's."""

    device: str
    detail: str


FloorEvent = FloorWelcomed | FloorRefused | FloorDecided | PotHeard | FloorUnclear
