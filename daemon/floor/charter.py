"""What people do to pots and tables at the floor, each deed with its line on the record in one transaction."""

from pathlib import Path

import msgspec

from daemon.floor import acts, enrolment, holding
from daemon.floor.database import Connection, FloorError
from daemon.floor.store import Enrolled, Store
from daemon.papers import Papers, digest, read_papers
from daemon.signed_file import SignedFileError
from table_core.money import pesos
from table_core.progressive.ledger import Key, MovementRefused, PotCorrected, PotMovement, PotSeeded
from table_core.progressive.terms import Terms

Two = tuple[str, str]


def approved(plan: Path, signer: str) -> Papers:
    """The signed plan in *plan*, when it may be played by; raises FloorError."""
    try:
        papers = read_papers(plan, signer)
        msgspec.convert(papers.terms, Terms)
    except (SignedFileError, msgspec.ValidationError) as error:
        raise FloorError("El plan no vale: {error}.", error=str(error)) from error
    if not papers.approved:
        raise FloorError("El plan {version} no está aprobado.", version=papers.version)
    if papers.inter_casino and not papers.registered:
        raise FloorError("El pozo entre casinos {pot} no está registrado.", pot=papers.pot)
    return papers


def open_pot(db: Connection, floor: str, papers: Papers, money: tuple[int, int], people: Two, reason: str) -> None:
    """The pot of *papers* with its first *money* in main and reserve, never under the plan's base (R39)."""
    acts.two_people(*people)
    main, reserve = money
    terms = _terms(papers)
    if main < terms.base or reserve < 0:
        text = "El pozo empieza con {base} o más, que es la base del plan; la reserva, con 0 o más."
        raise FloorError(text, base=pesos(terms.base))
    with db.transaction():
        pot = enrolment.make_pot(db, papers.pot, papers.version, digest(papers), terms)
        by = " + ".join(people)
        seed = PotSeeded(Key(papers.pot, 1), papers.version, main, reserve, by=by, reason=reason)
        Store(db, floor).post_own(pot, papers.pot, seed)
        acts.record(db, "pot", papers.pot, f"{main} + {reserve}: {reason}", *people)


def change_plan(db: Connection, floor: str, papers: Papers, people: Two, reason: str) -> tuple[str, ...]:
    """The pot of *papers* goes on under them; the tables to be enrolled again. Only between two jackpots (R31)."""
    acts.two_people(*people)
    terms = _terms(papers)
    with db.transaction():
        number = enrolment.pot_named(db, papers.pot)
        tables = enrolment.change_plan(db, papers.pot, (papers.version, digest(papers), terms), people)
        main = Store(db, floor).value(number, papers.pot).main
        if main < terms.base:
            text = "El pozo {pot} tiene {main} y el plan {version} pide {base}: corríjalo antes."
            raise FloorError(text, pot=papers.pot, main=pesos(main), version=papers.version, base=pesos(terms.base))
        acts.record(db, "plan", papers.pot, f"{papers.version}: {reason}", *people)
    return tables


def enrol(db: Connection, papers: Papers, table: str, key: str, people: Two) -> Enrolled:
    """*table* may play for the pot of *papers* with *key*."""
    acts.two_people(*people)
    notice = papers.notice("tables")
    if notice is None or table not in notice.tables:
        text = "{table} no está en el aviso a la municipalidad del plan {version}. Corrija y firme el plan de nuevo."
        raise FloorError(text, table=table, version=papers.version)
    with db.transaction():
        made = enrolment.enrol(db, papers.pot, table, key, (papers.version, digest(papers), _terms(papers)), people)
        acts.record(db, "enrol", table, f"{papers.pot}, {papers.version}, {key}", *people)
    return made


def revoke(db: Connection, table: str, by: str, reason: str) -> None:
    """By one person, at once: whoever is quick loses nothing, for enrolling again needs two."""
    with db.transaction():
        enrolment.revoke(db, table, by)
        acts.record(db, "revoke", table, reason, by)


def release(db: Connection, pot: str, people: Two, reason: str) -> None:
    """People have looked at why *pot* is held, and let it be played for again."""
    acts.two_people(*people)
    with db.transaction():
        if not holding.release_pot(db, enrolment.pot_named(db, pot)):
            raise FloorError("El pozo {pot} no está detenido.", pot=pot)
        acts.record(db, "release", pot, reason, *people)


def correct(db: Connection, floor: str, pot: str, money: tuple[int, int], people: Two, reason: str) -> PotMovement:
    """Put a wrong amount right, with a reason; the house bears it (R22, R23)."""
    acts.two_people(*people)
    main, reserve = money
    if not main and not reserve:
        raise FloorError("Una corrección de cero no corrige nada.")
    with db.transaction():
        number = enrolment.pot_named(db, pot)
        row = db.execute("select plan from pots where id = %s", (number,)).fetchone()
        plan: str = row[0] if row else ""
        movement = PotCorrected(Key(pot, 0), plan, main, reserve, " + ".join(people), reason)
        try:
            entry = Store(db, floor).post_own(number, pot, movement)
        except MovementRefused as error:
            raise FloorError("El pozo no alcanza: {error}.", error=str(error)) from error
        acts.record(db, "correct", pot, f"{main:+} {reserve:+}: {reason}", *people)
    return entry.movement


def _terms(papers: Papers) -> Terms:
    return msgspec.convert(papers.terms, Terms)
