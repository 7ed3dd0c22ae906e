"""Rows `floor_contributions` and `floor_contributions_alone`: contributions a second, all durable, against a hot row.

Ours: the floor's store on 32 connections, which carry 1,024 tables; what waits on a connection shares a transaction.
`alone`: the same with one table on each. Peer: one `UPDATE` of the pot's row for each contribution. Same PostgreSQL.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.contributing_process import table_name
from bench.floor_room import floor_room
from bench.processes import Process, hear, started, tell
from bench.rows import Row, rated
from bench.wires import BenchStuck
from daemon.floor.database import Connection, connect
from daemon.floor.store import Store
from tests.floor.tables import POT, open_pot

NAME, ALONE = "floor_contributions", "floor_contributions_alone"
AGAINST = "one UPDATE of the pot's row per contribution, 32 connections"
GOAL = 10
CONNECTIONS, PROCESSES, TABLES = 32, 4, 32
TURNS, SECONDS = 6, 2.0
_OURS, _ALONE, _PEER = f"ours {TABLES}", "ours 1", "peer"


def measure(turns: int = TURNS, seconds: float = SECONDS) -> list[Row]:
    rates: dict[str, list[float]] = {_OURS: [], _ALONE: [], _PEER: []}
    with floor_room() as server, connect(server.url) as db:
        pot = _prepared(db)
        with _load(server.url) as processes:
            for turn in range(-1, turns):
                for side, found in rates.items():
                    before = _recorded(db)
                    answered = _turn(processes, side, seconds)
                    _must_be_there(side, answered, _recorded(db) - before)
                    if turn >= 0:
                        found.append(round(answered / seconds))
        _must_add_up(db, pot)
    return [
        rated(NAME, rates[_OURS], against=AGAINST, against_rates=rates[_PEER], goal=GOAL),
        rated(ALONE, rates[_ALONE], against=AGAINST, against_rates=rates[_PEER], goal=None),
    ]


def _prepared(db: Connection) -> int:
    """The pot with all its tables, and the peer's row."""
    names = [table_name(at, number) for at in range(CONNECTIONS) for number in range(TABLES)]
    with db.transaction():
        enrolled = open_pot(db, *names)
        db.execute("create table hot (pot integer primary key, main bigint not null)")
        db.execute("insert into hot values (1, 0)")
    return enrolled[0].pot


@contextmanager
def _load(url: str) -> Iterator[list[Process]]:
    each = CONNECTIONS // PROCESSES
    with ExitStack() as stack:
        processes = [
            stack.enter_context(started("bench.contributing_process", url, str(at), str(each)))
            for at in range(0, CONNECTIONS, each)
        ]
        for process in processes:
            hear(process)
        yield processes


def _turn(processes: list[Process], side: str, seconds: float) -> int:
    for process in processes:
        tell(process, f"{side} {seconds}")
    return sum(int(hear(process)) for process in processes)


def _recorded(db: Connection) -> int:
    found = db.execute("select count(*) from entries").fetchone()
    return found[0] if found else 0


def _must_be_there(side: str, answered: int, recorded: int) -> None:
    """What was answered after the end of the turn is recorded too, and not counted: one transaction a connection."""
    most = CONNECTIONS * int(side.split()[1]) if side != _PEER else 0
    if not answered or not (side == _PEER or answered <= recorded <= answered + most):
        raise BenchStuck(f"{side}: {answered} answered, {recorded} recorded")


def _must_add_up(db: Connection, pot: int) -> None:
    """The value of the pot is the sum of its rows, or nothing was measured."""
    found = db.execute("select sum(main) from entries where pot = %s", (pot,)).fetchone()
    if found is None or Store(db, "bench").value(pot, POT).main != found[0]:
        raise BenchStuck("the value of the pot is not the sum of its entries")
