"""Twelve wrong files: every mistake of each is told at once, with its line and a remedy; nothing starts."""

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from daemon.cli.main import sabot
from daemon.config import ConfigError, Problem, load_config
from daemon.config.lines import key_lines, line_of
from daemon.config.schema import config_schema
from daemon.i18n import speak
from daemon.rulebooks import all_rulebooks
from daemon.table import build_kernel_from, start_of
from drivers.registry import DRIVERS
from table_core.reconciler.families import FAMILIES
from table_core.table import NEW_GAMES, TableState

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "deploy" / "examples").glob("*.toml"))

# Line and key of every mistake; None for what is not in the file at all.
MISTAKES: dict[str, list[tuple[int | None, str]]] = {
    "01-tipos-y-claves": [
        (3, "table.name"),
        (4, "table.rulebook"),
        (6, "table.seats"),
        (7, "table.seat"),
        (8, "table.stakes"),
        (9, "table.closing"),
        (10, "table.simulated"),
        (11, "table.timezone"),
        (20, "devices.1.driver"),
        (21, "devices.1.port"),
    ],
    "02-falta-todo": [(4, "journal.stop_free_mb"), (None, "table"), (None, "devices")],
    "03-limites": [(5, "table.seats"), (7, "table.maximum"), (11, "recorder.total_mb")],
    "04-puertos": [(9, "devices.0.port"), (14, "devices.1.port"), (20, "devices.2.port"), (26, "devices.3.port")],
    "05-lamparas": [
        (12, "devices.0.lamps"),
        (21, "devices.1.lamps.1"),
        (22, "devices.1.lamps.2"),
        (25, "devices.2.lamps"),
    ],
    "06-repetidos": [(7, "journal.second_copy"), (9, "devices"), (15, "devices.1.name"), (17, "devices.1.port")],
    "07-lecturas": [
        (7, "switches.face_brun"),
        (8, "switches.face_burn"),
        (9, "switches.commission_rounding"),
        (10, "switches.decks"),
    ],
    "08-ajustes": [
        (10, "devices.0.options.mode"),
        (10, "devices.0.options.repeat"),
        (10, "devices.0.options.repeat_ms"),
        (16, "devices.1.options.rows"),
        (16, "devices.1.options.replies"),
        (22, "devices.2.options.rows"),
    ],
    "09-dispositivos": [(6, "devices")],
    "10-red": [(6, "bus.keys"), (7, "bus.listen"), (8, "bus.publish"), (9, "bus.kyes"), (12, "metrics.listen")],
    "11-no-es-toml": [(3, ""), (4, ""), (5, ""), (7, ""), (8, "table.timezone")],
    "12-sin-sabot": [
        (6, "otra"),
        (9, "devices"),
        (15, "devices.0.baud"),
        (20, "devices.1.port"),
        (21, "devices.1.options.led"),
    ],
}


def problems(name: str) -> list[Problem]:
    with pytest.raises(ConfigError) as refused:
        load_config(DATA / f"{name}.toml")
    return refused.value.problems


def test_there_are_twelve_and_all_are_expected() -> None:
    assert sorted(file.stem for file in DATA.glob("*.toml")) == sorted(MISTAKES)
    assert len(MISTAKES) == 12


@pytest.mark.parametrize("name", MISTAKES)
def test_every_mistake_of_the_file_is_told_at_once_with_its_line(name: str) -> None:
    found = problems(name)
    assert [(problem.line, problem.where) for problem in found] == MISTAKES[name]
    assert all(problem.what and problem.remedy for problem in found)


@pytest.mark.parametrize("name", MISTAKES)
def test_nothing_starts_and_the_same_is_said(name: str) -> None:
    told = CliRunner().invoke(sabot, ["run", str(DATA / f"{name}.toml")])
    assert told.exit_code == 2
    for problem in problems(name):
        assert f"{problem.what}. {problem.remedy}" in told.output


