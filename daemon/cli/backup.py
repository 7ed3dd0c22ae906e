"""`sabot backup|restore`: copies of a table's record, verified, and the way back."""

from pathlib import Path

import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.i18n import _, in_words

_json = click.option("--json", "as_json", is_flag=True, help="Salida JSON.")


class _Damaged(UserError):
    """What was found is not as it was written. Exit code 1."""

    exit_code = FINDING


@click.command(
    help="Respalda el registro de DIR en un directorio nuevo, también con la mesa en marcha, y lo comprueba."
)
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("target", metavar="TARGET", type=click.Path(path_type=Path))
@_json
def backup(directory: Path, target: Path, as_json: bool) -> None:
    from daemon.backup import BackupError, DamagedError, make_backup
    from daemon.journal import JournalError

    try:
        manifest = make_backup(directory, target)
    except DamagedError as error:
        raise _Damaged(in_words(error)) from error
    except (BackupError, JournalError, OSError) as error:
        raise UserError(in_words(error)) from error
    if as_json:
        click.echo(msgspec.json.encode(manifest))
        return
    text = _("Respaldo comprobado en {target}: {seq} entradas, cabeza {seq}:{hash}")
    click.echo(text.format(target=target, seq=manifest.seq, hash=manifest.hash))


@click.command(help="Repone en DIR, que debe ser nuevo, un respaldo o una segunda copia, comprobados antes.")
@click.argument("source", metavar="BACKUP", type=click.Path(path_type=Path))
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--secrets", type=click.Path(path_type=Path), metavar="BACKUP", help="De dónde tomar la llave y las personas."
)
@_json
def restore(source: Path, directory: Path, secrets: Path | None, as_json: bool) -> None:
    from daemon.backup import BackupError, DamagedError, restore_backup

    try:
        head = restore_backup(source, directory, secrets)
    except DamagedError as error:
        raise _Damaged(in_words(error)) from error
    except (BackupError, OSError) as error:
        raise UserError(in_words(error)) from error
    if as_json:
        click.echo(msgspec.json.encode({"seq": head.seq, "hash": head.hash.hex()}))
        return
    text = _("Registro repuesto en {directory}: {seq} entradas, cabeza {seq}:{hash}")
    click.echo(text.format(directory=directory, seq=head.seq, hash=head.hash.hex()))
