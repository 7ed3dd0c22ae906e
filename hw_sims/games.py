"""The games a simulated table plays: one line per game, loaded when played.

A new game adds its line here, its people in `hw_sims.people`, its drawing in `hw_sims.felts`.
"""

from importlib import import_module
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hw_sims.parts import LAMPS, RACK, SHOE, SHUFFLER, Part, angel_eye, bee_tek, lamps, tablebus_machines, tablebus_shoe


class Game(Struct, frozen=True):
    """*rulebooks*: the first is played unless another is asked for. *dealer* and *felt* say where they are found."""

    name: str
    title: str
    rulebooks: tuple[str, ...]
    parts: tuple[Part, ...]
    dealer: str
    felt: str
    seats: int = 7

    def rulebook(self, wanted: str = "") -> str:
        """The id of the text played; raises ValueError for one this game does not know."""
        if wanted and wanted not in self.rulebooks:
            raise ValueError(f"{self.name}: {wanted}; {', '.join(self.rulebooks)}")
        return wanted or self.rulebooks[0]

    def with_tablebus(self, shuffler: str = "") -> "Game":
        """The same game dealt from a TableBus shoe; with a *shuffler*, `batch` or `continuous`, and its discard rack.

        Only texts that know such a machine are left. Raises ValueError where no people know how to use it.
        """
        others = tuple(part for part in self.parts if part.name != SHOE)
        if not shuffler:
            return replace(self, parts=(tablebus_shoe(), *others))
        dealer = _WITH_MACHINES.get((self.name, shuffler))
        if dealer is None:
            raise ValueError(f"{self.name}: {shuffler}")
        parts = (tablebus_shoe(), *others, *tablebus_machines(shuffler))
        return replace(self, parts=parts, dealer=dealer, rulebooks=_KNOW_MACHINES)

    def load_dealer(self) -> Any:
        return _named(self.dealer)

    def hands(self, hardware: Any) -> dict[str, Any]:
        """What its dealer needs besides the shoe: the machines, where there are some."""
        machines = {part.name: hardware[part.name] for part in self.parts if part.name in (SHUFFLER, RACK)}
        return {"machines": machines} if machines else {}

    def load_felt(self) -> Any:
        return _named(self.felt)


_BACCARAT_TABLE = (angel_eye(), *LAMPS)
_CARD_TABLE = (bee_tek(), *LAMPS)
_SIX_SEATS = (bee_tek(), *lamps(6))
_BLACKJACK = ("coquimbo-2020", "bj8-ar", "mendoza-2016", "iquique-2000")
_BACCARAT_DEALER, _BACCARAT_FELT = "hw_sims.people.baccarat:Dealer", "hw_sims.felts.baccarat:FELT"
_POKER_DEALER, _POKER_FELT = "hw_sims.people.poker:Dealer", "hw_sims.felts.poker:FELT"
_BLACKJACK_DEALER, _BLACKJACK_FELT = "hw_sims.people.blackjack:Dealer", "hw_sims.felts.blackjack:FELT"
_KNOW_MACHINES = ("coquimbo-2020",)
"""Coquimbo 1.4.1 lets a machine shuffle; the other texts want it done by hand."""
_WITH_MACHINES = {
    ("blackjack", "batch"): "hw_sims.people.blackjack_machines:BatchDealer",
    ("blackjack", "continuous"): "hw_sims.people.blackjack_machines:ContinuousDealer",
}

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game(
            "punto-y-banca",
            "PUNTO Y BANCA",
            ("iquique-2000/punto-y-banca",),
            _BACCARAT_TABLE,
            _BACCARAT_DEALER,
            _BACCARAT_FELT,
        ),
        Game(
            "mini-baccarat",
            "MINI BACCARAT",
            ("iquique-2000/mini-baccarat",),
            _BACCARAT_TABLE,
            _BACCARAT_DEALER,
            _BACCARAT_FELT,
        ),
        Game(
            "chemin-de-fer",
            "CHEMIN DE FER",
            ("iquique-2000/chemin-de-fer",),
            _CARD_TABLE,
            "hw_sims.people.chemin:Dealer",
            "hw_sims.felts.chemin:FELT",
        ),
        Game("blackjack", "BLACK JACK", _BLACKJACK, _CARD_TABLE, _BLACKJACK_DEALER, _BLACKJACK_FELT),
        Game("draw-poker", "DRAW POKER", ("arica-2017",), _SIX_SEATS, _POKER_DEALER, _POKER_FELT, seats=6),
        Game("caribbean-stud", "CARIBBEAN STUD", ("iquique-2000/caribbean",), _CARD_TABLE, _POKER_DEALER, _POKER_FELT),
    )
}


def _named(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
