"""Frames of ccTalk, the half-duplex bus of coin and chip acceptors: bytes to frames and back. Knows no meanings.

`dest len source header data... check` (DEVICES 3.1, grade B). The check makes all bytes add to 0 mod 256. In the CRC
variant CRC-CCITT (polynomial 1021, start 0) covers dest, len, header and data; its low byte takes the place of the
source and its high byte that of the check. No byte marks a start: a frame is found by its check alone.
"""

from fastcrc.crc16 import xmodem
from msgspec import Struct

from firmware_bridge.wire.noise import HeldBytes, LineNoise

HOST = 1
OVERHEAD = 5
MAX_DATA = 252
"""What keeps a message within the 256 bytes of a device's buffer; a longer one is a false start."""


_LONGEST = MAX_DATA + OVERHEAD


class Frame(Struct, frozen=True):
    """One message. *source* is None in the CRC variant, which has no room to name it."""

    dest: int
    header: int
    data: bytes = b""
    source: int | None = HOST

    def to_bytes(self) -> bytes:
        """The frame as sent; an address, header or length no byte can hold is a ValueError."""
        if len(self.data) > MAX_DATA:
            raise ValueError(f"data of {len(self.data)} bytes, want at most {MAX_DATA}")
        if self.source is None:
            check = xmodem(bytes((self.dest, len(self.data), self.header)) + self.data)
            return bytes((self.dest, len(self.data), check & 0xFF, self.header, *self.data, check >> 8))
        covered = bytes((self.dest, len(self.data), self.source, self.header, *self.data))
        return covered + bytes((-sum(covered) & 0xFF,))

    @property
    def raw(self) -> bytes:
        """The very bytes it was read from: a frame has one spelling only."""
        return self.to_bytes()


class Deframer(HeldBytes):
    """Cuts a byte stream into frames and noise. After a bad check one byte goes: a good frame may begin at the next."""

    def __init__(self, *, crc: bool = False) -> None:
        super().__init__()
        self._crc = crc
        self._is_whole = _crc_holds if crc else _sum_holds
        self._gap = False

    def receive_data(self, data: bytes) -> None:
        self._held += data
        self._gap = False

    def gap(self) -> None:
        """The line fell silent (over 50 ms inside a message, or for good): what is held is no longer waited for."""
        self._gap = True

    def next_item(self) -> Frame | LineNoise | None:
        held = self._held
        if not held:
            return None
        size = held[1] + OVERHEAD if len(held) > 1 else OVERHEAD
        if size > _LONGEST:
            return self._drop(1, "too_long")
        if len(held) < size:
            return self._drop(1, "cut_short") if self._gap else None
        raw = bytes(held if len(held) == size else held[:size])
        if not self._is_whole(raw):
            return self._drop(1, "bad_check")
        del held[:size]
        return Frame(raw[0], raw[3], raw[4:-1], None if self._crc else raw[2])


def _sum_holds(raw: bytes) -> bool:
    return not sum(raw) & 0xFF


def _crc_holds(raw: bytes) -> bool:
    return xmodem(raw[3:-1], xmodem(raw[:2])) == raw[2] | raw[-1] << 8
