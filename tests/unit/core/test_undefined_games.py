"""Games a text names without rules, and tables with more seats than their text has: refused by name."""

import subprocess
import sys
from pathlib import Path

import pytest

from daemon.rulebooks import all_rulebooks, undefined_games
from tests.unit.config.test_load import problems

TABLE = """
[table]
name = "mesa-1"
rulebook = "{rulebook}"
data = "data"
seats = {seats}

[[devices]]
name = "lamparas-1"
driver = "lcus"
port = "serial:///dev/serial/by-id/usb-lamps?baud=9600"
lamps = ["hold"]
"""
NAMED = ("arica-2017/arica-poker-plus", "coquimbo-2020/canal-21", "iquique-2000/departamento-y-banca")


def test_the_games_the_texts_name_without_rules_are_known_and_none_has_an_engine() -> None:
    assert set(undefined_games()) == set(NAMED)
    assert not set(NAMED) & set(all_rulebooks())


@pytest.mark.parametrize("rulebook", NAMED)
def test_a_table_of_an_undefined_game_is_refused_by_name(rulebook: str, tmp_path: Path) -> None:
    found = problems(TABLE.format(rulebook=rulebook, seats=6), tmp_path)
    game = undefined_games()[rulebook]
    said = next(problem.what for problem in found if problem.where.endswith("table.rulebook"))
    assert said.startswith(f"BASE_GAME_UNDEFINED: {game.title}")
    assert game.articles[0] in said


def test_its_irregularities_are_refused_in_the_same_words() -> None:
    command = [sys.executable, "-m", "daemon.cli", "rules", "irregularities", "--rulebook", NAMED[1]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "BASE_GAME_UNDEFINED: Canal 21" in done.stderr


def test_a_poker_table_needs_no_shoe_and_has_no_more_seats_than_its_text(tmp_path: Path) -> None:
    found = problems(TABLE.format(rulebook="arica-2017", seats=7), tmp_path)
    assert [problem.where.rpartition(" ")[2] for problem in found] == ["table.seats"]
    assert "1.4" in found[0].what
