"""What an operator is given for a floor's production is what the programs themselves accept, and names every alarm."""

import re
import subprocess
from pathlib import Path

import pytest

from daemon.floor.embedded import EmbeddedPostgres
from daemon.floor.settings import read_settings

ROOT = Path(__file__).parents[2]
FLOOR = ROOT / "deploy" / "floor"
_CODE = re.compile(r'"([A-Z]{3,}(?:_[A-Z]+)+|GAP|CONFLICT|UNUSABLE)"')
NO_ALARM = {"GAP"}
"""A gap is answered and not recorded: the table sends again what is missing."""


def codes() -> set[str]:
    """Every code the floor gives an alarm, a refusal or a finding."""
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "daemon" / "floor").glob("*.py"))
    return {code for text in sources for code in _CODE.findall(text)} - NO_ALARM


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_alarm_of_a_floor_is_explained(code: str) -> None:
    page = (ROOT / "docs" / "floor.md").read_text(encoding="utf-8")
    assert any(f"`{code}`" in line for line in page.splitlines() if line.startswith("| `"))


def test_the_settings_of_a_floor_process_are_read() -> None:
    settings = read_settings(FLOOR / "piso-1.toml")
    assert settings.listen.startswith("tcp://10.")
    assert "target_session_attrs=read-write" in settings.database


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("synchronous_commit", "on"),
        ("synchronous_standby_names", "FIRST 1 (pg2)"),
        ("fsync", "on"),
        ("full_page_writes", "on"),
        ("archive_mode", "on"),
        ("password_encryption", "scram-sha-256"),
    ],
)
def test_postgresql_reads_the_whole_file_and_keeps_nothing_on_one_disk_alone(
    setting: str, value: str, postgres: EmbeddedPostgres, tmp_path: Path
) -> None:
    text = (FLOOR / "postgresql-sabot.conf").read_text(encoding="utf-8")
    assert "\nssl = on\n" in text
    file = tmp_path / "postgresql-sabot.conf"
    file.write_text(text.replace("\nssl = on\n", "\n"), encoding="utf-8")  # the server for trials is built without TLS
    question = [postgres.program("postgres"), "-C", setting, "-D", str(postgres.directory / "postgres")]
    done = subprocess.run([*question, "-c", f"config_file={file}"], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == (value, 0), done.stderr


def test_the_access_file_lets_nobody_in_over_the_network_without_tls_and_a_password() -> None:
    lines = [line.split() for line in (FLOOR / "pg_hba.conf").read_text().splitlines() if line and line[0] != "#"]
    assert {line[0] for line in lines} == {"local", "hostssl"}
    assert {line[-1] for line in lines if line[0] == "hostssl"} == {"scram-sha-256"}
