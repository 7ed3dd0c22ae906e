"""Whatever a line does to one copy of a message, the table decides the same."""

from pathlib import Path

import pytest

from firmware_bridge.wire.angel_eye import Frame
from hw_sims.demo_summary import decisions_digest
from hw_sims.lines import LineFaults
from table_core.events import MessagesLost
from table_core.record import Observed
from tests.scenario.lines import Deaf, Joined, Line, Noisy, OneByOne, OneCopyDamaged, OneCopyReplaced, Recut
from tests.scenario.staging import Over
from tests.scenario.stories import LONG_DAY_RESULTS, PUNTO_NATURAL, a_long_day, results
from tests.scenario.table import LiveTable, play

LINES: dict[str, Line] = {
    "one byte at a time": OneByOne(),
    "joined reads": Joined(),
    "cut anywhere": Recut(seed=1),
    "bytes lost in one copy": OneCopyDamaged(LineFaults(lost=0.3), seed=2),
    "bytes repeated in one copy": OneCopyDamaged(LineFaults(repeated=0.3), seed=3),
    "bits flipped in one copy": OneCopyDamaged(LineFaults(corrupted=0.3), seed=4),
    "everything at once in one copy": OneCopyDamaged(LineFaults(lost=0.1, repeated=0.1, corrupted=0.2), seed=5),
    "noise between the copies": Noisy(seed=6),
}


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
@pytest.mark.parametrize("name", LINES)
def test_a_bad_line_changes_no_decision(tmp_path: Path, name: str, undisturbed: str) -> None:
    assert decisions(tmp_path, LINES[name]) == undisturbed


@pytest.mark.requirement("R53")
def test_single_bytes_through_a_pty_change_no_decision(tmp_path: Path, undisturbed: str) -> None:
    assert decisions(tmp_path, OneByOne(), over="pty") == undisturbed


@pytest.mark.requirement("R53", "R55")
def test_a_bad_line_changes_no_decision_of_a_shoe_that_conceals_its_cards(tmp_path: Path) -> None:
    clean = decisions(tmp_path / "clean", None, concealed=True)
    line = OneCopyDamaged(LineFaults(lost=0.1, repeated=0.1, corrupted=0.2), seed=7)
    assert decisions(tmp_path / "bad", line, concealed=True) == clean


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
