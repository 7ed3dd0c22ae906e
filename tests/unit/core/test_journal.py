"""The journal's chain: what was appended is there, and whatever was done to the file is named."""

import shutil
import stat
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import apsw
import pytest

from daemon.journal import DATABASE, GENESIS, HEAD, Head, Journal, JournalError, chain_hash, open_reader, read_rows
from daemon.journal_check import BadEntry, verify
from table_core.record import Stopped
from table_core.session import PassOpened

ENTRIES = 6
_NO_TRIGGERS = "DROP TRIGGER entries_are_never_changed; DROP TRIGGER entries_are_never_removed;"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed journal of six entries in three batches."""
    directory = tmp_path_factory.mktemp("journal")
    journal = Journal(directory)
    for batch in range(3):
        journal.append((PassOpened(2 * batch + 1), PassOpened(2 * batch + 2)), 10 + batch, 1000 + batch)
    journal.close()
    return directory


@pytest.fixture
def directory(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "copy"))


def tamper(directory: Path, *statements: str) -> None:
    """Change the stored file as somebody with the tools and the time would."""
    db = apsw.Connection(str(directory / DATABASE))
    db.execute(_NO_TRIGGERS)
    for statement in statements:
        db.execute(statement)
    db.close()


def rechain(directory: Path, start: int) -> None:
    """Compute the chain anew from entry *start* on, as a thorough forger would."""
    db = apsw.Connection(str(directory / DATABASE))
    before = GENESIS
    for row in list(read_rows(db)):
        link = chain_hash(before, row.seq, row.batch, row.mono_ns, row.utc_ns, row.body)
        if row.seq >= start:
            db.execute("UPDATE entries SET hash = ? WHERE seq = ?", (link, row.seq))
        before = link
    db.close()


@pytest.mark.requirement("R1")
def test_what_was_appended_is_read_back_after_reopening(directory: Path) -> None:
    journal = Journal(directory)
    assert list(journal.entries()) == [PassOpened(number + 1) for number in range(ENTRIES)]
    assert journal.append((Stopped("fin"),), 20, 2000).seq == ENTRIES + 1
    journal.close()
    assert verify(directory).first_bad is None


@pytest.mark.requirement("R79")
def test_an_untouched_journal_verifies(directory: Path) -> None:
    verdict = verify(directory)
    assert (verdict.entries, verdict.head.seq, verdict.first_bad) == (ENTRIES, ENTRIES, None)


@pytest.mark.requirement("R7", "R79")
@pytest.mark.parametrize(
    ("statement", "bad"),
    [
        ("""UPDATE entries SET body = '{"type":"PassOpened","number":9}' WHERE seq = 3""", None),
        ("UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), '3', '9') AS BLOB) WHERE seq = 3", 3),
        ("UPDATE entries SET mono_ns = mono_ns + 1 WHERE seq = 4", 4),
        ("UPDATE entries SET utc_ns = utc_ns - 1 WHERE seq = 4", 4),
        ("UPDATE entries SET batch = batch + 1 WHERE seq = 2", 2),
        ("UPDATE entries SET hash = zeroblob(32) WHERE seq = 6", 6),
        ("UPDATE entries SET mono_ns = -1 WHERE seq = 5", 5),
    ],
)
def test_an_altered_entry_is_named(directory: Path, statement: str, bad: int | None) -> None:
    if bad is None:
        with pytest.raises(apsw.ConstraintError):  # STRICT: a text is no blob
            tamper(directory, statement)
        return
    tamper(directory, statement)
    assert verify(directory).first_bad == BadEntry(bad, "altered")


@pytest.mark.requirement("R79")
@pytest.mark.parametrize("seq", range(1, ENTRIES))
def test_a_missing_entry_is_named(directory: Path, seq: int) -> None:
    tamper(directory, f"DELETE FROM entries WHERE seq = {seq}")
    assert verify(directory).first_bad == BadEntry(seq, "missing")


@pytest.mark.requirement("R79")
@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 5), (4, 6)])
def test_two_entries_that_changed_places_are_named(directory: Path, one: int, other: int) -> None:
    tamper(
        directory,
        f"UPDATE entries SET seq = -1 WHERE seq = {one}",
        f"UPDATE entries SET seq = {one} WHERE seq = {other}",
        f"UPDATE entries SET seq = {other} WHERE seq = -1",
    )
    assert verify(directory).first_bad == BadEntry(one, "reordered")


@pytest.mark.requirement("R79")
@pytest.mark.parametrize("kept", range(ENTRIES))
def test_a_cut_off_tail_is_named(directory: Path, kept: int) -> None:
    tamper(directory, f"DELETE FROM entries WHERE seq > {kept}")
    assert verify(directory).first_bad == BadEntry(kept + 1, "truncated")


@pytest.mark.requirement("R79")
def test_a_cut_off_tail_with_a_forged_head_is_found_by_a_head_kept_outside(directory: Path) -> None:
    outside = verify(directory).head
    tamper(directory, "DELETE FROM entries WHERE seq > 4")
    last = list(read_rows(open_reader(directory)))[-1]
    (directory / HEAD).write_bytes(b"%020d:%b\n" % (last.seq, last.hash.hex().encode()))
    assert verify(directory).first_bad is None
    assert verify(directory, outside).first_bad == BadEntry(5, "truncated")


@pytest.mark.requirement("R79")
def test_a_chain_computed_anew_after_a_change_is_found_by_its_head(directory: Path) -> None:
    tamper(directory, "UPDATE entries SET utc_ns = 7 WHERE seq = 3")
    rechain(directory, 3)
    assert verify(directory).first_bad == BadEntry(ENTRIES, "altered")


@pytest.mark.requirement("R7")
@pytest.mark.parametrize(
    "damage",
    [
        lambda path: (path / DATABASE).write_bytes(b"SQLite format 3\0" + bytes(4080)),
        lambda path: (path / DATABASE).write_bytes((path / DATABASE).read_bytes()[:4096]),
        lambda path: (path / HEAD).write_bytes(b"nonsense"),
        lambda path: (path / HEAD).unlink(),
    ],
    ids=["empty pages", "cut file", "head is nonsense", "no head"],
)
def test_a_file_that_cannot_be_read_is_said_to_be_so(directory: Path, damage: Callable[[Path], object]) -> None:
    damage(directory)
    bad = verify(directory).first_bad
    assert bad is not None
    assert bad.problem == "unreadable"


@pytest.mark.requirement("R7")
def test_a_good_link_over_bytes_no_program_can_read_is_unreadable(directory: Path) -> None:
    tamper(directory, "UPDATE entries SET body = CAST('{' AS BLOB) WHERE seq = 3")
    rechain(directory, 3)
    assert verify(directory).first_bad == BadEntry(3, "unreadable")


@pytest.mark.requirement("R75")
def test_a_link_is_sha_256_over_the_link_before_the_numbers_and_the_stored_bytes() -> None:
    numbers = b"".join(number.to_bytes(8, "big") for number in (7, 3, 11, 13))
    assert chain_hash(b"\x01" * 32, 7, 3, 11, 13, b"body") == sha256(b"\x01" * 32 + numbers + b"body").digest()


def test_stored_entries_refuse_to_be_changed_or_removed(directory: Path) -> None:
    db = apsw.Connection(str(directory / DATABASE))
    for statement in ("UPDATE entries SET batch = 9", "DELETE FROM entries"):
        with pytest.raises(apsw.ConstraintError, match="never"):
            db.execute(statement)
    db.close()


def test_a_batch_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    with pytest.raises(OverflowError):
        journal.append((PassOpened(1),), 1 << 63, 1 << 63)
    assert journal.head == Head()
    assert journal.append((PassOpened(1),), 1, 1).seq == 1
    journal.close()
    assert verify(tmp_path).entries == 1


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    with pytest.raises(JournalError, match="Otro proceso"):
        Journal(tmp_path)
    journal.close()
    Journal(tmp_path).close()


def test_a_journal_of_a_newer_program_is_refused(directory: Path) -> None:
    db = apsw.Connection(str(directory / DATABASE))
    db.pragma("user_version", 99)
    db.close()
    with pytest.raises(JournalError, match="más nueva"):
        Journal(directory)


def test_the_files_are_evidence_and_nobody_else_may_read_them(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "mesa")
    journal.append((PassOpened(1),), 1, 1)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "mesa").iterdir()}
    journal.close()
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.requirement("R12")
def test_the_journal_waits_for_the_disk_at_every_commit(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    db = journal._db
    assert (db.pragma("journal_mode"), db.pragma("synchronous")) == ("wal", 2)
    journal.close()


def test_a_reader_waits_for_whoever_recovers_the_file_and_calls_nothing_damaged(directory: Path) -> None:
    """After a kill the first to open the file has it for himself: a reader beside it must not cry wolf."""
    db = apsw.Connection(str(directory / DATABASE))
    db.pragma("locking_mode", "exclusive")
    db.execute("BEGIN EXCLUSIVE; COMMIT")
    letting_go = threading.Timer(0.2, db.close)
    letting_go.start()
    assert verify(directory).first_bad is None
    letting_go.join()
