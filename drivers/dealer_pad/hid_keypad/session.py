"""The dealer's numeric keypad on USB: each press told once and answered with a blink. It knows no key's meaning.

Support: public code. A press that is not answered was not recorded: the dealer presses again.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from drivers.base import Counters, Observation
from drivers.boot_keyboard import BootKeyboard, Pressed
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, UsbDone
from firmware_bridge.wire import hid_keyboard as wire
from table_core.events import KeyPressed, KeysUnclear, LinkLost, LinkRestored, SendLost
from table_core.outputs import Output

BLINK_NS = 150_000_000

_LEDS = {"num": wire.NUM_LED, "caps": wire.CAPS_LED, "scroll": wire.SCROLL_LED, "all": 7}
_NAMES = {
    0x53: "numlock", 0x54: "slash", 0x55: "star", 0x56: "minus", 0x57: "plus", 0x63: "dot",
    wire.KEYPAD_ENTER: "enter", wire.ENTER: "enter", wire.BACKSPACE: "backspace",
}  # fmt: skip


class HidKeypadOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """*led*: which lamp of the keypad answers a press. *interface*: its keyboard among its USB interfaces."""

    led: Literal["num", "caps", "scroll", "all"] = "num"
    interface: int = 0


_DEFAULTS = HidKeypadOptions()


class HidKeypadSession:
    Options = HidKeypadOptions

    def __init__(self, device: str, options: HidKeypadOptions = _DEFAULTS) -> None:
        self.device = device
        self.counters = Counters()
        self._led = _LEDS[options.led]
        self._keyboard = BootKeyboard(device, options.interface, at_rest=False)
        self._lit = False
        self._dark_at: int | None = None
        self._unanswered: set[int] = set()
        self._failing = False

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case RxChunk(data=report, mono_ns=now):
                return self._report(report, now)
            case UsbDone():
                return self._answered(item)
            case SendFailed(reason=reason):
                self.counters.send_failures += 1
                return self._trouble(reason)
            case LinkUp(identity=identity):
                self.counters.reconnects += 1
                self._forget()
                self._keyboard.connected()
                return (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                self._forget()
                self._keyboard.disconnected()
                return (Observation(LinkLost(self.device, reason)),)

    def want(self, output: Output, mono_ns: int) -> None:
        raise TypeError(f"a keypad cannot show {output}")

    def reassert(self, mono_ns: int) -> None:
        """A keypad shows nothing but its answers."""

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        if self._dark_at is not None and mono_ns >= self._dark_at:
            self._dark_at = None
            self._light(on=False)
        return ()

    def next_deadline(self) -> int | None:
        return self._dark_at

    def take_sends(self) -> list[Send]:
        return self._keyboard.take_sends()

    def _forget(self) -> None:
        self._lit, self._dark_at, self._failing = False, None, False
        self._unanswered.clear()

    def _report(self, raw: bytes, now: int) -> Iterator[Observation]:
        self.counters.frames += 1
        for news in self._keyboard.take(raw):
            if isinstance(news, Pressed):
                yield Observation(KeyPressed(self.device, key_name(news.key)), news.raw)
                self._blink(now)
            else:
                self.counters.bad += 1
                yield Observation(KeysUnclear(self.device), news.raw)

    def _blink(self, now: int) -> None:
        """The answer leaves with the commit of the press. A lamp still lit from the last one goes out first."""
        if self._lit:
            self._light(on=False)
        self._light(on=True)
        self._dark_at = now + BLINK_NS

    def _light(self, *, on: bool) -> None:
        self._lit = on
        self._unanswered.add(self._keyboard.show_leds(self._led if on else 0))

    def _answered(self, done: UsbDone) -> Iterable[Observation]:
        self._keyboard.answered(done)
        self.counters.bad += done.error is not None
        if done.id not in self._unanswered:
            return ()
        self._unanswered.discard(done.id)
        if done.error is not None:
            return self._trouble(done.error)
        self._failing = False
        return ()

    def _trouble(self, reason: str) -> Iterable[Observation]:
        """A keypad that does not take its answers: told once until it does again."""
        if self._failing:
            return ()
        self._failing = True
        return (Observation(SendLost(self.device, reason)),)


def key_name(key: int) -> str:
    """`0` to `9`, `enter`, `plus` ...; a key that has no name is told by its number."""
    return _NAMES.get(key) or _digit(key) or f"key-{key:02x}"


def _digit(key: int) -> str | None:
    typed = wire.character(key)
    return typed if typed is not None and typed.isdigit() else None
