"""Mini Baccarat and Punto y Banca in orders nobody would choose: refused or decided, and every stake is settled."""

import os
from random import Random
from typing import Any

import msgspec
import pytest

from daemon.rulebooks import all_rulebooks
from hw_sims.ledgers.baccarat import balanced
from table_core.cards import DECK
from table_core.commands import Command, LastPasses, OpenTable, ReportIrregularity, Resolve, TellRemainder, Undo
from table_core.events import (
    CardDrawn,
    CardDrawnOutOfGame,
    CardRedrawn,
    CardRevealed,
    CardRevealedOutOfGame,
    Claim,
    CutCardDrawn,
    DeviceEvent,
    LinkLost,
    LinkRestored,
    ShoeFault,
    ShoeResult,
    ShoeStandby,
    ShoeStarted,
)
from table_core.orders import Orders
from table_core.reconciler.families import Setup, reconciler_for
from table_core.rulebook import RuleViolation
from table_core.rules.baccarat.entries import (
    ClosePass,
    CutCard,
    HandShoe,
    KeyBets,
    PrepareShoe,
    SpeakFive,
    TakeSuite,
)
from table_core.rules.baccarat.state import Bet
from table_core.table import NEW_GAMES, Operation, TableState, evolve
from table_core.views import picture

COURSES, LENGTH = (2000, 200) if os.environ.get("SABOT_NIGHTLY") else (40, 120)
BOOKS = ("iquique-2000/mini-baccarat", "iquique-2000/punto-y-banca")
NAMES = ("a", "b", "c", "d")
FACTS = ("seen", "cctv_identified")


class AnyOrder:
    """Moves are drawn from *chance*: half of them what would come next, half of them anything."""

    def __init__(self, book: str, chance: Random, *, verdict: bool, stakes: Any) -> None:
        self.chance = chance
        rules = all_rulebooks()[book]
        self.events = sorted({row.event for row in rules.irregularities})
        self.reconciler = reconciler_for(rules, Setup(stakes, None, "shoe", shoe_gives_verdict=verdict))
        self.orders = Orders(self.reconciler)
        self.state = self.folded = TableState(game=NEW_GAMES["baccarat"])
        self.operations: list[Operation] = []
        self.order(OpenTable("J-1"))
        self.order(PrepareShoe(6, 14))
        self.see(ShoeStandby("shoe"))

    def step(self) -> None:
        what = self.chance.random()
        if self.state.incidents and what < 0.5:
            self.resolve()
        elif what < 0.6:
            self.forward()
        elif what < 0.8:
            self.order(self.anything())
        else:
            self.see(self.anything_seen())

    def forward(self) -> None:
        game = self.state.baccarat
        match game.phase:
            case "no_shoe":
                self.order(PrepareShoe(6, 14))
            case "betting" if not game.bets:
                self.order(KeyBets((Bet("a", "punto", 1000, 1), Bet("b", "bank", 1255, 2), Bet("c", "bank", 10, 3))))
            case "complete":
                self.order(ClosePass())
            case _:
                self.see(CardDrawn("shoe", self.chance.choice(DECK)))

    def anything(self) -> Command:
        choose = self.chance.choice
        sides: Any = ("punto", "bank", "tie")
        bets = tuple(Bet(choose(NAMES), choose(sides), choose((-1, 0, 10, 1255)), seat) for seat in range(1, 4))
        amounts = {name: choose((1, 5, 5)) for name in NAMES if self.chance.random() < 0.6}
        return choose(
            (
                KeyBets(bets),
                SpeakFive(choose(("draw", "stand"))),
                HandShoe(NAMES, amounts, (choose(NAMES),)),
                TakeSuite(choose(NAMES)),
                ClosePass(),
                CutCard(),
                PrepareShoe(choose((5, 6, 8)), choose((None, 13, 14))),
                ReportIrregularity(choose(self.events), {choose(FACTS): choose((True, False))}, ""),
                ReportIrregularity("nothing", {}, ""),
                LastPasses(choose((0, 1, 3, 4))),
                TellRemainder((), 3),
                Undo(),
            )
        )

    def anything_seen(self) -> DeviceEvent:
        choose = self.chance.choice
        side: Any = choose(("punto", "bank"))
        claim = choose((None, Claim(side, choose((1, 2, 3)))))
        card = choose((None, choose(DECK)))
        return choose(
            (
                CardDrawn("shoe", card, claim),
                CardRevealed("shoe", card, Claim(side, choose((1, 2, 3)))),
                CardDrawnOutOfGame("shoe", card, 128),
                CardRevealedOutOfGame("shoe", card, 128),
                CardRedrawn("shoe", card, claim),
                ShoeResult("shoe", choose(("punto", "bank", "tie", "forced_quit"))),
                CutCardDrawn("shoe"),
                ShoeStandby("shoe"),
                ShoeStarted("shoe"),
                ShoeFault(
                    "shoe", choose(("overdraw", "cannot_read", "alarm")), active=True, stopped=choose((True, False))
                ),
                LinkLost("shoe", "pulled"),
                LinkRestored("shoe", "back"),
            )
        )

    def resolve(self) -> None:
        incident = self.chance.choice(self.state.incidents)
        if incident.choices:
            hands = [tuple(self.chance.sample(DECK, self.chance.randint(0, 3))) for _side in range(2)]
            self.order(Resolve(incident.id, self.chance.choice(incident.choices).code, "", hands[0], hands[1]))

    def order(self, command: Command) -> None:
        try:
            decision = self.orders.obey(self.state, command, "Luis", "jefe_de_sala")
        except RuleViolation as refused:
            if not (refused.article and refused.detail):
                raise AssertionError(f"{command}: refused without article or reason") from refused
            return
        self.take(decision.operations, decision.state)

    def see(self, event: DeviceEvent) -> None:
        decision = self.reconciler.observe(self.state, event)
        self.take(decision.operations, decision.state)

    def take(self, operations: list[Operation], state: TableState) -> None:
        for operation in operations:
            self.folded = evolve(self.folded, operation)
        self.operations += operations
        self.state = state
        assert self.folded == state
        msgspec.json.encode(picture(state, self.reconciler.picture(state), "mesa"))


@pytest.mark.parametrize("book", BOOKS)
def test_any_order_is_refused_or_recorded_and_every_stake_settled(book: str) -> None:
    for seed in range(COURSES):
        course = AnyOrder(book, Random(seed), verdict=seed % 2 == 0, stakes="none" if seed % 5 == 0 else "keyed")
        for _step in range(LENGTH):
            course.step()
        assert balanced(course.operations), seed
