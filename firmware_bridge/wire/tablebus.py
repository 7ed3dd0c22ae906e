"""Frames of TableBus, our open protocol for boards: bytes to frames and back. Knows no key and no meaning.

docs/tablebus.md is the specification. `kind number(2) counter(4) body tag(16) crc(2)`, the whole COBS-encoded, then a
zero. The CRC is CRC-16/IBM-3740 over everything before it, high byte first. Two kinds carry no tag.
"""

import struct

from fastcrc.crc16 import ibm_3740
from msgspec import Struct

from firmware_bridge.wire.noise import BLANK, HeldBytes, LineNoise

HELLO, BEGIN, POLL, SET, ACK = 0x01, 0x02, 0x03, 0x04, 0x05
IDENTITY, STATE, EVENT, REFUSED = 0x81, 0x83, 0x84, 0x8F
UNTAGGED = frozenset({HELLO, REFUSED})
KINDS = frozenset({HELLO, BEGIN, POLL, SET, ACK, IDENTITY, STATE, EVENT, REFUSED})

HEADER, TAG, CRC = 7, 16, 2
MAX_CONTENT = 250
"""With fewer than 254 bytes COBS adds exactly one, and every content has one spelling only."""
MAX_BODY = MAX_CONTENT - HEADER - TAG - CRC
_HEADER = struct.Struct(">BHI")
MAX_NUMBER, _MAX_COUNTER = 0xFFFF, 0xFFFF_FFFF


class Frame(Struct, frozen=True):
    """*number* is the request's, 0 for what asks for no answer; *counter* the event's, or how far events were kept."""

    kind: int
    number: int
    counter: int
    body: bytes = b""
    tag: bytes = b""

    def covered(self) -> bytes:
        """What the tag is computed over; a field no byte can hold is a ValueError."""
        if self.kind not in KINDS or not 0 <= self.number <= MAX_NUMBER or not 0 <= self.counter <= _MAX_COUNTER:
            raise ValueError(f"no TableBus frame: {self.kind}, {self.number}, {self.counter}")
        if len(self.body) > MAX_BODY:
            raise ValueError(f"body of {len(self.body)} bytes, want at most {MAX_BODY}")
        return _HEADER.pack(self.kind, self.number, self.counter) + self.body

    def to_bytes(self) -> bytes:
        """The frame as sent, its final zero included."""
        if len(self.tag) != (0 if self.kind in UNTAGGED else TAG):
            raise ValueError(f"kind {self.kind:#04x} with a tag of {len(self.tag)} bytes")
        content = self.covered() + self.tag
        return stuffed(content + ibm_3740(content).to_bytes(CRC, "big")) + b"\0"

    @property
    def raw(self) -> bytes:
        """The very bytes it was read from: a frame has one spelling only."""
        return self.to_bytes()


class Deframer(HeldBytes):
    """Cuts a byte stream at its zeros and judges what lies between, whatever the chunks."""

    def next_item(self) -> Frame | LineNoise | None:
        end = self._held.find(0)
        if end == 0:
            return self._drop(1, BLANK)
        if end < 0:
            return self._drop(len(self._held), "too_long") if len(self._held) > MAX_CONTENT + 1 else None
        frame = _judged(bytes(self._held[:end]))
        if isinstance(frame, str):
            return self._drop(end + 1, frame)
        del self._held[: end + 1]
        return frame

    def flush(self) -> LineNoise | None:
        return self._drop(len(self._held), "cut_short") if self._held else None


def stuffed(content: bytes) -> bytes:
    """*content* without zeros: each becomes the distance to the next, the distance to the first stands in front."""
    return b"".join(bytes((len(run) + 1,)) + run for run in content.split(b"\0"))


def unstuffed(data: bytes) -> bytes | None:
    """What `stuffed` made *data* of; None when it cannot have."""
    runs, place = [], 0
    while place < len(data):
        code = data[place]
        if code == 0 or place + code > len(data):
            return None
        runs.append(data[place + 1 : place + code])
        place += code
    return b"\0".join(runs)


def _judged(chunk: bytes) -> Frame | str:
    content = unstuffed(chunk)
    if content is None or not HEADER + CRC <= len(content) <= MAX_CONTENT:
        return "bad_shape"
    if ibm_3740(content[:-CRC]) != int.from_bytes(content[-CRC:], "big"):
        return "bad_check"
    kind, covered = content[0], content[:-CRC]
    tag = 0 if kind in UNTAGGED else TAG
    if kind not in KINDS:
        return "unknown_kind"
    split = len(covered) - tag
    if not HEADER <= split <= HEADER + MAX_BODY:
        return "bad_shape"
    _kind, number, counter = _HEADER.unpack_from(covered)
    return Frame(kind, number, counter, covered[HEADER:split], covered[split:])
