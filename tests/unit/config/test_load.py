"""A table's configuration: read strictly, and every mistake named at once with its place and a remedy."""

from pathlib import Path

import pytest

from daemon.config import Config, ConfigError, Problem, load_config

GOOD = """
[table]
name = "mesa-1"
rulebook = "iquique-2000/mini-baccarat"
data = "data"
seats = 3

[[devices]]
name = "sabot-1"
driver = "angel-eye"
port = "serial:///dev/serial/by-id/usb-shoe?baud=4800"

[[devices]]
name = "lamparas-1"
driver = "lcus"
port = "serial:///dev/serial/by-id/usb-lamps?baud=9600"
lamps = ["seat.1", "seat.2", "seat.3", "hold"]
"""


def load(text: str, tmp_path: Path) -> Config:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return load_config(path)


def problems(text: str, tmp_path: Path) -> list[Problem]:
    with pytest.raises(ConfigError) as refused:
        load(text, tmp_path)
    return refused.value.problems


def test_a_good_file_is_read(tmp_path: Path) -> None:
    config = load(GOOD, tmp_path)
    assert [device.name for device in config.devices] == ["sabot-1", "lamparas-1"]
    assert config.rulebook().id == "iquique-2000/mini-baccarat"
    assert config.limits is None


def test_every_mistake_of_form_is_listed_at_once(tmp_path: Path) -> None:
    wrong = GOOD.replace("seats = 3", 'seats = "3"\nseat = 3\nclosing = "25:00"\nstakes = "some"')
    wrong = wrong.replace('driver = "lcus"', "driver = 7").replace('name = "mesa-1"', "")
    found = {problem.where: problem for problem in problems(wrong, tmp_path)}
    assert set(found) == {
        "table.name",
        "table.seats",
        "table.seat",
        "table.closing",
        "table.stakes",
        "devices.1.driver",
    }
    assert "seats" in found["table.seat"].remedy
    assert all(problem.what and problem.remedy for problem in found.values())


def test_every_mistake_of_meaning_is_listed_at_once(tmp_path: Path) -> None:
    wrong = (
        GOOD.replace("mini-baccarat", "mini-bacarat")
        .replace("seats = 3", 'seats = 3\ntimezone = "America/Santigo"\nminimum = 5')
        .replace('"seat.3", "hold"', '"seat.4", "hodl"')
        .replace('driver = "angel-eye"', 'driver = "angel-eyes"')
        .replace("serial:///dev/serial/by-id/usb-lamps?baud=9600", "serial:///dev/lamps?bauds=9600")
    )
    found = [problem.where for problem in problems(wrong, tmp_path)]
    assert found == [
        "table.rulebook",
        "table.timezone",
        "table.minimum",
        "devices.0.driver",
        "devices.1.port",
        "devices.1.lamps.2",
        "devices.1.lamps.3",
    ]


@pytest.mark.parametrize(
    ("old", "new", "where", "hint"),
    [
        ("mini-baccarat", "mini-bacarat", "table.rulebook", "mini-baccarat"),
        ('"angel-eye"', '"angel-eyes"', "devices.0.driver", "angel-eye"),
        ('"hold"', '"hodl"', "devices.1.lamps.3", "hold"),
        ("seats", "seat", "table.seat", "seats"),
    ],
)
def test_a_slip_of_the_key_gets_the_word_that_was_meant(
    tmp_path: Path, old: str, new: str, where: str, hint: str
) -> None:
    found = {problem.where: problem for problem in problems(GOOD.replace(old, new, 1), tmp_path)}
    assert f"¿Quiso decir {hint}" in found[where].remedy or hint in found[where].remedy


@pytest.mark.parametrize(
    ("extra", "where"),
    [
        ("[switches]\nface_burn = 11\n", "switches.face_burn"),
        ("[switches]\nface_brun = 10\n", "switches.face_brun"),
    ],
)
def test_a_reading_the_text_does_not_allow_is_refused(tmp_path: Path, extra: str, where: str) -> None:
    assert [problem.where for problem in problems(GOOD + extra, tmp_path)] == [where]


@pytest.mark.parametrize("text", ["[table", 'name = "\\x"', "a = 1\na = 2"])
def test_a_file_that_is_no_toml_says_where(tmp_path: Path, text: str) -> None:
    problem = problems(text, tmp_path)[0]
    assert "TOML" in problem.what
    assert problem.line == text.count("\n") + 1


def test_a_file_that_is_not_there_is_one_problem(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        load_config(tmp_path / "none.toml")
    assert len(refused.value.problems) == 1


def test_limits_must_be_both_and_in_order(tmp_path: Path) -> None:
    both = GOOD.replace("seats = 3", "seats = 3\nminimum = 100\nmaximum = {}")
    assert load(both.format(200), tmp_path).limits == (100, 200)
    assert [problem.where for problem in problems(both.format(99), tmp_path)] == ["table.maximum"]


def test_two_devices_of_one_name_are_refused(tmp_path: Path) -> None:
    found = problems(GOOD.replace("lamparas-1", "sabot-1"), tmp_path)
    assert [problem.where for problem in found] == ["devices.1.name"]


def test_how_the_record_is_kept_has_defaults_and_its_mistakes_are_named(tmp_path: Path) -> None:
    config = load(GOOD, tmp_path)
    assert (config.journal.second_copy, config.recorder.on) == (None, False)
    wrong = f"""{GOOD}
[journal]
second_copy = "data"
warn_free_mb = 10
stop_free_mb = 10

[recorder]
segment_mb = 16
total_mb = 20
"""
    assert {problem.where for problem in problems(wrong, tmp_path)} == {
        "journal.second_copy",
        "journal.stop_free_mb",
        "recorder.total_mb",
    }
    misspelt = f"{GOOD}\n[journal]\nsecondcopy = 'x'\n[recorder]\nsegment = 3\n"
    found = {problem.where: problem.remedy for problem in problems(misspelt, tmp_path)}
    assert found == {"journal.secondcopy": "¿Quiso decir second_copy?", "recorder.segment": "¿Quiso decir segment_mb?"}


def test_only_a_simulated_table_names_simulators(tmp_path: Path) -> None:
    steered = GOOD + '\n[console]\nsimulators = "/tmp/demo"\n'
    [problem] = problems(steered, tmp_path)
    assert problem.where == "console.simulators"
    config = load(steered.replace("seats = 3", "seats = 3\nsimulated = true"), tmp_path)
    assert config.console is not None
    assert config.console.simulators == "/tmp/demo"
