"""What every simulated dealer does, whatever the game: opens the table, moves card by card, closes it.

People see what the terminal shows, no more; the cards they hold are real. A family says what its moves are.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from hw_sims.devices.tablebus.boards import SmartShoe

DEALER, SUPERVISOR, INSPECTOR = "Ana Rojas", "Luis Soto", "Inés Vera"
TECHNICIAN = "Tomás Vidal"
PATIENCE_MS = 10_000

Picture = dict[str, Any]


class Terminal(Protocol):
    """What a person at the table can do and see."""

    def order(self, name: str, command: dict[str, Any]) -> None: ...
    def picture(self) -> Picture: ...
    def next_picture(self, within_ms: int) -> Picture | None: ...


class Mistake(Struct, frozen=True):
    """Something that goes wrong now. *codes*: the incidents it may lead to; *seen*: the hardware must notice it."""

    kind: str
    codes: tuple[str, ...] = ()
    seen: bool = True


class TableDoesNotReact(Exception):
    """The dealer did something and the terminal never showed it."""


class Croupier(ABC):
    """Deals until the passes asked for are over. *pause* is called after each move, so that people can follow.

    *rulebook* is the text this table plays by; *mistakes* the share of moves that go wrong, of the *kinds* named or of
    all; *witness* is told of each.
    """

    cloth: Any = None
    """What really lies on the table, whatever the terminal shows; None where nobody keeps account of it."""

    def __init__(
        self,
        terminal: Terminal,
        shoe: Any,
        chance: random.Random,
        *,
        rulebook: str,
        mistakes: float = 0.0,
        kinds: frozenset[str] = frozenset(),
        pause: Callable[[], None] = lambda: None,
        witness: Callable[[Mistake], None] = lambda _mistake: None,
    ) -> None:
        self._terminal = terminal
        self._shoe = shoe
        self._chance = chance
        self._rulebook = rulebook
        self._mistakes = mistakes
        self._kinds = kinds
        self._pause = pause
        self._witness = witness
        self.mistakes_made = 0

    @property
    def shoe_counts(self) -> bool:
        """Whether the shoe keeps a count of its own, which shows what its reader missed."""
        return isinstance(self._shoe, SmartShoe)

    def open_table(self, jornada: str) -> None:
        self._order(SUPERVISOR, {"type": "OpenTable", "jornada": jornada})
        self._order(SUPERVISOR, {"type": "TakePosition", "position": "supervisor"})
        self._order(DEALER, {"type": "TakePosition", "position": "dealer"})

    def play(self, passes: int | None) -> None:
        """Play *passes* whole passes, or for ever."""
        picture = self._terminal.picture()
        while passes is None or picture["pass"] < passes or self._in_pass(picture):
            self._move(picture)
            self._pause()
            picture = self._terminal.picture()

    def close_table(self) -> None:
        """Whatever still holds the table is settled first."""
        while (picture := self._terminal.picture())["state"] == "held":
            self._move(picture)
        self._order(SUPERVISOR, {"type": "CloseTable"})

    @property
    def hides_something(self) -> bool:
        """Whether a mistake nobody can see yet is on the cloth: the terminal may show something else."""
        return False

    @classmethod
    def kinds(cls, _rulebook: str) -> frozenset[str]:
        """Every way these people may go wrong at a table with that text."""
        return frozenset()

    @abstractmethod
    def _in_pass(self, picture: Picture) -> bool:
        """Whether the pass shown is still to be finished."""

    @abstractmethod
    def _move(self, picture: Picture) -> Picture:
        """One thing a dealer or a player does; the picture after it."""

    def _slips(self, kind: str, share: float = 1.0) -> bool:
        """Whether this move goes wrong in this way; *share*: how often, against the usual rate."""
        if not self._mistakes or (self._kinds and kind not in self._kinds):
            return False
        return self._chance.random() < self._mistakes * share

    def errs(self, kind: str, *codes: str, seen: bool = True) -> None:
        """Somebody does the wrong thing now."""
        self.mistakes_made += 1
        self._witness(Mistake(kind, codes, seen))

    def _see(self, wanted: Callable[[Picture], bool]) -> Picture:
        """Wait until the terminal shows what the dealer did."""
        picture: Picture | None = self._terminal.picture()
        while picture is not None and not wanted(picture):
            picture = self._terminal.next_picture(PATIENCE_MS)
        if picture is None:
            raise TableDoesNotReact(f"the terminal still shows {self._terminal.picture()}")
        return picture

    def _wait_for_cables(self, picture: Picture) -> bool:
        """While a cable is out nobody can compare anything: people wait."""
        return "down" in picture["links"].values()

    def settle(self, code: str, choice: str, **more: Any) -> Picture:
        """Whoever must decides the open incident *code*, once the terminal shows it."""
        shown = self._see(lambda seen: any(one["code"] == code for one in seen["incidents"]))
        incident = next(one for one in shown["incidents"] if one["code"] == code)
        self._decide(incident, choice, **more)
        return self._terminal.picture()

    def _decide(self, incident: Picture, choice: str, **more: Any) -> None:
        """The person the text names takes *choice*."""
        role = next(one["role"] for one in incident["choices"] if one["code"] == choice)
        person = {"dealer": DEALER, "player": DEALER, "inspector": INSPECTOR}.get(role, SUPERVISOR)
        order = {"type": "Resolve", "id": incident["id"], "choice": choice, "reason": "simulación", **more}
        self._order(person, order)

    def _order(self, person: str, command: dict[str, Any]) -> None:
        self._terminal.order(person, command)
