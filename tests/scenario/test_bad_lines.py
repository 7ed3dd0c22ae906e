"""Whatever a line does to one copy of a message, the table decides the same."""

from pathlib import Path
from random import Random

import pytest

from firmware_bridge.wire.angel_eye import Frame
from hw_sims.demo_summary import decisions_digest
from hw_sims.lines import TO_HOST, Line, OneByOne
from table_core.events import MessagesLost
from table_core.record import Observed
from tests.scenario.lines import Deaf, OneCopyReplaced
from tests.scenario.staging import Over
from tests.scenario.stories import LONG_DAY_RESULTS, PUNTO_NATURAL, a_long_day, results
from tests.scenario.table import LiveTable, play

SEED = 1
ONE_COPY_SURVIVES = sorted(TO_HOST.keys() - {"hopeless", "unplugged in mid-frame"})


def decisions(directory: Path, line: Line | None, *, over: Over = "memory", concealed: bool = False) -> str:
    async def story(table: LiveTable) -> str:
        await a_long_day(table)
        assert results(table) == LONG_DAY_RESULTS
        return decisions_digest(table.entries)

    return play(story, directory, over=over, concealed=concealed, line=line)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    return decisions(tmp_path_factory.mktemp("clean"), None)


@pytest.mark.requirement("R53", "R55")
@pytest.mark.parametrize("kind", ONE_COPY_SURVIVES)
def test_a_bad_line_changes_no_decision(tmp_path: Path, kind: str, undisturbed: str) -> None:
    line = TO_HOST[kind](Random(SEED))
    assert decisions(tmp_path, line) == undisturbed
    assert line.injected.total() > 0, f"seed {SEED} injected nothing"


@pytest.mark.requirement("R53")
def test_single_bytes_through_a_pty_change_no_decision(tmp_path: Path, undisturbed: str) -> None:
    assert decisions(tmp_path, OneByOne(), over="pty") == undisturbed


@pytest.mark.requirement("R53", "R55")
def test_a_bad_line_changes_no_decision_of_a_shoe_that_conceals_its_cards(tmp_path: Path) -> None:
    clean = decisions(tmp_path / "clean", None, concealed=True)
    line = TO_HOST["bit flipped"](Random(SEED))
    assert decisions(tmp_path / "bad", line, concealed=True) == clean
    assert line.injected["corrupted"] > 0


@pytest.mark.requirement("R54")
def test_a_message_damaged_in_all_three_copies_holds_the_table(tmp_path: Path) -> None:
    line = Deaf()

    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw()
        line.deaf = True
        table.shoe.draw()
        line.deaf = False
        assert not table.held
        await table.draw()
        assert table.open_codes()[0] == "shoe.messages_lost"
        assert table.held
        assert [entry.event for entry in table.all(Observed) if isinstance(entry.event, MessagesLost)]

    play(story, tmp_path, line=line)


@pytest.mark.requirement("R53")
def test_a_damaged_copy_whose_check_is_good_by_chance_holds_the_table_and_is_kept(tmp_path: Path) -> None:
    line = OneCopyReplaced()

    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        number = 3  # after the start, the first card and the burned one
        line.other = Frame(number, "D", b"\x81\xb9").to_bytes()  # Punto's first as 9 of spades; the shoe says 4
        await table.draw()
        assert table.held
        assert table.open_codes()[0] == "shoe.messages_lost"
        raw = [entry.raw for entry in table.all(Observed)]
        assert Frame(number, "D", b"\x81\xb9").to_bytes() in raw
        assert Frame(number, "D", b"\x81\xb4").to_bytes() in raw

    play(story, tmp_path, line=line)
