"""A barcode reader that types: a USB keyboard taken from the system, its keys put together to codes.

Support: public code. Afterwards everything is as on a serial line; the evidence kept is what was typed.
"""

from collections.abc import Iterable

from drivers.base import Observation
from drivers.boot_keyboard import BootKeyboard, Pressed, Unclear
from drivers.shoe.barcode.session import BarcodeOptions, BarcodeSession
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, UsbDone
from firmware_bridge.wire.hid_keyboard import character

_NO_CHARACTER = b"\xff"
"""Spoils the line it stands in: a code with a hole is no code."""


class BarcodeHidOptions(BarcodeOptions, frozen=True, forbid_unknown_fields=True):
    """As on a serial line; *interface* is the reader's keyboard among its USB interfaces."""

    interface: int = 0


_DEFAULTS = BarcodeHidOptions()


class BarcodeHidSession(BarcodeSession):
    Options = BarcodeHidOptions

    def __init__(self, device: str, options: BarcodeHidOptions = _DEFAULTS) -> None:
        super().__init__(device, options)
        # Nobody leans on a reader's keys: one that will not tell them at the start is taken to be at rest.
        self._keyboard = BootKeyboard(device, options.interface, at_rest=True)

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case RxChunk(data=report, mono_ns=now):
                return self._bytes(b"".join(map(_typed, self._keyboard.take(report))), now)
            case UsbDone():
                self.counters.bad += item.error is not None
                self._keyboard.answered(item)
            case LinkUp():
                self._keyboard.connected()
            case LinkDown():
                self._keyboard.disconnected()
            case SendFailed():
                self.counters.send_failures += 1
        return super().receive(item)

    def take_sends(self) -> list[Send]:
        return self._keyboard.take_sends()


def _typed(key: Pressed | Unclear) -> bytes:
    typed = character(key.key, shifted=key.shifted) if isinstance(key, Pressed) else None
    return _NO_CHARACTER if typed is None else typed.encode("ascii")
