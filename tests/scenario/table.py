"""A whole table for scenarios: the real `daemon.run.Table` in this process, its people and its simulated hardware."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from daemon.config import load_config
from daemon.journal import Head
from daemon.kernel import PersonCommand, Reply
from daemon.run import Table
from drivers.shoe.angel_eye.session import AngelEyeSession
from firmware_bridge.traffic import RxChunk
from hw_sims.devices.angel_eye.model import Shoe
from hw_sims.lines import Arrival, Line, Read
from hw_sims.stage import LCUS, LCUS_LAMPS, RELAY, RELAY_LAMPS, SHOE, table_config
from table_core import signals
from table_core.commands import Command, OpenTable, Resolve
from table_core.incidents import Incident
from table_core.record import Entry
from table_core.rulebook import Role
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.table import TableState
from tests.scenario.staging import Over, Stage, staged

DEADLINE_S = 10.0
POLL_S = 0.001
SHOE_CARDS = 6 * 52
BURN = ("AS", "2C")
"""The first card of every shoe and the one it burns."""

T = TypeVar("T")
E = TypeVar("E")
Hands = tuple[tuple[str, ...], tuple[str, ...]]
Story = Callable[["LiveTable"], Awaitable[T]]


def play(
    story: Story[T],
    directory: Path,
    *,
    over: Over = "memory",
    game: str = "mini-baccarat",
    stakes: str = "none",
    concealed: bool = False,
    line: Line | None = None,
    settings: str = "",
) -> T:
    """Run *story* at a fresh table whose data lies in *directory*; the table is stopped by order afterwards.

    *settings* are further sections of its configuration.
    """

    async def run() -> T:
        with staged(over, directory / "stage") as stage:
            table = LiveTable(
                stage, directory, game=game, stakes=stakes, concealed=concealed, line=line or Line(), settings=settings
            )
            await table.start()
            try:
                return await story(table)
            finally:
                await table.stop()

    return asyncio.run(run())


async def until(happened: Callable[[], object], what: Callable[[], object] = lambda: "") -> None:
    """Give the loop time until *happened*; fails after the deadline with what there is instead."""
    try:
        async with asyncio.timeout(DEADLINE_S):
            while not happened():
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise AssertionError(f"did not happen within {DEADLINE_S} s: {what()}") from None


class LiveTable:
    """One running table. Every move waits until the table has taken it in and the lamps show it."""

    def __init__(
        self,
        stage: Stage,
        directory: Path,
        *,
        game: str,
        stakes: str,
        concealed: bool,
        line: Line,
        settings: str = "",
    ) -> None:
        self.stage = stage
        self.data = directory / "data"
        self.shoe = Shoe(self._say, concealed=concealed)
        self.entries: list[Entry] = []
        self._line = line
        self._plugged, self._running = True, False
        self.data.mkdir(parents=True, exist_ok=True)
        config = directory / "table.toml"
        text = table_config(stage.ports(), self.data, game=game, stakes=stakes)
        config.write_text(f"{text}\n{settings}", encoding="utf-8")
        self._config = load_config(config)
        self._tokens = 0
        self._replies: dict[str, Reply] = {}

    # The daemon

    async def start(self, absent: Iterable[str] = ()) -> None:
        """Start the table; its devices come up one after the other, so that two runs tell the same story."""
        self.table = Table(self._config, hub=self.stage.hub)
        self.table.shell.listeners.append(self)
        self._ear = AngelEyeSession("ear")
        ports, self.table.ports = self.table.ports, {}
        self.table.start()
        self._running = True
        for name, port in ports.items():
            self.table.ports[name] = self.table.shell.ports[name] = port
            port.start()
            if name not in absent:
                await until(lambda name=name: self.state.links.get(name) == "up")  # type: ignore[misc]
                await self.quiet()

    async def stop(self, reason: str = "fin del escenario") -> None:
        """Stop by order; a table that was stopped already stays so."""
        if self._running:
            self._running = False
            await self.table.close(reason)

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None:
        self.entries += entries

    def stopped(self, reason: str) -> None:
        pass

    # What there is to see

    @property
    def state(self) -> TableState:
        return self.table.shell.kernel.state

    @property
    def picture(self) -> dict[str, Any]:
        return self.table.desk.picture()

    @property
    def held(self) -> bool:
        return self.state.held

    def open_codes(self) -> list[str]:
        return [incident.code for incident in self.state.incidents]

    def incident(self, code: str) -> Incident:
        found = self.state.open_incident(code)
        assert found is not None, f"no {code}; open: {self.open_codes()}"
        return found

    def all(self, kind: type[E]) -> list[E]:
        """Every committed entry of *kind*, this run and those before."""
        return [entry for entry in self.entries if isinstance(entry, kind)]

    def lit(self) -> dict[str, bool]:
        """What a person at the table sees."""
        return self.stage.hardware.lit()

    def seats_lit(self) -> set[bool]:
        return {on for name, on in self.lit().items() if name != "hold"}

    def wanted(self) -> dict[str, bool]:
        kernel, names = self.table.shell.kernel, (*RELAY_LAMPS, *LCUS_LAMPS)
        bets_open = kernel.picture("mesa")["bets_open"]
        return dict(zip(names, signals.lamps(self.state, names, bets_open=bets_open), strict=True))

    # Moves

    async def begin(self, cards: str, *, jornada: str = "J-1", burn: Iterable[str] = BURN) -> None:
        """Open the table, prepare a shoe that holds *cards* behind its burn, and burn: bets are open."""
        self.shoe.power_on()
        await self.quiet()
        assert await self.order(OpenTable(jornada)) is None
        await self.new_shoe(cards, burn=burn)

    async def new_shoe(self, cards: str, *, burn: Iterable[str] = BURN) -> None:
        stacked = [*burn, *cards.split()]
        behind = SHOE_CARDS - stacked.index("CUT") if "CUT" in stacked else 14
        assert await self.order(PrepareShoe(6, behind)) is None
        self.load(stacked, burn=True)
        while self.state.baccarat.phase in ("burn_first", "burning"):
            await self.draw()

    def load(self, cards: Iterable[str], *, burn: bool = False) -> None:
        """Cards into the shoe; CUT stands for the cut card."""
        self.shoe.load(["cut card" if card == "CUT" else card for card in cards], burn=burn)

    async def draw(self, count: int = 1, to: Any = None) -> None:
        for _ in range(count):
            self.shoe.draw(to)
            await self.quiet()

    async def close_round(self, **how: Any) -> None:
        """The indication button; the shoe then stands by."""
        self.shoe.close_round(standby=False, **how)
        await self.quiet()
        self.shoe.standby()
        await self.quiet()

    async def round(self, cards: int) -> None:
        await self.draw(cards)
        await self.close_round()

    async def order(self, command: Command, role: Role = "jefe_de_sala", person: str = "Luis Soto") -> str | None:
        """Give an order; the code of its refusal, or None."""
        return (await self.ask(command, role, person)).code

    async def ask(self, command: Command, role: Role = "jefe_de_sala", person: str = "Luis Soto") -> Reply:
        self._tokens += 1
        token = f"t{self._tokens}"
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.table.desk._waiting[token] = answer
        self.table.shell.feed(PersonCommand(token, person, role, command, time.monotonic_ns(), time.time_ns()))
        async with asyncio.timeout(DEADLINE_S):
            reply = await answer
        await self.quiet()
        return reply

    async def resolve(
        self, code: str, choice: str, role: Role = "jefe_de_sala", *, hands: Hands = ((), ()), reason: str = ""
    ) -> str | None:
        """Decide on the open incident *code*, keying *hands* as (Punto, Bank); the code of the refusal, or None."""
        return await self.order(Resolve(self.incident(code).id, choice, reason, *hands), role)

    async def unplug(self, device: str) -> None:
        self.stage.unplug(device)
        self._plugged = self._plugged and device != SHOE
        await until(lambda: self.state.links[device] == "down")
        await self.quiet()

    async def plug(self, device: str) -> None:
        self.stage.plug(device)
        await until(lambda: self.state.links[device] == "up")
        self._plugged = self._plugged or device == SHOE
        await self.quiet()

    # Waiting

    async def quiet(self) -> None:
        """Until every byte said was heard, everything decided is committed, and connected lamps show it."""
        self._deliver(self._line.rest())
        await until(self._is_quiet, self._unrest)

    async def recorded(self) -> None:
        """Until everything decided is committed, whatever lines and lamps do."""
        await until(self._is_recorded)

    def _is_recorded(self) -> bool:
        shell = self.table.shell
        return shell._in_flight is None and not shell._inbox

    def _is_quiet(self) -> bool:
        if self.table.shell.over.done():
            return True
        return self._is_recorded() and self._heard_everything() and self._lamps_show()

    def _heard_everything(self) -> bool:
        heard, said = self.table.shell.kernel.sessions[SHOE].counters, self._ear.counters
        return (heard.frames, heard.bad, heard.noise_bytes) == (said.frames, said.bad, said.noise_bytes)

    def _lamps_show(self) -> bool:
        wanted, links, lit = self.wanted(), self.state.links, self.lit()
        relay = tuple(wanted[name] for name in RELAY_LAMPS)
        healthy = links.get(RELAY) == "up" and not self.stage.hardware[RELAY].faults.stuck
        if healthy and (self.state.lamps.get(RELAY) != relay or self.stage.hardware[RELAY].lit[: len(relay)] != relay):
            return False
        return links.get(LCUS) != "up" or all(lit[name] == wanted[name] for name in LCUS_LAMPS)

    def _unrest(self) -> object:
        heard, said = self.table.shell.kernel.sessions[SHOE].counters, self._ear.counters
        return {"heard": heard, "said": said, "lit": self.lit(), "wanted": self.wanted(), "lamps": self.state.lamps}

    def _say(self, frame: bytes) -> None:
        self._deliver(self._line.carry(frame))

    def _deliver(self, arrivals: Iterable[Arrival]) -> None:
        for arrival in arrivals:
            assert isinstance(arrival, Read), "a story pulls its own cables"
            if self._plugged:
                list(self._ear.receive(RxChunk("ear", arrival.data, 0, 0)))
            self.stage.say(arrival.data)
