"""One simulated device behind a real pty or TCP port, its control channel, and a line between that can misbehave."""

import queue
import random
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from hw_sims.control import Actions, ControlServer
from hw_sims.lines import TO_HOST, Arrival, Line, PluggedIn, Read, Refused, Unplugged
from hw_sims.pty_port import PtyPort
from hw_sims.simulators import SIMULATORS
from hw_sims.tcp_port import TcpPort

LINE = "line"
"""The name under which orders reach the cable itself."""

_NS_PER_S = 1_000_000_000


class RunningSimulator:
    """Plugged in from `__enter__` to `__exit__`. Give *pty* or *tcp* (a port, 0 for a free one)."""

    def __init__(self, kind: str, control: Path, *, pty: Path | None = None, tcp: int | None = None) -> None:
        simulator = SIMULATORS[kind]
        self.kind = kind
        self._device = simulator.load()(self._say, time.monotonic_ns)
        self._port = PtyPort(pty, self._hear) if pty is not None else TcpPort(tcp or 0, self._hear)
        self._serial = f"serial://{pty}?baud={simulator.baud}" if pty is not None else None
        self._line, self._line_lock = Line(), threading.Lock()
        self._on_its_way: queue.Queue[Arrival | None] = queue.Queue()
        self._postman = threading.Thread(target=self._deliver, name=f"line of {kind}", daemon=True)
        self._control = ControlServer(control, {**self._device.actions, LINE: self._cable_actions()})

    def __enter__(self) -> Self:
        self._port.plug()
        self._postman.start()
        self._control.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._control.close()
        self._on_its_way.put(None)
        self._postman.join()
        self._port.unplug()

    @property
    def url(self) -> str:
        """What a table's configuration says to open it."""
        if isinstance(self._port, TcpPort):
            return f"tcp://{self._port.host}:{self._port.port}"
        return self._serial or ""

    def _cable_actions(self) -> Actions:
        return {
            "plug": self._port.plug,
            "unplug": self._unplug,
            "stop_reading": self._port.stop_reading,
            "resume_reading": self._port.resume_reading,
            "misbehave": self._misbehave,
            "heal": lambda: self._replace(Line()),
            "heard": lambda: len(self._port.heard),
            "injected": lambda: dict(self._line.injected),
        }

    def _misbehave(self, kind: str, seed: int | str = 1) -> None:
        if kind not in TO_HOST:
            raise ValueError(f"no line {kind!r}, only {', '.join(TO_HOST)}")
        self._replace(TO_HOST[kind](random.Random(int(seed))))

    def _replace(self, line: Line) -> None:
        with self._line_lock:
            self._line = line

    def _unplug(self) -> None:
        self._port.unplug()
        self._device.power_lost()

    def _hear(self, data: bytes) -> None:
        self._write(self._device.hear(data))

    def _say(self, data: bytes) -> None:
        self._write((data,))

    def _write(self, frames: Iterable[bytes]) -> None:
        now = time.monotonic_ns()
        with self._line_lock:
            arrivals = [arrival for frame in frames for arrival in self._line.carry(frame, now)]
            for arrival in (*arrivals, *self._line.rest(now)):
                self._on_its_way.put(arrival)

    def _deliver(self) -> None:
        """Each arrival at its moment, in order, on a thread of its own: a cable is not pulled by who speaks into it."""
        while (arrival := self._on_its_way.get()) is not None:
            time.sleep(max(0.0, (arrival.at_ns - time.monotonic_ns()) / _NS_PER_S))
            match arrival:
                case Read(data=data):
                    self._port.send(data)
                case Unplugged():
                    self._unplug()
                case PluggedIn():
                    self._port.plug()
                case Refused():
                    pass  # only what the host writes is ever refused
