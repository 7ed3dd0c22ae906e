"""Contributions go in by one statement: lock, places and rows, with no question before. Judges nothing.

One statement a transaction is what makes a contribution cheap; how many stand in it hardly matters.
"""

from collections.abc import Iterable, Sequence

import msgspec

from daemon.floor.database import LOCKS, Connection
from daemon.floor.rows import SUMS, encode
from table_core.progressive.claims import Contributed

Fresh = Sequence[tuple[str, int, Contributed]]
"""Of one pot: table, number of its enrolment, claim."""

# A table's claims stand only when nothing is missing before them. The snapshot may be older than the lock: then what
# another process wrote meanwhile is refused by the unique key, or the claims of that table are left out. In the order
# of the tables, so that two processes with the same claims wait for each other and do not lock each other up.
_INSERT = f"""
with locked as materialized (select pg_advisory_xact_lock_shared(%s, %s)),
told as (
    select * from rows from (
        string_to_table(%s, E'\\n'), unnest(%s::bigint[]), unnest(%s::bigint[]), unnest(%s::integer[]),
        string_to_table(%s, E'\\n'), {", ".join(["unnest(%s::bigint[])"] * len(SUMS.split(",")))}
    ) as t (maker, seq, first, enrolment, movement, {SUMS})
    order by maker, seq
)
insert into entries (place, pot, maker, seq, kind, enrolment, movement, {SUMS}, floor)
select nextval('places'), %s, maker, seq, 'PassContributed', enrolment, movement, {SUMS}, %s from locked, told
where first <= 1 + coalesce((select max(seq) from entries e where e.pot = %s and e.maker = told.maker), 0)
on conflict do nothing
returning maker, seq, place
""".encode()


def insert(db: Connection, floor: str, pot: int, fresh: Fresh) -> dict[tuple[str, int], int]:
    """The places of those that stand now: each table's numbers in *fresh* follow one another.

    What is not among them is known already, or something is missing before it.
    """
    if not fresh:
        return {}
    first: dict[str, int] = {}
    for table, _, claim in fresh:
        first[table] = min(claim.seq, first.get(table, claim.seq))
    values = (
        _lines(table for table, _, _ in fresh),
        _array(claim.seq for _, _, claim in fresh),
        _array(first[table] for table, _, _ in fresh),
        _array(enrolment for _, enrolment, _ in fresh),
        _lines(encode(claim.movement) for _, _, claim in fresh),
        *map(_array, zip(*(msgspec.structs.astuple(claim.movement.sums) for _, _, claim in fresh), strict=True)),
    )
    found = db.execute(_INSERT, (LOCKS, pot, *values, pot, floor, pot))
    return {(maker, seq): place for maker, seq, place in found.fetchall()}


def _lines(texts: Iterable[str]) -> str:
    """Neither a name of a table nor JSON of ours has a line break in it."""
    return "\n".join(texts)


def _array(numbers: Iterable[int]) -> str:
    """As PostgreSQL writes it: the driver's own way takes longer than everything else here."""
    return "{" + ",".join(map(str, numbers)) + "}"
