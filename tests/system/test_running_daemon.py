"""The daemon as a process on ptys: killed, ended, started twice, asked and given orders."""

import json
import signal
import stat
from pathlib import Path

import pytest

from daemon.journal_check import verify
from hw_sims.stage import LCUS, RELAY
from tests.system.processes import SUPERVISOR, Daemon, daemon_on_ptys, eventually, sabot

NATURAL = "4S 3H 5D 4C"  # Punto 9, Bank 7
_CHANGES_ON_RESTART = ("state", "incidents", "links", "lamps", "lamps_wanted")


def of_type(export: list[dict[str, object]], kind: str) -> list[object]:
    return [line["entry"] for line in export if line["entry"]["type"] == kind]  # type: ignore[index]


@pytest.mark.requirement("R1", "R2", "R72")
def test_killed_in_mid_round_it_comes_back_held_with_the_same_state_and_nothing_lost(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.begin(NATURAL)
        daemon.draw(2)
        before, told = daemon.picture(), daemon.export("--canonical")
        daemon.kill()
        assert verify(daemon.data).first_bad is None
        daemon.start()
        after = daemon.picture()
        kept = set(before) - set(_CHANGES_ON_RESTART)
        assert {key: after[key] for key in kept} == {key: before[key] for key in kept}
        assert daemon.export("--canonical")[: len(told)] == told
        assert (after["state"], daemon.status()["state"]) == ("held", "held")
        assert [incident["code"] for incident in after["incidents"]] == ["daemon.restarted_mid_pass"]
        eventually(lambda: daemon.stage.hardware.lit()["hold"])
        check_what_to_do(daemon)
        release_and_finish(daemon)


def check_what_to_do(daemon: Daemon) -> None:
    """A person who knows nothing can find out what to do."""
    told = sabot("incidents", data=daemon.data).stdout
    assert "El control se reinició con un pase en curso." in told
    assert "--choice LAYOUT_MATCHES" in told
    assert "jefe de mesa" in told
    assert "Compare las cartas del paño" in sabot("faults", "daemon.restarted_mid_pass").stdout
    status = json.loads(sabot("status", "--json", data=daemon.data).stdout)
    assert (status["state"], bool(status["what_to_do"])) == ("held", True)


def release_and_finish(daemon: Daemon) -> None:
    number = daemon.picture()["incidents"][0]["id"]
    done = sabot(
        *("resolve", number, "--choice", "LAYOUT_MATCHES", "--as", SUPERVISOR, "--reason", "revisado"),
        data=daemon.data,
        pin="2222",
    )
    assert (done.returncode, done.stdout) == (0, f"Incidente {number}: LAYOUT_MATCHES.\n"), done.stderr
    daemon.draw(2)
    daemon.shoe.close_round()
    eventually(lambda: daemon.picture()["phase"] == "betting", daemon.picture)
    settled = of_type(daemon.export(), "baccarat.PassSettled")
    assert [entry["result"] for entry in settled] == ["punto"]  # type: ignore[index]


def test_told_to_stop_it_turns_the_lamps_off_records_it_and_ends_well(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.begin(NATURAL)
        eventually(lambda: daemon.lit() == {True, False})
        assert daemon.send(signal.SIGTERM) == 0
        eventually(lambda: daemon.lit() == {False}, daemon.stage.hardware.lit)
        export = daemon.export()
        assert export[-1]["entry"]["type"] == "CheckpointSigned", "the end is signed"
        assert of_type(export, "Stopped") == [{"type": "Stopped", "reason": "orden del sistema (SIGTERM)"}]
        assert not (daemon.data / "control.ipc").exists()
        daemon.start()
        started = of_type(daemon.export(), "Started")
        assert [entry["clean"] for entry in started] == [True, True]  # type: ignore[index]
        assert daemon.picture()["phase"] == "betting"
        assert daemon.picture()["state"] == "ready", "a stop between passes leaves nothing to decide"


def test_a_power_cut_between_passes_is_told_from_a_stop_by_order(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.kill()
        daemon.start()
        started = of_type(daemon.export(), "Started")
        assert [entry["clean"] for entry in started] == [True, False]  # type: ignore[index]


def test_a_second_daemon_on_the_same_data_is_refused_in_words_and_harms_nothing(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        second = sabot("run", daemon.config)
        assert second.returncode == 2
        assert "Otro proceso ya usa el registro" in second.stderr
        assert "Traceback" not in second.stderr
        assert daemon.status()["state"] == "ready"


def test_it_is_asked_and_ordered_with_the_exit_codes_of_the_contract(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        data = daemon.data
        status = json.loads(sabot("status", "--json", "--data", data).stdout)
        assert status["state"] == "ready"
        assert {"reason", "what_to_do", "simulated", "session", "pass", "devices", "incidents"} <= status.keys()
        assert {frozenset({"name", "role", "link", "identity", "counters"}) <= set(one) for one in status["devices"]}
        assert sabot("incidents", data=data).stdout == "No hay incidentes abiertos.\n"
        assert sabot("enter", "open", "J-1", "--as", SUPERVISOR, data=data, pin="2222").returncode == 0
        again = sabot("enter", "open", "J-2", "--as", SUPERVISOR, data=data, pin="2222")
        assert (again.returncode, "ya está abierta" in again.stderr) == (1, True)
        wrong = sabot("enter", "close", "--as", SUPERVISOR, data=data, pin="9999")
        assert (wrong.returncode, "Nombre o PIN incorrecto" in wrong.stderr) == (2, True)
        unknown = sabot("resolve", 7, "--choice", "VOID_PASS", "--as", SUPERVISOR, data=data, pin="2222")
        assert (unknown.returncode, "no hay incidente abierto 7" in unknown.stderr) == (1, True)
        assert daemon.picture()["day"] == "open"
        tried = of_type(daemon.export(), "SignInTried")
        assert [entry["result"] for entry in tried] == ["accepted", "accepted", "refused", "accepted"]  # type: ignore[index]


@pytest.mark.requirement("R56")
def test_boards_pulled_and_put_back_are_lit_again_by_the_process(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.begin(NATURAL)
        wanted = {**dict.fromkeys(daemon.stage.hardware.lit(), True), "hold": False}
        eventually(lambda: daemon.stage.hardware.lit() == wanted, daemon.stage.hardware.lit)
        for board in (RELAY, LCUS):
            actions = daemon.stage.actions()[board]
            actions["unplug"]()
            eventually(lambda: [one["code"] for one in daemon.picture()["incidents"]] == ["lamps.link_lost"])
            actions["plug"]()
            eventually(lambda: daemon.picture()["incidents"] == [] and daemon.stage.hardware.lit() == wanted)
        assert daemon.picture()["lamps"][RELAY] == [True] * 4


def test_its_files_and_sockets_are_for_its_own_user_only(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in daemon.data.iterdir()}
        assert {"journal.db", "head", "lock", "people.toml", "control.ipc", "publications.ipc"} <= modes.keys()
        assert set(modes.values()) == {0}, modes


def test_nobody_at_the_table_means_exit_code_three(tmp_path: Path) -> None:
    for arguments in (("status",), ("incidents",), ("resolve", 1, "--choice", "X", "--as", "Y")):
        done = sabot(*arguments, data=tmp_path, pin="1234")
        assert (done.returncode, "sabot run" in done.stderr) == (3, True)


def test_a_daemon_that_died_without_cleaning_up_is_away_too(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.kill()
        assert (daemon.data / "control.ipc").exists()
        done = sabot("status", data=daemon.data)
        assert (done.returncode, "no responde" in done.stderr) == (3, True)


def test_a_table_without_people_does_not_start_and_says_whom_to_add(tmp_path: Path) -> None:
    from hw_sims.stage import table_config

    config = tmp_path / "table.toml"
    ports = ("serial:///dev/nothing?baud=4800", "usb://16c0:05df", "serial:///dev/none?baud=9600")
    config.write_text(table_config(ports, tmp_path / "data", game="mini-baccarat", stakes="none"), encoding="utf-8")
    done = sabot("run", config)
    assert (done.returncode, "sabot people add" in done.stderr) == (2, True)


@pytest.mark.requirement("R79")
def test_a_damaged_journal_does_not_start(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.send(signal.SIGTERM)
        head = (daemon.data / "head").read_bytes()
        (daemon.data / "head").write_bytes(head[:-3] + (b"00\n" if head[-3:] != b"00\n" else b"11\n"))
        done = sabot("run", daemon.config)
        assert done.returncode == 2
        assert "está dañado" in done.stderr
        assert "Traceback" not in done.stderr
