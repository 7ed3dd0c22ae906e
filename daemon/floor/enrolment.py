"""Pots and the tables that may play for them. Enrolling is an act of two people; a revoked key never comes back."""

import re
from typing import Any

import msgspec

from daemon.floor.database import Connection, FloorError
from daemon.floor.rows import encode
from daemon.floor.store import Enrolled
from table_core.progressive.terms import Terms

ENROLMENTS = "sabot_enrolments"
_NAME = re.compile(r"[\w .-]{1,40}")
# A table may have its own coin and game; everything else is the pot's (ARI 3.5.1: limits equal in pesos).
_OF_THE_TABLE = frozenset({"credit_value", "min_credits", "max_credits", "base_game"})
LIVE_S = 3
"""A table heard of so lately has its link live: its parameters stay as they are."""

_ENROLLED = (
    "select e.id, e.pot, p.name, e.name, e.public_key, e.plan, e.plan_digest, e.terms"
    " from enrolments e join pots p on p.id = e.pot"
)


def make_pot(db: Connection, name: str, plan: str, digest: str, terms: Terms) -> int:
    """A pot with nothing in it yet."""
    _well_named(name)
    with db.transaction():
        if db.execute("select 1 from pots where name = %s", (name,)).fetchone():
            raise FloorError("El pozo {pot} ya existe.", pot=name)
        if db.execute("select 1 from enrolments where name = %s", (name,)).fetchone():
            raise FloorError("{name} es el nombre de una mesa; el pozo necesita otro.", name=name)
        made = db.execute(
            "insert into pots (name, plan, plan_digest, terms) values (%s, %s, %s, %s) returning id",
            (name, plan, digest, encode(terms)),
        ).fetchone()
        pot: int = made[0] if made else 0
        db.execute("insert into folds values (%s, 0, 0, 0, 0, 0, 0, 0)", (pot,))
    return pot


def pot_named(db: Connection, name: str) -> int:
    row = db.execute("select id from pots where name = %s", (name,)).fetchone()
    if row is None:
        raise FloorError("No hay un pozo {pot}. Vea los que hay con: sabot floor status", pot=name)
    number: int = row[0]
    return number


def pots(db: Connection) -> dict[int, str]:
    return dict(db.execute("select id, name from pots order by id").fetchall())


def enrol(
    db: Connection, pot: str, table: str, key: str, papers: tuple[str, str, Terms], people: tuple[str, str]
) -> Enrolled:
    """*table* may play for *pot* with *key*, under the plan version, digest and terms of *papers*.

    A table enrolled already takes the new terms, unless its link is live.
    """
    _well_named(table)
    plan, digest, terms = papers
    first, second = people
    if first == second:
        raise FloorError(
            "Inscribir una mesa es un acto de dos personas: {name} no puede confirmar lo suyo.", name=first
        )
    with db.transaction():
        number = pot_named(db, pot)
        db.execute("select 1 from pots where id = %s for update", (number,))
        _fits_the_pot(db, number, table, terms)
        before = enrolled(db, table)
        if before is not None:
            _not_live(db, table)
            _end(db, table, first, revoked=False)
        if db.execute(
            "select 1 from enrolments where public_key = %s and (revoked or name <> %s)", (key, table)
        ).fetchone():
            raise FloorError("Esa llave fue revocada o es de otra mesa. Haga una nueva para {table}.", table=table)
        db.execute(
            "insert into enrolments (pot, name, public_key, plan, plan_digest, terms, enrolled_by, confirmed_by)"
            " values (%s, %s, %s, %s, %s, %s, %s, %s)",
            (number, table, key, plan, digest, encode(terms), first, second),
        )
    made = enrolled(db, table)
    if made is None:
        raise LookupError(table)
    return made


def revoke(db: Connection, table: str, by: str) -> None:
    """At once, live or not: from now on the key opens nothing."""
    if enrolled(db, table) is None:
        raise FloorError("{table} no está inscrita. Vea las mesas con: sabot floor status", table=table)
    _end(db, table, by, revoked=True)


def enrolled(db: Connection, table: str) -> Enrolled | None:
    row = db.execute(f"{_ENROLLED} where e.ended_at is null and e.name = %s".encode(), (table,)).fetchone()
    return _enrolled(row) if row else None


def all_enrolled(db: Connection) -> dict[str, Enrolled]:
    """Every table that may play now, by its public key."""
    found = db.execute(f"{_ENROLLED} where e.ended_at is null".encode()).fetchall()
    return {one.public_key: one for one in map(_enrolled, found)}


def terms_of_enrolments(db: Connection, pot: int) -> dict[int, tuple[str, str, Terms]]:
    """Of every enrolment the pot ever had: its table, plan and terms."""
    found = db.execute("select id, name, plan, terms from enrolments where pot = %s", (pot,)).fetchall()
    return {number: (name, plan, msgspec.json.decode(terms, type=Terms)) for number, name, plan, terms in found}


def owners(db: Connection) -> dict[str, str]:
    """Whose each key is or was: a refused one is recorded by name."""
    return dict(db.execute("select public_key, name from enrolments order by id").fetchall())


def limits_in_pesos(terms: Terms) -> tuple[int, int]:
    """The least and the most a seat may bet, as tables of one pot are compared (3.5.1)."""
    return terms.min_credits * terms.credit_value, terms.max_credits * terms.credit_value


def _enrolled(row: tuple[Any, ...]) -> Enrolled:
    number, pot, pot_name, table, key, plan, digest, terms = row
    return Enrolled(number, pot, pot_name, table, key, plan, digest, msgspec.json.decode(terms, type=Terms))


def _end(db: Connection, table: str, by: str, *, revoked: bool) -> None:
    db.execute(
        "update enrolments set ended_at = clock_timestamp(), ended_by = %s, revoked = %s"
        " where name = %s and ended_at is null",
        (by, revoked, table),
    )
    db.execute("select pg_notify(%s, '')", (ENROLMENTS,))


def _not_live(db: Connection, table: str) -> None:
    live = db.execute(
        "select 1 from enrolments where name = %s and ended_at is null"
        " and seen_at > clock_timestamp() - make_interval(secs => %s)",
        (table, LIVE_S),
    ).fetchone()
    if live:
        text = "{table} está enlazada: sus parámetros no se cambian así. Detenga la mesa y repita."
        raise FloorError(text, table=table)


def _fits_the_pot(db: Connection, pot: int, table: str, terms: Terms) -> None:
    row = db.execute("select name, terms from pots where id = %s", (pot,)).fetchone()
    name, kept = row or ("", b"{}")
    if name == table:
        raise FloorError("{name} es el nombre del pozo; la mesa necesita otro.", name=table)
    shared = msgspec.json.decode(kept, type=Terms)
    if limits_in_pesos(terms) != limits_in_pesos(shared):
        low, high = limits_in_pesos(shared)
        raise FloorError(
            "Los límites de {table} no son los del pozo: {low} a {high} pesos por puesto (3.5.1).",
            table=table,
            low=low,
            high=high,
        )
    for field in Terms.__struct_fields__:
        if field not in _OF_THE_TABLE and getattr(terms, field) != getattr(shared, field):
            text = "{field} de {table} no es el del pozo {pot}. Todas sus mesas juegan con los mismos términos."
            raise FloorError(text, field=field, table=table, pot=name)


def _well_named(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise FloorError("«{name}»: use letras, cifras, punto, guion y espacio, hasta 40.", name=name)
