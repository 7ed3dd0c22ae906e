"""One restart of a table: opens its journal, begins, and says `ready` with a digest of the table it came back to."""

import asyncio
import hashlib
import logging
import sys
from pathlib import Path

import msgspec
import structlog

from daemon.config import load_config
from daemon.run import Table
from firmware_bridge.transport.memory import MemoryHub
from table_core.table import TableState


def state_digest(state: TableState) -> str:
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()


async def restart(config: Path) -> None:
    table = Table(load_config(config), hub=MemoryHub())
    found = state_digest(table.shell.kernel.state)
    recorded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    table.shell.listeners.append(_FirstCommit(recorded))
    table.start()
    await recorded
    print(table.shell.lifecycle, found, flush=True)
    await table.close("end of the measurement")


class _FirstCommit:
    """Resolves when the start is on the disk."""

    def __init__(self, recorded: asyncio.Future[None]) -> None:
        self._recorded = recorded

    def committed(self, *_entries: object) -> None:
        if not self._recorded.done():
            self._recorded.set_result(None)

    def stopped(self, reason: str) -> None:
        pass


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    asyncio.run(restart(Path(sys.argv[1])))
