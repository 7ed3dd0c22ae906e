"""`sabot journal verify|show|export`: reads a journal, never changes it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.i18n import _, in_words
from daemon.journal import Head, JournalError, Stored, open_reader, parse_head, read_rows
from daemon.journal_check import Verdict
from daemon.journal_check import verify as verify_journal
from daemon.kernel import fold
from daemon.people import PERSON_ROLES
from table_core.boards import PlugMet, StrangePlugSeen
from table_core.record import SEALS, Entry
from table_core.rulebook import Role
from table_core.session import PassOpened
from table_core.views import visible

if TYPE_CHECKING:
    from daemon.redecide import Deep

_directory = click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
_NOT_CANONICAL = {"identity", "reason"}
"""What differs between two runs of the same story: how a port is called, how the system words its loss."""
_TIMES = {"utc_ns", "last_known_utc_ns", "due_at_utc_ns"}
"""Moments of this run; a closing hour somebody ordered is part of the story."""
_NO_STORY = {kind.__name__ for kind in (*SEALS, PlugMet, StrangePlugSeen)}


@click.group(help="El registro de la mesa: verificar, ver, exportar.")
def journal() -> None:
    pass


@journal.command(help="Comprueba la cadena; nombra la primera entrada alterada, faltante o fuera de lugar.")
@_directory
@click.option("--deep", is_flag=True, help="Además decide todo de nuevo y compara.")
@click.option("--head", metavar="SEQ:HASH", help="Cabeza guardada fuera de esta máquina.")
@click.option("--copy", type=click.Path(path_type=Path), metavar="DIR", help="Segunda copia con que compararlo.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def verify(directory: Path, deep: bool, head: str | None, copy: Path | None, as_json: bool) -> None:
    try:
        outside = [parse_head(head)] if head else []
    except ValueError as error:
        raise UserError(_("--head {head}: escriba SEQ:HASH, como lo muestra verify.").format(head=head)) from error
    try:
        outside += [_head_of(copy)] if copy is not None else []
        verdict = verify_journal(directory, *outside)
    except JournalError as error:
        raise UserError(in_words(error)) from error
    again = _redecide(directory) if deep and verdict.first_bad is None else None
    _report(verdict, again, as_json=as_json)
    if verdict.first_bad is not None or (again is not None and again.differ):
        raise SystemExit(FINDING)


def _head_of(copy: Path) -> Head:
    """Where a second copy ends, if its own chain is good."""
    verdict = verify_journal(copy)
    if verdict.first_bad is not None:
        text = _("La segunda copia {copy} está dañada en la entrada {seq}: no sirve para comparar.")
        raise UserError(text.format(copy=copy, seq=verdict.first_bad.seq))
    return verdict.head


def _redecide(directory: Path) -> "Deep":
    from daemon.redecide import redecide

    return redecide(stored.entry() for stored in read_rows(open_reader(directory)))


def _report(verdict: Verdict, deep: "Deep | None", *, as_json: bool) -> None:
    head = {"seq": verdict.head.seq, "hash": verdict.head.hash.hex()}
    if as_json:
        bad = msgspec.to_builtins(verdict.first_bad)
        report = {
            "ok": bad is None and not (deep and deep.differ),
            "entries": verdict.entries,
            "head": head,
            "first_bad": bad,
            "deep": msgspec.to_builtins(deep),
        }
        click.echo(msgspec.json.encode(report))
        return
    if verdict.first_bad is None:
        text = _("Registro íntegro: {entries} entradas, cabeza {seq}:{hash}")
        click.echo(text.format(entries=verdict.entries, **head))
        if deep is not None:
            text = _("Decidido de nuevo: {redecided} causas, {differ} distintas, {skipped} sin juzgar.")
            click.echo(text.format(**msgspec.structs.asdict(deep)))
        return
    text = _("Registro dañado: la entrada {seq} está {problem}. Hasta ahí hay {entries} entradas buenas.")
    problem = _(_PROBLEMS[verdict.first_bad.problem])
    click.echo(text.format(seq=verdict.first_bad.seq, problem=problem, entries=verdict.entries))


_PROBLEMS = {
    "altered": "alterada",
    "missing": "ausente",
    "reordered": "fuera de orden",
    "truncated": "cortada",
    "unreadable": "ilegible",
    "signature": "mal firmada",
}


@journal.command(help="Exporta el registro como líneas JSON.")
@_directory
@click.option("--canonical", is_flag=True, help="Sin horas, puertos, hashes ni lotes: para comparar dos corridas.")
@click.option("--as", "role", type=click.Choice(PERSON_ROLES), default="auditor", help="Lo que puede ver ese rol.")
def export(directory: Path, canonical: bool, role: Role) -> None:
    shown = _shown(directory, role)
    for line in _canonical(shown) if canonical else (_whole(stored, entry) for stored, entry in shown):
        click.echo(msgspec.json.encode(line, order="sorted"))


@journal.command(help="Muestra las últimas entradas, legibles.")
@_directory
@click.option("--last", default=40, show_default=True, help="Cuántas.")
def show(directory: Path, last: int) -> None:
    from datetime import UTC, datetime

    from rich.console import Console
    from rich.table import Table

    table = Table("n°", "UTC", _("entrada"), _("contenido"))
    for stored, shown in list(_shown(directory, "auditor"))[-last:]:
        when = datetime.fromtimestamp(stored.utc_ns / 1e9, UTC).strftime("%H:%M:%S.%f")[:-3]
        kind = shown.pop("type")
        table.add_row(str(stored.seq), when, kind, msgspec.json.encode(shown).decode())
    Console().print(table)


def _shown(directory: Path, role: Role) -> Iterator[tuple[Stored, dict[str, Any]]]:
    """Every entry as *role* may see it; the cards of a pass still open stay hidden from everybody."""
    try:
        rows = list(read_rows(open_reader(directory)))
        entries = [stored.entry() for stored in rows]
    except JournalError as error:
        raise UserError(in_words(error)) from error
    except (apsw.Error, msgspec.MsgspecError) as error:
        text = _("{directory}: el registro no se puede leer ({error}). Compruébelo con: sabot journal verify")
        raise UserError(text.format(directory=directory, error=error)) from error
    open_from = _open_pass(rows, entries)
    for stored, entry in zip(rows, entries, strict=True):
        yield stored, visible(entry, role, pass_open=stored.seq >= open_from)


def _open_pass(rows: list[Stored], entries: list[Entry]) -> int:
    """The entry that opened the pass still under way, or that left a covered card to the next; else past the end."""
    game = fold(entries).game
    if not game.keeps_secrets:
        return len(rows) + 1
    opened = [stored.seq for stored, entry in zip(rows, entries, strict=True) if isinstance(entry, PassOpened)]
    return opened[-1] if opened else 0


def _whole(stored: Stored, shown: dict[str, Any]) -> dict[str, Any]:
    return {
        "seq": stored.seq,
        "batch": stored.batch,
        "mono_ns": stored.mono_ns,
        "utc_ns": stored.utc_ns,
        "hash": stored.hash.hex(),
        "entry": shown,
    }


def _canonical(shown: Iterator[tuple[Stored, dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """The story alone, numbered anew: when the journal seals itself and what is plugged in where is no part of it."""
    story = (entry for _stored, entry in shown if entry["type"] not in _NO_STORY)
    for seq, entry in enumerate(story, start=1):
        event = entry.get("event")
        if isinstance(event, dict):
            entry["event"] = {key: value for key, value in event.items() if key not in _NOT_CANONICAL}
        yield {"seq": seq, "entry": {key: value for key, value in entry.items() if key not in _TIMES}}
