"""A table of Chemin de Fer as cases play it: people who sit down and speak, cards from a shoe, a dealer's keys."""

from collections.abc import Iterable
from itertools import cycle
from typing import Any

from table_core.cards import DECK, Card
from table_core.commands import Command, GameEntry, OpenTable
from table_core.decision import Decision
from table_core.events import CardDrawn
from table_core.orders import Orders
from table_core.reconciler.chemin import CheminReconciler
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat import chart
from table_core.rules.baccarat.chemin import people
from table_core.rules.baccarat.chemin.engine import Engine
from table_core.rules.baccarat.chemin.entries import (
    CloseBets,
    KeyRequests,
    LeaveTable,
    PlacePlayer,
    Speak,
    TakeBank,
)
from table_core.rules.baccarat.chemin.people import Share
from table_core.rules.baccarat.chemin.stakes import Request
from table_core.rules.baccarat.chemin.state import CheminState
from table_core.rules.baccarat.entries import ClosePass, PrepareShoe
from table_core.table import NEW_GAMES, Operation, TableState

Limits = tuple[int, int] | None
Answer = tuple[dict[str, Any], str]
_SUPERVISOR = "jefe"
DECKS = 6
BANK_WINS, PUNTO_WINS, TIE = "2435", "4253", "4455"
"""Ranks of four cards, in the order they leave the shoe."""
NO_LIMIT = 10**15
BYSTANDERS = ("mirón 1", "mirón 2", "mirón 3", "mirón 4")


class CheminTable:
    """A table with a loaded shoe, driven by people, cards and keys only."""

    def __init__(self, rules: Rulebook, *, stakes: str = "keyed", limits: Limits = None) -> None:
        self.engine = Engine(rules, stakes=stakes, limits=limits)
        self._reconciler = CheminReconciler(self.engine, shoe="shoe")
        self._orders = Orders(self._reconciler)
        self._suits = cycle("CDHS")
        self.least = limits[0] if limits else 10
        self.state = TableState(game=NEW_GAMES["chemin"])
        self.seen: list[Operation] = []
        self.order(OpenTable("caso"))

    @property
    def game(self) -> CheminState:
        return self.state.chemin

    def order(self, command: Command) -> None:
        self._take(self._orders.obey(self.state, command, _SUPERVISOR, "jefe_de_sala"))

    def orders(self, *commands: GameEntry) -> "CheminTable":
        for command in commands:
            self.order(command)
        return self

    def refuses(self, command: Command) -> str | None:
        """The code *command* would be refused with, or None; nothing happens."""
        try:
            self._orders.obey(self.state, command, _SUPERVISOR, "jefe_de_sala")
        except RuleViolation as refused:
            return refused.code
        return None

    def cards(self, *cards: str) -> "CheminTable":
        for card in cards:
            self._take(self._reconciler.observe(self.state, CardDrawn("shoe", card)))
        return self

    def seat(self, seats: Iterable[int], names: dict[int, str] | None = None) -> "CheminTable":
        for seat in seats:
            self.order(PlacePlayer((names or {}).get(seat, f"s{seat}"), seat))
        return self

    def stand(self, name: str, seat: int) -> None:
        self.order(PlacePlayer(name, seat, standing=True))

    def load(self) -> "CheminTable":
        return self.orders(PrepareShoe(DECKS))

    def play(self, ranks: str, *requests: Request) -> "CheminTable":
        """One play of four cards by *ranks*, each time of other suits, paid at the end."""
        self.orders(KeyRequests(requests), CloseBets())
        suit = next(self._suits)
        self.cards(*(rank + suit for rank in ranks))
        if self.game.phase != "complete" and not self.game.punto_shows:
            self.order(Speak("punto", "no"))
        return self.orders(ClosePass())

    def bank_at(self, seat: int, amount: int, *, associates: tuple[Share, ...] = ()) -> "CheminTable":
        """Let the bank go round, each losing it in turn, until *seat* takes it."""
        while True:
            offer = self.game.offer
            assert offer is not None  # noqa: S101 - the bank of a case goes round until it gets there
            assert offer.seat is not None  # noqa: S101
            player = people.at_seat(self.game.players, offer.seat)
            assert player is not None  # noqa: S101
            if offer.seat == seat:
                return self.orders(TakeBank(player.name, amount, associates, nobody_alone=True))
            self.order(TakeBank(player.name, max(offer.at_least, self.least)))
            self.play(PUNTO_WINS, Request(BYSTANDERS[0], "bet", self.least))

    def bystanders(self) -> "CheminTable":
        """Enough people on their feet for a game while the bank goes to where a case wants it."""
        for name in BYSTANDERS:
            self.stand(name, 1)
        return self

    def without_bystanders(self) -> "CheminTable":
        return self.orders(*(LeaveTable(name) for name in BYSTANDERS))

    def last(self, kind: type) -> Any:
        return next((operation for operation in reversed(self.seen) if isinstance(operation, kind)), None)

    def all(self, kind: type) -> list[Any]:
        return [operation for operation in self.seen if isinstance(operation, kind)]

    def _take(self, decision: Decision) -> None:
        self.seen += decision.operations
        self.state = decision.state


def dealt_out(rules: Rulebook, punto: list[str], bank: list[str], *, banco: bool = True) -> CheminTable:
    """Four cards on the cloth, one player against the bank."""
    table = CheminTable(rules).seat(range(1, 5)).load().orders(TakeBank("s1", 1000))
    request = Request("s2", "banco") if banco else Request("s2", "bet", 500)
    table.orders(KeyRequests((request, *([] if banco else [Request("s3", "bet", 300)]))), CloseBets())
    return table.cards(punto[0], bank[0], punto[1], bank[1])


def card_of(total: int, suit: str) -> Card:
    """A card worth *total* points."""
    return next(card for card in DECK if card[1] == suit and chart.card_value(card) == total % 10)
