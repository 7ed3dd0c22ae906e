"""`sabot demo --tables`: a floor with its database, real tables linked to one pot, and nothing left when it ends."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.system.processes import SABOT, eventually, sabot
from tests.system.test_leash import is_alive

Demo = subprocess.Popen[str]


def started(directory: Path, *words: object) -> Demo:
    """The command in its own group, as a shell starts it; what it makes for itself lies under /tmp, in short paths."""
    command = [*SABOT, "demo", "--no-web", "--data", str(directory / "data"), *map(str, words)]
    return subprocess.Popen(
        command, env={**os.environ, "LANG": "C"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def family(pid: int) -> set[int]:
    """The processes *pid* started, and what those started; the server of a database belongs to nobody's family."""
    children = {int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in _children(task)}
    return children.union(*(family(child) for child in children))


def _children(task: Path) -> list[str]:
    try:
        return (task / "children").read_text().split()
    except OSError:  # it ended meanwhile
        return []


def floor_of(demo: Demo) -> Path:
    """Where its database lies: an argument of the process that keeps it."""
    for pid in family(demo.pid):
        words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        if "hw_sims.postgres_keeper" in words:
            return Path(words[words.index("hw_sims.postgres_keeper") + 1])
    raise AssertionError("nobody keeps a database")


def test_two_tables_play_for_one_pot_and_both_records_agree_with_the_floors(tmp_path: Path) -> None:
    demo = started(tmp_path, "--tables", 2, "--passes", 3, "--seed", 3, "--json")
    said, words = demo.communicate(timeout=120)
    assert demo.returncode == 0, words
    told = json.loads(said)
    assert (told["schema"], told["passes"], told["chain_ok"], told["money_balanced"]) == ("sabot-demo/1", 6, True, True)
    assert {name: one["passes"] for name, one in told["tables"].items()} == {"mesa-1": 3, "mesa-2": 3}
    assert told["wins"] > 0
    for name, one in told["tables"].items():
        checked = sabot("journal", "verify", tmp_path / "data" / name, "--head", one["head"])
        assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_floor_that_is_interrupted_or_killed_leaves_no_table_no_floor_and_no_database(
    tmp_path: Path, number: signal.Signals
) -> None:
    demo = started(tmp_path, "--tables", 1)
    eventually((tmp_path / "data" / "mesa-1" / "control.ipc").exists, demo.poll)
    floor = floor_of(demo)
    everybody = {*family(demo.pid), int((floor / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0])}
    demo.send_signal(number)
    _, words = demo.communicate(timeout=60)
    assert demo.returncode == {signal.SIGKILL: -signal.SIGKILL}.get(number, 0), words
    assert "Traceback" not in words
    try:
        eventually(lambda: not any(map(is_alive, everybody)), lambda: {pid for pid in everybody if is_alive(pid)})
        assert len(everybody) > 3
    finally:
        for pid in filter(is_alive, everybody):
            os.kill(pid, signal.SIGKILL)
        shutil.rmtree(floor.parent, ignore_errors=True)  # who was killed could not


def test_a_floor_that_is_interrupted_before_its_first_table_stands_just_ends(tmp_path: Path) -> None:
    demo = started(tmp_path, "--tables", 2)
    eventually(lambda: any("daemon.cli\0run\0" in _words(pid) for pid in family(demo.pid)), demo.poll)
    demo.send_signal(signal.SIGINT)
    _, words = demo.communicate(timeout=60)
    assert demo.returncode == 0, words
    assert "Traceback" not in words


def _words(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:  # it ended meanwhile
        return ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tables", 0), "0"),
        (("--tables", 2, "--game", "mini-baccarat"), "quite --game"),
        (("--tables", 2, "--shoe", "tablebus", "--progressive"), "quite --shoe, --progressive"),
    ],
)
def test_what_a_floor_does_not_play_is_refused_by_its_name(words: tuple[object, ...], said: str) -> None:
    done = sabot("demo", *words, "--passes", 1)
    assert done.returncode == 2
    assert said in done.stderr
