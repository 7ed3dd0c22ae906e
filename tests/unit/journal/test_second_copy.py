"""The second copy: the same chain on another path. It may vanish and come back; it is never written over."""

import shutil
from pathlib import Path

import apsw
import pytest

from daemon.config import JournalSection
from daemon.journal import DATABASE, HEAD, Journal, JournalError, open_reader, parse_head, read_rows, spell_head
from daemon.journal_check import BadEntry, verify
from daemon.kernel import RecordReport
from daemon.opening import open_checked, second_head
from daemon.record_watch import DISK, SECOND_COPY, RecordWatch
from daemon.second_copy import HANGS_AFTER_NS, Copier, SecondCopy
from table_core.session import PassOpened
from table_core.table import TableState
from tests.unit.journal.stories import forge, tamper


class Pair:
    """A journal being written and its second copy."""

    def __init__(self, directory: Path) -> None:
        self.first, self.second = directory / "first", directory / "second"
        self.second.mkdir(mode=0o700)
        self.journal = Journal(self.first)
        self.copier = Copier(self.first, self.second)

    def write(self, count: int = 3) -> None:
        self.journal.append([PassOpened(number) for number in range(count)], 1, 1)

    def copy(self) -> None:
        self.copier.catch_up()

    def lose(self) -> None:
        """The attempt fails, in words, and the copier lets go of what it had."""
        with pytest.raises((JournalError, OSError, apsw.Error)):
            self.copier.catch_up()
        self.copier.close()

    def close(self) -> None:
        self.journal.close()
        self.copier.close()

    def same(self) -> bool:
        return rows(self.first) == rows(self.second)


def rows(directory: Path) -> list[object]:
    db = open_reader(directory)
    found: list[object] = list(read_rows(db))
    db.close()
    return found


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return Pair(tmp_path)


@pytest.mark.requirement("R5", "R80")
def test_the_copy_has_every_entry_and_is_a_journal_that_verifies_by_itself(pair: Pair) -> None:
    for _ in range(3):
        pair.write(400)
        pair.copy()
    pair.close()
    assert pair.same()
    assert verify(pair.second).first_bad is None
    assert parse_head((pair.second / HEAD).read_text()) == pair.journal.head
    assert {path.stat().st_mode & 0o077 for path in pair.second.iterdir()} == {0}


@pytest.mark.requirement("R5")
def test_a_copy_that_vanished_is_missed_and_catches_up_when_it_is_back(pair: Pair) -> None:
    pair.write()
    pair.copy()
    away = pair.second.rename(pair.second.with_name("away"))
    pair.write()
    pair.lose()
    assert not pair.second.exists(), "where the disk is not mounted nothing is begun"
    away.rename(pair.second)
    pair.write()
    pair.copy()
    pair.close()
    assert pair.same()


@pytest.mark.requirement("R5")
def test_a_fresh_directory_in_the_place_of_the_copy_gets_everything(pair: Pair) -> None:
    pair.write()
    pair.copy()
    shutil.rmtree(pair.second)
    pair.second.mkdir()
    pair.write()
    pair.lose()
    pair.copy()
    pair.close()
    assert pair.same()


@pytest.mark.requirement("R5")
def test_an_older_copy_put_in_the_place_of_the_copy_is_brought_up_to_date(pair: Pair) -> None:
    pair.write()
    pair.copy()
    older = Path(shutil.copytree(pair.second, pair.second.with_name("older")))
    pair.write()
    pair.copy()
    shutil.rmtree(pair.second)
    older.rename(pair.second)
    pair.lose()
    pair.copy()
    pair.close()
    assert pair.same()


@pytest.mark.requirement("R9")
def test_a_copy_whose_disk_is_full_keeps_what_it_had_and_goes_on_when_there_is_room(pair: Pair) -> None:
    pair.write()
    pair.copy()
    target = pair.copier._target
    assert target is not None
    target.pragma("max_page_count", int(target.pragma("page_count")))
    pair.write(400)
    pair.lose()
    assert verify(pair.second).first_bad is None
    pair.copy()
    pair.close()
    assert pair.same()


def test_the_copy_of_another_journal_is_left_alone(pair: Pair, tmp_path: Path) -> None:
    stranger = Journal(tmp_path / "stranger")
    stranger.append([PassOpened(7)], 7, 7)
    stranger.close()
    shutil.copy(tmp_path / "stranger" / DATABASE, pair.second / DATABASE)
    pair.write()
    before = rows(pair.second)
    pair.lose()
    pair.close()
    assert rows(pair.second) == before


def cut_short(directory: Path, kept: int) -> None:
    """Remove the end of a journal and make its head fit."""
    tamper(directory, f"DELETE FROM entries WHERE seq > {kept}")
    forge(directory)


