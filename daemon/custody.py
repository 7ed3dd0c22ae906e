"""What stands by a running table's record: second copy, recording, frozen passes; who watches disk, clock, network."""

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec

from daemon.clock_watch import ClockWatch
from daemon.config import Config
from daemon.device_book import SAVE_EVERY_S, DeviceBook
from daemon.dispute.freeze import FrozenPasses
from daemon.journal import Journal
from daemon.network_watch import NetworkWatch
from daemon.record_watch import RecordWatch
from daemon.recorder import Recorder
from daemon.second_copy import SecondCopy
from daemon.shell import Shell
from daemon.software_watch import SoftwareWatch


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
            frozen=self._frozen,
        )
        last = journal.last_row()
        self._clock = ClockWatch(last.utc_ns if last is not None else 0, shell.feed)
        self._network = NetworkWatch(shell.feed)
        self._software = _software_watch(config, shell)
        self._shell = shell
        self.book = DeviceBook(Path(config.table.data))
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._shell.listeners.append(self._frozen)
        if self._copy is not None:
            self._shell.listeners.append(self._copy)
            self._copy.start()
        if self._recorder is not None:
            self._recorder.start()
            self._shell.witnesses.append(self._recorder)
        self._shell.witnesses.append(self.book)
        running = [self._keep_book(), self._watch.run(), self._clock.run(), self._network.run()]
        if self._software is not None:
            self._shell.listeners.append(self._software)
            running.append(self._software.run())
        self._tasks = [asyncio.get_running_loop().create_task(one) for one in running]

    def status(self) -> dict[str, Any]:
        return self._watch.status()

    async def _keep_book(self) -> None:
        while True:
            await asyncio.sleep(SAVE_EVERY_S)
            await asyncio.to_thread(self._save_book)

    def _save_book(self) -> None:
        self.book.save(_counts_now(self._shell))

    def close(self, reason: str) -> None:
        for task in self._tasks:
            task.cancel()
        self._save_book()
        if self._recorder is not None:
            self._recorder.stop(reason)
        if self._copy is not None:
            self._copy.stop()


def _counts_now(shell: Shell) -> dict[str, dict[str, int]]:
    return {name: msgspec.to_builtins(session.counters) for name, session in shell.kernel.sessions.items()}


def _second_copy(config: Config) -> SecondCopy | None:
    target = config.journal.second_copy
    return SecondCopy(Path(config.table.data), Path(target)) if target is not None else None


def _software_watch(config: Config, shell: Shell) -> SoftwareWatch | None:
    if config.release is None:
        return None
    return SoftwareWatch(config.release, in_pass=lambda: shell.kernel.state.game.in_pass, stop=shell.stop)


def _recorder(config: Config, shell: Shell) -> Recorder | None:
    now = (time.monotonic_ns(), time.time_ns())
    return Recorder(config, shell.kernel.state, *now) if config.recorder.on else None
