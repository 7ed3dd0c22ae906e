"""What a baccarat shoe says, against the third-card chart: attribution, reveals, and the shoe's own verdict."""

import itertools
from collections.abc import Mapping
from typing import Any

from table_core import shoe_count
from table_core.cards import Card
from table_core.commands import GameEntry, Resolve
from table_core.decision import Decision
from table_core.events import (
    CardDrawn,
    CardDrawnOutOfGame,
    CardRedrawn,
    CardRevealed,
    CardRevealedOutOfGame,
    DeviceEvent,
    ShoeResult,
)
from table_core.incidents import Choice, Incident, IncidentResolved
from table_core.pad import Scene
from table_core.people import HOUSE
from table_core.reconciler.base import Reconciler
from table_core.rulebook import Fact, Irregularity, RuleViolation
from table_core.rules.baccarat import entries, hidden, irregularities
from table_core.rules.baccarat.engine import Engine, outcome, pairs, place_of
from table_core.rules.baccarat.entries import ClosePass, CutCard, Draw, Entry, Redraw, Reveal, SpeakFive
from table_core.rules.baccarat.state import (
    BaccaratOperation,
    BetsClosed,
    CardBurned,
    CardDealt,
    CardFaced,
    CutCardMissed,
    PassBurned,
    PassCompleted,
    PassSettled,
    PassVoided,
    ShoePrepared,
)
from table_core.session import PassOpened
from table_core.table import (
    Announced,
    CardUnreconciled,
    IncidentCardKnown,
    OverdrawNoted,
    TableState,
    VerdictHeard,
    VerdictWaived,
)

# Where a refusal by the engine leads when the text has no row for it.
_FAULT_OF = {
    "card_without_shoe": "cards.without_shoe",
    "unread_card": "shoe.unread_card",
    "five_not_entered": "cards.five_not_entered",
    "reveal_differs": "shoe.reveal_differs",
    "reveal_of_no_card": "shoe.reveal_differs",
    "redraw_of_no_card": "shoe.reveal_differs",
    "third_card_wrong": "cards.third_card_wrong",
    "third_card_missing": "cards.third_card_missing",
    "cut_card_impossible": "cards.cut_card_impossible",
    "NEED_TWO_VALID_BETS": "pass.no_quorum",
}


