"""Pots and tables nobody plays for until people have looked: money that does not agree. Kept with the reason."""

from daemon.floor.database import Connection
from daemon.floor.enrolment import ENROLMENTS
from daemon.floor.store import Enrolled
from firmware_bridge.wire.floor import Refused


def hold_pot(db: Connection, pot: int, why: str) -> None:
    """The first reason stays."""
    db.execute("update pots set held = %s where id = %s and held is null", (why, pot))
    _tell(db)


def hold_table(db: Connection, enrolled: Enrolled, why: str) -> None:
    """Until two people enrol it again."""
    db.execute("update enrolments set held = %s where id = %s and held is null", (why, enrolled.id))
    _tell(db)


def release_pot(db: Connection, pot: int) -> bool:
    """Whether it was held."""
    found = db.execute("update pots set held = null where id = %s and held is not null returning id", (pot,)).fetchone()
    _tell(db)
    return found is not None


def held(db: Connection) -> frozenset[int]:
    """The enrolments nobody plays under now: their own fault, or their pot's."""
    found = db.execute(
        "select e.id from enrolments e join pots p on p.id = e.pot"
        " where e.ended_at is null and (e.held is not null or p.held is not null)"
    )
    return frozenset(number for (number,) in found.fetchall())


def refusal(db: Connection, enrolled: Enrolled) -> Refused | None:
    """Why this table is not taken in; None when nothing is held."""
    row = db.execute(
        "select e.held, p.held from enrolments e join pots p on p.id = e.pot where e.id = %s", (enrolled.id,)
    ).fetchone()
    table, pot = row or (None, None)
    if pot is not None:
        return Refused("POT_HELD", f"el pozo {enrolled.pot_name} está detenido: {pot}")
    return Refused("METERS_DIFFER", table) if table is not None else None


def _tell(db: Connection) -> None:
    db.execute("select pg_notify(%s, '')", (ENROLMENTS,))
