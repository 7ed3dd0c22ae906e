"""What people do for the progressive beside any game: sell credits, bet, lock, review, release and pay.

They see what the terminal shows; what lies at each seat a family looks up on its own cloth.
"""

import time
from abc import abstractmethod
from typing import Any

from hw_sims.people.croupier import DEALER, INSPECTOR, SUPERVISOR, Croupier, Picture, TableDoesNotReact

_HARDWARE_PATIENCE_S = 5.0
_LOOK_MS = 5
_PLAYS_SIDE = 0.7
_CREDITS_BOUGHT = 5


class SideBets(Croupier):
    """A game's people with the progressive on their hands as well. *FIRST_POT* is what the house begins with."""

    FIRST_POT = 4_200_000

    def open_table(self, jornada: str) -> None:
        super().open_table(jornada)
        self._ask_pot(SUPERVISOR, "SeedPot", main=self.FIRST_POT)

    @abstractmethod
    def _prize(self, seat: int) -> str | None:
        """The prize the dealer sees at *seat*, by his own reading of the text."""

    def _ask_pot(self, person: str, order: str, **values: Any) -> None:
        self._order(person, {"type": f"progressive.{order}", **values})

    def _side_waits(self, picture: Picture) -> bool:
        """Whether hands wait for their review, or prizes for somebody."""
        side = picture["progressive"]
        valid = any(seat["valid"] for seat in side["seats"].values())
        unpaid = any(one["status"] != "paid" for one in side["prizes_due"])
        return (side["phase"] == "locked" and valid) or unpaid

    def _settle_side(self, side: Picture) -> None:
        """One step on the way of the prizes: review, release by somebody else, payment from the lowest up."""
        if side["phase"] == "locked":
            self._pause()
            seen = [{"seat": seat, "prize": self._prize(seat)} for seat in side["to_review"]]
            self._ask_pot(DEALER, "ReviewHands", hands=seen)
            return
        due = next(one for one in side["prizes_due"] if one["status"] != "paid")
        if due["status"] == "confirmed":
            releaser = SUPERVISOR if due["releases_left"] > 1 or not due["share"] else INSPECTOR
            self._ask_pot(releaser, "ReleasePrize", id=due["id"])
        else:
            self._ask_pot(DEALER, "PayPrize", id=due["id"], means="cash" if due["grand"] else "chips")

    def _until_locked(self) -> None:
        """Nobody deals before every acceptor and every lamp was read back."""
        self._see(lambda seen: seen["progressive"]["phase"] == "locked")


class ElectronicBets(SideBets):
    """The same at electronic acceptors: credits sold by the dealer, buttons pressed by the players.

    *counts_from*: at which hand of the dealer the text's seat 1 lies; the acceptors' place 1 is at his right.
    """

    PLACES = 7
    counts_from = "right"

    def __init__(self, *args: Any, acceptors: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._acceptors = acceptors

    def close_table(self) -> None:
        """Whoever has credits left gets his money back."""
        while (picture := self._terminal.picture())["state"] == "held":
            self._move(picture)
        for seat, one in picture["progressive"]["seats"].items():
            if one["credits"]:
                self._ask_pot(DEALER, "BuyBack", seat=int(seat), credits=one["credits"])
        super().close_table()

    def _bet_beside(self, seats: list[int], *, surely: tuple[int, ...] = ()) -> None:
        """Who wants to and sits at an open acceptor buys credits where he has none, and presses."""
        shown = self._terminal.picture()["progressive"]
        for seat in seats:
            one = shown["seats"].get(str(seat), {})
            if not one.get("closed") and (seat in surely or self._chance.random() < _PLAYS_SIDE):
                self._press_button(seat, one.get("credits") or 0, shown["credit_value"])
                self._pause()
                self._until_released()

    def _until_released(self) -> None:
        """Nobody bets at a table that is held: somebody decides first."""
        while (picture := self._terminal.picture())["state"] == "held":
            self._move(picture)

    def _press_button(self, seat: int, left: int, credit_value: int) -> None:
        if not left:
            paid = _CREDITS_BOUGHT * credit_value
            self._ask_pot(DEALER, "BuyCredits", seat=seat, credits=_CREDITS_BOUGHT, exchanged=paid, means="cash")
        place = seat if self.counts_from == "right" else self.PLACES + 1 - seat
        acceptor = self._acceptors.seats[place - 1]
        invites = f"the acceptor of seat {seat}"
        self._until(lambda: (acceptor.credits > 0 and not acceptor.locked) or self._called_off(), invites)
        self._acceptors.press(place)
        self._see(
            lambda seen: seen["progressive"]["seats"].get(str(seat), {}).get("bet", 0) > 0 or self._called_off(seen)
        )

    def _called_off(self, seen: Picture | None = None) -> bool:
        """Whether nobody can bet beside any more, although nobody said so: not at a table with a pot of its own."""
        return False

    def _until(self, ready: Any, what: str) -> None:
        """A player looks at the acceptor until it invites him."""
        until = time.monotonic() + _HARDWARE_PATIENCE_S
        while not ready():
            if time.monotonic() > until:
                raise TableDoesNotReact(f"{what} does not open")
            self._terminal.next_picture(_LOOK_MS)
