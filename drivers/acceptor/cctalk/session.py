"""A line of ccTalk chip acceptors, one per seat: asked in turn, one question on the wire at a time.

Support: documented (vendor's vectors and timing; no acceptor connected by us). It reads credits and locks seats; what
a credit means is for the table. Locks go first; then, of the seats that are due, the one that has not heard from us
for longest. A silent one is asked once a second. So each is polled within the second after which it stops accepting.
"""

from collections.abc import Iterable, Iterator

from drivers.acceptor.cctalk.options import CcTalkOptions
from drivers.acceptor.cctalk.seat import Ask, Seat
from drivers.base import Counters, Observation
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from firmware_bridge.wire.cctalk import Frame
from firmware_bridge.wire.cctalk_exchange import SETTLE_NS, Exchange, Failure
from firmware_bridge.wire.cctalk_messages import question
from table_core.events import CounterRead, LinkLost, LinkRestored, SendLost
from table_core.outputs import Acceptors, Output

AFTER_SEND_FAILED_NS = 250_000_000


class CcTalkSession:
    Options = CcTalkOptions

    def __init__(self, device: str, options: CcTalkOptions) -> None:
        self.device = device
        self.counters = Counters()
        self._options = options
        self._seats = {
            number: Seat(device, number, address, options)
            for number, address in enumerate(options.addresses, start=1)
            if address
        }
        self._up = False
        self._quiet_until = 0
        self._asking: tuple[Seat, Ask, Exchange] | None = None
        self._sends: list[Send] = []

    def resume(self, reads: Iterable[CounterRead]) -> None:
        """Go on from the last recorded reading of each seat, before the link is up; without it counting begins anew."""
        for read in reads:
            if read.seat in self._seats:
                self._seats[read.seat].credits.resume(read)

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case LinkUp(identity=identity, mono_ns=now):
                self._connected(now)
                return (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                self._up, self._asking, self._sends = False, None, []
                return (Observation(LinkLost(self.device, reason)),)
            case SendFailed(reason=reason, mono_ns=now):
                self.counters.send_failures += 1
                self._asking, self._quiet_until = None, now + AFTER_SEND_FAILED_NS
                return (Observation(SendLost(self.device, reason)),)
            case RxChunk(data=data, mono_ns=now):
                return list(self._bytes(data, now))
            case UsbDone():
                return ()

    def want(self, output: Output, mono_ns: int) -> None:
        if not isinstance(output, Acceptors):
            raise TypeError(f"acceptors cannot show {output}")
        for number, seat in self._seats.items():
            seat.want(output.open[number - 1], mono_ns)
        self._ask_next(mono_ns)

    def reassert(self, mono_ns: int) -> None:
        for seat in self._seats.values():
            seat.command_again(mono_ns)
        self._ask_next(mono_ns)

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        seen: list[Observation] = []
        if self._asking is not None:
            outcome = self._asking[2].on_time(mono_ns)
            seen += self._over(outcome, mono_ns) if outcome is not None else ()
        self._ask_next(mono_ns)
        return seen

    def next_deadline(self) -> int | None:
        if not self._up:
            return None
        if self._asking is not None:
            return self._asking[2].deadline
        return max(self._quiet_until, min(seat.due for seat in self._seats.values()))

    def take_sends(self) -> list[Send]:
        sends, self._sends = self._sends, []
        return sends

    def _connected(self, now: int) -> None:
        self._up, self._asking, self._quiet_until, self._sends = True, None, now, []
        self.counters.reconnects += 1
        for seat in self._seats.values():
            seat.connected(now)

    def _bytes(self, data: bytes, now: int) -> Iterator[Observation]:
        if self._asking is None:
            self.counters.noise_bytes += len(data)
            self._quiet_until = max(self._quiet_until, now + SETTLE_NS)
            return
        outcome = self._asking[2].receive(data, now)
        if outcome is not None:
            yield from self._over(outcome, now)
            self._ask_next(now)

    def _over(self, outcome: Frame | Failure, now: int) -> Iterator[Observation]:
        """The question on the wire has its answer, or has none."""
        if self._asking is None:
            return
        seat, ask, exchange = self._asking
        self._asking = None
        self.counters.noise_bytes += exchange.noise_bytes
        if isinstance(outcome, Frame):
            self.counters.frames += 1
            events, raw = seat.answered(ask, outcome.data, now), outcome.raw
        else:
            self.counters.bad += outcome in ("damaged", "collision")
            events, raw = seat.failed(ask, outcome, now), b""
        for event in events:
            yield Observation(event, raw)

    def _ask_next(self, now: int) -> None:
        if not self._up or self._asking is not None or now < self._quiet_until:
            return
        waiting = [seat for seat in self._seats.values() if seat.due <= now]
        if not waiting:
            return
        seat = min(waiting, key=lambda one: (not one.is_locking, one.heard_us_at))
        ask = seat.next_ask(now)
        frame = question(seat.address, ask.header, ask.data, crc=self._options.check == "crc")
        self._asking = (seat, ask, Exchange(frame, ask.size, echo=self._options.echo, mono_ns=now))
        self._sends.append(SerialWrite(self.device, frame.to_bytes()))
