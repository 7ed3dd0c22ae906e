"""Pots and the tables that may play for them. Enrolling is an act of two people; a revoked key never comes back."""

import re
import unicodedata
from typing import Any

import msgspec

from daemon.floor.database import LOCKS, Connection, FloorError
from daemon.floor.rows import encode
from daemon.floor.store import Enrolled
from table_core.progressive.odds import may_share
from table_core.progressive.terms import Terms

ENROLMENTS = "sabot_enrolments"
_NAME = re.compile(r"[A-Za-z0-9ÁÉÍÓÚÜÑáéíóúüñ_ .-]{1,40}")
_BETWEEN_WORDS = re.compile(r"[\s_.-]+")
# A table may have its own coin and game; everything else is the pot's (ARI 3.5.1: limits equal in pesos).
_OF_THE_TABLE = frozenset({"credit_value", "min_credits", "max_credits"})
# What says which game it is, and how often it wins the pot (R40, R41).
_OF_THE_GAME = frozenset({"base_game", "prize_table", "decks"})
LIVE_S = 3
"""A table heard of so lately has its link live: its parameters stay as they are."""

_ENROLLED = (
    "select e.id, e.pot, p.name, e.name, e.public_key, e.plan, e.plan_digest, e.terms"
    " from enrolments e join pots p on p.id = e.pot"
)


def make_pot(db: Connection, name: str, plan: str, digest: str, terms: Terms) -> int:
    """A pot with nothing in it yet."""
    with db.transaction():
        if db.execute("select 1 from pots where name = %s", (name,)).fetchone():
            raise FloorError("El pozo {pot} ya existe.", pot=name)
        _well_named(db, name)
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
    plan, digest, terms = papers
    first, second = people
    if first == second:
        raise FloorError(
            "Inscribir una mesa es un acto de dos personas: {name} no puede confirmar lo suyo.", name=first
        )
    with db.transaction():
        number = pot_named(db, pot)
        db.execute("select 1 from pots where id = %s for update", (number,))
        _well_named(db, table)
        _fits_the_pot(db, number, table, terms)
        _known_nowhere_else(db, number, table)
        _one_version_one_text(db, number, table, plan, terms)
        before = enrolled(db, table)
        if before is not None:
            _is_itself(before, key)
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


def change_plan(db: Connection, pot: str, papers: tuple[str, str, Terms], people: tuple[str, str]) -> tuple[str, ...]:
    """A new plan for *pot*; its tables, which are told, play again once each is enrolled under it.

    Only between two jackpots, and not while the link of a table is live (ARI 4.2).
    """
    plan, digest, terms = papers
    if people[0] == people[1]:
        raise FloorError(
            "Cambiar un plan es un acto de dos personas: {name} no puede confirmar lo suyo.", name=people[0]
        )
    with db.transaction():
        number = pot_named(db, pot)
        db.execute("select 1 from pots where id = %s for update", (number,))
        db.execute("select pg_advisory_xact_lock(%s, %s)", (LOCKS, number))
        tables = _tables_of(db, number)
        for table in tables:
            _not_live(db, table)
        _is_between_jackpots(db, number, pot, plan)
        db.execute(
            "update pots set plan = %s, plan_digest = %s, terms = %s where id = %s",
            (plan, digest, encode(terms), number),
        )
        for table in tables:
            _end(db, table, people[0], revoked=False)
    return tables


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
    """Its row stays locked: no process takes the table in before this is done."""
    row = db.execute(
        "select seen_at > clock_timestamp() - make_interval(secs => %s) from enrolments"
        " where name = %s and ended_at is null for update",
        (LIVE_S, table),
    ).fetchone()
    if row and row[0]:
        text = "{table} está enlazada: sus parámetros no se cambian así. Detenga la mesa y repita."
        raise FloorError(text, table=table)


def _is_between_jackpots(db: Connection, pot: int, name: str, plan: str) -> None:
    """What players have paid in was paid in under the old plan."""
    row = db.execute(
        "select kind from entries where pot = %s and kind in ('PotSeeded', 'PotReseeded', 'PassContributed')"
        " order by place desc limit 1",
        (pot,),
    ).fetchone()
    if row and row[0] == "PassContributed":
        text = "El pozo {pot} se está acumulando: el plan {plan} rige después del próximo pozo entregado."
        raise FloorError(text, pot=name, plan=plan)


def _tables_of(db: Connection, pot: int) -> tuple[str, ...]:
    found = db.execute("select name from enrolments where pot = %s and ended_at is null order by name", (pot,))
    return tuple(name for (name,) in found.fetchall())


def _is_itself(before: Enrolled, key: str) -> None:
    """One name is one table: another machine does not become it by being enrolled (R27)."""
    if before.public_key != key:
        text = (
            "{table} ya está inscrita con otra llave. Si esa ya no vale, revóquela antes: sabot floor revoke {table}."
        )
        raise FloorError(text, table=before.table)


def _known_nowhere_else(db: Connection, pot: int, table: str) -> None:
    row = db.execute(
        "select name from pots where id <> %s and exists"
        " (select 1 from entries where entries.pot = pots.id and maker = %s)",
        (pot, table),
    ).fetchone()
    if row:
        text = "{table} ya jugó por el pozo {pot}, y así figura en los asientos: para otro pozo, dele otro nombre."
        raise FloorError(text, table=table, pot=row[0])


def _one_version_one_text(db: Connection, pot: int, table: str, plan: str, terms: Terms) -> None:
    """What was played under a version of the plan is found by it later."""
    known = db.execute(
        "select terms from enrolments where pot = %s and name = %s and plan = %s order by id desc limit 1",
        (pot, table, plan),
    ).fetchone()
    if known and msgspec.json.decode(known[0], type=Terms) != terms:
        text = "{table} ya jugó con un plan {plan} que decía otra cosa: el nuevo necesita otra versión."
        raise FloorError(text, table=table, plan=plan)


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
    if not may_share(terms, shared):
        text = (
            "{table} juega a {game}: no gana el pozo {pot} con las mismas manos ni tan a menudo como sus otras mesas."
        )
        raise FloorError(text, table=table, game=terms.base_game, pot=name)
    for field in Terms.__struct_fields__:
        if field not in _OF_THE_TABLE | _OF_THE_GAME and getattr(terms, field) != getattr(shared, field):
            text = "{field} de {table} no es el del pozo {pot}. Todas sus mesas juegan con los mismos términos."
            raise FloorError(text, field=field, table=table, pot=name)


def _well_named(db: Connection, name: str) -> None:
    """Letters people here read and write, and no name that is taken for another one."""
    if not _NAME.fullmatch(name):
        raise FloorError("«{name}»: use letras, cifras, punto, guion y espacio, hasta 40.", name=name)
    known = db.execute("select name from pots union select name from enrolments").fetchall()
    alike = next((other for (other,) in known if other != name and _heard(other) == _heard(name)), None)
    if alike is not None:
        raise FloorError("{name} se confunde con {other}, que ya existe: use otro nombre.", name=name, other=alike)


def _heard(name: str) -> str:
    """*name* as one person says it to another."""
    return _BETWEEN_WORDS.sub(" ", unicodedata.normalize("NFKC", name).casefold()).strip()
