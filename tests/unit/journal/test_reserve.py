"""The reserve: a batch that finds the disk full is still written, once, and the next one is not."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from daemon import reserve
from daemon.journal import Journal, JournalError
from daemon.journal_check import verify
from daemon.reserve import RESERVE, RESERVE_BYTES
from table_core.session import PassOpened


class FullUntilReleased:
    """A connection on a disk whose last free room is the reserve."""

    def __init__(self, journal: Journal) -> None:
        self._db = journal._db
        self._reserve = journal.directory / RESERVE

    def executemany(self, statement: str, rows: Any) -> Any:
        if self._reserve.exists():
            raise apsw.FullError("database or disk is full")
        return self._db.executemany(statement, rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


@pytest.mark.requirement("R9")
def test_a_batch_that_finds_the_disk_full_is_written_with_the_reserve(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert (tmp_path / RESERVE).stat().st_size == RESERVE_BYTES
    journal.append((PassOpened(1),), 1, 1)
    journal._db = FullUntilReleased(journal)  # type: ignore[assignment]
    assert journal.append((PassOpened(2),), 2, 2).seq == 2
    assert journal.reserve.released
    journal.close()
    assert verify(tmp_path).entries == 2


@pytest.mark.requirement("R9")
def test_without_a_reserve_left_a_full_disk_is_told(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append((PassOpened(1),), 1, 1)
    db = journal._db
    db.pragma("max_page_count", int(db.pragma("page_count")))
    with pytest.raises(apsw.FullError):
        journal.append([PassOpened(number) for number in range(500)], 2, 2)
    journal.close()
    assert verify(tmp_path).entries == 1
    assert verify(tmp_path).first_bad is None


def test_a_disk_without_room_for_the_reserve_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reserve, "RESERVE_BYTES", 1 << 60)
    with pytest.raises(JournalError, match="no tiene lugar"):
        Journal(tmp_path)
    assert not (tmp_path / RESERVE).exists()
