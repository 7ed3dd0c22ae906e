"""The demonstration of a floor: a trial floor with its PostgreSQL, real tables linked to one pot, their people.

Everything is a process on a leash: however the demonstration ends, nothing of it goes on.
"""

import os
import random
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from daemon.floor.database import FloorError
from daemon.i18n import _, in_words
from hw_sims.demo import WATCHABLE_PAUSE_S, free_console_port, tell_pins
from hw_sims.demo_table import DemoFailed, DemoTable, new_pins, write_people
from hw_sims.floor_stage import FloorStage, free_port
from hw_sims.floor_summary import summarise_floor
from hw_sims.games import GAMES
from hw_sims.live_floor import LiveFloor
from hw_sims.parts import ACCEPTORS
from hw_sims.people.linked import LinkedDealer
from hw_sims.side_papers import signed_plan, terms_for
from hw_sims.terminal import Terminal
from table_core.cards import Card

GAME = "blackjack"
"""Played at every table: the people who know what to do without the floor play this one."""
_READY_WITHIN_S = 60.0
_ENDS_WITHIN_S = 3.0
_MOST_PASSES = 10_000
_PRIZES: tuple[tuple[Card, ...], ...] = (("7H", "7H"), ("7D", "7D", "7D"), ("7C", "7C", "7C"))
_HOW_OFTEN = (6, 3, 2)
_WINS = 0.3


class Over(Exception):
    """The demonstration ends while somebody plays."""


class Crew(threading.Thread):
    """A table's dealer and players: they come when their table is ready and play when everybody may."""

    def __init__(self, table: DemoTable, play: Callable[[DemoTable, Terminal], int], pins: dict[str, str]) -> None:
        super().__init__(name=table.name, daemon=True)
        self.ready = threading.Event()
        self.failed: Exception | None = None
        self.mistakes_made = 0
        self._table = table
        self._play = play
        self._pins = pins

    def run(self) -> None:
        try:
            with Terminal(self._table.data) as terminal:
                self._table.sign_in_when_ready(terminal, self._pins, _READY_WITHIN_S)
                self.ready.set()
                self.mistakes_made = self._play(self._table, terminal)
        except Over:
            pass
        except Exception as error:  # told by whoever waits for the crew
            self.failed = error
        finally:
            self.ready.set()


