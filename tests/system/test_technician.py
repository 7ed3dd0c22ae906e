"""What the technician asks a running table: traffic, a device, a bundle; none tells a PIN, a key or a covered card."""

import base64
import json
import signal
import zipfile
from pathlib import Path

import pytest

from daemon.bundle import redacted, secrets_known
from tests.system.processes import NATURAL, PINS, daemon_on_ptys, eventually, sabot

FACES = ("4S", "3H", "5D")
PLANTED = "7f3a-secreto"


@pytest.mark.requirement("R67")
def test_traffic_device_and_bundle_of_a_pass_under_way_tell_no_secret(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.begin(" ".join(NATURAL))
        daemon.draw(3)
        config = tmp_path / "planted.toml"
        config.write_text(daemon.config.read_text(encoding="utf-8") + f'\n[x]\npin = "{PLANTED}"\n', encoding="utf-8")
        log = tmp_path / "planted.log"
        log.write_text(f'signed in key={PLANTED} {{"token": "{PLANTED}"}}\n', encoding="utf-8")
        traffic = sabot("trace", "--seconds", 0, "--json", data=daemon.data)
        shoe = sabot("device", "shoe", "--json", data=daemon.data)
        zipped = tmp_path / "mesa.zip"
        made = sabot("bundle", zipped, "--config", config, "--log", log, data=daemon.data)
        again = sabot("bundle", zipped, data=daemon.data)
        key = (daemon.data / "journal.key").read_bytes()
        people = (daemon.data / "people.toml").read_text(encoding="utf-8")
    assert (traffic.returncode, shoe.returncode, made.returncode) == (0, 0, 0), made.stderr
    assert again.returncode == 2, "a bundle is never written over"
    lines = [json.loads(line) for line in traffic.stdout.splitlines()]
    assert {line["way"] for line in lines} == {"in", "out", "event", "link"}
    assert {line["data"] for line in lines if line["device"] == "shoe"} == {""}
    assert json.loads(shoe.stdout)["counters"]["frames"] > len(NATURAL)
    with zipfile.ZipFile(zipped) as inside:
        contents = {name: inside.read(name) for name in inside.namelist()}
    assert set(contents) >= {
        "bundle.json",
        "journal_tail.jsonl",
        "status.json",
        "picture.json",
        "traffic.json",
        "table.toml",
    }
    everything = b"\n".join(contents.values()) + traffic.stdout.encode() + shoe.stdout.encode()
    assert key not in everything
    assert PLANTED.encode() not in everything
    for _role, pin in PINS.values():
        assert f'"{pin}"'.encode() not in everything
    hashes = [line.split('"')[1] for line in people.splitlines() if "argon2" in line]
    assert hashes
    assert not any(one.encode() in everything for one in hashes)
    for face in FACES:
        assert f'"{face}"'.encode() not in everything, "a covered card of an open pass"
        assert f"card={face}".encode() not in everything
    assert zipped.stat().st_mode & 0o777 == 0o600


def test_a_bundle_of_a_table_that_does_not_run_has_its_record_all_the_same(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.begin(" ".join(NATURAL))
        daemon.send(signal.SIGTERM)
    made = sabot("bundle", tmp_path / "mesa.zip", data=daemon.data)
    assert made.returncode == 0
    with zipfile.ZipFile(tmp_path / "mesa.zip") as inside:
        head = json.loads(inside.read("bundle.json"))["head"]
        tail = inside.read("journal_tail.jsonl").decode().splitlines()
        devices = json.loads(inside.read("devices.json"))
    assert json.loads(tail[-1])["seq"] == head["seq"]
    assert devices["shoe"]["counters"]["frames"] > 0


def test_counters_and_the_last_error_of_a_device_survive_a_restart(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        daemon.stage.actions()["lamps-b"]["unplug"]()
        eventually(lambda: "SIN CONEXIÓN" in sabot("device", "lamps-b", data=daemon.data).stdout)
        daemon.stage.actions()["lamps-b"]["plug"]()
        eventually(lambda: daemon.status()["devices"][-1]["link"] == "up")
        before = json.loads(sabot("device", "lamps-b", "--json", data=daemon.data).stdout)
        daemon.send(signal.SIGTERM)
        daemon.start()
        after = json.loads(sabot("device", "lamps-b", "--json", data=daemon.data).stdout)
    assert before["last_error"] is not None
    assert after["last_error"] == before["last_error"]
    assert after["totals"]["reconnects"] > before["totals"]["reconnects"] > after["counters"]["reconnects"]
    assert len(after["history"]) > len(before["history"]) > 2


def test_what_does_not_exist_is_refused_by_name(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        for arguments in (["device", "nada"], ["trace", "nada", "--seconds", 0]):
            done = sabot(*arguments, data=daemon.data)
            assert done.returncode == 2
            assert "shoe" in done.stderr
    assert sabot("device", "shoe", data=tmp_path / "data").returncode == 3
    assert sabot("bundle", tmp_path / "x.zip", data=tmp_path / "nowhere").returncode == 2
    assert not (tmp_path / "x.zip").exists()


SECRET_TEXTS = (
    f'pin = "{PLANTED}"',
    f"api_key={PLANTED}",
    f'{{key = "{PLANTED}", x = 1}}',
    f'"token": "{PLANTED}"',
    f'password = """\n{PLANTED}\n"""',
    f'keys = ["a", "{PLANTED}"]',
    f'clave = "a\\"{PLANTED}"',
    f'port = "tcp://ana:{PLANTED}@10.0.0.7:4001"',
    f'hash = "$argon2id$v=19$m=65536,t=3,p=4${PLANTED}"',
)


@pytest.mark.parametrize("text", SECRET_TEXTS)
def test_whatever_sounds_like_a_secret_is_left_out(text: str) -> None:
    assert PLANTED not in redacted(text)
    assert redacted("name = 'mesa-1'") == "name = 'mesa-1'"


@pytest.mark.parametrize(
    "config",
    [
        f'[a.keys]\nservidor = "{PLANTED}"',
        f'keys = [["a"], ["{PLANTED}"]]',
        f'[[k]]\npins = {{ana = {{x = "{PLANTED}"}}}}',
    ],
)
def test_what_the_configuration_keeps_secret_is_left_out_of_it_and_of_the_log(tmp_path: Path, config: str) -> None:
    known = secrets_known(tmp_path, config)
    assert PLANTED not in redacted(config, known)
    assert PLANTED not in redacted(f"connected with {PLANTED} to the server", known)


def test_a_key_of_the_table_is_left_out_in_every_form(tmp_path: Path) -> None:
    key = bytes(range(200, 232))
    (tmp_path / "journal.key").write_bytes(key)
    for told in (key.hex(), base64.b64encode(key).decode()):
        assert told not in redacted(f"raw bytes {told} seen", secrets_known(tmp_path, ""))
