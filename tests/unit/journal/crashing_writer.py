"""A process that appends to a journal and is killed at a chosen point of a chosen batch. Run by the crash sweep.

Prints the number of the last entry after every append that returned: what it printed was acknowledged.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from daemon.journal import Journal
from table_core.session import PassOpened

BATCH = 3
STAGES = (
    "before begin",
    "after begin",
    "before insert",
    "after insert",
    "before commit",
    "after commit",
    "before head",
    "after head",
)


class Doomed:
    """A connection that dies with its process before or after one kind of statement."""

    def __init__(self, db: Any, when: str, what: str) -> None:
        self._db = db
        self._when, self._what = when, what

    def execute(self, statement: str, *given: Any) -> Any:
        return self._around(_kind(statement), lambda: self._db.execute(statement, *given))

    def executemany(self, statement: str, rows: Any) -> Any:
        return self._around(_kind(statement), lambda: self._db.executemany(statement, rows))

    def __enter__(self) -> Any:
        return self._around("savepoint", self._db.__enter__)

    def __exit__(self, *error: Any) -> Any:
        return self._around("release", lambda: self._db.__exit__(*error))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def _around(self, what: str, do: Callable[[], Any]) -> Any:
        if (self._when, self._what) == ("before", what):
            die()
        answer = do()
        if (self._when, self._what) == ("after", what):
            die()
        return answer


def _kind(statement: str) -> str:
    word = statement.split(maxsplit=1)[0].lower()
    return "insert-snapshot" if statement.startswith("INSERT INTO snapshots") else word


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def write(directory: Path, stage: str, doomed_batch: int) -> None:
    journal = Journal(directory)
    for batch in range(1, doomed_batch + 1):
        if batch == doomed_batch:
            _doom(journal, stage)
        first = (batch - 1) * BATCH
        head = journal.append([PassOpened(first + number) for number in range(1, BATCH + 1)], batch, batch)
        sys.stdout.write(f"{head.seq}\n")
        sys.stdout.flush()


def _doom(journal: Journal, stage: str) -> None:
    if stage == "before head":
        journal._write_head = die  # type: ignore[method-assign]
    elif stage == "after head":
        write_head = journal._write_head

        def write_and_die() -> None:
            write_head()
            die()

        journal._write_head = write_and_die  # type: ignore[method-assign]
    else:
        journal._db = Doomed(journal._db, *stage.split())  # type: ignore[assignment]


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
