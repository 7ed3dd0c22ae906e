"""What a shoe and a dealer's keys say at a blackjack table, against the text: a drawn card in a turn is a hit."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from table_core import shoe_count
from table_core.cards import Card
from table_core.cards_out import CardPutBack
from table_core.commands import GameEntry, Resolve
from table_core.decision import Decision
from table_core.events import CardDrawn, CardDrawnOutOfGame, DeviceEvent
from table_core.incidents import Choice, Incident, IncidentResolved
from table_core.pad import Scene, blackjack_scene
from table_core.people import HOUSE, may_act_as
from table_core.progressive.prizes import Hand
from table_core.reconciler import blackjack_remedies as remedies
from table_core.reconciler import blackjack_shoe
from table_core.reconciler.base import Reconciler
from table_core.reconciler.blackjack_keys import open_entries
from table_core.rulebook import Fact, Irregularity, RuleViolation
from table_core.rules.baccarat.entries import CutCard, PrepareShoe
from table_core.rules.blackjack import hidden, shoe_cycle, side_bets
from table_core.rules.blackjack.engine import Engine
from table_core.rules.blackjack.entries import (
    Abort,
    Act,
    Button,
    CardOut,
    Entry,
    FeedBack,
    LayNext,
    PlaceBet,
    PlaceSide,
    key_of,
)
from table_core.rules.blackjack.game import (
    BlackjackGame,
    BlackjackOperation,
    LayingKeyed,
    RoundOpened,
    ShoeCardBurned,
    ShoeMoved,
    StrayCardBurned,
)
from table_core.rules.blackjack.operations import Aborted, CardReturned, Noted, PhaseEntered, ShuffleOrdered
from table_core.rules.blackjack.options import article
from table_core.rules.blackjack.shoe_cycle import ShoeEntry
from table_core.session import PassOpened
from table_core.shoe_faults import MISSED
from table_core.table import CardUnreconciled, TableState

# Where a refusal by the engine leads when the text has no row for it.
_FAULT_OF = {"quorum": "pass.no_quorum"}


class BlackjackReconciler(Reconciler):
    def __init__(self, engine: Engine, *, shoe: str) -> None:
        super().__init__(engine.rules, shoe=shoe)
        self.engine = engine

    def bets_open(self, state: TableState) -> bool:
        game = state.blackjack
        return game.shoe.phase == "ready" and game.round.phase == "bets" and not game.round.called

    def pad_scene(self, state: TableState) -> Scene:
        return blackjack_scene(self.rules, state.blackjack.round)

    def picture(self, state: TableState) -> dict[str, Any]:
        shown = hidden.table_picture(self.rules, state.blackjack)
        return {**shown, "entries": open_entries(self.engine, state.blackjack, shown["may"])}

    # What a progressive beside it must know

    def bets_called(self, state: TableState) -> bool:
        game = state.blackjack.round
        return state.blackjack.in_pass or (game.phase == "bets" and game.called)

    def base_bets(self, state: TableState) -> frozenset[int] | None:
        return frozenset(int(box) for box in state.blackjack.round.boxes)

    def final_hands(self, state: TableState) -> tuple[Hand, ...] | None:
        game = state.blackjack.round
        if game.phase != "settle":
            return None
        return tuple(side_bets.jackpot_hand(box, game) for box in game.boxes)

    def holders(self, state: TableState, card: Card) -> tuple[int, ...]:
        hands = state.blackjack.round.hands
        return tuple(sorted({int(hand.box) for hand in hands if card in hand.codes}))

    def annulled(self, operations: list[Any]) -> bool:
        return any(isinstance(operation, Aborted) for operation in operations)

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
        game = decision.state.blackjack
        try:
            self._apply(decision, CardOut(card, game.laid_at))
        except RuleViolation as violation:
            if violation.code == "quorum" and self._burned_as_surplus(decision, card):
                return
            self.out_of_place(decision, _FAULT_OF.get(violation.code, "cards.unexpected"), card, violation)
            return
        self._notice_cut_card(decision)
        after = decision.state.blackjack
        if after.in_pass and after.shoe.left <= 0 and self.engine.expects(after.round).next_card_to is not None:
            self._shoe_empty(decision)

    def _burned_as_surplus(self, decision: Decision, card: Card) -> bool:
        """A card drawn after a pass, before bets for the next: burned at once where the text has a row for it."""
        row = next((row for row in self.rules.irregularities if row.event == "surplus_card"), None)
        if row is None or decision.state.blackjack.shoe.fresh:
            return False
        self.burn(decision, (card,))
        self._open_row(decision, row, None)
        return True

    def _notice_cut_card(self, decision: Decision) -> None:
        """No cut card where it must have come: no further pass from this shoe (CQB 1.7)."""
        count = decision.state.count
        if count is not None and shoe_count.cut_card_overdue(count) and not decision.state.blackjack.shoe.last_pass:
            decision.fault("cards.cut_card_missing")
            decision.record(ShuffleOrdered("cut_card_missing", article(self.rules, "behind_min")))

    def _shoe_empty(self, decision: Decision) -> None:
        """The shoe gave out in mid-pass: the text's own row, or the one it has for a pass that cannot be finished."""
        events = [row.event for row in self.rules.irregularities]
        event = next(name for name in ("shoe_empty", "shoe_dropped", "dispute") if name in events)
        row = self.rules.irregularity(event)
        if not remedies.END_PASS.intersection(row.resolutions):
            row = replace(row, resolutions=(*row.resolutions, "VOID_PASS"))
        self._open_row(decision, row, None, reported=True)

    def shoe_said(self, decision: Decision, event: DeviceEvent) -> None:
        """A card came out and nobody knows which: it is counted, and lies apart until a person keys it."""
        if isinstance(event, CardDrawnOutOfGame):
            self.doubt(decision, self.count_card(decision, event.card))
            decision.record(CardUnreconciled(event.device, event.card))
            if decision.state.open_incident("shoe.unread_card") is None:
                decision.fault("cards.while_held" if decision.state.held else "cards.unexpected", card=event.card)

    def _key_cards(self, decision: Decision, cards: tuple[Card, ...], *, missed: bool) -> None:
        """The cards nobody read, in the order they left the shoe; those the reader *missed* were not counted either."""
        for card in cards:
            if missed:
                self.doubt(decision, self.count_card(decision, card))
            elif decision.state.count is not None and decision.state.count.unread:
                self.learn_face(decision, card)
            self._apply(decision, CardOut(card))
        self._notice_cut_card(decision)

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
                blackjack_shoe.prepare(self, decision, entry)
            case ShoeEntry(name=name) if name in shoe_cycle.KEYED:
                blackjack_shoe.move(self, decision, entry)
            case CutCard():
                self.take_cut_card(decision)
            case FeedBack():
                blackjack_shoe.feed_back(self, decision, entry)
            case LayNext(place=place):
                self.play(decision, [LayingKeyed(place)])
            case PlaceBet() | PlaceSide() | Act() | Button() | Abort():
                self._require_shoe(decision.state.blackjack)
                self._require_incident(decision, entry)
                self._apply(decision, entry)
            case _:
                raise RuleViolation(HOUSE, "WRONG_GAME", f"{type(entry).__name__}: no es una orden de este juego")

    def _apply(self, decision: Decision, entry: Entry) -> None:
        """What *entry* does to the pass; a bet for the next pass says that the last one was paid and swept."""
        if isinstance(entry, PlaceBet | Button):
            self._require_put_right(decision, entry)
        if isinstance(entry, PlaceBet) and decision.state.blackjack.round.phase == "settle":
            self.play(decision, self.engine.apply(decision.state.blackjack.round, Button("end_round")))
        before = decision.state.blackjack.round
        operations = self.engine.apply(before, entry)
        self.play(decision, operations)
        for operation in operations:
            if isinstance(operation, Noted):
                self._open_row(decision, remedies.row_of(self.rules, before, operation), operation.box)
        self._close_answered(decision, entry)

    def play(self, decision: Decision, operations: list[Any]) -> None:
        """Record what the game did, with the pass it opens or ends."""
        for operation in operations:
            self._play_one(decision, operation)

    def _play_one(self, decision: Decision, operation: BlackjackOperation) -> None:
        match operation:
            case PhaseEntered(phase="deal") if not decision.state.blackjack.in_pass:
                decision.record(PassOpened(decision.state.session.passes + 1), operation)
            case CardReturned(card=card):
                decision.record(operation, CardPutBack(card))
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
        self.invite(decision, where, fresh_shoe=False)

    def limits_changed(self, decision: Decision) -> None:
        game = decision.state.blackjack
        if game.shoe_in_play and not game.in_pass:
            self.invite(decision, article(self.rules, "bets_close"), fresh_shoe=game.round.fresh_shoe)

    def invite(self, decision: Decision, where: str, *, fresh_shoe: bool) -> None:
        """Bets for the next pass, within the limits in force."""
        opened = self.engine.within(decision.state.session.limits).open(fresh_shoe=fresh_shoe)
        decision.record(RoundOpened(opened.stakes, opened.limits, opened.fresh_shoe, where))

    def _require_incident(self, decision: Decision, entry: PlaceBet | PlaceSide | Act | Button | Abort) -> None:
        """What undoes or moves what lies on the cloth is the answer to an incident, never an entry by itself."""
        if remedies.is_remedy(entry) and not remedies.answers(decision.state, entry, decision.role):
            detail = f"{key_of(entry)}: solo como resolución de un incidente; informe antes la irregularidad"
            raise RuleViolation(article(self.rules, "card_moves"), "NEEDS_INCIDENT", detail)

    def _require_put_right(self, decision: Decision, entry: PlaceBet | Button) -> None:
        """The pass is not swept while a player who was passed over has not chosen."""
        if isinstance(entry, Button) and entry.name != "end_round":
            return
        for incident in decision.state.incidents:
            if incident.code in remedies.PUT_RIGHT_AT_THE_END:
                detail = f"falta lo que elige el jugador de {incident.box}: resuelva el incidente {incident.id}"
                raise RuleViolation(", ".join(incident.articles), "STILL_TO_CHOOSE", detail)

    def _require_shoe(self, game: BlackjackGame) -> None:
        if game.shoe.phase != "ready":
            where = article(self.rules, "burn")
            raise RuleViolation(where, "NO_SHOE", "prepare el sabot y queme las cartas antes de jugar")

    # Irregularities

    def irregular(
        self, decision: Decision, event: str, facts: Mapping[str, Fact], *, card: Card | None, box: str = ""
    ) -> None:
        if remedies.is_button(event):
            self._apply(decision, msgspec.convert({"type": "Button", "name": event, "box": box or None}, Button))
            return
        row = next((row for row in self.rules.irregularities if row.event == event), None)
        if row is None:
            known = sorted({row.event for row in self.rules.irregularities})
            detail = f"{event}: no es una irregularidad de este juego; hay {known}"
            raise RuleViolation(HOUSE, "UNKNOWN_EVENT", detail)
        if row.refused is not None:
            raise RuleViolation(row.articles[0], "REFUSED", row.refused)
        if event in remedies.PASSED_OVER and self._in_turn(decision.state, box):
            self._apply(decision, Act("skip", box))
        self._open_row(decision, row, box, reported=True)

    def _in_turn(self, state: TableState, box: str) -> bool:
        hand = state.blackjack.round.hand(box)
        return hand is not None and hand.done is None and hand.result is None

    def _open_row(
        self, decision: Decision, row: Irregularity | None, box: str | None, *, reported: bool = False
    ) -> None:
        """Open the row's incident; resolve it at once where the engine has carried out all the text wants."""
        if row is None or decision.state.open_incident(row.event) is not None:
            return
        state = decision.state.blackjack.round
        decides = _somebody_decides(decision, row, reported=reported) or not remedies.is_told(row, box)
        incident = decision.open(
            row.event,
            remedies.choices(row),
            hold=(decides and not self._can_wait(decision, row)) or remedies.stops_cards(state),
            detail=row.trigger,
            articles=row.articles,
            announcement=row.announcement,
            box=box or "",
        )
        if not decides and not remedies.waits(state):
            self._resolved(decision, incident, row.resolutions[0], "según el reglamento")
            if self._not_done_yet(decision, row.resolutions[0]):
                self.carry_out(decision, Resolve(incident.id, row.resolutions[0]), incident, incident.choices[0])

    def _can_wait(self, decision: Decision, row: Irregularity) -> bool:
        still_played = decision.state.blackjack.round.phase not in ("reveal", "settle")
        return row.event in remedies.PUT_RIGHT_AT_THE_END and still_played

    def _not_done_yet(self, decision: Decision, choice: str) -> bool:
        """Whether what the text orders is still to be carried out: the engine does most of it as it hears of it."""
        if choice == "LOSES_ALL_BETS":
            return decision.state.game.in_pass
        return remedies.ends_pass(choice) or choice in remedies.OF_THE_SHOE

    def _close_answered(self, decision: Decision, entry: Entry) -> None:
        """An incident that only waited for the word just entered is settled by it."""
        if remedies.waits(decision.state.blackjack.round):
            return
        events = {row.event for row in self.rules.irregularities}
        for incident in decision.state.incidents:
            if incident.code in events - remedies.PUT_RIGHT_AT_THE_END and not incident.hold:
                self._resolved(decision, incident, key_of(entry).upper(), "se ingresó la decisión")

    def _resolved(self, decision: Decision, incident: Incident, choice: str, reason: str) -> None:
        row = incident.choices[0].row if incident.choices else None
        decision.record(IncidentResolved(incident.id, choice, decision.person, decision.role, row, reason))

    def carry_out(self, decision: Decision, command: Resolve, incident: Incident, choice: Choice) -> None:
        if choice.code == "KEY_HANDS":
            self._key_cards(decision, command.cards, missed=incident.code == MISSED)
            return
        if choice.code in remedies.OF_THE_DAY:
            remedies.end_day(decision, choice.code)
            return
        remedies.check_shown(incident, choice, command, decision.state.blackjack.round)
        if choice.code in remedies.OF_THE_SHOE:
            blackjack_shoe.move(self, decision, ShoeEntry(remedies.OF_THE_SHOE[choice.code]))
            return
        if choice.code in remedies.AFTER_PASS and decision.state.game.in_pass:
            decision.record(ShuffleOrdered(incident.code, ", ".join(incident.articles)))
            return
        self._carry_out(decision, command, incident, choice)

    def _carry_out(self, decision: Decision, command: Resolve, incident: Incident, choice: Choice) -> None:
        for entry in remedies.remedy(choice.code, incident, command, decision.state.blackjack.round):
            if isinstance(entry, Abort):
                self._end_early(decision, entry, new_cards=choice.code in remedies.NEW_CARDS)
                return
            self._apply(decision, entry)
        if remedies.waits(decision.state.blackjack.round) and choice.row is not None:
            row = next(row for row in self.rules.irregularities if row.row == choice.row)
            self._open_row(decision, row, incident.box)

    def _end_early(self, decision: Decision, entry: Abort, *, new_cards: bool) -> None:
        """The pass ends as the text says; stakes of a pass that has not begun simply stay on the cloth."""
        if decision.state.blackjack.in_pass:
            self._apply(decision, entry)
        if new_cards and decision.state.blackjack.shoe.phase != "shuffle":
            shoe = replace(decision.state.blackjack.shoe, phase="shuffle", last_pass=True)
            decision.record(ShoeMoved("new_cards", shoe, article(self.rules, "decks")))


def _somebody_decides(decision: Decision, row: Irregularity, *, reported: bool) -> bool:
    """Whether the text leaves the case to a person who has not spoken by reporting it."""
    if row.role in ("dealer", "player"):
        return reported and (row.role == "player" or len(row.resolutions) > 1)
    has_spoken = not reported and decision.role is not None and may_act_as(decision.role, row.role)
    return not has_spoken
