"""The players' signs follow the table: both kinds, behind real ptys, beside a shoe and lamps in memory."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hw_sims.alone import RunningSimulator
from hw_sims.control import ControlClient
from tests.scenario.stories import PUNTO_NATURAL
from tests.scenario.table import LiveTable, play, until

SIGNS = pytest.mark.parametrize("kind", ["alpha", "cd5220"])


class Sign:
    """A simulated display on a pty of its own, and what a player reads on it."""

    def __init__(self, kind: str, directory: Path, running: ExitStack) -> None:
        self.kind, place = kind, directory / kind
        simulator = running.enter_context(RunningSimulator(kind, directory / f"{kind}.ctl", pty=place))
        self._client = running.enter_context(ControlClient(directory / f"{kind}.ctl"))
        self.settings = f'[[devices]]\nname = "letrero"\ndriver = "{kind}"\nport = "{simulator.url}"\n'

    def shown(self) -> str:
        rows = self._client.order(self.kind, "state")["shown"]
        return " ".join(" ".join(rows if isinstance(rows, list) else [rows]).split())

    def cable(self, do: str) -> None:
        self._client.order("line", do)

    async def shows(self, words: str) -> None:
        await until(lambda: words in self.shown(), self.shown)


@pytest.fixture
def running() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@SIGNS
def test_a_sign_shows_the_course_of_the_table_and_at_its_end_that_nobody_controls_it(
    tmp_path: Path, running: ExitStack, kind: str
) -> None:
    sign = Sign(kind, tmp_path, running)

    async def story(table: LiveTable) -> None:
        await sign.shows("MESA CERRADA")
        await table.begin(PUNTO_NATURAL)
        await sign.shows("MESA ABIERTA")
        await table.draw()
        await sign.shows("NO VA MAS")
        table.shoe.raise_fault("reverse_at_exit")
        await table.quiet()
        await sign.shows("MESA DETENIDA")
        table.table.shell.stop("orden")
        await sign.shows("FUERA DE SERVICIO")

    play(story, tmp_path, settings=sign.settings)


@SIGNS
@pytest.mark.requirement("R56")
def test_a_sign_pulled_and_put_back_is_a_notice_and_shows_what_is_wanted_now(
    tmp_path: Path, running: ExitStack, kind: str
) -> None:
    sign = Sign(kind, tmp_path, running)

    async def story(table: LiveTable) -> None:
        await sign.shows("MESA CERRADA")
        sign.cable("unplug")
        await until(lambda: table.open_codes() == ["display.link_lost"], table.open_codes)
        assert (table.incident("display.link_lost").scope, table.held) == ("notice", False)
        await table.begin(PUNTO_NATURAL)
        sign.cable("plug")
        await sign.shows("MESA ABIERTA")
        assert table.open_codes() == []

    play(story, tmp_path, settings=sign.settings)
