"""`sabot doctor` on a bare machine, on a healthy demonstration and on broken ones: right findings, right exit codes.

Everything is broken for real: another process holds the pty, a disk is full, a byte of the database is changed.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from daemon.config import load_config
from daemon.journal import DATABASE, Journal
from daemon.opening import open_checked
from table_core.record import Stopped
from tests.system.processes import NATURAL, Daemon, daemon_on_ptys, sabot

HOLD = "import fcntl, os, sys, termios; tty = os.open(sys.argv[1], os.O_RDWR); {how}; print(); input(); {undo}"
HOLDERS = {
    "TIOCEXCL": ("fcntl.ioctl(tty, termios.TIOCEXCL)", "fcntl.ioctl(tty, termios.TIOCNXCL)"),
    "flock": ("fcntl.flock(tty, fcntl.LOCK_EX)", "os.close(tty)"),
}
CENTURY_NS = 100 * 365 * 86_400 * 1_000_000_000

Findings = dict[str, list[dict[str, Any]]]


def doctor(*arguments: object, code: int, **how: Any) -> Findings:
    """What `sabot doctor --json` found, by code; its exit code must be *code*."""
    done = sabot("doctor", *arguments, "--json", **how)
    assert done.returncode == code, done.stdout + done.stderr
    found: Findings = {}
    for finding in json.loads(done.stdout):
        assert set(finding) == {"code", "severity", "where", "finding", "remedy"}
        assert finding["remedy"] or finding["severity"] in ("ok", "note"), finding
        found.setdefault(finding["code"], []).append(finding)
    return found


def errors(found: Findings) -> set[str]:
    return {code for code, findings in found.items() if any(one["severity"] == "error" for one in findings)}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """A table that played one pass and was stopped; its devices are still plugged in."""
    with daemon_on_ptys(tmp_path_factory.mktemp("doctor")) as daemon:
        daemon.begin(" ".join(NATURAL))
        daemon.draw(4)
        found = doctor(daemon.config, code=0)
        assert [one["severity"] for one in found["table.ready"]] == ["ok"]
        assert len(found["device.up"]) + len(found.get("device.line_errors", [])) == 3
        assert found["table.simulated"]
        assert daemon.send(signal.SIGTERM) == 0
        yield daemon


@contextmanager
def copied(table: Daemon, directory: Path, *changes: tuple[str, str]) -> Iterator[Path]:
    """The configuration of a copy of the table's data in *directory*, with *changes* of its text."""
    data = directory / "data"
    shutil.copytree(table.data, data, ignore=shutil.ignore_patterns("*.ipc"))
    text = table.config.read_text(encoding="utf-8").replace(str(table.data), str(data))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    config = directory / "table.toml"
    config.write_text(text, encoding="utf-8")
    yield config


def test_a_bare_machine_has_nothing_but_notes() -> None:
    found = doctor(code=0)
    assert set(found) >= {"machine.names", "machine.sqlite", "machine.clock", "machine.ntp"}
    if not list(Path("/etc/sabot").glob("*.toml")):
        assert [one["severity"] for one in found["config.none"]] == ["note"]


def test_a_healthy_table_that_is_stopped_has_its_devices_and_its_record(table: Daemon) -> None:
    found = doctor(table.config, code=0)
    assert {one["where"] for one in found["device.present"]} == {"shoe", "lamps-a", "lamps-b"}
    assert found["journal.chain"][0]["severity"] == "ok"
    assert (found["journal.key"][0]["severity"], found["people.known"][0]["severity"]) == ("ok", "ok")
    assert found["table.off"]


@pytest.mark.parametrize("how", HOLDERS)
def test_a_busy_port_is_named_with_the_process_that_holds_it(table: Daemon, how: str) -> None:
    pty = table.stage.ports()[0].removeprefix("serial://").partition("?")[0]
    take, give_back = HOLDERS[how]
    command = [sys.executable, "-c", HOLD.format(how=take, undo=give_back), pty]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        found = doctor(table.config, code=1)
        holder.communicate(b"\n")
    assert errors(found) == {"device.busy"}
    assert found["device.busy"][0]["where"] == "shoe"
    assert f"pid {holder.pid}" in found["device.busy"][0]["finding"]


