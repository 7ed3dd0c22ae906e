"""Acts of people at the floor: who may, proven by PIN, and the line each leaves. Two people where money is opened.

Wrong PINs are counted where they are recorded, so that no new process begins to count anew.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from daemon.floor.database import Connection, FloorError
from daemon.people import LOCKED_AFTER, People, PeopleError
from table_core.people import ROLE_NAMES
from table_core.rulebook import Role

OF_THE_POT: tuple[Role, ...] = ("jefe_de_sala", "inspector")
"""Who may make a pot, enrol a table, release or correct: two of them."""
OF_THE_KEYS: tuple[Role, ...] = (*OF_THE_POT, "technician")
"""Who may revoke a key: one of them, at once."""
WRONG_PIN = "wrong-pin"
_FAILURES = (
    "select count(*) from acts where what = %s and first_person = %s and at > clock_timestamp() - interval '1 minute'"
)


class Act(Struct, frozen=True):
    what: str
    about: str
    detail: str
    first: str
    second: str | None
    at: datetime


def two_people(first: str, second: str) -> None:
    if first.strip() == second.strip():
        text = "Esto es un acto de dos personas: {name} no puede confirmar lo suyo."
        raise FloorError(text, name=first)


def prove(db: Connection, people: People, name: str, pin: str, roles: Sequence[Role], what: str) -> None:
    """*name* is who they say and may do *what*; raises FloorError or PeopleError. A wrong PIN stays on the record."""
    failed = db.execute(_FAILURES, (WRONG_PIN, name)).fetchone()
    if failed and failed[0] >= LOCKED_AFTER:
        raise FloorError("{name}: demasiados intentos; espere un minuto.", name=name)
    try:
        role = people.check(name, pin, 0)
    except PeopleError:
        record(db, WRONG_PIN, name, what, name)
        raise
    if role not in roles:
        allowed = ", ".join(ROLE_NAMES[one] for one in roles)
        text = "{name} es {role}; esto lo hacen: {allowed}."
        raise FloorError(text, name=name, role=ROLE_NAMES[role], allowed=allowed)


def record(db: Connection, what: str, about: str, detail: str, first: str, second: str | None = None) -> None:
    """In the transaction of the deed itself: what was done is on the record, or was not done."""
    db.execute(
        "insert into acts (what, about, detail, first_person, second_person) values (%s, %s, %s, %s, %s)",
        (what, about, detail, first, second),
    )


def acts(db: Connection, most: int) -> list[Act]:
    """The newest ones, newest first."""
    found = db.execute(
        "select what, about, detail, first_person, second_person, at from acts order by id desc limit %s", (most,)
    )
    return [Act(*row) for row in found.fetchall()]