class FloorDemo:
    """*tables* is how many; their records are kept in *data*, everything else in *scratch*."""

    def __init__(self, scratch: Path, data: Path, *, tables: int, seed: int, mistakes: float, web: bool) -> None:
        self._scratch = scratch
        self._data = data
        self._names = [f"mesa-{number}" for number in range(1, tables + 1)]
        self._seed = seed
        self._mistakes = mistakes
        self._web = web
        self._quiet = False
        self._game = replace(GAMES[GAME].with_progressive(), dealer="hw_sims.people.linked:LinkedDealer")
        self._pins = new_pins()
        self._stack = ExitStack()
        self._tables: dict[str, DemoTable] = {}
        self._opened: list[str] = []
        self._crews: list[Crew] = []
        self._everybody = threading.Event()
        self._over = threading.Event()

    def run(self, passes: int | None, *, quiet: bool) -> dict[str, Any]:
        """Play *passes* at each table as fast as it goes; without, at a pace people can follow, until interrupted.

        Interrupted before a table stands there is nothing to tell.
        """
        self._quiet = quiet
        with self._stack:
            floor = self._open_floor()
            self._live = LiveFloor(self._names, self._lamps, self._game, show=not quiet)
            try:
                self._open_tables(floor, passes)
                self._watch(passes)
            except KeyboardInterrupt:
                self._say(_("Se termina: mesas, piso y base de datos."))
            finally:
                self._end_tables()
            made = sum(crew.mistakes_made for crew in self._crews)
            records = {name: self._tables[name].data for name in self._opened}
            if not records:
                return {}
            return summarise_floor(records, floor.url, game=GAME, seed=self._seed, mistakes_made=made)

    # Opening

    def _open_floor(self) -> FloorStage:
        self._say(_("Base de datos y piso..."))
        directory = self._scratch / "piso"
        directory.mkdir()
        if os.geteuid() == 0:  # then PostgreSQL is another user's, and must come through here
            self._scratch.chmod(0o711)
        plan = signed_plan(directory, self._names, self._game.drivers | {"floor"}, terms_for("iquique_21"))
        try:
            floor = self._stack.enter_context(FloorStage(directory, plan, self._names, durable=False, leash=True))
        except (FloorError, RuntimeError) as error:
            raise DemoFailed(in_words(error) if isinstance(error, FloorError) else str(error)) from error
        where = _("Piso en {host}   sabot floor status --config {config}")
        self._say(where.format(host=floor.processes[0].host, config=floor.processes[0].config))
        return floor

    def _open_tables(self, floor: FloorStage, passes: int | None) -> None:
        """One after the other, so that even a small machine has each ready within its time."""
        people = write_people(self._scratch / "people", self._pins)
        for number, name in enumerate(self._names, start=1):
            table = self._open_table(name, people)
            port = free_console_port() if number == 1 else free_port()
            console = f"127.0.0.1:{port}" if self._web else None
            table.start(floor.device(name) + floor.plan.section(self._game.acceptor), console)
            crew = Crew(table, self._player(passes), self._pins)
            self._crews.append(crew)
            crew.start()
            crew.ready.wait()
            self._must_be_well(crew)
            self._opened.append(name)
            pages = f"   http://{console}/display/jackpot" if console else ""
            ready = _("{table} lista ({n} de {all})").format(table=name, n=number, all=len(self._names))
            self._say(ready + pages)

    def _open_table(self, name: str, people: Path) -> DemoTable:
        directory = self._scratch / name
        directory.mkdir()
        made = DemoTable(directory, self._data / name, self._game, self._game.rulebook(), name=name)
        table = self._tables[name] = self._stack.enter_context(made)
        table.copy_people(people)
        return table

    # Playing

    def _watch(self, passes: int | None) -> None:
        if passes is None:
            tell_pins(self._pins)
        with self._live:
            self._everybody.set()
            for crew in self._crews:
                crew.join()
                self._must_be_well(crew)

    def _player(self, passes: int | None) -> Callable[[DemoTable, Terminal], int]:
        """What the people of a table do; how many mistakes they made."""

        def play(table: DemoTable, terminal: Terminal) -> int:
            def pause() -> None:
                if not self._quiet:
                    self._live.refresh(table.name, terminal.picture())
                if self._over.wait(0 if passes is not None else WATCHABLE_PAUSE_S):
                    raise Over

            self._everybody.wait()
            hardware, chance = table.stage.hardware, random.Random(f"{self._seed} {table.name}")
            dealer = LinkedDealer(
                terminal,
                hardware.shoe,
                chance,
                rulebook=self._game.rulebook(),
                mistakes=self._mistakes,
                pause=pause,
                sevens=_sevens(chance),
                **self._game.hands(hardware),
            )
            hardware.shoe.power_on()
            dealer.open_table(f"demo-{self._seed}")
            dealer.play(passes)
            dealer.close_table()
            pause()
            return dealer.mistakes_made

        return play

    def _lamps(self, name: str) -> list[bool]:
        """By the seats' numbers: the text counts them from the dealer's left, the places lie from his right."""
        return [seat.lit for seat in reversed(self._tables[name].stage.hardware[ACCEPTORS].seats)]

    # Ending

    def _end_tables(self) -> None:
        """People leave first, then every daemon ends at the same time."""
        self._over.set()
        self._everybody.set()
        for crew in self._crews:
            crew.join(_ENDS_WITHIN_S)
        for table in self._tables.values():
            table.tell_to_end()
        for table in self._tables.values():
            table.end()

    def _must_be_well(self, crew: Crew) -> None:
        if crew.failed is None:
            return
        if isinstance(crew.failed, DemoFailed):
            raise crew.failed
        words = self._tables[crew.name].last_words()
        raise DemoFailed(f"{crew.name}: {type(crew.failed).__name__}: {crew.failed}\n{words}") from crew.failed

    def _say(self, words: str) -> None:
        if not self._quiet:
            click.echo(words, err=True)


def _sevens(chance: random.Random) -> dict[int, tuple[Card, ...]]:
    """In which passes whoever is dealt to first wins, and how much: a fixed prize, a tenth of the pot, all of it."""
    numbers = (number for number in range(1, _MOST_PASSES) if chance.random() < _WINS)
    return {number: chance.choices(_PRIZES, _HOW_OFTEN)[0] for number in numbers}
