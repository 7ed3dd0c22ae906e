"""The pots in PostgreSQL: claims are taken once, contributions beside each other, awards alone, in one order.

A contribution holds its pot's lock shared, a decision holds it alone, and both get their place under it: whatever
has a lower place than an award was committed before it. A lost database raises psycopg.Error; what was not answered
is sent again.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from daemon.floor import judging
from daemon.floor.contributing import insert
from daemon.floor.database import LOCKS, Connection
from daemon.floor.judging import NotTaken, Pass
from daemon.floor.passes import pass_of, terms_before
from daemon.floor.rows import COLUMNS, HOLES, SUMS, Entry, claim_of, encode, read_movement, to_row
from table_core.progressive import ledger
from table_core.progressive.claims import Annulled, AnyClaim, Contributed, Decided, LastWin, PotValue, Reviewed
from table_core.progressive.ledger import (
    Pot,
    PotMovement,
    Sums,
)
from table_core.progressive.terms import Terms

CHANNEL = "sabot_pot"
_BASE = "(select * from folds where pot = %s order by place desc limit 1)"
_COLUMNS = SUMS.split(", ")
# A pot is made with an empty fold at place 0, so there is always one to add to.
_SUMS = (
    f"select {', '.join(f'(base.{name} + coalesce(sum(e.{name}), 0))::bigint' for name in _COLUMNS)}"
    f" from {_BASE} base left join entries e on e.pot = base.pot and e.place > base.place"
    f" group by {', '.join(f'base.{name}' for name in _COLUMNS)}"
)
_VALUE = (
    "select (base.main + coalesce(sum(e.main), 0))::bigint, (base.reserve + coalesce(sum(e.reserve), 0))::bigint,"
    " greatest(base.place, max(e.place)), w.win, w.pending, count(e.place)"
    f" from {_BASE} base left join entries e on e.pot = base.pot and e.place > base.place"
    " left join lateral (select won.win, not exists (select 1 from entries later where later.pot = won.pot"
    "  and later.maker = won.maker and later.seq > won.seq and later.kind = 'PassContributed') as pending"
    "  from entries won where won.pot = base.pot and won.win is not null order by won.place desc limit 1) w on true"
    " group by base.pot, base.place, base.main, base.reserve, w.win, w.pending"
)
# So many entries may lie above the newest fold before reading the value makes a new one.
FOLD_AFTER = 2000
MOST_CLAIMS = 2**63 - 1
"""What the database can count."""


class Enrolled(Struct, frozen=True):
    """A table as it may play: the terms and the plan it was enrolled with."""

    id: int
    pot: int
    pot_name: str
    table: str
    public_key: str
    plan: str
    plan_digest: str
    terms: Terms


class Refusal(Struct, frozen=True):
    """The claim *seq* is not taken; nothing changed."""

    seq: int
    code: str
    detail: str


Answer = Decided | Refusal
Asked = tuple[Enrolled, AnyClaim]


class Store:
    """One connection, used by one thread. *floor* names the process in every row it writes."""

    def __init__(self, connection: Connection, floor: str) -> None:
        self._db = connection
        self._floor = floor

    def take(self, asked: Sequence[Asked]) -> list[Answer]:
        """The answers to claims in the order they came; contributions next to each other share a transaction."""
        answers: list[Answer] = []
        waiting: list[tuple[Enrolled, Contributed]] = []
        for enrolled, claim in asked:
            if isinstance(claim, Contributed):
                if waiting and waiting[-1][0].pot != enrolled.pot:
                    answers += self._contribute(waiting)
                    waiting = []
                waiting.append((enrolled, claim))
                continue
            answers += self._contribute(waiting)
            waiting = []
            answers.append(self._decide(enrolled, claim))
        return [*answers, *self._contribute(waiting)]

    def answered(self, enrolled: Enrolled) -> int:
        """The newest claim of the table that is durable; 0 for none."""
        return self._newest(enrolled.pot, [enrolled.table]).get(enrolled.table, 0)

    def value(self, pot: int, name: str) -> PotValue:
        """The pot now: its newest fold and the entries since, in one picture."""
        row = self._db.execute(_VALUE.encode(), (pot,)).fetchone()
        if row is None:
            raise LookupError(name)
        if row[-1] > FOLD_AFTER:
            self._fold(pot)
        main, reserve, place, win, pending = row[:5]
        last = None if win is None else msgspec.json.decode(win, type=LastWin)
        return PotValue(name, main, reserve, place, last, bool(pending))

    def standing(self, pot: int) -> tuple[int, Sums]:
        """What the pot stands at now, and the place up to which that is everything: nothing lower can come any more."""
        with self._db.transaction():
            self._lock(pot, alone=True)
            return self._newest_place(pot), self._pot(pot, ()).sums

    def seeded(self, pot: int, name: str) -> bool:
        """Whether the house's money is in: without its base a pot is not played for."""
        return name in self._newest(pot, [name])

    def post_own(self, pot: int, name: str, movement: PotMovement) -> Entry:
        """A movement of the pot itself, with the next of its numbers; raises MovementRefused."""
        with self._db.transaction():
            self._lock(pot, alone=True)
            before = self._pot(pot, (name,))
            movement = msgspec.structs.replace(movement, key=before.next_key(name))
            entry = Entry(self._places(1)[0], pot, movement, self._floor)
            self._record(pot, before, [entry])
        return entry

    def alarm(self, about: str, code: str, detail: str, times: int = 1) -> None:
        """Recorded by name; the same again is counted, not repeated."""
        self._db.execute(
            "insert into alarms (about, code, detail, floor, times) values (%s, %s, %s, %s, %s)"
            " on conflict (about, code, detail) do update"
            " set times = alarms.times + excluded.times, last_at = clock_timestamp(), floor = excluded.floor",
            (about, code, detail, self._floor, times),
        )

    # Contributions

    def _contribute(self, asked: Sequence[tuple[Enrolled, Contributed]]) -> list[Answer]:
        """All of one pot, waiting for no other contribution. What simply goes on needs one statement."""
        if not asked:
            return []
        simple = _simple(asked)
        stand = zip(simple, self._insert([asked[at] for at in simple]), strict=True)
        answers: dict[int, Answer] = {at: decided for at, decided in stand if decided}
        left = [at for at in range(len(asked)) if at not in answers]
        answers.update(zip(left, self._looked_at([asked[at] for at in left]), strict=True))
        return [answers[at] for at in range(len(asked))]

    def _looked_at(self, asked: Sequence[tuple[Enrolled, Contributed]]) -> list[Answer]:
        """Those that did not simply go on: known ones, with gaps before them, wrong ones."""
        if not asked:
            return []
        pot = asked[0][0].pot
        with self._db.transaction():
            self._lock(pot, alone=False)
            asked = self._as_they_were_laid(asked)
            newest = self._newest(pot, sorted({one.table for one, _ in asked}))
            judged = [_judged(one, claim, newest) for one, claim in asked]
            fresh = [at for at, verdict in enumerate(judged) if verdict == "new"]
            stand = dict(zip(fresh, self._insert([asked[at] for at in fresh]), strict=True))
        answers = [
            verdict if isinstance(verdict, Refusal) else stand.get(at) or self._again(*asked[at])
            for at, verdict in enumerate(judged)
        ]
        return [self._warned(one, answer) for (one, _), answer in zip(asked, answers, strict=True)]

    def _insert(self, fresh: Sequence[tuple[Enrolled, Contributed]]) -> list[Decided | None]:
        """None for those that did not go in: another process may have taken one meanwhile."""
        if not fresh:
            return []
        placed = insert(self._db, self._floor, fresh[0][0].pot, [(one.table, one.id, claim) for one, claim in fresh])
        return [
            Decided(claim.seq, (claim.movement,), placed[one.table, claim.seq])
            if (one.table, claim.seq) in placed
            else None
            for one, claim in fresh
        ]

    def _as_they_were_laid(self, asked: Sequence[tuple[Enrolled, Contributed]]) -> list[tuple[Enrolled, Contributed]]:
        """No table owes two passes."""
        laid: list[tuple[Enrolled, Contributed]] = []
        owing: set[str] = set()
        for one, claim in asked:
            then = one if one.table in owing else self._as_it_was_laid(one, claim)
            if then is not one:
                owing.add(one.table)
            laid.append((then, claim))
        return laid

    def _as_it_was_laid(self, one: Enrolled, claim: Contributed) -> Enrolled:
        """The table as it was enrolled when these bets were laid: a new plan does not change what was played before."""
        if claim.movement.plan == one.plan:
            return one
        before = terms_before(self._db, one.pot, one.table, one.id)
        found = next(((number, terms) for number, plan, terms in before if plan == claim.movement.plan), None)
        if found is None:
            return one
        return msgspec.structs.replace(one, id=found[0], plan=claim.movement.plan, terms=found[1])

    # Decisions

    def _decide(self, one: Enrolled, claim: Annulled | Reviewed) -> Answer:
        try:
            return self._decided(one, claim)
        except NotTaken as error:
            return self._warned(one, Refusal(claim.seq, error.code, error.detail))

    def _decided(self, one: Enrolled, claim: Annulled | Reviewed) -> Answer:
        with self._db.transaction():
            self._lock(one.pot, alone=True)
            newest = self._newest(one.pot, [one.table]).get(one.table, 0)
            if claim.seq <= newest:
                return self._warned(one, self._again(one, claim))
            if claim.seq > newest + 1:
                return _gap(claim, newest)
            before = self._pot(one.pot, (one.table, one.pot_name))
            about = self._pass(one, claim.of)
            one = self._as_it_contributed(one, about)
            movements = judging.decided(one.terms, before, one.pot_name, claim, about)
            entries = self._entries(one, claim, movements)
            self._record(one.pot, before, entries)
        return Decided(claim.seq, tuple(movements), entries[-1].place)

    def _entries(self, one: Enrolled, claim: Annulled | Reviewed, movements: Sequence[PotMovement]) -> list[Entry]:
        """The place of the last one is the place of the whole decision."""
        first, *later = movements
        place, *after = self._places(len(movements))
        win = judging.win_of(one.terms, first, after[-1] if after else place)
        told = encode(win) if win else None
        entries = [Entry(place, one.pot, first, self._floor, claim, one.id, win=told)]
        return entries + [
            Entry(at, one.pot, movement, self._floor, because=place) for at, movement in zip(after, later, strict=True)
        ]

    def _pass(self, one: Enrolled, of: int) -> Pass:
        """What is recorded of the pass that claim *of* contributed."""
        found = pass_of(self._db, one.pot, one.table, of)
        if found is None:
            raise NotTaken("NO_SUCH_PASS", f"el aviso {of} no es un aporte de esta mesa")
        return found

    def _as_it_contributed(self, one: Enrolled, about: Pass) -> Enrolled:
        """A pass is settled by the terms its bets were laid under."""
        if about.enrolment in (None, one.id):
            return one
        row = self._db.execute("select id, plan, terms from enrolments where id = %s", (about.enrolment,)).fetchone()
        if row is None:
            return one
        number, plan, terms = row
        return msgspec.structs.replace(one, id=number, plan=plan, terms=msgspec.json.decode(terms, type=Terms))

    def _record(self, pot: int, before: Pot, entries: Sequence[Entry]) -> None:
        """Entries made alone, the fold up to the last of them, and the news for every floor process."""
        sums = before.sums
        for entry in entries:
            before = ledger.post(before, entry.movement)
            sums = before.sums
        rows = ", ".join([f"({HOLES})"] * len(entries))
        text = f"insert into entries ({COLUMNS}) values {rows}"
        self._db.execute(text.encode(), [value for entry in entries for value in to_row(entry)])
        self._write_fold(pot, entries[-1].place, sums)
        self._db.execute("select pg_notify(%s, %s)", (CHANNEL, str(pot)))

    # What is there

    def _again(self, one: Enrolled, claim: AnyClaim) -> Answer:
        """The answer given before to the same claim; another content under its number is an alarm."""
        row = self._db.execute(
            "select place, claim, movement from entries where pot = %s and maker = %s and seq = %s",
            (one.pot, one.table, claim.seq),
        ).fetchone()
        if row is None:
            return Refusal(claim.seq, "NUMBER_WRONG", f"los avisos se cuentan desde 1; llegó el {claim.seq}")
        place, kept, text = row
        movement = read_movement(text)
        if claim_of(claim.seq, kept, movement) != claim:
            return Refusal(claim.seq, "CONFLICT", f"el aviso {claim.seq} ya está registrado con otro contenido")
        later = self._db.execute("select place, movement from entries where because = %s order by place", (place,))
        followed = later.fetchall() if kept else []
        movements = (movement, *(read_movement(told) for _, told in followed))
        return Decided(claim.seq, movements, followed[-1][0] if followed else place)

    def _warned(self, one: Enrolled, answer: Answer) -> Answer:
        if isinstance(answer, Refusal) and answer.code != "GAP":
            self.alarm(one.table, answer.code, answer.detail)
        return answer

    def _pot(self, pot: int, makers: Sequence[str]) -> Pot:
        """The sums as they are, and the newest movement of each of *makers*. Only with the pot's lock alone."""
        row = self._db.execute(_SUMS.encode(), (pot,)).fetchone()
        newest = self._newest(pot, makers)
        last = self._db.execute(
            "select maker, movement from entries where pot = %s and (maker, seq) in"
            " (select * from unnest(%s::text[], %s::bigint[]))",
            (pot, list(newest), list(newest.values())),
        )
        return Pot(Sums(*(row or ())), {maker: read_movement(text) for maker, text in last.fetchall()})

    def _newest(self, pot: int, makers: Iterable[str]) -> dict[str, int]:
        found = self._db.execute(
            "select maker, (select max(seq) from entries where pot = %s and maker = one.maker)"
            " from unnest(%s::text[]) as one (maker)",
            (pot, list(makers)),
        )
        return {maker: seq for maker, seq in found.fetchall() if seq is not None}

    def _fold(self, pot: int) -> None:
        with self._db.transaction():
            self._lock(pot, alone=True)
            place = self._newest_place(pot)
            if place:
                self._write_fold(pot, place, self._pot(pot, ()).sums)

    def _newest_place(self, pot: int) -> int:
        row = self._db.execute("select max(place) from entries where pot = %s", (pot,)).fetchone()
        return (row[0] if row else 0) or 0

    def _write_fold(self, pot: int, place: int, sums: Sums) -> None:
        self._db.execute(
            f"insert into folds (pot, place, {SUMS}) values (%s, %s, %s, %s, %s, %s, %s, %s)".encode()
            + b" on conflict do nothing",
            (pot, place, *msgspec.structs.astuple(sums)),
        )

    def _lock(self, pot: int, *, alone: bool) -> None:
        lock = "select pg_advisory_xact_lock(%s, %s)" if alone else "select pg_advisory_xact_lock_shared(%s, %s)"
        self._db.execute(lock, (LOCKS, pot))

    def _places(self, count: int) -> list[int]:
        found = self._db.execute("select nextval('places') from generate_series(1, %s)", (count,))
        return [place for (place,) in found.fetchall()]


