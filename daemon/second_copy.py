"""A second copy of the journal on another path, written behind the table: it may lag or vanish, the table goes on.

The copy is a journal of its own: same rows, same hashes, its own `head`; `sabot journal verify` reads it as it is.
"""

import itertools
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import apsw
import structlog

from daemon.journal import DATABASE, HEAD, INSERT, Head, last_head, open_reader, read_rows, row_at, spell_head
from daemon.schema import FILE_MODE, JournalError, open_writer
from table_core.record import Entry

ROWS_AT_ONCE = 500
CHECK_EVERY_S, RETRY_EVERY_S = 2.0, 2.0
LAST_WAIT_S = 5.0
HANGS_AFTER_NS = 10_000_000_000
_CANNOT = (apsw.Error, OSError, JournalError)
log = structlog.get_logger()


class Copier:
    """Brings the copy up to date, on whatever thread asks. After an error it begins anew at the next call."""

    def __init__(self, source: Path, target: Path) -> None:
        self._source_path = source
        self._target_path = target
        self._source: apsw.Connection | None = None
        self._target: apsw.Connection | None = None
        self._inode = 0
        self.head = Head()
        self.moved_ns = time.monotonic_ns()

    def catch_up(self) -> None:
        """Copy all that is missing; raises apsw.Error, OSError or JournalError when that cannot be."""
        source, target = self._connections()
        if os.stat(self._target_path / DATABASE).st_ino != self._inode:  # noqa: PTH116 - the number, not the path
            raise JournalError("la segunda copia en {path} fue reemplazada", path=str(self._target_path))
        self.moved_ns = time.monotonic_ns()
        while rows := list(itertools.islice(read_rows(source, self.head.seq), ROWS_AT_ONCE)):
            with target:
                target.executemany(
                    INSERT, [(row.seq, row.batch, row.mono_ns, row.utc_ns, row.body, row.hash) for row in rows]
                )
            self.head = Head(rows[-1].seq, rows[-1].hash)
            self._write_head()
            self.moved_ns = time.monotonic_ns()

    def close(self) -> None:
        for db in (self._source, self._target):
            if db is not None:
                db.close(force=True)
        self._source = self._target = None

    def _connections(self) -> tuple[apsw.Connection, apsw.Connection]:
        if self._source is None or self._target is None:
            self.close()
            # Never made here: where a disk is not mounted, a directory of ours would hide that.
            if not self._target_path.is_dir():
                raise JournalError(
                    "no existe el directorio {path}: ¿está montado el disco?", path=str(self._target_path)
                )
            self._source = open_reader(self._source_path)
            self._target = open_writer(self._target_path / DATABASE, "truncate")
            self._inode = os.stat(self._target_path / DATABASE).st_ino  # noqa: PTH116
            self.head = _common_head(self._source, self._target)
        return self._source, self._target

    def _write_head(self) -> None:
        file = os.open(self._target_path / HEAD, os.O_WRONLY | os.O_CREAT, FILE_MODE)
        try:
            os.write(file, spell_head(self.head))
        finally:
            os.close(file)


class SecondCopy:
    """The thread that copies, and what is to be said about it. *lost* is None until the first attempt is over."""

    def __init__(self, source: Path, target: Path) -> None:
        self.target = target
        self.lost: str | None = None
        self._source = source
        self._copier = Copier(source, target)
        self._at_work = False
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="second copy", daemon=True)

    @property
    def head(self) -> Head:
        return self._copier.head

    @property
    def on_same_disk(self) -> bool:
        """A copy on the disk of the journal goes down with it."""
        try:
            return self.target.stat().st_dev == self._source.stat().st_dev
        except OSError:
            return False

    def trouble(self, mono_ns: int) -> str | None:
        """What is wrong with the copy at *mono_ns*: empty when all is well, None when nobody knows yet."""
        if self._at_work and mono_ns - self._copier.moved_ns > HANGS_AFTER_NS:
            return f"{self.target} no responde"
        return self.lost

    def start(self) -> None:
        self._thread.start()

    def committed(self, entries: Sequence[Entry], head: Head) -> None:
        self._wake.set()

    def stopped(self, reason: str) -> None:
        self._wake.set()

    def stop(self) -> None:
        """Copy what is left and end; a disk that hangs is not waited for."""
        self._stopping.set()
        self._wake.set()
        self._thread.join(LAST_WAIT_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._copy()
            if self.lost:
                self._stopping.wait(RETRY_EVERY_S)
            else:
                self._wake.wait(CHECK_EVERY_S)
                self._wake.clear()
        self._copy()
        self._copier.close()

    def _copy(self) -> None:
        self._at_work = True
        try:
            self._copier.catch_up()
            if self.lost:
                log.info("second_copy_back", seq=self.head.seq)
            self.lost = ""
        except _CANNOT as error:
            say = log.debug if self.lost else log.warning
            say("second_copy_lost", error=str(error))
            self._copier.close()
            self.lost = str(error)
        self._at_work = False


def _common_head(source: apsw.Connection, target: apsw.Connection) -> Head:
    """The copy's head; raises JournalError when the journal has another entry there, or none."""
    head = last_head(target)
    if head.seq:
        stored = row_at(source, head.seq)
        if stored is None or stored.hash != head.hash:
            raise JournalError(
                "la segunda copia tiene otra entrada {seq}: es de otro registro o de otro tiempo", seq=str(head.seq)
            )
    return head
