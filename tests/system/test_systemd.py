"""Unit and udev rules are ones their own tools accept, and a real daemon tells systemd what the unit waits for."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from firmware_bridge.wire import hid_relay
from tests.system.processes import Daemon, daemon_on_ptys

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "deploy" / "systemd"
UNIT = SYSTEMD / "sabot@.service"
UNITS = {path.name.replace("@", "@mesa-1"): path for path in sorted(SYSTEMD.iterdir())}
LONG_LIVED = [UNIT, SYSTEMD / "sabot-floor@.service"]
RULES = ROOT / "deploy" / "udev" / "60-sabot.rules"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_every_line_of_a_unit(name: str, tmp_path: Path) -> None:
    for unit, path in UNITS.items():
        text = path.read_text(encoding="utf-8").replace("/opt/sabot/.venv/bin/sabot", "/bin/true")
        (tmp_path / unit).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "sabot" in line]
    assert not complaints, complaints


@pytest.mark.parametrize("unit", LONG_LIVED, ids=lambda path: path.name)
def test_a_unit_waits_for_what_its_process_tells(unit: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    assert "Type=notify" in text
    assert "RestartPreventExitStatus=2" in text
    assert re.search(r"^WatchdogSec=\d+$", text, re.MULTILINE)


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="udevadm is not installed")
def test_udev_understands_every_rule() -> None:
    done = subprocess.run(["udevadm", "verify", str(RULES)], capture_output=True, text=True, check=False)
    if "Unknown command" in done.stderr or "unrecognized" in done.stderr:
        pytest.skip("this udevadm cannot verify rules")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_name_the_relay_board_of_our_driver() -> None:
    rule = f'ATTR{{idVendor}}=="{hid_relay.VENDOR_ID:04x}", ATTR{{idProduct}}=="{hid_relay.PRODUCT_ID:04x}"'
    assert rule in RULES.read_text(encoding="utf-8")


def test_a_real_daemon_tells_ready_lives_and_says_why_it_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        with daemon_on_ptys(tmp_path) as daemon:
            assert set(until_told(systemd, "READY=1")) <= {"WATCHDOG=1"}
            until_told(systemd, "WATCHDOG=1")
            assert nothing_is_told_while_frozen(systemd, daemon)
            until_told(systemd, "WATCHDOG=1")
            assert daemon.send(signal.SIGTERM) == 0
            told = until_told(systemd, "STOPPING=1\nSTATUS=orden del sistema (SIGTERM)")
            assert set(told) <= {"WATCHDOG=1"}


def until_told(systemd: socket.socket, wanted: str) -> list[str]:
    """What was told before *wanted*."""
    before: list[str] = []
    while (told := systemd.recv(4096).decode()) != wanted:
        before.append(told)
    return before


def nothing_is_told_while_frozen(systemd: socket.socket, daemon: Daemon) -> bool:
    """A daemon whose loop does not turn gives no sign of life."""
    os.kill(daemon.pid, signal.SIGSTOP)
    time.sleep(0.1)
    systemd.setblocking(False)
    try:
        while True:
            systemd.recv(4096)
    except BlockingIOError:
        pass
    try:
        time.sleep(0.6)
        systemd.recv(4096)
    except BlockingIOError:
        return True
    finally:
        os.kill(daemon.pid, signal.SIGCONT)
        systemd.settimeout(20)
    return False
