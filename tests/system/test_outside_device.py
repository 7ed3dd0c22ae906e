"""A device that comes from another distribution: nothing of this one is touched, one entry point makes it known."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from daemon.journal import open_reader, read_rows
from daemon.people import People
from daemon.run import PEOPLE
from hw_sims.leash import leashed
from hw_sims.pty_port import PtyPort
from table_core.events import CardDrawn
from table_core.record import Observed
from tests.system.processes import PINS, SABOT, SUPERVISOR, eventually

ROOT = Path(__file__).parents[2]

SESSION = '''\
"""A shoe that says each card as a line of its own."""

from collections.abc import Iterator

from drivers.base import Observation
from drivers.shoe.listening import ListeningSession
from firmware_bridge.wire.text_lines import Deframer, Line
from table_core.cards import DECK
from table_core.events import CardDrawn


class ToySession(ListeningSession[Line]):
    def __init__(self, device: str) -> None:
        super().__init__(device, repeat_ms=0)

    def new_deframer(self) -> Deframer:
        return Deframer()

    def read(self, message: Line) -> Iterator[Observation]:
        if message.text in DECK:
            yield Observation(CardDrawn(self.device, message.text), message.raw)
        else:
            yield self.nonsense("no es una carta", message.raw)
'''
DRIVER = """\
from drivers.registry import Driver

DRIVER = Driver("toy-shoe", "shoe", "sabot_toy:ToySession", "ours", 9600, False)
"""
CONTRACT = """\
from sabot_toy import ToySession
from tests.contract.driver_contract import DEVICE, DriverContract


class TestToyShoe(DriverContract):
    def new_session(self) -> ToySession:
        return ToySession(DEVICE)
"""
CONFIG = """\
[table]
name = "prueba"
rulebook = "iquique-2000/mini-baccarat"
data = "{data}"
simulated = true

[[devices]]
name = "sabot"
driver = "toy-shoe"
port = "serial://{port}?baud=9600"
"""


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder as another distribution leaves it: its package and its entry point."""
    about = tmp_path / "sabot_toy-1.0.dist-info"
    about.mkdir()
    (tmp_path / "sabot_toy.py").write_text(SESSION, encoding="utf-8")
    (tmp_path / "sabot_toy_driver.py").write_text(DRIVER, encoding="utf-8")
    (tmp_path / "test_toy.py").write_text(CONTRACT, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sabot-toy\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[sabot.drivers]\ntoy-shoe = sabot_toy_driver:DRIVER\n")
    return tmp_path


def environment(outside: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{outside}{os.pathsep}{ROOT}", "LANG": "C"}


def test_it_passes_the_contract_of_every_driver(outside: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        "addopts=",
        str(outside / "test_toy.py"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(outside), cwd=outside, check=False)
    assert done.returncode == 0, done.stdout
    assert "7 passed" in done.stdout


def test_a_table_that_is_configured_with_it_records_its_cards(outside: Path) -> None:
    data, port = outside / "data", outside / "toy"
    data.mkdir()
    People(data / PEOPLE).add(SUPERVISOR, *PINS[SUPERVISOR])
    (outside / "mesa.toml").write_text(CONFIG.format(data=data, port=port), encoding="utf-8")
    with PtyPort(port, lambda _data: None) as shoe, (outside / "log").open("wb") as log:
        command = leashed(*SABOT, "run", str(outside / "mesa.toml"))
        daemon = subprocess.Popen(command, stdout=log, stderr=log, env=environment(outside), cwd=ROOT)
        try:
            eventually(lambda: b"link_up" in (outside / "log").read_bytes(), (outside / "log").read_text)
            shoe.send(b"7H\rAD\r")
            eventually(lambda: len(drawn(data)) == 2, (outside / "log").read_text)
        finally:
            daemon.terminate()
            daemon.wait(20)
    assert drawn(data) == [CardDrawn("sabot", "7H"), CardDrawn("sabot", "AD")]


def test_without_it_the_driver_is_unknown_and_said_so(tmp_path: Path) -> None:
    (tmp_path / "mesa.toml").write_text(CONFIG.format(data=tmp_path, port=tmp_path / "toy"), encoding="utf-8")
    command = [*SABOT, "config", "check", str(tmp_path / "mesa.toml")]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, check=False, env={**os.environ, "LANG": "C"}
    )
    assert done.returncode != 0
    assert "toy-shoe" in done.stdout + done.stderr


def drawn(data: Path) -> list[CardDrawn]:
    db = open_reader(data)
    entries = [row.entry() for row in read_rows(db)]
    db.close()
    return [one.event for one in entries if isinstance(one, Observed) and isinstance(one.event, CardDrawn)]
