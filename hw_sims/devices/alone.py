"""What a device model offers to run alone behind a port or on a USB bus. Moves no bytes."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from hw_sims.devices.usb import UsbModel

Actions = Mapping[str, Callable[..., object]]
Say = Callable[[bytes], object]
Now = Callable[[], int]
Wake = Callable[[], None]
"""Tells the USB bus that the device has something new to say."""


class Alone(Struct, frozen=True):
    """*hear* takes what the host wrote and gives the frames to answer; *actions* by the names the orders use."""

    hear: Callable[[bytes], Iterable[bytes]]
    power_lost: Callable[[], None]
    actions: Mapping[str, Actions]


Build = Callable[[Say, Now], Alone]


class UsbAlone(Struct, frozen=True):
    """A device on a USB bus and what a person can do to it."""

    model: UsbModel
    actions: Actions


UsbBuild = Callable[[Wake], UsbAlone]
