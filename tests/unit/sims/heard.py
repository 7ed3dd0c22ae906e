"""What a simulated shoe said, as frames: the copies taken away. Judges nothing."""

from itertools import groupby

from firmware_bridge.wire.angel_eye import Deframer, Frame
from tests.golden.vectors import drain


class Listener:
    """The host's end of a shoe's line; `send` is what the shoe speaks into."""

    def __init__(self) -> None:
        self.raw = bytearray()

    def send(self, data: bytes) -> None:
        self.raw += data

    def frames(self) -> list[Frame]:
        """Every frame once."""
        deframer = Deframer()
        deframer.receive_data(bytes(self.raw))
        return [item for item, _ in groupby(drain(deframer)) if isinstance(item, Frame)]

    def said(self) -> list[str]:
        """Type and payload of every frame since the last call: "D 81 b8"."""
        frames = self.frames()
        self.raw.clear()
        return [f"{frame.type} {frame.payload.hex(' ')}".strip() for frame in frames]
