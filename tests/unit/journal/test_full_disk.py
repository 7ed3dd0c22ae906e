"""A disk that takes no more stops the table: dark lamps, a plain reason, and a record that is whole up to there."""

from pathlib import Path

import pytest

from daemon.journal_check import verify
from hw_sims.stacked import BURNED, naturals
from table_core.rules.baccarat.state import CardDealt, PassSettled
from tests.scenario.staging import OVER, Over
from tests.scenario.stories import PUNTO_NATURAL
from tests.scenario.table import LiveTable, play, until


def fill_the_disk(table: LiveTable) -> None:
    """From now on the database may not grow by a single page."""
    db = table.table._journal._db
    db.pragma("max_page_count", int(db.pragma("page_count")))


@pytest.mark.requirement("R8", "R9", "R81")
@pytest.mark.parametrize("over", OVER)
def test_a_full_disk_stops_the_table_with_dark_lamps_and_says_so(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> tuple[list[CardDealt], int]:
        await table.begin(" ".join(naturals(6)[len(BURNED) :]), burn=BURNED)
        shell = table.table.shell
        fill_the_disk(table)
        while not shell.over.done():
            await (table.draw() if table.state.baccarat.phase != "complete" else table.close_round())
        assert shell.lifecycle == "stopped"
        assert "No se pudo escribir el registro" in shell.reason
        assert "disco" in shell.reason
        await until(lambda: set(table.lit().values()) == {False}, table.lit)
        status = table.table.desk.status()
        assert (status.state, status.reason) == ("stopped", shell.reason)
        await table.stop()
        assert verify(table.data).first_bad is None
        return [*table.all(CardDealt)], len(table.all(PassSettled))

    dealt, settled = play(story, tmp_path, over=over)

    async def afterwards(table: LiveTable) -> None:
        assert table.state.baccarat.dealt == tuple(entry.dealt for entry in dealt[4 * settled :])
        assert table.state.baccarat.drawn == len(dealt) + 2

    play(afterwards, tmp_path, over=over)


@pytest.mark.requirement("R8")
@pytest.mark.parametrize("over", OVER)
def test_a_first_card_that_cannot_be_recorded_still_leaves_no_lamp_lit(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert table.seats_lit() == {True}

        def refuse(*_given: object) -> None:
            raise OSError(28, "No space left on device")

        table.table._journal._commit = refuse  # type: ignore[method-assign,assignment]
        table.shoe.draw()
        await until(table.table.shell.over.done)
        await until(lambda: set(table.lit().values()) == {False}, table.lit)

    play(story, tmp_path, over=over)
