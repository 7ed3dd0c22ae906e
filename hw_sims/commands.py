"""`sabot demo`: a whole table on simulated hardware, with the real daemon as a process of its own."""

import secrets
import signal
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
import msgspec
from click.core import ParameterSource

from hw_sims.games import GAMES


@click.command(help="Muestra una mesa completa con dispositivos simulados.")
@click.option("--game", type=click.Choice(tuple(GAMES)), default="punto-y-banca", show_default=True, help="Juego.")
@click.option("--rulebook", default="", help="Reglamento, donde el juego tiene varios.")
@click.option("--passes", type=click.IntRange(min=1), help="Cuántos pases; sin esto, hasta Ctrl-C.")
@click.option("--seed", type=int, help="Semilla; la misma da las mismas decisiones.")
@click.option("--mistakes", type=click.FloatRange(0, 1), default=0.0, help="Proporción de errores del crupier.")
@click.option("--data", type=click.Path(path_type=Path), help="Dónde queda el registro; debe estar vacío.")
@click.option("--json", "as_json", is_flag=True, help="Al final, solo el resumen JSON.")
@click.option("--no-web", is_flag=True, help="Sin páginas web.")
@click.option("--shoe", type=click.Choice(["", "tablebus"]), default="", help="Otro sabot que el usual del juego.")
@click.option("--shuffler", type=click.Choice(["", "batch", "continuous"]), default="", help="Barajadora TableBus.")
@click.option("--progressive", is_flag=True, help="Con su progresivo, en aceptadores electrónicos.")
@click.option(
    "--tables", type=click.IntRange(1, 64), help="Un piso entero: tantas mesas de Black Jack enlazadas a un pozo."
)
def demo(
    game: str,
    rulebook: str,
    passes: int | None,
    seed: int | None,
    mistakes: float,
    data: Path | None,
    as_json: bool,
    no_web: bool,
    shoe: str,
    shuffler: str,
    progressive: bool,
    tables: int | None,
) -> None:
    from hw_sims.demo import Demo
    from hw_sims.demo_table import DemoFailed
    from hw_sims.floor_demo import FloorDemo

    make: Callable[..., Demo | FloorDemo]
    if tables is not None:
        _require_floor(click.get_current_context())
        make = partial(FloorDemo, tables=tables)
    else:
        if shoe or shuffler:
            _require_machine(game, shuffler)
        if progressive:
            _require_progressive(game, shuffler)
        _require_rulebook(game, rulebook, shuffler, progressive=progressive)
        make = partial(Demo, game=game, rulebook=rulebook, shoe=shoe, shuffler=shuffler, progressive=progressive)
    for ended in (signal.SIGINT, signal.SIGTERM):  # ended however, it takes its daemons along
        signal.signal(ended, signal.default_int_handler)
    chosen = seed if seed is not None else secrets.randbelow(1_000_000)
    with tempfile.TemporaryDirectory(prefix="sabot-demo-") as scratch:
        directory = data or Path(scratch) / "data"
        if directory.exists() and any(directory.iterdir()):
            raise click.UsageError(f"{directory} no está vacío: indique otro directorio con --data.")
        show = make(Path(scratch), directory.absolute(), seed=chosen, mistakes=mistakes, web=not no_web)
        try:
            summary = show.run(passes, quiet=as_json)
        except DemoFailed as error:
            raise click.ClickException(str(error)) from error
        except KeyboardInterrupt:  # before anybody dealt
            if passes is not None:
                raise
    if passes is not None and summary:
        click.echo(msgspec.json.encode(summary))


