"""Some of the connections of `floor_contributions`, each with a thread of its own that never pauses.

For every line on standard input, `ours N SECONDS` or `peer SECONDS`, says how many contributions were answered. With
`ours` each connection carries N tables, which contribute again as soon as they were answered.
"""

import sys
import threading
import time
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from daemon.floor.database import connect
from daemon.floor.enrolment import all_enrolled
from daemon.floor.store import Asked, Enrolled, Store
from table_core.progressive.claims import Contributed, Decided
from table_core.progressive.ledger import Key
from tests.floor.tables import Cloth

Step = Callable[[], int]
HOT = "update hot set main = main + %s where pot = 1"


def table_name(connection: int, number: int | None = None) -> str:
    """Of table *number* on a connection, or how they all begin."""
    return f"mesa-{connection:02}-" + ("" if number is None else f"{number:02}")


class OurTables:
    """The tables of one connection of a floor."""

    def __init__(self, url: str, tables: list[Enrolled]) -> None:
        self._store = Store(connect(url), "bench")
        self._tables = tables
        self._last = {one.table: self._store.answered(one) for one in tables}
        self._model = Cloth(tables[0].table).contribute()

    def contribute(self, tables: int) -> int:
        answers = self._store.take([self._next(one) for one in self._tables[:tables]])
        if not all(isinstance(answer, Decided) for answer in answers):
            raise RuntimeError(f"not taken: {answers}")
        return len(answers)

    def _next(self, one: Enrolled) -> Asked:
        seq = self._last[one.table] = self._last[one.table] + 1
        return one, Contributed(seq, replace(self._model.movement, key=Key(one.table, seq)))


class HotRow:
    """The peer: the row of the pot, updated by every contribution."""

    def __init__(self, url: str) -> None:
        self._db = connect(url)
        self._amount = Cloth("mesa").contribute().movement.to_main

    def contribute(self) -> int:
        self._db.execute(HOT, (self._amount,), prepare=True)
        return 1


def serve(url: str, first: int, connections: int) -> None:
    with connect(url) as db:
        enrolled = sorted(all_enrolled(db).values(), key=lambda one: one.table)
    places = range(first, first + connections)
    ours = [OurTables(url, [one for one in enrolled if one.table.startswith(table_name(place))]) for place in places]
    peers = [HotRow(url) for _ in places]
    print("ready", flush=True)
    for line in sys.stdin:
        side, *numbers = line.split()
        steps: list[Step] = [peer.contribute for peer in peers]
        if side == "ours":
            steps = [partial(one.contribute, int(numbers[0])) for one in ours]
        print(sum(_all(steps, float(numbers[-1]))), flush=True)


def _all(steps: list[Step], seconds: float) -> list[int]:
    """What each was answered within *seconds*; an answer after that is not counted."""
    counts = [0] * len(steps)
    end = time.monotonic() + seconds

    def work(at: int) -> None:
        while True:
            answered = steps[at]()
            if time.monotonic() >= end:
                return
            counts[at] += answered

    threads = [threading.Thread(target=work, args=(at,)) for at in range(len(steps))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
