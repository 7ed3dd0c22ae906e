"""Opens a table's journal for writing, checked first: nobody deals on a record that was tampered with.

Checked is what was written after the newest snapshot that the table's own key vouches for, and the whole chain when
there is none. `sabot journal verify` always checks everything.
"""

from pathlib import Path

import apsw

from daemon.journal import DATABASE, Head, Journal, JournalError, Signer, last_head, open_reader
from daemon.journal_check import Trusted, Verdict, verify, verify_after
from daemon.signing import TableKey, make_key, read_key
from daemon.snapshots import latest_snapshot
from table_core.record import Entry, KernelFaulted, PowerLost, PowerRestored, Stopped


def open_checked(directory: Path, second: Path | None = None) -> Journal:
    """The journal of *directory*; *second* is where its second copy lies, which may be out of reach."""
    copied = second_head(second) if second is not None else Head()
    if not (directory / DATABASE).exists():
        if copied.seq:
            raise JournalError(
                "No hay registro en {directory}, pero su segunda copia en {second} llega a la entrada {seq}. "
                "Recupérelo con: sabot restore",
                directory=str(directory),
                second=str(second),
                seq=str(copied.seq),
            )
        return Journal(directory, Signer(read_key(directory) or make_key(directory), introduced=False))
    key = read_key(directory)
    verdict = _checked(directory, key, copied)
    if verdict.first_bad is not None:
        raise JournalError(
            "El registro de {directory} está dañado en la entrada {seq} ({problem}). "
            "Guarde una copia del directorio, avise al auditor y no lo use.",
            directory=str(directory),
            seq=str(verdict.first_bad.seq),
            problem=str(verdict.first_bad.problem),
        )
    if verdict.key is not None and (key is None or key.public != verdict.key):
        raise JournalError(
            "La llave de {directory} no es la que firma este registro. Recupérela de un respaldo: sabot restore",
            directory=str(directory),
        )
    return Journal(directory, Signer(key or make_key(directory), introduced=verdict.key is not None))


def power_entries(journal: Journal, utc_ns: int) -> tuple[Entry, ...]:
    """What a run that begins at *utc_ns* records first when the run before ended without an order (R63)."""
    last = journal.last_row()
    if last is None or isinstance(last.entry(), Stopped | KernelFaulted):
        return ()
    return PowerLost(last.utc_ns), PowerRestored(utc_ns)


def second_head(second: Path) -> Head:
    """How far the second copy reaches; nothing when it is out of reach or not begun."""
    try:
        db = open_reader(second)
        try:
            return last_head(db)
        finally:
            db.close()
    except (apsw.Error, OSError, JournalError):
        return Head()


def _checked(directory: Path, key: TableKey | None, copied: Head) -> Verdict:
    outside = (copied,) if copied.seq else ()
    trusted = _signed_start(directory, key) if key is not None else None
    return verify_after(directory, trusted, *outside) if trusted else verify(directory, *outside)


def _signed_start(directory: Path, key: TableKey) -> Trusted | None:
    try:
        db = open_reader(directory)
        try:
            snapshot = latest_snapshot(db, key.public)
        finally:
            db.close()
    except apsw.Error:
        return None
    return snapshot.trusted if snapshot is not None else None
