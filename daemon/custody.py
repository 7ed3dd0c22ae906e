"""What keeps a running table's record besides the journal: second copy, recording, frozen passes, and the watch."""

import asyncio
import time
from pathlib import Path
from typing import Any

from daemon.config import Config
from daemon.dispute.freeze import FrozenPasses
from daemon.journal import Journal
from daemon.record_watch import RecordWatch
from daemon.recorder import Recorder
from daemon.second_copy import SecondCopy
from daemon.shell import Shell


class Custody:
    """`start` before the table begins, `close` after its journal is closed."""

    def __init__(self, config: Config, journal: Journal, shell: Shell) -> None:
        self._copy = _second_copy(config)
        self._recorder = _recorder(config, shell)
        self._frozen = FrozenPasses(Path(config.table.data))
        self._watch = RecordWatch(
            journal,
            config.journal,
            shell.kernel.state,
            feed=shell.feed,
            stop=shell.stop,
            copy=self._copy,
            recorder=self._recorder,
        )
        self._shell = shell
        self._watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._shell.listeners.append(self._frozen)
        if self._copy is not None:
            self._shell.listeners.append(self._copy)
            self._copy.start()
        if self._recorder is not None:
            self._recorder.start()
            self._shell.recorder = self._recorder
        self._watching = asyncio.get_running_loop().create_task(self._watch.run(), name="record watch")

    def status(self) -> dict[str, Any]:
        return self._watch.status()

    def close(self, reason: str) -> None:
        if self._watching is not None:
            self._watching.cancel()
        if self._recorder is not None:
            self._recorder.stop(reason)
        if self._copy is not None:
            self._copy.stop()


def _second_copy(config: Config) -> SecondCopy | None:
    target = config.journal.second_copy
    return SecondCopy(Path(config.table.data), Path(target)) if target is not None else None


def _recorder(config: Config, shell: Shell) -> Recorder | None:
    now = (time.monotonic_ns(), time.time_ns())
    return Recorder(config, shell.kernel.state, *now) if config.recorder.on else None
