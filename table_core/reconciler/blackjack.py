"""What a shoe and a dealer's keys say at a blackjack table, against the text: a drawn card in a turn is a hit."""

from typing import Any

from table_core.cards import Card
from table_core.commands import GameEntry, Resolve
from table_core.decision import Decision
from table_core.events import CardDrawn
from table_core.incidents import Choice, Incident
from table_core.people import HOUSE
from table_core.reconciler.base import Reconciler
from table_core.rulebook import RuleViolation
from table_core.rules.baccarat.entries import CutCard, PrepareShoe
from table_core.rules.blackjack import hidden, shoe_cycle
from table_core.rules.blackjack.engine import Engine
from table_core.rules.blackjack.entries import Abort, Act, Button, CardOut, Entry, LayNext, PlaceBet, PlaceSide
from table_core.rules.blackjack.game import (
    BlackjackGame,
    BlackjackOperation,
    LayingKeyed,
    RoundOpened,
    ShoeCardBurned,
    ShoeMoved,
    StrayCardBurned,
)
from table_core.rules.blackjack.operations import PhaseEntered
from table_core.rules.blackjack.options import article
from table_core.rules.blackjack.shoe_cycle import ShoeEntry
from table_core.session import PassOpened
from table_core.table import TableState

# Where a refusal by the engine leads when the text has no row for it.
_FAULT_OF = {"quorum": "pass.no_quorum"}


class BlackjackReconciler(Reconciler):
    def __init__(self, engine: Engine, *, shoe: str) -> None:
        super().__init__(engine.rules, shoe=shoe)
        self.engine = engine

    def bets_open(self, state: TableState) -> bool:
        game = state.blackjack
        return game.shoe.phase == "ready" and game.round.phase == "bets" and not game.round.called

    def picture(self, state: TableState) -> dict[str, Any]:
        return hidden.table_picture(self.rules, state.blackjack)

    # Cards

    def take_card(self, decision: Decision, event: CardDrawn) -> None:
        game, card = decision.state.blackjack, event.card
        match game.shoe.phase:
            case "shuffle" | "cut" | "cut_card":
                self.out_of_place(decision, "cards.without_shoe", card)
            case "burn":
                self.play(decision, [ShoeCardBurned(card, article(self.rules, "burn"))])
            case "ready" if card is None:
                self.out_of_place(decision, "shoe.unread_card", None)
            case "ready" if card and self.may_draw(decision.state):
                self._enter_card(decision, card)
            case _:
                self.out_of_place(decision, "pass.after_last", card)

    def _enter_card(self, decision: Decision, card: Card) -> None:
        try:
            self._apply(decision, CardOut(card, decision.state.blackjack.laid_at))
        except RuleViolation as violation:
            self.out_of_place(decision, _FAULT_OF.get(violation.code, "cards.unexpected"), card, violation)

    def take_cut_card(self, decision: Decision) -> None:
        if decision.state.blackjack.shoe.phase == "ready":
            self._apply(decision, Button("cut_card"))
        else:
            decision.fault("cards.cut_card_impossible")

    def burn(self, decision: Decision, cards: tuple[Card | None, ...]) -> None:
        where = article(self.rules, "surplus_card")
        self.play(decision, [StrayCardBurned(card, where) for card in cards])

    # People

    def enter(self, decision: Decision, entry: GameEntry) -> None:
        match entry:
            case PrepareShoe():
                self._prepare(decision, entry)
            case ShoeEntry():
                self._move_shoe(decision, entry)
            case CutCard():
                self.take_cut_card(decision)
            case LayNext(place=place):
                self.play(decision, [LayingKeyed(place)])
            case PlaceBet() | PlaceSide() | Act() | Button() | Abort():
                self._require_shoe(decision.state.blackjack)
                self._apply(decision, entry)
            case _:
                raise RuleViolation(HOUSE, "WRONG_GAME", f"{type(entry).__name__}: no es una orden de este juego")

    def _apply(self, decision: Decision, entry: Entry) -> None:
        """What *entry* does to the pass; a bet for the next pass says that the last one was paid and swept."""
        if isinstance(entry, PlaceBet) and decision.state.blackjack.round.phase == "settle":
            self.play(decision, self.engine.apply(decision.state.blackjack.round, Button("end_round")))
        self.play(decision, self.engine.apply(decision.state.blackjack.round, entry))

    def play(self, decision: Decision, operations: list[Any]) -> None:
        """Record what the game did, with the pass it opens or ends."""
        for operation in operations:
            self._play_one(decision, operation)

    def _play_one(self, decision: Decision, operation: BlackjackOperation) -> None:
        match operation:
            case PhaseEntered(phase="deal") if not decision.state.blackjack.in_pass:
                decision.record(PassOpened(decision.state.session.passes + 1), operation)
            case PhaseEntered(phase="over"):
                decision.record(operation)
                self._end_pass(decision)
            case _:
                decision.record(operation)

    def _end_pass(self, decision: Decision) -> None:
        decision.end_pass()
        game, where = decision.state.blackjack, article(self.rules, "burn")
        ended = shoe_cycle.advance(self.rules, game.shoe, ShoeEntry("end_pass", int(game.shoe.last_pass)))
        if ended != game.shoe:
            decision.record(ShoeMoved("end_pass", ended, where))
        opened = self.engine.open(fresh_shoe=False)
        decision.record(RoundOpened(opened.stakes, opened.limits, opened.fresh_shoe, where))

    # The shoe

    def _prepare(self, decision: Decision, entry: PrepareShoe) -> None:
        """Shuffled, cut, and the cut card in its place: the shoe's own phases, one after the other."""
        if decision.state.blackjack.shoe_in_play and decision.state.blackjack.shoe.phase != "shuffle":
            where = article(self.rules, "decks")
            raise RuleViolation(where, "SHOE_IN_PLAY", "hay un sabot en juego; termínelo antes de preparar otro")
        steps = [ShoeEntry("shuffled", entry.decks), ShoeEntry("cut", entry.cut_from_top or entry.decks * 26)]
        for step in steps:
            self._move_shoe(decision, step)
        if decision.state.blackjack.shoe.phase == "cut_card":
            self._move_shoe(decision, ShoeEntry("cut_card", entry.cut_behind or 0))
        opened = self.engine.open(fresh_shoe=True)
        where = article(self.rules, "burn")
        decision.record(RoundOpened(opened.stakes, opened.limits, opened.fresh_shoe, where))

    def _move_shoe(self, decision: Decision, entry: ShoeEntry) -> None:
        moved = shoe_cycle.advance(self.rules, decision.state.blackjack.shoe, entry)
        decision.record(ShoeMoved(entry.name, moved, article(self.rules, "burn")))

    def _require_shoe(self, game: BlackjackGame) -> None:
        if game.shoe.phase != "ready":
            where = article(self.rules, "burn")
            raise RuleViolation(where, "NO_SHOE", "prepare el sabot y queme las cartas antes de jugar")

    # Irregularities

    def irregular(self, decision: Decision, event: str, facts: dict[str, bool], *, card: Card | None) -> None:
        raise NotImplementedError

    def carry_out(self, decision: Decision, command: Resolve, incident: Incident, choice: Choice) -> None:
        raise NotImplementedError
