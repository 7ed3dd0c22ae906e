"""A device's key: a private file of its own, never in the configuration, never overwritten; what is wrong is told."""

from pathlib import Path

import pytest

from daemon.config import ConfigError, load_config
from daemon.device_keys import DeviceKeyError, make_device_key, read_device_key, settings_of
from drivers.registry import DRIVERS, option_mistakes
from tests.system.processes import sabot

CONFIG = """\
[table]
name = "m"
rulebook = "iquique-2000/mini-baccarat"
data = "/tmp/m"

[[devices]]
name = "sabot"
driver = "{driver}"
port = "serial:///dev/null"
{more}
"""


def problems(tmp_path: Path, more: str, driver: str = "tablebus-shoe") -> list[tuple[str, str]]:
    file = tmp_path / "mesa.toml"
    file.write_text(CONFIG.format(driver=driver, more=more), encoding="utf-8")
    try:
        load_config(file)
    except ConfigError as error:
        return [(problem.where, problem.what) for problem in error.problems]
    return []


def test_a_key_is_made_once_for_this_user_only(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "sabot.key"
    made = make_device_key(file)
    assert (len(made), file.stat().st_mode & 0o777) == (32, 0o600)
    assert read_device_key(file) == made
    with pytest.raises(DeviceKeyError, match="ya existe"):
        make_device_key(file)
    assert read_device_key(file) == made


@pytest.mark.requirement("R84")
def test_a_key_others_may_read_is_refused_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "sabot.key"
    make_device_key(file)
    file.chmod(0o640)
    with pytest.raises(DeviceKeyError, match="chmod 600"):
        read_device_key(file)


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "xy" * 32, "ñ"])
def test_what_is_no_key_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "sabot.key"
    file.touch(mode=0o600)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DeviceKeyError, match="64 cifras"):
        read_device_key(file)


def test_a_configuration_with_its_key_in_a_file_is_in_order(tmp_path: Path) -> None:
    make_device_key(tmp_path / "sabot.key")
    assert problems(tmp_path, f'key = "{tmp_path}/sabot.key"') == []


@pytest.mark.parametrize(
    ("driver", "more", "what"),
    [
        ("tablebus-shoe", "", "falta el archivo con la llave"),
        ("tablebus-shoe", 'key = "/no/hay.key"', "no se puede leer la llave"),
        ("tablebus-shoe", 'options = { key = "00" }', "la llave no se escribe en options"),
        ("angel-eye", 'key = "/no/hay.key"', "angel-eye no usa llave"),
    ],
)
def test_a_configuration_that_cannot_work_says_where_and_why(tmp_path: Path, driver: str, more: str, what: str) -> None:
    found = problems(tmp_path, more, driver)
    assert [where for where, _ in found] == ["devices.0.key"]
    assert what in found[0][1]


def test_only_boards_with_a_key_are_given_one(tmp_path: Path) -> None:
    assert settings_of(DRIVERS["angel-eye"], {}, None) == {}
    assert not option_mistakes(DRIVERS["tablebus-lamps"], {"key": bytes(32)})
    assert option_mistakes(DRIVERS["tablebus-lamps"], {"key": bytes(31)})


def test_the_command_makes_a_key_and_shows_it(tmp_path: Path) -> None:
    done = sabot("keys", "device", tmp_path / "sabot.key")
    assert done.stdout.strip() == read_device_key(tmp_path / "sabot.key").hex()
    again = sabot("keys", "device", tmp_path / "sabot.key")
    assert (again.returncode, "ya existe" in again.stderr) == (2, True)
