"""`sabot run CONFIG`: one table until it is told to stop."""

import asyncio
from pathlib import Path

import click

from daemon.cli.config import read_config
from daemon.cli.main import FINDING, UserError
from daemon.i18n import _, in_words


@click.command(help="Inicia la mesa de CONFIG y la atiende hasta que se le ordene parar.")
@click.argument("config", type=click.Path(path_type=Path))
@click.option("--verbose", is_flag=True, help="También los detalles (nivel DEBUG).")
def run(config: Path, verbose: bool) -> None:
    from daemon.collisions import collisions
    from daemon.journal import JournalError
    from daemon.keys import KeysError
    from daemon.log import set_up_logging
    from daemon.people import PeopleError
    from daemon.release import ReleaseError, require_release
    from daemon.remote import BusError
    from daemon.run import PEOPLE, run_table

    found = read_config(config)
    for name, others in collisions().items():
        owners = ", ".join(others)
        text = _("El paquete {name} también es de {owners}. Desinstálelo: pip uninstall {owners}")
        raise UserError(text.format(name=name, owners=owners))
    if found.release is not None:
        try:
            require_release(found.release)
        except ReleaseError as error:
            raise UserError(in_words(error)) from error
    if not (Path(found.table.data) / PEOPLE).exists():
        text = _("Nadie puede dar órdenes todavía. Registre personas: sabot people add NOMBRE --role ROL --data {data}")
        raise UserError(text.format(data=found.table.data))
    set_up_logging(found.table.name, level=10 if verbose else 20)
    try:
        ordered = asyncio.run(run_table(found))
    except (JournalError, PeopleError, KeysError, BusError) as error:
        raise UserError(in_words(error)) from error
    if not ordered:
        raise SystemExit(FINDING)
