"""`sabot floor status|check|record`: what a floor is doing, whether its books agree, what people did there."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from daemon.cli.at_floor import as_json, at_a_floor, floor_at
from daemon.cli.main import FINDING
from daemon.i18n import _, sentence
from table_core.money import pesos

if TYPE_CHECKING:
    from daemon.floor.reconciliation import Checked
    from daemon.floor.status import AlarmKept, CheckKept, DatabaseSeen, FloorSeen, PotSeen, TableSeen

_ACTS_SHOWN = 50


@click.command(help="Qué hace el piso: base de datos, pozos, mesas enlazadas y desde cuándo, conciliación, alarmas.")
@at_a_floor
@as_json
def status(config: Path | None, embedded: Path | None, as_json: bool) -> None:
    from daemon.floor.status import look

    with floor_at(config, embedded) as (settings, db):
        seen = look(db, settings.name)
    if as_json:
        click.echo(msgspec.json.encode(seen))
    else:
        for line in _told(seen):
            click.echo(line)
    if not seen.well:
        raise SystemExit(FINDING)


@click.command(help="Concilia ahora los pozos con sus asientos. Una diferencia de dinero detiene el pozo.")
@click.argument("pot", required=False)
@click.option("--whole", is_flag=True, help="Desde el primer asiento, no desde la última conciliación.")
@at_a_floor
@as_json
def check(pot: str | None, whole: bool, config: Path | None, embedded: Path | None, as_json: bool) -> None:
    from daemon.floor.auditor import reconcile
    from daemon.floor.enrolment import pot_named, pots

    with floor_at(config, embedded) as (settings, db):
        numbers = [pot_named(db, pot)] if pot is not None else list(pots(db))
        checked = [reconcile(db, settings.name, number, whole=whole) for number in numbers]
    if as_json:
        click.echo(msgspec.json.encode(checked))
    else:
        for one in checked:
            _show_check(one)
    if not all(one.clean for one in checked):
        raise SystemExit(FINDING)


@click.command(help="Lo que hicieron las personas en el piso, lo último primero; también cada PIN equivocado.")
@at_a_floor
@as_json
def record(config: Path | None, embedded: Path | None, as_json: bool) -> None:
    from daemon.floor.acts import acts

    with floor_at(config, embedded) as (_settings, db):
        found = acts(db, _ACTS_SHOWN)
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    for act in found:
        people = act.first if act.second is None else f"{act.first} + {act.second}"
        click.echo(f"{_moment(act.at)}  {_(ACTS[act.what])}: {act.about} · {people} · {act.detail}")


ACTS = {
    "pot": "abrió un pozo",
    "plan": "cambió un plan",
    "enrol": "inscribió una mesa",
    "revoke": "revocó una llave",
    "release": "soltó un pozo",
    "correct": "corrigió un pozo",
    "wrong-pin": "PIN equivocado",
}


def _told(seen: "FloorSeen") -> Iterator[str]:
    yield _database(seen.database)
    for pot in seen.pots:
        yield ""
        yield from _pot(pot)
    if not seen.pots:
        yield _("Todavía no hay pozos. Abra uno con: sabot floor pot")
    if seen.alarms:
        yield ""
        yield _("Alarmas de las últimas 24 horas:")
        yield from map(_alarm, seen.alarms)


def _database(seen: "DatabaseSeen") -> str:
    if seen.read_only:
        return _("PostgreSQL {version}: es la copia, no escribe. Apunte el piso al servidor principal.").format(
            version=seen.version
        )
    if not seen.wanted_standbys:
        return _("PostgreSQL {version}, sin copia sincrónica: si este disco muere, se pierde el pozo.").format(
            version=seen.version
        )
    if not seen.standbys:
        text = _("PostgreSQL {version}: la copia sincrónica {names} no está. Nada se confirma hasta que vuelva.")
        return text.format(version=seen.version, names=seen.wanted_standbys)
    return _("PostgreSQL {version}, con copia sincrónica.").format(version=seen.version)


def _pot(pot: "PotSeen") -> Iterator[str]:
    text = _("Pozo {pot}: {value}, reserva {reserve}; plan {plan}, asiento {place}")
    yield text.format(pot=pot.pot, value=pesos(pot.value), reserve=pesos(pot.reserve), plan=pot.plan, place=pot.place)
    if pot.held is not None:
        yield _("  DETENIDO: {why}. Aclárelo y suéltelo entre dos: sabot floor release").format(why=sentence(pot.held))
    if pot.last_win is not None:
        win = pot.last_win
        text = _("  último premio: {amount}, {table}, puesto {seat} desde la derecha del crupier, asiento {place}")
        yield text.format(amount=pesos(win.amount), table=win.table, seat=win.seat, place=win.place)
    yield _check_told(pot.check)
    yield from (line for table in pot.tables for line in _table(table))


def _check_told(check: "CheckKept | None") -> str:
    if check is None:
        return _("  todavía sin conciliar; el piso lo hace cada día, o ahora: sabot floor check")
    if check.clean:
        return _("  conciliado {at} hasta el asiento {place}: todo calza").format(
            at=_moment(check.at), place=check.place
        )
    return _("  NO CALZA en {count} cosa(s), {at}. Véalas con: sabot floor check --whole").format(
        count=len(check.findings), at=_moment(check.at)
    )


def _table(table: "TableSeen") -> Iterator[str]:
    if table.linked and table.since is not None:
        link = _("enlazada desde {since} con {floor}").format(since=_moment(table.since), floor=table.floor)
    elif table.since is not None:
        link = _("SIN ENLACE, oída por última vez {since}").format(since=_moment(table.since))
    else:
        link = _("nunca se enlazó")
    facts = [link, _("{count} avisos").format(count=table.answered)]
    if table.clock_ms is not None:
        facts.append(_("reloj {ms:+} ms").format(ms=table.clock_ms))
    if table.head is not None:
        facts.append(_("registro hasta {seq}").format(seq=table.head.seq))
    yield f"  {table.table}: {', '.join(facts)}"
    if table.held is not None:
        text = _("    FUERA DE JUEGO: {why}. Aclárelo e inscríbala de nuevo entre dos: sabot floor enrol")
        yield text.format(why=sentence(table.held))


def _alarm(alarm: "AlarmKept") -> str:
    times = "" if alarm.times == 1 else f" ×{alarm.times}"
    return f"  {_moment(alarm.last_at)}  {alarm.about}  {alarm.code}{times}: {sentence(alarm.detail)}"


def _show_check(one: "Checked") -> None:
    text = _("Pozo {pot}: {entries} asientos de {since} a {place}; pozo {main}, pagado {paid}, premios {wins}")
    values = {"pot": one.pot, "entries": one.entries, "since": one.since, "place": one.place, "wins": len(one.wins)}
    click.echo(text.format(**values, main=pesos(one.sums.main), paid=pesos(one.sums.paid)))
    for finding in one.findings:
        click.echo(f"  {finding.code}  {finding.about}: {sentence(finding.detail)}")
    if one.clean:
        click.echo(_("  todo calza"))


def _moment(at: datetime) -> str:
    """In the hours of whoever reads it."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
