"""`sabot rules`: runs rulebook cases through the table's own engine, and lists the irregularities of a text."""

import fnmatch
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.i18n import _
from daemon.rulebooks import all_rulebooks, no_rules, undefined_games
from table_core.cases.compare import Mismatch
from table_core.cases.document import check_shape, unread
from table_core.rulebook import Irregularity, Rulebook

Runner = Callable[[dict[str, Any], dict[str, Any], dict[str, Rulebook]], list[Mismatch]]
_LONG_NAMES = {"mini-baccarat": "mini", "punto-y-banca": "pyb", "chemin-de-fer": "chemin"}


@click.group(help="Reglamentos: casos ejecutables e irregularidades.")
def rules() -> None:
    pass


@rules.command(help="Ejecuta los casos de FILE... con el mismo motor de la mesa.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--only", metavar="GLOB", help="Solo los casos cuyo id coincide.")
@click.option("--kind", help="Solo los casos de este tipo.")
@click.option("--game", help="Solo los casos de este juego.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def check(files: tuple[Path, ...], only: str | None, kind: str | None, game: str | None, as_json: bool) -> None:
    passed, failures, ignored = 0, [], []
    for file, document in [(file, _read(file)) for file in dict.fromkeys(files)]:
        runner = _runner(document)
        for case in _chosen(document, only, kind, game):
            wrong = _run(runner, case, document)
            passed += not wrong
            failures += [_failure(file, case, mismatch) for mismatch in wrong]
            ignored += [{"file": str(file), "id": case["id"], "field": field} for field in unread(document, case)]
    failed = len({(failure["file"], failure["id"]) for failure in failures})
    _report(passed, failed, failures, ignored, as_json=as_json)
    if not passed + failed:
        raise UserError(_("No se ejecutó ningún caso: revise los archivos y los filtros --only, --kind y --game."))
    if failed:
        raise SystemExit(FINDING)


@rules.command(help="Enumera las irregularidades de un reglamento y su estado.")
@click.option("--rulebook", required=True, metavar="ID", help="Por ejemplo iquique-2000/mini-baccarat.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def irregularities(rulebook: str, as_json: bool) -> None:
    book = all_rulebooks().get(rulebook)
    if rulebook in undefined_games():
        raise UserError(no_rules(undefined_games()[rulebook]))
    if book is None:
        known = ", ".join(sorted(all_rulebooks()))
        raise UserError(_("{id}: no existe ese reglamento. Hay: {known}.").format(id=rulebook, known=known))
    rows = [_irregularity(row) for row in book.irregularities]
    if as_json:
        click.echo(msgspec.json.encode(rows))
        return
    for row in rows:
        click.echo(f"{row['row']:8} {row['status']:12} {', '.join(row['resolutions']):40} {row['trigger']}")


def _irregularity(row: Irregularity) -> dict[str, Any]:
    return {
        "row": row.row,
        "trigger": row.trigger,
        "detection": row.detection,
        "articles": list(row.articles),
        "resolutions": list(row.resolutions),
        "role": row.role,
        "announcement": row.announcement,
        "status": "refused" if row.refused else "implemented",
        "reason": row.refused,
    }


def _read(file: Path) -> dict[str, Any]:
    try:
        document = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
        if document.get("schema") != "rulebook-cases/1" and document.get("format") != "blackjack-cases/1":
            text = _("{file}: no es un archivo de casos (rulebook-cases/1 o blackjack-cases/1).")
            raise UserError(text.format(file=file))
        check_shape(document)
    except (OSError, ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=file, error=error)) from error
    return document


def _runner(document: dict[str, Any]) -> Runner:
    if document.get("format") == "blackjack-cases/1":
        from table_core.cases import blackjack

        return blackjack.run_case
    if document["rulebook"] == "baccarat":
        from table_core.cases import baccarat

        return baccarat.run_case
    if document["rulebook"] == "progressive":
        from table_core.cases import progressive

        return progressive.run_case
    if document["rulebook"] in ("draw_poker", "caribbean_stud"):
        from table_core.cases import poker

        return poker.run_case
    name = document["rulebook"]
    return lambda case, _document, _books: [Mismatch("rulebook", f"{name}/{case['kind']}", "no implementado", "")]


def _run(runner: Runner, case: dict[str, Any], document: dict[str, Any]) -> list[Mismatch]:
    """A case that makes the engine stumble, or that nothing could fail, is a failed case, not a failed command."""
    if not case["expect"]:
        return [Mismatch("expect", _("algo que comparar"), "{}", "")]
    try:
        return runner(case, document, all_rulebooks())
    except Exception as error:
        return [Mismatch("", _("un resultado"), f"{type(error).__name__}: {error}", "")]


def _chosen(document: dict[str, Any], only: str | None, kind: str | None, game: str | None) -> Iterator[dict[str, Any]]:
    wanted = _LONG_NAMES.get(game or "", game)
    for case in document["cases"]:
        if only is not None and not fnmatch.fnmatchcase(case["id"], only):
            continue
        if kind is not None and case["kind"] != kind:
            continue
        if wanted is not None and _game_of(case, document) not in (None, wanted):
            continue
        yield case


def _game_of(case: dict[str, Any], document: dict[str, Any]) -> str | None:
    """The game a case belongs to; None where it holds for every game of its file."""
    if document.get("format") == "blackjack-cases/1":
        return "blackjack"
    if case["kind"].startswith("chemin"):
        return "chemin"
    game: str | None = case["input"].get("game")
    return game


def _failure(file: Path, case: dict[str, Any], mismatch: Mismatch) -> dict[str, Any]:
    return {
        "file": str(file),
        "id": case["id"],
        "kind": case["kind"],
        "path": mismatch.path,
        "expected": mismatch.expected,
        "got": mismatch.got,
        "article": mismatch.article,
    }


def _report(
    passed: int, failed: int, failures: list[dict[str, Any]], ignored: list[dict[str, str]], *, as_json: bool
) -> None:
    for field in ignored:
        click.echo(_("{file}: {id}: nadie mira el campo {field}.").format(**field), err=True)
    if as_json:
        report = {"passed": passed, "failed": failed, "failures": failures, "ignored": ignored}
        click.echo(msgspec.json.encode(report))
        return
    for failure in failures:
        text = _("{id} ({kind}) {path}: se esperaba {expected}, resultó {got}. Art. {article}")
        click.echo(text.format(**failure))
    click.echo(f"{passed} passed, {failed} failed")
