"""`sabot report`: what the record says of a jornada, for the books and for the municipality."""

from pathlib import Path

import apsw
import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.i18n import _


@click.group(help="Informes sacados del registro.")
def report() -> None:
    pass


@report.command(help="El progresivo de una jornada, por pozo y mesa: cada movimiento, con su suma.")
@click.option("--jornada", required=True, metavar="ID", help="La jornada, como se abrió.")
@click.option("--data", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Directorio de la mesa.")
@click.option("--json", "as_json", is_flag=True, help="JSON firmado con la llave de la mesa.")
def progressive(jornada: str, data: Path, as_json: bool) -> None:
    from daemon.journal import open_reader, read_rows
    from daemon.schema import JournalError
    from daemon.side_report import csv_lines, side_report

    try:
        found = side_report(jornada, ((row.seq, row.entry()) for row in read_rows(open_reader(data))))
    except JournalError as error:
        raise UserError(str(error)) from error
    except (apsw.Error, msgspec.MsgspecError) as error:
        text = _("{directory}: el registro no se puede leer ({error}). Compruébelo con: sabot journal verify")
        raise UserError(text.format(directory=data, error=error)) from error
    if found is None:
        raise UserError(_("{jornada}: el registro no tiene esa jornada.").format(jornada=jornada))
    if as_json:
        click.echo(_signed(data, found))
    else:
        click.echo("\n".join(csv_lines(found)))
    if not found.balanced:
        click.echo(_("Los movimientos no llevan del pozo inicial al final: verifique el registro."), err=True)
        raise SystemExit(FINDING)


def _signed(data: Path, found: object) -> bytes:
    """The report, and the table's signature over its bytes with sorted keys."""
    from daemon.side_report import SCHEMA
    from daemon.signing import read_key

    key = read_key(data)
    if key is None:
        raise UserError(_("{directory}: la mesa todavía no tiene llave.").format(directory=data))
    body = msgspec.json.encode({"schema": SCHEMA, **msgspec.to_builtins(found)}, order="sorted")
    signed = {"report": msgspec.Raw(body), "key": key.public.hex(), "signature": key.sign_report(body).hex()}
    return msgspec.json.encode(signed)
