"""Which drivers there are: one line each, loaded only when a table uses it."""

from importlib import import_module
from typing import Literal

from msgspec import Struct

from drivers.base import Session

DeviceRole = Literal["shoe", "lamps"]
Support = Literal["captured", "documented", "public code", "ours"]


class Driver(Struct, frozen=True):
    """*baud* is the line's usual speed, None for USB. *confirms*: outputs are read back."""

    name: str
    role: DeviceRole
    path: str
    support: Support
    baud: int | None
    confirms: bool


DRIVERS: dict[str, Driver] = {
    driver.name: driver
    for driver in (
        Driver("angel-eye", "shoe", "drivers.shoe.angel_eye.session:AngelEyeSession", "captured", 4800, False),
        Driver("hid-relay", "lamps", "drivers.lamps.hid_relay.session:HidRelaySession", "public code", None, True),
        Driver("lcus", "lamps", "drivers.lamps.lcus.session:LcusSession", "documented", 9600, False),
    )
}


def open_session(driver: Driver, device: str, channels: int = 0) -> Session:
    """A fresh session of *driver* for the device of that name; lamp boards are told their *channels*."""
    module, _, name = driver.path.partition(":")
    session_class = getattr(import_module(module), name)
    session: Session = session_class(device, channels) if driver.role == "lamps" else session_class(device)
    return session
