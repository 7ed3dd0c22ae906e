"""Journals of real passes for the tests of the record: the rig's entries, written and sealed as the daemon does."""

from pathlib import Path

import apsw

from daemon.journal import DATABASE, GENESIS, HEAD, Journal, Signer, chain_hash, last_head, read_rows, spell_head
from daemon.opening import open_checked
from daemon.signing import make_key
from daemon.snapshots import Sealer
from table_core.record import Stopped
from table_core.table import TableState
from tests.unit.core.rig import Rig

PASSES = ("4S 3H 5D 4C", "4H 3S 5C 4D")
"""Punto 9, bank 7: nobody draws. They alternate, for six decks hold six of each card."""
_NO_TRIGGERS = "DROP TRIGGER entries_are_never_changed; DROP TRIGGER entries_are_never_removed;"


class Story:
    """A table that plays pass after pass into a journal; `seal` seals it as it stands."""

    def __init__(self, directory: Path, passes: int = 12) -> None:
        self.directory = directory
        self.journal = Journal(directory, Signer(make_key(directory), introduced=False))
        assert self.journal.signer is not None
        self.sealer = Sealer(self.journal, self.journal.signer)
        self.rig = Rig(" ".join(PASSES[number % 2] for number in range(passes)))
        self._written = 0
        self._now = 0

    @property
    def state(self) -> TableState:
        return self.rig.kernel.state

    def begin(self) -> None:
        self.rig.open()
        self.write()

    def play(self, passes: int = 1) -> None:
        for _ in range(passes):
            self.rig.draw(4)
            self.rig.close_round()
            self.write()

    def write(self) -> None:
        """What the table decided since, as one batch."""
        entries = self.rig.entries[self._written :]
        self._written += len(entries)
        self._now += 1
        self.journal.append(entries, self._now, self._now)

    def seal(self) -> None:
        self._now += 1
        self.sealer.seal(self.state, self._now, self._now)

    def close(self) -> Path:
        self.journal.close()
        return self.directory


def sealed_story(directory: Path, *, before: int = 2, after: int = 1) -> TableState:
    """A closed journal of *before* passes, a seal and *after* more passes; the table it leaves."""
    story = Story(directory)
    story.begin()
    story.play(before)
    story.seal()
    story.play(after)
    story.journal.append((Stopped("fin"),), 99, 99)
    story.close()
    return story.state


def reopened(directory: Path) -> Journal:
    return open_checked(directory)


def tamper(directory: Path, *statements: str) -> None:
    """Change the stored file as somebody with the tools and the time would."""
    db = apsw.Connection(str(directory / DATABASE))
    db.execute(_NO_TRIGGERS)
    for statement in statements:
        db.execute(statement)
    db.close()


def forge(directory: Path) -> None:
    """Compute chain and head anew, as a thorough forger without the key would."""
    db = apsw.Connection(str(directory / DATABASE))
    before = GENESIS
    for row in list(read_rows(db)):
        link = chain_hash(before, row.seq, row.batch, row.mono_ns, row.utc_ns, row.body)
        db.execute("UPDATE entries SET hash = ? WHERE seq = ?", (link, row.seq))
        before = link
    (directory / HEAD).write_bytes(spell_head(last_head(db)))
    db.close()
