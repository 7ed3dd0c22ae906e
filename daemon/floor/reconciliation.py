"""A pot told again from its rows alone: every movement added up, every decision made anew, every number in its turn.

Reads and compares; it mends nothing. What was found in order once is not read again unless somebody asks for all of it.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from daemon.floor import judging
from daemon.floor.database import Connection
from daemon.floor.enrolment import terms_of_enrolments
from daemon.floor.judging import NotTaken, Pass
from daemon.floor.passes import pass_of
from daemon.floor.rows import SUMS, claim_of, read_movement
from daemon.floor.store import Store
from table_core.progressive.claims import Annulled, Contributed, Reviewed
from table_core.progressive.ledger import Pot, PotMovement, PrizesAwarded, Sums
from table_core.progressive.terms import Terms

MOST_FINDINGS = 100
"""Kept of one check; how many there were is told."""
_OF_MONEY = frozenset({"ENTRY_ALTERED", "ENTRY_DIFFERS", "NUMBER_MISSING", "BALANCE_DIFFERS", "OVERDRAWN"})
_ROWS = (
    "select e.place, e.maker, e.seq, e.claim, e.movement, e.because, e.enrolment, "
    + ", ".join(f"e.{name}" for name in SUMS.split(", "))
    + ", "
    + ", ".join(f"f.{name}" for name in SUMS.split(", "))
    + " from entries e left join folds f on f.pot = e.pot and f.place = e.place"
    " where e.pot = %s and e.place > %s and e.place <= %s order by e.place"
)
_AT_ONCE = 5000


class Finding(Struct, frozen=True):
    """Something that does not agree: *about* a table or the pot; *place* 0 is no row."""

    code: str
    about: str
    detail: str
    place: int = 0

    @property
    def of_money(self) -> bool:
        """Whether the pot's money is in doubt: then nobody plays for it."""
        return self.code in _OF_MONEY


class Win(Struct, frozen=True):
    """What an award paid, in the order of the pot."""

    place: int
    table: str
    claim: int
    paid: int


class Checked(Struct, frozen=True):
    """The entries of *pot* in (since, place]; *sums*: the pot at *place*; *count* findings, of which some are kept."""

    pot: str
    since: int
    place: int
    entries: int
    sums: Sums
    wins: tuple[Win, ...]
    findings: tuple[Finding, ...]
    count: int

    @property
    def clean(self) -> bool:
        return not self.count


class _Row(Struct, frozen=True):
    place: int
    maker: str
    seq: int
    claim: str | None
    movement: str
    because: int | None
    enrolment: int | None
    sums: Sums
    fold: Sums | None


def check(db: Connection, floor: str, pot: int, *, whole: bool = False) -> Checked:
    """Tell the pot again since its last clean check, or from its beginning. Contributions wait for an instant only."""
    place, stands = Store(db, floor).standing(pot)
    found = db.execute("select name from pots where id = %s", (pot,)).fetchone()
    name: str = found[0] if found else ""
    with db.transaction():
        db.execute("set transaction isolation level repeatable read read only")
        db.execute("set local idle_in_transaction_session_timeout = 0")  # it reads alone and locks nobody out
        since, sums = (0, Sums()) if whole else _last_clean(db, pot)
        told = _Telling(db, pot, name, since, sums)
        for row in _rows(db, pot, since, place):
            told.take(row)
        told.end(stands)
        for finding in _journals(db, pot, since_check=None if whole else _last_at(db, pot)):
            told.find(finding)
    findings = tuple(told.findings[:MOST_FINDINGS])
    return Checked(name, since, place, told.entries, told.pot.sums, tuple(told.wins), findings, len(told.findings))


