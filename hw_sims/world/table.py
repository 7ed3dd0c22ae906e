"""A whole table in one thread: kernel, drivers, simulated devices, lines, clock. No process, no loop, no real time."""

import tempfile
import tomllib
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from daemon.config import Config
from daemon.kernel import Input, PersonCommand, Tick
from daemon.table import build_kernel_from, start_of
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, Send, SerialWrite, UsbDone, UsbTransfer
from hw_sims.devices.usb import Setup
from hw_sims.games import Game
from hw_sims.lines import Line, Read
from hw_sims.parts import SHOE, Part
from hw_sims.people.croupier import DEALER, INSPECTOR, SUPERVISOR, Picture
from hw_sims.side_papers import signed_plan, terms_for
from hw_sims.stage import Hardware, table_config
from hw_sims.terminal import OrderRefused
from hw_sims.world.record import Record
from table_core.commands import Command
from table_core.record import Entry, Started
from table_core.rulebook import Role
from table_core.table import NEW_GAMES, TableState

ROLES: dict[str, Role] = {DEALER: "dealer", SUPERVISOR: "jefe_de_sala", INSPECTOR: "inspector"}
STORY_LENGTH = 60
TABLE = "mundo"
_BEGINS_NS = 1_790_000_000_000_000_000
_SECOND_NS, _MS_NS = 1_000_000_000, 1_000_000
_PLAN_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
"""Every world's plan is signed by the same hand: the same seed is the same world."""

_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)

Watch = Callable[[list[Entry]], None]


