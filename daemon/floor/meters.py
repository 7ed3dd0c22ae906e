"""A table's own meters against its entries here: what it was answered so far must be what stands (R33)."""

import msgspec

from daemon.floor.database import Connection
from daemon.floor.rows import SUMS
from daemon.floor.store import Enrolled
from firmware_bridge.wire.floor import Refused
from table_core.progressive.ledger import Sums

_NAMES = SUMS.split(", ")
_PARTS = ", ".join(f"coalesce(sum({name}), 0)::bigint" for name in _NAMES)
# The table's own entries, and the new bases its awards led to; what agreed once is not added up again.
_SINCE = (
    f"select max(seq) filter (where maker = %(table)s), {_PARTS} from entries where pot = %(pot)s and ("
    " (maker = %(table)s and seq > %(since)s and seq <= %(upto)s) or because in"
    " (select place from entries where pot = %(pot)s and maker = %(table)s and seq > %(since)s and seq <= %(upto)s))"
)


def told(db: Connection, enrolled: Enrolled, answered: int, books: Sums) -> Refused | None:
    """Keep a reading up to the claim *answered*; a refusal when it is not what the entries say."""
    since, before = _agreed(db, enrolled)
    if answered < since:
        return None  # it was under way while a newer one arrived; a table that knows less is not welcomed
    values = {"pot": enrolled.pot, "table": enrolled.table, "since": since, "upto": answered}
    row = db.execute(_SINCE.encode(), values).fetchone()
    newest, *parts = row or (None, *[0] * len(_NAMES))
    ours = before.plus(Sums(*parts))
    if ours != books or (newest or since) != answered:
        return Refused(
            "METERS_DIFFER",
            f"hasta el aviso {answered} la mesa suma {books.contributed} aportados y {books.paid} pagados;"
            f" sus asientos, {ours.contributed} y {ours.paid}",
        )
    _keep(db, enrolled, answered, books)
    return None


def _agreed(db: Connection, enrolled: Enrolled) -> tuple[int, Sums]:
    row = db.execute(
        f"select seq, {SUMS} from meters where pot = %s and maker = %s order by day desc limit 1".encode(),
        (enrolled.pot, enrolled.table),
    ).fetchone()
    return (row[0], Sums(*row[1:])) if row else (0, Sums())


def _keep(db: Connection, enrolled: Enrolled, seq: int, books: Sums) -> None:
    new = ", ".join(f"{name} = excluded.{name}" for name in ("seq", *_NAMES))
    db.execute(
        f"insert into meters (pot, maker, day, seq, {SUMS}) values (%s, %s, current_date, %s, %s, %s, %s, %s, %s, %s)"
        f" on conflict (pot, maker, day) do update set {new}, at = clock_timestamp()".encode(),
        (enrolled.pot, enrolled.table, seq, *msgspec.structs.astuple(books)),
    )
