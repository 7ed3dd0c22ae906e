"""Which floor a command means, and its database for as long as the command takes."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from daemon.cli.main import UserError
from daemon.i18n import _, in_words

if TYPE_CHECKING:
    from daemon.floor.database import Connection
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
def started(postgres: "EmbeddedPostgres | None") -> Iterator[None]:
    """A trial's server runs meanwhile; one that runs already goes on."""
    if postgres is None or postgres.pid is not None:
        yield
        return
    postgres.start()
    try:
        yield
    finally:
        postgres.stop()


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


@contextmanager
def floor_at(config: Path | None, embedded: Path | None) -> "Iterator[tuple[FloorSettings, Connection]]":
    """Its settings and its database, which has this program's schema."""
    from daemon.floor.database import check_schema, connect

    with floor_mistakes():
        settings, postgres = which(config, embedded)
        with started(postgres), closing(connect(settings.database)) as db:
            check_schema(db)
            yield settings, db
