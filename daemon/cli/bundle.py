"""`sabot bundle`: everything a helper far away needs, in one file that tells no secret."""

from pathlib import Path
from typing import Any

import click
import msgspec

from daemon.cli.main import UserError
from daemon.i18n import _


@click.command(help="Reúne en un zip lo que necesita quien ayude de lejos: sin PIN, llaves ni cartas tapadas.")
@click.argument("target", metavar="ARCHIVO.zip", type=click.Path(path_type=Path))
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="SABOT_DATA",
    required=True,
    help="Directorio de datos de la mesa.",
)
@click.option("--config", type=click.Path(path_type=Path, exists=True), help="Configuración de la mesa.")
@click.option("--log", type=click.Path(path_type=Path, exists=True), help="Archivo con los mensajes del proceso.")
def bundle(target: Path, data: Path, config: Path | None, log: Path | None) -> None:
    import apsw

    from daemon.bundle import make_bundle
    from daemon.journal import JournalError

    try:
        names = make_bundle(target, data, config, log, _told(data))
    except FileExistsError as error:
        raise UserError(_("{target} ya existe: elija otro nombre.").format(target=target)) from error
    except (OSError, JournalError, apsw.Error) as error:
        target.unlink(missing_ok=True)
        raise UserError(_("No se pudo reunir: {error}").format(error=error)) from error
    click.echo(_("{target}: {names}").format(target=target, names=", ".join(names)))


def _told(data: Path) -> dict[str, Any]:
    """What the running table says of itself; nothing when it is away."""
    from daemon.bus import CONTROL
    from daemon.bus_client import BusClient, TableAway, local_address
    from daemon.messages import AskPicture, AskStatus, AskTraffic, PictureTold, StatusTold, TrafficPage

    if not (data / CONTROL).exists():
        return {}
    try:
        with BusClient(local_address(data)) as table:
            return {
                "status": msgspec.to_builtins(table.ask(AskStatus(), StatusTold).status),
                "picture": table.ask(AskPicture(), PictureTold).picture,
                "traffic": msgspec.to_builtins(table.ask(AskTraffic(), TrafficPage).lines),
            }
    except TableAway:
        return {}
