"""From a port's URL to an open link; pyserial and pyusb are imported only when a URL asks for them."""

from firmware_bridge.transport.base import Link, LinkError, LinkEvents
from firmware_bridge.transport.memory import MemoryHub
from firmware_bridge.transport.url import FloorUrl, MemoryUrl, PortUrl, SerialUrl, TcpUrl, UsbUrl


async def open_link(url: PortUrl, events: LinkEvents, *, hub: MemoryHub | None = None, turn: int = 0) -> Link:
    """Open *url*, paused for reading; raises `LinkError`. *hub* is where memory:// names are plugged.

    *turn* counts the tries: where several processes may answer, each begins with the next one.
    """
    match url:
        case SerialUrl():
            from firmware_bridge.transport.serial import open_serial  # noqa: PLC0415

            return await open_serial(url, events)
        case TcpUrl():
            from firmware_bridge.transport.tcp import open_tcp  # noqa: PLC0415

            return await open_tcp(url, events)
        case UsbUrl():
            from firmware_bridge.transport.usb import open_usb  # noqa: PLC0415

            return await open_usb(url, events)
        case FloorUrl():
            from firmware_bridge.transport.floor import open_floor  # noqa: PLC0415

            return await open_floor(url, events, turn)
        case MemoryUrl(name=name):
            if hub is None:
                raise LinkError("gone", f"memory://{name}: this process has no memory hub")
            return hub.open(name, events)
