"""`sabot capture DEVICE`: what a device says and is told, into a file that `decode` and `capture-to-test` read."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from daemon.cli.main import UserError
from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _, in_words

if TYPE_CHECKING:
    from daemon.bus_client import BusClient
    from daemon.capture import About, Heard

POLL_S = 0.1
FOR_S = 10.0


@click.command(help="Guarda lo que dice un dispositivo: de una mesa en marcha (DEVICE) o de un puerto libre (--port).")
@click.argument("device", required=False)
@click.option("--port", metavar="PUERTO", help="Escucha este puerto, sin mesa. No le envía nada.")
@click.option("--driver", help="Controlador de lo que hay en el puerto.")
@click.option("--baud", type=int, help="Velocidad del puerto; sin esto, la usual del controlador.")
@click.option("--seconds", type=click.FloatRange(min=0), default=FOR_S, show_default=True, help="Cuánto tiempo.")
@click.option("--to", "file", type=click.Path(path_type=Path), help="Archivo nuevo; sin esto, con la hora por nombre.")
@click.option("--uncover", is_flag=True, help="También los bytes que nombran cartas: el archivo es entonces evidencia.")
@click.option("--test", "test_name", metavar="NAME", help="Hace en el acto una prueba con lo capturado.")
@click.option("--into", type=click.Path(path_type=Path), default=Path("tests/captures"), help="Dónde va la prueba.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
@reaches_a_table
def capture(
    device: str | None,
    port: str | None,
    driver: str | None,
    baud: int | None,
    seconds: float,
    file: Path | None,
    uncover: bool,
    test_name: str | None,
    into: Path,
    as_json: bool,
    data: Path | None,
    link: Path | None,
) -> None:
    if (device is None) == (port is None):
        raise UserError(_("Indique un dispositivo de una mesa en marcha, o un puerto con --port."))
    if port is not None:
        about, heard, withheld = _from_port(port, driver, baud, seconds, uncover=uncover)
    else:
        about, heard, withheld = _from_table(str(device), data, link, seconds, uncover=uncover)
    path = file or Path(f"{about.device}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.hex")
    reads = _write(path, about, heard)
    if as_json:
        told = {"schema": "sabot-capture/1", "file": str(path), "withheld": withheld, "reads": reads}
        click.echo(msgspec.json.encode({**told, **msgspec.to_builtins(about), "seen": len(heard)}))
    else:
        _tell(path, about, heard, reads, withheld)
    if test_name is not None:
        from daemon.cli.replay import make_test

        make_test(path, test_name, into)


def _from_table(
    device: str, data: Path | None, link: Path | None, seconds: float, *, uncover: bool
) -> tuple["About", list["Heard"], int]:
    """What passed while we looked on; uncovered bytes come from the table's own recording, and only of ended passes."""
    from daemon.capture import About, names_cards, protocol_of
    from daemon.messages import AskStatus, StatusTold

    since = time.time_ns()
    with table_at(data, link) as table:
        drivers = {one.name: one.driver for one in table.ask(AskStatus(), StatusTold).status.devices}
        if device not in drivers:
            text = _("{name}: no es un dispositivo de esta mesa. Hay: {known}.")
            raise UserError(text.format(name=device, known=", ".join(drivers)))
        recording = _recording_of(data) if uncover and names_cards(drivers[device]) else None
        heard = list(_looked_on(table, device, seconds))
    covered = names_cards(drivers[device]) and recording is None
    about = About(device, drivers[device], protocol_of(drivers[device]), covered)
    if recording is None:
        return about, heard, 0
    return about, *_recorded(recording, device, since)


def _recorded(recording: Path, device: str, since: int) -> tuple[list["Heard"], int]:
    from daemon.capture import recorded
    from daemon.recording import RecordingError

    try:
        return recorded(recording, device, since)
    except (OSError, RecordingError) as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=recording, error=error)) from error


def _recording_of(data: Path | None) -> Path:
    """The first file of the run under way."""
    from daemon.recording import RECORDINGS

    firsts = sorted((data / RECORDINGS).glob("*-001.rec")) if data is not None else []
    if not firsts:
        text = _("Para --uncover la mesa debe grabar: ponga on = true en [recorder] y use --data en este equipo.")
        raise UserError(text)
    return firsts[-1]


