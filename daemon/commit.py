"""The journal's own thread: takes one batch at a time, answers on the event loop when it is durable."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from daemon.journal import Head, Journal
from table_core.record import Entry

Done = Callable[[Head | BaseException], None]
_Batch = tuple[Sequence[Entry], int, int, Done]


class CommitThread:
    """*took* is told, on this thread, the seconds each commit lasted."""

    def __init__(self, journal: Journal, loop: asyncio.AbstractEventLoop) -> None:
        self._journal = journal
        self._loop = loop
        self._batches: SimpleQueue[_Batch | None] = SimpleQueue()
        self.took: Callable[[float], None] = lambda _seconds: None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def commit(self, entries: Sequence[Entry], mono_ns: int, utc_ns: int, done: Done) -> None:
        """Write *entries*; *done* is told the new head, or what went wrong, on the event loop."""
        self._batches.put((entries, mono_ns, utc_ns, done))

    def stop(self) -> None:
        self._batches.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            entries, mono_ns, utc_ns, done = batch
            begun_ns = time.perf_counter_ns()
            try:
                answer: Head | BaseException = self._journal.append(entries, mono_ns, utc_ns)
            except Exception as error:
                answer = error
            self.took((time.perf_counter_ns() - begun_ns) / 1e9)
            self._loop.call_soon_threadsafe(done, answer)
