"""The record of a running table: its second copy is pulled and put back, its disk runs full, its power fails."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.journal import JournalError, open_reader, read_rows
from daemon.journal_check import verify
from daemon.redecide import redecide
from table_core.incidents import IncidentOpened, IncidentResolved
from table_core.record import PowerLost, PowerRestored, RecordNoted, Started
from tests.scenario.stories import PUNTO_NATURAL
from tests.scenario.table import LiveTable, play, until

LOST = "journal.second_copy_lost"
ROOM = "[journal]\nwarn_free_mb = 2\nstop_free_mb = 1\n"


def look(table: LiveTable) -> None:
    """What the watch does every second, now."""
    table.table._custody._watch.look()


async def notices(table: LiveTable, code: str, *, there: bool) -> None:
    def seen() -> bool:
        look(table)
        return (code in table.open_codes()) == there

    await until(seen, table.open_codes)


@pytest.mark.requirement("R5", "R80")
def test_the_second_copy_pulled_in_mid_game_is_said_stops_nothing_and_catches_up(tmp_path: Path) -> None:
    second = tmp_path / "second"
    second.mkdir()

    async def story(table: LiveTable) -> Path:
        await table.begin(f"{PUNTO_NATURAL} " * 4)
        await table.round(4)
        away = second.rename(tmp_path / "away")
        await table.draw(2)
        await notices(table, LOST, there=True)
        assert not table.held
        status = table.table.desk.status()
        assert (status.state, status.incidents) == ("ready", 1)
        assert status.record["second_copy"]["lost"]
        await table.draw(2)
        await table.close_round()
        away.rename(second)
        await notices(table, LOST, there=False)
        await table.round(4)
        return table.data

    data = play(story, tmp_path, settings=f'[journal]\nsecond_copy = "{second}"\n')
    first = list(read_rows(open_reader(data)))
    assert list(read_rows(open_reader(second))) == first
    assert verify(second).first_bad is None
    entries = [row.entry() for row in first]
    assert [entry.trouble for entry in entries if isinstance(entry, RecordNoted)] == [True, False]
    opened = [entry.incident for entry in entries if isinstance(entry, IncidentOpened)]
    assert [(one.code, one.scope, one.hold) for one in opened] == [(LOST, "notice", False)]
    assert [entry.choice for entry in entries if isinstance(entry, IncidentResolved)] == ["CLEARED"]
    deep = redecide(entries)
    assert (deep.differ, deep.skipped) == (0, 0)


def test_a_notice_left_open_by_the_run_before_is_cleared_when_all_is_well(tmp_path: Path) -> None:
    second = tmp_path / "second"

    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await notices(table, LOST, there=True)
        second.mkdir()
        await table.restart()
        await notices(table, LOST, there=False)

    play(story, tmp_path, settings=f'[journal]\nsecond_copy = "{second}"\n')


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of eight megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(place)], check=False)
    if mounted.returncode != 0:
        pytest.skip("mounting a file system is not allowed here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(directory: Path, leave_mb: int) -> None:
    """Somebody else's bytes, until only *leave_mb* are free."""
    with (directory / "rubbish").open("ab") as rubbish:
        rubbish.write(bytes(max(0, shutil.disk_usage(directory).free - (leave_mb << 20))))


@pytest.mark.requirement("R9")
def test_a_disk_that_fills_up_is_said_and_then_stops_the_table_with_everything_recorded(small_disk: Path) -> None:
    async def story(table: LiveTable) -> Path:
        await table.begin(f"{PUNTO_NATURAL} " * 3)
        await table.round(4)
        fill(table.data, 3)
        await notices(table, "journal.disk_low", there=True)
        assert table.table.shell.lifecycle == "ready"
        fill(table.data, 1)
        await table.draw()
        look(table)
        reason = await table.table.shell.over
        assert "casi lleno" in reason
        assert "Nada se perdió" in reason
        await until(lambda: set(table.lit().values()) == {False}, table.lit)
        await table.stop()
        return table.data

    data = play(story, small_disk, settings="[journal]\nwarn_free_mb = 4\nstop_free_mb = 2\n")
    entries = [row.entry() for row in read_rows(open_reader(data))]
    assert verify(data).first_bad is None
    assert any("casi lleno" in getattr(entry, "reason", "") for entry in entries), "the stop is recorded too"


@pytest.mark.requirement("R9")
def test_a_disk_filled_between_two_looks_loses_nothing_thanks_to_the_reserve(small_disk: Path) -> None:
    async def story(table: LiveTable) -> tuple[Path, int]:
        await table.begin(f"{PUNTO_NATURAL} " * 8)
        journal = table.table._journal
        for task in table.table._custody._tasks:
            task.cancel()
        fill(table.data, 0)
        while not journal.reserve.released:
            await table.round(4)
            assert not table.table.shell.over.done()
        look(table)
        assert "casi lleno" in await table.table.shell.over
        drawn = table.state.game.drawn
        await table.stop()
        return table.data, drawn

    data, drawn = play(story, small_disk, settings=ROOM)
    assert verify(data).first_bad is None

    async def afterwards(table: LiveTable) -> None:
        assert table.state.game.drawn == drawn

    with pytest.raises(JournalError, match="Libere espacio"):
        play(afterwards, small_disk, settings=ROOM)
    (data / "rubbish").unlink()
    play(afterwards, small_disk, settings=ROOM)


@pytest.mark.requirement("R63")
def test_a_loss_of_power_and_its_return_are_two_entries_and_a_stop_by_order_makes_none(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> int:
        await table.begin(PUNTO_NATURAL)
        await table.restart()
        assert table.all(PowerLost) == []
        last = list(read_rows(open_reader(table.data)))[-1]
        shutil.copytree(table.data, tmp_path / "cut" / "data")  # as the power left it
        return last.utc_ns

    last_known = play(story, tmp_path / "whole")

    async def after_the_cut(table: LiveTable) -> list[object]:
        return [*table.all(PowerLost), *table.all(PowerRestored), *table.all(Started)]

    lost, restored, started = play(after_the_cut, tmp_path / "cut")
    assert isinstance(lost, PowerLost)
    assert isinstance(restored, PowerRestored)
    assert isinstance(started, Started)
    assert lost.last_known_utc_ns == last_known
    assert restored.utc_ns > last_known
    assert not started.clean
