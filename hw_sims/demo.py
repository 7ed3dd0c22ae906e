"""The demonstration: sets the stage, starts the daemon, lets the people play, and reads the result off the journal."""

import os
import random
import secrets
import socket
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import click

from daemon.people import People
from daemon.run import PEOPLE
from hw_sims.demo_summary import summarise
from hw_sims.games import GAMES
from hw_sims.leash import leashed
from hw_sims.live import LiveTable
from hw_sims.people.croupier import DEALER, INSPECTOR, SUPERVISOR, TECHNICIAN, Croupier
from hw_sims.side_papers import progressive_section, terms_for
from hw_sims.stage import PtyStage, table_config, write_keys
from hw_sims.terminal import Terminal
from table_core.people import ROLE_NAMES
from table_core.rulebook import Role

STARTS_WITHIN_S = 20.0
WATCHABLE_PAUSE_S = 0.6
_USUAL_PORT = 8470
_ROLES: dict[str, Role] = {
    DEALER: "dealer",
    SUPERVISOR: "jefe_de_sala",
    INSPECTOR: "inspector",
    TECHNICIAN: "technician",
}
_AT_THE_TABLE = (DEALER, SUPERVISOR, INSPECTOR)


class DemoFailed(Exception):
    """The demonstration could not go on; the message has the daemon's own last words."""


class Demo:
    def __init__(
        self,
        scratch: Path,
        data: Path,
        *,
        game: str,
        seed: int,
        mistakes: float,
        rulebook: str = "",
        web: bool = True,
        shoe: str = "",
        shuffler: str = "",
        progressive: bool = False,
    ) -> None:
        self._scratch = scratch
        self._data = data
        self._game = game
        self._chosen = GAMES[game].with_progressive() if progressive else GAMES[game]
        if shoe == "tablebus" or shuffler:
            self._chosen = self._chosen.with_tablebus(shuffler)
        self._rulebook = self._chosen.rulebook(rulebook)
        self._seed = seed
        self._mistakes = mistakes
        self._console = f"127.0.0.1:{_port()}" if web else None
        self._pins = {name: f"{secrets.randbelow(10**6):06d}" for name in _ROLES}

    def run(self, passes: int | None, *, quiet: bool) -> dict[str, Any]:
        """Play; with *passes* as fast as it goes, without it at a pace people can follow, until interrupted."""
        made = 0
        if passes is None:
            click.echo(f"Registro: {self._data}   Simuladores: sabot sim --at {self._scratch} ...", err=True)
            if self._console is not None:
                click.echo(f"Páginas: http://{self._console}/", err=True)
            for name, pin in self._pins.items():
                click.echo(f"{name} ({ROLE_NAMES[_ROLES[name]]})  PIN {pin}", err=True)
        with PtyStage(self._scratch, self._chosen.parts) as stage:
            daemon = self._start_daemon(stage)
            try:
                with Terminal(self._data) as terminal:
                    self._wait_until_ready(terminal, daemon)
                    made = self._play(terminal, stage, passes, quiet=quiet)
            except KeyboardInterrupt:
                pass
            finally:
                daemon.terminate()
                daemon.wait(10)
        return summarise(self._data, game=self._game, seed=self._seed, mistakes_made=made)

    def _play(self, terminal: Terminal, stage: PtyStage, passes: int | None, *, quiet: bool) -> int:
        with LiveTable(stage.hardware.lit, self._chosen, show=not quiet) as live:
            chance = random.Random(self._seed)

            def pause() -> None:
                live.refresh(terminal.picture())
                if passes is None:
                    time.sleep(WATCHABLE_PAUSE_S)

            dealer: Croupier = self._chosen.load_dealer()(
                terminal,
                stage.hardware.shoe,
                chance,
                rulebook=self._rulebook,
                mistakes=self._mistakes,
                pause=pause if not quiet else _no_pause,
                **self._chosen.hands(stage.hardware),
            )
            stage.hardware.shoe.power_on()
            dealer.open_table(f"demo-{self._seed}")
            dealer.play(passes)
            dealer.close_table()
        return dealer.mistakes_made

    def _start_daemon(self, stage: PtyStage) -> "subprocess.Popen[bytes]":
        self._data.mkdir(parents=True, exist_ok=True, mode=0o700)
        people = People(self._data / PEOPLE)
        for name, role in _ROLES.items():
            people.add(name, role, self._pins[name])
        config = self._scratch / "table.toml"
        table = table_config(
            stage.ports(),
            self._data,
            game=self._game,
            stakes="keyed",
            rulebook=self._rulebook,
            parts=self._chosen.parts,
        )
        write_keys(stage.hardware, self._data)
        console = f'\n[console]\nlisten = "{self._console}"\nsimulators = "{self._scratch}"\n' if self._console else ""
        config.write_text(f"{table}\n[recorder]\non = true\n{console}{self._side(table)}", encoding="utf-8")
        command = leashed(sys.executable, "-m", "daemon.cli", "run", str(config))
        with (self._scratch / "daemon.log").open("wb") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=os.environ)  # noqa: S603 - our own daemon

    def _side(self, table: str) -> str:
        """The section of a progressive, where the game is played with one, its plan signed for this demonstration."""
        if not self._chosen.progressive:
            return ""
        drivers = {str(device["driver"]) for device in tomllib.loads(table)["devices"]}
        name, terms = tomllib.loads(table)["table"]["name"], terms_for(self._chosen.progressive)
        return progressive_section(self._scratch, name, drivers, terms, self._chosen.acceptor)

    def _wait_until_ready(self, terminal: Terminal, daemon: "subprocess.Popen[bytes]") -> None:
        """Every device must be connected before anybody deals."""
        deadline = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < deadline and daemon.poll() is None:
            if (self._data / "control.ipc").exists():
                status = terminal.status()
                if all(device["link"] == "up" for device in status["devices"]):
                    for name in _AT_THE_TABLE:
                        terminal.sign_in(name, self._pins[name])
                    return
            time.sleep(0.02)
        words = (self._scratch / "daemon.log").read_text(encoding="utf-8", errors="replace")
        raise DemoFailed(f"La mesa no arrancó:\n{words[-2000:]}")


def _port() -> int:
    """The console's usual port, or a free one when somebody has it."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", _USUAL_PORT))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _no_pause() -> None:
    pass
