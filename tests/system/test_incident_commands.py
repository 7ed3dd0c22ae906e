"""People's decisions at a running table, by the commands they type: cameras, observations, a disputed pass."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.system.processes import DEALER, SUPERVISOR, Daemon, daemon_on_ptys, eventually, sabot

CAMERA = '\n[[cameras]]\nname = "cenital"\ncovers = "paño"\nclock_offset_ms = -3000\n'
CARDS = "4S 3H 5D 4C 7S KD 2C QH"


def by(daemon: Daemon, name: str, *words: object) -> "subprocess.CompletedProcess[str]":
    return sabot(*words, "--as", name, data=daemon.data, pin={DEALER: "1111", SUPERVISOR: "2222"}[name])


def test_an_incident_waits_for_the_cameras_and_its_pass_is_frozen_and_handed_over(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path, more_config=CAMERA) as daemon:
        daemon.begin(CARDS)
        daemon.draw(2)
        assert by(daemon, DEALER, "enter", "irregularity", "card_dropped").returncode == 0
        check_window(daemon)
        ask_and_answer(daemon)
        assert by(daemon, SUPERVISOR, "resolve", 1, "--choice", "CARD_KEEPS_VALUE").returncode == 0
        daemon.draw(2)
        daemon.shoe.close_round()
        eventually(lambda: daemon.picture()["phase"] == "betting", daemon.picture)
        assert "jefe de sala" not in sabot("incidents", data=daemon.data).stdout
        assert "CARD_KEEPS_VALUE" not in sabot("incidents", "--all", data=daemon.data).stdout
        hand_over(daemon, tmp_path)


def check_window(daemon: Daemon) -> None:
    told = sabot("incidents", data=daemon.data).stdout
    assert "1  card_dropped (detiene la mesa)" in told
    assert "asientos" in told
    assert "cámara cenital paño: de" in told
    (incident,) = json.loads(sabot("incidents", "--json", data=daemon.data).stdout)
    assert (incident["status"], incident["cameras"][0]["camera"]) == ("open", "cenital")


def ask_and_answer(daemon: Daemon) -> None:
    assert by(daemon, DEALER, "enter", "cctv", 1, "¿qué", "carta?").returncode == 1
    assert by(daemon, SUPERVISOR, "enter", "cctv", 1, "¿qué", "carta?").returncode == 0
    assert "ESPERA LA RESPUESTA DE LAS CÁMARAS" in sabot("incidents", data=daemon.data).stdout
    refused = by(daemon, SUPERVISOR, "resolve", 1, "--choice", "CARD_KEEPS_VALUE")
    assert (refused.returncode, "cámaras" in refused.stderr) == (1, True)
    assert by(daemon, SUPERVISOR, "enter", "cctv-answer", 1, "el", "tres").returncode == 0
    assert "respondió Luis Soto: el tres" in sabot("incidents", data=daemon.data).stdout
    unknown = by(daemon, SUPERVISOR, "enter", "observe", 999_999, "x")
    assert (unknown.returncode, "999999" in unknown.stderr) == (1, True)


def hand_over(daemon: Daemon, room: Path) -> None:
    archive = room / "pase-1.zip"
    assert sabot("dispute", "export", 1, archive, data=daemon.data).returncode == 2, "not frozen yet"
    assert by(daemon, SUPERVISOR, "dispute", "freeze", 1, "--reason", "reclamo del puesto 2").returncode == 0
    assert "reclamo del puesto 2" in sabot("dispute", "list", data=daemon.data).stdout
    assert sabot("dispute", "export", 1, archive, data=daemon.data).returncode == 0
    checked = sabot("dispute", "verify", archive)
    assert checked.returncode == 0, checked.stdout
    assert "La evidencia está entera" in checked.stdout
    with zipfile.ZipFile(archive) as file:
        file.extractall(room / "evidence")
    own = subprocess.run(
        [sys.executable, "-I", "-S", str(room / "evidence" / "verificar.py")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert own.returncode == 0, own.stdout + own.stderr
    assert "INCIDENTE 1 card_dropped" in own.stdout
    assert "ingresa la respuesta de las cámaras: el tres" in own.stdout
