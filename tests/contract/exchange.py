"""A driver's session and a simulated device with a line each way between them, in virtual time. No clock, no thread."""

import heapq
from collections.abc import Callable, Iterable
from itertools import count

from drivers.base import Observation, Session
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk, Send, SendFailed, SerialWrite, UsbDone
from firmware_bridge.traffic import UsbTransfer as Transfer
from hw_sims.lines import Arrival, Line, PluggedIn, Read, Refused, Unplugged
from table_core.events import DeviceEvent
from table_core.outputs import Output

USB_GIVES_UP_NS = 250_000_000
_OK = b"\x00"


class Peer:
    """The far end of the line. A silent one that hears nothing; a test overrides what its device does."""

    def hear(self, data: bytes, at_ns: int) -> Iterable[bytes]:
        """Take what the host wrote; the frames to answer with."""
        return ()

    def transfer(self, send: Transfer, at_ns: int) -> bytes | str:
        """One USB control transfer: the answer, or the name of the error."""
        return "stall"

    def power_lost(self) -> None:
        """The cable was pulled."""

    def next_deadline(self) -> int | None:
        """When the device wants to speak unasked."""
        return None

    def on_time(self, at_ns: int) -> Iterable[bytes]:
        return ()


class Exchange:
    """Carries bytes both ways over its two lines, perfect until replaced, and gives everybody the time."""

    def __init__(self, session: Session, peer: Peer) -> None:
        self.session = session
        self.peer = peer
        self.to_host = self.to_device = Line()
        self.observations: list[Observation] = []
        self.now_ns = 0
        self._up = False
        self._order = count()
        self._due: list[tuple[int, int, Callable[[], None]]] = []

    @property
    def events(self) -> list[DeviceEvent]:
        return [seen.event for seen in self.observations]

    def connect(self) -> None:
        self._plug_in()
        self._flush()

    def want(self, output: Output) -> None:
        self.session.want(output, self.now_ns)
        self._flush()

    def say(self, *frames: bytes) -> None:
        """The device writes *frames* in one go, then falls silent."""
        self._over(self.to_host, frames, self._host_gets)

    def run(self, for_ns: int) -> None:
        """Let *for_ns* pass: what arrives and what falls due happens in order."""
        end = self.now_ns + for_ns
        while (due := self._next_due()) is not None and due <= end:
            self.now_ns = max(self.now_ns, due)
            self._step()
        self.now_ns = end

    def unplug(self) -> None:
        """The cable is pulled: what was under way arrives nowhere."""
        self._due.clear()
        self._cable(Unplugged(self.now_ns))

    def heal(self) -> None:
        """Both lines are perfect from now on; what the bad ones still held arrives first."""
        self.to_host, self.to_device = Line(), Line()

    def _next_due(self) -> int | None:
        moments = [self._due[0][0] if self._due else None, self.session.next_deadline(), self.peer.next_deadline()]
        return min((moment for moment in moments if moment is not None), default=None)

    def _step(self) -> None:
        """What has arrived goes before what has run out: a reply in the buffer never times out."""
        if self._due and self._due[0][0] <= self.now_ns:
            heapq.heappop(self._due)[2]()
        elif (deadline := self.peer.next_deadline()) is not None and deadline <= self.now_ns:
            self.say(*self.peer.on_time(self.now_ns))
        else:
            self.observations += self.session.on_time(self.now_ns)
        self._flush()

    def _flush(self) -> None:
        sends = self.session.take_sends()
        self._over(self.to_device, [send.data for send in sends if isinstance(send, SerialWrite)], self._device_gets)
        for send in sends:
            if isinstance(send, Transfer):
                self._transfer(send)

    def _over(self, line: Line, frames: Iterable[bytes], get: Callable[[Arrival], None]) -> None:
        written = list(frames)
        for arrival in [*(one for frame in written for one in line.carry(frame, self.now_ns)), *line.rest(self.now_ns)]:
            self._at(arrival.at_ns, lambda arrival=arrival: get(arrival))  # type: ignore[misc]

    def _at(self, at_ns: int, do: Callable[[], None]) -> None:
        heapq.heappush(self._due, (at_ns, next(self._order), do))

    def _host_gets(self, arrival: Arrival) -> None:
        match arrival:
            case Read(data=data) if self._up:
                self._input(RxChunk(self.session.device, data, self.now_ns, self.now_ns))
            case _:
                self._cable(arrival)

    def _device_gets(self, arrival: Arrival) -> None:
        match arrival:
            case Read(data=data) if self._up:
                self.say(*self.peer.hear(data, self.now_ns))
            case Refused():
                self._input(SendFailed(self.session.device, "the device stopped reading", self.now_ns, self.now_ns))
            case _:
                self._cable(arrival)

    def _cable(self, arrival: Arrival) -> None:
        match arrival:
            case Unplugged():
                self._up = False
                self.peer.power_lost()
                self._input(LinkDown(self.session.device, "unplugged", self.now_ns, self.now_ns))
            case PluggedIn():
                self._plug_in()
            case Read() | Refused():
                pass  # nobody is there to take it

    def _plug_in(self) -> None:
        self._up = True
        self._input(LinkUp(self.session.device, "memory:line", self.now_ns, self.now_ns))

    def _transfer(self, send: Send) -> None:
        """USB checks every packet: a transfer comes through whole, or the host's controller gives up."""
        assert isinstance(send, Transfer)
        asked = bytes((send.request_type, send.request)) + send.data
        if (heard_ns := self._intact(self.to_device, asked)) is None or not self._up:
            self._give_up(send)
            return
        answer = self.peer.transfer(send, heard_ns)
        data, error = (b"", answer) if isinstance(answer, str) else (answer, None)
        if (done_ns := self._intact(self.to_host, _OK + data, heard_ns)) is None:
            self._give_up(send)
            return
        self._at(done_ns, lambda: self._input(UsbDone(send.port, send.id, data, error, self.now_ns, self.now_ns)))

    def _give_up(self, send: Transfer) -> None:
        moment = self.now_ns + USB_GIVES_UP_NS
        error = "timeout: no answer"
        self._at(moment, lambda: self._input(UsbDone(send.port, send.id, b"", error, self.now_ns, self.now_ns)))

    def _intact(self, line: Line, frame: bytes, at_ns: int | None = None) -> int | None:
        """When *frame* has arrived, if all of it and nothing else did; hang-ups are told on the way."""
        now = self.now_ns if at_ns is None else at_ns
        arrivals = [*line.carry(frame, now), *line.rest(now)]
        for arrival in arrivals:
            if not isinstance(arrival, Read):
                self._at(arrival.at_ns, lambda arrival=arrival: self._device_gets(arrival))  # type: ignore[misc]
        reads = [arrival for arrival in arrivals if isinstance(arrival, Read)]
        return reads[-1].at_ns if b"".join(read.data for read in reads) == frame else None

    def _input(self, item: PortInput) -> None:
        if isinstance(item, UsbDone) and not self._up:
            return  # the connection it belonged to is over
        self.observations += self.session.receive(item)
