"""`sabot ports|probe|suggest` on good and bad ports, and from an unknown shoe to a running table by what they print."""

import fcntl
import json
import os
import re
import shlex
import subprocess
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hw_sims.alone import RunningSimulator
from hw_sims.control import ControlClient
from hw_sims.usb_alone import RunningUsbSimulator
from tests.system.processes import SABOT, eventually, sabot

WITHIN_S = 10
NOBODY = 65534


@contextmanager
def bare_pty(link: Path) -> Iterator[tuple[int, int]]:
    """A port on which nobody says anything by himself: its two ends."""
    master, slave = os.openpty()
    tty.setraw(slave)
    link.symlink_to(os.ttyname(slave))
    try:
        yield master, slave
    finally:
        link.unlink()
        os.close(master)
        os.close(slave)


@contextmanager
def babbling(master: int) -> Iterator[None]:
    """Somebody who never stops, at no speed we know."""
    over = threading.Event()
    os.set_blocking(master, False)

    def babble() -> None:
        while not over.is_set():
            try:
                os.write(master, b"\xff\x00\xaa\x55" * 512)
            except BlockingIOError:
                time.sleep(0.001)

    thread = threading.Thread(target=babble)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def scanned(*arguments: object) -> tuple[dict[str, dict[str, Any]], int]:
    """The rows by the last part of their port's name, and the exit code."""
    begun = time.monotonic()
    done = sabot("ports", "--json", *arguments)
    assert time.monotonic() - begun < WITHIN_S
    rows = json.loads(done.stdout)
    return {row["port"].rpartition("/")[2]: row for row in rows}, done.returncode


def test_a_machine_without_ports_says_so_and_is_well() -> None:
    done = sabot("ports")
    assert done.returncode in (0, 1), done.stderr
    assert "serial://" in done.stdout or "usb://" in done.stdout or "No hay puertos" in done.stdout


def test_simulated_devices_are_found_by_what_they_answer(tmp_path: Path) -> None:
    with (
        RunningSimulator("cctalk", tmp_path / "bus.ctl", pty=tmp_path / "bus"),
        RunningSimulator("angel-eye", tmp_path / "eye.ctl", pty=tmp_path / "eye"),
        RunningUsbSimulator("hid-relay", tmp_path / "usb.ctl", tmp_path / "usb.sock"),
    ):
        rows, code = scanned("--ask", tmp_path)
        quiet, _code = scanned(tmp_path)
    assert code == 0
    assert {name: row["answered"] for name, row in rows.items()} == {
        "bus": "cctalk",
        "eye": None,
        "usb.sock": "hid-relay",
    }
    assert quiet["bus"]["answered"] is None, "without --ask nothing is said on any line"


def test_bad_ports_cost_their_own_row_and_stop_nothing(tmp_path: Path) -> None:
    (tmp_path / "dead").symlink_to("/dev/pts/does-not-exist")
    with (
        bare_pty(tmp_path / "busy") as (_, held),
        bare_pty(tmp_path / "silent"),
        bare_pty(tmp_path / "loud") as (master, _),
        babbling(master),
        RunningSimulator("cctalk", tmp_path / "bus.ctl", pty=tmp_path / "bus"),
    ):
        fcntl.flock(held, fcntl.LOCK_EX)
        names = ("busy", "silent", "loud", "bus", "dead")
        rows, code = scanned("--ask", *(tmp_path / name for name in names))
        text = sabot("ports", *(tmp_path / name for name in names)).stdout
    found = {name: row["result"] for name, row in rows.items()}
    assert found == {
        "busy": "busy",
        "silent": "silent",
        "loud": "babbling",
        "bus": "recognised",
        "dead": "gone",
    }
    assert code == 1
    assert f"(pid {os.getpid()})" in rows["busy"]["held_by"]
    assert rows["dead"]["error"]
    assert "ocupado por otro proceso" in text
    assert "no para de hablar" in text


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a port to somebody else")
def test_a_forbidden_port_says_which_group_is_missing(tmp_path: Path) -> None:
    with bare_pty(tmp_path / "port") as (_, slave):
        os.fchmod(slave, 0o600)
        os.fchown(slave, NOBODY, NOBODY)
        done = sabot("ports", "--json", tmp_path / "port", everything_may_be_opened=False)
        text = sabot("ports", tmp_path / "port", everything_may_be_opened=False).stdout
    assert json.loads(done.stdout)[0]["result"] == "denied"
    assert done.returncode == 1
    assert "Agregue este usuario al grupo del puerto" in text


