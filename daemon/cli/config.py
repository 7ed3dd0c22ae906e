"""`sabot config check`: everything that is wrong with a configuration, at once."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.main import USAGE, UserError
from daemon.i18n import _

if TYPE_CHECKING:
    from daemon.config import Config, ConfigError, Problem


def read_config(path: Path) -> "Config":
    """The configuration, or an error that lists every problem."""
    from daemon.config import ConfigError, load_config

    try:
        return load_config(path)
    except ConfigError as error:
        raise told_problems(error) from error


def told_problems(error: "ConfigError") -> UserError:
    """Everything that is wrong with a configuration, as one message."""
    lines = [_("{path} tiene {count} problema(s):").format(path=error.path, count=len(error.problems))]
    return UserError("\n".join([*lines, *(_line(problem) for problem in error.problems)]))


def _line(problem: "Problem") -> str:
    line = _("línea {line}").format(line=problem.line) if problem.line is not None else ""
    return f"  {', '.join(filter(None, (line, problem.where)))}: {problem.what}. {problem.remedy}"


@click.group(help="Configuración de la mesa.")
def config() -> None:
    pass


@config.command(help="Revisa CONFIG sin iniciar nada.")
@click.argument("path", metavar="CONFIG", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def check(path: Path, as_json: bool) -> None:
    if as_json:
        _check_json(path)
        return
    found = read_config(path)
    text = _("{path}: en orden. Mesa {table}, reglamento {rulebook}, {devices} dispositivo(s).")
    click.echo(
        text.format(path=path, table=found.table.name, rulebook=found.table.rulebook, devices=len(found.devices))
    )


def _check_json(path: Path) -> None:
    import msgspec

    from daemon.config import ConfigError, load_config

    problems = []
    try:
        load_config(path)
    except ConfigError as error:
        problems = [msgspec.to_builtins(problem) for problem in error.problems]
    click.echo(msgspec.json.encode({"ok": not problems, "problems": problems}).decode())
    if problems:
        raise SystemExit(USAGE)
