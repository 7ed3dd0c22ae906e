"""A ccTalk session and a simulated bus in virtual time, paced at 9600 baud. Nothing sleeps, nothing is random here."""

import heapq
from collections.abc import Callable, Iterable

from drivers.acceptor.cctalk.options import CcTalkOptions
from drivers.acceptor.cctalk.session import CcTalkSession
from drivers.base import Observation, Session
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, SerialWrite
from firmware_bridge.wire.cctalk_exchange import BYTE_NS
from hw_sims.devices.cctalk.bus import Bus
from hw_sims.devices.cctalk.slot import ChipSlot, slots
from table_core.events import DeviceEvent
from table_core.outputs import Acceptors

DEVICE = "aparato-1"
MS = 1_000_000
SECOND_NS = 1000 * MS
TURNAROUND_NS = 2 * MS
COINS = (1000, 5000, 0, 20000)
ADDRESSES = (2, 3, 4, 5, 6, 7, 8)


class PacedLine:
    """Carries bytes between *session* and *bus* at the pace of the wire; `at` plans what a person does."""

    def __init__(self, session: Session, bus: Bus) -> None:
        self.session = session
        self.bus = bus
        self.now = 0
        self.seen: list[Observation] = []
        self.asked: list[tuple[int, bytes]] = []
        self._coming: list[tuple[int, int, bytes | Callable[[], object]]] = []
        self._order = 0

    @property
    def events(self) -> list[DeviceEvent]:
        return [seen.event for seen in self.seen]

    def plug(self) -> None:
        self._hear(self.session.receive(LinkUp(DEVICE, "pty:1", self.now, self.now)))

    def pull(self) -> None:
        self._coming = [entry for entry in self._coming if not isinstance(entry[2], bytes)]
        self.bus.unplugged()
        self._hear(self.session.receive(LinkDown(DEVICE, "pulled", self.now, self.now)))

    def at(self, moment: int, act: Callable[[], object]) -> None:
        self._order += 1
        heapq.heappush(self._coming, (moment, self._order, act))

    def run(self, for_ns: int) -> list[DeviceEvent]:
        """Let *for_ns* pass; the events of that time."""
        before, until = len(self.seen), self.now + for_ns
        while (moment := self._next_moment()) is not None and moment <= until:
            self.now = max(self.now, moment)
            self._step()
        self.now = until
        return self.events[before:]

    def want(self, *is_open: bool) -> None:
        self.session.want(Acceptors(is_open), self.now)
        self._write()

    def _next_moment(self) -> int | None:
        deadline = self.session.next_deadline()
        moments = [self._coming[0][0]] if self._coming else []
        return min([*moments, deadline] if deadline is not None else moments, default=None)

    def _step(self) -> None:
        if self._coming and self._coming[0][0] <= self.now:
            _moment, _order, what = heapq.heappop(self._coming)
            if isinstance(what, bytes):
                self._hear(self.session.receive(RxChunk(DEVICE, what, self.now, self.now)))
            else:
                what()
        else:
            self._hear(self.session.on_time(self.now))

    def _hear(self, seen: object) -> None:
        assert isinstance(seen, list | tuple)
        self.seen += seen
        self._write()

    def _write(self) -> None:
        for send in self.session.take_sends():
            assert isinstance(send, SerialWrite)
            self.asked.append((self.now, send.data))
            written = self.now + len(send.data) * BYTE_NS
            heard = self.bus.receive(send.data, written)
            echo, answer = heard[: len(send.data)], heard[len(send.data) :]
            self._arrive(written, echo)
            self._arrive(written + TURNAROUND_NS + len(answer) * BYTE_NS, answer)

    def _arrive(self, moment: int, data: bytes) -> None:
        if data:
            self._order += 1
            heapq.heappush(self._coming, (moment, self._order, data))


def options(*addresses: int, **settings: object) -> CcTalkOptions:
    return CcTalkOptions(addresses, COINS, **settings)  # type: ignore[arg-type]


def table_of_seven(noise: Callable[[bytes], bytes] | None = None) -> tuple[PacedLine, dict[int, ChipSlot]]:
    """Seven seats on one line, the cable just put in."""
    seats = slots(ADDRESSES)
    line = PacedLine(CcTalkSession(DEVICE, options(*ADDRESSES)), Bus(list(seats.values()), noise=noise))
    line.plug()
    return line, seats


def one_seat(slot: ChipSlot | None = None, **settings: object) -> tuple[PacedLine, ChipSlot]:
    """A line with one acceptor, identified and open."""
    slot = slot or ChipSlot(2)
    line = PacedLine(CcTalkSession(DEVICE, options(slot.address, **settings)), Bus([slot]))
    line.plug()
    line.want(True)
    line.run(2 * SECOND_NS)
    return line, slot


def told(events: Iterable[DeviceEvent], *kinds: type) -> list[DeviceEvent]:
    return [event for event in events if isinstance(event, kinds)]
