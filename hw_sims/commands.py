"""`sabot demo`: a whole table on simulated hardware, with the real daemon as a process of its own."""

import secrets
import tempfile
from pathlib import Path

import click
import msgspec

from hw_sims.stage import RULEBOOKS

GAMES = tuple(RULEBOOKS)


@click.command(help="Muestra una mesa completa con dispositivos simulados.")
@click.option("--game", type=click.Choice(GAMES), default="punto-y-banca", show_default=True, help="Juego.")
@click.option("--passes", type=click.IntRange(min=1), help="Cuántos pases; sin esto, hasta Ctrl-C.")
@click.option("--seed", type=int, help="Semilla; la misma da las mismas decisiones.")
@click.option("--mistakes", type=click.FloatRange(0, 1), default=0.0, help="Proporción de errores del crupier.")
@click.option("--data", type=click.Path(path_type=Path), help="Dónde queda el registro; debe estar vacío.")
@click.option("--json", "as_json", is_flag=True, help="Al final, solo el resumen JSON.")
@click.option("--no-web", is_flag=True, expose_value=False, help="Sin páginas web (aún no las hay).")
def demo(game: str, passes: int | None, seed: int | None, mistakes: float, data: Path | None, as_json: bool) -> None:
    from hw_sims.demo import Demo, DemoFailed

    chosen = seed if seed is not None else secrets.randbelow(1_000_000)
    with tempfile.TemporaryDirectory(prefix="sabot-demo-") as scratch:
        directory = data or Path(scratch) / "data"
        if directory.exists() and any(directory.iterdir()):
            raise click.UsageError(f"{directory} no está vacío: indique otro directorio con --data.")
        show = Demo(Path(scratch), directory.absolute(), game=game, seed=chosen, mistakes=mistakes)
        try:
            summary = show.run(passes, quiet=as_json)
        except DemoFailed as error:
            raise click.ClickException(str(error)) from error
    if passes is not None:
        click.echo(msgspec.json.encode(summary))


@click.command(help="Maneja un dispositivo simulado: sabot sim --at DIR lamps-a unplug.")
@click.option("--at", required=True, type=click.Path(path_type=Path), help="Directorio que la demostración anuncia.")
@click.argument("device")
@click.argument("action")
@click.argument("values", nargs=-1, metavar="[NOMBRE=VALOR]...")
def sim(at: Path, device: str, action: str, values: tuple[str, ...]) -> None:
    from hw_sims.control import ControlClient, OrderRefused
    from hw_sims.stage import CONTROL

    try:
        with ControlClient(at / CONTROL) as client:
            client.order(device, action, **dict(value.split("=", 1) for value in values))
    except (OSError, OrderRefused, ValueError) as error:
        raise click.UsageError(f"No se pudo: {error}") from error
