"""The journal's own thread: writes one batch at a time, answers on the event loop when it is durable, then seals."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue

import structlog
from msgspec import Struct

from daemon.journal import Head, Journal
from daemon.snapshots import Sealer
from table_core.record import Entry
from table_core.table import TableState

Done = Callable[[Head | BaseException], None]
log = structlog.get_logger()


class _Batch(Struct, frozen=True):
    entries: Sequence[Entry]
    mono_ns: int
    utc_ns: int
    done: Done
    state: TableState | None


class CommitThread:
    """*took* is told, on this thread, the seconds each commit lasted."""

    def __init__(self, journal: Journal, loop: asyncio.AbstractEventLoop) -> None:
        self._journal = journal
        self._loop = loop
        self._sealer = Sealer(journal, journal.signer) if journal.signer is not None else None
        self._batches: SimpleQueue[_Batch | None] = SimpleQueue()
        self.took: Callable[[float], None] = lambda _seconds: None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def commit(
        self, entries: Sequence[Entry], mono_ns: int, utc_ns: int, done: Done, state: TableState | None = None
    ) -> None:
        """Write *entries*; *done* is told the new head, or what went wrong, on the event loop.

        *state* is the table these entries lead to, None when it is not known: then no snapshot is made of it.
        """
        self._batches.put(_Batch(entries, mono_ns, utc_ns, done, state))

    def stop(self) -> None:
        self._batches.put(None)
        self._thread.join()

    def _run(self) -> None:
        last: _Batch | None = None
        while (batch := self._batches.get()) is not None:
            last = batch
            begun_ns = time.perf_counter_ns()
            try:
                answer: Head | BaseException = self._journal.append(batch.entries, batch.mono_ns, batch.utc_ns)
            except Exception as error:
                answer = error
                self._sealer = None  # from here on a state may hold what the journal does not
            self.took((time.perf_counter_ns() - begun_ns) / 1e9)
            self._loop.call_soon_threadsafe(batch.done, answer)
            self._seal_after(batch)
        if self._sealer is not None and last is not None:
            self._guarded(lambda sealer: sealer.close(last.state, last.mono_ns, last.utc_ns))

    def _seal_after(self, batch: _Batch) -> None:
        busy = not self._batches.empty()
        self._guarded(
            lambda sealer: sealer.committed(batch.entries, batch.state, batch.mono_ns, batch.utc_ns, busy=busy)
        )

    def _guarded(self, seal: Callable[[Sealer], None]) -> None:
        """A seal that cannot be written costs nothing but the next quick start; the next batch tells of the disk."""
        try:
            if self._sealer is not None:
                seal(self._sealer)
        except Exception as error:
            self._sealer = None
            log.warning("seal_failed", error=str(error))
