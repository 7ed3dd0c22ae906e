"""What a shoe and a dealer's keys say at a table of Chemin de Fer, against the text.

The cards alone tell the deal; words tell the rest, and a card drawn where only one hand may have it needs none. The
result a shoe computes by the house games' chart is a witness only where it laid every card where we did.
"""

from collections.abc import Mapping
from typing import Any

from table_core.cards import Card
from table_core.commands import GameEntry, Resolve
from table_core.decision import Decision
from table_core.events import (
    CardDrawn,
    CardDrawnOutOfGame,
    CardRedrawn,
    CardRevealed,
    CardRevealedOutOfGame,
    Claim,
    DeviceEvent,
    ShoeResult,
)
from table_core.incidents import Choice, Incident, IncidentResolved
from table_core.money import pesos
from table_core.pad import Scene
from table_core.people import HOUSE
from table_core.reconciler.base import Reconciler
from table_core.rulebook import Fact, Irregularity, RuleViolation
from table_core.rules.baccarat.chemin import dealing, entries, errors, hidden, play, remedies
from table_core.rules.baccarat.chemin.engine import Engine, Operations
from table_core.rules.baccarat.chemin.entries import CloseBets, Entry
from table_core.rules.baccarat.chemin.operations import (
    BankChanged,
    BankTaken,
    BetsClosed,
    CardDealt,
    CardDiscarded,
    CardFaced,
    PlayCompleted,
    PlaySettled,
    PlayVoided,
    ShoePrepared,
    Spoken,
)
from table_core.rules.baccarat.chemin.state import CheminState
from table_core.rules.baccarat.engine import place_of
from table_core.rules.baccarat.entries import CutCard, Draw, PrepareShoe, Redraw, Reveal
from table_core.rules.baccarat.state import Dealt
from table_core.session import PassOpened
from table_core.shoe_faults import UNREAD
from table_core.table import Announced, CardUnreconciled, TableState, VerdictHeard, VerdictWaived

# Where a refusal by the engine leads when the text has no row for it.
_FAULT_OF = {
    "card_without_shoe": "cards.without_shoe",
    "surplus_card": "cards.unexpected",
    "reveal_differs": "shoe.reveal_differs",
    "reveal_of_no_card": "shoe.reveal_differs",
    "redraw_of_no_card": "shoe.reveal_differs",
    "third_card_wrong": "cards.third_card_wrong",
    "third_card_missing": "cards.third_card_missing",
    "cut_card_impossible": "cards.cut_card_impossible",
}
_AFTER_A_WORD = {"third_card_wrong", "third_card_missing"}  # told by faces that came after the words
_ALIGNING = (PrepareShoe, CloseBets)
_STARTS = {("punto", 1), ("first", 0), ("first", 1)}


