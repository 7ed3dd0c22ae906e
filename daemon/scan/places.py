"""Where devices may hang: serial ports of this machine and USB devices a driver knows. Opens no port."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from daemon.i18n import _
from firmware_bridge.transport.url import PortUrlError, SerialUrl, TcpUrl, parse_port_url

_BY_ID = Path("/dev/serial/by-id")


class Place(Struct, frozen=True):
    """*url* is what a configuration would say, without a speed; *identity* what the system knows of the device."""

    url: str
    path: Path | None
    identity: str | None


class BadPlace(Exception):
    """What was named is no port; the message says what to write instead."""


def serial_places() -> list[Place]:
    """The machine's serial ports, by a name that survives a replug where there is one."""
    from serial.tools.list_ports import comports  # noqa: PLC0415 - costs what only this command needs

    stable = {link.resolve(): link for link in _links(_BY_ID)}
    places = []
    for port in sorted(comports(), key=lambda port: port.device):
        if port.hwid == "n/a" and not _has_hardware(Path(port.device)):
            continue
        path = stable.get(Path(port.device).resolve(), Path(port.device))
        places.append(Place(f"serial://{path}", path, _identity(port.description, port.serial_number, port.location)))
    return places


def named_places(names: Iterable[str]) -> list[Place]:
    """The ports somebody named: paths, URLs, or a directory with ports in it (a demonstration's)."""
    return [place for name in names for place in _named(name)]


def _named(name: str) -> Iterator[Place]:
    if "://" in name:
        yield _by_url(name)
        return
    path = Path(os.path.abspath(name))  # noqa: PTH100 - a stable name is a link, and must stay one
    if path.is_dir():
        yield from (Place(f"serial://{entry}", entry, None) for entry in sorted(path.iterdir()) if _is_tty(entry))
    else:
        yield Place(f"serial://{path}", path, None)


def _by_url(name: str) -> Place:
    try:
        url = parse_port_url(name)
    except PortUrlError as error:
        raise BadPlace(str(error)) from error
    match url:
        case SerialUrl(path=path):
            return Place(f"serial://{path}", Path(path), None)
        case TcpUrl():
            return Place(name, None, None)
        case _:
            raise BadPlace(_("{name}: solo se escuchan puertos serie y TCP.").format(name=name))


def _links(directory: Path) -> list[Path]:
    return sorted(directory.iterdir()) if directory.is_dir() else []


def _has_hardware(path: Path) -> bool:
    """A /dev/ttyS* of a machine without that chip exists and means nothing."""
    return not path.name.startswith("ttyS")


def _is_tty(path: Path) -> bool:
    try:
        return stat.S_ISCHR(path.stat().st_mode)
    except OSError:
        return False


def _identity(description: str | None, serial: str | None, location: str | None) -> str | None:
    known = [
        description if description != "n/a" else None,
        serial and f"serie {serial}",
        location and f"toma {location}",
    ]
    return ", ".join(part for part in known if part) or None
