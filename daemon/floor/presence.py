"""What the floor knows of a table's link: which run of it is here, its clock, how far its journal has come."""

from collections.abc import Collection

from daemon.floor.database import Connection
from daemon.floor.enrolment import LIVE_S
from daemon.floor.store import Enrolled

# A run that is not the one known here takes the link over only once the known one has not been heard of for a while:
# two machines with one key never play at the same time, and the second one is refused, not the first.
_ARRIVE = (
    "update enrolments set run = %(run)s, floor = %(floor)s, seen_at = clock_timestamp()"
    " where id = %(id)s and ended_at is null and (run is null or run = %(run)s or seen_at is null"
    " or seen_at < clock_timestamp() - make_interval(secs => %(live)s)) returning id"
)


def arrived(db: Connection, enrolled: Enrolled, run: str, floor: str) -> bool:
    """Record that this run of the table is linked at *floor*; False while another run of it is linked anywhere."""
    values = {"run": run, "floor": floor, "id": enrolled.id, "live": LIVE_S}
    return db.execute(_ARRIVE.encode(), values).fetchone() is not None


def still_here(db: Connection, floor: str, ids: Collection[int]) -> None:
    if ids:
        db.execute(
            "update enrolments set seen_at = clock_timestamp() where id = any(%s) and floor = %s", (list(ids), floor)
        )


def left(db: Connection, floor: str, ids: Collection[int]) -> None:
    """Their connections ended: another run of each may come at once."""
    if ids:
        db.execute("update enrolments set seen_at = null where id = any(%s) and floor = %s", (list(ids), floor))


def clock_read(db: Connection, enrolled: Enrolled, skew_ms: int) -> None:
    """Keep how far the table's clock was ahead of ours (R82)."""
    db.execute("update enrolments set skew_ms = %s, skew_at = clock_timestamp() where id = %s", (skew_ms, enrolled.id))


def head_told(db: Connection, enrolled: Enrolled, seq: int, digest: str) -> tuple[str, str] | None:
    """Keep the head of the table's journal; code and sentence of an alarm when it is not further than the known one."""
    known = newest_head(db, enrolled.pot, enrolled.table)
    if known is not None and seq < known[0]:
        return "HEAD_LOWER", f"el registro de la mesa es más corto que el que ya se conocía: {known[0]}:{known[1]}"
    if known is not None and seq == known[0] and digest != known[1]:
        return "HEAD_DIFFERS", f"el registro de la mesa no es el que ya se conocía: {known[0]}:{known[1]}"
    db.execute(
        "insert into heads (pot, maker, day, seq, hash) values (%s, %s, current_date, %s, %s)"
        " on conflict (pot, maker, day) do update"
        " set seq = excluded.seq, hash = excluded.hash, at = clock_timestamp() where heads.seq < excluded.seq",
        (enrolled.pot, enrolled.table, seq, digest),
    )
    return None


def newest_head(db: Connection, pot: int, table: str) -> tuple[int, str] | None:
    row = db.execute(
        "select seq, hash from heads where pot = %s and maker = %s order by seq desc limit 1", (pot, table)
    ).fetchone()
    return (row[0], row[1]) if row else None
