"""What was published in this run, to be had again by number: the newest as they were sent, older ones from the journal.

Publications are a function of the journal: per batch, one for each entry that changed the table, then a picture. Sends
nothing.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from daemon.journal import Stored, open_reader
from daemon.messages import (
    EntriesPage,
    EntryPublished,
    EntryTold,
    PicturePublished,
    Publication,
    StoppedPublished,
    StopTold,
)
from table_core.record import NOT_FOLDED, Entry
from table_core.views import visible

HELD, HELD_BYTES = 100_000, 64 * 1024 * 1024
PAGE, PAGE_BYTES = 500, 256 * 1024
_MARK_EVERY = 1024
_ROWS_FROM = "SELECT seq, batch, mono_ns, utc_ns, body, hash FROM entries WHERE seq >= ? ORDER BY seq"


class Mark(Struct, frozen=True):
    """Publication *n* is the first one of the batch that begins with entry *seq*."""

    n: int
    seq: int


class Held:
    """The newest publications as they were sent, bounded by count and by bytes; numbers follow one another."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._messages: dict[int, bytes] = {}
        self._bytes = 0
        self.first = 1

    def add(self, number: int, message: bytes) -> None:
        self._messages[number] = message
        self._bytes += len(message)
        while len(self._messages) > self._most or (self._bytes > self._most_bytes and self.first < number):
            self._bytes -= len(self._messages.pop(self.first))
            self.first += 1

    def between(self, first: int, last: int) -> Iterator[bytes]:
        return (self._messages[number] for number in range(first, last + 1))


class Backlog:
    """Numbers and keeps the publications of one run, which began with journal entry *begins*."""

    def __init__(
        self, directory: Path, run: str, begins: int, *, most: int = HELD, most_bytes: int = HELD_BYTES
    ) -> None:
        self.run = run
        self.begins = begins
        self.last = 0
        self.reread = 0
        self._directory = directory
        self._held = Held(most, most_bytes)
        self._marks = [Mark(1, begins)]

    def batch(self, entries: Iterable[Entry], first_seq: int, picture: dict[str, Any], utc_ns: int) -> Iterator[bytes]:
        """The publications of one batch committed at *utc_ns*, in the order they are sent."""
        if self.last + 1 - self._marks[-1].n >= _MARK_EVERY:
            self._marks.append(Mark(self.last + 1, first_seq))
        seq = first_seq - 1
        for entry in entries:
            seq += 1
            if not isinstance(entry, NOT_FOLDED):
                yield self._keep(EntryPublished(self.run, self.last + 1, seq, visible(entry, None), utc_ns))
        yield self._keep(PicturePublished(self.run, self.last + 1, seq, picture))

    def stopped(self, reason: str, seq: int) -> bytes:
        return self._keep(StoppedPublished(self.run, self.last + 1, seq, StopTold(reason)))

    def is_held(self, number: int) -> bool:
        return number >= self._held.first

    def held_page(self, first: int, last: int) -> list[Raw]:
        """Publications from *first*, as many as fit one page; *first* must be held."""
        page = _one_page(self._held.between(first, min(last, self.last)))
        self.reread += len(page)
        return page

    def journal_page(self, first: int, last: int) -> list[Raw]:
        """The same for numbers no longer held, read from the disk: call off the loop. Pictures come without body."""
        mark = self._marks[bisect_right(self._marks, first, key=lambda mark: mark.n) - 1]
        wanted = (one for one in self._from_journal(mark) if one.n >= first)
        page = _one_page(msgspec.json.encode(one) for one in _up_to(wanted, min(last, self._held.first - 1)))
        self.reread += len(page)
        return page

    def _keep(self, publication: Publication) -> bytes:
        message = msgspec.json.encode(publication)
        self.last = publication.n
        self._held.add(publication.n, message)
        return message

    def _from_journal(self, mark: Mark) -> Iterator[EntryPublished | PicturePublished]:
        number, before = mark.n, None
        for stored in rows_from(self._directory, mark.seq):
            if before is not None and stored.batch != before.batch:
                yield PicturePublished(self.run, number, before.seq, None)
                number += 1
            entry, before = stored.entry(), stored
            if not isinstance(entry, NOT_FOLDED):
                yield EntryPublished(self.run, number, stored.seq, visible(entry, None), stored.utc_ns)
                number += 1


def entries_page(directory: Path, after: int, last: int) -> EntriesPage:
    """Published entries behind *after* up to *last*, one page; reads the disk: call off the loop."""
    found: list[EntryTold] = []
    seq = after
    for stored in rows_from(directory, after + 1):
        if stored.seq > last:
            return EntriesPage(found, None)
        if len(found) >= PAGE:
            return EntriesPage(found, seq)
        entry, seq = stored.entry(), stored.seq
        if not isinstance(entry, NOT_FOLDED):
            found.append(EntryTold(stored.seq, visible(entry, None), stored.utc_ns))
    return EntriesPage(found, None)


def rows_from(directory: Path, seq: int) -> Iterator[Stored]:
    db = open_reader(directory)
    try:
        for row in db.execute(_ROWS_FROM, (seq,)):
            yield Stored(*row)
    finally:
        db.close()


def _up_to(publications: Iterable[Publication], last: int) -> Iterator[Publication]:
    for publication in publications:
        if publication.n > last:
            return
        yield publication


def _one_page(messages: Iterable[bytes]) -> list[Raw]:
    page: list[Raw] = []
    size = 0
    for message in messages:
        page.append(Raw(message))
        size += len(message)
        if len(page) >= PAGE or size >= PAGE_BYTES:
            break
    return page
