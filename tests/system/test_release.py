"""The program authenticates itself before it opens anything: an altered copy of it refuses to serve."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from daemon.collisions import OUR_PACKAGES
from tests.system.processes import sabot

ROOT = Path(__file__).parents[2]
CHANGES = """\
[[changes]]
date = "2026-11-19"
component = "lámparas"
reason = "se apagaban tarde"
validation = "mesa de prueba, 200 pases"
"""
TABLE = """\
[table]
name = "mesa-1"
rulebook = "iquique-2000/mini-baccarat"
data = "{data}"

[[devices]]
name = "sabot"
driver = "angel-eye"
port = "serial:///dev/ttyUSB0?baud=4800"

[release]
paper = "{paper}"
signer = "{signer}"
"""


class Installation:
    """A copy of the program with a signed paper, and a table that may only run on it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        for package in OUR_PACKAGES:
            shutil.copytree(ROOT / package, directory / package, ignore=shutil.ignore_patterns("__pycache__"))
        (directory / "changes.toml").write_text(CHANGES, "utf-8")
        self.paper, self.config = directory / "release.json", directory / "mesa.toml"
        self.signer = self.sabot("release", "keygen", directory / "key").stdout.strip()
        signed = self.sabot("release", "sign", directory / "changes.toml", "--key", directory / "key")
        self.paper.write_text(signed.stdout, "utf-8")
        told = TABLE.format(data=directory / "data", paper=self.paper, signer=self.signer)
        self.config.write_text(told, "utf-8")

    def sabot(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "daemon.cli", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.directory)

    def check(self) -> tuple[int, dict[str, object]]:
        done = self.sabot("release", "check", self.paper, "--signer", self.signer, "--json")
        return done.returncode, json.loads(done.stdout)


@pytest.mark.requirement("R4", "R75", "R76", "R77", "R87")
def test_an_altered_program_does_not_serve_a_table_and_names_what_is_wrong(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    code, told = installation.check()
    assert (code, told["ok"]) == (0, True)
    assert told["changes"] == [
        {
            "date": "2026-11-19",
            "component": "lámparas",
            "reason": "se apagaban tarde",
            "validation": "mesa de prueba, 200 pases",
        }
    ]
    approved = installation.sabot("run", installation.config)
    assert "Nadie puede dar órdenes" in approved.stderr, "the approved program got past its own examination"

    (tmp_path / "daemon" / "money.py").write_text("", "utf-8")
    with (tmp_path / "table_core" / "money.py").open("a", encoding="utf-8") as file:
        file.write("# a word more\n")
    altered = installation.sabot("run", installation.config)
    assert altered.returncode == 2, "only a person can mend it"
    assert "alterado: table_core/money.py; de más: daemon/money.py" in altered.stderr
    doctor = json.loads(installation.sabot("doctor", installation.config, "--json").stdout)
    assert [one["severity"] for one in doctor if one["code"] == "software.release"] == ["error"]
    code, told = installation.check()
    assert (code, told["altered"], told["unexpected"]) == (1, ["table_core/money.py"], ["daemon/money.py"])

    installation.paper.write_text(installation.paper.read_text("utf-8").replace("200 pases", "300 pases"), "utf-8")
    forged = installation.sabot("run", installation.config)
    assert forged.returncode == 2
    assert "la firma no corresponde" in forged.stderr


@pytest.mark.requirement("R87")
@pytest.mark.parametrize(
    "changes",
    ["", "[[changes]]\ndate = 'ayer'\ncomponent = 'a'\nreason = 'b'\nvalidation = 'c'\n", "changes = 3\n", "not toml"],
)
def test_a_release_says_what_changed_or_is_not_signed(tmp_path: Path, changes: str) -> None:
    (tmp_path / "changes.toml").write_text(changes, "utf-8")
    sabot("release", "keygen", str(tmp_path / "key"))
    done = sabot("release", "sign", str(tmp_path / "changes.toml"), "--key", str(tmp_path / "key"))
    assert done.returncode == 2
    assert "changes.toml" in done.stderr
