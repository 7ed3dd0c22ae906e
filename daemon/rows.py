"""Where something lies in a journal: the entries of one pass, what was said before it, what seals it."""

from collections.abc import Iterator

import apsw
from msgspec import Struct

from daemon.journal import JournalError, Stored, read_rows
from table_core.cards_out import ShoeLoaded
from table_core.incidents import IncidentOpened, IncidentResolved
from table_core.preparation import PreparationNoted
from table_core.record import CheckpointSigned, KeyIntroduced, Started
from table_core.session import PassEnded, PassOpened


class Extent(Struct, frozen=True):
    """The entries of one pass, its bets included. *last* is None while the pass, or an incident of it, is open.

    *opened*: its first card. *shoe*: the first entry of its shoe's preparation (of the run, where none is recorded).
    """

    shoe: int
    first: int
    opened: int
    last: int | None
    begins_utc_ns: int
    ends_utc_ns: int | None
    ended: bool


def extent_of_pass(db: apsw.Connection, number: int, before: int) -> Extent:
    """The newest pass *number* opened before entry *before*; raises JournalError when there is none."""
    opened = next((stored for stored in backwards(db, before) if stored.entry() == PassOpened(number)), None)
    if opened is None:
        raise JournalError(f"No hay pase {number} en este registro antes de la entrada {before}.")
    first = _bets_of(db, opened)
    return _followed(db, opened, first, _shoe_of(db, first.seq))


def _bets_of(db: apsw.Connection, opened: Stored) -> Stored:
    """The first entry after the pass before, or after the shoe came into play."""
    first = opened
    for stored in backwards(db, opened.seq - 1):
        if isinstance(stored.entry(), PassEnded | PassOpened | ShoeLoaded | Started):
            break
        first = stored
    return first


def _shoe_of(db: apsw.Connection, seq: int) -> int:
    """Where the record of the shoe in play begins."""
    loaded = False
    first = seq
    for stored in backwards(db, seq):
        match stored.entry():
            case Started():
                return first if loaded else stored.seq
            case PreparationNoted() | ShoeLoaded():
                loaded, first = True, stored.seq
            case PassOpened() | PassEnded() if loaded:
                return first
    return first


def _followed(db: apsw.Connection, opened: Stored, first: Stored, shoe: int) -> Extent:
    ended: Stored | None = None
    unresolved: set[int] = set()
    for stored in read_rows(db, opened.seq - 1):
        match stored.entry():
            case PassOpened() if ended is not None:
                break
            case PassEnded():
                ended = stored
            case IncidentOpened(incident=incident) if ended is None:
                unresolved.add(incident.id)
            case IncidentResolved(id=number):
                unresolved.discard(number)
                ended = stored if ended is not None else None
        if ended is not None and not unresolved:
            break
    whole = ended if not unresolved else None
    return Extent(
        shoe,
        first.seq,
        opened.seq,
        whole.seq if whole else None,
        first.utc_ns,
        whole.utc_ns if whole else None,
        ended is not None,
    )


def seal_after(db: apsw.Connection, seq: int) -> int | None:
    """The checkpoint that signs the chain at or behind *seq*; None when none was written yet."""
    for stored in read_rows(db, seq):
        if isinstance(stored.entry(), CheckpointSigned):
            return stored.seq
    return None


def key_row(db: apsw.Connection) -> Stored | None:
    return next((stored for stored in read_rows(db) if isinstance(stored.entry(), KeyIntroduced)), None)


def start_row(db: apsw.Connection, seq: int) -> Stored | None:
    """The newest start of the program at or before *seq*: version, rulebook, switches."""
    return next((stored for stored in backwards(db, seq) if isinstance(stored.entry(), Started)), None)


def backwards(db: apsw.Connection, seq: int) -> Iterator[Stored]:
    """Every row from *seq* back to the first."""
    query = "SELECT seq, batch, mono_ns, utc_ns, body, hash FROM entries WHERE seq <= ? ORDER BY seq DESC"
    for row in db.execute(query, (seq,)):
        yield Stored(*row)
