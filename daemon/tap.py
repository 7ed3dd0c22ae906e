"""The newest traffic of every device for whoever looks on: both directions, decoded, cards covered. Keeps nothing.

The table only hands over references; they become lines when somebody asks. Of a device that names cards no byte is
shown, for a card may lie covered long after it was read.
"""

import time
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from daemon.kernel import Input
from daemon.messages import TrafficLine, Way
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from table_core.record import Entry, Observed
from table_core.views import visible

NAMES_CARDS = frozenset({"shoe", "shuffler"})
"""The roles of devices whose bytes would name a card."""
HELD = 4000
PAGE = 500
WHOLE_PAGE = 50
"""Lines of a page whose reads are not cut short: a read may be kilobytes long."""
_MOST_BYTES = 128


class Tap:
    """A witness of the shell. Only the newest few thousand lines are held: the recorder keeps what must be kept."""

    def __init__(self, covered: frozenset[str]) -> None:
        self._covered = covered
        self._held: deque[tuple[int, int, Input | Send | Observed]] = deque(maxlen=HELD)
        self._last = 0

    def begun(self, entries: Sequence[Entry], *, after_fault: bool) -> None:
        """A start moves no bytes."""

    def stepped(self, inputs: Sequence[Input], entries: Sequence[Entry], fault: str | None = None) -> None:
        for given in inputs:
            if isinstance(given, RxChunk | UsbDone | LinkUp | LinkDown | SendFailed):
                self._keep(given.utc_ns, given)
        for entry in entries:
            if isinstance(entry, Observed):
                self._keep(inputs[-1].utc_ns, entry)

    def sent(self, send: Send, mono_ns: int) -> None:
        self._keep(time.time_ns(), send)

    def lines(self, after: int, device: str | None, *, whole: bool = False) -> list[TrafficLine]:
        """Lines with a number above *after*, the oldest first, one page at most."""
        most = None if whole else _MOST_BYTES
        newer = (self._line(*held, most) for held in tuple(self._held) if held[0] > after)
        wanted = (line for line in newer if device in (None, line.device))
        return list(islice(wanted, WHOLE_PAGE if whole else PAGE))

    @property
    def last(self) -> int:
        return self._last

    @property
    def oldest(self) -> int:
        """The number of the oldest line still held."""
        return self._last - len(self._held) + 1

    def _keep(self, utc_ns: int, what: Input | Send | Observed) -> None:
        self._last += 1
        self._held.append((self._last, utc_ns, what))

    def _line(self, n: int, utc_ns: int, what: Any, most: int | None) -> TrafficLine:
        match what:
            case RxChunk(port=device, data=data):
                return self._bytes(n, utc_ns, device, "in", data[:most], len(data))
            case UsbDone(port=device, data=data, error=error):
                return self._bytes(n, utc_ns, device, "in", data[:most], len(data), error or "")
            case SerialWrite(port=device, data=data):
                return self._bytes(n, utc_ns, device, "out", data[:most], len(data))
            case LinkUp(port=device, identity=identity):
                return TrafficLine(n, utc_ns, device, "link", 0, "", identity)
            case LinkDown(port=device, reason=reason) | SendFailed(port=device, reason=reason):
                return TrafficLine(n, utc_ns, device, "link", 0, "", reason)
            case Observed():
                shown = visible(what, None)["event"]
                return TrafficLine(n, utc_ns, shown.get("device", ""), "event", 0, "", _spelled(shown))
            case _:
                words = f"{what.request_type:02x} {what.request:02x} {what.value:04x}"
                return self._bytes(n, utc_ns, what.port, "out", what.data[:most], len(what.data), words)

    def _bytes(
        self, n: int, utc_ns: int, device: str, way: Way, data: bytes, size: int, words: str = ""
    ) -> TrafficLine:
        return TrafficLine(n, utc_ns, device, way, size, "" if device in self._covered else data.hex(" "), words)


def _spelled(event: dict[str, Any]) -> str:
    """An event in one line: its name, then what it says."""
    told = {key: value for key, value in event.items() if key not in ("type", "device") and value not in (None, "")}
    return " ".join([event["type"], *(f"{key}={_plain(value)}" for key, value in told.items())])


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
