"""Whole tables of a shared pot in one process: real controllers, journals and links to the floor, people in threads.

Their devices hang on memory lines; everything between a table and its floor is the real thing.
"""

import asyncio
import random
import shutil
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

import argon2

from daemon.config import load_config
from daemon.kernel import fold
from daemon.private_files import write_private
from daemon.run import PEOPLE, Table
from daemon.switchboard import Switchboard
from hw_sims.floor_stage import DEVICE, FloorStage
from hw_sims.games import GAMES
from hw_sims.parts import ACCEPTORS
from hw_sims.people.croupier import DEALER, INSPECTOR, SUPERVISOR
from hw_sims.people.linked import LinkedDealer
from hw_sims.side_papers import terms_for
from hw_sims.stage import MemoryStage, table_config, write_keys
from hw_sims.terminal import Terminal
from table_core.cards import Card
from table_core.progressive.state import Progressive
from table_core.record import Entry
from table_core.rulebook import Role
from table_core.seats import SeatNumbers
from table_core.table import TableState

GAME = GAMES["blackjack"].with_progressive()
TERMS = terms_for("iquique_21")
DRIVERS = {"tablebus-acceptor", "lcus"}
PINS: dict[str, tuple[Role, str]] = {
    DEALER: ("dealer", "1111"),
    SUPERVISOR: ("jefe_de_sala", "2222"),
    INSPECTOR: ("inspector", "3333"),
}
SEATS = SeatNumbers(GAME.seats, "left")
WITHIN_S = 60.0
_SIGN_IN_AGAIN_S = 120.0
_LOOK_S = 0.01
_WITHOUT_FLOOR_S = 3.0
"""People wait so long for the floor before they deal without it: not even 64 tables deal as fast as they can."""
Sevens = Mapping[int, tuple[Card, ...]]
T = TypeVar("T")


class Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tables", daemon=True)
        self._thread.start()

    def do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(WITHIN_S)

    def soon(self, callback: Callable[..., object], *values: object) -> None:
        self._loop.call_soon_threadsafe(callback, *values)

    def close(self) -> None:
        self.do(_end_the_others())
        self.soon(self._loop.stop)
        self._thread.join(WITHIN_S)
        self._loop.close()


async def _end_the_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


