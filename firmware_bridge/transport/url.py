"""One URL per port: what it says, as a value. Opens nothing."""

import re
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from msgspec import Struct

LIBUSB = "libusb"
_LAST_PORT = 65535

_FRAME = re.compile(r"(?P<bits>[5-8])(?P<parity>[NEOMS])(?P<stop>1\.5|1|2)")
_USB_ID = re.compile(r"([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})")
_HOST_PORT = re.compile(r"[A-Za-z0-9._-]+:([1-9][0-9]{0,4})")
_USB_PORT = re.compile(r"\d+-\d+(\.\d+)*")


class PortUrlError(ValueError):
    """The text names no port. *what* and *remedy* are the texts, *values* fill their holes: for other languages."""

    def __init__(self, url: str, what: str, remedy: str, values: dict[str, str]) -> None:
        super().__init__(f"Puerto «{url}»: {what.format_map(values)}. {remedy.format_map(values)}")
        self.what = what
        self.remedy = remedy
        self.values = values


class SerialUrl(Struct, frozen=True):
    """A tty by its path; prefer /dev/serial/by-id, whose names survive a replug."""

    path: str
    baud: int = 9600
    data_bits: int = 8
    parity: str = "N"
    stop_bits: float = 1


class UsbUrl(Struct, frozen=True):
    """A USB device by vendor and product; *serial* or *port* ("bus-port.port") when several look alike."""

    vendor: int
    product: int
    serial: str | None = None
    port: str | None = None
    backend: str = LIBUSB
    at: str = ""


class MemoryUrl(Struct, frozen=True):
    """A device model in the same process, plugged into a `MemoryHub` under *name*."""

    name: str


class TcpUrl(Struct, frozen=True):
    """A serial line behind a device server; the server itself knows the line's speed."""

    host: str
    port: int


class FloorUrl(Struct, frozen=True):
    """The processes of a shared pot's floor, "host:port" each; *keys* is this table's own file."""

    hosts: tuple[str, ...]
    keys: str


PortUrl = SerialUrl | TcpUrl | UsbUrl | MemoryUrl | FloorUrl

_KNOWN = "Use serial://, tcp://, usb://, memory:// o floor://."


def parse_port_url(text: str, *, baud: int = 9600) -> PortUrl:
    """The port *text* names; raises `PortUrlError`. *baud* is the speed of a serial line that names none."""
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise _wrong(text, "no se puede leer ({error})", _KNOWN, error=str(error)) from error
    if parts.fragment:
        raise _wrong(text, "contiene '#'", "Escriba %23 en lugar de '#'.")
    match parts.scheme:
        case "serial":
            return _serial(text, parts, baud)
        case "tcp":
            return _tcp(text, parts)
        case "usb":
            return _usb(text, parts)
        case "memory":
            return _memory(text, parts)
        case "floor":
            return _floor(text, parts)
        case scheme:
            raise _wrong(text, "tipo de puerto desconocido '{scheme}'", _KNOWN, scheme=scheme)


def _serial(text: str, parts: SplitResult, usual_baud: int) -> SerialUrl:
    options = _options(text, parts, {"baud", "frame"})
    if parts.netloc or len(parts.path) < 2:
        raise _wrong(text, "falta la ruta absoluta", "Escriba tres barras: serial:///dev/serial/by-id/NOMBRE.")
    baud = options.get("baud", str(usual_baud))
    if not re.fullmatch(r"[1-9][0-9]{0,7}", baud):
        raise _wrong(text, "baud={baud} no es una velocidad", "Escriba un número entero, p. ej. baud=4800.", baud=baud)
    frame = _FRAME.fullmatch(options.get("frame", "8N1"))
    if frame is None:
        raise _wrong(
            text, "frame={frame} no es una trama", "Escriba bits, paridad y parada: 8N1.", frame=options["frame"]
        )
    return SerialUrl(unquote(parts.path), int(baud), int(frame["bits"]), frame["parity"], float(frame["stop"]))


def _tcp(text: str, parts: SplitResult) -> TcpUrl:
    _options(text, parts, set())
    remedy = "Escriba equipo y puerto: tcp://servidor-sabot:4001."
    try:
        port = parts.port
    except ValueError:
        port = None
    if not parts.hostname or not port:
        raise _wrong(text, "faltan el equipo o el puerto (1 a 65535)", remedy)
    if parts.path or parts.username is not None:
        raise _wrong(text, "sobra algo además de equipo y puerto", remedy)
    return TcpUrl(parts.hostname, port)


def _usb(text: str, parts: SplitResult) -> UsbUrl:
    options = _options(text, parts, {"backend", "at", "port"})
    ids = _USB_ID.fullmatch(parts.netloc)
    if ids is None:
        raise _wrong(text, "falta fabricante:producto", "Escriba cuatro cifras hex cada uno: usb://16c0:05df.")
    serial = unquote(parts.path.removeprefix("/"))
    if "/" in serial:
        raise _wrong(
            text,
            "el número de serie '{serial}' contiene '/'",
            "Escriba usb://16c0:05df/NUMERO-DE-SERIE.",
            serial=serial,
        )
    port = options.get("port")
    if port is not None and not _USB_PORT.fullmatch(port):
        raise _wrong(text, "port={port} no es una toma USB", "Escriba bus-toma, p. ej. port=1-2.3.", port=port)
    backend, at = options.get("backend", LIBUSB), options.get("at", "")
    if (backend == LIBUSB) == bool(at):
        raise _wrong(text, "'backend' y 'at' van juntos", "Escriba backend=NOMBRE&at=/ruta.sock, o ninguno de los dos.")
    return UsbUrl(int(ids[1], 16), int(ids[2], 16), serial or None, port, backend, at)


def _memory(text: str, parts: SplitResult) -> MemoryUrl:
    _options(text, parts, set())
    if not parts.netloc or parts.path:
        raise _wrong(text, "se espera un solo nombre", "Escriba memory://NOMBRE.")
    return MemoryUrl(unquote(parts.netloc))


def _floor(text: str, parts: SplitResult) -> FloorUrl:
    keys = _options(text, parts, {"keys"}).get("keys")
    remedy = "Escriba floor://equipo:7411,equipo2:7411?keys=/etc/sabot/piso.toml."
    hosts = tuple(parts.netloc.split(","))
    found = [_HOST_PORT.fullmatch(host) for host in hosts]
    if not all(one is not None and int(one[1]) <= _LAST_PORT for one in found) or parts.path:
        raise _wrong(text, "faltan el equipo o el puerto (1 a 65535)", remedy)
    if keys is None:
        raise _wrong(text, "falta el archivo de llaves de la mesa", remedy)
    return FloorUrl(hosts, keys)


def _options(text: str, parts: SplitResult, known: set[str]) -> dict[str, str]:
    try:
        pairs = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError as error:
        raise _wrong(
            text, "no se entiende '?{query}'", "Escriba opción=valor, separadas por '&'.", query=parts.query
        ) from error
    options = dict(pairs)
    for name, value in pairs:
        if name not in known:
            allowed = ", ".join(sorted(known)) or "ninguna"
            raise _wrong(
                text, "opción desconocida '{name}'", "Opciones de este puerto: {allowed}.", name=name, allowed=allowed
            )
        if not value:
            raise _wrong(text, "la opción '{name}' no tiene valor", "Escriba {name}=VALOR o quítela.", name=name)
    if len(options) != len(pairs):
        raise _wrong(text, "una opción está repetida", "Deje cada opción una sola vez.")
    return options


def _wrong(url: str, what: str, remedy: str, **values: str) -> PortUrlError:
    return PortUrlError(url, what, remedy, values)