def test_probe_recognises_a_shoe_by_the_card_drawn_while_it_listens(tmp_path: Path) -> None:
    with (
        RunningSimulator("angel-eye", tmp_path / "eye.ctl", pty=tmp_path / "eye"),
        ControlClient(tmp_path / "eye.ctl") as hand,
    ):
        with card_drawn_until_told(hand):
            found = sabot("probe", tmp_path / "eye", "--seconds", 8, "--json")
        silent = sabot("probe", tmp_path / "eye", "--seconds", 1, "--json")
    assert json.loads(found.stdout)["answered"] == "angel-eye"
    assert json.loads(found.stdout)["baud"] == 4800
    assert found.returncode == 0
    assert json.loads(silent.stdout)["result"] == "silent"
    assert silent.returncode == 1


def test_what_is_no_port_is_refused_by_name(tmp_path: Path) -> None:
    for arguments in (["probe", "usb://16c0:05df"], ["ports", "tcp://x"], ["suggest", tmp_path, "--driver", "ojo"]):
        done = sabot(*arguments)
        assert done.returncode == 2, arguments
        assert "Traceback" not in done.stderr
    assert sabot("suggest", tmp_path, "--driver", "lcus", "--rulebook", "nada-1900").returncode == 2
    assert sabot("suggest", tmp_path).returncode == 1, "an empty directory has nothing to suggest"


@pytest.mark.requirement("R57")
def test_from_an_unknown_shoe_to_a_running_table_by_the_printed_suggestions_only(tmp_path: Path) -> None:
    with (
        RunningSimulator("angel-eye", tmp_path / "eye.ctl", pty=tmp_path / "eye"),
        ControlClient(tmp_path / "eye.ctl") as hand,
    ):
        hinted = _orders(sabot("ports", tmp_path).stdout, "probe")
        with card_drawn_until_told(hand):
            hinted = _orders(sabot(*hinted).stdout, "suggest")
        table = ("--rulebook", "iquique-2000/mini-baccarat", "--data", tmp_path / "data")
        suggested = sabot(*hinted, *table)
        config = tmp_path / "MESA.toml"
        config.write_text(suggested.stdout, encoding="utf-8")

        assert sabot(*_orders(suggested.stderr, "config"), cwd=tmp_path).returncode == 0
        people = [
            word.replace("NOMBRE", "Luis Soto").replace("ROL", "jefe_de_sala")
            for word in _orders(suggested.stderr, "people")
        ]
        assert sabot(*people, pin="2222").returncode == 0
        with subprocess.Popen(
            [*SABOT, *_orders(suggested.stderr, "run")], cwd=tmp_path, stderr=subprocess.DEVNULL
        ) as run:
            try:
                eventually(lambda: _links(tmp_path / "data") == {"sabot": "up"})
            finally:
                run.terminate()


def _orders(printed: str, command: str) -> list[str]:
    """The first order of that name a person would copy from the screen."""
    match = re.search(rf"sabot ({command} .*)", printed)
    assert match is not None, printed
    return shlex.split(match[1])


def _links(data: Path) -> dict[str, str]:
    done = sabot("status", "--json", data=data)
    return {one["name"]: one["link"] for one in json.loads(done.stdout)["devices"]} if done.returncode == 0 else {}


@contextmanager
def card_drawn_until_told(hand: ControlClient) -> Iterator[None]:
    """Somebody draws a card now and then, as the command asks."""
    over = threading.Event()
    hand.order("angel-eye", "load", cards="4S 3H 5D 4C 9H 8D 2C 7S 4S 3H 5D 4C 9H 8D 2C 7S")
    hand.order("angel-eye", "power_on")

    def draw() -> None:
        while not over.wait(0.4):
            hand.order("angel-eye", "draw")

    thread = threading.Thread(target=draw)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
