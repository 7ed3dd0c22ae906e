"""`sabot dispute`: freezes everything known of a pass, hands it over as one archive, and checks such an archive."""

from pathlib import Path

import click
import msgspec

from daemon.cli.control import _as, _order
from daemon.cli.main import FINDING, UserError
from daemon.cli.reach import reaches_a_table
from daemon.i18n import _

_data = click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="SABOT_DATA",
    required=True,
    help="Directorio de datos de la mesa.",
)


@click.group(help="Pases en disputa: congelar, entregar y comprobar su evidencia (R88).")
def dispute() -> None:
    pass


@dispute.command(help="Congela el pase NUMBER: nada de él se borra desde ahora.")
@click.argument("number", type=int)
@_as
@click.option("--reason", required=True, metavar="TEXT", help="Por qué.")
@reaches_a_table
def freeze(number: int, name: str, reason: str, data: Path | None, link: Path | None) -> None:
    _order(data, link, name, {"type": "FreezePass", "number": number, "reason": reason})
    click.echo(_("Pase {number} congelado. Entréguelo con: sabot dispute export").format(number=number))


@dispute.command(name="list", help="Pases congelados de la mesa.")
@_data
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def list_frozen(data: Path, as_json: bool) -> None:
    from daemon.dispute.freeze import notes

    found = notes(data)
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    if not found:
        click.echo(_("No hay pases congelados."))
    for note in found:
        text = _("{seq}  pase {number}: {by}, {reason} ({runs} grabación(es))")
        click.echo(text.format(**{**msgspec.to_builtins(note), "runs": len(note.runs)}))


@dispute.command(help="Escribe la evidencia del pase congelado NUMBER en FILE, con su verificador.")
@click.argument("number", type=int)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@_data
def export(number: int, file: Path, data: Path) -> None:
    from daemon.dispute.archive import DisputeError
    from daemon.dispute.archive import export as export_evidence
    from daemon.dispute.freeze import notes
    from daemon.journal import JournalError

    note = next((note for note in reversed(notes(data)) if note.number == number), None)
    if note is None:
        raise UserError(_("El pase {number} no está congelado. Antes: sabot dispute freeze").format(number=number))
    try:
        entries = export_evidence(data, note, file)
    except (DisputeError, JournalError) as error:
        raise UserError(str(error)) from error
    text = _("{file}: {entries} asientos. Compruébelo con: python3 verificar.py, o sabot dispute verify")
    click.echo(text.format(file=file, entries=entries))


@dispute.command(help="Comprueba la evidencia en FILE: archivos, cadena y firma; cuenta lo que pasó.")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--head", default="", metavar="SEQ:HASH", help="Una cabeza de la cadena que usted conoce.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def verify(file: Path, head: str, as_json: bool) -> None:
    import zipfile

    from daemon.dispute.signature import signed_up_to
    from daemon.dispute.verify import check, read, tell

    signed, key = 0, None
    try:
        files = read(file)
        problems = check(files, head)
        if not problems:
            signed, key = signed_up_to(files)
    except (OSError, KeyError, TypeError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
        raise UserError(_("{file}: no es una evidencia legible ({error})").format(file=file, error=error)) from error
    except ValueError as error:
        problems = [str(error)]
    if as_json:
        told = {"ok": not problems, "problems": problems, "signed_up_to": signed, "key": key.hex() if key else None}
        click.echo(msgspec.json.encode(told))
    else:
        _show(tell(files), problems, signed)
    if problems:
        raise SystemExit(FINDING)


def _show(story: list[str], problems: list[str], signed: int) -> None:
    click.echo("\n".join(story))
    for problem in problems:
        click.echo(_("ALTERADO: {problem}").format(problem=problem))
    if not problems:
        click.echo(_("La evidencia está entera; la llave de la mesa firma hasta el asiento {seq}.").format(seq=signed))
