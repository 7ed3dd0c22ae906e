"""Any simulated table on one thread: configuration, kernel, sessions and device models are real, time is not.

Every byte goes through the drivers, over serial lines and USB alike; no port is opened.
"""

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from daemon.config import load_config
from daemon.kernel import Effects, Input, Kernel, PersonCommand, Tick, fold
from daemon.table import build_kernel_from, start_of
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, Send, SerialWrite, UsbDone, UsbTransfer
from firmware_bridge.wire.hid_keyboard import REPORT_SIZE
from hw_sims.devices.usb import Setup
from hw_sims.parts import Part
from hw_sims.stage import Hardware, table_config, write_keys
from table_core.commands import Command
from table_core.events import DeviceEvent
from table_core.incidents import Incident
from table_core.record import Entry, Observed
from table_core.rulebook import Role
from table_core.table import NEW_GAMES, TableState

MS = 1_000_000
SECOND_NS = 1000 * MS
DEALER, SUPERVISOR = "Ana Rojas", "Luis Soto"
_INTERRUPT_IN = 0x81
E = TypeVar("E")


class KernelTable:
    """A table of *parts*. Every move runs until the lines are quiet; *more* is the rest of its configuration."""

    def __init__(
        self,
        directory: Path,
        game: str,
        parts: Sequence[Part],
        *,
        stakes: str = "none",
        rulebook: str = "",
        more: str = "",
    ) -> None:
        self.parts = tuple(parts)
        self.now = SECOND_NS
        self.entries: list[Entry] = []
        self._inbox: deque[Input] = deque()
        self._plugged: set[str] = set()
        self._wake_at: int | None = None
        self.hardware = Hardware(self.parts, self._said, now=lambda: self.now)
        ports = tuple(_port(part) for part in self.parts)
        text = table_config(ports, directory, game=game, stakes=stakes, rulebook=rulebook, parts=self.parts)
        write_keys(self.hardware, directory)
        path = directory / "table.toml"
        path.write_text(text + more, encoding="utf-8")
        self._config = load_config(path)
        self.kernel = self._new_kernel(None)
        for part in self.parts:
            self.plug(part.name)

    # What there is to see

    @property
    def state(self) -> TableState:
        return self.kernel.state

    def incidents(self) -> list[tuple[str, str]]:
        return [(one.code, one.detail) for one in self.state.incidents]

    def incident(self, code: str) -> Incident:
        found = self.state.open_incident(code)
        assert found is not None, f"no {code}; open: {self.incidents()}"
        return found

    def all(self, kind: type[E]) -> list[E]:
        return [entry for entry in self.entries if isinstance(entry, kind)]

    def evidence(self, kind: type[DeviceEvent]) -> list[bytes]:
        """The bytes every event of *kind* was read from."""
        return [entry.raw for entry in self.all(Observed) if isinstance(entry.event, kind)]

    # Moves

    def order(self, command: Command, role: Role = "jefe_de_sala", person: str = SUPERVISOR) -> str | None:
        effects = self.feed(PersonCommand("t", person, role, command, self.now, self.now))
        self.run(50 * MS)
        return effects.replies[0].code

    def dealer(self, command: Command) -> str | None:
        return self.order(command, "dealer", DEALER)

    def draw(self, count: int = 1) -> None:
        for _card in range(count):
            self.hardware.shoe.draw()
            self.run(10 * MS)

    def plug(self, name: str, identity: str = "memory") -> None:
        self._plugged.add(name)
        self.feed(LinkUp(name, identity, self.now, self.now))
        self.run(SECOND_NS)

    def pull(self, name: str) -> None:
        self._plugged.discard(name)
        self.hardware.power_lost(name)
        self.feed(LinkDown(name, "pulled", self.now, self.now))
        self.run(100 * MS)

    def restart(self) -> None:
        """The controller dies; the next one folds what was recorded and meets everybody again."""
        for name in self._plugged:
            self.hardware.power_lost(name)
        family = self._config.rulebook().family
        self.kernel = self._new_kernel(fold(self.entries, TableState(game=NEW_GAMES[family])))
        self.entries += self.kernel.restart(after_fault=False).entries
        for part in self.parts:
            self.plug(part.name)

    def run(self, for_ns: int) -> None:
        self._hear()
        end = self.now + for_ns
        while self._wake_at is not None and self._wake_at <= end:
            self.now = max(self.now + 1, self._wake_at)
            self.feed(Tick(self.now, self.now))
        self.now = max(self.now, end)

    def feed(self, given: Input) -> Effects:
        self.now += 1
        effects = self._take(given)
        self._hear()
        return effects

    def _take(self, given: Input) -> Effects:
        effects = self.kernel.step([given])
        self.entries += effects.entries
        self._wake_at = effects.wake_at
        for send in effects.sends:
            if send.port in self._plugged:
                self._sent(send)
        return effects

    def _sent(self, send: Send) -> None:
        match send:
            case SerialWrite(port=port, data=data):
                for answer in self.hardware.hear(port, data):
                    self._said(port, answer)
            case UsbTransfer(port=port, id=number):
                setup = Setup(send.request_type, send.request, send.value, send.index, send.length or len(send.data))
                answer = self.hardware[port].control(setup, send.data)
                data, error = (answer, None) if isinstance(answer, bytes) else (b"", str(answer))
                self._inbox.append(UsbDone(port, number, data, error, self.now, self.now))

    def _hear(self) -> None:
        """Whatever devices have said: bytes on lines, and reports that wait at USB endpoints."""
        self._fetch_reports()
        while self._inbox:
            self._take(self._inbox.popleft())
            self._fetch_reports()

    def _fetch_reports(self) -> None:
        for name in self._plugged & self.hardware.usb.keys():
            while isinstance(raw := self.hardware[name].read(_INTERRUPT_IN, REPORT_SIZE), bytes):
                self._said(name, raw)

    def _said(self, name: str, data: bytes) -> None:
        if name in self._plugged:
            self._inbox.append(RxChunk(name, data, self.now, self.now))

    def _new_kernel(self, state: TableState | None) -> Kernel:
        started = start_of(self._config, clean=state is None)
        self.entries.append(started)
        return build_kernel_from(self._config, started, state or TableState(game=NEW_GAMES[started.family]))


def _port(part: Part) -> str:
    return f"memory://{part.name}"
