"""`sabot doctor`: what is wrong with this machine and its tables, and what to do about each thing."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.main import FINDING, GOOD, UNREACHABLE, USAGE
from daemon.i18n import _

if TYPE_CHECKING:
    from daemon.doctor.finding import Finding

_SEVERITIES = {"ok": "bien", "note": "nota", "warning": "AVISO", "error": "ERROR"}
_COLOURS = {"ok": "green", "note": "cyan", "warning": "yellow", "error": "red"}


@click.command(
    help="Revisa el equipo y las mesas de CONFIG (o las de /etc/sabot): permisos, reloj, disco, registro, dispositivos."
)
@click.argument("configs", metavar="[CONFIG]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def doctor(configs: tuple[Path, ...], as_json: bool) -> None:
    from daemon.doctor.examination import examine, usual_configs

    findings = []
    for finding in examine(list(configs) or usual_configs()):
        findings.append(finding)
        if not as_json:
            _show(finding)
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(findings))
    else:
        click.echo(_summary(findings))
    raise SystemExit(exit_code(findings))


def exit_code(findings: "list[Finding]") -> int:
    """A configuration nobody can read counts most, then what is broken, then a table that only does not answer."""
    from daemon.doctor.examination import UNREADABLE
    from daemon.doctor.running import SILENT

    errors = {finding.code for finding in findings if finding.severity == "error"}
    if UNREADABLE in errors:
        return USAGE
    if errors - {SILENT}:
        return FINDING
    return UNREACHABLE if errors else GOOD


def _show(finding: "Finding") -> None:
    word = click.style(f"{_(_SEVERITIES[finding.severity]):6}", fg=_COLOURS[finding.severity], bold=True)
    click.echo(f"{word} {finding.where}: {finding.finding}")
    if finding.remedy and finding.severity != "ok":
        click.echo(f"       → {finding.remedy}")
    if finding.severity in ("warning", "error"):
        click.echo(f"       {finding.code}")


def _summary(findings: "list[Finding]") -> str:
    count = {severity: sum(finding.severity == severity for finding in findings) for severity in _SEVERITIES}
    text = _("{errors} error(es), {warnings} aviso(s), {notes} nota(s), {good} en orden.")
    return text.format(errors=count["error"], warnings=count["warning"], notes=count["note"], good=count["ok"])
