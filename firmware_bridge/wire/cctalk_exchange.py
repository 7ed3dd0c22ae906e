"""One question on a ccTalk line and what comes back: the echo taken off, the answer told from noise. Keeps no clock.

The wire is shared by both directions, so the host hears itself first. An echo that differs is a collision.
"""

from typing import Literal

from firmware_bridge.wire.cctalk import HOST, OVERHEAD, Deframer, Frame
from firmware_bridge.wire.cctalk_messages import ANSWER, BUSY, NAK

Failure = Literal["silent", "damaged", "collision", "refused", "busy"]

BYTE_NS = 10 * 1_000_000_000 // 9600
REPLY_WITHIN_NS = 50_000_000
BYTE_GAP_NS = 50_000_000
SETTLE_NS = 10_000_000
"""A sender leaves less than 10 ms between bytes: after that a line that said enough has said all."""
AFTER_COLLISION_NS = BYTE_GAP_NS + 5_000_000
"""A device that heard a wrong length waits for the rest of that message; after the gap it listens afresh."""
ADAPTER_NS = 20_000_000
"""What a USB adapter may hold bytes back (FTDI: 16 ms unless it is told otherwise)."""

_REFUSALS: dict[int, Failure] = {NAK: "refused", BUSY: "busy"}


class Exchange:
    """A question that is on the wire. It is over when `receive` or `on_time` returns something."""

    def __init__(self, asked: Frame, answer_size: int | None, *, echo: bool, mono_ns: int) -> None:
        self.asked = asked
        self.noise_bytes = 0
        self._echo = asked.to_bytes() if echo else b""
        self._answer_size = answer_size
        self._heard = 0
        self._collided = False
        self._deframer = Deframer(crc=asked.source is None)
        on_wire_ns = (OVERHEAD + len(asked.data)) * BYTE_NS
        self.deadline = mono_ns + on_wire_ns + REPLY_WITHIN_NS + ADAPTER_NS

    def receive(self, data: bytes, mono_ns: int) -> Frame | Failure | None:
        """The answer, a refusal, or None while there is more to wait for."""
        rest = self._without_echo(data)
        self._heard += len(data)
        self._wait_on(mono_ns)
        if self._collided:
            self.noise_bytes += len(data)
            return None
        self._deframer.receive_data(rest)
        return self._answer()

    def on_time(self, mono_ns: int) -> Frame | Failure | None:
        """What became of the question once its deadline has passed."""
        if mono_ns < self.deadline:
            return None
        if self._collided:
            return "collision"
        self._deframer.gap()
        found = self._answer()
        if found is not None:
            return found
        if self._heard > len(self._echo):
            return "damaged"
        return "silent" if self._heard == len(self._echo) else "collision"

    def _without_echo(self, data: bytes) -> bytes:
        missing = self._echo[self._heard : self._heard + len(data)]
        self._collided |= not data.startswith(missing)
        return data[len(missing) :]

    def _wait_on(self, mono_ns: int) -> None:
        """Bytes behind the echo move the deadline; after an answer's worth of them only the line has to settle."""
        behind = self._heard - len(self._echo)
        if self._collided:
            self.deadline = mono_ns + AFTER_COLLISION_NS
        elif self._answer_size is not None and behind >= OVERHEAD + self._answer_size:
            self.deadline = mono_ns + SETTLE_NS
        elif behind > 0:
            self.deadline = max(self.deadline, mono_ns + BYTE_GAP_NS)

    def _answer(self) -> Frame | Failure | None:
        while (item := self._deframer.next_item()) is not None:
            if not isinstance(item, Frame):
                self.noise_bytes += len(item.raw)
            elif self._is_from_the_asked(item):
                if item.header in _REFUSALS:
                    return _REFUSALS[item.header]
                if self._answer_size in (None, len(item.data)):
                    return item
            else:
                self.noise_bytes += len(item.raw)
        return None

    def _is_from_the_asked(self, frame: Frame) -> bool:
        known = frame.header == ANSWER or frame.header in _REFUSALS
        return known and frame.dest == HOST and frame.source in (None, self.asked.dest)
