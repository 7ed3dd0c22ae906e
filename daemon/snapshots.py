"""Snapshots of the table beside the chain, and the seals that vouch for them: a restart need not read all history.

A seal is one batch: `SnapshotTaken` (the digest of a body in the side table) and `CheckpointSigned` (the table's
signature over the head). A body that does not match its entry, or was made by other code, is ignored.
"""

import hashlib
from collections.abc import Sequence
from functools import cache

import apsw
import msgspec
from msgspec import Struct

from daemon.journal import Head, Journal, Signer, Statement, Stored, chain_hash, read_rows, row_at
from daemon.journal_check import Trusted
from daemon.kernel import fold
from daemon.signing import signature_holds
from daemon.version import package_digest
from table_core.record import CheckpointSigned, Entry, KeyIntroduced, SnapshotTaken
from table_core.session import PassEnded
from table_core.table import NEW_GAMES, TableState

SEAL_AT_PASS_END, SEAL_AT_LATEST = 256, 4096
"""Entries since the last seal: enough for one at the end of a pass; too many to wait for it."""
BODIES_KEPT = 3
_INSERT = "INSERT INTO snapshots VALUES (?, ?)"
_PRUNE = "DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)"


class Snapshot(Struct, frozen=True):
    """A table whose digest the table's key signed; *trusted* is the signed head behind it."""

    state: TableState
    trusted: Trusted


@cache
def snapshot_format() -> str:
    """Names the encoding and the code whose fold it is: other code may fold otherwise and makes its own."""
    return f"1:{package_digest('table_core')}"


def latest_snapshot(db: apsw.Connection, public_key: bytes) -> Snapshot | None:
    """The newest snapshot that its entry and a signature by *public_key* vouch for."""
    try:
        rows = list(db.execute("SELECT seq, body FROM snapshots ORDER BY seq DESC"))
        found = (_vouched(db, seq, body, public_key) for seq, body in rows)
        return next((snapshot for snapshot in found if snapshot is not None), None)
    except (apsw.Error, msgspec.MsgspecError):
        return None


def restored_state(journal: Journal, family: str = "baccarat") -> TableState:
    """The table as the journal left it: from its newest snapshot, else from a new table of *family* on."""
    signer = journal.signer
    snapshot = latest_snapshot(journal.reader, signer.key.public) if signer is not None else None
    if snapshot is None:
        return fold(journal.entries(), TableState(game=NEW_GAMES[family]))
    tail = read_rows(journal.reader, snapshot.trusted.head.seq)
    return fold((stored.entry() for stored in tail), snapshot.state)


class Sealer:
    """Seals the journal when enough was written. Runs on the journal's thread, after a batch was answered."""

    def __init__(self, journal: Journal, signer: Signer) -> None:
        self._journal = journal
        self._key = signer.key
        self._introduced = signer.introduced
        sealed = next(iter(journal.reader.execute("SELECT max(seq) FROM snapshots")))[0]
        self._unsealed = journal.head.seq - (sealed + 1 if sealed is not None else 0)

    def committed(
        self, entries: Sequence[Entry], state: TableState | None, mono_ns: int, utc_ns: int, *, busy: bool
    ) -> None:
        """*state* is the table after *entries*, None when nobody can say; *busy*: the next batch waits already."""
        self._unsealed += len(entries)
        pass_ended = any(isinstance(entry, PassEnded) for entry in entries)
        due = (pass_ended and self._unsealed >= SEAL_AT_PASS_END) or not self._introduced
        if self._unsealed >= SEAL_AT_LATEST or (due and not busy):
            self.seal(state, mono_ns, utc_ns)

    def close(self, state: TableState | None, mono_ns: int, utc_ns: int) -> None:
        """Seal what is left at the end of a run."""
        if self._unsealed > 0:
            self.seal(state, mono_ns, utc_ns)

    def seal(self, state: TableState | None, mono_ns: int, utc_ns: int) -> None:
        """A snapshot (unless the state is unknown) and a signature, as one batch."""
        entries: list[Entry] = []
        beside: list[Statement] = []
        if not self._introduced:
            entries.append(KeyIntroduced(self._key.public))
        if state is not None:
            body = msgspec.msgpack.encode(state)
            digest = hashlib.sha256(body).digest()
            entries.append(SnapshotTaken(self._journal.head.seq, snapshot_format(), digest))
            beside = [(_INSERT, (self._journal.head.seq + len(entries), body)), (_PRUNE, (BODIES_KEPT,))]
        self._journal.seal(entries, self._sign, mono_ns, utc_ns, beside)
        self._introduced, self._unsealed = True, 0

    def _sign(self, head: Head) -> Entry:
        return CheckpointSigned(head.seq, self._key.sign(head.seq, head.hash))


def _vouched(db: apsw.Connection, seq: int, body: bytes, public_key: bytes) -> Snapshot | None:
    """The snapshot in *body* if entry *seq* holds its digest and the entry behind it a good signature over *seq*."""
    taken, checkpoint = row_at(db, seq), row_at(db, seq + 1)
    if taken is None or checkpoint is None or not _is_digest(taken.entry(), body):
        return None
    signed = checkpoint.entry()
    if not isinstance(signed, CheckpointSigned) or signed.seq != seq:
        return None
    before = row_at(db, seq - 1)
    if before is None or not (_links(before.hash, taken) and _links(taken.hash, checkpoint)):
        return None
    if not signature_holds(public_key, seq, taken.hash, signed.signature):
        return None
    state = msgspec.msgpack.decode(body, type=TableState)
    return Snapshot(state, Trusted(Head(checkpoint.seq, checkpoint.hash), public_key))


def _is_digest(entry: Entry, body: bytes) -> bool:
    match entry:
        case SnapshotTaken(format=made_by, digest=digest):
            return made_by == snapshot_format() and hashlib.sha256(body).digest() == digest
        case _:
            return False


def _links(before: bytes, row: Stored) -> bool:
    return chain_hash(before, row.seq, row.batch, row.mono_ns, row.utc_ns, row.body) == row.hash
