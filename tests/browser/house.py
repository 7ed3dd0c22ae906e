"""A whole house for a browser: simulated hardware, the daemon, the console, each as real as they get here."""

import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from daemon.people import People
from daemon.run import PEOPLE
from hw_sims.games import GAMES
from hw_sims.side_papers import progressive_section, terms_for
from hw_sims.stage import PtyStage
from tests.system.processes import SABOT, Daemon, eventually, free_port

INSPECTOR, INSPECTOR_PIN = "Inés Vera", "3333"


class House:
    """*daemon* with its hardware, and a console process that can be killed and started again."""

    def __init__(self, directory: Path, daemon: Daemon) -> None:
        self.directory = directory
        self.daemon = daemon
        self.port = free_port()
        self._console: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def closed(self) -> bool:
        return self._console is None

    def open_console(self) -> None:
        command = [*SABOT, "console", "--data", str(self.daemon.data), "--listen", f"127.0.0.1:{self.port}"]
        command += ["--simulators", str(self.directory)]
        with (self.directory / "console.log").open("ab") as log:
            self._console = subprocess.Popen(command, stdout=log, stderr=log)
        eventually(self._answers, lambda: (self.directory / "console.log").read_text(encoding="utf-8")[-2000:])

    def kill_console(self) -> None:
        assert self._console is not None
        self._console.send_signal(signal.SIGKILL)
        self._console.wait(10)

    def close(self) -> None:
        if self._console is not None and self._console.poll() is None:
            self._console.terminate()
            self._console.wait(10)
        self.daemon.close()

    def recorded(self, kind: str) -> list[dict[str, Any]]:
        """The entries of that kind in the journal."""
        entries = [row["entry"] for row in self.daemon.export()]
        return [entry for entry in entries if entry["type"] == kind]

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


@contextmanager
def house(
    directory: Path, game: str = "mini-baccarat", more_config: str = "", *, rulebook: str = ""
) -> Iterator[House]:
    played = GAMES[game]
    if played.progressive:
        drivers, terms = {part.kind for part in played.parts}, terms_for(played.progressive)
        more_config += progressive_section(directory, "demo", drivers, terms, played.acceptor)
    with PtyStage(directory, played.parts) as stage:
        built = House(directory, Daemon(directory, stage, game=game, rulebook=rulebook, more_config=more_config))
        if played.progressive:
            People(built.daemon.data / PEOPLE).add(INSPECTOR, "inspector", INSPECTOR_PIN)
        try:
            built.daemon.start()
            built.open_console()
            yield built
        finally:
            built.close()
