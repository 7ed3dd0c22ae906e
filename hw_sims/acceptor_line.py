"""A simulated ccTalk line on a pty, steered through a control socket: acceptors from address 2 on, or where told."""

import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from hw_sims.control import ControlServer
from hw_sims.devices.cctalk.bus import Bus
from hw_sims.devices.cctalk.controls import actions
from hw_sims.devices.cctalk.slot import slots
from hw_sims.pty_port import PtyPort

ADDRESSES = (2, 3, 4, 5, 6, 7, 8)


class PtyAcceptorLine:
    """Stays until it is left; *baud* paces what the line says."""

    def __init__(
        self, link: Path, control: Path, addresses: Sequence[int] = ADDRESSES, *, baud: int | None = 9600
    ) -> None:
        self.seats = slots(addresses)
        self._bus = Bus(list(self.seats.values()))
        self._port = PtyPort(link, self._hear, baud=baud)
        line = {"plug": self._port.plug, "unplug": self._port.unplug}
        self._control = ControlServer(control, {**actions(self.seats, time.monotonic_ns), "line": line})

    def __enter__(self) -> Self:
        self._port.plug()
        self._control.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._control.close()
        self._port.unplug()

    def _hear(self, data: bytes) -> None:
        self._port.send(self._bus.receive(data, time.monotonic_ns()))
