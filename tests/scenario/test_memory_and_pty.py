"""The same story over memory and over ptys leaves the same journal, byte for byte."""

import json
from pathlib import Path

import pytest

from daemon.journal_check import verify
from daemon.kernel import fold
from tests.scenario.staging import Over
from tests.scenario.stories import LONG_DAY_RESULTS, a_long_day, canonical_export, results
from tests.scenario.table import LiveTable, play


def tell(directory: Path, over: Over, *, concealed: bool) -> str:
    """Play the long day; its canonical export."""

    async def story(table: LiveTable) -> LiveTable:
        await a_long_day(table)
        assert not table.held
        assert results(table) == LONG_DAY_RESULTS
        assert fold(table.entries) == table.state
        return table

    return canonical_export(play(story, directory, over=over, concealed=concealed))


@pytest.mark.requirement("R71")
@pytest.mark.parametrize("concealed", [False, True], ids=["open", "concealed"])
def test_a_long_day_over_memory_and_over_ptys_exports_the_same_bytes(tmp_path: Path, concealed: bool) -> None:
    memory = tell(tmp_path / "memory", "memory", concealed=concealed)
    pty = tell(tmp_path / "pty", "pty", concealed=concealed)
    assert memory == pty
    assert len(memory.splitlines()) > 300
    assert verify(tmp_path / "memory" / "data").first_bad is None
    assert verify(tmp_path / "pty" / "data").first_bad is None


def test_a_canonical_export_leaves_out_times_hashes_and_batches_and_keeps_the_cards(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in tell(tmp_path, "memory", concealed=False).splitlines()]
    assert {key for line in lines for key in line} == {"seq", "entry"}
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    dealt = [line["entry"]["dealt"]["card"] for line in lines if line["entry"]["type"] == "baccarat.CardDealt"]
    assert dealt[:4] == ["4S", "3H", "5D", "4C"]