class _Telling:
    """The pot as far as it was told."""

    def __init__(self, db: Connection, pot: int, name: str, since: int, sums: Sums) -> None:
        self.findings: list[Finding] = []
        self.wins: list[Win] = []
        self.entries = 0
        self._db = db
        self._number = pot
        self._name = name
        self._terms = terms_of_enrolments(db, pot)
        self._due: list[PotMovement] = []
        self._passes: dict[tuple[str, int], Pass] = {}
        self.pot = Pot(sums, _newest(db, pot, since))

    def find(self, finding: Finding) -> None:
        self.findings.append(finding)

    def take(self, row: _Row) -> None:
        """One more row: it is added up as it stands, whatever is wrong with it."""
        self.entries += 1
        try:
            movement = read_movement(row.movement)
        except msgspec.MsgspecError:
            self._found_at("ENTRY_ALTERED", row, "su movimiento no se puede leer")
            self.pot = Pot(self.pot.sums.plus(row.sums), self.pot.last)
            return
        if (movement.key.table, movement.key.seq) != (row.maker, row.seq) or movement.sums != row.sums:
            self._found_at("ENTRY_ALTERED", row, "sus columnas no dicen lo mismo que su movimiento")
        expected = self.pot.next_key(row.maker).seq
        if row.seq != expected:
            self._found_at("NUMBER_MISSING", row, f"después del {expected - 1} viene el {row.seq}")
        self._follows(row, movement)
        after = self.pot.sums.plus(row.sums)
        self.pot = Pot(after, {**self.pot.last, row.maker: movement})
        if min(after.main, after.reserve) < 0:
            self._found_at("OVERDRAWN", row, f"deja el pozo en {after.main} y la reserva en {after.reserve}")
        if row.fold is not None and row.fold != after:
            self._found_at("BALANCE_DIFFERS", row, f"saldo guardado {row.fold.main}; los asientos suman {after.main}")
        if isinstance(movement, PrizesAwarded) and movement.payments:
            self.wins.append(Win(row.place, row.maker, row.seq, movement.sums.paid))

    def end(self, stands: Sums) -> None:
        """Every row was told; the pot's value as tables hear it must be their sum."""
        if self.pot.sums != stands:
            what = f"el pozo dice {stands.main}; sus asientos suman {self.pot.main}"
            self.find(Finding("BALANCE_DIFFERS", self._name, what))
        if self._due:
            self.find(Finding("ENTRY_DIFFERS", self._name, "falta la reposición que sigue a un premio del 100 %"))

    def _follows(self, row: _Row, movement: PotMovement) -> None:
        """What this row had to be, from what lies below it."""
        if row.because is not None or self._due:
            due = self._due.pop(0) if self._due else None
            if movement != due:
                self._found_at("ENTRY_DIFFERS", row, "no es la reposición que sigue al premio anterior")
            return
        if row.maker == self._name:
            return
        papers = self._terms.get(row.enrolment or 0)
        if papers is None or papers[0] != row.maker:
            self._found_at("ENTRY_ALTERED", row, "no es de una mesa inscrita en este pozo")
            return
        try:
            self._decided(row, movement, papers[1], papers[2])
        except (NotTaken, TypeError, msgspec.MsgspecError) as error:
            self._found_at("ENTRY_DIFFERS", row, str(error))

    def _decided(self, row: _Row, movement: PotMovement, plan: str, terms: Terms) -> None:
        claim = claim_of(row.seq, row.claim, movement)
        if isinstance(claim, Contributed):
            judging.check_contribution(terms, row.maker, plan, claim)
            self._passes[row.maker, row.seq] = Pass(claim.movement)
            return
        about = self._pass(row, claim)
        first, *self._due = judging.decided(terms, self.pot, self._name, claim, about)
        if first != movement:
            self._found_at(
                "ENTRY_DIFFERS", row, f"hecho de nuevo da {first.sums.paid} pagados, no {movement.sums.paid}"
            )
        if isinstance(claim, Annulled):
            annulled = (*about.annulled, *claim.seats)
            self._passes[row.maker, claim.of] = msgspec.structs.replace(about, annulled=annulled)
        else:
            self._passes.pop((row.maker, claim.of), None)

    def _pass(self, row: _Row, claim: Annulled | Reviewed) -> Pass:
        known = self._passes.get((row.maker, claim.of))
        found = known or pass_of(self._db, self._number, row.maker, claim.of, row.place)
        if found is None:
            raise NotTaken("NO_SUCH_PASS", f"el aviso {claim.of} no es un aporte de esta mesa")
        return found

    def _found_at(self, code: str, row: _Row, what: str) -> None:
        about = row.maker if row.maker != self._name else self._name
        self.find(Finding(code, about, f"asiento {row.place} ({row.maker} {row.seq}): {what}", row.place))


def _rows(db: Connection, pot: int, since: int, place: int) -> Iterator[_Row]:
    with db.cursor(name="told_again") as cursor:
        cursor.itersize = _AT_ONCE
        cursor.execute(_ROWS.encode(), (pot, since, place))
        for row in cursor:
            place, maker, seq, claim, movement, because, enrolment, *sums = row
            fold = Sums(*sums[6:]) if sums[6] is not None else None
            yield _Row(place, maker, seq, claim, movement, because, enrolment, Sums(*sums[:6]), fold)


def _newest(db: Connection, pot: int, since: int) -> dict[str, PotMovement]:
    """The last movement of every maker up to *since*."""
    if not since:
        return {}
    found = db.execute(
        "select one.maker, last.movement from"
        " (select name as maker from pots where id = %(pot)s"
        "  union select name from enrolments where pot = %(pot)s) as one,"
        " lateral (select movement from entries where pot = %(pot)s and maker = one.maker and place <= %(since)s"
        "  order by seq desc limit 1) as last",
        {"pot": pot, "since": since},
    )
    return {maker: read_movement(text) for maker, text in found.fetchall()}


def _last_clean(db: Connection, pot: int) -> tuple[int, Sums]:
    row: Any = db.execute(
        f"select place, {SUMS} from checks where pot = %s and clean order by id desc limit 1".encode(), (pot,)
    ).fetchone()
    return (row[0], Sums(*row[1:])) if row else (0, Sums())


def _last_at(db: Connection, pot: int) -> int:
    row = db.execute("select max(id) from checks where pot = %s", (pot,)).fetchone()
    return (row[0] or 0) if row else 0


def _journals(db: Connection, pot: int, since_check: int | None) -> Iterator[Finding]:
    """Tables whose journals were found cut short or exchanged since the check before."""
    found = db.execute(
        "select a.about, a.code, a.detail from alarms a where a.code in ('HEAD_LOWER', 'HEAD_DIFFERS', 'METERS_DIFFER')"
        " and a.about in (select name from enrolments where pot = %s)"
        " and a.last_at > coalesce((select at from checks where id = %s), '-infinity') order by a.id",
        (pot, since_check or 0),
    )
    for about, code, detail in found.fetchall():
        yield Finding(code, about, detail)
