"""A table's talk with the floor of a shared pot: greets, sends claims until they are answered, listens for the pot.

Messages are lines of JSON; the link below brings whole ones or none. Silence is a lost link, whatever the line says.
"""

from collections.abc import Iterable, Iterator

import msgspec

from drivers.base import Counters, Introduction, Observation
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from firmware_bridge.wire.floor import (
    MAX_BYTES,
    PROTOCOL,
    SILENT_MS,
    Claims,
    Decisions,
    Head,
    Hello,
    Refused,
    ToFloor,
    Value,
    Welcome,
    decode_to_table,
    encode,
)
from table_core.events import LinkLost, LinkRestored
from table_core.floor_events import FloorDecided, FloorEvent, FloorRefused, FloorUnclear, FloorWelcomed, PotHeard
from table_core.outputs import FloorClaims, Output
from table_core.progressive.claims import AnyClaim, Decided, PotValue
from table_core.progressive.ledger import Sums

MS = 1_000_000
SILENT_NS = SILENT_MS * MS
AGAIN_NS = 1000 * MS
"""A claim without an answer is sent again after so long: a floor may have dropped it, and never takes it twice."""

_decided: msgspec.json.Decoder[Decided] = msgspec.json.Decoder(Decided)
_value: msgspec.json.Decoder[PotValue] = msgspec.json.Decoder(PotValue)


