"""One table of a demonstration: its simulated hardware, its configuration, and the real daemon as its own process."""

import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from daemon.people import People
from daemon.run import PEOPLE
from hw_sims.games import Game
from hw_sims.leash import leashed
from hw_sims.people.croupier import DEALER, INSPECTOR, SUPERVISOR, TECHNICIAN
from hw_sims.stage import PtyStage, table_config, write_keys
from hw_sims.terminal import Terminal
from table_core.rulebook import Role

ROLES: dict[str, Role] = {
    DEALER: "dealer",
    SUPERVISOR: "jefe_de_sala",
    INSPECTOR: "inspector",
    TECHNICIAN: "technician",
}
_AT_THE_TABLE = (DEALER, SUPERVISOR, INSPECTOR)
_ENDS_WITHIN_S = 20
_LOOK_S = 0.02


class DemoFailed(Exception):
    """The demonstration could not go on; the message has the daemon's own last words."""


def new_pins() -> dict[str, str]:
    return {name: f"{secrets.randbelow(10**6):06d}" for name in ROLES}


def write_people(data: Path, pins: Mapping[str, str]) -> Path:
    """The people of a table that keeps its record in *data*."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    people = People(data / PEOPLE)
    for name, role in ROLES.items():
        people.add(name, role, pins[name])
    return data / PEOPLE


class DemoTable:
    """Its devices are plugged in from `__enter__` to `__exit__`, which ends the daemon as well."""

    def __init__(self, scratch: Path, data: Path, game: Game, rulebook: str, *, name: str = "demo") -> None:
        self.name = name
        self.data = data
        self.stage = PtyStage(scratch, game.parts)
        self._scratch = scratch
        self._game = game
        self._rulebook = rulebook
        self._daemon: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.stage.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()
        self.stage.__exit__(kind, error, trace)

    def copy_people(self, people: Path) -> None:
        """The people of another table work here too: their PINs take long to hash."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.copyfile(people, self.data / PEOPLE)
        (self.data / PEOPLE).chmod(0o600)

    def start(self, more_config: str, console: str | None) -> None:
        table = table_config(
            self.stage.ports(),
            self.data,
            game=self._game.name,
            stakes="keyed",
            name=self.name,
            rulebook=self._rulebook,
            parts=self._game.parts,
        )
        write_keys(self.stage.hardware, self.data)
        pages = f'\n[console]\nlisten = "{console}"\nsimulators = "{self._scratch}"\n' if console else ""
        config = self._scratch / "table.toml"
        config.write_text(f"{table}\n[recorder]\non = true\n{pages}{more_config}", encoding="utf-8")
        command = leashed(sys.executable, "-m", "daemon.cli", "run", str(config))
        with self._log.open("wb") as log:
            self._daemon = subprocess.Popen(  # noqa: S603 - our own daemon
                command, stdout=log, stderr=log, env=os.environ, process_group=0
            )

    def sign_in_when_ready(self, terminal: Terminal, pins: Mapping[str, str], within_s: float) -> None:
        """Every device must be connected before anybody deals. Raises DemoFailed."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline and self._daemon is not None and self._daemon.poll() is None:
            if (self.data / "control.ipc").exists():
                status = terminal.status()
                if all(device["link"] == "up" for device in status["devices"]):
                    for name in _AT_THE_TABLE:
                        terminal.sign_in(name, pins[name])
                    return
            time.sleep(_LOOK_S)
        ended = self._daemon is not None and self._daemon.poll() is not None
        how = "se cerró al arrancar" if ended else f"no estuvo lista en {within_s:.0f} s: el equipo está muy cargado"
        raise DemoFailed(f"La mesa {self.name} {how}.\n{self.last_words()}")

    def last_words(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")[-2000:] if self._log.exists() else ""

    def tell_to_end(self) -> None:
        if self._daemon is not None:
            self._daemon.terminate()

    def end(self) -> None:
        self.tell_to_end()
        if self._daemon is not None:
            self._daemon.wait(_ENDS_WITHIN_S)

    @property
    def _log(self) -> Path:
        return self._scratch / "daemon.log"
