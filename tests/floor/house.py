"""A pot with two tables on a real database, and floor processes as a test asks for them."""

import time
from collections.abc import Iterator

import pytest

from daemon.floor.enrolment import LIVE_S
from daemon.keys import Pair, new_pair
from firmware_bridge.wire.floor import Welcome
from tests.floor.ends import End, RunningFloor, eventually
from tests.floor.fixtures import Connect
from tests.floor.tables import open_for

BASE = 5_000_000


class House:
    """A pot with two tables, and as many floor processes on its database as a test asks for."""

    def __init__(self, connect: Connect, database: str) -> None:
        self.db = connect()
        self.pairs = open_for(self.db, "mesa-1", "mesa-2", main=BASE)
        self.keys = new_pair()
        self.url = database
        self._floors: list[RunningFloor] = []
        self._ends: list[End] = []

    def floor(self, name: str = "piso-1") -> RunningFloor:
        floor = RunningFloor(self.url, name, self.keys)
        self._floors.append(floor)
        return floor

    def end(self, floor: RunningFloor, table: str = "mesa-1", pair: Pair | None = None, run: str = "run-1") -> End:
        end = End(floor, table, pair or self.pairs[table], run=run)
        self._ends.append(end)
        return end

    def end_at(self, host: str, floor: RunningFloor) -> End:
        """mesa-1 on a way of its own to *floor*."""
        end = End(floor, "mesa-1", self.pairs["mesa-1"], host=host)
        self._ends.append(end)
        return end

    def linked(self, floor: RunningFloor, table: str = "mesa-1") -> End:
        end = self.end(floor, table)
        end.greet()
        return end

    def alarms(self) -> dict[tuple[str, str], int]:
        rows = self.db.execute("select about, code, sum(times)::int from alarms group by about, code").fetchall()
        return {(about, code): times for about, code, times in rows}

    def takes_in(self, floor: RunningFloor, table: str) -> bool:
        end = self.end(floor, table)
        end.say(end.hello())
        return isinstance(end.next(time.monotonic() + 1), Welcome)

    def forgotten(self, table: str) -> bool:
        """Whether no link of *table* was heard of lately."""
        row = self.db.execute(
            "select seen_at is null or seen_at < clock_timestamp() - make_interval(secs => %s) from enrolments"
            " where name = %s and ended_at is null",
            (LIVE_S, table),
        ).fetchone()
        return bool(row and row[0])

    def recorded(self, about: str, code: str) -> None:
        eventually(lambda: (about, code) in self.alarms(), self.alarms)

    def close(self) -> None:
        for end in self._ends:
            end.close()
        for floor in self._floors:
            floor.stop()


@pytest.fixture
def house(connected: Connect, database: str) -> Iterator[House]:
    one = House(connected, database)
    yield one
    one.close()
