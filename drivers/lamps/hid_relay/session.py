"""Lamps on a HID relay board 16c0:05df: switched by feature report, then read back. Support: public code."""

from collections.abc import Iterable

from drivers.base import Counters, Observation, lamps_of
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, UsbDone, UsbTransfer
from firmware_bridge.wire import hid_relay as wire
from table_core.events import DeviceNamed, LampsDiffer, LampsShown, LinkLost, LinkRestored, SendLost
from table_core.outputs import Output

RETRY_AFTER_NS = 250_000_000
READ_BACK_EVERY_NS = 5_000_000_000


class HidRelaySession:
    """Wanted lamps are commanded, read back and compared; what differs is commanded again until it does not."""

    def __init__(self, device: str, channels: int) -> None:
        self.device = device
        self.counters = Counters()
        self._channels = channels
        self._wanted = (False,) * channels
        self._shown: tuple[bool, ...] | None = None
        self._told: tuple[tuple[bool, ...], tuple[bool, ...]] | None = None
        self._name = ""
        self._up = False
        self._next_id = 1
        self._reading: int | None = None
        self._deadline: int | None = None
        self._sends: list[Send] = []

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case LinkUp(identity=identity, mono_ns=now):
                self._up, self._shown, self._told, self._sends = True, None, None, []
                self._name = ""
                self.counters.reconnects += 1
                self._command_all(now)
                return (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                self._up, self._deadline, self._sends = False, None, []
                return (Observation(LinkLost(self.device, reason)),)
            case UsbDone():
                return self._done(item)
            case SendFailed(reason=reason, mono_ns=now):
                self.counters.send_failures += 1
                self._shown, self._deadline = None, now + RETRY_AFTER_NS
                return (Observation(SendLost(self.device, reason)),)
            case RxChunk():
                return ()

    def want(self, output: Output, mono_ns: int) -> None:
        lit = lamps_of(output)
        if lit == self._wanted:
            return
        before, self._wanted = self._wanted, lit
        if self._up:
            self._command([n for n in range(self._channels) if before[n] != lit[n]], mono_ns)

    def reassert(self, mono_ns: int) -> None:
        if self._up:
            self._command_all(mono_ns)

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        if self._deadline is None or mono_ns < self._deadline:
            return ()
        if self._shown == self._wanted:
            self._read_back(mono_ns)
        else:
            self._command_all(mono_ns)
        return ()

    def next_deadline(self) -> int | None:
        return self._deadline

    def take_sends(self) -> list[Send]:
        sends, self._sends = self._sends, []
        return sends

    def _command_all(self, now: int) -> None:
        """The whole wanted state: a board forgets it when it loses power (DEVICES 3.3)."""
        self._command(list(range(self._channels)), now)

    def _command(self, channels: list[int], now: int) -> None:
        for channel in channels:
            self._transfer(wire.SET_REPORT_TYPE, wire.SET_REPORT, data=wire.switch(channel + 1, self._wanted[channel]))
        self._read_back(now)

    def _read_back(self, now: int) -> None:
        self._reading = self._transfer(wire.GET_REPORT_TYPE, wire.GET_REPORT, length=wire.REPORT_SIZE)
        self._deadline = now + READ_BACK_EVERY_NS

    def _transfer(self, request_type: int, request: int, *, data: bytes = b"", length: int = 0) -> int:
        number, self._next_id = self._next_id, self._next_id + 1
        value, index = wire.FEATURE_REPORT_VALUE, wire.REPORT_INDEX
        self._sends.append(UsbTransfer(self.device, number, request_type, request, value, index, data, length))
        return number

    def _done(self, done: UsbDone) -> Iterable[Observation]:
        if done.error is not None:
            self.counters.bad += 1
            self._deadline = done.mono_ns + RETRY_AFTER_NS
            return ()
        if done.id != self._reading:
            return ()
        return self._compare(done)

    def _compare(self, done: UsbDone) -> Iterable[Observation]:
        try:
            name, bits = wire.parse_state(done.data)
        except ValueError:
            self.counters.bad += 1
            self._deadline = done.mono_ns + RETRY_AFTER_NS
            return ()
        self.counters.frames += 1
        self._shown = tuple(bool(bits >> channel & 1) for channel in range(self._channels))
        if self._shown != self._wanted:
            self._deadline = done.mono_ns + RETRY_AFTER_NS
        return (*self._tell_name(name, done.data), *self._tell(done.data))

    def _tell_name(self, name: str, raw: bytes) -> Iterable[Observation]:
        """Which board this is: told once for each connection, and whenever it says another."""
        if name == self._name:
            return ()
        self._name = name
        return (Observation(DeviceNamed(self.device, name), raw),)

    def _tell(self, raw: bytes) -> Iterable[Observation]:
        """Report a state once, not at every read-back."""
        assert self._shown is not None  # noqa: S101 - set by the caller
        if self._told == (self._wanted, self._shown):
            return ()
        self._told = (self._wanted, self._shown)
        if self._shown == self._wanted:
            return (Observation(LampsShown(self.device, self._shown, confirmed=True), raw),)
        return (Observation(LampsDiffer(self.device, self._wanted, self._shown), raw),)
