"""No simulation leaves a process behind: what it started ends with it, even when it is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.system.processes import SABOT, eventually

HOLDER = """\
import subprocess, time
from hw_sims.leash import leashed
print(subprocess.Popen(leashed("sleep", "600")).pid, flush=True)
time.sleep(600)
"""


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists() and b"State:\tZ" not in Path(f"/proc/{pid}/status").read_bytes()


def test_a_command_on_a_leash_ends_when_its_holder_is_killed() -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    command = int(holder.stdout.readline())
    assert is_alive(command)
    holder.kill()
    holder.communicate()
    eventually(lambda: not is_alive(command))


def test_a_demonstration_that_is_killed_takes_its_daemon_along(tmp_path: Path) -> None:
    data = tmp_path / "data"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [*SABOT, "demo", "--no-web", "--data", str(data)]
    demo = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    eventually((data / "control.ipc").exists)
    (daemon,) = map(int, Path(f"/proc/{demo.pid}/task/{demo.pid}/children").read_text().split())
    demo.send_signal(signal.SIGKILL)
    demo.wait()
    try:
        eventually(lambda: not is_alive(daemon))
    finally:
        if is_alive(daemon):
            os.kill(daemon, signal.SIGKILL)
