"""A table that somebody watches beside one that nobody does: what the watching costs from card to lamp."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from bench.card_to_lamp import DealtTable, bench_room, real_table
from bench.rows import Row, measured

_PUBLISHED = "published"
Watcher = TypeVar("Watcher")


@contextmanager
def _tables() -> Iterator[tuple[DealtTable, DealtTable, Path]]:
    with ExitStack() as stack:
        room = stack.enter_context(bench_room())
        for name in ("watched", "alone"):
            (room / name).mkdir()
        watched = stack.enter_context(real_table(room / "watched", _PUBLISHED))
        yield watched, stack.enter_context(real_table(room / "alone", _PUBLISHED)), room / "watched" / "journal"


def beside_one_alone(
    watch: Callable[[Path], AbstractContextManager[Watcher]],
    check: Callable[[Watcher, Path], None],
    *,
    name: str,
    against: str,
    goal: float,
    passes: int,
    warm_up: int,
) -> Row:
    """Both play turn by turn; *watch* the journal of one. *check* says afterwards whether it really was watched."""
    ours: list[int] = []
    alone: list[int] = []
    with _tables() as (watched, unwatched, journal), watch(journal) as watcher:
        sides = [(watched, ours), (unwatched, alone)]
        for number in range(warm_up + passes):
            for table, times in sides if number % 2 else reversed(sides):
                taken = table.play_pass(number)
                if number >= warm_up:
                    times.append(taken)
        check(watcher, journal)
    return measured(name, ours, against=against, against_ns=alone, goal=goal)
