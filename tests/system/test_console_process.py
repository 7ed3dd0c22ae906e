"""The console as the table's child: there with the table, again when it dies, gone however the table ends."""

import os
import signal
import urllib.request
from pathlib import Path

from tests.system.processes import daemon_on_ptys, eventually, free_port


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def consoles_of(pid: int) -> list[int]:
    """The console processes that *pid* started."""
    found = []
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit():
            try:
                parent = int((directory / "stat").read_text().rpartition(")")[2].split()[1])
                words = (directory / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if parent == pid and b"console" in words:
                found.append(int(directory.name))
    return found


def test_the_console_comes_back_and_leaves_with_its_table(tmp_path: Path) -> None:
    port = free_port()
    with daemon_on_ptys(tmp_path, more_config=f'\n[console]\nlisten = "127.0.0.1:{port}"\n') as daemon:
        eventually(lambda: answers(port))
        [console] = consoles_of(daemon.pid)
        os.kill(console, signal.SIGKILL)
        eventually(lambda: answers(port) and consoles_of(daemon.pid) not in ([], [console]))
        assert daemon.status()["state"] == "ready"
        daemon.kill()
        eventually(lambda: not answers(port))
        daemon.start()
        eventually(lambda: answers(port))
        assert daemon.send(signal.SIGTERM) == 0
        assert not answers(port)
