"""Verifies a journal: names the first entry that was altered, is missing, out of order, cut off or wrongly signed.

Changes nothing.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import apsw
import msgspec
from msgspec import Struct

from daemon.journal import GENESIS, HEAD, Head, Stored, chain_hash, open_reader, parse_head, read_rows, row_at
from daemon.signing import signature_holds
from table_core.record import CheckpointSigned, Entry, KeyIntroduced

Problem = Literal["altered", "missing", "reordered", "truncated", "unreadable", "signature"]
UNSIGNED_MOST = 32_768
"""So many entries behind a signature, and none came: somebody took the checkpoints out. The writer signs far sooner."""
_NEIGHBOURS = 32
"""How far around a broken link a moved entry is looked for."""
_UNREADABLE = (apsw.Error, msgspec.MsgspecError, UnicodeDecodeError)


class BadEntry(Struct, frozen=True):
    seq: int
    problem: Problem


class Verdict(Struct, frozen=True):
    """*key* is the public key the journal is signed with, if it is."""

    entries: int
    head: Head
    first_bad: BadEntry | None
    key: bytes | None = None


class Trusted(Struct, frozen=True):
    """Where a walk begins: nothing at all, or a head that *key* signed."""

    head: Head = Head()
    key: bytes | None = None


def verify(directory: Path, *outside: Head) -> Verdict:
    """Walk the whole chain; compare it with the `head` file and with *outside*, heads kept elsewhere."""
    return _verify(directory, Trusted(), outside)


def verify_after(directory: Path, trusted: Trusted, *outside: Head) -> Verdict:
    """The same for what was written after *trusted*; what lies before it is not looked at."""
    return _verify(directory, trusted, outside)


def _verify(directory: Path, trusted: Trusted, outside: tuple[Head, ...]) -> Verdict:
    try:
        db = open_reader(directory)
        try:
            walk = _Walk(db, trusted, _kept_heads(directory, outside))
            bad = walk.run()
            return Verdict(walk.head.seq, walk.head, bad, walk.key)
        finally:
            db.close()
    except (*_UNREADABLE, OverflowError):
        return Verdict(0, Head(), BadEntry(0, "unreadable"))


class _Walk:
    """One walk along the chain; *head* is the last entry found good, *key* the key introduced so far."""

    def __init__(self, db: apsw.Connection, trusted: Trusted, kept: list[Head | None]) -> None:
        self._db = db
        self._trusted = trusted
        self._kept = kept
        self._signed_at = trusted.head.seq
        self.head = trusted.head
        self.key = trusted.key

    def run(self) -> BadEntry | None:
        bad = self._check_before()
        if bad is not None:
            return bad
        try:
            for stored in read_rows(self._db, self.head.seq):
                bad = _check(self._db, stored, self.head) or self._check_seal(stored.seq, stored.entry())
                if bad is not None:
                    return bad
                self.head = Head(stored.seq, stored.hash)
                if any(known.seq == stored.seq and known.hash != stored.hash for known in self._kept if known):
                    return BadEntry(stored.seq, "altered")
        except _UNREADABLE:
            return BadEntry(self.head.seq + 1, "unreadable")
        return self._check_end()

    def _check_before(self) -> BadEntry | None:
        """Heads kept outside that lie before the walk begins; one that lags is no fault, one that differs is."""
        for known in self._kept:
            if known is not None and 0 < known.seq <= self._trusted.head.seq:
                stored = row_at(self._db, known.seq)
                if stored is None or stored.hash != known.hash:
                    return BadEntry(known.seq, "altered")
        return None

    def _check_seal(self, seq: int, entry: Entry) -> BadEntry | None:
        match entry:
            case KeyIntroduced(public_key=public_key):
                if self.key is not None:
                    return BadEntry(seq, "signature")
                self.key, self._signed_at = public_key, seq
            case CheckpointSigned(seq=signed, signature=signature):
                head = self.head
                if (
                    self.key is None
                    or signed != head.seq
                    or not signature_holds(self.key, signed, head.hash, signature)
                ):
                    return BadEntry(seq, "signature")
                self._signed_at = seq
        if self.key is not None and seq - self._signed_at > UNSIGNED_MOST:
            return BadEntry(seq, "signature")
        return None

    def _check_end(self) -> BadEntry | None:
        if None in self._kept:
            return BadEntry(self.head.seq, "unreadable")
        if any(known.seq > self.head.seq for known in self._kept if known):
            return BadEntry(self.head.seq + 1, "truncated")
        whole = self._trusted.head.seq == 0
        if whole and self._db.pragma("integrity_check") != "ok":
            return BadEntry(self.head.seq, "unreadable")
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


def _kept_heads(directory: Path, outside: tuple[Head, ...]) -> list[Head | None]:
    """Heads known from outside the database; None for one that cannot be read."""
    try:
        own: Head | None = parse_head((directory / HEAD).read_text(encoding="ascii"))
    except (OSError, ValueError):
        own = None
    return [own, *outside]
