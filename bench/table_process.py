"""The daemon's side of a measurement: a real table in a process of its own, opened by orders from standard input.

Answers one line per line: `prepare` loads a shoe (and opens the table first), end of input ends it. With a second
argument `published` it has its sockets too, as `sabot run` does.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path

import structlog

from daemon.config import load_config
from daemon.kernel import PersonCommand
from daemon.run import Table
from daemon.switchboard import Switchboard
from table_core.commands import Command, OpenTable
from table_core.rules.baccarat.entries import PrepareShoe

DECKS = 8


async def serve(path: Path, *, published: bool) -> None:
    config = load_config(path)
    table = Table(config)
    switchboard = Switchboard(config, table.desk, table.shell) if published else None
    if switchboard is not None:
        await switchboard.open()
    table.start()
    await until(lambda: all(port.is_up for port in table.ports.values()))
    orders = await lines_of_stdin()
    while await orders.readline():
        await _prepare(table)
        print("prepared", flush=True)
    await table.close("end of the measurement")
    if switchboard is not None:
        await switchboard.stop_answering()
        await switchboard.close()


async def _prepare(table: Table) -> None:
    state = table.shell.kernel.state
    if state.session.day == "closed":
        _order(table, OpenTable("bench"))
    await until(lambda: table.shell.kernel.state.baccarat.phase == "no_shoe")
    _order(table, PrepareShoe(DECKS))
    await until(lambda: table.shell.kernel.state.baccarat.phase == "burn_first")


def _order(table: Table, command: Command) -> None:
    """Give an order as a signed-in person."""
    now = (time.monotonic_ns(), time.time_ns())
    table.shell.feed(PersonCommand("bench", "bench", "jefe_de_sala", command, *now))


async def until(done: Callable[[], bool]) -> None:
    while not done():
        await asyncio.sleep(0.001)


async def lines_of_stdin() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    asyncio.run(serve(Path(sys.argv[1]), published="published" in sys.argv[2:]))
