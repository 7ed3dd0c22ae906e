"""A real floor under whole tables while its processes are killed, its PostgreSQL stops at once and its links break.

Every move of the trouble waits for the pot to grow, so that something is always under way; then all is whole again and
the tables play to their ends.
"""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct

from daemon.floor.database import connect
from hw_sims.floor_stage import FloorProcess, FloorStage
from hw_sims.side_papers import signed_plan
from tests.floor.network import Network, State
from tests.floor.whole_tables import DRIVERS, TERMS, Crew, Loop, WholeTable, people_file

_CUT_S, _DELAYED_S, _LOST_S = 0.3, 0.35, 1.2
_LOOK_S = 0.02
_LOOK_AT_ALL_S = 0.001


class Plan(Struct, frozen=True):
    """How many of everything; *growth*: so many entries lie between two troubles."""

    tables: int
    processes: int
    stops: int
    kills: int
    growth: int
    within_s: float


class Chaos:
    """`run` is the whole story; afterwards tables are closed, and their journals and the floor's rows can be read."""

    def __init__(self, directory: Path, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.stops = self.kills = self.breaks = 0
        self._chance = random.Random(seed)
        self._seed = seed
        self._over = threading.Event()
        names = [f"mesa-{number + 1}" for number in range(plan.tables)]
        papers = signed_plan(directory, names, DRIVERS, TERMS)
        self.floor = FloorStage(directory, papers, names, processes=plan.processes, durable=False)
        self._names = names
        self.tables: list[WholeTable] = []
        self.crews: list[Crew] = []

    def run(self) -> None:
        with self.floor, self._network() as network, self._loop() as loop:
            self._open(loop, network)
            breaking = threading.Thread(target=self._break_links, args=(network,), daemon=True)
            breaking.start()
            try:
                self._make_trouble()
            finally:
                self._over.set()
                breaking.join()
            for crew in self.crews:
                crew.join(self.plan.within_s)
            self._fail_with_the_crews()
            self.wait(lambda: not any(table.side.linked.pending for table in self.tables), "claims are unanswered")
            self._close(loop)

    def rows(self) -> list[tuple[str, int, int]]:
        """Of every entry at the floor: maker, number, place."""
        with closing(connect(self.floor.url)) as db:
            return db.execute("select maker, seq, place from entries order by place").fetchall()

    def wait(self, ready: Callable[[], object], what: str) -> None:
        deadline, look = time.monotonic() + self.plan.within_s, threading.Event()
        while not ready():
            self._fail_with_the_crews()
            assert time.monotonic() < deadline, what
            look.wait(_LOOK_S)

    # The tables

    @contextmanager
    def _loop(self) -> Iterator[Loop]:
        loop = Loop()
        try:
            yield loop
        finally:
            loop.close()

    @contextmanager
    def _network(self) -> Iterator[Network]:
        """A wire of its own from each table to each process."""
        network = Network([process.port for _ in self._names for process in self.floor.processes])
        try:
            yield network
        finally:
            network.close()

    def _open(self, loop: Loop, network: Network) -> None:
        people = people_file(self.floor.directory)
        for number, name in enumerate(self._names):
            hosts = network.hosts[number * self.plan.processes :][: self.plan.processes]
            first = number % len(hosts)
            ways = hosts[first:] + hosts[:first]
            table = WholeTable(name, self.floor, ways, loop, people, look_s=_LOOK_AT_ALL_S * self.plan.tables)
            loop.do(table.start())
            self.tables.append(table)
        self.wait(lambda: all(table.linked for table in self.tables), "not every table found its floor")
        for number, table in enumerate(self.tables):
            crew = Crew(table, self._seed * 1000 + number, self._over.is_set)
            self.crews.append(crew)
            crew.start()

    def _close(self, loop: Loop) -> None:
        for table in self.tables:
            loop.do(table.close())

    def _fail_with_the_crews(self) -> None:
        for crew in self.crews:
            if crew.failed is not None:
                raise AssertionError(f"{crew.name} gave up: {crew.failed}") from crew.failed

    # The trouble

    def _make_trouble(self) -> None:
        """Kills one after the other, the stops of PostgreSQL spread among them."""
        stop_at = {(number + 1) * self.plan.kills // (self.plan.stops + 1) for number in range(self.plan.stops)}
        for number in range(self.plan.kills):
            self._let_the_pot_grow()
            if number in stop_at:
                self._stop_postgres()
                self._let_the_pot_grow()
            self._kill(self.floor.processes[number % len(self.floor.processes)])
        self._let_the_pot_grow()
        self.wait(lambda: all(table.lit_after_lock for table in self.tables), "a table never played for the pot")
        self.wait(lambda: sum(table.side.linked.books.paid > 0 for table in self.tables) > 1, "only one table won")

    def _let_the_pot_grow(self) -> None:
        seen = self._places()
        self.wait(lambda: self._places() >= seen + self.plan.growth, "the pot does not grow any more")

    def _places(self) -> int:
        """What the tables have heard of the pot's growth."""
        return max((table.side.linked.value.place for table in self.tables if table.side.linked.value), default=0)

    def _kill(self, process: FloorProcess) -> None:
        process.kill()
        process.start()
        self.kills += 1

    def _stop_postgres(self) -> None:
        """As in a power cut: nothing is written that was not written yet."""
        self.floor.postgres.stop(immediately=True)
        self.floor.postgres.start()
        self.stops += 1

    def _break_links(self, network: Network) -> None:
        """Delayed, silent and cut for a while, one after the other, until the trouble is over."""
        kinds: tuple[tuple[State, float], ...] = (("silent", _DELAYED_S), ("silent", _LOST_S), ("cut", _CUT_S))
        at_once = max(1, self.plan.tables // 8)
        while not self._over.is_set():
            state, seconds = self._chance.choice(kinds)
            broken = self._chance.sample(range(len(network.hosts)), at_once)
            network.set(broken, state)
            self._over.wait(seconds)
            network.set(broken, "whole")
            self.breaks += at_once