class BaccaratReconciler(Reconciler):
    """*shoe_gives_verdict*: the shoe itself closes a pass with its own result."""

    def __init__(self, engine: Engine, *, shoe: str, shoe_gives_verdict: bool = True) -> None:
        super().__init__(engine.rules, shoe=shoe)
        self.engine = engine
        self.shoe_gives_verdict = shoe_gives_verdict

    def bets_open(self, state: TableState) -> bool:
        return self.engine.expects(state.baccarat).bets_open

    def pad_scene(self, state: TableState) -> Scene:
        return Scene(state.baccarat.phase)

    def picture(self, state: TableState) -> dict[str, Any]:
        return hidden.picture(state.baccarat, self.engine.expects(state.baccarat))

    def shoe_said(self, decision: Decision, event: DeviceEvent) -> None:
        match event:
            case CardRevealed():
                self._card_revealed(decision, event)
            case CardRedrawn(card=card, claim=claim):
                self._redrawn(decision, Redraw(card, claim))
            case CardDrawnOutOfGame(device=device, card=card):
                self._drawn_out_of_game(decision, device, card)
            case CardRevealedOutOfGame(card=card):
                self._seen_out_of_game(decision, card)
            case ShoeResult():
                self._verdict(decision, event)

    def overdrawn(self, decision: Decision, device: str) -> None:
        if not decision.state.overdraw_pending and decision.state.baccarat.shoe_in_play:
            decision.record(OverdrawNoted(True))
            self.irregular(decision, "extra_card_drawn", {}, card=None)

    def play(self, decision: Decision, operations: list[BaccaratOperation]) -> None:
        """Record what the game did, with the pass it opens or ends and the words that go with it."""
        for operation in operations:
            in_pass = decision.state.baccarat.in_pass
            match operation:
                case ShoePrepared(decks=decks, cut_behind=cut_behind):
                    decision.record(operation)
                    self.load_shoe(decision, decks, cut_behind)
                case CardFaced(card=card):
                    decision.record(operation)
                    self.learn_face(decision, card)
                case BetsClosed():
                    decision.record(PassOpened(decision.state.session.passes + 1), operation)
                    words = self.rules.say("bets_closed")
                    decision.record(Announced(words.text, words.article))
                case PassCompleted(punto=punto, bank=bank):
                    words = self.rules.say("points")
                    text = words.text.format(punto=punto, bank=bank)
                    decision.record(operation, Announced(text, words.article))
                case PassSettled() | PassBurned() | PassVoided() if in_pass:
                    decision.record(operation)
                    decision.end_pass()
                case _:
                    decision.record(operation)

    # Cards

    def take_card(self, decision: Decision, event: CardDrawn) -> None:
        starts = event.claim is not None and (event.claim.target, event.claim.position) in _STARTS
        if starts:
            self.align(decision)
        if not decision.state.aligned:
            decision.record(CardUnreconciled(event.device, event.card))
            decision.fault("shoe.mid_round", device=event.device)
        elif self.may_draw(decision.state):
            self._enter(decision, Draw(event.card, event.claim))
            self._compare_place(decision, event)
            self._notice_cut_card(decision)
            self._notice_empty_shoe(decision)
        else:
            self.out_of_place(decision, "pass.after_last", event.card)

    def take_cut_card(self, decision: Decision) -> None:
        self._enter(decision, CutCard())

    def _card_revealed(self, decision: Decision, event: CardRevealed) -> None:
        if not decision.state.aligned or not decision.state.baccarat.in_pass or decision.state.baccarat.keyed:
            return
        if event.card is None:
            decision.fault("shoe.unread_card", device=event.device)
            return
        self._enter(decision, Reveal(event.card, event.claim))
        game = decision.state.baccarat
        if game.phase == "dealing" and len(game.dealt) >= 4 and not game.concealed:
            self._judge(decision)

    def _judge(self, decision: Decision) -> None:
        try:
            self.play(decision, self.engine.judge(decision.state.baccarat))
        except RuleViolation as violation:
            self._refused(decision, violation, None)

    def _compare_place(self, decision: Decision, event: CardDrawn) -> None:
        """The shoe's own attribution is a witness: where it parts from ours in the deal, somebody must look."""
        dealt = next((op.dealt for op in reversed(decision.operations) if isinstance(op, CardDealt)), None)
        if dealt is None or dealt.claim is None:
            return
        if place_of(dealt.claim) != dealt.place:
            claim, place = dealt.claim, dealt.place
            detail = f"sabot: {claim.target} {claim.position}; reglamento: {place.side} {place.position}"
            decision.fault("shoe.place_differs", detail=detail, device=event.device)

    def _notice_cut_card(self, decision: Decision) -> None:
        """No cut card where it must have come: the pass under way is the last of this shoe."""
        count, game = decision.state.count, decision.state.baccarat
        if count is not None and shoe_count.cut_card_overdue(count) and game.in_pass and not game.cut_card_out:
            decision.fault("cards.cut_card_missing")
            decision.record(CutCardMissed(self.rules.article("cut_card")))

    def _notice_empty_shoe(self, decision: Decision) -> None:
        game = decision.state.baccarat
        if game.shoe_empty and game.phase == "dealing" and not game.concealed:
            self.irregular(decision, "no_cut_card", {}, card=None)

    def _drawn_out_of_game(self, decision: Decision, device: str, card: str | None) -> None:
        self.doubt(decision, self.count_card(decision, card))
        if decision.state.overdraw_pending:
            decision.record(OverdrawNoted(False))
            self._seen_out_of_game(decision, card)
        elif decision.state.baccarat.phase == "no_shoe" or decision.state.open_incident("shoe.unread_card") is not None:
            decision.record(CardUnreconciled(device, card))  # no shoe in play, or the very card that was not read
        elif decision.state.held and decision.state.open_incident("extra_card_drawn") is None:
            decision.record(CardUnreconciled(device, card))
            decision.fault("cards.while_held", card=card)
        else:
            self.irregular(decision, "extra_card_drawn", {}, card=card)

    def _seen_out_of_game(self, decision: Decision, card: str | None) -> None:
        """The shoe shows the card of an overdraw: evidence for the person who decides."""
        incident = decision.state.open_incident("extra_card_drawn")
        if incident is not None and incident.card is None and card is not None:
            decision.record(IncidentCardKnown(incident.id, card))

    def _redrawn(self, decision: Decision, entry: Redraw) -> None:
        """A redraw names the card again that an overdraw left for the next pass; elsewhere it replaces the last."""
        game = decision.state.baccarat
        carried = game.carried and not game.in_pass
        if not carried and decision.state.open_incident("extra_card_drawn") is None:
            self._enter(decision, entry)

    # The engine's answer, or its refusal

    def _enter(self, decision: Decision, entry: Entry) -> None:
        try:
            self.play(decision, self.engine.apply(decision.state.baccarat, entry))
        except RuleViolation as violation:
            self._refused(decision, violation, entry.card if isinstance(entry, Draw) else None)

    def _refused(self, decision: Decision, violation: RuleViolation, card: str | None) -> None:
        code = _FAULT_OF.get(violation.code)
        if code is None:
            self.irregular(decision, violation.code, {}, card=card)
            return
        if card is not None or violation.code in ("card_without_shoe", "unread_card"):
            decision.record(CardUnreconciled(self.shoe, card))
        decision.fault(code, detail=f"art. {violation.article}: {violation.detail}", card=card)

    def irregular(
        self, decision: Decision, event: str, facts: Mapping[str, Fact], *, card: Card | None, box: str = ""
    ) -> None:
        """Open the rulebook's own irregularity; carry it out at once where the text leaves nothing to decide."""
        ruling = irregularities.ruling(self.rules, decision.state.baccarat, event, facts)
        choices = tuple(
            choice
            for row in ruling.rows
            for code in row.resolutions
            if ruling.resolution in (None, code)
            for choice in _offered(code, row)
        )
        automatic = len(choices) == 1 and choices[0].role == "dealer" and ruling.resolution != "SUPERVISOR"
        incident = decision.open(
            event,
            choices,
            hold=not automatic,
            detail=ruling.row.trigger if ruling.resolution else _what_happened(ruling.rows),
            articles=ruling.row.articles,
            card=card,
            announcement=ruling.row.announcement,
        )
        if automatic:
            self._automatic(decision, incident, choices[0])

    def choices_after_review(self, state: TableState, incident: Incident, facts: dict[str, bool]) -> tuple[Choice, ...]:
        if not facts or not any(row.event == incident.code for row in self.rules.irregularities):
            return incident.choices
        settled = irregularities.ruling(self.rules, state.baccarat, incident.code, facts).resolution
        return tuple(choice for choice in incident.choices if settled in (None, choice.code)) or incident.choices

    def _automatic(self, decision: Decision, incident: Incident, choice: Choice) -> None:
        operations = irregularities.carry_out(
            self.engine,
            decision.state.baccarat,
            choice.code,
            incident.card,
            reason=incident.code,
            article=", ".join(incident.articles),
        )
        decision.record(IncidentResolved(incident.id, choice.code, None, None, choice.row, "según el reglamento"))
        self.play(decision, operations)

    # The shoe's own words

    def _verdict(self, decision: Decision, event: ShoeResult) -> None:
        game = decision.state.baccarat
        if not decision.state.aligned or not game.in_pass:
            return  # R72: a round whose beginning was not seen has no result here
        decision.record(VerdictHeard(event))
        if event.winner == "forced_quit":
            decision.fault("shoe.forced_end", device=event.device)
        elif game.phase != "complete":
            if not decision.state.held:
                decision.fault("shoe.result_early", device=event.device)
        elif not _agrees(decision.state):
            detail = f"sabot: {event.winner}; reglamento: {outcome(game)}"
            decision.fault("shoe.result_differs", detail=detail, device=event.device)

    def settle_if_ready(self, decision: Decision) -> None:
        """Pay the pass once it is complete, nothing is open, and the shoe agreed or a person decided."""
        state = decision.state
        if state.held or state.baccarat.phase != "complete":
            return
        if state.verdict_waived or _agrees(state):
            self.play(decision, self.engine.apply(state.baccarat, ClosePass()))

    # People

    def enter(self, decision: Decision, entry: GameEntry) -> None:
        if not isinstance(entry, entries.KEYED):
            raise RuleViolation(HOUSE, "WRONG_GAME", f"{type(entry).__name__}: no es una orden de este juego")
        if isinstance(entry, ClosePass) and self.shoe_gives_verdict:
            raise RuleViolation(HOUSE, "SHOE_CLOSES", "el pase lo cierra el sabot con su resultado")
        try:
            engine = self.engine.within(decision.state.session.limits)
            self.play(decision, engine.apply(decision.state.baccarat, entry))
        except RuleViolation as violation:
            if violation.code != "cut_card_first":
                raise
            self.irregular(decision, violation.code, {}, card=None)

    def burn(self, decision: Decision, cards: tuple[Card | None, ...]) -> None:
        article = self.rules.article("claims")
        self.play(decision, [CardBurned(card, article) for card in cards])

    def carry_out(self, decision: Decision, command: Resolve, incident: Incident, choice: Choice) -> None:
        game = decision.state.baccarat
        match choice.code:
            case "KEY_HANDS":
                self._key_hands(decision, command, incident)
            case "CONFIRM_OURS":
                decision.record(VerdictWaived())
            case "FIVE_DRAW" | "FIVE_STAND":
                word = SpeakFive("draw" if choice.code == "FIVE_DRAW" else "stand")
                self.play(decision, self.engine.apply(game, word))
                self.play(decision, self.engine.apply(decision.state.baccarat, Draw(incident.card)))
            case _:
                article = ", ".join(incident.articles) or self.rules.article("claims")
                operations = irregularities.carry_out(
                    self.engine, game, choice.code, incident.card, reason=incident.code, article=article
                )
                self.play(decision, operations)

    def _key_hands(self, decision: Decision, command: Resolve, incident: Incident) -> None:
        game = decision.state.baccarat
        if game.phase not in ("betting", "dealing", "complete"):
            raise RuleViolation(HOUSE, "NO_PASS", "no hay pase en el que ingresar manos")
        opening = [] if game.in_pass else [BetsClosed(self.rules.article("bets"))]
        keyed = self.engine.key_hands(game, command.punto, command.bank)
        self.count_keyed(decision, incident, (*command.punto, *command.bank), (one.card for one in game.dealt))
        self.play(decision, [*opening, *keyed])
        decision.record(VerdictWaived())


def _offered(code: str, row: Irregularity) -> tuple[Choice, ...]:
    """The choices behind a row's resolution; where the text says nothing, what a supervisor may order."""
    if code == "SUPERVISOR":
        return tuple(Choice(order, "jefe_de_sala", row.row) for order in irregularities.SUPERVISOR_ORDERS)
    return (Choice(code, row.role, row.row, jointly=row.jointly),)


def _what_happened(rows: tuple[Irregularity, ...]) -> str:
    """What the triggers of all possible rows have in common: the part nobody has to find out yet."""
    words = zip(*(row.trigger.replace(",", " ,").split() for row in rows), strict=False)
    common = itertools.takewhile(lambda alike: len(set(alike)) == 1, words)
    return " ".join(word for word, *_ in common).removesuffix(" ,")


_STARTS = {("punto", 1), ("first", 0), ("first", 1)}


def _agrees(state: TableState) -> bool:
    """Whether the shoe's winner and pairs are ours."""
    verdict, game = state.verdict, state.baccarat
    if verdict is None:
        return False
    return verdict.winner == outcome(game) and set(verdict.pairs) == set(pairs(game))
