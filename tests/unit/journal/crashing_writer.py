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


class _Doomed:
    """A connection that dies with its process at one statement."""

    def __init__(self, db: Any, stage: str) -> None:
        self._db = db
        self._when, self._what = stage.split()

    def execute(self, statement: str, *given: Any) -> Any:
        return self._around(statement.split(maxsplit=1)[0].lower(), lambda: self._db.execute(statement, *given))

    def executemany(self, statement: str, rows: Any) -> Any:
        return self._around("insert", lambda: self._db.executemany(statement, rows))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def _around(self, what: str, do: Callable[[], Any]) -> Any:
        if (self._when, self._what) == ("before", what):
            die()
        answer = do()
        if (self._when, self._what) == ("after", what):
            die()
        return answer


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
        journal._db = _Doomed(journal._db, stage)  # type: ignore[assignment]


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
