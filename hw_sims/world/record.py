"""A journal in memory: the same bytes and the same chain as on disk, and beside it the fold of what was written."""

from collections.abc import Sequence

from daemon.journal import Stored, body_of, chain_hash
from daemon.kernel import fold
from table_core.record import NOT_FOLDED, Entry
from table_core.table import TableState, evolve

_NOTHING = bytes(32)


class Record:
    """*folded* is the table a restart would find: every entry decoded from its own bytes, then folded."""

    def __init__(self) -> None:
        self.rows: list[Stored] = []
        self.folded: TableState | None = None

    def append(self, entries: Sequence[Entry], mono_ns: int, utc_ns: int) -> list[Entry]:
        """Write *entries*; gives them back as they are read again."""
        batch = self.rows[-1].batch + 1 if self.rows else 1
        before = self.rows[-1].hash if self.rows else _NOTHING
        read: list[Entry] = []
        for entry in entries:
            seq, body = len(self.rows) + 1, body_of(entry)
            before = chain_hash(before, seq, batch, mono_ns, utc_ns, body)
            self.rows.append(Stored(seq, batch, mono_ns, utc_ns, body, before))
            read.append(self.rows[-1].entry())
        self._fold(read)
        return read

    def restored(self) -> TableState:
        """The table after a crash: the fold of every stored byte from the first entry on."""
        return fold(row.entry() for row in self.rows)

    def broken_at(self) -> int | None:
        """The first entry whose link does not hold; None when the chain is intact."""
        before = _NOTHING
        for row in self.rows:
            before = chain_hash(before, row.seq, row.batch, row.mono_ns, row.utc_ns, row.body)
            if before != row.hash:
                return row.seq
        return None

    def _fold(self, entries: list[Entry]) -> None:
        for entry in entries:
            if self.folded is None:
                self.folded = fold((entry,))
            elif not isinstance(entry, NOT_FOLDED):
                self.folded = evolve(self.folded, entry)
