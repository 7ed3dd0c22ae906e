"""How one table plays its progressive: the plan it was given, its acceptors and lamps, what the papers allow."""

from msgspec import Struct

from table_core.progressive.betting import AcceptorKind
from table_core.progressive.terms import Terms


class Lamps(Struct, frozen=True):
    """A device that shows bet lamps: the seat of each channel (0: none). *confirms*: it reads them back."""

    device: str
    seats: tuple[int, ...]
    confirms: bool


class SideSetup(Struct, frozen=True):
    """*faults* are why betting must not open (`plan.config_errors`); *places* is the table's number of seats.

    *promo*: promotional credits are authorised, which takes more than the notice of complementary prizes (3.5.4).
    *floor* is the device that reaches a shared pot; none: the pot is the table's own.
    """

    pot: str
    terms: Terms
    plan: str
    plan_digest: str
    kind: AcceptorKind
    places: int
    acceptors: tuple[str, ...] = ()
    lamps: tuple[Lamps, ...] = ()
    complementary: bool = False
    promo: bool = False
    grand_within_h: int | None = None
    joint_inspector: bool = False
    faults: tuple[str, ...] = ()
    floor: str = ""
