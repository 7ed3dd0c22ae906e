"""A simulated boot keyboard (keypad or barcode reader that types): keys down and up, lamps set by the host.

Moves no bytes itself; *changed* is called when a report waits, so that whoever carries reports fetches it with `read`.
"""

import struct
from collections import deque
from collections.abc import Callable

from msgspec import Struct

from firmware_bridge.wire import hid_keyboard as wire
from hw_sims.devices import usb

_REPORT_DESCRIPTOR_SIZE = 63
_INTERRUPT_IN = 0x81
_CLASS_REQUEST = 0x20
_SHIFT = 0x02
_KEYS = {typed: key for key in (*range(0x04, 0x28), 0x2D, 0x38) if (typed := wire.character(key)) is not None}
_CAPITALS = {typed: key for key in range(0x04, 0x1E) if (typed := wire.character(key, shifted=True)) is not None}


class KeyboardFaults(Struct):
    """What is broken; stays broken until set back, also across a replug."""

    mute_about_keys: bool = False
    """Stalls the question which keys are down, as cheap ones do."""
    refuses_leds: bool = False
    dead: bool = False


class HidKeyboard:
    """Six keys can be told at once; more are a roll-over error, as in a real one."""

    def __init__(self, vendor: int, product: int, name: str, *, changed: Callable[[], None] = lambda: None) -> None:
        self.faults = KeyboardFaults()
        self.changed = changed
        self.leds = 0
        self.shown: list[int] = []
        """Every state of the lamps since the start."""
        self.protocol = 1
        self._ids = vendor, product
        self._strings = {1: "Simulado", 2: name}
        self._down: list[int] = []
        self._modifiers = 0
        self._waiting: deque[bytes] = deque()

    @property
    def device_descriptor(self) -> bytes:
        return usb.device_descriptor(*self._ids, 0x0100)

    @property
    def configuration_descriptor(self) -> bytes:
        interface = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 1, 3, 1, 1, 0)
        hid = struct.pack("<BBHBBBH", 9, 0x21, 0x0111, 0, 1, 0x22, _REPORT_DESCRIPTOR_SIZE)
        endpoint = struct.pack("<BBBBHB", 7, 5, _INTERRUPT_IN, 3, wire.REPORT_SIZE, 10)
        return usb.configuration_descriptor(interface + hid + endpoint, 1)

    def press(self, key: int) -> None:
        if key not in self._down:
            self._down.append(key)
            self._tell()

    def release(self, key: int) -> None:
        if key in self._down:
            self._down.remove(key)
            self._tell()

    def tap(self, *keys: int) -> None:
        """Each key down and up again."""
        for key in keys:
            self.press(key)
            self.release(key)

    def type(self, text: str) -> None:
        """What a reader does with a code: each character a key, CR the enter key."""
        for character in text:
            self._modifiers = _SHIFT if character in _CAPITALS else 0
            self.tap(wire.ENTER if character == "\r" else (_CAPITALS | _KEYS)[character])
        self._modifiers = 0

    def control(self, setup: usb.Setup, data: bytes) -> bytes | usb.Refusal:
        if self.faults.dead:
            return "silence"
        if setup.request_type & _CLASS_REQUEST == 0:
            return usb.standard_request(self, self._strings, setup)
        match setup.request, setup.value:
            case wire.GET_REPORT, wire.INPUT_REPORT_VALUE if not self.faults.mute_about_keys:
                return self._report()[: setup.length]
            case wire.SET_REPORT, wire.OUTPUT_REPORT_VALUE if len(data) == 1 and not self.faults.refuses_leds:
                self.leds = data[0]
                self.shown.append(self.leds)
                return b""
            case wire.SET_PROTOCOL, protocol:
                self.protocol = protocol
                return b""
            case wire.SET_IDLE, 0:
                return b""
        return "stall"

    def read(self, endpoint: int, length: int) -> bytes | usb.Refusal | None:
        if endpoint != _INTERRUPT_IN:
            return "stall"
        return self._waiting.popleft()[:length] if self._waiting else None

    def write(self, endpoint: int, data: bytes) -> usb.Refusal | None:
        return "stall"

    def power_lost(self) -> None:
        """Keys that are down stay down: a finger does not know about cables."""
        self.leds, self.protocol = 0, 1
        self._waiting.clear()

    def _tell(self) -> None:
        self._waiting.append(self._report())
        self.changed()

    def _report(self) -> bytes:
        return wire.report(*self._down, modifiers=self._modifiers)
