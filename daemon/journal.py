"""The journal: entries in SQLite, chained by SHA-256, durable before anything acts on them. One writer.

Files in the directory: `journal.db` (with its WAL), `head` (the last entry's number and hash, written after each
commit, so that a cut-off tail is noticed), `lock`. All are evidence: mode 0600.
"""

import contextlib
import fcntl
import hashlib
import os
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

import apsw
import msgspec
from msgspec import Struct

from table_core.record import Entry

DATABASE, HEAD, LOCK = "journal.db", "head", "lock"
GENESIS = bytes(32)
_FILE_MODE = 0o600

# Numbered migrations: the index is the schema version a statement list leads to. Never edit one that shipped.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE entries (
            seq INTEGER PRIMARY KEY, batch INTEGER NOT NULL, mono_ns INTEGER NOT NULL, utc_ns INTEGER NOT NULL,
            body BLOB NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = 32)
        ) STRICT""",
        """CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
           BEGIN SELECT RAISE(ABORT, 'journal entries are never changed'); END""",
        """CREATE TRIGGER entries_are_never_removed BEFORE DELETE ON entries
           BEGIN SELECT RAISE(ABORT, 'journal entries are never removed'); END""",
    ),
)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder(order="deterministic")
_STAMP = struct.Struct(">QQQQ")
_INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)"


class JournalError(Exception):
    """The journal cannot be used: what, where, and what to do, in the message."""


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


def chain_hash(before: bytes, seq: int, batch: int, mono_ns: int, utc_ns: int, body: bytes) -> bytes:
    """The link of one entry: over the link before, every stored number, and the stored bytes."""
    return hashlib.sha256(before + _STAMP.pack(seq, batch, mono_ns, utc_ns) + body).digest()


class Journal:
    """The one writer. `append` returns when the entries are on the disk."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = _take_lock(directory / LOCK)
        self._head_fd = os.open(directory / HEAD, os.O_RDWR | os.O_CREAT, _FILE_MODE)
        self._db = _open_writer(directory / DATABASE)
        self.head = self._read_head()
        self._batch = self._last_batch()
        self._write_head()

    def append(self, entries: Sequence[Entry], mono_ns: int, utc_ns: int) -> Head:
        """Commit *entries* as one batch; all of them are durable when this returns, or none is."""
        batch, head, rows = self._batch + 1, self.head, []
        for entry in entries:
            body = _encoder.encode(entry)
            seq = head.seq + 1
            link = chain_hash(head.hash, seq, batch, mono_ns, utc_ns, body)
            rows.append((seq, batch, mono_ns, utc_ns, body, link))
            head = Head(seq, link)
        self._commit(rows)
        self._batch, self.head = batch, head
        self._write_head()
        return head

    def entries(self) -> Iterator[Entry]:
        for stored in read_rows(self._db):
            yield stored.entry()

    def last(self) -> Entry | None:
        rows = list(self._db.execute("SELECT body FROM entries ORDER BY seq DESC LIMIT 1"))
        return _decoder.decode(rows[0][0]) if rows else None

    def close(self) -> None:
        """Fold the WAL into the database and let go of the directory."""
        with contextlib.suppress(apsw.BusyError):
            self._db.pragma("wal_checkpoint(TRUNCATE)")
        self._db.close()
        os.close(self._head_fd)
        os.close(self._lock)

    def _commit(self, rows: list[tuple[int, int, int, int, bytes, bytes]]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(_INSERT, rows)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _read_head(self) -> Head:
        rows = list(self._db.execute("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1"))
        return Head(*rows[0]) if rows else Head()

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
        raise JournalError(f"No hay registro en {directory}: falta {DATABASE}. Indique el directorio de la mesa.")
    return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)


def read_rows(db: apsw.Connection) -> Iterator[Stored]:
    for row in db.execute("SELECT seq, batch, mono_ns, utc_ns, body, hash FROM entries ORDER BY seq"):
        yield Stored(*row)


def _open_writer(path: Path) -> apsw.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, _FILE_MODE))
    db = apsw.Connection(str(path))
    db.set_busy_timeout(2000)
    db.pragma("journal_mode", "wal")
    db.pragma("synchronous", "full")
    _migrate(db)
    return db


def _migrate(db: apsw.Connection) -> None:
    version = int(db.pragma("user_version"))
    if version > len(MIGRATIONS):
        raise JournalError(
            f"El registro es de una versión más nueva ({version}) que este programa ({len(MIGRATIONS)}). "
            "Instale la versión que lo escribió."
        )
    for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        with db:
            for statement in statements:
                db.execute(statement)
            db.pragma("user_version", number)


def _take_lock(path: Path) -> int:
    lock = os.open(path, os.O_RDWR | os.O_CREAT, _FILE_MODE)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise JournalError(f"Otro proceso ya usa el registro de {path.parent}. Deténgalo antes de empezar.") from None
    return lock
