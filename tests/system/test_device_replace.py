"""`sabot device replace`: the technician's one command while a table runs, from the old device to the new one."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.system.processes import PINS, SABOT, SUPERVISOR, TECHNICIAN, Daemon, daemon_on_ptys, eventually, sabot

FIELDS = ("--licence", "LIC-7", "--reason", "relé pegado", "--asset", "ACT-31", "--parts", "placa")


def replaced(daemon: Daemon, *more: str) -> "subprocess.Popen[str]":
    command = [*SABOT, "device", "replace", "lamps-a", *FIELDS, "--approver", SUPERVISOR, "--as", TECHNICIAN, *more]
    given = {**os.environ, "LANG": "C", "SABOT_PIN": PINS[TECHNICIAN][1], "SABOT_DATA": str(daemon.data)}
    return subprocess.Popen(command, env=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.mark.requirement("R57", "R85")
def test_a_board_is_replaced_by_one_command_with_its_five_facts_in_the_record(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        eventually(lambda: knows(daemon, "SABOT"))
        done = replaced(daemon)
        eventually(lambda: shown(daemon)["in_repair"])
        actions = daemon.stage.actions()["lamps-a"]
        actions["unplug"]()
        eventually(lambda: shown(daemon)["link"] == "down")
        actions["replaced"](name="OTRA2")
        actions["plug"]()
        said, _ = done.communicate(timeout=60)
        assert done.returncode == 0, said
        assert not shown(daemon)["in_repair"]
        assert daemon.picture()["state"] == "ready"
        entries = [line["entry"] for line in daemon.export()]
    assert "vuelve a servicio" in said
    begun = next(entry for entry in entries if entry["type"] == "RepairBegun")
    ended = next(entry for entry in entries if entry["type"] == "RepairEnded")
    assert begun["repair"] == {
        "person": TECHNICIAN, "licence": "LIC-7", "reason": "relé pegado", "asset": "ACT-31",
    }  # fmt: skip
    assert (ended["parts"], ended["approver"]) == ("placa", SUPERVISOR)
    names = [entry["plug"]["own"] for entry in entries if entry["type"] == "PlugMet"]
    assert [name for name in names if name] == ["SABOT", "OTRA2"]


def test_a_swap_the_table_noticed_first_is_named_and_accepted_at_once(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        eventually(lambda: knows(daemon, "SABOT"))
        daemon.stage.actions()["lamps-a"]["replaced"](name="OTRA3")
        eventually(lambda: shown(daemon)["stranger"] is not None)
        told = sabot("device", "lamps-a", data=daemon.data).stdout
        said, _ = (done := replaced(daemon)).communicate(timeout=60)
        assert done.returncode == 0, said
        assert shown(daemon)["stranger"] is None
        assert daemon.picture()["state"] == "held", "the swap itself waits for a decision"
    assert "RESPONDE OTRO APARATO: OTRA3" in told
    assert "sabot incidents" in said


def test_whoever_does_not_come_leaves_the_device_in_maintenance_and_says_so(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        said, _ = (done := replaced(daemon, "--wait", "0")).communicate(timeout=60)
        assert (done.returncode, "sigue en mantenimiento" in said) == (1, True), said
        assert shown(daemon)["in_repair"]
        half, _ = (refused := replaced(daemon, "--port", "usb://16c0:05df")).communicate(timeout=60)
        assert (refused.returncode, "--config" in half) == (2, True), half


def knows(daemon: Daemon, own_name: str) -> bool:
    """Whether the table has met the board by the name inside it, which it reads only after the link is up."""
    status = next(one for one in daemon.status()["devices"] if one["name"] == "lamps-a")
    return own_name in (status["identity"] or "").split()


def shown(daemon: Daemon) -> dict[str, object]:
    done = sabot("device", "lamps-a", "--json", data=daemon.data)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found
