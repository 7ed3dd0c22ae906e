"""The JACKPOT's people at a table of a shared pot: nobody seeds it here, and its floor may be away.

Without the floor only the base game is played. A prize that waits for the floor is paid as soon as it answers.
"""

from collections.abc import Mapping
from typing import Any

from hw_sims.people.croupier import Croupier, Picture
from hw_sims.people.jackpot import JackpotDealer
from hw_sims.terminal import OrderRefused
from table_core.cards import Card

_UNDER_WAY = ("open", "locking")
_WAITS_FOR_FLOOR_MS = 1000
"""So long the dealer waits for an award before the base game goes on without side bets."""


class LinkedDealer(JackpotDealer):
    """*sevens*: in which passes whoever is dealt to first gets which cards."""

    def __init__(self, *args: Any, sevens: Mapping[int, tuple[Card, ...]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stacked = sevens

    def open_table(self, jornada: str) -> None:
        Croupier.open_table(self, jornada)

    def _move(self, picture: Picture) -> Picture:
        side, between = picture["progressive"], picture["phase"] == "bets" and not picture["hands"]
        if picture["state"] == "held" or not between or side["phase"] == "idle":
            return super()._move(picture)
        if self._side_waits(picture):
            self._settle_side(side)
        elif self._terminal.next_picture(_WAITS_FOR_FLOOR_MS) is None:
            return super()._move(picture)
        return self._terminal.picture()

    def _open_side_bets(self) -> None:
        try:
            super()._open_side_bets()
        except OrderRefused:
            if not self._called_off():
                raise

    def _bet_beside(self, seats: list[int], *, surely: tuple[int, ...] = ()) -> None:
        if not self._called_off():
            super()._bet_beside(seats, surely=surely)

    def _until_locked(self) -> None:
        self._see(lambda seen: seen["progressive"]["phase"] not in _UNDER_WAY)

    def _called_off(self, seen: Picture | None = None) -> bool:
        """The floor is away, or has not yet said what the last pass wins."""
        return bool((seen or self._terminal.picture())["progressive"]["phase"] != "open")
