"""The journal's tables, by numbered migrations. What an older program wrote is copied aside before it is changed."""

import os
from pathlib import Path
from typing import Literal

import apsw

from table_core.text import TextError

FILE_MODE = 0o600

# The index is the schema version a statement list leads to. Never edit one that shipped.
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
    (
        # A body belongs to the SnapshotTaken entry of the same number. Not evidence: any of them may be removed.
        "CREATE TABLE snapshots (seq INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT",
    ),
)


class JournalError(TextError):
    """The journal cannot be used: what, where, and what to do, in the message."""


def open_writer(path: Path, journal_mode: Literal["wal", "truncate"] = "wal") -> apsw.Connection:
    """A connection that writes, on a file of this program's schema; every commit waits for the disk."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    db = apsw.Connection(str(path))
    db.set_busy_timeout(2000)
    db.pragma("journal_mode", journal_mode)
    db.pragma("synchronous", "full")
    _migrate(db, path)
    return db


def copy_database(source: apsw.Connection, target: Path) -> None:
    """A consistent copy of *source* as it is now, in a new file; works while somebody writes."""
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))
    copy = apsw.Connection(str(target))
    try:
        with copy.backup("main", source, "main") as backup:
            while not backup.done:
                backup.step(-1)
        copy.pragma("journal_mode", "delete")
    finally:
        copy.close()


def _migrate(db: apsw.Connection, path: Path) -> None:
    version = int(db.pragma("user_version"))
    if version > len(MIGRATIONS):
        raise JournalError(
            "El registro es de una versión más nueva ({version}) que este programa ({migrations}). "
            "Instale la versión que lo escribió.",
            version=str(version),
            migrations=str(len(MIGRATIONS)),
        )
    if 0 < version < len(MIGRATIONS):
        _copy_aside(db, path)
    for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        with db:
            for statement in statements:
                db.execute(statement)
            db.pragma("user_version", number)


def _copy_aside(db: apsw.Connection, path: Path) -> None:
    """Keep the file as the older program left it, whole or not at all."""
    kept = path.with_name(f"{path.name}.before-{len(MIGRATIONS)}")
    unfinished = kept.with_name(f"{kept.name}.partial")
    unfinished.unlink(missing_ok=True)
    copy_database(db, unfinished)
    unfinished.rename(kept)
