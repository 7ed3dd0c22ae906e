"""Each device's port, opened as the table would open it and let go at once. Only for a table that is not running."""

import asyncio
import fcntl
import getpass
import grp
import os
import struct
from collections.abc import Iterator
from pathlib import Path

from daemon.config import Config, DeviceSection
from daemon.doctor.finding import Finding
from daemon.i18n import _
from daemon.scan.holders import holders_of
from drivers.registry import DRIVERS
from firmware_bridge.transport.base import FailureKind, LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import FloorUrl, MemoryUrl, PortUrl, SerialUrl, parse_port_url

OPENS_WITHIN_S = 5.0
QUICK_MS = 1
"""What an FTDI adapter should wait before it hands on what it has; its usual 16 ms are a sixth of the whole way."""
_TIOCGEXCL = 0x80045440
_UNSTABLE = ("/dev/ttyUSB", "/dev/ttyACM")
_ADAPTERS = Path("/sys/bus/usb-serial/devices")


def devices(config: Config) -> Iterator[Finding]:
    for device in config.devices:
        url = parse_port_url(device.port, baud=DRIVERS[device.driver].baud or 9600)
        if not isinstance(url, MemoryUrl):
            yield _opened(device, url)
        if isinstance(url, SerialUrl):
            yield from serial_line(device.name, url, simulated=config.table.simulated)


def _opened(device: DeviceSection, url: PortUrl) -> Finding:
    if isinstance(url, SerialUrl) and is_exclusive(url.path):
        return failed(device, url, "busy", "TIOCEXCL")
    try:
        identity = asyncio.run(_identity(url))
    except LinkError as error:
        return failed(device, url, error.kind, error.detail)
    return Finding("device.present", "ok", device.name, identity)


async def _identity(url: PortUrl) -> str:
    """Who is there; the link is closed again before anything is said."""
    try:
        link = await asyncio.wait_for(open_link(url, _Deaf()), OPENS_WITHIN_S)
    except TimeoutError as error:
        raise LinkError("timeout", f"{OPENS_WITHIN_S:g} s") from error
    try:
        return link.identity
    finally:
        await link.close()


def is_exclusive(path: str) -> bool:
    """Whether somebody asked for the tty alone; root would be let in all the same."""
    try:
        tty = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return False  # opening it as the table does says why
    try:
        return bool(struct.unpack("i", fcntl.ioctl(tty, _TIOCGEXCL, bytes(4)))[0])
    except OSError:
        return False
    finally:
        os.close(tty)


def failed(device: DeviceSection, url: PortUrl, kind: FailureKind, detail: str) -> Finding:
    """Why the port cannot be used, and what to do."""
    if isinstance(url, FloorUrl):
        return _no_floor(device, kind, detail)
    holder = holders_of(Path(url.path)) if isinstance(url, SerialUrl) else None
    match kind:
        case "gone":
            finding, remedy = _("no está"), _("Revise cable y corriente; vea los puertos con: sabot ports")
        case "busy":
            finding = _("lo usa otro proceso: {holder}").format(holder=holder) if holder else _("lo usa otro proceso")
            remedy = _("Detenga ese programa; un puerto es de un solo dueño.")
        case "denied":
            finding, remedy = _("este usuario no tiene permiso"), _may_open(url)
        case "timeout":
            finding, remedy = _("no responde: {detail}"), _("Apáguelo y enciéndalo; revise la dirección.")
        case "broken":
            finding, remedy = (
                _("no se deja usar: {detail}"),
                _("Revise velocidad y trama en port; si no, cambie el adaptador."),
            )
    return Finding(f"device.{kind}", "error", device.name, f"{device.port}: {finding.format(detail=detail)}", remedy)


def _no_floor(device: DeviceSection, kind: FailureKind, detail: str) -> Finding:
    match kind:
        case "denied":
            finding = _("el piso no conoce la llave de esta mesa")
            remedy = _("Inscríbala con dos personas: sabot floor enrol; su llave pública está en el archivo de keys.")
        case "gone" | "timeout" | "busy":
            finding = _("no responde ningún proceso del piso: {detail}").format(detail=detail)
            remedy = _("Revise la red y que el piso esté en marcha; la mesa juega sin progresivo y lo recupera sola.")
        case "broken":
            finding = _("no se deja usar: {detail}").format(detail=detail)
            remedy = _("Haga el archivo de llaves de la mesa: sabot keys floor RUTA --server LLAVE")
    return Finding(f"floor.{kind}", "error", device.name, finding, remedy)


def _may_open(url: PortUrl) -> str:
    if not isinstance(url, SerialUrl):
        return _("Instale las reglas de deploy/udev y vuelva a conectar el dispositivo.")
    try:
        group = grp.getgrgid(Path(url.path).stat().st_gid).gr_name
    except (OSError, KeyError):
        group = "dialout"
    text = _("Agregue el usuario al grupo del puerto y vuelva a entrar: sudo usermod -aG {group} {user}")
    return text.format(group=group, user=_user())


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def serial_line(name: str, url: SerialUrl, *, simulated: bool, adapters: Path = _ADAPTERS) -> Iterator[Finding]:
    """What is worth changing about a line that works."""
    if url.path.startswith(_UNSTABLE):
        remedy = _("Use su nombre de /dev/serial/by-id: lo da sabot ports.")
        yield Finding(
            "device.unstable_name", "warning", name, _("{path} cambia al reconectar").format(path=url.path), remedy
        )
    holder = None if simulated else holders_of(Path(url.path))
    if holder is not None:
        finding = _("también lo tiene abierto {holder}").format(holder=holder)
        yield Finding(
            "device.shared", "warning", name, finding, _("Detenga ese programa: dos lectores se roban bytes.")
        )
    timer = adapters / Path(url.path).resolve().name / "latency_timer"
    try:
        waits_ms = int(timer.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return  # not an FTDI adapter
    if waits_ms > QUICK_MS:
        finding = _("el adaptador retiene lo recibido {ms} ms").format(ms=waits_ms)
        remedy = _("Instale deploy/udev/60-sabot.rules y vuelva a conectarlo.")
        yield Finding("device.latency", "warning", name, finding, remedy)


class _Deaf:
    """Hears nothing: the link is only opened."""

    def received(self, data: bytes) -> None: ...

    def usb_done(self, id: int, data: bytes, error: str | None) -> None: ...  # noqa: A002

    def lost(self, reason: str) -> None: ...

    def send_failed(self, reason: str) -> None: ...