class ThreadedStage(MemoryStage):
    """People touch the hardware from their own threads; what it says is told on the loop's."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        super().__init__(GAME.parts)

    def say(self, name: str, data: bytes) -> None:
        self._loop.soon(super().say, name, data)


class Durable:
    """The table as its journal tells it: the fold of what was committed, and nothing else.

    *lit_since*: the seats whose bet stood in it at some moment since the lamps were last looked at.
    """

    def __init__(self, before: TableState) -> None:
        self.state = before
        self.lit_since: set[int] = set()

    @property
    def side(self) -> Progressive:
        return self.state.progressive

    def committed(self, entries: tuple[Entry, ...], _head: object) -> None:
        for entry in entries:
            self.state = fold((entry,), self.state)
            self.lit_since |= self.side.lit

    def stopped(self, reason: str) -> None:
        pass


class WholeTable:
    """*hosts*: the ways to the floor's processes; lamps are looked at every *look_s*. `start` and `close` belong to the
    loop.
    """

    def __init__(
        self, name: str, floor: FloorStage, hosts: list[str], loop: Loop, people: Path, look_s: float = _LOOK_S
    ) -> None:
        self.name = name
        self._look_s = look_s
        self.loop = loop
        self.stage = ThreadedStage(loop)
        directory = floor.directory / name
        self.data = directory / "data"
        self.data.mkdir(parents=True, mode=0o700)
        shutil.copyfile(people, self.data / PEOPLE)
        (self.data / PEOPLE).chmod(0o600)
        write_keys(self.stage.hardware, self.data)
        text = table_config(
            self.stage.ports(),
            self.data,
            game="blackjack",
            stakes="keyed",
            name=name,
            rulebook=GAME.rulebook(),
            parts=GAME.parts,
        )
        self.config = directory / "mesa.toml"
        self.config.write_text(text + floor.device(name, hosts) + floor.plan.section("electronic"), encoding="utf-8")
        self.faults: list[str] = []
        self.lit_after_lock: set[tuple[int, int]] = set()

    async def start(self) -> None:
        config = load_config(self.config)
        self.table = Table(config, hub=self.stage.hub)
        self._switchboard = Switchboard(config, self.table.desk, self.table.shell)
        await self._switchboard.open()
        self.durable = Durable(self.table.shell.kernel.state)
        self.table.shell.listeners.append(self.durable)
        self.table.start()
        self._watching = asyncio.create_task(self._watch_lamps())

    async def close(self) -> None:
        self._watching.cancel()
        await self._switchboard.stop_answering()
        await self.table.close("fin de la prueba")
        await self._switchboard.close()

    @property
    def linked(self) -> bool:
        return self.durable.state.links.get(DEVICE) == "up"

    @property
    def side(self) -> Progressive:
        return self.durable.side

    def shining(self) -> set[int]:
        """The seats whose lamps a person sees lit."""
        acceptors = self.stage.hardware[ACCEPTORS]
        return {SEATS.number(place) for place, seat in enumerate(acceptors.seats, start=1) if seat.lit}

    async def _watch_lamps(self) -> None:
        """No lamp goes on before its bet is in the journal; after the lock those that shine are noted."""
        shone: set[int] = set()
        while True:
            now = self.shining()
            unfounded = now - shone - self.durable.lit_since - self.side.lit
            if unfounded:
                self.faults.append(f"{self.name}: the lamps {unfounded} went on without an entry")
            shone, self.durable.lit_since = now, set(self.side.lit)
            if self.side.phase in ("locked", "reviewed") and self.side.contributed is not None:
                seq = self.side.contributed.key.seq
                self.lit_after_lock |= {(seq, seat) for seat in now & self.side.lit}
            await asyncio.sleep(self._look_s)


class Crew(threading.Thread):
    """A table's dealer and players: they play pass after pass until *enough*, and then to the end."""

    def __init__(self, table: WholeTable, seed: int, enough: Callable[[], bool]) -> None:
        super().__init__(name=table.name, daemon=True)
        self.passes = 0
        self.failed: BaseException | None = None
        self._table = table
        self._seed = seed
        self._enough = enough
        self._signed_in = 0.0

    def run(self) -> None:
        try:
            with Terminal(self._table.data) as terminal:
                self._play(terminal)
        except BaseException as error:  # told by whoever waits for the crew
            self.failed = error

    def _play(self, terminal: Terminal) -> None:
        self._sign_in(terminal)
        hardware = self._table.stage.hardware
        hardware.shoe.power_on()
        dealer = LinkedDealer(
            terminal,
            hardware.shoe,
            random.Random(self._seed),
            rulebook=GAME.rulebook(),
            acceptors=hardware[ACCEPTORS],
            sevens=_sevens(self._seed),
        )
        dealer.open_table("caos")
        while not self._enough():
            self._wait_for_the_floor()
            if time.monotonic() > self._signed_in + _SIGN_IN_AGAIN_S:
                self._sign_in(terminal)
            dealer.play(terminal.picture()["pass"] + 1)
            self.passes = terminal.picture()["pass"]
        dealer.close_table()

    def _sign_in(self, terminal: Terminal) -> None:
        """Who orders nothing for a while is no longer known at the table, and a chaos may be long."""
        for name, (_role, pin) in PINS.items():
            terminal.sign_in(name, pin)
        self._signed_in = time.monotonic()

    def _wait_for_the_floor(self) -> None:
        deadline, look = time.monotonic() + _WITHOUT_FLOOR_S, threading.Event()
        while not (self._table.linked or self._enough() or time.monotonic() > deadline):
            look.wait(_LOOK_S)


def _sevens(seed: int) -> Sevens:
    """In every third pass or so somebody wins: all of the pot, a tenth of it, or a fixed prize."""
    chance = random.Random(seed)
    hands: tuple[tuple[Card, ...], ...] = (("7C", "7C", "7C"), ("7D", "7D", "7D"), ("7H", "7H"))
    return {number: chance.choice(hands) for number in range(1, 500) if chance.random() < 0.4}


def people_file(directory: Path) -> Path:
    """The people of every table, whose PINs cost next to nothing to check: here nobody guesses."""
    hasher = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    lines = (f'[people."{name}"]\nrole = "{role}"\npin = "{hasher.hash(pin)}"\n' for name, (role, pin) in PINS.items())
    write_private(directory / PEOPLE, "".join(lines))
    return directory / PEOPLE