@pytest.mark.skipif(os.geteuid() != 0, reason="a port of one's own is never forbidden; root can give up its powers")
def test_a_forbidden_port_says_which_group_may_open_it(table: Daemon) -> None:
    pty = Path(table.stage.ports()[0].removeprefix("serial://").partition("?")[0]).resolve()
    before = pty.stat().st_mode
    pty.chmod(0)
    try:
        found = doctor(table.config, code=1, everything_may_be_opened=False)
    finally:
        pty.chmod(before & 0o777)
    assert errors(found) == {"device.denied"}
    assert "usermod -aG" in found["device.denied"][0]["remedy"]


def test_a_full_disk_is_an_error_before_the_table_starts(table: Daemon, tmp_path: Path) -> None:
    with full_disk(tmp_path / "disk") as directory, copied(table, directory) as config:
        found = doctor(config, code=1)
        assert errors(found) == {"disk.full"}
        assert sabot("run", config).returncode == 2


@contextmanager
def full_disk(place: Path) -> Iterator[Path]:
    """A real file system of a few megabytes; where none may be mounted, the test is skipped by that name."""
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this user may mount no disk to fill")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_a_clock_older_than_the_journals_last_entry_is_an_error(table: Daemon, tmp_path: Path) -> None:
    with copied(table, tmp_path) as config:
        journal: Journal = open_checked(Path(load_config(config).table.data))
        journal.append((Stopped("a hundred years on"),), time.monotonic_ns(), time.time_ns() + CENTURY_NS)
        journal.close()
        found = doctor(config, code=1)
    assert errors(found) == {"machine.clock"}
    assert any(DATABASE in one["where"] for one in found["machine.clock"] if one["severity"] == "error")


def test_one_changed_byte_of_the_journal_is_named_with_its_entry(table: Daemon, tmp_path: Path) -> None:
    with copied(table, tmp_path) as config:
        file = tmp_path / "data" / DATABASE
        content = file.read_bytes()
        assert content.count(b'"jornada":"J-1"') >= 1
        file.write_bytes(content.replace(b'"jornada":"J-1"', b'"jornada":"J-2"'))
        found = doctor(config, code=1)
        assert errors(found) == {"journal.altered"}
        assert "entrada" in found["journal.altered"][0]["finding"]


def test_python_daemon_beside_us_is_named_with_how_to_remove_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "python_daemon-3.0.1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: python-daemon\nVersion: 3.0.1\n", "utf-8")
    (installed / "top_level.txt").write_text("daemon\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = doctor(code=1)
    assert errors(found) == {"machine.names"}
    assert found["machine.names"][0]["remedy"] == "Desinstálelo: pip uninstall python-daemon"


def test_a_pulled_cable_is_an_error_of_that_device(table: Daemon) -> None:
    shoe = table.stage.actions()["shoe"]
    shoe["unplug"]()
    try:
        found = doctor(table.config, code=1)
    finally:
        shoe["plug"]()
    assert errors(found) == {"device.gone"}


def test_a_configuration_nobody_can_read_is_exit_code_2_with_every_problem(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[table]\nname = "mesa 1"\nseats = 70\n', encoding="utf-8")
    found = doctor(config, code=2)
    assert len(found["config.problem"]) == 5
    assert any(f"{config}:2" in one["where"] for one in found["config.problem"])


def test_a_socket_that_nobody_answers_is_exit_code_3(table: Daemon, tmp_path: Path) -> None:
    with copied(table, tmp_path) as config, socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "data" / "control.ipc"))
        found = doctor(config, code=3)
    assert errors(found) == {"table.silent"}
