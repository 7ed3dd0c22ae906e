"""Linked tables of a measurement, many in one process: real controllers, journals and links, their devices in memory.

`shows TEXT`: when the upper line of every display became that. `light`: bets are laid, lamps shine. `dark`: when the
last lamp of every table went out. `linked`: every table is. Times are of the clock all processes share, in ns.
"""

import asyncio
import itertools
import logging
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import structlog

from bench.table_process import lines_of_stdin, until
from daemon.config import load_config
from daemon.kernel import PersonCommand
from daemon.run import Table
from hw_sims.floor_stage import DEVICE
from hw_sims.games import GAMES
from hw_sims.parts import ACCEPTORS, Part
from hw_sims.stage import MemoryStage, table_config, write_keys
from table_core.commands import OpenTable
from table_core.progressive.orders import BuyCredits, OpenSideBets

GAME = GAMES["blackjack"].with_progressive()
SIGN = "letrero"
PARTS = (*GAME.parts, Part(SIGN, "cd5220"))
FLOOR_FILE = "piso.toml"
"""What the table's configuration says of the floor and of its pot."""
_BETTING = (1, 4, 7)
_CREDITS, _WORTH = 9, 9_000
_orders = itertools.count(1)


class Seen(MemoryStage):
    """Notes when what people look at changes."""

    def __init__(self) -> None:
        self.text, self.text_at, self.dark_at = "", 0, 0
        super().__init__(PARTS)

    @property
    def shining(self) -> int:
        return sum(seat.lit for seat in self.hardware[ACCEPTORS].seats)

    def _hear(self, name: str, data: bytes) -> None:
        shining = self.shining if name == ACCEPTORS else 0
        super()._hear(name, data)
        if shining and not self.shining:
            self.dark_at = time.monotonic_ns()
        if name == SIGN and (text := self.hardware[SIGN].shown[0].strip()) != self.text:
            self.text, self.text_at = text, time.monotonic_ns()


class LinkedTable:
    def __init__(self, name: str, directory: Path) -> None:
        self.stage = Seen()
        data = directory / "data"
        data.mkdir(mode=0o700)
        write_keys(self.stage.hardware, data)
        text = table_config(
            self.stage.ports(),
            data,
            game="blackjack",
            stakes="keyed",
            name=name,
            rulebook=GAME.rulebook(),
            parts=PARTS,
        )
        config = directory / "mesa.toml"
        config.write_text(text + (directory / FLOOR_FILE).read_text(encoding="utf-8"), encoding="utf-8")
        self.table = Table(load_config(config), hub=self.stage.hub)

    async def open(self) -> None:
        self.table.start()
        await until(lambda: all(port.is_up for name, port in self.table.ports.items() if name != DEVICE))
        self.order(OpenTable("medida"))
        await until(lambda: self.state.session.day == "open")

    @property
    def state(self) -> Any:
        return self.table.shell.kernel.state

    @property
    def linked(self) -> bool:
        """The floor has taken it in, and what it said is answered."""
        side = self.state.progressive.linked
        return self.state.links.get(DEVICE) == "up" and side.value is not None and not side.pending

    async def light(self) -> None:
        """Bets at some seats; their lamps shine."""
        await until(lambda: self.linked and self.state.progressive.phase == "idle")
        acceptors = self.stage.hardware[ACCEPTORS]
        self.order(OpenSideBets())
        for seat in _BETTING:
            if not acceptors.seats[seat - 1].credits:
                self.order(BuyCredits(GAME.seats + 1 - seat, _CREDITS, _WORTH, "cash"))
        for seat in _BETTING:
            await until(lambda: acceptors.seats[seat - 1].credits > 0 and not acceptors.seats[seat - 1].locked)  # noqa: B023 - used at once
            acceptors.press(seat)
        await until(lambda: self.stage.shining == len(_BETTING))
        self.stage.dark_at = 0

    def order(self, command: Any) -> None:
        now = (time.monotonic_ns(), time.time_ns())
        who = PersonCommand(str(next(_orders)), "medida", "jefe_de_sala", command, *now)
        self.table.shell.feed(who)


async def serve(room: Path, names: Iterable[str]) -> None:
    tables = [LinkedTable(name, room / name) for name in names]
    for table in tables:
        await table.open()
    await until(lambda: all(table.linked for table in tables))
    print("ready", flush=True)
    orders = await lines_of_stdin()
    while line := (await orders.readline()).decode().rstrip("\n"):
        print(*await _obey(tables, *line.split(" ", 1)), flush=True)
    await asyncio.gather(*(table.table.close("fin de la medida") for table in tables))


async def _obey(tables: list[LinkedTable], order: str, text: str = "") -> list[int]:
    def when(happened: Callable[[LinkedTable], bool]) -> Callable[[], bool]:
        return lambda: all(happened(table) for table in tables)

    match order:
        case "shows":
            await until(when(lambda table: table.stage.text == text))
            return [table.stage.text_at for table in tables]
        case "dark":
            await until(when(lambda table: bool(table.stage.dark_at)))
            return [table.stage.dark_at for table in tables]
        case "light":
            await asyncio.gather(*(table.light() for table in tables))
        case "linked":
            await until(when(lambda table: table.linked))
    return []


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    asyncio.run(serve(Path(sys.argv[1]), sys.argv[2:]))
