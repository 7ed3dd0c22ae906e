"""`sabot floor`: the server of shared pots. Here: making it ready and running it; the rest is in its neighbours."""

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from daemon.cli.at_floor import TRIAL_LISTEN, as_json, at_a_floor, floor_mistakes, started, trial, which
from daemon.cli.floor_acts import change_plan, correct, enrol, pot, release, revoke
from daemon.cli.floor_status import check, record, status
from daemon.cli.main import FINDING, USAGE, UserError
from daemon.i18n import _

if TYPE_CHECKING:
    from daemon.floor.settings import FloorSettings


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
        with started(postgres):
            applied, public = _make_ready(settings)
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
        with started(postgres):
            _serve(settings, verbose=verbose)


@floor.command(help="Muestra la llave pública del piso; todos sus procesos tienen la misma.")
@at_a_floor
@as_json
def keys(config: Path | None, embedded: Path | None, as_json: bool) -> None:
    from daemon.floor.settings import floor_keys

    with floor_mistakes():
        settings, _postgres = which(config, embedded)
        public = floor_keys(Path(settings.data)).public
    click.echo(msgspec.json.encode({"public_key": public}) if as_json else public)


for _command in (pot, change_plan, enrol, revoke, release, correct, status, check, record):
    floor.add_command(_command)


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
