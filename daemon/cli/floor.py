"""`sabot floor`: the server of shared pots. Here: making it ready and running it; people's acts are in `floor_acts`."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from daemon.cli.main import FINDING, USAGE, UserError
from daemon.i18n import _, in_words

if TYPE_CHECKING:
    from daemon.floor.embedded import EmbeddedPostgres
    from daemon.floor.settings import FloorSettings

TRIAL_LISTEN = "tcp://127.0.0.1:7411"
F = TypeVar("F", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Salida JSON.")


def at_a_floor(command: F) -> F:
    """Give *command* the options that say which floor."""
    config = click.option("--config", type=click.Path(path_type=Path), envvar="SABOT_FLOOR", help="Archivo del piso.")
    embedded = click.option(
        "--embedded-postgres", "embedded", type=click.Path(path_type=Path), help="Piso de ensayo en ese directorio."
    )
    return config(embedded(command))


@click.group(
    invoke_without_command=True, help="El piso: muchas mesas y casinos en un pozo. Sin orden, un piso de ensayo."
)
@click.option("--embedded-postgres", "embedded", type=click.Path(path_type=Path), help="Directorio del ensayo.")
@click.option("--listen", default=TRIAL_LISTEN, show_default=True, help="Dónde escucha el ensayo.")
@click.pass_context
def floor(context: click.Context, embedded: Path | None, listen: str) -> None:
    if context.invoked_subcommand is not None:
        return
    if embedded is None:
        click.echo(context.get_help(), err=True)
        raise SystemExit(USAGE)
    with floor_mistakes():
        settings, postgres = trial(embedded, listen)
        postgres.start()
        try:
            _make_ready(settings)
            click.echo(_("Piso de ensayo en {listen}; sus datos en {data}.").format(listen=listen, data=embedded))
            _serve(settings)
        finally:
            postgres.stop()


@floor.command(help="Prepara la base de datos y las llaves del piso; muestra la llave pública.")
@at_a_floor
@as_json
def init(config: Path | None, embedded: Path | None, as_json: bool) -> None:
    with floor_mistakes():
        settings, postgres = which(config, embedded)
        running = postgres is None or postgres.pid is not None
        if postgres is not None:
            postgres.start()
        try:
            applied, public = _make_ready(settings)
        finally:
            if postgres is not None and not running:
                postgres.stop()
    if as_json:
        click.echo(msgspec.json.encode({"migrations": applied, "public_key": public}))
        return
    click.echo(_("Base de datos al día ({count} paso(s) nuevo(s)).").format(count=len(applied)))
    click.echo(public)


@floor.command(help="Atiende a las mesas hasta que se le ordene parar.")
@at_a_floor
@click.option("--verbose", is_flag=True, help="También los detalles (nivel DEBUG).")
def run(config: Path | None, embedded: Path | None, verbose: bool) -> None:
    with floor_mistakes():
        settings, postgres = which(config, embedded)
        if not settings.listen:
            raise UserError(_("Falta la dirección: escriba listen en [floor], por ejemplo tcp://10.0.0.11:7411."))
        if postgres is not None:
            postgres.start()
        try:
            _serve(settings, verbose=verbose)
        finally:
            if postgres is not None:
                postgres.stop()


@floor.command(help="Muestra la llave pública del piso; todos sus procesos tienen la misma.")
@at_a_floor
@as_json
def keys(config: Path | None, embedded: Path | None, as_json: bool) -> None:
    from daemon.floor.settings import floor_keys

    with floor_mistakes():
        settings, _postgres = which(config, embedded)
        public = floor_keys(Path(settings.data)).public
    click.echo(msgspec.json.encode({"public_key": public}) if as_json else public)


def which(config: Path | None, embedded: Path | None) -> "tuple[FloorSettings, EmbeddedPostgres | None]":
    """The floor the user means; raises FloorError."""
    from daemon.floor.settings import read_settings

    if embedded is not None:
        return trial(embedded, TRIAL_LISTEN)
    if config is None:
        raise UserError(
            _("Falta el piso: indique --config PISO.toml, o --embedded-postgres DIRECTORIO para un ensayo.")
        )
    return read_settings(config), None


def trial(directory: Path, listen: str) -> "tuple[FloorSettings, EmbeddedPostgres]":
    """A floor whose database lives in *directory* too."""
    from daemon.floor.embedded import EmbeddedPostgres
    from daemon.floor.settings import FloorSettings

    postgres = EmbeddedPostgres(directory)
    return FloorSettings("piso-1", postgres.url, str(postgres.directory), listen), postgres


@contextmanager
def floor_mistakes() -> Iterator[None]:
    """What can be wrong with a floor becomes a sentence and an exit code."""
    from daemon.floor.database import FloorError
    from daemon.keys import KeysError
    from daemon.people import PeopleError

    try:
        yield
    except (FloorError, KeysError, PeopleError) as error:
        raise UserError(in_words(error)) from error


def _make_ready(settings: "FloorSettings") -> tuple[list[int], str]:
    """Schema and keys; the migrations that were new, and the public key."""
    from contextlib import closing

    from daemon.floor.database import connect, migrate
    from daemon.floor.settings import floor_keys

    with closing(connect(settings.database)) as db:
        applied = migrate(db)
    return applied, floor_keys(Path(settings.data), make=True).public


def _serve(settings: "FloorSettings", *, verbose: bool = False) -> None:
    """Until a signal; exit code 1 when it ended by itself."""
    import os

    from daemon.floor.server import FloorServer
    from daemon.floor.settings import floor_keys
    from daemon.log import set_up_logging
    from daemon.supervisor import supervisor_of

    set_up_logging(settings.name, level=10 if verbose else 20, of="floor")
    server = FloorServer(settings.database, settings.name, settings.listen, floor_keys(Path(settings.data)))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    supervisor = supervisor_of(os.environ)
    supervisor.tell("READY=1")
    broken = server.run(lambda: supervisor.tell("WATCHDOG=1"))
    if broken is not None:
        raise SystemExit(FINDING)
