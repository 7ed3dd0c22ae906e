"""What a linked table says to the floor, in order, and what the floor answers: one pot, wherever its tables are.

A table decides its own contributions; what depends on the pot, the floor decides. The floor's answer is recorded at
the table as it is, so that neither side ever works it out a second time.
"""

from msgspec import Struct

from table_core.progressive.complementary import Shown
from table_core.progressive.ledger import PassContributed, PotMovement
from table_core.progressive.prizes import Hand


class Claim(Struct, frozen=True, tag=lambda name: f"claim.{name}", forbid_unknown_fields=True):
    """*seq* counts a table's claims from 1 without a gap. Sent until answered; sent twice, it counts once."""

    seq: int


class Contributed(Claim, frozen=True):
    """The lock of a pass: what it raised and how that was divided under the approved plan."""

    movement: PassContributed


class Annulled(Claim, frozen=True):
    """*seats* of the pass that claim *of* contributed are annulled; *before* were annulled earlier (PRG-GAP-01)."""

    of: int
    seats: tuple[int, ...]
    before: tuple[int, ...] = ()


class Reviewed(Claim, frozen=True):
    """The dealer looked at the hands of the pass that claim *of* contributed: what does the pot pay (ARI 4.2)?

    *hands* and *shown* are told by places: seat 1 is at the dealer's right.
    """

    of: int
    hands: tuple[Hand, ...]
    shown: tuple[Shown, ...] = ()
    void: tuple[int, ...] = ()


AnyClaim = Contributed | Annulled | Reviewed


class Decided(Struct, frozen=True, forbid_unknown_fields=True):
    """The floor's answer to the claim *seq*: the movements it led to, durable there, in their order.

    *place* counts everything the pot ever recorded: of two awards the one with the lower place was first.
    """

    seq: int
    movements: tuple[PotMovement, ...]
    place: int


class LastWin(Struct, frozen=True, forbid_unknown_fields=True):
    """The newest award of a share of the pot, for every display (R35). *seat* is a place, from the dealer's right."""

    place: int
    table: str
    seat: int
    prize: str
    amount: int


class PotValue(Struct, frozen=True, forbid_unknown_fields=True):
    """The pot as the floor knows it at *place*; one with a lower place is older and is not shown.

    *pending*: nothing tells yet that *win* was paid. The winner plays on once it is, so its next contribution tells.
    """

    pot: str
    main: int
    reserve: int
    place: int
    win: LastWin | None = None
    pending: bool = False