def _simple(asked: Sequence[tuple[Enrolled, Contributed]]) -> list[int]:
    """Which of *asked* are right by themselves, each table's following one another."""
    simple: list[int] = []
    following: dict[str, int] = {}
    for at, (one, claim) in enumerate(asked):
        if claim.seq != following.get(one.table, claim.seq) or not 0 < claim.seq <= MOST_CLAIMS:
            continue
        try:
            judging.check_contribution(one.terms, one.table, one.plan, claim)
        except NotTaken:
            continue
        following[one.table] = claim.seq + 1
        simple.append(at)
    return simple


def _judged(one: Enrolled, claim: Contributed, newest: dict[str, int]) -> Refusal | str:
    """`new`, `known`, or why not; *newest* goes on with every new one."""
    before = newest.get(one.table, 0)
    if claim.seq <= before:
        return "known"
    if claim.seq > before + 1:
        return _gap(claim, before)
    try:
        judging.check_contribution(one.terms, one.table, one.plan, claim)
    except NotTaken as error:
        return Refusal(claim.seq, error.code, error.detail)
    newest[one.table] = claim.seq
    return "new"


def _gap(claim: AnyClaim, newest: int) -> Refusal:
    return Refusal(claim.seq, "GAP", f"falta el aviso {newest + 1}; llegó el {claim.seq}")
