"""The games a simulated table plays: one line per game, loaded when played.

A new game adds its line here, its people in `hw_sims.people`, its drawing in `hw_sims.felts`.
"""

from importlib import import_module
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hw_sims.parts import (
    ACCEPTORS,
    LAMPS,
    LCUS,
    RACK,
    RELAY,
    RELAY_LAMPS,
    SHOE,
    SHUFFLER,
    SIX_SEATS,
    SLOTS,
    Part,
    angel_eye,
    bee_tek,
    chip_slots,
    electronic_acceptors,
    hold_lamp,
    lamps,
    tablebus_machines,
    tablebus_shoe,
)
from table_core.progressive.betting import AcceptorKind
from table_core.progressive.terms import PrizeTable


class Pot(Struct, frozen=True):
    """Who plays a progressive beside a game, by which text and table of prizes."""

    prizes: PrizeTable
    rulebook: str
    dealer: str


class Game(Struct, frozen=True):
    """*rulebooks*: the first is played unless another is asked for. *dealer* and *felt* say where they are found.

    *progressive*: the table of prizes, where it is played with a signed plan and a pot. *pot*: who plays it, and by
    which text, where it may be added.
    """

    name: str
    title: str
    rulebooks: tuple[str, ...]
    parts: tuple[Part, ...]
    dealer: str
    felt: str
    seats: int = 7
    progressive: PrizeTable | None = None
    pot: "Pot | None" = None

    def rulebook(self, wanted: str = "") -> str:
        """The id of the text played; raises ValueError for one this game does not know."""
        if wanted and wanted not in self.rulebooks:
            raise ValueError(f"{self.name}: {wanted}; {', '.join(self.rulebooks)}")
        return wanted or self.rulebooks[0]

    def with_tablebus(self, shuffler: str = "") -> "Game":
        """The same game dealt from a TableBus shoe; with a *shuffler*, `batch` or `continuous`, and its discard rack.

        Only texts that know such a machine are left. Raises ValueError where no people know how to use it.
        """
        if any(part.kind == "angel-eye" for part in self.parts):
            raise ValueError(f"{self.name}: {_TELLS_PLACES}")
        others = tuple(part for part in self.parts if part.name != SHOE)
        if not shuffler:
            return replace(self, parts=(tablebus_shoe(), *others))
        dealer = _WITH_MACHINES.get((self.name, shuffler))
        if dealer is None:
            raise ValueError(f"{self.name}: {shuffler}")
        parts = (tablebus_shoe(), *others, *tablebus_machines(shuffler))
        return replace(self, parts=parts, dealer=dealer, rulebooks=_KNOW_MACHINES)

    def with_progressive(self) -> "Game":
        """The same game with its pot, on electronic acceptors. Raises ValueError where no text knows one."""
        if self.progressive:
            return self
        if self.pot is None:
            raise ValueError(self.name)
        shoe = next(part for part in self.parts if part.name == SHOE)
        return replace(
            self,
            parts=(shoe, hold_lamp(), electronic_acceptors(self.seats)),
            dealer=self.pot.dealer,
            rulebooks=(self.pot.rulebook,),
            progressive=self.pot.prizes,
        )

    @property
    def acceptor(self) -> AcceptorKind:
        """How credits are bet at this table."""
        return "electronic" if any(part.name == ACCEPTORS for part in self.parts) else "manual"

    @property
    def drivers(self) -> set[str]:
        """The drivers of its devices."""
        return {part.driver or part.kind for part in self.parts}

    def load_dealer(self) -> Any:
        return _named(self.dealer)

    def hands(self, hardware: Any) -> dict[str, Any]:
        """What its people need besides the shoe: machines and chip slots, where there are some."""
        machines = {part.name: hardware[part.name] for part in self.parts if part.name in (SHUFFLER, RACK)}
        slots = {"slots": hardware[SLOTS]} if any(part.name == SLOTS for part in self.parts) else {}
        if self.acceptor == "electronic":
            slots = {"acceptors": hardware[ACCEPTORS]}
        return slots | ({"machines": machines} if machines else {})

    def load_felt(self) -> Any:
        return _named(self.felt)


_TELLS_PLACES = "its people deal from a shoe that knows where each card goes"
_BACCARAT_TABLE = (angel_eye(), *LAMPS)
_CARD_TABLE = (bee_tek(), *LAMPS)
_POKER_TABLE = (bee_tek(), Part(RELAY, "hid-relay", RELAY_LAMPS), Part(LCUS, "lcus", SIX_SEATS), chip_slots(6))
_BLACKJACK = ("coquimbo-2020", "bj8-ar", "mendoza-2016", "iquique-2000")
_BACCARAT_DEALER, _BACCARAT_FELT = "hw_sims.people.baccarat_slips:ErringDealer", "hw_sims.felts.baccarat:FELT"
_BLACKJACK_DEALER, _BLACKJACK_FELT = "hw_sims.people.blackjack_slips:ErringDealer", "hw_sims.felts.blackjack:FELT"
_POKER_DEALER, _POKER_FELT = "hw_sims.people.poker_slips:ErringDealer", "hw_sims.felts.poker:FELT"
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
            "hw_sims.people.chemin_slips:ErringDealer",
            "hw_sims.felts.chemin:FELT",
        ),
        Game(
            "draw-poker",
            "DRAW POKER",
            ("arica-2017",),
            _POKER_TABLE,
            "hw_sims.people.draw_poker:Dealer",
            "hw_sims.felts.draw_poker:FELT",
            seats=6,
            progressive="arica",
        ),
        Game(
            "blackjack",
            "BLACK JACK",
            _BLACKJACK,
            _CARD_TABLE,
            _BLACKJACK_DEALER,
            _BLACKJACK_FELT,
            pot=Pot("iquique_21", "iquique-2000", "hw_sims.people.jackpot:JackpotDealer"),
        ),
        Game(
            "caribbean-stud",
            "CARIBBEAN STUD",
            ("iquique-2000/caribbean",),
            _CARD_TABLE,
            _POKER_DEALER,
            _POKER_FELT,
            pot=Pot("iquique_caribbean", "iquique-2000/caribbean", "hw_sims.people.jackpot:CaribbeanDealer"),
        ),
    )
}

IN_WORLDS: dict[str, Game] = GAMES | {
    "draw-poker": replace(
        GAMES["draw-poker"],
        parts=(bee_tek(), *lamps(6)),
        dealer=_POKER_DEALER,
        felt=_POKER_FELT,
        progressive=None,
    )
}
"""What worlds play: the cards of draw poker without the pot, which has tests of its own."""


def _named(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
