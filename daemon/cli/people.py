"""`sabot people`: who may give orders at a table. PINs are asked on the terminal or read from SABOT_PIN."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.main import UserError
from daemon.i18n import _, in_words

if TYPE_CHECKING:
    from daemon.people import People

ROLES = ("dealer", "jefe_de_mesa", "jefe_de_sala", "inspector", "technician", "auditor")
_data = click.option(
    "--data", required=True, type=click.Path(path_type=Path), envvar="SABOT_DATA", help="Directorio de datos."
)


@click.group(help="Personas de la mesa, sus roles y sus PIN.")
def people() -> None:
    pass


@people.command("list", help="Muestra las personas registradas.")
@_data
def list_people(data: Path) -> None:
    from daemon.people import today
    from table_core.people import ROLE_NAMES

    for name, person in sorted(_open(data).known.items()):
        since = _("PIN del {day}").format(day=person.since) if person.since is not None else _("PIN sin fecha")
        old = " · " + _("cámbielo") if person.pin_is_old(today()) else ""
        click.echo(f"{name}\t{_(ROLE_NAMES[person.role])}\t{since if person.pin else _('sin PIN')}{old}")


@people.command(help="Registra a NAME, o cambia su rol y su PIN.")
@click.argument("name")
@click.option("--role", required=True, type=click.Choice(ROLES), help="Su rol.")
@_data
def add(name: str, role: str, data: Path) -> None:
    from daemon.people import PeopleError

    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    known = _open(data)
    pin = os.environ.get("SABOT_PIN") or click.prompt(_("PIN nuevo"), hide_input=True, confirmation_prompt=True)
    try:
        known.add(name, role, pin)
    except PeopleError as error:
        raise UserError(in_words(error)) from error
    click.echo(_("{name} queda registrado.").format(name=name))


@people.command(help="Quita a NAME.")
@click.argument("name")
@_data
def remove(name: str, data: Path) -> None:
    from daemon.people import PeopleError

    try:
        _open(data).remove(name)
    except PeopleError as error:
        raise UserError(in_words(error)) from error
    click.echo(_("{name} ya no está registrado.").format(name=name))


def _open(data: Path) -> "People":
    from daemon.people import People, PeopleError
    from daemon.run import PEOPLE

    try:
        return People(data / PEOPLE)
    except PeopleError as error:
        raise UserError(in_words(error)) from error
