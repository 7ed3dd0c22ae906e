"""What every deframer shares: bytes that are no message, and bytes held until they are judged. It judges nothing."""

from msgspec import Struct

BLANK = "blank"
"""The reason of what a text protocol puts between its messages: no message, and no noise either."""


class LineNoise(Struct, frozen=True):
    """Bytes that are no frame, and why. Routine on a serial line: counted, never raised."""

    raw: bytes
    reason: str


class HeldBytes:
    """Received bytes that are in no item yet; every one leaves it in a message or as noise."""

    def __init__(self) -> None:
        self._held = bytearray()

    def receive_data(self, data: bytes) -> None:
        """Store *data*; call `next_item` until it returns None."""
        self._held += data

    @property
    def pending(self) -> bytes:
        return bytes(self._held)

    def _drop(self, count: int, reason: str) -> LineNoise:
        noise = LineNoise(bytes(self._held[:count]), reason)
        del self._held[:count]
        return noise
