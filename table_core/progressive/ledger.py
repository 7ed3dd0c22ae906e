"""The pot as double entry: contributions + seeds = main + reserve + commission + paid, after every movement.

A movement is immutable and has a key; the fold is the same for a table's own journal and for the floor's database.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from table_core.progressive.contribution import SideBet
from table_core.progressive.settlement import Payment

Heard = Literal["new", "duplicate", "conflict", "gap"]
Cause = Literal["malfunction", "house_money"]
"""Why an amount may change without a prize: a fault is put right, or the house adds money of its own."""


class Sums(Struct, frozen=True):
    """Where the money came from (the first two) and where it is; totals since the pot began, or one movement's part."""

    contributed: int = 0
    seeded: int = 0
    main: int = 0
    reserve: int = 0
    commission: int = 0
    paid: int = 0

    @property
    def balanced(self) -> bool:
        return self.contributed + self.seeded == self.main + self.reserve + self.commission + self.paid

    def plus(self, other: "Sums") -> "Sums":
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Sums(*(ours + theirs for ours, theirs in pairs))


class Key(Struct, frozen=True):
    """Who made a movement and which of theirs it is, from 1 without a gap: sent twice, it counts once."""

    table: str
    seq: int


class Movement(Struct, frozen=True, tag=lambda name: f"pot.{name}"):
    """*plan* is the version of the approved betting plan it was made under (ARI-4.2-r)."""

    key: Key
    plan: str

    @property
    def sums(self) -> Sums:
        """Its part in the totals."""
        raise NotImplementedError


class PotSeeded(Movement, frozen=True):
    """The pot begins with the house's money, set by a person who says why."""

    main: int
    reserve: int
    article: str = "4.2"
    by: str = ""
    reason: str = ""

    @property
    def sums(self) -> Sums:
        return Sums(seeded=self.main + self.reserve, main=self.main, reserve=self.reserve)


class PassContributed(Movement, frozen=True):
    """The lock of one pass: the valid bets and how their gross was divided."""

    pass_number: int
    bets: tuple[SideBet, ...]
    raised: int
    commission: int
    to_main: int
    to_reserve: int
    article: str = "4.2"

    @property
    def sums(self) -> Sums:
        return Sums(contributed=self.raised, main=self.to_main, reserve=self.to_reserve, commission=self.commission)


class ContributionReversed(Movement, frozen=True):
    """A pass, or seats of it, annulled: exactly their contribution goes back (PRG-GAP-01).

    What a prize won meanwhile has emptied the house puts in, so that no pot falls below nothing.
    """

    pass_number: int
    seats: tuple[int, ...]
    raised: int
    commission: int
    from_main: int
    from_reserve: int
    from_house: int
    article: str = "PRG-GAP-01"

    @property
    def sums(self) -> Sums:
        return Sums(
            contributed=-self.raised,
            seeded=self.from_house,
            main=-self.from_main,
            reserve=-self.from_reserve,
            commission=-self.commission,
        )


class PrizesAwarded(Movement, frozen=True):
    """The prizes of one pass in the order of payment; *promo* ones move no money. *grand*: the 100 % was won."""

    pass_number: int
    payments: tuple[Payment, ...]
    promo: tuple[Payment, ...]
    from_main: int
    from_reserve: int
    from_house: int
    grand: bool
    article: str = "4.2"

    @property
    def sums(self) -> Sums:
        paid = self.from_main + self.from_reserve + self.from_house
        return Sums(seeded=self.from_house, main=-self.from_main, reserve=-self.from_reserve, paid=paid)


class PotReseeded(Movement, frozen=True):
    """After a 100 % prize the main pot stands at its base again."""

    from_reserve: int
    from_house: int
    article: str = "4.2"

    @property
    def sums(self) -> Sums:
        return Sums(seeded=self.from_house, main=self.from_reserve + self.from_house, reserve=-self.from_reserve)


class PotCorrected(Movement, frozen=True):
    """A person changed an amount for a *cause* of the closed list, with a reason; the house bears it."""

    main: int
    reserve: int
    by: str
    reason: str
    article: str = "3.4.1"
    cause: Cause = "malfunction"

    @property
    def sums(self) -> Sums:
        return Sums(seeded=self.main + self.reserve, main=self.main, reserve=self.reserve)


PotMovement = PotSeeded | PassContributed | ContributionReversed | PrizesAwarded | PotReseeded | PotCorrected


class MovementRefused(Exception):
    """A movement that the ledger does not take; the pot is as it was."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class Pot(Struct, frozen=True):
    """The fold of a pot's movements. *last* is each table's newest movement, for what is sent twice."""

    sums: Sums = Sums()
    last: dict[str, PotMovement] = {}

    @property
    def main(self) -> int:
        return self.sums.main

    @property
    def reserve(self) -> int:
        return self.sums.reserve

    def next_key(self, table: str) -> Key:
        newest = self.last.get(table)
        return Key(table, 1 if newest is None else newest.key.seq + 1)


def heard(pot: Pot, movement: PotMovement, recorded: PotMovement | None = None) -> Heard:
    """Whether *movement* is new. *recorded* is what the store holds under its key, when that is not the newest.

    The same key with other content is never taken: `conflict` is an alarm.
    """
    newest = pot.last.get(movement.key.table)
    seq = movement.key.seq
    if newest is None or seq > newest.key.seq:
        return "new" if movement.key == pot.next_key(movement.key.table) else "gap"
    known = newest if seq == newest.key.seq else recorded
    return "duplicate" if known == movement else "conflict"


def post(pot: Pot, movement: PotMovement) -> Pot:
    """The pot after a new *movement*; raises MovementRefused and changes nothing when it must not be taken."""
    answer = heard(pot, movement)
    if answer != "new":
        raise MovementRefused(answer.upper(), f"{movement.key.table} {movement.key.seq}")
    if not movement.sums.balanced:
        raise MovementRefused("UNBALANCED", repr(movement))
    after = pot.sums.plus(movement.sums)
    if min(after.main, after.reserve) < 0:
        raise MovementRefused("OVERDRAWN", f"main {after.main}, reserve {after.reserve}")
    return Pot(after, {**pot.last, movement.key.table: movement})
