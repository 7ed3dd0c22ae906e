"""Lamps on a ccTalk LED board: one command at a time, acknowledged but never read back, so nothing is confirmed.

Support: public code (one library names address, headers and polarity; no board connected by us). The board is alone on
its line. Its whole state is sent again from time to time: a board that lost power says nothing (ours).
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from drivers.base import Counters, Observation, lamps_of
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import Frame
from firmware_bridge.wire.cctalk_exchange import Exchange, Failure
from table_core.events import LampsShown, LinkLost, LinkRestored, SendLost
from table_core.outputs import Output

ADDRESS = 80
TRIES = 3
RETRY_AFTER_NS = 100_000_000
SILENT_SLOT_NS = 1_000_000_000
REFRESH_EVERY_NS = 10_000_000_000

_Period = Annotated[int, Meta(ge=0, le=255 * cc.BLINK_UNIT_MS, multiple_of=cc.BLINK_UNIT_MS)]


class LedOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """*blink_ms* in the order of the channels: 0 or missing shines steadily when lit."""

    address: Annotated[int, Meta(ge=2, le=255)] = ADDRESS
    blink_ms: tuple[_Period, ...] = ()
    check: Literal["sum", "crc"] = "sum"
    echo: bool = True


class CcTalkLedSession:
    Options = LedOptions

    def __init__(self, device: str, channels: int, options: LedOptions) -> None:
        self.device = device
        self.counters = Counters()
        self._options = options
        self._wanted = (False,) * channels
        self._obeyed: list[bool | None] = [None] * channels
        self._told: tuple[bool, ...] | None = None
        self._up = False
        self._failures = 0
        self._due = 0
        self._asking: tuple[int, bool, Exchange] | None = None
        self._sends: list[Send] = []

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case LinkUp(identity=identity, mono_ns=now):
                self._up, self._asking, self._failures, self._told, self._sends = True, None, 0, None, []
                self.counters.reconnects += 1
                self._refresh(now)
                return (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                self._up, self._asking, self._sends = False, None, []
                return (Observation(LinkLost(self.device, reason)),)
            case SendFailed(reason=reason, mono_ns=now):
                self.counters.send_failures += 1
                self._asking, self._due = None, now + RETRY_AFTER_NS
                return (Observation(SendLost(self.device, reason)),)
            case RxChunk(data=data, mono_ns=now):
                return self._bytes(data, now)
            case UsbDone():
                return ()

    def want(self, output: Output, mono_ns: int) -> None:
        self._wanted = lamps_of(output)
        if self._failures == 0 and self._next_channel() is not None:
            self._due = mono_ns
            self._command_next(mono_ns)

    def reassert(self, mono_ns: int) -> None:
        self._refresh(mono_ns)

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        seen: Iterable[Observation] = ()
        if self._asking is not None:
            outcome = self._asking[2].on_time(mono_ns)
            seen = self._over(outcome, mono_ns) if outcome is not None else ()
        elif mono_ns >= self._due and self._next_channel() is None:
            self._refresh(mono_ns)
        self._command_next(mono_ns)
        return seen

    def next_deadline(self) -> int | None:
        if not self._up:
            return None
        return self._asking[2].deadline if self._asking is not None else self._due

    def take_sends(self) -> list[Send]:
        sends, self._sends = self._sends, []
        return sends

    def _bytes(self, data: bytes, now: int) -> Iterable[Observation]:
        if self._asking is None:
            self.counters.noise_bytes += len(data)
            return ()
        outcome = self._asking[2].receive(data, now)
        if outcome is None:
            return ()
        seen = self._over(outcome, now)
        self._command_next(now)
        return seen

    def _over(self, outcome: Frame | Failure, now: int) -> Iterable[Observation]:
        if self._asking is None:
            return ()
        channel, lit, exchange = self._asking
        self._asking = None
        self.counters.noise_bytes += exchange.noise_bytes
        if not isinstance(outcome, Frame):
            return self._failed(outcome, now)
        self.counters.frames += 1
        self._failures, self._obeyed[channel], self._due = 0, lit, now
        if self._next_channel() is not None:
            return ()
        self._due = now + REFRESH_EVERY_NS
        if self._told == self._wanted:
            return ()
        self._told = self._wanted
        return (Observation(LampsShown(self.device, self._wanted, confirmed=False), outcome.raw),)

    def _failed(self, failure: Failure, now: int) -> Iterable[Observation]:
        """A streak of failures is told once; the board is tried for ever."""
        self._failures += 1
        self.counters.bad += failure in ("damaged", "collision")
        self._due = now + (RETRY_AFTER_NS if self._failures < TRIES else SILENT_SLOT_NS)
        if self._failures != TRIES:
            return ()
        self._told = None
        return (Observation(SendLost(self.device, failure)),)

    def _refresh(self, now: int) -> None:
        self._obeyed = [None] * len(self._wanted)
        self._due = now
        self._command_next(now)

    def _next_channel(self) -> int | None:
        return next((n for n, lit in enumerate(self._wanted) if self._obeyed[n] != lit), None)

    def _command_next(self, now: int) -> None:
        channel = self._next_channel()
        if not self._up or self._asking is not None or now < self._due or channel is None:
            return
        lit = self._wanted[channel]
        header, value = self._command(channel, lit=lit)
        data, crc = bytes((channel, value)), self._options.check == "crc"
        frame = cc.question(self._options.address, header, data, crc=crc)
        self._asking = (channel, lit, Exchange(frame, 0, echo=self._options.echo, mono_ns=now))
        self._sends.append(SerialWrite(self.device, frame.to_bytes()))

    def _command(self, channel: int, *, lit: bool) -> tuple[int, int]:
        """Header and value: 0 switches on and 1 off, the other way round than one expects (DEVICES 3.3)."""
        period = self._options.blink_ms[channel] if channel < len(self._options.blink_ms) else 0
        if lit and period:
            return cc.LED_BLINK, period // cc.BLINK_UNIT_MS
        return cc.LED_SWITCH, cc.LED_ON if lit else cc.LED_OFF