@click.command(
    help="Mundos simulados, uno por semilla: una mesa entera en un hilo, con errores de personas y aparatos."
)
@click.option("--seeds", required=True, help="Semillas: A..B, ambas incluidas.")
@click.option("--game", type=click.Choice(tuple(GAMES)), help="Solo este juego; sin esto, todos por turno.")
@click.option("--rulebook", default="", help="Reglamento, donde el juego tiene varios.")
@click.option("--no-mistakes", is_flag=True, help="Nadie se equivoca y nada falla.")
@click.option("--fault", "kinds", multiple=True, help="Solo este tipo de error; puede repetirse.")
@click.option("--passes", type=click.IntRange(min=1), default=25, show_default=True, help="Pases por semilla.")
@click.option("--shoe", type=click.Choice(["", "tablebus"]), default="", help="Otro sabot que el usual del juego.")
@click.option("--shuffler", type=click.Choice(["", "batch", "continuous"]), default="", help="Barajadora TableBus.")
@click.option("--progressive", is_flag=True, help="Con su progresivo, en aceptadores electrónicos.")
@click.option("--json", "as_json", is_flag=True, help="Una línea JSON por semilla y un resumen.")
def world(
    seeds: str,
    game: str | None,
    rulebook: str,
    no_mistakes: bool,
    kinds: tuple[str, ...],
    passes: int,
    shoe: str,
    shuffler: str,
    progressive: bool,
    as_json: bool,
) -> None:
    from hw_sims.world.report import report
    from hw_sims.world.run import Plan, worldly

    if shoe or shuffler:
        game = game or "blackjack"
        _require_machine(game, shuffler)
    if progressive and game:
        _require_progressive(game, shuffler)
    plan = Plan(game or "", rulebook, not no_mistakes, frozenset(kinds), passes, shoe, shuffler, progressive)
    if not plan.tables():
        known = ", ".join(f"{name} ({book})" for name, book in worldly())
        raise click.BadParameter(f"no hay mundos de {game or ''} {rulebook}. Hay: {known}.", param_hint="--game")
    possible = frozenset[str]().union(*(plan.kinds_of(*table) for table in plan.tables()))
    if not plan.kinds <= possible:
        wrong = ", ".join(sorted(plan.kinds - possible))
        raise click.BadParameter(f"{wrong}. Hay: {', '.join(sorted(possible))}.", param_hint="--fault")
    raise SystemExit(report(_seeds(seeds), plan, as_json=as_json))


def _seeds(text: str) -> range:
    first, dots, last = text.partition("..")
    if not (dots and first.isdigit() and last.isdigit() and int(first) <= int(last)):
        raise click.BadParameter(f"{text}: escriba A..B, por ejemplo 1..40.", param_hint="--seeds")
    return range(int(first), int(last) + 1)


@click.command(
    help="Un dispositivo simulado: sabot sim lcus --pty ./bus --control ./bus.ctl lo pone en marcha; "
    "sabot sim --at ./bus.ctl lcus stick relay=3 lo maneja (--at también toma el directorio de una demostración)."
)
@click.option("--at", type=click.Path(path_type=Path), help="Dónde se maneja: canal de control o directorio.")
@click.option("--pty", type=click.Path(path_type=Path), help="Nombre del puerto serie que se crea.")
@click.option("--tcp", type=click.IntRange(0, 65535), help="Puerto TCP que se abre; 0 elige uno libre.")
@click.option("--usb", type=click.Path(path_type=Path), help="Bus USB simulado que se crea.")
@click.option("--control", type=click.Path(path_type=Path), help="Canal de control que se crea.")
@click.argument("device")
@click.argument("action", required=False)
@click.argument("values", nargs=-1, metavar="[NOMBRE=VALOR]...")
def sim(
    at: Path | None,
    pty: Path | None,
    tcp: int | None,
    usb: Path | None,
    control: Path | None,
    device: str,
    action: str | None,
    values: tuple[str, ...],
) -> None:
    ways = sum(way is not None for way in (pty, tcp, usb))
    if at is not None and action is not None and not ways:
        _steer(at, device, action, values)
    elif at is None and action is None and control is not None and ways == 1:
        _run_alone(device, control.absolute(), pty=_absolute(pty), tcp=tcp, usb=_absolute(usb))
    else:
        raise click.UsageError(
            "Para poner en marcha: sabot sim TIPO (--pty RUTA | --tcp PUERTO | --usb RUTA) --control RUTA. "
            "Para manejar: sabot sim --at RUTA APARATO ACCIÓN [NOMBRE=VALOR]..."
        )


