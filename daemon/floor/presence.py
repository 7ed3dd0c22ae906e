"""What the floor knows of a table's link: which run of it is here, its clock, how far its journal has come."""

from collections.abc import Collection

from daemon.floor.database import LOCKS, Connection, FloorError
from daemon.floor.enrolment import LIVE_S
from daemon.floor.store import Enrolled
from firmware_bridge.wire.floor import Head

# The first half of the lock that is a process' name.
_NAMES = LOCKS + 2
Alarm = tuple[str, str]
"""Code and sentence."""
# A run that is not the one known here takes the link over only once the known one has not been heard of for a while:
# two machines with one key never play at the same time, and the second one is refused, not the first.
_ARRIVE = (
    "update enrolments set run = %(run)s, floor = %(floor)s, seen_at = clock_timestamp(), linked_at = clock_timestamp()"
    " where id = %(id)s and ended_at is null and (run is null or run = %(run)s or seen_at is null"
    " or seen_at < clock_timestamp() - make_interval(secs => %(live)s)) returning id"
)


def take_name(db: Connection, floor: str) -> None:
    """Be *floor* for as long as this connection lasts; raises FloorError while another process is."""
    row = db.execute("select pg_try_advisory_lock(%s, hashtext(%s))", (_NAMES, floor)).fetchone()
    if not row or not row[0]:
        raise FloorError("Otro proceso del piso ya se llama {name}: cada uno necesita un nombre propio.", name=floor)


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
        db.execute(
            "update enrolments set seen_at = null, left_at = clock_timestamp() where id = any(%s) and floor = %s",
            (list(ids), floor),
        )


def clock_read(db: Connection, enrolled: Enrolled, skew_ms: int) -> None:
    """Keep how far the table's clock was ahead of ours (R82)."""
    db.execute("update enrolments set skew_ms = %s, skew_at = clock_timestamp() where id = %s", (skew_ms, enrolled.id))


def head_told(db: Connection, enrolled: Enrolled, run: str, told: Head) -> Alarm | None:
    """Keep the head of the table's journal; an alarm when the journal is not the one known, gone on.

    A run begins where its journal then ended, so *run* is the link of the chain there: what lay in the journal before
    it must be all that was ever told. The alarm keeps what was known; what comes after is compared with the new one.
    """
    known = db.execute(
        "select seq, hash, run, told_ns from heads where pot = %s and maker = %s order by at desc limit 1",
        (enrolled.pot, enrolled.table),
    ).fetchone()
    if known is not None and told.seq < known[0] and told.utc_ns <= known[3]:
        return None  # it was under way while a newer one arrived
    db.execute(
        "insert into heads (pot, maker, day, seq, hash, run, told_ns) values (%s, %s, current_date, %s, %s, %s, %s)"
        " on conflict (pot, maker, day) do update set seq = excluded.seq, hash = excluded.hash, run = excluded.run,"
        " told_ns = excluded.told_ns, at = clock_timestamp()",
        (enrolled.pot, enrolled.table, told.seq, told.hash, run, told.utc_ns),
    )
    return None if known is None else _compared(run, told, *known[:3])


def _compared(run: str, told: Head, seq: int, digest: str, of_run: str) -> Alarm | None:
    if told.seq < seq or (run != of_run and told.began < seq):
        return "HEAD_LOWER", f"el registro de la mesa es más corto que el que ya se conocía: {seq}:{digest}"
    if (told.seq == seq and told.hash != digest) or (told.began == seq and run != digest):
        return "HEAD_DIFFERS", f"el registro de la mesa no es el que ya se conocía: {seq}:{digest}"
    return None
