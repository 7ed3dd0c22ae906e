"""A CD5220 pole display, two lines of 20 characters. Open loop: it answers nothing, so nothing is ever confirmed.

Support: documented. What a line lost is made good by sending both lines again from time to time (ours).
"""

from collections.abc import Iterable

from drivers.base import Counters, Observation
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from firmware_bridge.wire.cd5220 import Clear, Row, ShowLine
from table_core.events import LinkLost, LinkRestored, SendLost
from table_core.outputs import Output, Texts

REFRESH_EVERY_NS = 10_000_000_000
RETRY_AFTER_NS = 250_000_000
_ROWS: tuple[Row, Row] = ("upper", "lower")


class Cd5220Session:
    def __init__(self, device: str) -> None:
        self.device = device
        self.counters = Counters()
        self._wanted: tuple[str, ...] = ("", "")
        self._up = False
        self._deadline: int | None = None
        self._sends: list[Send] = []

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case LinkUp(identity=identity, mono_ns=now):
                self._up = True
                self.counters.reconnects += 1
                self._refresh(now)
                return (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                self._up, self._deadline, self._sends = False, None, []
                return (Observation(LinkLost(self.device, reason)),)
            case SendFailed(reason=reason, mono_ns=now):
                self.counters.send_failures += 1
                self._deadline = now + RETRY_AFTER_NS
                return (Observation(SendLost(self.device, reason)),)
            case RxChunk(data=data):
                self.counters.noise_bytes += len(data)
                return ()
            case UsbDone():
                return ()

    def want(self, output: Output, mono_ns: int) -> None:
        if not isinstance(output, Texts):
            raise TypeError(f"a display cannot show {output}")
        before, self._wanted = self._wanted, (*output.lines, "", "")[: len(_ROWS)]
        if self._up:
            self._send(b"".join(self._line(row) for row in (0, 1) if before[row] != self._wanted[row]))

    def reassert(self, mono_ns: int) -> None:
        if self._up:
            self._refresh(mono_ns)

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        if self._deadline is not None and mono_ns >= self._deadline:
            self._refresh(mono_ns)
        return ()

    def next_deadline(self) -> int | None:
        return self._deadline

    def take_sends(self) -> list[Send]:
        sends, self._sends = self._sends, []
        return sends

    def _refresh(self, now: int) -> None:
        """Clear first: in string mode, or in whatever mode noise has put it, a display obeys nothing else."""
        self._send(Clear().to_bytes() + self._line(0) + self._line(1))
        self._deadline = now + REFRESH_EVERY_NS

    def _line(self, row: int) -> bytes:
        return ShowLine(_ROWS[row], self._wanted[row]).to_bytes()

    def _send(self, data: bytes) -> None:
        if data:
            self.counters.frames += 1
            self._sends.append(SerialWrite(self.device, data))
