"""From one version of the schema to the next and back: the older file is kept, the older program refuses in words."""

from pathlib import Path

import apsw
import pytest

from daemon import schema
from daemon.journal import (
    DATABASE,
    GENESIS,
    HEAD,
    Head,
    Journal,
    JournalError,
    chain_hash,
    open_reader,
    read_rows,
    spell_head,
)
from daemon.journal import _encoder as encoder
from daemon.journal_check import verify
from daemon.opening import open_checked
from daemon.schema import MIGRATIONS, open_writer
from daemon.snapshots import Sealer, latest_snapshot, restored_state
from table_core.record import KeyIntroduced, Stopped
from table_core.table import TableState
from tests.unit.core.rig import Rig
from tests.unit.journal.stories import PASSES

BEFORE = f"{DATABASE}.before-{len(MIGRATIONS)}"


@pytest.fixture
def version_1(tmp_path: Path) -> tuple[Path, TableState]:
    """A journal as a program of schema version 1 left it: no snapshots, no key, no signature."""
    rig = Rig(PASSES[0])
    rig.open()
    rig.draw(4)
    rig.close_round()
    db = apsw.Connection(str(tmp_path / DATABASE))
    db.pragma("journal_mode", "wal")
    for statement in MIGRATIONS[0]:
        db.execute(statement)
    db.pragma("user_version", 1)
    link = GENESIS
    for seq, entry in enumerate((*rig.entries, Stopped("fin")), start=1):
        body = encoder.encode(entry)
        link = chain_hash(link, seq, seq, seq, seq, body)
        db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", (seq, seq, seq, seq, body, link))
    db.close()
    (tmp_path / HEAD).write_bytes(spell_head(Head(seq, link)))
    return tmp_path, rig.kernel.state


def rows(path: Path) -> list[object]:
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    found: list[object] = list(read_rows(db))
    db.close()
    return found


def test_a_journal_of_version_1_is_continued_with_every_entry_as_it_was(version_1: tuple[Path, TableState]) -> None:
    directory, state = version_1
    before = rows(directory / DATABASE)
    assert verify(directory).first_bad is None
    journal = open_checked(directory)
    assert int(journal.reader.pragma("user_version")) == len(MIGRATIONS)
    assert restored_state(journal) == state
    assert journal.signer is not None
    Sealer(journal, journal.signer).seal(state, 90, 90)
    assert latest_snapshot(journal.reader, journal.signer.key.public) is not None
    journal.close()
    assert rows(directory / DATABASE)[: len(before)] == before
    verdict = verify(directory)
    assert (verdict.first_bad, verdict.key) == (None, journal.signer.key.public)
    added = [row.entry() for row in read_rows(open_reader(directory), len(before))]
    assert isinstance(added[0], KeyIntroduced)


def test_the_file_is_kept_aside_before_it_is_changed(version_1: tuple[Path, TableState]) -> None:
    directory, _state = version_1
    before = rows(directory / DATABASE)
    open_checked(directory).close()
    kept = directory / BEFORE
    assert rows(kept) == before
    assert kept.stat().st_mode & 0o077 == 0
    db = apsw.Connection(str(kept))
    assert db.pragma("user_version") == 1
    db.close()


def test_a_fresh_journal_has_nothing_to_keep_aside(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    Journal(tmp_path).close()
    assert not (tmp_path / BEFORE).exists()


def test_the_older_program_refuses_the_newer_file_and_changes_nothing(
    version_1: tuple[Path, TableState], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, _state = version_1
    open_checked(directory).close()
    before = (directory / DATABASE).read_bytes()
    monkeypatch.setattr(schema, "MIGRATIONS", MIGRATIONS[:1])
    with pytest.raises(JournalError, match=r"más nueva \(2\) que este programa \(1\)\. Instale la versión"):
        open_writer(directory / DATABASE)
    assert (directory / DATABASE).read_bytes() == before


def test_the_way_back_is_the_file_kept_aside(
    version_1: tuple[Path, TableState], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, _state = version_1
    before = rows(directory / DATABASE)
    open_checked(directory).close()
    (directory / BEFORE).replace(directory / DATABASE)
    monkeypatch.setattr(schema, "MIGRATIONS", MIGRATIONS[:1])
    db = open_writer(directory / DATABASE)
    assert list(read_rows(db)) == before
    db.close()
    assert verify(directory).first_bad is None


def test_a_migration_that_fails_leaves_the_older_schema(
    version_1: tuple[Path, TableState], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, _state = version_1
    broken = (*MIGRATIONS[:1], (*MIGRATIONS[1], "CREATE NONSENSE"))
    monkeypatch.setattr(schema, "MIGRATIONS", broken)
    with pytest.raises(apsw.SQLError):
        open_writer(directory / DATABASE)
    monkeypatch.undo()
    db = open_reader(directory)
    assert db.pragma("user_version") == 1
    assert list(db.execute("SELECT name FROM sqlite_master WHERE name = 'snapshots'")) == []
    db.close()
    open_checked(directory).close()
    assert verify(directory).first_bad is None
