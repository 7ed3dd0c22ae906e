"""A process that keeps a sealed journal and its second copy, and is killed at a chosen statement (crash sweep).

Prints the number of the last entry after every append that returned: what it printed was acknowledged.
"""

import sys
from pathlib import Path

from daemon.kernel import fold
from daemon.opening import open_checked
from daemon.second_copy import Copier
from daemon.snapshots import Sealer, restored_state
from table_core.session import PassOpened
from tests.unit.journal.crashing_writer import Doomed

ROUNDS = 3
STATEMENTS = ("begin", "insert", "insert-snapshot", "delete", "commit")
COPY_STATEMENTS = ("savepoint", "insert", "release")
STAGES = tuple(
    f"{when} {part} {what}"
    for part, statements in (("seal", STATEMENTS), ("copy", COPY_STATEMENTS))
    for what in statements
    for when in ("before", "after")
)


def keep(directory: Path, stage: str) -> None:
    """Append, seal and copy, round after round; die in the last one."""
    when, part, what = stage.split()
    journal = open_checked(directory / "first", directory / "second")
    assert journal.signer is not None
    sealer, copier = Sealer(journal, journal.signer), Copier(directory / "first", directory / "second")
    state = restored_state(journal)
    for number in range(1, ROUNDS + 1):
        entries = [PassOpened(number), PassOpened(number + 1)]
        head = journal.append(entries, number, number)
        state = fold(entries, state)
        sys.stdout.write(f"{head.seq}\n")
        sys.stdout.flush()
        if number == ROUNDS and part == "seal":
            journal._db = Doomed(journal._db, when, what)  # type: ignore[assignment]
        sealer.seal(state, number, number)
        if number == ROUNDS and part == "copy":
            copier._target = Doomed(copier._target, when, what)  # type: ignore[assignment]
        copier.catch_up()


if __name__ == "__main__":
    keep(Path(sys.argv[1]), sys.argv[2])
