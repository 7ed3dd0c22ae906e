"""The command `sabot`: finds a subcommand, loads only what it needs, and turns mistakes into sentences."""

import sys
from importlib import import_module, metadata
from typing import Any

import click

from daemon.i18n import LANGUAGES, _, speak

GOOD, FINDING, USAGE, UNREACHABLE = 0, 1, 2, 3

_COMMANDS = {
    "run": "daemon.cli.run:run",
    "decode": "daemon.cli.decode:decode",
    "rules": "daemon.cli.rules:rules",
    "journal": "daemon.cli.journal:journal",
    "status": "daemon.cli.control:status",
    "incidents": "daemon.cli.control:incidents",
    "resolve": "daemon.cli.control:resolve",
    "enter": "daemon.cli.control:enter",
    "people": "daemon.cli.people:people",
    "config": "daemon.cli.config:config",
    "faults": "daemon.cli.faults:faults",
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
            command: click.Command = getattr(import_module(module), name)
            return command
        for point in metadata.entry_points(group=_OUTSIDE, name=cmd_name):
            outside: click.Command = point.load()
            return outside
        return None


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


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--lang", type=click.Choice(LANGUAGES), help="Idioma / language.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Versión.")
def sabot(lang: str | None) -> None:
    """Control de una mesa de cartas de casino."""
    speak(lang)


def main() -> None:
    """Entry point: `--lang` may stand anywhere on the line."""
    arguments = sys.argv[1:]
    for place, argument in enumerate(arguments):
        if argument == "--lang" and place + 1 < len(arguments):
            arguments = ["--lang", arguments[place + 1], *arguments[:place], *arguments[place + 2 :]]
            break
        if argument.startswith("--lang="):
            arguments = [argument, *arguments[:place], *arguments[place + 1 :]]
            break
    sabot.main(args=arguments, prog_name="sabot")
