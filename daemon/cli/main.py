"""The command `sabot`: finds a subcommand, loads only what it needs, and turns mistakes into sentences."""

import sys
from copy import copy
from importlib import import_module, metadata
from typing import Any

import click

from daemon.i18n import LANGUAGES, _, speak

GOOD, FINDING, USAGE, UNREACHABLE = 0, 1, 2, 3

_COMMANDS = {
    "run": "daemon.cli.run:run",
    "console": "daemon.cli.console:console",
    "decode": "daemon.cli.decode:decode",
    "rules": "daemon.cli.rules:rules",
    "journal": "daemon.cli.journal:journal",
    "capture": "daemon.cli.capture:capture",
    "replay": "daemon.cli.replay:replay",
    "capture-to-test": "daemon.cli.replay:capture_to_test",
    "backup": "daemon.cli.backup:backup",
    "restore": "daemon.cli.backup:restore",
    "status": "daemon.cli.control:status",
    "incidents": "daemon.cli.incidents:incidents",
    "resolve": "daemon.cli.incidents:resolve",
    "dispute": "daemon.cli.dispute:dispute",
    "enter": "daemon.cli.control:enter",
    "tail": "daemon.cli.tail:tail",
    "floor": "daemon.cli.floor:floor",
    "keys": "daemon.cli.keys:keys",
    "schema": "daemon.cli.schema:schema",
    "maintenance": "daemon.cli.maintenance:maintenance",
    "people": "daemon.cli.people:people",
    "config": "daemon.cli.config:config",
    "doctor": "daemon.cli.doctor:doctor",
    "faults": "daemon.cli.faults:faults",
    "device": "daemon.cli.device:device",
    "lamp-test": "daemon.cli.device_test:lamp_test",
    "display-test": "daemon.cli.device_test:display_test",
    "lock-test": "daemon.cli.device_test:lock_test",
    "bundle": "daemon.cli.bundle:bundle",
    "trace": "daemon.cli.trace:trace",
    "ports": "daemon.cli.ports:ports",
    "probe": "daemon.cli.ports:probe",
    "suggest": "daemon.cli.ports:suggest",
    "plan": "daemon.cli.plan:plan",
    "release": "daemon.cli.release:release",
    "report": "daemon.cli.report:report",
}
_OUTSIDE = "sabot.commands"


class UserError(click.ClickException):
    """A mistake of the user: what, where, what to do. Exit code 2."""

    exit_code = USAGE

    def show(self, file: Any = None) -> None:
        click.echo(_("Error: {message}").format(message=self.message), file=file or sys.stderr)


class Unreachable(UserError):
    """The daemon does not answer. Exit code 3."""

    exit_code = UNREACHABLE


class _Lazy(click.Group):
    """Knows its commands by name; imports one when it is used. Packages may add some by entry point."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*_COMMANDS, *(point.name for point in metadata.entry_points(group=_OUTSIDE))})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _COMMANDS:
            module, _colon, name = _COMMANDS[cmd_name].partition(":")
            return translated(getattr(import_module(module), name))
        for point in metadata.entry_points(group=_OUTSIDE, name=cmd_name):
            return translated(point.load())
        return None


def translated(command: click.Command) -> click.Command:
    """A copy of *command* that explains itself in the user's language and does just the same."""
    spoken = copy(command)
    spoken.help = _(command.help) if command.help else None
    spoken.options_metavar = _("[OPCIONES]")
    spoken.params = [_translated_parameter(parameter) for parameter in command.params]
    if isinstance(spoken, click.Group):
        spoken.subcommand_metavar = _("ORDEN [ARGUMENTOS]...")
        spoken.commands = {name: translated(child) for name, child in spoken.commands.items()}
    return spoken


def _translated_parameter(parameter: click.Parameter) -> click.Parameter:
    spoken = copy(parameter)
    if isinstance(spoken, click.Option):
        spoken.help = _(spoken.help) if spoken.help else None
    spoken.metavar = _metavar(spoken)
    return spoken


def _metavar(parameter: click.Parameter) -> str | None:
    """What stands for a value in the usage line; None leaves it to click (flags, lists of choices)."""
    if parameter.metavar:
        return _(parameter.metavar)
    if isinstance(parameter.type, click.Choice) or (isinstance(parameter, click.Option) and parameter.is_flag):
        return None
    if isinstance(parameter, click.Option):
        return _(parameter.type.name.upper())
    word = _((parameter.name or "").upper())
    word = word if parameter.required else f"[{word}]"
    return word if parameter.nargs == 1 else f"{word}..."


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from daemon.rulebooks import all_rulebooks
    from daemon.version import software_digest, software_version

    click.echo(f"sabot {software_version()}")
    click.echo(f"sha256 {software_digest()}")
    for book in sorted(all_rulebooks().values(), key=lambda book: book.id):
        click.echo(f"{book.id} {book.digest}")
    ctx.exit(GOOD)


def _speak(_ctx: click.Context, _param: click.Parameter, language: str | None) -> None:
    speak(language)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="Idioma / language.",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Versión.")
def sabot() -> None:
    """Control de una mesa de cartas de casino."""


def main() -> None:
    """Entry point: `--lang` may stand anywhere on the line, and counts before anything is said."""
    language, arguments = _take_language(sys.argv[1:])
    speak(language if language in LANGUAGES else None)
    translated(sabot).main(args=arguments, prog_name="sabot")


def _take_language(arguments: list[str]) -> tuple[str | None, list[str]]:
    """The language asked for, and the line with that wish moved to its front."""
    for place, argument in enumerate(arguments):
        if argument == "--lang" and place + 1 < len(arguments):
            value = arguments[place + 1]
            return value, ["--lang", value, *arguments[:place], *arguments[place + 2 :]]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang="), [argument, *arguments[:place], *arguments[place + 1 :]]
    return None, arguments
