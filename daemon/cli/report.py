"""`sabot report`: what the record says of a jornada, for the books and for the municipality."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import apsw
import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.i18n import _
from table_core.money import pesos

if TYPE_CHECKING:
    from daemon.inspection_report import Receipts
    from daemon.journal import Stored
    from daemon.shuffle_report import ShuffleReport
    from daemon.side_meters import Meters

T = TypeVar("T")


@click.group(help="Informes sacados del registro.")
def report() -> None:
    pass


@report.command(help="Los contadores del progresivo: cada pozo y premio, con sus últimas 25 entregas.")
@click.option("--data", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Directorio de la mesa.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def meters(data: Path, as_json: bool) -> None:
    from daemon.side_meters import SCHEMA, side_meters

    found = _read(data, lambda rows: side_meters(row.entry() for row in rows))
    if found is None:
        raise UserError(_("{directory}: esta mesa no tiene progresivo.").format(directory=data))
    if as_json:
        click.echo(msgspec.json.encode({"schema": SCHEMA, **msgspec.to_builtins(found)}))
    else:
        click.echo("\n".join(_meter_lines(found)))


def _meter_lines(meters: "Meters") -> Iterator[str]:
    yield _("Mesa {table}, pozo {pot}, plan {plan}").format(table=meters.table, pot=meters.pot, plan=meters.plan)
    for pot in meters.pots:
        text = _("{pot}: {current}; base {base}; {rate} % de lo neto; {limit}")
        limit = _("sin tope")
        if pot.limit is not None:
            limit = _("tope {most}, sobre él {over}").format(most=pesos(pot.limit), over=pesos(pot.overflow))
        values = {"current": pesos(pot.current), "base": pesos(pot.base), "rate": pot.rate_bp / 100}
        name = {"main": _("Pozo principal"), "reserve": _("Reserva")}[pot.pot]
        yield text.format(pot=name, limit=limit, **values)
    for level in meters.levels:
        text = _("{name}: {wins} (entregas: {hits})")
        yield text.format(name=_(level.name), hits=level.hits, wins=pesos(level.wins))
    text = _("Pagado {paid}: por máquina {machine}, por personas {attendant}")
    machine, attendant = pesos(meters.paid_by_machine), pesos(meters.paid_by_attendant)
    yield text.format(paid=pesos(meters.paid), machine=machine, attendant=attendant)


@report.command(help="El progresivo de una jornada, por pozo y mesa: cada movimiento, con su suma.")
@click.option("--jornada", required=True, metavar="ID", help="La jornada, como se abrió.")
@click.option("--data", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Directorio de la mesa.")
@click.option("--json", "as_json", is_flag=True, help="JSON firmado con la llave de la mesa.")
def progressive(jornada: str, data: Path, as_json: bool) -> None:
    from daemon.side_report import SCHEMA, csv_lines, side_report

    found = _read(data, lambda rows: side_report(jornada, ((row.seq, row.entry()) for row in rows)))
    if found is None:
        raise UserError(_("{jornada}: el registro no tiene esa jornada.").format(jornada=jornada))
    if as_json:
        click.echo(_signed(data, found, SCHEMA))
    else:
        click.echo("\n".join(csv_lines(found)))
    if not found.balanced:
        click.echo(_("Los movimientos no llevan del pozo inicial al final: verifique el registro."), err=True)
        raise SystemExit(FINDING)
    if found.differences:
        told = ", ".join(f"{name} {difference:+d}" for name, difference in found.differences.items())
        click.echo(_("Los contadores de la jornada no calzan: {told}").format(told=told), err=True)
        raise SystemExit(FINDING)


@report.command(help="Recibos de las inspecciones de cartas: máquina, quién la operó, cuándo, y qué faltaba o sobraba.")
@click.option("--data", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Directorio de la mesa.")
@click.option("--json", "as_json", is_flag=True, help="JSON firmado con la llave de la mesa.")
def inspections(data: Path, as_json: bool) -> None:
    from daemon.inspection_report import SCHEMA, receipts_of

    found = _read(data, lambda rows: receipts_of((row.seq, row.utc_ns, row.entry()) for row in rows))
    if as_json:
        click.echo(_signed(data, found, SCHEMA))
    else:
        click.echo("\n".join(_receipt_lines(found)))


def _receipt_lines(found: "Receipts") -> Iterator[str]:
    for one in found.receipts:
        moment = datetime.fromtimestamp(one.utc_ns / 1e9, UTC).isoformat(timespec="seconds")
        text = _("Recibo {number} ({moment}): {machine}, serie {serial}; operó {operator}")
        machine = " ".join(part for part in (one.maker or _("fabricante sin configurar"), one.model) if part)
        operator = one.operator or _("nadie todavía")
        yield text.format(number=one.number, moment=moment, machine=machine, serial=one.serial, operator=operator)
        result = _("sin diferencias") if one.passed else _("con diferencias")
        facts = {"counted": one.counted, "wanted": one.wanted, "result": result}
        yield "  " + _("{counted} cartas de {wanted}, {result}").format(**facts)
        for text, cards in ((_("faltan {cards}"), one.missing), (_("sobran {cards}"), one.extra)):
            if cards:
                yield "  " + text.format(cards=", ".join(cards))


@report.command(help="Cómo se mezclaron las cartas, por máquina y crupier: lo juzgado de cada veinte sabots.")
@click.option("--data", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Directorio de la mesa.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def shuffles(data: Path, as_json: bool) -> None:
    from daemon.shuffle_report import shuffle_report

    found = _read(data, lambda rows: shuffle_report((row.seq, row.entry()) for row in rows))
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        click.echo("\n".join(_shuffle_lines(found)))
    if found.named:
        raise SystemExit(FINDING)


def _shuffle_lines(found: "ShuffleReport") -> Iterator[str]:
    yield _("{shoes} sabots terminados").format(shoes=found.shoes)
    for block in found.blocks:
        text = _(
            "{source}: {shoes} sabots, vecinas {kept} de {tried}; chi cuadrado {chi}, {usual} (95 %: hasta {limit})"
        )
        usual = _("como por azar") if block.within_95 else _("fuera de lo que da el azar 19 de 20 veces")
        chi, limit = block.chi_milli / 1000, block.limit_95_milli / 1000
        facts = {"source": block.source, "shoes": block.shoes, "kept": block.kept, "tried": block.tried}
        yield text.format(**facts, chi=f"{chi:.1f}", limit=f"{limit:.1f}", usual=usual)
    for source, shoes in found.under_way.items():
        yield _("{source}: {shoes} sabots del bloque en curso").format(source=source, shoes=shoes)
    for one in found.named:
        yield _("Señalado en la entrada {seq}: {detail}").format(seq=one.seq, detail=one.detail)


def _read(data: Path, what: "Callable[[Iterator[Stored]], T]") -> T:
    """What the journal in *data* says; raises UserError where it cannot be read."""
    from daemon.journal import open_reader, read_rows
    from daemon.schema import JournalError

    try:
        return what(iter(read_rows(open_reader(data))))
    except JournalError as error:
        raise UserError(str(error)) from error
    except (apsw.Error, msgspec.MsgspecError) as error:
        text = _("{directory}: el registro no se puede leer ({error}). Compruébelo con: sabot journal verify")
        raise UserError(text.format(directory=data, error=error)) from error


def _signed(data: Path, found: object, schema: str) -> bytes:
    """The report, and the table's signature over its bytes with sorted keys."""
    from daemon.signing import read_key

    key = read_key(data)
    if key is None:
        raise UserError(_("{directory}: la mesa todavía no tiene llave.").format(directory=data))
    body = msgspec.json.encode({"schema": schema, **msgspec.to_builtins(found)}, order="sorted")
    signed = {"report": msgspec.Raw(body), "key": key.public.hex(), "signature": key.sign_report(body).hex()}
    return msgspec.json.encode(signed)
