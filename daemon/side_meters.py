"""What every level of a progressive stands at and what it ever paid, read off the journal: nothing is kept apart.

No entry clears a meter, so the journal's sum is the meter.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from table_core.progressive.folding import evolve
from table_core.progressive.ledger import Movement, PotCorrected, PotSeeded
from table_core.progressive.operations import Operation, PrizeConfirmed, PrizePaid
from table_core.progressive.prizes import table_of
from table_core.progressive.setup import SideSetup
from table_core.progressive.showing import PRIZE_NAMES
from table_core.progressive.state import Due, Progressive
from table_core.record import Entry, Started

SCHEMA = "sabot-progressive-meters/1"
LAST_HITS = 25
WHOLE_BP = 10_000


class Hit(Struct, frozen=True):
    """One prize that was won, and how far it has come."""

    id: int
    pass_number: int
    seat: int
    amount: int
    means: str = ""


class Level(Struct):
    """A row of the pay table: *value* is an amount, or for a share basis points of the main pot."""

    prize: str
    name: str
    kind: str
    value: int
    hits: int = 0
    wins: int = 0
    last: list[Hit] = []


class PotLevel(Struct):
    """*limit* None: the plan sets none. What lies above it is *overflow*: it waits for the next pot."""

    pot: str
    current: int
    base: int
    rate_bp: int
    limit: int | None = None
    overflow: int = 0


class Adjustment(Struct):
    """The pot's first value or a correction: the reading before and after, who did it, for which cause and why."""

    kind: str
    main_before: int
    main_after: int
    reserve_before: int
    reserve_after: int
    by: str
    reason: str
    cause: str = ""


class Meters(Struct):
    table: str
    pot: str
    plan: str
    pots: list[PotLevel]
    levels: list[Level]
    paid_by_machine: int
    paid_by_attendant: int
    paid: int
    counters: dict[str, Any]
    adjustments: list[Adjustment]


class _Reader:
    def __init__(self) -> None:
        self.side = Progressive()
        self.setup: SideSetup | None = None
        self.table = ""
        self._dues: dict[int, Due] = {}
        self._means: dict[int, str] = {}
        self.adjustments: list[Adjustment] = []

    def take(self, entry: Entry) -> None:
        match entry:
            case Started(table=table, progressive=setup):
                self.table, self.setup = table, setup or self.setup
            case Operation() | Movement():
                before = self.side.pot.sums
                self.side = evolve(self.side, entry)
                self._note(entry, before.main, before.reserve)

    def _note(self, entry: Operation | Movement, main: int, reserve: int) -> None:
        after = self.side.pot.sums
        match entry:
            case PrizeConfirmed(due=due):
                self._dues[due.id] = due
            case PrizePaid(id=number, means=means):
                self._means[number] = means
            case PotSeeded(by=by, reason=reason) | PotCorrected(by=by, reason=reason):
                kind = "valor_inicial" if isinstance(entry, PotSeeded) else "correccion"
                cause = "" if isinstance(entry, PotSeeded) else entry.cause
                self.adjustments.append(Adjustment(kind, main, after.main, reserve, after.reserve, by, reason, cause))

    def hits(self, prize: str) -> list[Hit]:
        won = (due for due in self._dues.values() if due.payment.prize == prize)
        return [
            Hit(due.id, due.pass_number, due.payment.seat, due.payment.amount, self._means.get(due.id, ""))
            for due in won
        ]


def side_meters(entries: Iterable[Entry]) -> Meters | None:
    """The meters of the table whose journal *entries* are; None when it never had a progressive."""
    reader = _Reader()
    for entry in entries:
        reader.take(entry)
    side, setup = reader.side, reader.setup
    if setup is None:
        return None
    terms, counters = side.terms or setup.terms, side.counters
    over = side.main - side.worth
    main = PotLevel(
        "main", side.worth, terms.base, WHOLE_BP - terms.reserve_bp, limit=terms.pot_limit or None, overflow=over
    )
    reserve = PotLevel("reserve", side.reserve_worth, 0, terms.reserve_bp)
    levels = [Level(row.name, PRIZE_NAMES[row.name], row.kind, row.value) for row in table_of(terms)]
    for level in levels:
        hits = reader.hits(level.prize)
        level.hits, level.wins, level.last = len(hits), sum(hit.amount for hit in hits), hits[-LAST_HITS:]
    return Meters(
        reader.table,
        setup.pot,
        side.plan or setup.plan,
        [main, reserve],
        levels,
        counters.paid_by_machine,
        counters.paid_by_attendant,
        counters.paid,
        asdict(counters),
        reader.adjustments,
    )