class FloorSession:
    def __init__(self, device: str) -> None:
        self.device = device
        self.counters = Counters()
        self._who = Introduction("", "", "", "", None)
        self._rest = b""
        self._up = False
        self._welcome = False
        self._silent_at: int | None = None
        self._told_lost = False
        self._greeted_at = 0
        self._begun = False
        self._wanted: tuple[AnyClaim, ...] = ()
        self._sent_to = 0
        self._again_at: int | None = None
        self._value: PotValue | None = None
        self._refused: Refused | None = None
        self._sends: list[Send] = []

    def introduce(self, who: Introduction) -> None:
        self._who = who

    def receive(self, item: PortInput) -> Iterable[Observation]:
        match item:
            case RxChunk(data=data) if self._up:
                return list(self._bytes(data, item))
            case LinkUp(identity=identity):
                self._connected(item)
                return () if self._told_lost else (Observation(LinkRestored(self.device, identity)),)
            case LinkDown(reason=reason):
                self._up = False
                self._sends.clear()
                return self._lost(reason)
            case SendFailed():
                self.counters.send_failures += 1
                return ()
            case RxChunk() | UsbDone():
                return ()

    def want(self, output: Output, mono_ns: int) -> None:
        if not isinstance(output, FloorClaims):
            raise TypeError(f"a floor cannot show {output}")
        if not self._begun:
            self._begun, self._silent_at = True, mono_ns + SILENT_NS
        self._wanted = output.claims
        if not self._wanted:
            self._again_at = None
        elif self._welcome and self._wanted[-1].seq > self._sent_to:
            self._claim([claim for claim in self._wanted if claim.seq > self._sent_to], mono_ns)

    def reassert(self, mono_ns: int) -> None:
        if self._welcome and self._wanted:
            self._claim(self._wanted, mono_ns)

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        if self._silent_at is not None and mono_ns >= self._silent_at:
            return self._lost(f"el piso calla hace {SILENT_MS} ms")
        if self._again_at is not None and mono_ns >= self._again_at:
            self._claim(self._wanted, mono_ns)
        return ()

    def next_deadline(self) -> int | None:
        return min((at for at in (self._silent_at, self._again_at) if at is not None), default=None)

    def take_sends(self) -> list[Send]:
        sends, self._sends = self._sends, []
        return sends

    # The link

    def _connected(self, item: LinkUp) -> None:
        self.counters.reconnects += 1
        self._up, self._begun, self._rest = True, True, b""
        self._welcome, self._again_at = False, None
        self._silent_at = None if self._told_lost else item.mono_ns + SILENT_NS
        self._greet(item)

    def _greet(self, item: LinkUp | RxChunk) -> None:
        who = self._who
        terms = msgspec.Raw(msgspec.json.encode(who.terms))
        self._greeted_at = item.mono_ns
        self._say(Hello(PROTOCOL, who.table, who.run, who.plan, who.plan_digest, terms, item.utc_ns))

    def _lost(self, reason: str) -> Iterable[Observation]:
        self._welcome, self._silent_at, self._again_at = False, None, None
        if self._told_lost:
            return ()
        self._told_lost = True
        return (Observation(LinkLost(self.device, reason)),)

    def _claim(self, claims: Iterable[AnyClaim], mono_ns: int) -> None:
        self._say(Claims(tuple(msgspec.Raw(msgspec.json.encode(claim)) for claim in claims)))
        self._sent_to = self._wanted[-1].seq
        self._again_at = mono_ns + AGAIN_NS

    def _say(self, message: ToFloor) -> None:
        self._sends.append(SerialWrite(self.device, encode(message) + b"\n"))

    # What it hears

    def _bytes(self, data: bytes, item: RxChunk) -> Iterator[Observation]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            yield from self._line(line, item)
        if len(self._rest) > MAX_BYTES:
            yield from self._unclear(self._rest, f"más de {MAX_BYTES} bytes sin fin de mensaje")
            self._rest = b""

    def _line(self, line: bytes, item: RxChunk) -> Iterator[Observation]:
        try:
            heard = self._heard(line, item)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            yield from self._unclear(line, str(error))
            return
        self.counters.frames += 1
        for event in heard:
            yield Observation(event, line)

    def _unclear(self, line: bytes, why: str) -> Iterator[Observation]:
        self.counters.bad += 1
        yield Observation(FloorUnclear(self.device, why), line[:1000])

    def _heard(self, line: bytes, item: RxChunk) -> list[FloorEvent]:
        message = decode_to_table(line)
        if self._welcome:
            self._silent_at = item.mono_ns + SILENT_NS
        elif self._refused is None and item.mono_ns >= self._greeted_at + SILENT_NS:
            self._greet(item)  # it was silent for too long and speaks again on the same connection
        match message:
            case Welcome():
                return [self._welcomed(message, item.mono_ns)]
            case Refused():
                return self._not_taken(message)
            case Decisions(decisions=decisions):
                return [FloorDecided(self.device, decided) for decided in map(_decided.decode, decisions)]
            case Value(value=value):
                return self._told(_value.decode(value))

    def _welcomed(self, message: Welcome, mono_ns: int) -> FloorEvent:
        self._welcome, self._told_lost, self._refused = True, False, None
        self._silent_at = mono_ns + SILENT_NS
        self._sent_to, self._value = 0, None
        if self._wanted:
            self._claim(self._wanted, mono_ns)
        return FloorWelcomed(self.device, message.floor, message.pot, message.answered)

    def _not_taken(self, message: Refused) -> list[FloorEvent]:
        """Told once. Without a number it is the table itself that is refused: its link is as good as lost."""
        if message.seq is None:
            self._welcome, self._again_at = False, None
            self._silent_at, self._told_lost = None, True
        if message == self._refused:  # it refuses every time
            self.counters.duplicates += 1
            return []
        self._refused = message
        return [FloorRefused(self.device, message.code, message.detail, message.seq)]

    def _told(self, value: PotValue) -> list[FloorEvent]:
        """The beat says the same again and again; only what is new is told."""
        if not self._welcome or value == self._value:
            return []
        self._value = value
        return [PotHeard(self.device, value)]


def head_message(seq: int, digest: str, utc_ns: int, began: int, answered: int, books: Sums) -> bytes:
    """What tells the floor how far the table's journal and its meters have come, and what time it is there."""
    return encode(Head(seq, digest, utc_ns, began, answered, msgspec.Raw(msgspec.json.encode(books)))) + b"\n"
