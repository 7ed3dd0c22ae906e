"""What a device model offers to whoever carries its bytes: a port, a USB bus, a stage. Moves no bytes."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from hw_sims.devices.usb import UsbModel

Actions = Mapping[str, Callable[..., object]]
Say = Callable[[bytes], object]
Now = Callable[[], int]
Wake = Callable[[], None]
"""Tells the USB bus that the device has something new to say."""


class Alone(Struct, frozen=True):
    """*hear* takes what the host wrote and gives the frames to answer; *actions* by the names the orders use.

    *model* is the device itself, for the hands that stand at the table.
    """

    hear: Callable[[bytes], Iterable[bytes]]
    power_lost: Callable[[], None]
    actions: Mapping[str, Actions]
    model: Any = None


Build = Callable[..., Alone]
"""Called with a `Say` and a `Now`, and with the settings of the device that differ from the usual ones."""


class UsbAlone(Struct, frozen=True):
    """A device on a USB bus and what a person can do to it."""

    model: UsbModel
    actions: Actions


UsbBuild = Callable[[Wake], UsbAlone]
