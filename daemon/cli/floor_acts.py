"""`sabot floor pot|plan|enrol|revoke|release|correct`: what people do at a floor, two of them where money is opened.

PINs are asked on the terminal or read from SABOT_PIN and SABOT_PIN_2.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from daemon.cli.at_floor import at_a_floor, floor_at
from daemon.cli.control import asked_pin
from daemon.i18n import _

if TYPE_CHECKING:
    from daemon.floor.database import Connection
    from daemon.floor.settings import FloorSettings
    from table_core.rulebook import Role

F = TypeVar("F", bound=Callable[..., Any])

_first = click.option("--as", "first", required=True, metavar="NAME", help="Quién lo hace.")
_second = click.option("--with", "second", required=True, metavar="NAME", help="La segunda persona, que lo confirma.")
_reason = click.option("--reason", required=True, help="Por qué; queda en el registro.")
_signer = click.option("--signer", required=True, metavar="KEY", help="Llave pública de quien firma los planes.")


def _by_two(command: F) -> F:
    return at_a_floor(_first(_second(command)))


@click.command(help="Abre el pozo de PLAN (plan firmado) con su valor inicial. Acto de dos personas.")
@click.argument("plan", type=click.Path(path_type=Path))
@_signer
@click.option("--main", required=True, type=int, help="Valor inicial del pozo, en pesos.")
@click.option("--reserve", default=0, type=int, show_default=True, help="Valor inicial de la reserva, en pesos.")
@_reason
@_by_two
def pot(
    plan: Path,
    signer: str,
    main: int,
    reserve: int,
    reason: str,
    first: str,
    second: str,
    config: Path | None,
    embedded: Path | None,
) -> None:
    from daemon.floor import charter

    with floor_at(config, embedded) as (settings, db):
        papers = charter.approved(plan, signer)
        people = _both(db, settings, first, second, "pot")
        charter.open_pot(db, settings.name, papers, (main, reserve), people, reason)
    click.echo(_("Pozo {pot} abierto con el plan {version}.").format(pot=papers.pot, version=papers.version))


@click.command("plan", help="Cambia el plan de un pozo por PLAN (plan firmado), entre dos pozos. Acto de dos personas.")
@click.argument("plan", type=click.Path(path_type=Path))
@_signer
@_reason
@_by_two
def change_plan(
    plan: Path, signer: str, reason: str, first: str, second: str, config: Path | None, embedded: Path | None
) -> None:
    from daemon.floor import charter

    with floor_at(config, embedded) as (settings, db):
        papers = charter.approved(plan, signer)
        people = _both(db, settings, first, second, "plan")
        tables = charter.change_plan(db, settings.name, papers, people, reason)
    click.echo(_("{pot} se juega con el plan {version}.").format(pot=papers.pot, version=papers.version))
    if tables:
        click.echo(_("Inscriba de nuevo: {tables}.").format(tables=", ".join(tables)))


@click.command(help="Inscribe la mesa TABLE en el pozo de PLAN (plan firmado). Acto de dos personas.")
@click.argument("table")
@click.argument("plan", type=click.Path(path_type=Path))
@_signer
@click.option("--key", required=True, help="Llave pública de la mesa, de sabot keys floor.")
@_by_two
def enrol(
    table: str,
    plan: Path,
    signer: str,
    key: str,
    first: str,
    second: str,
    config: Path | None,
    embedded: Path | None,
) -> None:
    from daemon.floor import charter

    with floor_at(config, embedded) as (settings, db):
        papers = charter.approved(plan, signer)
        people = _both(db, settings, first, second, "enrol")
        charter.enrol(db, papers, table, key, people)
    click.echo(_("{table} queda inscrita en {pot}.").format(table=table, pot=papers.pot))


@click.command(help="Revoca la llave de la mesa TABLE: su enlace se corta y esa llave no vuelve a valer.")
@click.argument("table")
@_reason
@_first
@at_a_floor
def revoke(table: str, reason: str, first: str, config: Path | None, embedded: Path | None) -> None:
    from daemon.floor import charter
    from daemon.floor.acts import OF_THE_KEYS

    with floor_at(config, embedded) as (settings, db):
        _prove(db, settings, first, "SABOT_PIN", OF_THE_KEYS, "revoke")
        charter.revoke(db, table, first, reason)
    click.echo(_("La llave de {table} ya no vale. Para que vuelva: llave nueva e inscripción.").format(table=table))


@click.command(help="Suelta el pozo POT, detenido por una diferencia que ya se aclaró. Acto de dos personas.")
@click.argument("pot")
@_reason
@_by_two
def release(pot: str, reason: str, first: str, second: str, config: Path | None, embedded: Path | None) -> None:
    from daemon.floor import charter

    with floor_at(config, embedded) as (settings, db):
        people = _both(db, settings, first, second, "release")
        charter.release(db, pot, people, reason)
    click.echo(_("El pozo {pot} vuelve a jugarse.").format(pot=pot))


@click.command(help="Corrige el pozo POT; la diferencia la pone la casa. Acto de dos personas.")
@click.argument("pot")
@click.option("--main", default=0, type=int, help="Pesos que sube el pozo; negativo: baja.")
@click.option("--reserve", default=0, type=int, help="Pesos que sube la reserva; negativo: baja.")
@_reason
@_by_two
def correct(
    pot: str,
    main: int,
    reserve: int,
    reason: str,
    first: str,
    second: str,
    config: Path | None,
    embedded: Path | None,
) -> None:
    from daemon.floor import charter

    with floor_at(config, embedded) as (settings, db):
        people = _both(db, settings, first, second, "correct")
        charter.correct(db, settings.name, pot, (main, reserve), people, reason)
    click.echo(_("Pozo {pot} corregido.").format(pot=pot))


def _both(db: "Connection", settings: "FloorSettings", first: str, second: str, what: str) -> tuple[str, str]:
    """Two different people, each with their own PIN; the second is not asked before the first was right."""
    from daemon.floor.acts import OF_THE_POT, two_people

    two_people(first, second)
    _prove(db, settings, first, "SABOT_PIN", OF_THE_POT, what)
    _prove(db, settings, second, "SABOT_PIN_2", OF_THE_POT, what)
    return first, second


def _prove(
    db: "Connection", settings: "FloorSettings", name: str, variable: str, roles: "Sequence[Role]", what: str
) -> None:
    from daemon.floor.acts import prove
    from daemon.people import People
    from daemon.run import PEOPLE

    prove(db, People(Path(settings.data) / PEOPLE), name, asked_pin(name, variable), roles, what)
