"""The journal: entries in SQLite, chained by SHA-256, durable before anything acts on them. One writer.

Files in the directory: `journal.db` (with its WAL), `head` (the last entry's number and hash, written after each
commit, so that a cut-off tail is noticed), `lock`, `reserve` (room kept for the last entries). All of mode 0600.
"""

import contextlib
import fcntl
import hashlib
import os
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import apsw
import msgspec
from msgspec import Struct

from daemon.reserve import Reserve
from daemon.schema import FILE_MODE, open_writer
from daemon.schema import JournalError as JournalError  # noqa: PLC0414 - callers of the journal catch it
from daemon.signing import TableKey
from table_core.record import SEALS, Entry

DATABASE, HEAD, LOCK = "journal.db", "head", "lock"
GENESIS = bytes(32)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder(order="deterministic")
_STAMP = struct.Struct(">QQQQ")
_COLUMNS = "seq, batch, mono_ns, utc_ns, body, hash"
_SEALS_IN_A_ROW = 8
"""More entries of the journal about itself never stand together."""
INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)"
RECOVERED_WITHIN_MS = 10_000
"""After a power cut whoever opens the file first recovers it, alone; a reader waits, and calls nothing damaged."""


Row = tuple[int, int, int, int, bytes, bytes]
Statement = tuple[str, tuple[int | bytes, ...]]


class Head(Struct, frozen=True):
    """The last entry: its number and its link of the chain."""

    seq: int = 0
    hash: bytes = GENESIS


class Stored(Struct, frozen=True):
    """One row as it lies in the file."""

    seq: int
    batch: int
    mono_ns: int
    utc_ns: int
    body: bytes
    hash: bytes

    def entry(self) -> Entry:
        return _decoder.decode(self.body)


def body_of(entry: Entry) -> bytes:
    """*entry* as it is stored."""
    return _encoder.encode(entry)


def chain_hash(before: bytes, seq: int, batch: int, mono_ns: int, utc_ns: int, body: bytes) -> bytes:
    """The link of one entry: over the link before, every stored number, and the stored bytes."""
    return hashlib.sha256(before + _STAMP.pack(seq, batch, mono_ns, utc_ns) + body).digest()


class Signer(Struct, frozen=True):
    """Who signs a journal, and whether the journal already says so."""

    key: TableKey
    introduced: bool