@pytest.mark.requirement("R79")
def test_a_journal_cut_short_with_its_head_is_found_against_the_copy(pair: Pair) -> None:
    pair.write(6)
    pair.copy()
    pair.close()
    cut_short(pair.first, 4)
    assert verify(pair.first).first_bad is None, "nothing inside tells"
    assert verify(pair.first, second_head(pair.second)).first_bad == BadEntry(5, "truncated")
    with pytest.raises(JournalError, match=r"entrada 5 .*truncated"):
        open_checked(pair.first, pair.second)


@pytest.mark.requirement("R79")
def test_a_journal_rewritten_as_a_whole_is_found_against_the_copy(pair: Pair) -> None:
    pair.write(6)
    pair.copy()
    pair.close()
    tamper(pair.first, "UPDATE entries SET utc_ns = 9 WHERE seq = 2")
    forge(pair.first)
    with pytest.raises(JournalError, match=r"entrada 6 .*altered"):
        open_checked(pair.first, pair.second)


@pytest.mark.requirement("R79")
def test_a_journal_that_is_gone_is_not_begun_anew_while_its_copy_is_there(pair: Pair) -> None:
    pair.write(6)
    pair.copy()
    pair.close()
    shutil.rmtree(pair.first)
    with pytest.raises(JournalError, match=r"llega a la entrada 6.*sabot restore"):
        open_checked(pair.first, pair.second)


def test_a_copy_out_of_reach_does_not_keep_the_table_from_starting(pair: Pair) -> None:
    pair.write()
    pair.close()
    journal = open_checked(pair.first, pair.second.with_name("unplugged"))
    assert journal.head.seq == 3
    journal.close()
    (pair.second / HEAD).write_bytes(spell_head(journal.head))
    open_checked(pair.first, pair.second).close()


class Told:
    """A watch over a real journal; what it told, and why it stopped the table."""

    def __init__(self, journal: Journal, copy: SecondCopy | None = None, free_mb: int = 5000) -> None:
        self.reports: list[RecordReport] = []
        self.stops: list[str] = []
        self.free_mb = free_mb
        limits = JournalSection(warn_free_mb=1000, stop_free_mb=100)
        self.watch = RecordWatch(
            journal,
            limits,
            TableState(),
            feed=self.reports.append,
            stop=self.stops.append,
            copy=copy,
            room=lambda _: self.free_mb,
        )

    def look(self) -> list[tuple[str, bool]]:
        self.reports.clear()
        self.watch.look()
        return [(report.code, report.trouble) for report in self.reports]


def test_a_lost_copy_is_told_once_and_its_return_once(pair: Pair) -> None:
    copy = SecondCopy(pair.first, pair.second)
    told = Told(pair.journal, copy)
    assert told.look() == [], "nobody has looked yet"
    copy._copy()
    assert told.look() == []
    away = pair.second.rename(pair.second.with_name("away"))
    copy._copy()
    assert told.look() == [(SECOND_COPY, True)]
    assert "montado" in told.reports[0].detail or "No such file" in told.reports[0].detail
    assert told.look() == []
    assert told.watch.status()["second_copy"]["lost"]
    away.rename(pair.second)
    copy._copy()
    assert told.look() == [(SECOND_COPY, False)]
    assert told.stops == []
    copy._copier.close()
    pair.close()


def test_a_copy_that_hangs_is_told_like_one_that_is_gone(pair: Pair) -> None:
    copy = SecondCopy(pair.first, pair.second)
    copy._copy()
    copy._at_work = True
    began = copy._copier.moved_ns
    assert copy.trouble(began + HANGS_AFTER_NS) == ""
    assert "no responde" in (copy.trouble(began + HANGS_AFTER_NS + 1) or "")
    copy._copier.close()
    pair.close()


@pytest.mark.requirement("R9")
def test_little_room_is_told_first_and_stops_the_table_before_there_is_none(pair: Pair) -> None:
    told = Told(pair.journal)
    assert told.look() == []
    told.free_mb = 999
    assert told.look() == [(DISK, True)]
    told.free_mb = 1050
    assert told.look() == [], "not clearly more yet"
    told.free_mb = 1100
    assert told.look() == [(DISK, False)]
    told.free_mb = 100
    assert told.look() == [(DISK, True)]
    assert told.stops == []
    told.free_mb = 99
    told.look()
    assert len(told.stops) == 1
    assert "casi lleno (99 MB)" in told.stops[0]
    pair.close()


@pytest.mark.requirement("R9")
def test_a_reserve_that_had_to_be_used_stops_the_table(pair: Pair) -> None:
    told = Told(pair.journal)
    pair.journal.reserve.release()
    told.look()
    assert len(told.stops) == 1
    pair.close()
