"""A simulated ccTalk wire: everybody hears everything, the host itself first; who speaks at once garbles each other.

Moves no bytes itself and knows no baud rate: what is written comes back at once, with the answers behind it.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from firmware_bridge.wire.cctalk import Deframer, Frame

BYTE_GAP_NS = 50_000_000


class BusDevice(Protocol):
    address: int

    def heard(self, asked: Frame, mono_ns: int) -> Frame | None: ...


class Bus:
    """*noise* damages what is on the wire, for all who listen alike."""

    def __init__(
        self,
        devices: Sequence[BusDevice],
        *,
        echo: bool = True,
        crc: bool = False,
        noise: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.devices = list(devices)
        self.noise = noise or bytes
        self._echo = echo
        self._crc = crc
        self._ear = Deframer(crc=crc)
        self._last_byte = 0

    def receive(self, data: bytes, mono_ns: int) -> bytes:
        """What the host hears when it writes *data*: its echo, then the answers."""
        if mono_ns - self._last_byte > BYTE_GAP_NS:
            self._ear = Deframer(crc=self._crc)
        self._last_byte = mono_ns
        written = self.noise(data)
        self._ear.receive_data(written)
        answers = b""
        while (item := self._ear.next_item()) is not None:
            if isinstance(item, Frame):
                answers += self.noise(self._answer(item, mono_ns))
        return (written if self._echo else b"") + answers

    def unplugged(self) -> None:
        """The host's cable came out: a half-heard message is forgotten."""
        self._ear = Deframer(crc=self._crc)

    def _answer(self, asked: Frame, mono_ns: int) -> bytes:
        spoken = [device.heard(asked, mono_ns) for device in self.devices if device.address == asked.dest]
        return overlaid([answer.to_bytes() for answer in spoken if answer is not None])


def overlaid(voices: Sequence[bytes]) -> bytes:
    """What is heard when all speak at once: the wire is low as soon as one pulls it low."""
    length = max((len(voice) for voice in voices), default=0)
    heard = bytearray(b"\xff" * length)
    for voice in voices:
        for place, byte in enumerate(voice):
            heard[place] &= byte
    return bytes(heard)
