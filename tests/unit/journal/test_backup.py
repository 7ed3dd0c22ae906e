"""Backups: made beside a running writer, verified before they count, and never written over anything."""

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from daemon.backup import MANIFEST, BackupError, DamagedError, Manifest, make_backup, restore_backup
from daemon.journal import DATABASE, HEAD, open_reader, read_rows
from daemon.journal_check import verify
from daemon.opening import open_checked
from daemon.second_copy import Copier
from daemon.signing import KEY
from daemon.snapshots import restored_state
from tests.unit.journal.stories import Story, sealed_story, tamper


def rows(directory: Path) -> list[object]:
    db = open_reader(directory)
    found: list[object] = list(read_rows(db))
    db.close()
    return found


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    sealed_story(tmp_path / "mesa")
    (tmp_path / "mesa" / "people.toml").write_text("# personas\n", encoding="utf-8")
    return tmp_path / "mesa"


@pytest.mark.requirement("R5")
def test_a_backup_of_a_running_table_is_whole_and_restores_to_the_same_table(tmp_path: Path) -> None:
    story = Story(tmp_path / "mesa")
    story.begin()
    story.play(2)
    story.seal()
    manifest = make_backup(tmp_path / "mesa", tmp_path / "backup")
    at_backup, state = rows(tmp_path / "mesa"), story.state
    story.play(1)
    story.close()
    assert (manifest.seq, manifest.hash) == (len(at_backup), at_backup[-1].hash.hex())  # type: ignore[attr-defined]
    head = restore_backup(tmp_path / "backup", tmp_path / "again")
    assert head.seq == manifest.seq
    assert rows(tmp_path / "again") == at_backup
    journal = open_checked(tmp_path / "again")
    assert restored_state(journal) == state
    journal.close()


def test_a_backup_is_for_the_tables_user_only_and_brings_key_and_people(closed: Path, tmp_path: Path) -> None:
    make_backup(closed, tmp_path / "backup")
    files = {path.name: path.stat().st_mode & 0o077 for path in (tmp_path / "backup").iterdir()}
    assert set(files) == {DATABASE, HEAD, KEY, "people.toml", MANIFEST}
    assert set(files.values()) == {0}
    restore_backup(tmp_path / "backup", tmp_path / "again")
    assert (tmp_path / "again" / "people.toml").read_bytes() == (closed / "people.toml").read_bytes()
    assert not (tmp_path / "again.partial").exists()


def test_nothing_is_overwritten(closed: Path, tmp_path: Path) -> None:
    make_backup(closed, tmp_path / "backup")
    before = rows(closed)
    for attempt in (
        lambda: make_backup(closed, tmp_path / "backup"),
        lambda: restore_backup(tmp_path / "backup", closed),
    ):
        with pytest.raises(BackupError, match="nada se sobrescribe"):
            attempt()
    assert rows(closed) == before


@pytest.mark.requirement("R7")
@pytest.mark.parametrize(
    "damage",
    [
        lambda path: tamper(path, "UPDATE entries SET utc_ns = 7 WHERE seq = 3"),
        lambda path: (path / HEAD).write_text("1:" + "0" * 64),
        lambda path: (path / KEY).unlink(),
        lambda path: (path / "people.toml").write_text("# otra gente\n"),
        lambda path: (path / MANIFEST).write_text("{}"),
    ],
    ids=["entry", "head", "no key", "people", "manifest"],
)
def test_a_backup_that_changed_is_not_restored(closed: Path, tmp_path: Path, damage: Callable[[Path], object]) -> None:
    make_backup(closed, tmp_path / "backup")
    damage(tmp_path / "backup")
    with pytest.raises(DamagedError):
        restore_backup(tmp_path / "backup", tmp_path / "again")
    assert not (tmp_path / "again").exists()


@pytest.mark.requirement("R7")
def test_a_damaged_journal_gives_no_backup_that_looks_good(closed: Path, tmp_path: Path) -> None:
    tamper(closed, "UPDATE entries SET utc_ns = 7 WHERE seq = 3")
    with pytest.raises(DamagedError, match="entrada 3"):
        make_backup(closed, tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


@pytest.mark.requirement("R5")
def test_a_table_whose_disk_died_goes_on_from_the_second_copy_with_the_key_of_an_older_backup(tmp_path: Path) -> None:
    story = Story(tmp_path / "mesa")
    story.begin()
    story.seal()
    make_backup(tmp_path / "mesa", tmp_path / "backup")
    story.play(2)
    (tmp_path / "second").mkdir()
    copier = Copier(tmp_path / "mesa", tmp_path / "second")
    copier.catch_up()
    story.close()
    copier.close()
    shutil.rmtree(tmp_path / "mesa")
    restore_backup(tmp_path / "second", tmp_path / "mesa", secrets=tmp_path / "backup")
    journal = open_checked(tmp_path / "mesa", tmp_path / "second")
    assert restored_state(journal) == story.state
    journal.close()
    assert verify(tmp_path / "mesa").first_bad is None


def test_something_else_is_not_taken_for_a_backup(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BackupError, match="no es un respaldo"):
        restore_backup(tmp_path / "empty", tmp_path / "again")


def test_the_manifest_names_the_digest_of_every_file(closed: Path, tmp_path: Path) -> None:
    made = make_backup(closed, tmp_path / "backup")
    read = msgspec.json.decode((tmp_path / "backup" / MANIFEST).read_bytes(), type=Manifest)
    assert read == made
    assert set(made.files) == {DATABASE, HEAD, KEY, "people.toml"}