@pytest.mark.parametrize("name", MISTAKES)
def test_no_word_of_spanish_is_left_when_english_is_asked_for(name: str) -> None:
    spanish = problems(name)
    speak("en")
    try:
        english = problems(name)
    finally:
        speak("es")
    for one, other in zip(spanish, english, strict=True):
        assert (one.line, one.where) == (other.line, other.where)
        assert one.remedy != other.remedy
        assert one.what != other.what


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_key_of_an_example_is_found_on_its_line(example: Path) -> None:
    text = example.read_text(encoding="utf-8")
    lines, rows = key_lines(text), text.split("\n")
    for name, value in tomllib.loads(text).items():
        for number, section in enumerate(value if isinstance(value, list) else [value]):
            path = (name, number) if isinstance(value, list) else (name,)
            for key in section:
                assert rows[lines[(*path, key)] - 1].lstrip().startswith(key)


def test_there_is_an_example_for_every_rulebook_that_can_be_played() -> None:
    shown = {load_config(example).table.rulebook for example in EXAMPLES}
    assert shown == {book.id for book in all_rulebooks().values() if book.family in FAMILIES}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_becomes_a_table_of_its_game_with_its_devices(example: Path) -> None:
    config = load_config(example)
    started = start_of(config, clean=True)
    kernel = build_kernel_from(config, started, TableState(game=NEW_GAMES[started.family]))
    assert set(kernel.sessions) == {device.name for device in config.devices}
    assert kernel.picture(config.table.name)["day"] == "closed"


def test_the_schema_in_the_documentation_is_the_programs() -> None:
    written = json.loads((ROOT / "docs" / "config.schema.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(config_schema())), "run: sabot schema config > docs/config.schema.json"


def test_the_schema_knows_every_driver_and_its_own_settings() -> None:
    device = config_schema()["$defs"]["DeviceSection"]
    assert set(device["properties"]["driver"]["enum"]) == set(DRIVERS)
    settings = {
        one["if"]["properties"]["driver"]["const"]: one["then"]["properties"]["options"] for one in device["allOf"]
    }
    assert set(settings["alpha"]["properties"]) == {"rows", "columns", "replies"}
    assert settings["cd5220"] == {"additionalProperties": False}


def test_lines_are_found_in_every_way_a_key_can_be_written() -> None:
    text = '''# one
a.b = 1
"c d" = """
x = 2
"""
[t."u v"]  # title
list = [
  1, { k = "]" },
  [2,
   3]]
[[d]]
n = { p = { q = 1979-05-27 } }
[[d]]
n = 'x # y'
[d.sub]
z = 1
'''
    assert key_lines(text) == {
        ("a",): 2,
        ("a", "b"): 2,
        ("c d",): 3,
        ("t", "u v"): 6,
        ("t", "u v", "list"): 7,
        ("t", "u v", "list", 0): 8,
        ("t", "u v", "list", 1): 8,
        ("t", "u v", "list", 1, "k"): 8,
        ("t", "u v", "list", 2): 9,
        ("t", "u v", "list", 2, 0): 9,
        ("t", "u v", "list", 2, 1): 10,
        ("d",): 11,
        ("d", 0): 11,
        ("d", 0, "n"): 12,
        ("d", 0, "n", "p"): 12,
        ("d", 0, "n", "p", "q"): 12,
        ("d", 1): 13,
        ("d", 1, "n"): 14,
        ("d", 1, "sub"): 15,
        ("d", 1, "sub", "z"): 16,
    }
    assert line_of(key_lines(text), ("d", 1, "missing")) == 13
    assert line_of(key_lines(text), ("nowhere",)) is None


@given(st.data())
def test_whatever_is_done_to_a_file_it_is_read_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from(EXAMPLES)).read_text(encoding="utf-8")
    at, gone = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 40))
    new = data.draw(
        st.sampled_from(["", '"', "]", "[", "=", "7", "{", "}", "\n", "\\", "'", "true", "a", "[[x]]", "-1"])
    )
    file = tmp_path_factory.getbasetemp() / "changed.toml"
    file.write_text(text[:at] + new + text[at + gone :], encoding="utf-8")
    assert all(problem.what and problem.remedy for problem in _problems_of(file))


def _problems_of(file: Path) -> list[Problem]:
    try:
        load_config(file)
    except ConfigError as error:
        return error.problems
    return []