def _looked_on(table: "BusClient", device: str, seconds: float) -> Iterator["Heard"]:
    """The traffic of *device* from now on, as the table shows it: covered where it names cards."""
    from daemon.messages import AskTraffic, TrafficPage

    after = table.ask(AskTraffic(2**62, device), TrafficPage).last
    with _until_interrupted(device) as stopped:
        yield from _pages(table, device, after, time.monotonic() + seconds, stopped)


def _pages(table: "BusClient", device: str, after: int, until: float, stopped: Callable[[], bool]) -> Iterator["Heard"]:
    from daemon.capture import Heard
    from daemon.messages import AskTraffic, TrafficPage

    while True:
        over = stopped() or time.monotonic() >= until
        page = table.ask(AskTraffic(after, device, whole=True), TrafficPage)
        if page.oldest > after + 1:
            text = _("Demasiado tráfico: se perdieron líneas hasta la {number}.")
            click.echo(text.format(number=page.oldest), err=True)
        for line in page.lines:
            if line.way in ("in", "out") and line.size:
                data = bytes.fromhex(line.data) if line.data else None
                yield Heard(line.utc_ns, "in" if line.way == "in" else "out", line.size, data)
        after = page.last
        if page.more:
            continue
        if over:
            return
        time.sleep(POLL_S)


@contextmanager
def _until_interrupted(port: str) -> Iterator[Callable[[], bool]]:
    """Ctrl-C ends the listening, not the program: what was heard is kept."""
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: asked.append(number))
    _say_begun(port)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def _say_begun(port: str) -> None:
    click.echo(_("Escuchando {port}; Ctrl-C termina antes.").format(port=port), err=True)


def _from_port(
    port: str, driver: str | None, baud: int | None, seconds: float, *, uncover: bool
) -> tuple["About", list["Heard"], int]:
    """What a device says on a port nobody has; nothing is sent."""
    from daemon.capture import About, names_cards, protocol_of
    from daemon.scan.ear import listen
    from drivers.registry import DRIVERS
    from firmware_bridge.transport.base import LinkError
    from firmware_bridge.transport.url import PortUrlError, SerialUrl, parse_port_url

    if driver is not None and driver not in DRIVERS:
        raise UserError(_("{driver}: no existe. Hay: {known}.").format(driver=driver, known=", ".join(DRIVERS)))
    try:
        url = parse_port_url(port if "://" in port else f"serial://{Path(port).absolute()}")
    except PortUrlError as error:
        raise UserError(in_words(error)) from error
    speed = baud or (DRIVERS[driver].baud if driver is not None else None)
    if isinstance(url, SerialUrl) and speed is not None:
        url = SerialUrl(url.path, speed)
    covered = names_cards(driver) and not uncover
    try:
        heard = asyncio.run(listen(url, seconds, covered=covered, begun=lambda: _say_begun(port)))
    except LinkError as error:
        raise UserError(_("{port}: no se puede escuchar ({error}).").format(port=port, error=error.detail)) from error
    return About(Path(port).name, driver, protocol_of(driver), covered), heard, 0


def _write(path: Path, about: "About", heard: list["Heard"]) -> int:
    from daemon.capture import write_capture

    try:
        return write_capture(path, about, heard)
    except FileExistsError as error:
        raise UserError(_("{path} ya existe. Use otro nombre.").format(path=path)) from error
    except OSError as error:
        raise UserError(_("{path}: no se puede escribir ({error}).").format(path=path, error=error)) from error


def _tell(path: Path, about: "About", heard: list["Heard"], reads: int, withheld: int) -> None:
    if about.covered:
        text = _("{path}: {count} tramos, tapados: podrían nombrar cartas. Con --uncover se guardan los bytes.")
        click.echo(text.format(path=path, count=len(heard)))
        return
    click.echo(_("{path}: {count} lecturas de {device}.").format(path=path, count=reads, device=about.device))
    if withheld:
        text = _("No van {count} tramos de un pase que no terminó: sus cartas siguen tapadas.")
        click.echo(text.format(count=withheld))
    if about.protocol is not None:
        click.echo(f"  sabot decode {about.protocol} {path}")
        click.echo(f"  sabot capture-to-test {path} {_('NOMBRE')}")
