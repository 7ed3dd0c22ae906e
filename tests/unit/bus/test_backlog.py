"""Publications by number: gapless, bounded in memory, and the same from the journal as they were when sent."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daemon.journal import Journal
from daemon.messages import EntryPublished, PicturePublished, Publication, publication_decoder
from daemon.publications import PAGE, PAGE_BYTES, Backlog, entries_page
from table_core.record import Entry, SignInTried
from table_core.rules.baccarat.state import CardBurned
from table_core.session import PassOpened
from table_core.table import Announced

CHANGES = PassOpened(1)
SAYS_NOTHING = SignInTried("Ana", "accepted")
BATCHES = st.lists(st.lists(st.sampled_from([CHANGES, SAYS_NOTHING, Announced("hagan", "1")]), min_size=1, max_size=4))


class Published:
    """A backlog over a real journal, and everything that was sent from it."""

    def __init__(self, directory: Path, **bounds: int) -> None:
        self.directory = directory
        self.journal = Journal(directory)
        self.backlog = Backlog(directory, "1-run", self.journal.head.seq + 1, **bounds)
        self.sent: list[Publication] = []

    def commit(self, *entries: Entry) -> None:
        first, hour = self.journal.head.seq + 1, 1_000 * self.journal.head.seq
        self.journal.append(entries, 1, hour)
        for message in self.backlog.batch(entries, first, {"state": "ready", "head": self.journal.head.seq}, hour):
            self.sent.append(publication_decoder.decode(message))

    def again(self, first: int, last: int) -> list[Publication]:
        """Publications *first* to *last*, page by page, as a client gets them."""
        found: list[Publication] = []
        while first + len(found) <= last:
            at = first + len(found)
            page = self.backlog.held_page if self.backlog.is_held(at) else self.backlog.journal_page
            messages = page(at, last)
            assert messages, f"nothing at {at}"
            found += [publication_decoder.decode(message) for message in messages]
        return found


def without_pictures(publications: Iterable[Publication]) -> list[Publication]:
    return [
        msgspec.structs.replace(one, body=None) if isinstance(one, PicturePublished) else one for one in publications
    ]


def test_numbers_are_gapless_from_one_and_carry_run_and_journal_sequence(tmp_path: Path) -> None:
    table = Published(tmp_path)
    table.commit(SAYS_NOTHING, CHANGES)
    table.commit(SAYS_NOTHING)
    assert [(type(one), one.run, one.n, one.seq) for one in table.sent] == [
        (EntryPublished, "1-run", 1, 2),
        (PicturePublished, "1-run", 2, 2),
        (PicturePublished, "1-run", 3, 3),
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(batches=BATCHES, most=st.integers(1, 12), cut=st.integers(1, 30))
def test_every_publication_can_be_had_again_whatever_is_still_held(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[Entry]], most: int, cut: int
) -> None:
    table = Published(tmp_path_factory.mktemp("journal"), most=most)
    for batch in batches:
        table.commit(*batch)
    again = table.again(cut, len(table.sent))
    assert without_pictures(again) == without_pictures(table.sent[cut - 1 :])
    held = [one for one in again if table.backlog.is_held(one.n)]
    assert held == [one for one in table.sent[cut - 1 :] if table.backlog.is_held(one.n)], "as it was sent"
    assert [one.n for one in again] == list(range(cut, len(table.sent) + 1))


def test_marks_lead_into_the_middle_of_a_long_run(tmp_path: Path) -> None:
    table = Published(tmp_path, most=10)
    for _ in range(900):
        table.commit(SAYS_NOTHING, CHANGES, CHANGES)
    assert len(table.backlog._marks) > 1
    for first in (1, 1023, 1024, 1025, 1026, 2047, 2600, 2695):
        assert without_pictures(table.again(first, first + 5)) == without_pictures(table.sent[first - 1 : first + 5])


def test_memory_is_bounded_by_bytes_and_the_newest_always_stays(tmp_path: Path) -> None:
    table = Published(tmp_path, most_bytes=1000)
    for _ in range(30):
        table.commit(Announced("x" * 300, "1"))
    held = [one.n for one in table.sent if table.backlog.is_held(one.n)]
    assert 1 <= len(held) < 10
    table.commit(Announced("x" * 5000, "1"))
    assert table.backlog.is_held(table.sent[-1].n)


def test_a_page_is_bounded_by_count_and_by_bytes(tmp_path: Path) -> None:
    table = Published(tmp_path)
    table.commit(*[CHANGES] * (PAGE + 20))
    assert len(table.backlog.held_page(1, PAGE + 20)) == PAGE
    table.commit(*[Announced("x" * 10_000, "1")] * 100)
    page = table.backlog.held_page(PAGE + 22, PAGE + 122)
    assert PAGE_BYTES <= sum(map(len, map(bytes, page))) < PAGE_BYTES + 20_000


@pytest.mark.requirement("R67")
def test_a_covered_card_is_hidden_when_it_is_read_again_from_the_journal(tmp_path: Path) -> None:
    table = Published(tmp_path, most=1)
    table.commit(CardBurned("QD", "1"))
    table.commit(SAYS_NOTHING)
    body: Any = table.again(1, 1)[0].body
    assert body["card"] == "??"
    assert entries_page(tmp_path, 0, 2).entries[0].body["card"] == "??"


def test_entries_of_earlier_runs_are_had_by_sequence_page_by_page(tmp_path: Path) -> None:
    table = Published(tmp_path)
    for _ in range(PAGE):
        table.commit(CHANGES, SAYS_NOTHING, CHANGES)
    seqs, after = [], 0
    while True:
        page = entries_page(tmp_path, after, 3 * PAGE - 1)
        seqs += [entry.seq for entry in page.entries]
        if page.following is None:
            break
        after = page.following
    wanted = [seq for seq in range(1, 3 * PAGE) if seq % 3 != 2]
    assert seqs == wanted