class Journal:
    """The one writer. `append` returns when the entries are on the disk. Without *signer* it is never sealed."""

    def __init__(self, directory: Path, signer: Signer | None = None) -> None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.directory = directory
        self.signer = signer
        self._lock = _take_lock(directory / LOCK)
        self.reserve = Reserve(directory)
        self.reserve.hold()
        self._head_fd = os.open(directory / HEAD, os.O_RDWR | os.O_CREAT, FILE_MODE)
        self._db = open_writer(directory / DATABASE)
        self.head = last_head(self._db)
        self._batch = self._last_batch()
        self._write_head()

    def append(self, entries: Sequence[Entry], mono_ns: int, utc_ns: int) -> Head:
        """Commit *entries* as one batch; all of them are durable when this returns, or none is."""
        return self._write(self._chained(entries, mono_ns, utc_ns), ())

    def seal(
        self,
        entries: Sequence[Entry],
        sign: Callable[[Head], Entry],
        mono_ns: int,
        utc_ns: int,
        beside: Sequence[Statement],
    ) -> Head:
        """Like `append`, with the entry that *sign* makes of the head they lead to, and *beside* as well."""
        rows = self._chained(entries, mono_ns, utc_ns)
        signed = sign(Head(rows[-1][0], rows[-1][-1]) if rows else self.head)
        return self._write(self._chained((*entries, signed), mono_ns, utc_ns), beside)

    def entries(self) -> Iterator[Entry]:
        for stored in read_rows(self._db):
            yield stored.entry()

    @property
    def reader(self) -> apsw.Connection:
        """For reading what was committed, on the thread that writes or before it runs."""
        return self._db

    def last(self) -> Entry | None:
        """The last entry that is not about the journal itself."""
        stored = self.last_row()
        return stored.entry() if stored is not None else None

    def last_row(self) -> Stored | None:
        """The row of `last`."""
        query = f"SELECT {_COLUMNS} FROM entries ORDER BY seq DESC LIMIT {_SEALS_IN_A_ROW}"  # noqa: S608 - constants
        rows = (Stored(*row) for row in self._db.execute(query))
        return next((row for row in rows if not isinstance(row.entry(), SEALS)), None)

    def close(self) -> None:
        """Fold the WAL into the database and let go of the directory."""
        with contextlib.suppress(apsw.BusyError):
            self._db.pragma("wal_checkpoint(TRUNCATE)")
        self._db.close()
        os.close(self._head_fd)
        os.close(self._lock)

    def _chained(self, entries: Sequence[Entry], mono_ns: int, utc_ns: int) -> list[Row]:
        """The rows of a batch behind the head."""
        batch, (seq, link) = self._batch + 1, (self.head.seq, self.head.hash)
        rows: list[Row] = []
        for entry in entries:
            body, seq = body_of(entry), seq + 1
            link = chain_hash(link, seq, batch, mono_ns, utc_ns, body)
            rows.append((seq, batch, mono_ns, utc_ns, body, link))
        return rows

    def _write(self, rows: list[Row], beside: Sequence[Statement]) -> Head:
        self._commit_with_reserve(rows, beside)
        self._batch += 1
        if rows:
            self.head = Head(rows[-1][0], rows[-1][-1])
        self._write_head()
        return self.head

    def _commit_with_reserve(self, rows: list[Row], beside: Sequence[Statement]) -> None:
        """On a full disk the reserve is given up for this batch; whoever watches the journal then stops the table."""
        try:
            self._commit(rows, beside)
        except (apsw.FullError, apsw.IOError):
            if not self.reserve.release():
                raise
            self._commit(rows, beside)

    def _commit(self, rows: list[Row], beside: Sequence[Statement]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(INSERT, rows)
            for statement, values in beside:
                self._db.execute(statement, values)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _last_batch(self) -> int:
        rows = list(self._db.execute("SELECT batch FROM entries ORDER BY seq DESC LIMIT 1"))
        return int(rows[0][0]) if rows else 0

    def _write_head(self) -> None:
        """Not synced on purpose: after a power cut it may lag behind the database, never lead it."""
        os.pwrite(self._head_fd, spell_head(self.head), 0)


def spell_head(head: Head) -> bytes:
    return b"%020d:%b\n" % (head.seq, head.hash.hex().encode())


def parse_head(text: str) -> Head:
    """*text* is `SEQ:HASH`; raises ValueError when it is not."""
    number, _, digest = text.strip().partition(":")
    head = Head(int(number), bytes.fromhex(digest))
    if len(head.hash) != len(GENESIS) or head.seq < 0:
        raise ValueError(f"{text!r} is not SEQ:HASH")
    return head


def open_reader(directory: Path) -> apsw.Connection:
    """A read-only connection; works beside a running daemon and on a copy."""
    path = directory / DATABASE
    if not path.exists():
        raise JournalError(
            "No hay registro en {directory}: falta {database}. Indique el directorio de la mesa.",
            directory=str(directory),
            database=str(DATABASE),
        )
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    db.set_busy_timeout(RECOVERED_WITHIN_MS)
    return db


def read_rows(db: apsw.Connection, after: int = 0) -> Iterator[Stored]:
    """Every row behind entry *after*, in order."""
    query = f"SELECT {_COLUMNS} FROM entries WHERE seq > ? ORDER BY seq"  # noqa: S608 - constants
    for row in db.execute(query, (after,)):
        yield Stored(*row)


def row_at(db: apsw.Connection, seq: int) -> Stored | None:
    query = f"SELECT {_COLUMNS} FROM entries WHERE seq = ?"  # noqa: S608 - constants
    return next((Stored(*row) for row in db.execute(query, (seq,))), None)


def last_head(db: apsw.Connection) -> Head:
    rows = list(db.execute("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1"))
    return Head(*rows[0]) if rows else Head()


def _take_lock(path: Path) -> int:
    lock = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise JournalError(
            "Otro proceso ya usa el registro de {directory}. Deténgalo antes de empezar.", directory=str(path.parent)
        ) from None
    return lock
