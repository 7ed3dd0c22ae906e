"""Row `jackpot_fanout`: from a won pot that is committed to its new value on the displays of 64 other tables.

The winner's floor process is this one; the tables hang on another one, `sabot floor run`, as at two halves of a casino.
Peer: as many connections to the same PostgreSQL that LISTEN and read the value, in turns with ours.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from msgspec.structs import replace

from bench.floor_room import bare_room
from bench.linked_process import FLOOR_FILE, GAME
from bench.processes import Process, hear, started, tell
from bench.rows import Row, within
from bench.wires import BenchStuck
from daemon.floor.database import connect
from daemon.floor.enrolment import enrolled
from daemon.floor.store import Enrolled, Store
from hw_sims.floor_stage import FloorStage
from hw_sims.side_papers import PLAN, POT, signed_plan, terms_for
from table_core.money import pesos
from table_core.progressive import course
from table_core.progressive.claims import AnyClaim, Contributed, Decided, Reviewed
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import Key, Pot
from table_core.progressive.prizes import Hand
from table_core.progressive.terms import Terms

NAME = "jackpot_fanout"
AGAINST = "64 connections that LISTEN and read the value, same PostgreSQL"
GOAL_US = 500_000
DISPLAYS, PROCESSES = 64, 2
WINS, WARM_UP = 40, 4
WINNER = "ganadora"
_SEVENS = ("7C", "7C", "7C")


def measure(wins: int = WINS, displays: int = DISPLAYS) -> Row:
    ours: list[int] = []
    peers: list[int] = []
    names = [f"mesa-{number}" for number in range(1, displays + 1)]
    with bare_room() as room, ExitStack() as stack:
        plan = signed_plan(room, [*names, WINNER], GAME.drivers | {"floor", "cd5220"}, terms_for("iquique_21"))
        floor = stack.enter_context(FloorStage(room, plan, [*names, WINNER]))
        tables = stack.enter_context(linked_tables(room, floor, names, PROCESSES))
        winner = stack.enter_context(winner_at(floor, plan.terms))
        peer = stack.enter_context(
            started("bench.listening_process", floor.url, str(displays), str(winner.enrolled.pot), POT)
        )
        hear(peer)
        for number in range(-WARM_UP, wins):
            winner.contribute()
            _shown(tables, winner.value())
            won = winner.win()
            found = [at - won for at in _shown(tables, winner.value())]
            winner.contribute()
            tell(peer, "listen")
            hear(peer)
            won = winner.win()
            listened = [int(at) - won for at in hear(peer).split()]
            _shown(tables, winner.value())
            if number >= 0:
                ours += found
                peers += listened
    return within(NAME, ours, against=AGAINST, against_ns=peers, goal_us=GOAL_US)


def _shown(tables: list[Process], value: int) -> list[int]:
    """When *value* was on each display; all show it now."""
    for process in tables:
        tell(process, f"shows POZO {pesos(value)}")
    return [int(at) for process in tables for at in hear(process).split()]


@contextmanager
def linked_tables(
    room: Path, floor: FloorStage, names: list[str], processes: int, hosts: tuple[str, ...] = ()
) -> Iterator[list[Process]]:
    """The tables of those names, linked to *floor*; shared out between so many *processes*."""
    for name in names:
        (room / name).mkdir()
        text = floor.device(name, hosts) + floor.plan.section("electronic")
        (room / name / FLOOR_FILE).write_text(text, encoding="utf-8")
    with ExitStack() as stack:
        found = [
            stack.enter_context(started("bench.linked_process", str(room), *names[number::processes]))
            for number in range(processes)
        ]
        for process in found:
            hear(process)
        yield found


class Winner:
    """A table without a table: its claims are decided here, in this process."""

    def __init__(self, enrolled: Enrolled, store: Store, terms: Terms) -> None:
        self.enrolled = enrolled
        self._store = store
        self._terms = terms
        self._claims = 0

    def contribute(self) -> None:
        """A pass with one bet: the pot grows."""
        made = course.locked(self._terms, Pot(), WINNER, PLAN, self._claims + 1, (SideBet(1, 1),))
        self._take(Contributed(self._claims + 1, replace(made, key=Key(WINNER, self._claims + 1))))

    def win(self) -> int:
        """Its hand takes all of the pot; when that was committed."""
        self._take(Reviewed(self._claims + 1, self._claims, (Hand(1, 1, _SEVENS),)))
        return time.monotonic_ns()

    def value(self) -> int:
        return self._store.value(self.enrolled.pot, POT).main

    def _take(self, claim: AnyClaim) -> None:
        self._claims = claim.seq
        (answer,) = self._store.take([(self.enrolled, claim)])
        if not isinstance(answer, Decided):
            raise BenchStuck(str(answer))


@contextmanager
def winner_at(floor: FloorStage, terms: Terms) -> Iterator[Winner]:
    """The table `WINNER`, which *floor* has enrolled."""
    with closing(connect(floor.url)) as db:
        found = enrolled(db, WINNER)
        if found is None:
            raise BenchStuck("the winner is not enrolled")
        yield Winner(found, Store(db, "bench"), terms)
