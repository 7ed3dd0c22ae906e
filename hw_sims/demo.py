"""The demonstration: sets the stage, starts the daemon, lets the people play, and reads the result off the journal."""

import random
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from hw_sims.demo_summary import summarise
from hw_sims.demo_table import ROLES, DemoTable, new_pins, write_people
from hw_sims.games import GAMES
from hw_sims.live import LiveTable
from hw_sims.people.croupier import Croupier
from hw_sims.side_papers import progressive_section, terms_for
from hw_sims.stage import PtyStage
from hw_sims.terminal import Terminal
from table_core.people import ROLE_NAMES

STARTS_WITHIN_S = 60.0
WATCHABLE_PAUSE_S = 0.6
_USUAL_PORT = 8470


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
        self._console = f"127.0.0.1:{free_console_port()}" if web else None
        self._pins = new_pins()

    def run(self, passes: int | None, *, quiet: bool) -> dict[str, Any]:
        """Play; with *passes* as fast as it goes, without it at a pace people can follow, until interrupted."""
        made = 0
        if passes is None:
            click.echo(f"Registro: {self._data}   Simuladores: sabot sim --at {self._scratch} ...", err=True)
            if self._console is not None:
                click.echo(f"Páginas: http://{self._console}/", err=True)
            tell_pins(self._pins)
        with DemoTable(self._scratch, self._data, self._chosen, self._rulebook) as table:
            write_people(self._data, self._pins)
            table.start(self._side(table.name), self._console)
            try:
                with Terminal(self._data) as terminal:
                    table.sign_in_when_ready(terminal, self._pins, STARTS_WITHIN_S)
                    made = self._play(terminal, table.stage, passes, quiet=quiet)
            except KeyboardInterrupt:
                pass
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

    def _side(self, name: str) -> str:
        """The section of a progressive, where the game is played with one, its plan signed for this demonstration."""
        if not self._chosen.progressive:
            return ""
        terms = terms_for(self._chosen.progressive)
        return progressive_section(self._scratch, name, self._chosen.drivers, terms, self._chosen.acceptor)


def tell_pins(pins: Mapping[str, str]) -> None:
    for name, pin in pins.items():
        click.echo(f"{name} ({ROLE_NAMES[ROLES[name]]})  PIN {pin}", err=True)


def free_console_port() -> int:
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
