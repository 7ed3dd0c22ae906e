"""Which drivers there are: one line each, loaded only when a table uses it."""

from importlib import import_module, metadata
from typing import Any, Literal

import msgspec
from msgspec import Struct

from drivers.base import Session

DeviceRole = Literal["shoe", "lamps", "display", "acceptor", "pad", "wheel", "shuffler", "rack", "contacts"]
Support = Literal["captured", "documented", "public code", "ours"]


class Driver(Struct, frozen=True):
    """*baud* is the line's usual speed, None for USB. *confirms*: outputs are read back.

    *verdict*: the shoe closes a pass with a result of its own. *keyed*: each device has a key of its own.
    """

    name: str
    role: DeviceRole
    path: str
    support: Support
    baud: int | None
    confirms: bool
    verdict: bool = False
    keyed: bool = False


def _tablebus(family: str, role: DeviceRole, session: str) -> Driver:
    path = f"drivers.{family}.tablebus.session:{session}"
    return Driver(f"tablebus-{family}", role, path, "ours", 115200, True, keyed=True)


def _outside() -> list[Driver]:
    """What other distributions add: each entry point of the group names a `Driver`."""
    return [point.load() for point in metadata.entry_points(group="sabot.drivers")]


DRIVERS: dict[str, Driver] = {
    driver.name: driver
    for driver in (
        *_outside(),
        Driver("alpha", "display", "drivers.display.alpha.session:AlphaSession", "public code", 9600, False),
        Driver("angel-eye", "shoe", "drivers.shoe.angel_eye.session:AngelEyeSession", "captured", 4800, False, True),
        Driver("bee-tek", "shoe", "drivers.shoe.bee_tek.session:BeeTekSession", "public code", 9600, False),
        Driver("barcode", "shoe", "drivers.shoe.barcode.session:BarcodeSession", "public code", 9600, False),
        Driver("barcode-hid", "shoe", "drivers.shoe.barcode.hid_session:BarcodeHidSession", "public code", None, False),
        Driver("cd5220", "display", "drivers.display.cd5220.session:Cd5220Session", "documented", 9600, False),
        Driver(
            "hid-keypad", "pad", "drivers.dealer_pad.hid_keypad.session:HidKeypadSession", "public code", None, True
        ),
        Driver("cctalk", "acceptor", "drivers.acceptor.cctalk.session:CcTalkSession", "documented", 9600, True),
        Driver("cctalk-led", "lamps", "drivers.lamps.cctalk_led.session:CcTalkLedSession", "public code", 9600, False),
        Driver("hid-relay", "lamps", "drivers.lamps.hid_relay.session:HidRelaySession", "public code", None, True),
        Driver("lcus", "lamps", "drivers.lamps.lcus.session:LcusSession", "documented", 9600, False),
        _tablebus("shoe", "shoe", "TableBusShoe"),
        _tablebus("shuffler", "shuffler", "TableBusShuffler"),
        _tablebus("acceptor", "acceptor", "TableBusAcceptors"),
        _tablebus("lamps", "lamps", "TableBusLamps"),
        _tablebus("display", "display", "TableBusDisplay"),
        _tablebus("discard", "rack", "TableBusRack"),
        _tablebus("contacts", "contacts", "TableBusContacts"),
    )
}


class OptionsError(Exception):
    """The settings given to a device are not ones its driver knows."""


def open_session(driver: Driver, device: str, channels: int = 0, options: dict[str, Any] | None = None) -> Session:
    """A fresh session of *driver* for the device of that name; lamp boards are told their *channels*.

    A session class that has settings declares them as its `Options`, a Struct that forbids unknown fields.
    """
    module, _, name = driver.path.partition(":")
    session_class = getattr(import_module(module), name)
    lamps = (channels,) if driver.role == "lamps" else ()
    session: Session = session_class(device, *lamps, *_settings(driver, session_class, options or {}))
    return session


def _settings(driver: Driver, session_class: Any, options: dict[str, Any]) -> tuple[Struct, ...]:
    declared: type[Struct] | None = getattr(session_class, "Options", None)
    if declared is None:
        if options:
            raise OptionsError(f"{driver.name} no tiene ajustes propios: {', '.join(options)}")
        return ()
    try:
        return (msgspec.convert(options, declared),)
    except msgspec.ValidationError as error:
        raise OptionsError(str(error)) from error
