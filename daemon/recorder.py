"""Records what the kernel is given and decides, and what is sent. Never makes the table wait.

The event loop only puts references into a bounded queue; a thread encodes and writes. When that cannot keep up, when
the disk refuses, or when a run has grown to the bound, the recording ends with a note and the table goes on.
"""

import os
import queue
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import structlog

from daemon.config import Config
from daemon.dispute.freeze import run_of, spared_runs
from daemon.kernel import Input
from daemon.recording import MAGIC, RECORDINGS, Begun, Continued, Ended, Opened, Record, Sent, Stepped, file_name, pack
from daemon.schema import FILE_MODE
from daemon.version import software_version
from firmware_bridge.traffic import Send
from table_core.record import Entry
from table_core.table import TableState

QUEUE_LIMIT = 20_000
_MB = 1 << 20
_encoder = msgspec.json.Encoder(order="deterministic")
log = structlog.get_logger()

Make = Callable[[], Record]


class Recorder:
    """One run's recording. Methods are called on the event loop; none of them waits, raises or blocks."""

    def __init__(self, config: Config, state: TableState, mono_ns: int, utc_ns: int) -> None:
        self.stopped_because = ""
        self._directory = Path(config.table.data) / RECORDINGS
        self._segment_bytes = config.recorder.segment_mb * _MB
        self._total_bytes = config.recorder.total_mb * _MB
        self._run = datetime.fromtimestamp(utc_ns / 1e9, UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        self._number = 0
        self._file, self._size = -1, 0
        self._queue: queue.Queue[Make | None] = queue.Queue(QUEUE_LIMIT)
        self._thread = threading.Thread(target=self._work, name="recorder", daemon=True)
        self._put(lambda: _opened(config, state, mono_ns, utc_ns))

    @property
    def file(self) -> Path:
        """The first file of this run."""
        return self._directory / file_name(self._run, 1)

    def start(self) -> None:
        self._thread.start()

    def begun(self, entries: Sequence[Entry], *, after_fault: bool) -> None:
        self._put(lambda: Begun(after_fault, _bodies(entries)))

    def stepped(self, inputs: Sequence[Input], entries: Sequence[Entry], fault: str | None = None) -> None:
        self._put(lambda: Stepped(tuple(inputs), _bodies(entries), fault))

    def sent(self, send: Send, mono_ns: int) -> None:
        self._put(lambda: Sent(send, mono_ns))

    def give_up(self, reason: str) -> None:
        """End the recording early and say so; what was recorded stays."""
        if not self.stopped_because:
            self.stopped_because = reason
            log.warning("recording_stopped", reason=reason)

    def stop(self, reason: str) -> None:
        """Write what is left and end."""
        self._put(lambda: Ended(reason))
        self._queue.put(None)
        self._thread.join()

    def _put(self, make: Make) -> None:
        if self.stopped_because:
            return
        try:
            self._queue.put_nowait(make)
        except queue.Full:
            self.give_up("la grabación no da abasto")

    def _work(self) -> None:
        try:
            while (make := self._queue.get()) is not None:
                self._write(pack(make()))
            if self.stopped_because:
                self._write(pack(Ended(self.stopped_because)))
        except Exception as error:
            self.give_up(f"no se puede grabar: {error}")
            while self._queue.get() is not None:
                pass
        finally:
            self._close()

    def _write(self, data: bytes) -> None:
        if self._file < 0 or self._size + len(data) > self._segment_bytes:
            self._next_file()
        while data:
            written = os.write(self._file, data)
            self._size += written
            data = data[written:]

    def _next_file(self) -> None:
        self._close()
        self._directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._make_room()
        self._number += 1
        path = self._directory / file_name(self._run, self._number)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, FILE_MODE)
        head = MAGIC if self._number == 1 else MAGIC + pack(Continued(self._number))
        self._size = os.write(self._file, head)

    def _make_room(self) -> None:
        """Remove the oldest files of earlier runs until another file fits; a run is never cut off at its beginning.

        Runs that hold a frozen pass are spared and do not count.
        """
        spared = spared_runs(self._directory.parent) - {self._run}
        files = [path for path in sorted(self._directory.glob("*.rec")) if run_of(path) not in spared]
        total = sum(path.stat().st_size for path in files) + self._segment_bytes
        for path in files:
            if total <= self._total_bytes:
                return
            if path.name.startswith(self._run):
                raise OSError(f"esta grabación llegó a su límite de {self._total_bytes // _MB} MB")
            total -= path.stat().st_size
            path.unlink()

    def _close(self) -> None:
        if self._file >= 0:
            os.fsync(self._file)
            os.close(self._file)
            self._file = -1


def _opened(config: Config, state: TableState, mono_ns: int, utc_ns: int) -> Opened:
    body = msgspec.msgpack.encode(state)
    return Opened(config.table.name, software_version(), config.model_dump_json(), body, mono_ns, utc_ns)


def _bodies(entries: Sequence[Entry]) -> tuple[bytes, ...]:
    return tuple(_encoder.encode(entry) for entry in entries)