class CheminReconciler(Reconciler):
    def __init__(self, engine: Engine, *, shoe: str) -> None:
        super().__init__(engine.rules, shoe=shoe)
        self.engine = engine

    def bets_open(self, state: TableState) -> bool:
        return self.engine.expects(state.chemin).bets_open

    def pad_scene(self, state: TableState) -> Scene:
        return Scene(state.chemin.phase)

    def picture(self, state: TableState) -> dict[str, Any]:
        return hidden.picture(state.chemin, self.engine.expects(state.chemin))

    def _in_force(self, state: TableState) -> Engine:
        """The game within the limits of the day."""
        return self.engine.within(state.session.limits)

    # Cards

    def take_card(self, decision: Decision, event: CardDrawn) -> None:
        if self._begins(decision.state, event.claim):
            self.align(decision)
        if not decision.state.aligned:
            decision.record(CardUnreconciled(event.device, event.card))
            decision.fault("shoe.mid_round", device=event.device)
        elif self.may_draw(decision.state):
            self._enter(decision, Draw(event.card, event.claim), event.card)
            self._compare_place(decision, event)
            self._notice_empty_shoe(decision)
        else:
            self.out_of_place(decision, "pass.after_last", event.card)

    def _begins(self, state: TableState, claim: Claim | None) -> bool:
        """Whether a card may be the first of a play; a shoe that tells no places cannot be in the middle of one."""
        return not state.game.in_pass if claim is None else (claim.target, claim.position) in _STARTS

    def take_cut_card(self, decision: Decision) -> None:
        self._enter(decision, CutCard(), None)

    def shoe_said(self, decision: Decision, event: DeviceEvent) -> None:
        match event:
            case CardRevealed(card=card, claim=claim):
                self._revealed(decision, card, claim)
            case CardRevealedOutOfGame(card=card):
                self._revealed(decision, card, None)
            case CardRedrawn(card=card, claim=claim):
                self._enter(decision, Redraw(card, claim), None)
            case CardDrawnOutOfGame(device=device, card=None) if decision.state.open_incident(UNREAD) is not None:
                self.doubt(decision, self.count_card(decision, None))  # the reader's error and the card are one thing
                decision.record(CardUnreconciled(device, None))
            case CardDrawnOutOfGame(device=device, card=card):
                self._card_drawn(decision, CardDrawn(device, card))  # its chart ended the round; the text did not
            case ShoeResult():
                self._verdict(decision, event)

    def overdrawn(self, decision: Decision, device: str) -> None:
        """By the chart of the house games a card too many; here the banker may draw where that chart stands."""

    def _revealed(self, decision: Decision, card: Card | None, claim: Claim | None) -> None:
        """A face told at the end of the shoe's round; without a place it is the last card that has none."""
        game = decision.state.chemin
        if not game.in_pass or game.keyed or decision.state.held:
            return
        if card is None:
            decision.fault("shoe.unread_card", device=self.shoe)
            return
        if claim is None:
            lying = next((one for one in reversed(game.dealt) if one.card is None and one.claim is None), None)
            claim = Claim(lying.place.side, lying.place.position) if lying is not None else None
        if claim is not None:
            self._enter(decision, Reveal(card, claim), None)

    def _compare_place(self, decision: Decision, event: CardDrawn) -> None:
        """In the deal the shoe's attribution must be ours; thirds it gives by a chart that does not bind here.

        Nor does it bind where the shoe counts a card to the round that the text took out of it.
        """
        game = decision.state.chemin
        if game.removed or (game.dealt and _counted_from_another(game.dealt[0])):
            return
        dealt = next((op.dealt for op in reversed(decision.operations) if isinstance(op, CardDealt)), None)
        if dealt is None or dealt.claim is None or dealt.place.position > 2:
            return
        if place_of(dealt.claim) != dealt.place:
            claim, place = dealt.claim, dealt.place
            detail = f"sabot: {claim.target} {claim.position}; reglamento: {place.side} {place.position}"
            decision.fault("shoe.place_differs", detail=detail, device=event.device)

    def _notice_empty_shoe(self, decision: Decision) -> None:
        game = decision.state.chemin
        if game.shoe_empty and game.phase in ("dealing", "closed") and not decision.state.held:
            self.irregular(decision, "unforeseen", {}, card=None)

    def _verdict(self, decision: Decision, event: ShoeResult) -> None:
        """Evidence; a disagreement only where the shoe saw the play as we did, to its end."""
        game = decision.state.chemin
        if not game.in_pass:
            return
        decision.record(VerdictHeard(event))
        same = all(one.claim is None or place_of(one.claim) == one.place for one in game.dealt)
        comparable = game.phase == "complete" and same and not game.marks and not game.concealed
        ours = "tie" if (result := play.result_of(game)) == "null" else result
        if comparable and event.winner not in ("forced_quit", ours):
            detail = f"sabot: {event.winner}; reglamento: {ours}"
            decision.fault("shoe.result_differs", detail=detail, device=event.device)

    # The engine's answer, or its refusal

    def play(self, decision: Decision, operations: Operations) -> None:
        """Record what the game did, with the pass it opens or ends and the words that go with it."""
        for operation in operations:
            in_pass = decision.state.chemin.in_pass
            match operation:
                case ShoePrepared(decks=decks, cut_behind=behind):
                    decision.record(operation)
                    self.load_shoe(decision, decks, behind)
                    self._say(decision, "cards_pass")
                case CardFaced(card=card):
                    decision.record(operation)
                    self.learn_face(decision, card)
                case BetsClosed():
                    decision.record(PassOpened(decision.state.session.passes + 1), operation)
                    self._say(decision, "bets_closed")
                case BankTaken(bank=bank) | BankChanged(bank=bank):
                    decision.record(operation)
                    self._say(decision, "bank_announced", bank=pesos(bank.amount).removeprefix("$"))
                case Spoken(side="punto", word=word):
                    decision.record(operation)
                    self._say(decision, word)
                case PlayCompleted(punto=punto, bank=total):
                    decision.record(operation)
                    self._say(decision, "points", punto=punto, bank=total)
                case PlaySettled():
                    self._note_errors_shown(decision)
                    decision.record(operation)
                    decision.end_pass()
                case PlayVoided() if in_pass:
                    decision.record(operation)
                    decision.end_pass()
                case _:
                    decision.record(operation)

    def _say(self, decision: Decision, what: str, **values: object) -> None:
        words = self.rules.say(what)
        decision.record(Announced(words.text.format(**values), words.article))

    def _note_errors_shown(self, decision: Decision) -> None:
        """What covered hands hid: a natural that was not shown. Known to nobody before, it is told when they are."""
        for event, choice in errors.shown(decision.state.chemin):
            row = next(row for row in self.rules.irregularities if row.event == event)
            incident = decision.open(
                event, (Choice(choice, row.role, row.row),), hold=False, detail=row.trigger, articles=row.articles
            )
            decision.record(IncidentResolved(incident.id, choice, None, None, row.row, "según el reglamento"))

    def _enter(self, decision: Decision, entry: Entry, card: Card | None) -> None:
        try:
            self.play(decision, self._in_force(decision.state).apply(decision.state.chemin, entry))
        except RuleViolation as violation:
            self._refused(decision, violation, card, drawn=isinstance(entry, Draw))

    def _refused(self, decision: Decision, violation: RuleViolation, card: Card | None, *, drawn: bool) -> None:
        if drawn:
            decision.record(CardUnreconciled(self.shoe, card))
        code = _FAULT_OF.get(violation.code)
        if code is None:
            self.irregular(decision, violation.code, {}, card=card, device=self.shoe if drawn else None)
            return
        detail = f"art. {violation.article}: {violation.detail}"
        decision.fault(code, detail=detail, card=card, device=self.shoe if drawn else None)

    def irregular(
        self,
        decision: Decision,
        event: str,
        facts: Mapping[str, Fact],
        *,
        card: Card | None,
        box: str = "",
        device: str | None = None,
    ) -> None:
        """*device*: the shoe that gave the card this is about, when nobody was owed it."""
        game = decision.state.chemin
        ruling = errors.ruling(self.rules, game, event, facts)
        rows = ruling.rows if ruling.resolution else (*ruling.rows, *errors.offered(self.rules, event))
        choices = tuple(
            choice
            for row in rows
            for code in row.resolutions
            if ruling.resolution in (None, code)
            for choice in _offered(code, row)
        )
        automatic = len(choices) == 1 and choices[0].role == "dealer"
        incident = decision.open(
            event,
            choices,
            hold=not automatic,
            detail=ruling.row.trigger,
            articles=ruling.row.articles,
            card=card,
            announcement=ruling.row.announcement,
            device=device,
            box=box,
        )
        if automatic:
            choice = choices[0]
            done = IncidentResolved(
                incident.id, choice.code, decision.person, decision.role, choice.row, "según el reglamento"
            )
            decision.record(done)
            self._put_right(decision, incident, choice.code, facts)

    def choices_after_review(self, state: TableState, incident: Incident, facts: dict[str, bool]) -> tuple[Choice, ...]:
        if not facts or not any(row.event == incident.code for row in self.rules.irregularities):
            return incident.choices
        settled = errors.ruling(self.rules, state.chemin, incident.code, facts).resolution
        return tuple(choice for choice in incident.choices if settled in (None, choice.code)) or incident.choices

    def _put_right(self, decision: Decision, incident: Incident, choice: str, facts: Mapping[str, Fact]) -> None:
        case = remedies.Case(
            self._in_force(decision.state),
            decision.state.chemin,
            incident.card,
            stray=incident.device == self.shoe and incident.code in _STRAYS,
            reason=incident.code,
            article=", ".join(incident.articles) or self.rules.article("claims"),
            box=incident.box,
            facts=facts,
        )
        self.play(decision, remedies.carry_out(case, choice))

    # People

    def enter(self, decision: Decision, entry: GameEntry) -> None:
        if not isinstance(entry, entries.KEYED):
            raise RuleViolation(HOUSE, "WRONG_GAME", f"{type(entry).__name__}: no es una orden de este juego")
        if isinstance(entry, CloseBets) and not decision.state.session.may_deal:
            raise RuleViolation(HOUSE, "NO_MORE_PASSES", "ya se jugó el último pase de la mesa")
        if isinstance(entry, _ALIGNING):
            self.align(decision)
        try:
            self.play(decision, self._in_force(decision.state).apply(decision.state.chemin, entry))
        except RuleViolation as violation:
            if violation.code not in _AFTER_A_WORD and violation.code != "banker_abates_early":
                raise
            self._refused(decision, violation, None, drawn=False)

    def burn(self, decision: Decision, cards: tuple[Card | None, ...]) -> None:
        article = self.rules.article("errors")
        self.play(decision, [CardDiscarded(card, article) for card in cards])

    def carry_out(self, decision: Decision, command: Resolve, incident: Incident, choice: Choice) -> None:
        match choice.code:
            case "KEY_HANDS":
                self._key_hands(decision, command, incident)
            case "CONFIRM_OURS":
                decision.record(VerdictWaived())
            case _:
                self._put_right(decision, incident, choice.code, {})

    def _key_hands(self, decision: Decision, command: Resolve, incident: Incident) -> None:
        game: CheminState = decision.state.chemin
        if not game.in_pass:
            raise RuleViolation(HOUSE, "NO_PASS", "no hay jugada en la que ingresar manos")
        keyed = dealing.key_hands(self.rules, game, command.punto, command.bank)
        self.count_keyed(decision, incident, (*command.punto, *command.bank), (one.card for one in game.dealt))
        self.play(decision, keyed)
        decision.record(VerdictWaived())


def _counted_from_another(first: Dealt) -> bool:
    """Whether the shoe began its round with a card that was discarded before bets closed."""
    return first.claim is not None and place_of(first.claim) != first.place


_STRAYS = {"early_draw", "fifth_card_drawn", "two_third_cards", "cards.unexpected", "cards.without_shoe"}


def _offered(code: str, row: Irregularity) -> tuple[Choice, ...]:
    """The choices behind a row's resolution; where the text says nothing, what a supervisor may order."""
    if code == "SUPERVISOR":
        return tuple(Choice(order, "jefe_de_sala", row.row) for order in errors.SUPERVISOR_ORDERS)
    return (Choice(code, row.role, row.row, jointly=row.jointly),)
