"""A simulated HID relay board 16c0:05df: relays switched and read back over endpoint 0. Moves no bytes itself."""

import struct
from collections.abc import Iterable

from msgspec import Struct

from firmware_bridge.wire import hid_relay
from hw_sims.devices import usb

_REPORT_DESCRIPTOR_SIZE = 22
_INTERRUPT_IN = 0x81
_CLASS_REQUEST = 0x20


class RelayFaults(Struct):
    """What is broken on the board; stays broken until set back, also across a replug."""

    stuck: frozenset[int] = frozenset()
    """Relays (from 1) that no longer move."""
    read_back_lie: int | None = None
    """The bitmask the board claims, whatever its relays do."""
    stalls: bool = False
    dead: bool = False


class HidRelayBoard:
    """A board of *relays* relays; every board carries the same USB names, only the five-character id differs."""

    def __init__(self, relays: int = 8, board_id: str = "SABOT") -> None:
        self.faults = RelayFaults()
        self._relays = relays
        self._board_id = board_id
        self._strings = {1: "www.dcttech.com", 2: f"USBRelay{relays}"}
        self._bitmask = 0

    @property
    def lit(self) -> tuple[bool, ...]:
        """What the contacts really do, relay 1 first."""
        return tuple(bool(self._bitmask >> relay & 1) for relay in range(self._relays))

    @property
    def device_descriptor(self) -> bytes:
        return usb.device_descriptor(hid_relay.VENDOR_ID, hid_relay.PRODUCT_ID, 0x0100)

    @property
    def configuration_descriptor(self) -> bytes:
        interface = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 1, 3, 0, 0, 0)
        hid = struct.pack("<BBHBBBH", 9, 0x21, 0x0101, 0, 1, 0x22, _REPORT_DESCRIPTOR_SIZE)
        endpoint = struct.pack("<BBBBHB", 7, 5, _INTERRUPT_IN, 3, 8, 20)
        return usb.configuration_descriptor(interface + hid + endpoint, 1)

    def replaced(self, board_id: str) -> None:
        """Another board of the same kind is put in its place."""
        self._board_id, self._bitmask = board_id, 0

    def control(self, setup: usb.Setup, data: bytes) -> bytes | usb.Refusal:
        if self.faults.dead:
            return "silence"
        if setup.request_type & _CLASS_REQUEST == 0:
            return usb.standard_request(self, self._strings, setup)
        if self.faults.stalls or (setup.value, setup.index) != (hid_relay.FEATURE_REPORT_VALUE, hid_relay.REPORT_INDEX):
            return "stall"
        if setup.request_type & 0x80:
            return self._report()[: setup.length] if setup.request == hid_relay.GET_REPORT else "stall"
        return self._obey(data) if setup.request == hid_relay.SET_REPORT else "stall"

    def read(self, endpoint: int, length: int) -> bytes | usb.Refusal | None:
        return None if endpoint == _INTERRUPT_IN else "stall"

    def write(self, endpoint: int, data: bytes) -> usb.Refusal | None:
        return "stall"

    def power_lost(self) -> None:
        self._bitmask = 0

    def _report(self) -> bytes:
        lie = self.faults.read_back_lie
        return hid_relay.state_report(self._board_id, self._bitmask if lie is None else lie)

    def _obey(self, report: bytes) -> bytes | usb.Refusal:
        every = range(1, self._relays + 1)
        match tuple(report[:2]):
            case (hid_relay.ON | hid_relay.OFF as command, relay) if relay in every:
                self._switch([relay], on=command == hid_relay.ON)
            case (hid_relay.ALL_ON | hid_relay.ALL_OFF as command, *_):
                self._switch(every, on=command == hid_relay.ALL_ON)
            case _:
                return "stall"
        return b""

    def _switch(self, relays: Iterable[int], *, on: bool) -> None:
        mask = sum(1 << relay - 1 for relay in relays if relay not in self.faults.stuck)
        self._bitmask = self._bitmask | mask if on else self._bitmask & ~mask
