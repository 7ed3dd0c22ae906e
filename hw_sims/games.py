"""The games a simulated table plays: one line per game, loaded when played.

A new game adds its line here, its people in `hw_sims.people`, its drawing in `hw_sims.felts`.
"""

from importlib import import_module
from typing import Any

from msgspec import Struct

from hw_sims.parts import LAMPS, Part, angel_eye, bee_tek


class Game(Struct, frozen=True):
    """*rulebooks*: the first is played unless another is asked for. *dealer* and *felt* say where they are found."""

    name: str
    title: str
    rulebooks: tuple[str, ...]
    parts: tuple[Part, ...]
    dealer: str
    felt: str

    def rulebook(self, wanted: str = "") -> str:
        """The id of the text played; raises ValueError for one this game does not know."""
        if wanted and wanted not in self.rulebooks:
            raise ValueError(f"{self.name}: {wanted}; {', '.join(self.rulebooks)}")
        return wanted or self.rulebooks[0]

    def load_dealer(self) -> Any:
        return _named(self.dealer)

    def load_felt(self) -> Any:
        return _named(self.felt)


_BACCARAT_TABLE = (angel_eye(), *LAMPS)
_CARD_TABLE = (bee_tek(), *LAMPS)
_BLACKJACK = ("coquimbo-2020", "bj8-ar", "mendoza-2016", "iquique-2000")
_BACCARAT_DEALER, _BACCARAT_FELT = "hw_sims.people.baccarat:Dealer", "hw_sims.felts.baccarat:FELT"
_BLACKJACK_DEALER, _BLACKJACK_FELT = "hw_sims.people.blackjack:Dealer", "hw_sims.felts.blackjack:FELT"

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
    )
}


def _named(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
