"""Verifies a journal: names the first entry that was altered, is missing, out of order or cut off. Changes nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import apsw
import msgspec
from msgspec import Struct

from daemon.journal import GENESIS, HEAD, Head, Stored, chain_hash, open_reader, parse_head, read_rows

Problem = Literal["altered", "missing", "reordered", "truncated", "unreadable", "signature"]
_NEIGHBOURS = 32
"""How far around a broken link a moved entry is looked for."""


class BadEntry(Struct, frozen=True):
    seq: int
    problem: Problem


class Verdict(Struct, frozen=True):
    entries: int
    head: Head
    first_bad: BadEntry | None


def verify(directory: Path, outside: Head | None = None) -> Verdict:
    """Walk the chain; compare its end with the `head` file and with *outside*, a head kept elsewhere."""
    try:
        return _verify(open_reader(directory), directory, outside)
    except (apsw.Error, msgspec.MsgspecError, UnicodeDecodeError, OverflowError):
        return Verdict(0, Head(), BadEntry(0, "unreadable"))


def _verify(db: apsw.Connection, directory: Path, outside: Head | None) -> Verdict:
    head, seen, kept = Head(), 0, _kept_heads(directory, outside)
    try:
        for stored in read_rows(db):
            bad = _check(db, stored, head)
            if bad is not None:
                return Verdict(seen, head, bad)
            head, seen = Head(stored.seq, stored.hash), seen + 1
            if any(known.seq == head.seq and known.hash != head.hash for known in kept if known):
                return Verdict(seen, head, BadEntry(head.seq, "altered"))
    except (apsw.Error, msgspec.MsgspecError, UnicodeDecodeError):
        return Verdict(seen, head, BadEntry(head.seq + 1, "unreadable"))
    return Verdict(seen, head, _check_end(db, head, kept))


def _check_end(db: apsw.Connection, head: Head, kept: list[Head | None]) -> BadEntry | None:
    if None in kept:
        return BadEntry(head.seq, "unreadable")
    if any(known.seq > head.seq for known in kept if known):
        return BadEntry(head.seq + 1, "truncated")
    if db.pragma("integrity_check") != "ok":
        return BadEntry(head.seq, "unreadable")
    return None


def _check(db: apsw.Connection, stored: Stored, before: Head) -> BadEntry | None:
    """What is wrong with *stored*, coming after *before*."""
    seq = before.seq + 1
    if stored.seq != seq:
        return BadEntry(seq, "missing")
    if _link(stored, before.hash) != stored.hash:
        return BadEntry(seq, "reordered" if _belongs_elsewhere(db, stored) else "altered")
    stored.entry()  # a good link over bytes this program cannot read is still unreadable
    return None


def _link(stored: Stored, before: bytes, seq: int | None = None) -> bytes:
    """The hash the row's own content gives; where a damaged cell holds something else than its type, no hash at all."""
    number = stored.seq if seq is None else seq
    numbers = (number, stored.batch, stored.mono_ns, stored.utc_ns)
    if not all(isinstance(value, int) and 0 <= value < 1 << 64 for value in numbers):
        return b""
    if not isinstance(stored.body, bytes) or not isinstance(before, bytes):
        return b""
    return chain_hash(before, *numbers, stored.body)


def _belongs_elsewhere(db: apsw.Connection, stored: Stored) -> bool:
    """Whether the entry fits the chain at another number: then it was moved, not altered."""
    near = list(_near(db, stored.seq))
    links = [GENESIS, *(row.hash for row in near)]
    return any(
        _link(stored, before, row.seq) == stored.hash for row in near if row.seq != stored.seq for before in links
    )


def _near(db: apsw.Connection, seq: int) -> Iterator[Stored]:
    query = "SELECT seq, batch, mono_ns, utc_ns, body, hash FROM entries WHERE seq BETWEEN ? AND ?"
    for row in db.execute(query, (seq - _NEIGHBOURS, seq + _NEIGHBOURS)):
        yield Stored(*row)


def _kept_heads(directory: Path, outside: Head | None) -> list[Head | None]:
    """Heads known from outside the database; None for one that cannot be read."""
    try:
        own: Head | None = parse_head((directory / HEAD).read_text(encoding="ascii"))
    except (OSError, ValueError):
        own = None
    return [own] if outside is None else [own, outside]