def _require_floor(context: click.Context) -> None:
    """A floor has its own game; refuse what would choose another."""
    given = [f"--{name}" for name in ("rulebook", "shoe", "shuffler", "progressive") if context.params[name]]
    if context.params["game"] != "blackjack" and context.get_parameter_source("game") is not ParameterSource.DEFAULT:
        given.append("--game")
    if given:
        text = "Con --tables se juega Black Jack de Iquique con su JACKPOT en cada mesa: quite {given}."
        raise click.UsageError(text.format(given=", ".join(given)))


def _require_machine(game: str, shuffler: str) -> None:
    """Refuse a TableBus shoe or machine where nobody knows how to use it."""
    try:
        GAMES[game].with_tablebus(shuffler)
    except ValueError as error:
        text = "{game} no se juega aquí con sabot ni barajadora TableBus: use --game blackjack."
        raise click.UsageError(text.format(game=game)) from error


def _require_progressive(game: str, shuffler: str) -> None:
    """Refuse a progressive where no text knows one; the texts that do want their cards shuffled by hand."""
    try:
        GAMES[game].with_progressive()
    except ValueError as error:
        known = ", ".join(name for name, one in GAMES.items() if one.progressive or one.pot)
        raise click.UsageError(f"{game} no tiene progresivo. Lo tienen: {known}.") from error
    if shuffler:
        raise click.UsageError("Elija --progressive o --shuffler: ningún reglamento conoce los dos juntos.")


def _require_rulebook(game: str, rulebook: str, shuffler: str, *, progressive: bool) -> None:
    """Refuse a text this game is not played by, or that knows no such machine or no progressive."""
    chosen = GAMES[game].with_tablebus(shuffler) if shuffler else GAMES[game]
    known = (chosen.with_progressive() if progressive else chosen).rulebooks
    if rulebook and rulebook not in known:
        raise click.BadParameter(f"{game} no se juega con {rulebook}. Hay: {', '.join(known)}.")


def _steer(at: Path, device: str, action: str, values: tuple[str, ...]) -> None:
    from hw_sims.control import ControlClient, OrderRefused
    from hw_sims.stage import CONTROL

    try:
        with ControlClient(at / CONTROL if at.is_dir() else at) as client:
            result = client.order(device, action, **dict(value.split("=", 1) for value in values))
    except (OSError, OrderRefused, ValueError) as error:
        raise click.UsageError(f"No se pudo: {error}") from error
    if result is not None:
        click.echo(msgspec.json.encode(result))


def _absolute(path: Path | None) -> Path | None:
    return path.absolute() if path is not None else None


def _run_alone(kind: str, control: Path, *, pty: Path | None, tcp: int | None, usb: Path | None) -> None:

    from hw_sims.alone import RunningSimulator
    from hw_sims.simulators import SIMULATORS, USB_SIMULATORS
    from hw_sims.usb_alone import RunningUsbSimulator

    known = SIMULATORS if usb is None else USB_SIMULATORS
    if kind not in known:
        raise click.UsageError(
            f"No hay simulador {kind} para esa conexión. Con --pty o --tcp: {', '.join(SIMULATORS)}. "
            f"Con --usb: {', '.join(USB_SIMULATORS)}."
        )
    stop = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, stop)  # before any thread: each inherits it, and only sigwait hears them
    try:
        with (
            RunningUsbSimulator(kind, control, usb)
            if usb is not None
            else RunningSimulator(kind, control, pty=pty, tcp=tcp)
        ) as running:
            click.echo(running.url)
            signal.sigwait(stop)
    except OSError as error:
        raise click.UsageError(f"No se pudo: {error}") from error
