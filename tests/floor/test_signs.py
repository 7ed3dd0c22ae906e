"""What hangs over a linked table: a real table, its two-line sign, a real floor process, a win at another table."""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.jackpot_fanout import WINNER, Winner, winner_at
from bench.linked_process import FLOOR_FILE, GAME, SIGN, LinkedTable
from bench.table_process import until
from hw_sims.floor_stage import FIRST_POT, FloorStage
from hw_sims.side_papers import signed_plan, terms_for

MESA = "mesa-1"
TERMS = terms_for("iquique_21")
CREDIT = 720
"""What one credit of a thousand adds to the pot: the commission is a fifth, a tenth of the rest the reserve's."""


class Room:
    """A floor of two tables: one with a sign, one that wins."""

    def __init__(self, directory: Path, stack: ExitStack) -> None:
        plan = signed_plan(directory, [MESA, WINNER], GAME.drivers | {"floor", "cd5220"}, TERMS)
        self.floor = stack.enter_context(FloorStage(directory, plan, [MESA, WINNER], durable=False))
        self.winner: Winner = stack.enter_context(winner_at(self.floor, TERMS))
        self.directory = directory / MESA
        self.directory.mkdir()
        text = self.floor.device(MESA) + plan.section("electronic")
        (self.directory / FLOOR_FILE).write_text(text, encoding="utf-8")


@pytest.fixture
def room() -> Iterator[Room]:
    with tempfile.TemporaryDirectory(prefix="sabot-sign-") as place, ExitStack() as stack:
        Path(place).chmod(0o755)
        yield Room(Path(place), stack)


@pytest.mark.requirement("R35", "R43", "R44", "R47")
def test_a_win_elsewhere_is_on_the_sign_in_time_and_so_is_a_floor_that_died(room: Room) -> None:
    asyncio.run(_seen_at_the_sign(room))


async def _seen_at_the_sign(room: Room) -> None:
    table = LinkedTable(MESA, room.directory)
    try:
        await table.open()
        await _within(30, lambda: _sign(table)[0] == "POZO $4.200.000")
        room.winner.contribute()
        room.winner.win()
        await _within(30, lambda: _sign(table) == ("POZO $3.000.000", f"PENDIENTE ${_dots(FIRST_POT + CREDIT)}"))
        room.winner.contribute()
        await _within(30, lambda: _sign(table) == ("POZO $3.000.720", f"ganadora ${_dots(FIRST_POT + CREDIT)}"))
        room.floor.processes[0].kill()
        await _within(5, lambda: _sign(table) == ("POZO $3.000.720", "SIN ACTUALIZAR"))
    finally:
        await table.table.close("fin de la prueba")


def _sign(table: LinkedTable) -> tuple[str, str]:
    upper, lower = table.stage.hardware[SIGN].shown
    return upper.strip(), lower.strip()


async def _within(seconds: float, happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(seconds):
        await until(happened)


def _dots(amount: int) -> str:
    return f"{amount:,}".replace(",", ".")
