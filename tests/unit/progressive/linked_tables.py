"""Linked tables around one floor: real reconcilers, the model of a floor, messages carried by hand in any order."""

from msgspec.structs import replace

from hw_sims.devices.floor.pot import ClaimRefused, PotModel
from table_core.commands import Resolve
from table_core.events import LinkLost, LinkRestored
from table_core.floor_events import FloorDecided, FloorRefused, FloorWelcomed, PotHeard
from table_core.progressive import course, orders
from table_core.progressive.claims import Contributed
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import Key, Sums
from table_core.table import Operation
from tests.unit.progressive.table import MANUAL, TERMS, SideTable

FLOOR = "piso"
LINKED = replace(MANUAL, floor=FLOOR)
NOTHING, CLUBS = "4C KD 9S 3D 5D", "7C KD 9S 7C 5D 7C"
"""What seats 2, 5 and the bank get: no prize, and the whole pot for seat 2."""


class LinkedTable(SideTable):
    def __init__(self, pot: PotModel, name: str = "mesa-1") -> None:
        self.shared = pot
        self.name = name
        super().__init__(LINKED)

    def _build(self) -> None:
        super()._build()
        self.reconciler.carry(self.setup, self.name)

    def check(self) -> None:
        """Every lamp lit after the lock is backed by an entry: a claim of its bets, pending or answered."""
        side = self.side
        if side.phase in ("locked", "reviewed") and side.lit:
            assert side.contributed is not None
            assert side.lit <= {bet.seat for bet in side.contributed.bets}
            assert side.linked.contributed == side.contributed.key.seq

    def link(self) -> None:
        self.see(LinkRestored(FLOOR, "floor:1"))
        self.see(FloorWelcomed(FLOOR, "piso-1", self.shared.name, self.shared.answered(self.name)))
        self.hear_value()

    def cut(self) -> None:
        self.see(LinkLost(FLOOR, "el piso calla hace 600 ms"))

    def hear_value(self) -> list[Operation]:
        return self.see(PotHeard(FLOOR, self.shared.value))

    def deliver(self) -> list[Operation]:
        """Everything pending reaches the floor, and its answers and the new value the table."""
        told: list[Operation] = []
        for pending in self.side.linked.pending:
            try:
                decided = self.shared.decide(self.name, pending.claim)
            except ClaimRefused as refused:
                return told + self.see(FloorRefused(FLOOR, refused.code, refused.detail, refused.seq))
            told += self.see(FloorDecided(FLOOR, decided))
        return told + self.hear_value()

    def resolve(self, incident: int, choice: str) -> None:
        self.order(Resolve(incident, choice))

    def bets(self, *seats: int) -> None:
        """Base bets at 2 and 5, side bets at *seats*; the side bets are open."""
        self.base_bets(2, 5)
        self.order(orders.OpenSideBets(), "dealer")
        for seat in seats:
            self.chip(seat)

    def locked(self, *seats: int) -> None:
        self.bets(*seats)
        self.order(orders.LockSideBets(), "dealer")

    def won(self, *, deliver: bool = True) -> None:
        """Seat 2 has three sevens of clubs, the whole pot; the dealer says so."""
        self.finish("7C KD 9S 7C 5D 7C")
        self.review({2: "three_sevens_clubs", 5: None})
        if deliver:
            self.deliver()


def floor(main: int = 2_000_000) -> PotModel:
    return PotModel("P", TERMS, main)


def linked_table(pot: PotModel | None = None, name: str = "mesa-1") -> LinkedTable:
    table = LinkedTable(pot or floor(), name)
    table.link()
    return table


def books(*tables: LinkedTable) -> Sums:
    """What the tables say moved, and the pot's seed, which no table moves."""
    total = tables[0].shared.movements[0].sums
    for table in tables:
        total = total.plus(table.side.linked.books)
    return total


def plays_on(pot: PotModel, table: str) -> None:
    """That table's next pass is locked with a bet: what it won is paid."""
    made = course.locked(TERMS, pot.pot, table, "PA-1", 9, (SideBet(1, 1),))
    seq = pot.answered(table) + 1
    pot.decide(table, Contributed(seq, replace(made, key=Key(table, seq))))
