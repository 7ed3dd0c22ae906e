"""What every session with a boot keyboard shares: opening requests, and which key is newly down. Decides nothing."""

from collections.abc import Iterator

from msgspec import Struct

from firmware_bridge.traffic import Send, UsbDone, UsbTransfer
from firmware_bridge.wire import hid_keyboard as wire
from firmware_bridge.wire.hid_keyboard import KeyReport


class Pressed(Struct, frozen=True):
    """A key went down."""

    key: int
    shifted: bool
    raw: bytes


class Unclear(Struct, frozen=True):
    """The keyboard could not tell its keys, or said what is no report; what was pressed then is not known."""

    raw: bytes


class BootKeyboard:
    """Tells each press once. A key that was down before anybody listened is no press.

    *at_rest*: a keyboard that will not say which keys are down is taken to have none. Without it, nothing counts
    until a report without keys has come.
    """

    def __init__(self, port: str, interface: int, *, at_rest: bool) -> None:
        self._port = port
        self._interface = interface
        self._at_rest = at_rest
        self._held: frozenset[int] | None = None
        self._next_id = 1
        self._asked: int | None = None
        self._sends: list[Send] = []

    def connected(self) -> None:
        """Boot protocol, reports only on a change, and the question which keys are down now."""
        self._held, self._sends = None, []
        self._transfer(wire.SET_TYPE, wire.SET_PROTOCOL, wire.BOOT_PROTOCOL)
        self._transfer(wire.SET_TYPE, wire.SET_IDLE, wire.ONLY_ON_CHANGE)
        self._asked = self._transfer(wire.GET_TYPE, wire.GET_REPORT, wire.INPUT_REPORT_VALUE, length=wire.REPORT_SIZE)

    def disconnected(self) -> None:
        self._held, self._asked, self._sends = None, None, []

    def take_sends(self) -> list[Send]:
        sends, self._sends = self._sends, []
        return sends

    def show_leds(self, leds: int) -> int:
        """Ask for *leds*; the answer carries the number returned."""
        return self._transfer(wire.SET_TYPE, wire.SET_REPORT, wire.OUTPUT_REPORT_VALUE, data=bytes((leds,)))

    def answered(self, done: UsbDone) -> None:
        """The answer to the opening question settles which keys were down before."""
        if done.id != self._asked or self._held is not None:
            return
        self._asked = None
        report = self._parse(done.data) if done.error is None else None
        if report is not None and not report.unclear:
            self._held = frozenset(report.keys)
        elif self._at_rest:
            self._held = frozenset()

    def take(self, raw: bytes) -> Iterator[Pressed | Unclear]:
        """What the report *raw* says that is new."""
        report = self._parse(raw)
        if report is None or report.unclear:
            self._held = None
            yield Unclear(raw)
        elif self._held is not None:
            before, self._held = self._held, frozenset(report.keys)
            yield from (Pressed(key, report.shifted, raw) for key in dict.fromkeys(report.keys) if key not in before)
        elif not report.keys:
            self._held = frozenset()

    def _parse(self, raw: bytes) -> KeyReport | None:
        try:
            return wire.parse_report(raw)
        except ValueError:
            return None

    def _transfer(self, kind: int, request: int, value: int, *, data: bytes = b"", length: int = 0) -> int:
        number, self._next_id = self._next_id, self._next_id + 1
        self._sends.append(UsbTransfer(self._port, number, kind, request, value, self._interface, data, length))
        return number
