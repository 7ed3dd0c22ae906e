"""Which USB adapter a serial port is, as the system's own files tell it. Opens no device."""

from collections.abc import Iterator
from pathlib import Path

_CLASS = Path("/sys/class/tty")
_MOST_LINKS = 8


def adapter_of(path: str, classes: Path = _CLASS) -> tuple[str, ...]:
    """`usb:VVVV:PPPP:SERIAL@SOCKET` of the adapter behind *path*; empty for a port that is no USB adapter."""
    try:
        return next((found for name in _names(Path(path)) for found in _adapters(classes / name / "device")), ())
    except OSError:
        return ()


def _names(path: Path) -> Iterator[str]:
    """What the port is called at each link of the way from a stable name to the device."""
    for _ in range(_MOST_LINKS):
        yield path.name
        if not path.is_symlink():
            return
        path = path.parent / path.readlink()


def _adapters(link: Path) -> Iterator[tuple[str]]:
    """The USB device above a port: that of the first ancestor that has USB ids."""
    if link.exists():
        device = link.resolve()
        yield from (_named(place) for place in (device, *device.parents) if (place / "idVendor").is_file())


def _named(place: Path) -> tuple[str]:
    serial = place / "serial"
    name = serial.read_text(encoding="utf-8", errors="replace").strip() if serial.is_file() else ""
    vendor, product = ((place / file).read_text(encoding="ascii").strip() for file in ("idVendor", "idProduct"))
    return (f"usb:{vendor}:{product}:{name}@{place.name}",)
