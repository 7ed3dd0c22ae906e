"""What the system says of devices plugged in: down ports try again at once, and a USB device nobody knows is told.

Without udev on the machine the ports find their devices by trying, as always, and strangers are not noticed.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from daemon.kernel import UsbAppeared
from firmware_bridge.transport.url import PortUrl, SerialUrl, UsbUrl

if TYPE_CHECKING:
    import pyudev

_UDEV_DAEMON = Path("/run/udev/control")
_USB_DEVICE = "usb_device"
_CLASS_OF_HUBS = "09"

log = structlog.get_logger()


class Hotplug:
    """From `start` to `close`. *plugged* is called for every new device, *appeared* for a stranger."""

    def __init__(
        self, urls: Iterable[PortUrl], *, plugged: Callable[[], None], appeared: Callable[[UsbAppeared], None]
    ) -> None:
        self._urls = tuple(urls)
        self._plugged = plugged
        self._appeared = appeared
        self._at_start: frozenset[str] = frozenset()
        self._monitor: pyudev.Monitor | None = None

    def start(self) -> None:
        try:
            import pyudev  # noqa: PLC0415 - it needs libudev, which a machine may lack

            context = pyudev.Context()
            self._monitor = pyudev.Monitor.from_netlink(context, "udev" if _UDEV_DAEMON.exists() else "kernel")
            self._monitor.filter_by("tty")
            self._monitor.filter_by("usb", _USB_DEVICE)
            self._monitor.start()
        except (ImportError, OSError) as error:
            log.warning("hotplug_unavailable", error=str(error))
            return
        seen = context.list_devices(subsystem="usb", DEVTYPE=_USB_DEVICE)
        self._at_start = frozenset(_name(device) for device in seen)
        asyncio.get_running_loop().add_reader(self._monitor.fileno(), self._hear)

    def close(self) -> None:
        if self._monitor is not None:
            asyncio.get_running_loop().remove_reader(self._monitor.fileno())
            self._monitor = None

    def _hear(self) -> None:
        while self._monitor is not None and (device := self._monitor.poll(timeout=0)) is not None:
            if device.action == "add":
                self._plugged()
                if device.subsystem == "usb" and not self._is_known(device):
                    log.warning("unknown_usb_device", identity=_identity(device))
                    self._appeared(UsbAppeared(_identity(device), time.monotonic_ns(), time.time_ns()))

    def _is_known(self, device: "pyudev.Device") -> bool:
        if _attribute(device, "bDeviceClass") == _CLASS_OF_HUBS or _name(device) in self._at_start:
            return True
        return any(_belongs(device, url) for url in self._urls)


def _belongs(device: "pyudev.Device", url: PortUrl) -> bool:
    """Whether a port of this table may be behind *device*: by its ids, or by what its stable name is made of."""
    match url:
        case UsbUrl(vendor=vendor, product=product, serial=wanted):
            return _ids(device) == (vendor, product) and wanted in (None, _attribute(device, "serial"))
        case SerialUrl(path=path):
            return f"/usb-{_stable_name(device)}-" in path
        case _:
            return False


def _stable_name(device: "pyudev.Device") -> str:
    """Maker, product and serial number as udev writes them into /dev/serial/by-id; ids for what has no name."""
    vendor, product = _ids(device)
    parts = [
        _attribute(device, "manufacturer") or f"{vendor:04x}",
        _attribute(device, "product") or f"{product:04x}",
        _attribute(device, "serial"),
    ]
    return "_".join(part.replace(" ", "_") for part in parts if part)


def _name(device: "pyudev.Device") -> str:
    """The same device in whatever socket, as far as it can be told from others of its make."""
    vendor, product = _ids(device)
    return f"{vendor:04x}:{product:04x} {_attribute(device, 'serial')}"


def _identity(device: "pyudev.Device") -> str:
    vendor, product = _ids(device)
    named = (_attribute(device, "product"), _attribute(device, "serial") and f"serie {_attribute(device, 'serial')}")
    words = " ".join(part for part in named if part)
    return f"usb:{vendor:04x}:{product:04x} {words} toma {device.sys_name}".replace("  ", " ")


def _ids(device: "pyudev.Device") -> tuple[int, int]:
    return int(_attribute(device, "idVendor") or "0", 16), int(_attribute(device, "idProduct") or "0", 16)


def _attribute(device: "pyudev.Device", name: str) -> str:
    value = device.attributes.get(name)
    return value.decode(errors="replace").strip() if value else ""
