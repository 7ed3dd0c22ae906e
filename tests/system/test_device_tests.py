"""`sabot lamp-test` and its sisters against a running daemon: what is printed, the exit code, the record."""

import json
from pathlib import Path

from tests.system.processes import NATURAL, PINS, SUPERVISOR, TECHNICIAN, daemon_on_ptys, sabot

PIN = PINS[TECHNICIAN][1]


def test_a_technician_tests_lamps_and_the_exit_code_tells_how_it_went(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        good = sabot("lamp-test", "lamps-a", "--as", TECHNICIAN, data=daemon.data, pin=PIN)
        daemon.stage.hardware["lamps-a"].faults.stuck = frozenset({2})
        bad = sabot("lamp-test", "lamps-a", "--as", TECHNICIAN, "--json", data=daemon.data, pin=PIN)
        daemon.stage.hardware["lamps-a"].faults.stuck = frozenset()
        blind = sabot("lamp-test", "lamps-b", "--as", TECHNICIAN, "--lang", "en", data=daemon.data, pin=PIN)
        told = daemon.export("--as", "auditor")
        lit = daemon.lit()
    assert good.returncode == 0, good.stderr
    assert "encendida solo seat.1" in good.stdout
    assert "lamps-a: Bien: el dispositivo confirmó cada paso." in good.stdout
    verdict = json.loads(bad.stdout)
    assert (bad.returncode, verdict["result"], verdict["wrong"]) == (1, "failed", ["seat.2"])
    assert blind.returncode == 0
    assert "confirms nothing" in blind.stdout
    assert lit == {False}
    kinds = [entry["entry"]["type"] for entry in told]
    assert kinds.count("DeviceTestBegun") == kinds.count("DeviceTestEnded") == 3
    checked = sabot("journal", "verify", daemon.data, "--deep", "--json")
    assert json.loads(checked.stdout)["deep"]["differ"] == 0


def test_what_may_not_be_tested_now_is_refused_by_name(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.begin(" ".join(NATURAL))
        daemon.draw(1)
        playing = sabot("lamp-test", "lamps-a", "--as", TECHNICIAN, data=daemon.data, pin=PIN)
        no_sign = sabot("display-test", "lamps-a", "--as", TECHNICIAN, data=daemon.data, pin=PIN)
        no_locks = sabot("lock-test", "shoe", "--as", TECHNICIAN, "--lang", "en", data=daemon.data, pin=PIN)
        not_his = sabot("lamp-test", "lamps-a", "--as", SUPERVISOR, data=daemon.data, pin=PINS[SUPERVISOR][1])
    assert {done.returncode for done in (playing, no_sign, no_locks, not_his)} == {1}
    assert "termine el pase" in playing.stderr
    assert "no tiene pantalla que probar" in no_sign.stderr
    assert "shoe has no locks to test" in no_locks.stderr
    assert "decide técnico" in not_his.stderr
    assert sabot("lamp-test", "lamps-a", "--as", TECHNICIAN, data=tmp_path / "nowhere", pin=PIN).returncode == 3
