"""A table that reaches a floor: its device in the configuration, its file of keys, and what the doctor says of both."""

import tomllib
from pathlib import Path

import pytest
import zmq
from click.testing import CliRunner

from daemon.cli.main import sabot
from daemon.config import ConfigError, DeviceSection, load_config
from daemon.doctor.devices import failed
from daemon.progressive import side_setup
from firmware_bridge.transport.base import FailureKind
from firmware_bridge.transport.floor_keys import read_floor_keys
from firmware_bridge.transport.url import parse_port_url

PORT = "floor://10.0.0.1:7411?keys=/etc/sabot/piso.toml"
TABLE = """
[table]
name = "mesa-1"
rulebook = "iquique-2000"
data = "{data}"
"""
SHOE = '[[devices]]\nname = "sabot"\ndriver = "bee-tek"\nport = "serial:///dev/ttyS0"\n'
FLOOR = f'[[devices]]\nname = "piso"\ndriver = "floor"\nport = "{PORT}"\n'
PROGRESSIVE = """
[progressive]
plan = "/etc/sabot/plan.json"
version = "PA-1"
signer = "{signer}"
pot = "P"
[progressive.terms]
credit_value = 1000
min_credits = 1
max_credits = 3
commission_bp = 2000
reserve_bp = 1000
base = 5000000
prize_table = "iquique_21"
""".format(signer=64 * "a")


def written(folder: Path, *parts: str) -> Path:
    path = folder / "mesa.toml"
    path.write_text("".join((TABLE.format(data=folder / "data"), *parts)), encoding="utf-8")
    return path


def test_the_device_links_the_tables_pot(tmp_path: Path) -> None:
    config = load_config(written(tmp_path, SHOE, FLOOR, PROGRESSIVE))
    setup = side_setup(config)
    assert setup is not None
    assert (setup.pot, setup.floor) == ("P", "piso")


@pytest.mark.parametrize(
    ("parts", "where"),
    [
        ((SHOE, FLOOR), "devices.1.driver"),
        ((SHOE, FLOOR, FLOOR.replace("piso", "piso-2"), PROGRESSIVE), "devices.2.driver"),
        ((SHOE, FLOOR.replace("?keys=/etc/sabot/piso.toml", ""), PROGRESSIVE), "devices.1.port"),
    ],
)
def test_a_floor_that_makes_no_sense_is_refused_where_it_stands(
    tmp_path: Path, parts: tuple[str, ...], where: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        load_config(written(tmp_path, *parts))
    assert [problem.where for problem in refused.value.problems] == [where]


def test_the_tables_keys_are_made_once_and_the_public_one_is_shown(tmp_path: Path) -> None:
    server, path = zmq.curve_keypair()[0].decode(), tmp_path / "piso.toml"
    order = ["keys", "floor", str(path), "--server", server]
    made = CliRunner().invoke(sabot, order)
    assert (made.exit_code, path.stat().st_mode & 0o777) == (0, 0o600)
    keys = read_floor_keys(path)
    assert (keys.server, keys.public) == (server, made.output.strip())
    assert zmq.curve_public(keys.secret.encode()) == keys.public.encode()
    assert tomllib.loads(path.read_text(encoding="ascii")).keys() == {"server", "public", "secret"}
    assert CliRunner().invoke(sabot, order).exit_code == 2
    assert read_floor_keys(path) == keys
    assert CliRunner().invoke(sabot, ["keys", "floor", str(tmp_path / "x"), "--server", "corta"]).exit_code == 2


@pytest.mark.parametrize(
    ("kind", "remedy"),
    [
        ("denied", "sabot floor enrol"),
        ("gone", "Revise la red"),
        ("timeout", "Revise la red"),
        ("broken", "keys floor"),
    ],
)
def test_the_doctor_says_why_there_is_no_floor(kind: FailureKind, remedy: str) -> None:
    device = DeviceSection(name="piso", driver="floor", port=PORT)
    finding = failed(device, parse_port_url(PORT), kind, "sin más")
    assert (finding.code, finding.severity) == (f"floor.{kind}", "error")
    assert remedy in (finding.remedy or "")
