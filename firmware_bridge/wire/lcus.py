"""Commands of the LCUS serial relay board (CH340, 9600 baud): `A0 channel state sum`. No board answers.

Grade B: the on and off commands of channel 1 stand in sellers' pages, the others follow from the sum.
"""

from msgspec import Struct

from firmware_bridge.wire.noise import HeldBytes, LineNoise

START = 0xA0
SIZE = 4
MAX_CHANNEL = 8
NOISE_RUN = 64


class RelayCommand(Struct, frozen=True):
    """Switch one relay; channels count from 1."""

    channel: int
    on: bool

    def __post_init__(self) -> None:
        if not 1 <= self.channel <= MAX_CHANNEL:
            raise ValueError(f"channel {self.channel}, want 1..{MAX_CHANNEL}")

    def to_bytes(self) -> bytes:
        return bytes((START, self.channel, self.on, START + self.channel + self.on))

    @property
    def raw(self) -> bytes:
        """The very bytes it was read from: a command has one spelling only."""
        return self.to_bytes()


class Deframer(HeldBytes):
    """The board's ear: cuts a byte stream into commands and noise, whatever the chunks."""

    def next_item(self) -> RelayCommand | LineNoise | None:
        if not self._held:
            return None
        if self._held[0] != START:
            return self._next_noise()
        if len(self._held) < SIZE:
            return None
        return self._judge(*self._held[1:SIZE])

    def flush(self) -> LineNoise | None:
        """What is held at the end of the stream; call it after `next_item` returned None."""
        if not self._held:
            return None
        return self._drop(len(self._held), "bad_shape" if self._held[0] == START else "no_start")

    def _next_noise(self) -> LineNoise | None:
        end = self._held.find(START)
        if end < 0 and len(self._held) < NOISE_RUN:
            return None
        return self._drop(min(end, NOISE_RUN) if end > 0 else NOISE_RUN, "no_start")

    def _judge(self, channel: int, state: int, check: int) -> RelayCommand | LineNoise:
        # One byte only: unlike ENQ, A0 may stand inside a damaged command and begin the next good one.
        if check != (START + channel + state) & 0xFF:
            return self._drop(1, "bad_sum")
        if not 1 <= channel <= MAX_CHANNEL or state > 1:
            return self._drop(1, "bad_shape")
        del self._held[:SIZE]
        return RelayCommand(channel, bool(state))


def encode(channel: int, on: bool) -> bytes:
    return RelayCommand(channel, on).to_bytes()
