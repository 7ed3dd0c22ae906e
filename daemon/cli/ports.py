"""`sabot ports|probe|suggest`: from a cable nobody knows to the lines of a configuration. Changes no device."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.i18n import _, in_words

if TYPE_CHECKING:
    from daemon.scan.listening import PortReport
    from daemon.scan.places import Place
    from daemon.scan.suggestion import Suggested

SCAN_S, PROBE_S = 0.6, 8.0
USB_SOCKET = "usb.sock"
_USUAL_DATA = Path("/var/lib/sabot/mesa-1")

_RESULTS = {
    "recognised": "reconocido",
    "silent": "en silencio",
    "unclear": "habla, pero no se entiende",
    "babbling": "no para de hablar y no se entiende",
    "busy": "ocupado por otro proceso",
    "denied": "sin permiso",
    "gone": "no existe o se desconectó",
    "broken": "no funciona",
    "timeout": "no responde al abrirlo",
}
_REMEDIES = {
    "recognised": "Siga con: sabot suggest {port} --driver {driver}",
    "silent": "Escúchelo más tiempo, sacando una carta: sabot probe {port}",
    "unclear": "Revise velocidad y cableado; si es otro aparato, guarde una muestra y consulte docs/devices.md.",
    "babbling": "Desconéctelo: otro aparato o una velocidad equivocada llena la línea.",
    "busy": "Detenga ese programa, o mire el puerto desde él: sabot status.",
    "denied": "Agregue este usuario al grupo del puerto, o instale las reglas udev de deploy/udev.",
    "gone": "Revise el cable y el nombre; vea los que hay con: sabot ports.",
    "broken": "Desconecte y conecte el adaptador; si sigue igual, cámbielo.",
    "timeout": "Desconecte y conecte el adaptador; si sigue igual, cámbielo.",
}
_BAD = frozenset({"babbling", "denied", "gone", "broken", "timeout"})


@click.command(help="Enumera los puertos: qué hay en cada uno, quién lo tiene, qué se oye. No cambia nada.")
@click.argument("places", metavar="[PUERTO|DIRECTORIO]...", nargs=-1)
@click.option("--ask", is_flag=True, help="Pregunta también en las líneas calladas (solo lecturas).")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def ports(places: tuple[str, ...], ask: bool, as_json: bool) -> None:
    reports = _scanned(places, listen_s=SCAN_S, ask=ask)
    if as_json:
        click.echo(msgspec.json.encode(reports))
    else:
        _show(reports)
    if any(report.result in _BAD for report in reports):
        raise SystemExit(FINDING)


@click.command(help="Escucha un puerto hasta reconocer al dispositivo y su velocidad. No cambia nada.")
@click.argument("port", metavar="PUERTO")
@click.option("--seconds", type=click.FloatRange(0.5, 300), default=PROBE_S, show_default=True, help="Cuánto escucha.")
@click.option("--ask/--listen-only", default=True, help="Si nadie habla, pregunta (solo lecturas) o calla.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def probe(port: str, seconds: float, ask: bool, as_json: bool) -> None:
    from daemon.scan.listening import scan
    from drivers.probes import bauds

    click.echo(_("Escuchando {port}. Si es un sabot, saque una carta ahora.").format(port=port), err=True)
    each = seconds / len(bauds())
    (report,) = asyncio.run(scan(_named((port,)), listen_s=each, ask=ask)) or (None,)
    if report is None:
        raise UserError(_("{port}: en ese directorio no hay puertos.").format(port=port))
    if as_json:
        click.echo(msgspec.json.encode(report))
    else:
        _show([report])
    if report.result != "recognised":
        raise SystemExit(FINDING)


@click.command(help="Escribe la configuración para pegar: lo reconocido, o un puerto con su controlador.")
@click.argument("places", metavar="[PUERTO|DIRECTORIO]...", nargs=-1)
@click.option("--driver", help="Controlador del puerto; sin esto, se escucha.")
@click.option("--rulebook", help="Reglamento: escribe la configuración entera de una mesa.")
@click.option("--data", type=click.Path(path_type=Path), help="Directorio de datos de la mesa.")
def suggest(places: tuple[str, ...], driver: str | None, rulebook: str | None, data: Path | None) -> None:
    from daemon.scan.suggestion import device_sections

    kept_in = (data or _USUAL_DATA).absolute()
    devices = _chosen(places, driver) if driver is not None else _recognised(places)
    if rulebook is not None:
        click.echo(_table(rulebook, kept_in))
    click.echo(device_sections(devices), nl=False)
    _say_what_follows(rulebook, kept_in)


def _chosen(places: tuple[str, ...], driver: str) -> list["Suggested"]:
    from daemon.scan.suggestion import Suggested
    from drivers.registry import DRIVERS

    if driver not in DRIVERS:
        raise UserError(_("{driver}: no existe. Hay: {known}.").format(driver=driver, known=", ".join(DRIVERS)))
    return [Suggested(driver, place.url) for place in _named(places)]


def _recognised(places: tuple[str, ...]) -> list["Suggested"]:
    from daemon.scan.suggestion import Suggested

    reports = _scanned(places, listen_s=SCAN_S, ask=True)
    found = [Suggested(report.answered, report.port, report.baud) for report in reports if report.answered]
    if not found:
        _show(reports)
        raise SystemExit(FINDING)
    return found


def _table(rulebook: str, data: Path) -> str:
    from daemon.rulebooks import all_rulebooks
    from daemon.scan.suggestion import table_section

    known = all_rulebooks()
    if rulebook not in known:
        text = _("{rulebook}: no existe. Hay: {known}.")
        raise UserError(text.format(rulebook=rulebook, known=", ".join(sorted(known))))
    return table_section(rulebook, str(data))


def _say_what_follows(rulebook: str | None, data: Path) -> None:
    """On standard error, so that the configuration alone can go into a file."""
    if rulebook is None:
        click.echo(
            _("Pegue estas líneas en la configuración de la mesa y revísela: sabot config check MESA.toml"), err=True
        )
        return
    click.echo(_("Guárdelo como MESA.toml y siga con:"), err=True)
    people = f"sabot people add NOMBRE --role ROL --data {data}"
    for line in ("sabot config check MESA.toml", people, "sabot run MESA.toml"):
        click.echo(f"  {line}", err=True)


def _scanned(places: tuple[str, ...], *, listen_s: float, ask: bool) -> list["PortReport"]:
    """The named places, or without any all there are on this machine."""
    from rich.console import Console

    from daemon.scan.listening import scan
    from daemon.scan.places import serial_places
    from daemon.scan.usb_places import usb_reports

    serial = _named(places) if places else serial_places()
    with Console(stderr=True).status(_("Escuchando {count} puerto(s)...").format(count=len(serial))):
        reports = asyncio.run(scan(serial, listen_s=listen_s, ask=ask))
    sockets = [Path(name) / USB_SOCKET for name in places if (Path(name) / USB_SOCKET).exists()]
    for socket in sockets:
        reports += usb_reports("simulated", str(socket.absolute()))
    return reports if places else reports + usb_reports()


def _named(places: tuple[str, ...]) -> list["Place"]:
    from daemon.scan.places import BadPlace, named_places

    try:
        return named_places(places)
    except BadPlace as error:
        raise UserError(in_words(error)) from error


def _show(reports: list["PortReport"]) -> None:
    if not reports:
        click.echo(_("No hay puertos. Conecte el adaptador y repita, o nombre uno: sabot ports RUTA"))
    for report in reports:
        click.echo(f"{report.port}  {report.identity or ''}".rstrip())
        click.echo(f"  {_finding(report)}")
        if report.held_by:
            click.echo("  " + _("Lo tiene: {holder}").format(holder=report.held_by))
        remedy = _(_REMEDIES[report.result]).format(port=report.port, driver=report.answered)
        click.echo(f"  {remedy}")


def _finding(report: "PortReport") -> str:
    words = _(_RESULTS[report.result])
    if report.answered:
        speed = _(" a {baud} baudios").format(baud=report.baud) if report.baud else ""
        return f"{words}: {report.answered}{speed}"
    if report.error:
        return f"{words} ({report.error})"
    return words + (_(", {count} bytes").format(count=report.heard_bytes) if report.heard_bytes else "")
