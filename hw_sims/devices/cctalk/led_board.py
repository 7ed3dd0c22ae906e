"""A simulated ccTalk LED board with eight lamps: switches, blinks, acknowledges, forgets everything without power."""

from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import HOST, Frame

LEDS = 8


class LedBoard:
    """*lit* is what a person sees, a blinking lamp counting as lit; *blinks_ms* how it blinks, 0 for steadily."""

    def __init__(self, address: int = 80, *, crc: bool = False) -> None:
        self.address = address
        self.dead = False
        self._crc = crc
        self.power_lost()

    @property
    def lit(self) -> tuple[bool, ...]:
        return tuple(self._lit)

    @property
    def blinks_ms(self) -> tuple[int, ...]:
        return tuple(self._periods)

    def power_lost(self) -> None:
        self._lit = [False] * LEDS
        self._periods = [0] * LEDS

    def heard(self, asked: Frame, mono_ns: int) -> Frame | None:
        if self.dead or not self._obey(asked):
            return None
        return Frame(HOST, cc.ANSWER, b"", None if self._crc else self.address)

    def _obey(self, asked: Frame) -> bool:
        match asked.header, tuple(asked.data):
            case cc.SIMPLE_POLL, ():
                return True
            case cc.LED_SWITCH, (led, value) if led < LEDS and value in (cc.LED_ON, cc.LED_OFF):
                self._lit[led], self._periods[led] = value == cc.LED_ON, 0
                return True
            case cc.LED_BLINK, (led, period) if led < LEDS:
                self._lit[led], self._periods[led] = True, period * cc.BLINK_UNIT_MS
                return True
            case _:
                return False
