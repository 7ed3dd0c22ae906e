"""Bytes on a line that are no message. A value shared by every deframer; it judges nothing."""

from msgspec import Struct


class LineNoise(Struct, frozen=True):
    """Bytes that are no frame, and why. Routine on a serial line: counted, never raised."""

    raw: bytes
    reason: str
