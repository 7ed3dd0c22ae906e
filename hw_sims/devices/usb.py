"""What a simulated USB device offers its bus, and descriptors in their standard layout. Moves no bytes itself."""

import struct
from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct

Refusal = Literal["stall", "silence"]
"""How a device says no: a stalled endpoint, or no answer until the host gives up."""

GET_STATUS, GET_DESCRIPTOR = 0, 6
DESCRIPTOR_DEVICE, DESCRIPTOR_CONFIGURATION, DESCRIPTOR_STRING = 1, 2, 3
_US_ENGLISH = b"\x04\x03\x09\x04"


class Setup(Struct, frozen=True):
    """The first packet of a transfer on endpoint 0, with the names of the USB specification in our spelling."""

    request_type: int
    request: int
    value: int
    index: int
    length: int


class UsbModel(Protocol):
    """A device as the bus sees it. Called from the bus's threads, one call at a time."""

    @property
    def device_descriptor(self) -> bytes: ...

    @property
    def configuration_descriptor(self) -> bytes: ...

    def control(self, setup: Setup, data: bytes) -> bytes | Refusal:
        """One transfer on endpoint 0; an OUT transfer answers with no bytes."""
        ...

    def read(self, endpoint: int, length: int) -> bytes | Refusal | None:
        """What an IN endpoint has to give; None is "not yet"."""
        ...

    def write(self, endpoint: int, data: bytes) -> Refusal | None: ...

    def power_lost(self) -> None:
        """The cable was pulled; what the device keeps only while powered is gone."""
        ...


def device_descriptor(vendor: int, product: int, release: int) -> bytes:
    """Full speed, class by interface, strings 1 (maker) and 2 (product), one configuration."""
    return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0, 0, 0, 8, vendor, product, release, 1, 2, 0, 1)


def configuration_descriptor(interfaces: bytes, count: int) -> bytes:
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(interfaces), count, 1, 0, 0x80, 50) + interfaces


def standard_request(model: UsbModel, strings: Mapping[int, str], setup: Setup) -> bytes | Refusal:
    """The requests every device knows; anything else stalls."""
    if setup.request_type & 0x80 and setup.request == GET_STATUS:
        return b"\0\0"[: setup.length]
    if (setup.request_type, setup.request) != (0x80, GET_DESCRIPTOR):
        return "stall"
    kind, number = divmod(setup.value, 256)
    if kind == DESCRIPTOR_DEVICE:
        return model.device_descriptor[: setup.length]
    if kind == DESCRIPTOR_CONFIGURATION and number == 0:
        return model.configuration_descriptor[: setup.length]
    if kind == DESCRIPTOR_STRING:
        return _string(strings, number)[: setup.length] or "stall"
    return "stall"


def _string(strings: Mapping[int, str], number: int) -> bytes:
    if number == 0:
        return _US_ENGLISH
    if number not in strings:
        return b""
    text = strings[number].encode("utf-16-le")
    return bytes((len(text) + 2, DESCRIPTOR_STRING)) + text
