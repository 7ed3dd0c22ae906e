"""An Alpha LED sign: one text that calls a string for each line, so that a changed line does not flicker.

Support: public code. One packet at a time. A sign with replies is asked for them and a refused packet is sent again; a
sign without ignores a damaged packet in silence, so everything is sent again from time to time (ours).
"""

from collections import deque
from collections.abc import Iterable

from msgspec import Struct

from drivers.base import Counters, Observation
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from firmware_bridge.wire import alpha
from firmware_bridge.wire.noise import LineNoise
from table_core.events import LinkLost, LinkRestored, SendLost
from table_core.outputs import Output, Texts

REFRESH_EVERY_NS = 10_000_000_000
SET_UP_EVERY_NS = 600_000_000_000
SET_UPS_AT_FIRST = 3
"""A sign that does not answer may have missed one; each blanks it for a moment."""
PAUSE_NS = 100_000_000
MEMORY_PAUSE_NS = 1_000_000_000
"""A sign that arranges its memory is deaf for about a second (msparks)."""
REPLY_WITHIN_NS = 2_000_000_000
TRIES = 3

_TEXT = "A"
_STRINGS = ("S", "T")  # 1 to 5 are taken on signs with counters
_ONE_LINE = (alpha.MIDDLE_LINE,)
_TWO_LINES = (alpha.TOP_LINE, alpha.BOTTOM_LINE)


class AlphaOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """*rows* of the sign, 1 or 2; *columns* kept for each; *replies*: ask the sign to answer (Alpha 2.0 or later)."""

    rows: int = 2
    columns: int = 40
    replies: bool = False


class AlphaSession:
    Options = AlphaOptions

    def __init__(self, device: str, options: AlphaOptions | None = None) -> None:
        self.device = device
        self.counters = Counters()
        self._options = options or AlphaOptions()
        self._ear = alpha.ReplyDeframer()
        self._wanted = ("",) * self._rows
        self._up = False
        self._queue: deque[str] = deque()
        self._tries = 0
        self._told = False
        self._next_ns: int | None = None
        self._set_ups, self._set_up_ns = 0, 0
        self._sends: list[Send] = []

    @property
    def _rows(self) -> int:
        return 1 if self._options.rows == 1 else 2

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case LinkUp(identity=identity, mono_ns=now):
                self._up, self._told, self._set_ups, self._ear = True, False, 0, alpha.ReplyDeframer()
                self.counters.reconnects += 1
                self._set_up(now)
                return (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                self._up, self._next_ns, self._sends = False, None, []
                self._queue.clear()
                return (Observation(LinkLost(self.device, reason)),)
            case SendFailed(reason=reason, mono_ns=now):
                self.counters.send_failures += 1
                self._queue.clear()
                self._set_ups, self._next_ns = 0, now + PAUSE_NS
                return (Observation(SendLost(self.device, reason)),)
            case RxChunk(data=data, mono_ns=now):
                return self._hear(data, now)
            case UsbDone():
                return ()

    def want(self, output: Output, mono_ns: int) -> None:
        if not isinstance(output, Texts):
            raise TypeError(f"a display cannot show {output}")
        before, self._wanted = self._wanted, (*output.lines, "", "")[: self._rows]
        if self._up:
            idle = not self._queue
            self._queue.extend(self._string(row) for row in range(self._rows) if before[row] != self._wanted[row])
            if idle and self._queue:
                self._transmit(mono_ns)

    def reassert(self, mono_ns: int) -> None:
        """Every string at once, without waiting between them: nobody may be left to send the second."""
        if self._up:
            self._queue = deque(map(self._string, range(self._rows)))
            for _ in range(self._rows - 1):
                self._transmit(mono_ns)
                self._queue.popleft()
            self._transmit(mono_ns)

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        if self._next_ns is None or mono_ns < self._next_ns:
            return ()
        if not self._queue:
            self._refresh(mono_ns)
        elif self._options.replies:
            return self._again(mono_ns, "the sign does not answer")
        else:
            self._advance(mono_ns)
        return ()

    def next_deadline(self) -> int | None:
        return self._next_ns

    def take_sends(self) -> list[Send]:
        sends, self._sends = self._sends, []
        return sends

    def _set_up(self, now: int) -> None:
        """Everything the sign must know, from an empty memory on."""
        size = self._options.columns
        lines = _ONE_LINE if self._rows == 1 else _TWO_LINES
        text = "".join(
            alpha.position(line, alpha.call_string(label)) for line, label in zip(lines, _STRINGS, strict=False)
        )
        strings = [(label, "string", size) for label in _STRINGS[: self._rows]]
        self._queue = deque([alpha.replies(True)] if self._options.replies else [])
        self._queue += [alpha.memory((_TEXT, "text", 64), *strings), alpha.write_text(alpha.PRIORITY_TEXT, "")]
        self._queue += [alpha.write_text(_TEXT, text), *map(self._string, range(self._rows))]
        self._set_ups, self._set_up_ns, self._tries = self._set_ups + 1, now, 0
        self._transmit(now)

    def _refresh(self, now: int) -> None:
        """The strings again; a sign that cannot tell that it lost its memory gets everything again now and then."""
        if self._set_ups == 0 or (not self._options.replies and self._set_up_due(now)):
            self._set_up(now)
            return
        self._queue.extend(map(self._string, range(self._rows)))
        self._transmit(now)

    def _set_up_due(self, now: int) -> bool:
        return self._set_ups < SET_UPS_AT_FIRST or now - self._set_up_ns >= SET_UP_EVERY_NS

    def _string(self, row: int) -> str:
        return alpha.write_string(_STRINGS[row], self._wanted[row][: self._options.columns])

    def _transmit(self, now: int) -> None:
        """Send the packet at the head of the queue; it stays there until it is done with."""
        command = self._queue[0]
        self.counters.frames += 1
        self._sends.append(SerialWrite(self.device, alpha.Packet((command,)).to_bytes()))
        if self._options.replies:
            self._next_ns = now + REPLY_WITHIN_NS
        else:
            self._next_ns = now + (MEMORY_PAUSE_NS if command.startswith("E$") else PAUSE_NS)

    def _advance(self, now: int) -> None:
        self._queue.popleft()
        self._tries = 0
        if self._queue:
            self._transmit(now)
        else:
            self._next_ns = now + (REFRESH_EVERY_NS if self._set_ups else PAUSE_NS)

    def _hear(self, data: bytes, now: int) -> Iterable[Observation]:
        self._ear.receive_data(data)
        seen: list[Observation] = []
        while (item := self._ear.next_item()) is not None:
            match item:
                case LineNoise(raw=raw):
                    self.counters.noise_bytes += len(raw)
                case alpha.Reply(ok=True) if self._options.replies and self._queue:
                    self._told = False
                    self._advance(now)
                case alpha.Reply(ok=False) if self._options.replies and self._queue:
                    self.counters.bad += 1
                    seen += self._refused(item, now)
        return seen

    def _refused(self, reply: alpha.Reply, now: int) -> Iterable[Observation]:
        return self._again(now, f"the sign refuses: {', '.join(reply.problems) or 'no reason given'}")

    def _again(self, now: int, reason: str) -> Iterable[Observation]:
        """Try once more; after three tries start from an empty memory, and say it once."""
        self._tries += 1
        if self._tries < TRIES:
            self._transmit(now)
            return ()
        self._set_up(now)
        if self._told:
            return ()
        self._told = True
        return (Observation(SendLost(self.device, reason)),)
