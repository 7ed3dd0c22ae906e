"""Any flipped bit of a journal's files is reported, or leaves every row as it was. SABOT_NIGHTLY tries every byte."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from daemon.journal import DATABASE, HEAD, Journal, Stored, open_reader, read_rows
from daemon.journal_check import verify
from table_core.record import SEALS
from tests.scenario.stories import PUNTO_NATURAL
from tests.scenario.table import LiveTable, play

WAL = f"{DATABASE}-wal"
SAMPLE = 250
SEED = 20261118


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a real pass, closed by order: no WAL is left."""

    async def story(table: LiveTable) -> Path:
        await table.begin(PUNTO_NATURAL)
        await table.round(4)
        return table.data

    directory = play(story, tmp_path_factory.mktemp("closed"))
    assert not (directory / WAL).exists()
    return directory


@pytest.fixture(scope="module")
def live(closed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same journal, copied while a writer had half of it in its WAL."""
    working, copy = tmp_path_factory.mktemp("working"), tmp_path_factory.mktemp("live")
    stored = [row.entry() for row in read_rows(open_reader(closed))]
    entries = [entry for entry in stored if not isinstance(entry, SEALS)]  # another chain, another signature
    first = Journal(working)
    first.append(entries[:20], 1, 1)
    first.close()
    writer = Journal(working)
    for entry in entries[20:]:
        writer.append((entry,), 2, 2)
    for name in (DATABASE, WAL, HEAD):
        shutil.copy(working / name, copy / name)
    writer.close()
    assert (copy / WAL).stat().st_size > 0
    return copy


def rows(directory: Path) -> list[Stored] | None:
    """Every row, or None when they cannot be read."""
    try:
        db = open_reader(directory)
        found = list(read_rows(db))
        db.close()
    except (apsw.Error, UnicodeDecodeError):
        return None
    return found


def flips(size: int, chance: random.Random) -> Iterator[tuple[int, int]]:
    """Places and bits to flip: a sample, or one bit of every byte."""
    if os.environ.get("SABOT_NIGHTLY"):
        yield from ((place, chance.randrange(8)) for place in range(size))
    else:
        yield from (divmod(bit, 8) for bit in chance.sample(range(size * 8), min(SAMPLE, size * 8)))


def survivors(directory: Path, name: str, scratch: Path) -> list[tuple[int, int]]:
    """Flips of *name* that change a row and are not reported; every file is put back after each."""
    shutil.copytree(directory, scratch, dirs_exist_ok=True)
    target, whole = scratch / name, (directory / name).read_bytes()
    before = rows(scratch)
    assert before
    silent = []
    for place, bit in flips(len(whole), random.Random(SEED)):
        target.write_bytes(whole[:place] + bytes((whole[place] ^ 1 << bit,)) + whole[place + 1 :])
        (scratch / f"{DATABASE}-shm").unlink(missing_ok=True)
        if verify(scratch).first_bad is None and rows(scratch) != before:
            silent.append((place, bit))
    return silent


@pytest.mark.requirement("R7", "R79")
@pytest.mark.parametrize("name", [DATABASE, HEAD])
def test_a_flipped_bit_of_a_closed_journal_is_reported_or_harmless(closed: Path, tmp_path: Path, name: str) -> None:
    assert verify(closed).first_bad is None
    assert survivors(closed, name, tmp_path / "copy") == []


@pytest.mark.requirement("R7", "R79")
@pytest.mark.parametrize("name", [DATABASE, WAL, HEAD])
def test_a_flipped_bit_of_a_journal_copied_live_is_reported_or_harmless(live: Path, tmp_path: Path, name: str) -> None:
    assert verify(live).first_bad is None
    assert survivors(live, name, tmp_path / "copy") == []


@pytest.mark.requirement("R7")
def test_a_flipped_bit_in_the_body_of_an_entry_is_always_reported(closed: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "copy"
    shutil.copytree(closed, scratch)
    whole = (closed / DATABASE).read_bytes()
    stored = rows(closed) or []
    for row in stored[::7]:
        place = len(row.body) // 2
        flipped = row.body[:place] + bytes((row.body[place] ^ 1,)) + row.body[place + 1 :]
        (scratch / DATABASE).write_bytes(whole.replace(row.body, flipped))  # stale copies on free pages too
        bad = verify(scratch).first_bad
        assert bad is not None
        assert bad.seq == next(other.seq for other in stored if row.body in other.body)


@pytest.mark.requirement("R7")
@pytest.mark.parametrize("cells", [("body",), ("hash",), ("body", "hash"), ("utc_ns", "hash"), ("batch",)])
def test_cells_that_became_null_are_reported_and_not_stumbled_over(
    closed: Path, tmp_path: Path, cells: tuple[str, ...]
) -> None:
    """A bit of a record's header turns a value into NULL; the table's own NOT NULL does not see it."""
    scratch = tmp_path / "copy"
    shutil.copytree(closed, scratch)
    db = apsw.Connection(str(scratch / DATABASE))
    db.pragma("writable_schema", 1)
    loose = "CREATE TABLE entries (seq INTEGER PRIMARY KEY, batch, mono_ns, utc_ns, body, hash)"
    db.execute("DELETE FROM sqlite_master WHERE type = 'trigger'")
    db.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'entries'", (loose,))
    db.close()
    db = apsw.Connection(str(scratch / DATABASE))
    for cell in cells:
        db.execute(f"UPDATE entries SET {cell} = NULL WHERE seq = 5")
    db.close()
    bad = verify(scratch).first_bad
    assert bad is not None
    assert bad.seq == 5
