"""The USB devices a driver may know, as rows beside the serial ports. Claims nothing."""

from collections.abc import Iterator

from daemon.scan.listening import PortReport
from firmware_bridge.transport.base import LinkError
from firmware_bridge.transport.url import LIBUSB
from firmware_bridge.transport.usb import UsbSeen, list_usb
from firmware_bridge.wire.hid_relay import PRODUCT_ID, VENDOR_ID

RELAY, KEYBOARD = "hid-relay", "hid-keypad"


def usb_reports(backend: str = LIBUSB, at: str = "") -> list[PortReport]:
    """A row for each USB device some driver could serve; one row with the error where USB cannot be used."""
    try:
        return list(_known(list_usb(backend, at), backend, at))
    except LinkError as error:
        return [PortReport("usb://", None, None, None, error.detail, error.kind)]


def _known(seen: list[UsbSeen], backend: str, at: str) -> Iterator[PortReport]:
    where = f"backend={backend}&at={at}" if at else ""
    for device in sorted(seen, key=lambda device: device.position):
        driver = _driver_of(device)
        if driver is not None:
            url = _url(device, alone=_is_alone(device, seen), where=where)
            named = [device.product_name, device.serial and f"serie {device.serial}", f"toma {device.position}"]
            identity = ", ".join(part for part in named if part)
            yield PortReport(url, identity, None, driver, device.error, "denied" if device.error else "recognised")


def _driver_of(device: UsbSeen) -> str | None:
    if (device.vendor, device.product) == (VENDOR_ID, PRODUCT_ID):
        return RELAY
    return KEYBOARD if device.keyboard else None


def _is_alone(device: UsbSeen, seen: list[UsbSeen]) -> bool:
    return sum((one.vendor, one.product) == (device.vendor, device.product) for one in seen) == 1


def _url(device: UsbSeen, *, alone: bool, where: str) -> str:
    """By serial number where it has one, else by its socket when there is another one like it."""
    serial = f"/{device.serial}" if device.serial else ""
    socket = f"port={device.position}" if not alone and not device.serial else ""
    options = "&".join(part for part in (socket, where) if part)
    return f"usb://{device.vendor:04x}:{device.product:04x}{serial}" + (f"?{options}" if options else "")
