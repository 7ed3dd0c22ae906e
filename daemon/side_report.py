"""What a jornada did to a pot, per table, read off the journal: every figure from a movement, none from memory."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from daemon.side_counts import Counting, Counts
from table_core.progressive.ledger import (
    ContributionReversed,
    Movement,
    PassContributed,
    Pot,
    PotCorrected,
    PotReseeded,
    PotSeeded,
    PrizesAwarded,
    Sums,
    post,
)
from table_core.progressive.operations import ClaimAnswered, PrizeConfirmed, PrizePaid, PrizeReleased
from table_core.record import Entry, Started
from table_core.session import TableClosed, TableOpened

SCHEMA = "sabot-progressive-report/1"


class Line(Struct):
    """One movement, as an auditor reads it."""

    seq: int
    kind: str
    pass_number: int
    plan: str
    raised: int = 0
    commission: int = 0
    main: int = 0
    reserve: int = 0
    house: int = 0
    paid: int = 0
    main_after: int = 0
    reserve_after: int = 0
    by: str = ""
    reason: str = ""
    cause: str = ""


class Paid(Struct):
    """One prize of the jornada and who had which part in it."""

    id: int
    seat: int
    prize: str
    amount: int
    confirmed_by: str
    released_by: list[str] = []
    paid_by: str = ""


class SideReport(Struct):
    """*opening* and *closing* are the pot before and after; the lines lead from the one to the other.

    *differences* are those of the counters, by the names of the betting plan's own reconciliation.
    """

    jornada: str
    table: str
    pot: str
    plans: list[str]
    opening: dict[str, int]
    closing: dict[str, int]
    totals: dict[str, int]
    counts: Counts
    credits_activated: int = 0
    credits_exchanged: int = 0
    credits_bought_back: int = 0
    lines: list[Line] = []
    prizes: list[Paid] = []
    differences: dict[str, int] = {}

    @property
    def balanced(self) -> bool:
        """The lines lead from the opening to the closing, and the pot's own equation holds at both ends."""
        added = {name: sum(getattr(line, name) for line in self.lines) for name in ("main", "reserve")}
        moved = {name: self.opening[name] + more for name, more in added.items()}
        ends = (Sums(**self.opening), Sums(**self.closing))
        return all(end.balanced for end in ends) and moved == {name: self.closing[name] for name in moved}


class _Reader:
    """Follows a journal; keeps what belongs to one jornada."""

    def __init__(self, jornada: str) -> None:
        self._wanted = jornada
        self._pot = Pot()
        self._dues: dict[int, Paid] = {}
        self._counting = Counting()
        self.report = SideReport(jornada, "", "", [], asdict(Sums()), asdict(Sums()), {}, self._counting.counts)
        self.found = False

    @property
    def _inside(self) -> bool:
        return self._counting.inside

    def take(self, seq: int, entry: Entry) -> None:
        self._counting.take(entry)
        match entry:
            case Started(table=table, progressive=side):
                self.report.table, self.report.pot = table, side.pot if side else self.report.pot
            case TableOpened(jornada=jornada):
                self._opened(jornada)
            case TableClosed():
                self._counting.inside = False
            case Movement():
                self._moved(seq, entry, post(self._pot, entry))
            case ClaimAnswered(decided=decided):  # of a shared pot, this table's part
                for movement in decided.movements:
                    self._moved(seq, movement, Pot(self._pot.sums.plus(movement.sums)))
            case PrizeConfirmed(due=due):
                self._noted(Paid(due.id, due.payment.seat, due.payment.prize, due.payment.amount, due.confirmed_by))
            case PrizeReleased(id=number, release=release) if number in self._dues:
                known = self._dues[number]
                self._noted(replace(known, released_by=[*known.released_by, release.by]))
            case PrizePaid(id=number, by=by) if number in self._dues:
                self._noted(replace(self._dues[number], paid_by=by))

    def _opened(self, jornada: str) -> None:
        self._counting.inside = jornada == self._wanted
        if self._inside and not self.found:
            self.found = True
            self.report.opening = self.report.closing = asdict(self._pot.sums)

    def _moved(self, seq: int, movement: Any, after: Pot) -> None:
        self._pot = after
        if not self._inside:
            return
        self.report.closing = asdict(self._pot.sums)
        self.report.lines.append(_line(seq, movement, self._pot))
        if movement.plan not in self.report.plans:
            self.report.plans.append(movement.plan)

    def _noted(self, due: Paid) -> None:
        """A grand prize won in one jornada and paid in the next is in both, each as that jornada left it."""
        self._dues[due.id] = due
        if self._inside:
            self.report.prizes = [*(one for one in self.report.prizes if one.id != due.id), due]


def side_report(jornada: str, entries: Iterable[tuple[int, Entry]]) -> SideReport | None:
    """The report of *jornada*; None when the journal does not know it."""
    reader = _Reader(jornada)
    for seq, entry in entries:
        reader.take(seq, entry)
    report = reader.report
    report.totals = {name: sum(getattr(line, name) for line in report.lines) for name in _SUMMED}
    counts = report.counts
    report.credits_activated, report.credits_exchanged = counts.credits_activated, counts.credits_exchanged
    report.credits_bought_back, report.differences = counts.credits_bought_back, counts.differences
    return report if reader.found else None


_SUMMED = ("raised", "commission", "main", "reserve", "house", "paid")


def csv_lines(report: SideReport) -> Iterator[str]:
    """Semicolons, as spreadsheets here expect; one line per movement and one for the totals."""
    names = Line.__struct_fields__
    yield ";".join(("jornada", "mesa", "pozo", *names))
    for line in report.lines:
        yield ";".join((report.jornada, report.table, report.pot, *(str(getattr(line, name)) for name in names)))
    last: dict[str, object] = {"kind": "TOTAL", **report.totals}
    yield ";".join((report.jornada, report.table, report.pot, *(str(last.get(name, "")) for name in names)))


def _line(seq: int, movement: Any, pot: Pot) -> Line:
    sums = movement.sums
    line = Line(
        seq,
        _KINDS[type(movement)],
        getattr(movement, "pass_number", 0),
        movement.plan,
        sums.contributed,
        sums.commission,
        sums.main,
        sums.reserve,
        sums.seeded,
        sums.paid,
        pot.main,
        pot.reserve,
    )
    if isinstance(movement, PotCorrected | PotSeeded):
        line.by, line.reason = movement.by, movement.reason
        line.cause = "" if isinstance(movement, PotSeeded) else movement.cause
    return line


_KINDS: dict[Any, str] = {
    PotSeeded: "valor_inicial",
    PassContributed: "aporte",
    ContributionReversed: "anulacion",
    PrizesAwarded: "premios",
    PotReseeded: "reposicion",
    PotCorrected: "correccion",
}