class WorldTable:
    """The table and a person's terminal at it. *watch* is told the entries of each step once they are written."""

    def __init__(self, chance: Random, game: Game, rulebook: str, parts: Sequence[Part], line: Line) -> None:
        self.record = Record()
        self.steps = 0
        self.story: deque[object] = deque(maxlen=STORY_LENGTH)
        self.watch: Watch = lambda _entries: None
        self._chance = chance
        self._line = line
        self._mono_ns, self._said, self._plugged = _SECOND_NS, list[tuple[str, bytes]](), set[str]()
        self.hardware = Hardware(parts, lambda name, data: self._said.append((name, data)), now=lambda: self._mono_ns)
        # Who is polled answers within milliseconds: before a person moves again, and before any time-out.
        self._prompt = {part.name for part in parts if part.keyed}
        text = table_config(
            [f"memory://{part.name}" for part in parts],
            Path("/mundo"),
            game=game.name,
            stakes="keyed",
            rulebook=rulebook,
            parts=parts,
        )
        self._config, self._started = _begun(text, game)
        self.family = self._config.rulebook().family
        self._wake_at: int | None = None
        self._seen: tuple[TableState | None, Picture] = (None, {})
        self._start(None, clean=True)

    @property
    def state(self) -> TableState:
        return self.kernel.state

    @property
    def elapsed_s(self) -> float:
        """How long the table has been in use, by its own clock."""
        return self._mono_ns / _SECOND_NS

    # What a person at the table can do and see

    def order(self, name: str, command: dict[str, Any]) -> None:
        decoded = _commands.decode(msgspec.json.encode(command))
        self.story.append((name, decoded))
        self.pass_time()
        reply = self._step(PersonCommand("t", name, ROLES[name], decoded, self._mono_ns, self._utc_ns))
        if reply is not None:
            raise OrderRefused(reply)

    def picture(self) -> Picture:
        self.deliver()
        if self._seen[0] is not self.kernel.state:
            self._seen = (self.kernel.state, self.kernel.picture(TABLE))
        return self._seen[1]

    def next_picture(self, within_ms: int) -> Picture | None:
        """What the screen shows after everything said has arrived; None when waiting would change nothing."""
        before, until = self.kernel.state, self._mono_ns + within_ms * _MS_NS
        self.deliver()
        while self.kernel.state is before and self._wake_at is not None and self._wake_at <= until:
            self._mono_ns = max(self._mono_ns, self._wake_at)
            self._step(Tick(self._mono_ns, self._utc_ns))
            self.deliver()
        return None if self.kernel.state is before else self.picture()

    # What happens to the table

    def deliver(self) -> None:
        """Everything the devices said reaches the daemon, as its line lets it."""
        while self._said:
            said, self._said = self._said, []
            self.pass_time()
            chunks = [(name, arrival) for name, data in said for arrival in self._carry(name, data)]
            chunks += [(SHOE, arrival) for arrival in self._line.rest(self._mono_ns)]
            for name, arrival in chunks:
                if isinstance(arrival, Read) and name in self._plugged:
                    self._step(RxChunk(name, arrival.data, self._mono_ns, self._utc_ns))

    def unplug(self, name: str) -> None:
        self._plugged.discard(name)
        self.hardware.power_lost(name)
        self.story.append(f"{name}: unplugged")
        self._step(LinkDown(name, "gone", self._mono_ns, self._utc_ns))

    def plug(self, name: str) -> None:
        self._plugged.add(name)
        self.story.append(f"{name}: plugged in")
        self._step(LinkUp(name, f"memory:{name}", self._mono_ns, self._utc_ns))

    def crash(self) -> None:
        """The daemon is killed and started again: it knows what its journal says, and nothing of the devices."""
        self.deliver()
        self.story.append("the daemon is killed and starts again")
        self._start(self.record.restored(), clean=False)

    def pass_time(self) -> None:
        """A moment goes by; what the drivers wait for falls due."""
        self._mono_ns += self._chance.randrange(50_000_000, 2_000_000_000)
        if self._wake_at is not None and self._wake_at <= self._mono_ns:
            self._step(Tick(self._mono_ns, self._utc_ns))

    def _start(self, state: TableState | None, *, clean: bool) -> None:
        started = msgspec.structs.replace(self._started, clean=clean)
        known = state or TableState(game=NEW_GAMES[started.family])
        self.kernel = build_kernel_from(self._config, started, known, self._key)
        effects = self.kernel.restart(after_fault=False)
        self._write((started, *effects.entries))
        self._plugged.clear()
        for part in self.hardware.parts:
            self.plug(part.name)

    def _key(self, path: Path) -> bytes:
        """The key of the device whose file that would be: no file lies in this world."""
        key: bytes = self.hardware[path.stem].link.maker.key
        return key

    @property
    def _utc_ns(self) -> int:
        return _BEGINS_NS + self._mono_ns

    def _carry(self, name: str, data: bytes) -> Any:
        return self._line.carry(data, self._mono_ns) if name == SHOE else (Read(data, self._mono_ns),)

    def _step(self, given: Input) -> str | None:
        """One step of the kernel and everything it leads to; why an order was refused, or None."""
        self.steps += 1
        effects = self.kernel.step((given,))
        self._wake_at = effects.wake_at
        if effects.entries:
            self._write(effects.entries)
        for send in effects.sends:
            self._send(send)
        refusal = next((reply for reply in effects.replies if reply.code is not None), None)
        return None if refusal is None else f"{refusal.code}: {refusal.detail}"

    def _write(self, entries: Sequence[Entry]) -> None:
        read = self.record.append(entries, self._mono_ns, self._utc_ns)
        self.story.extend(read)
        self.watch(read)

    def _send(self, send: Send) -> None:
        if send.port not in self._plugged:
            return
        match send:
            case SerialWrite(port=port, data=data) if port in self._prompt:
                for answer in self.hardware.hear(port, data):
                    self._step(RxChunk(port, answer, self._mono_ns, self._utc_ns))
            case SerialWrite(port=port, data=data):
                self._said += [(port, answer) for answer in self.hardware.hear(port, data)]
            case UsbTransfer(port=port):
                self._step(self._transfer(port, send))

    def _transfer(self, port: str, send: UsbTransfer) -> UsbDone:
        setup = Setup(send.request_type, send.request, send.value, send.index, send.length)
        answer = self.hardware.usb[port].model.control(setup, send.data)
        data, error = (answer, None) if isinstance(answer, bytes) else (b"", f"broken: {answer}")
        return UsbDone(port, send.id, data, error, self._mono_ns, self._utc_ns)


def _begun(text: str, game: Game) -> tuple[Config, Started]:
    """What is in force at a table of that configuration; a progressive's plan lies on a disk only while it is read."""
    if game.progressive is None:
        config = Config.model_validate(tomllib.loads(text))
        return config, start_of(config, clean=True)
    with tempfile.TemporaryDirectory(prefix="sabot-mundo-") as papers:
        plan = signed_plan(Path(papers), ["demo"], game.drivers, terms_for(game.progressive), _PLAN_KEY)
        config = Config.model_validate(tomllib.loads(f"{text}{plan.section(game.acceptor)}"))
        return config, start_of(config, clean=True)
