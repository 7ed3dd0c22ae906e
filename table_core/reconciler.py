"""What the hardware said, against what the rules expect: the verdict, and an incident where the two part.

Pure: takes a state and an event, answers with a Decision. Disagreement is a value here, never an exception.
"""

import itertools

from table_core.decision import Decision
from table_core.events import (
    CardDrawn,
    CardDrawnOutOfGame,
    CardRedrawn,
    CardRevealed,
    CardRevealedOutOfGame,
    CutCardDrawn,
    DeviceEvent,
    DeviceSaidNonsense,
    LampsDiffer,
    LampsShown,
    LinkLost,
    LinkRestored,
    MessagesLost,
    SendLost,
    ShoeFault,
    ShoeLocked,
    ShoePresetChanged,
    ShoeResult,
    ShoeStandby,
    ShoeStarted,
)
from table_core.faults import SHOE_FAULTS
from table_core.incidents import Choice, Incident, IncidentResolved
from table_core.rulebook import Irregularity, RuleViolation
from table_core.rules.baccarat import irregularities
from table_core.rules.baccarat.engine import Engine, outcome, pairs, place_of
from table_core.rules.baccarat.entries import ClosePass, CutCard, Draw, Entry, Redraw, Reveal
from table_core.rules.baccarat.state import CardDealt
from table_core.table import (
    CardUnreconciled,
    DeviceLinked,
    IncidentCardKnown,
    LampsNoted,
    OverdrawNoted,
    ShoeAligned,
    TableState,
    VerdictHeard,
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


class Reconciler:
    """One table's rules and the devices it must agree with. *shoe_gives_verdict*: the shoe itself closes a pass."""

    def __init__(self, engine: Engine, *, shoe: str, shoe_gives_verdict: bool = True) -> None:
        self.engine = engine
        self._shoe = shoe
        self.shoe_gives_verdict = shoe_gives_verdict

    def observe(self, state: TableState, event: DeviceEvent) -> Decision:
        """The decision on one device event."""
        decision = Decision(state)
        self._observe(decision, event)
        self.settle_if_ready(decision)
        return decision

    def _observe(self, decision: Decision, event: DeviceEvent) -> None:
        match event:
            case CardDrawn():
                self._card_drawn(decision, event)
            case CardRevealed():
                self._card_revealed(decision, event)
            case CardRedrawn(card=card, claim=claim):
                self._redrawn(decision, Redraw(card, claim))
            case CardDrawnOutOfGame(device=device, card=card):
                self._drawn_out_of_game(decision, device, card)
            case ShoeResult():
                self._verdict(decision, event)
            case CutCardDrawn():
                self._enter(decision, CutCard())
            case ShoeStandby():
                self._align(decision)
            case ShoeStarted(device=device):
                self._shoe_started(decision, device)
            case ShoeFault(active=True):
                self._shoe_fault(decision, event)
            case MessagesLost(device=device, expected=expected, got=got):
                detail = f"se esperaba el mensaje {expected} y llegó el {got}"
                decision.fault("shoe.messages_lost", detail=detail, device=device)
            case DeviceSaidNonsense(device=device, detail=detail):
                decision.fault("shoe.nonsense", detail=detail, device=device)
            case LampsShown(device=device, lit=lit, confirmed=confirmed):
                decision.record(LampsNoted(device, lit, confirmed))
                decision.clear("lamps.differ", device, "la placa muestra lo ordenado")
            case LampsDiffer(device=device, wanted=wanted, lit=lit):
                detail = f"canales que difieren: {[n + 1 for n, on in enumerate(wanted) if on != lit[n]]}"
                decision.fault("lamps.differ", detail=detail, device=device)
            case LinkLost(device=device):
                self._link_lost(decision, device)
            case LinkRestored(device=device):
                self._link_restored(decision, device)
            case SendLost(device=device):
                decision.fault("device.takes_no_bytes", device=device)
            case CardRevealedOutOfGame(card=card):
                self._seen_out_of_game(decision, card)
            case ShoeFault() | ShoeLocked() | ShoePresetChanged():
                pass  # evidence only: the event itself is in the journal

    # Cards

    def _card_drawn(self, decision: Decision, event: CardDrawn) -> None:
        starts = event.claim is not None and (event.claim.target, event.claim.position) in _STARTS
        if not decision.state.aligned and starts and not decision.state.held:
            self._align(decision)
        if decision.state.held:
            decision.record(CardUnreconciled(event.device, event.card))
            decision.fault("cards.while_held", card=event.card)
        elif not decision.state.aligned:
            decision.record(CardUnreconciled(event.device, event.card))
            decision.fault("shoe.mid_round", device=event.device)
        elif self._may_draw(decision.state):
            self._enter(decision, Draw(event.card, event.claim))
            self._compare_place(decision, event)
            self._notice_empty_shoe(decision)
        else:
            decision.record(CardUnreconciled(event.device, event.card))
            decision.fault("pass.after_last", card=event.card)

    def _may_draw(self, state: TableState) -> bool:
        """A pass begins only at an open table with passes left; what has begun may go on."""
        return state.session.may_deal or (state.game.in_pass and state.session.day == "open")

    def _card_revealed(self, decision: Decision, event: CardRevealed) -> None:
        if not decision.state.aligned or not decision.state.game.in_pass or decision.state.game.keyed:
            return
        if event.card is None:
            decision.fault("shoe.unread_card", device=event.device)
            return
        self._enter(decision, Reveal(event.card, event.claim))
        game = decision.state.game
        if game.phase == "dealing" and len(game.dealt) >= 4 and not game.concealed:
            self._judge(decision)

    def _judge(self, decision: Decision) -> None:
        try:
            decision.play(self.engine.judge(decision.state.game), self.engine.rules)
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

    def _notice_empty_shoe(self, decision: Decision) -> None:
        game = decision.state.game
        if game.shoe_empty and game.phase == "dealing" and not game.concealed:
            self.irregular(decision, "no_cut_card", {}, card=None)

    def _drawn_out_of_game(self, decision: Decision, device: str, card: str | None) -> None:
        if decision.state.overdraw_pending:
            decision.record(OverdrawNoted(False))
            self._seen_out_of_game(decision, card)
        elif decision.state.game.phase == "no_shoe" or decision.state.open_incident("shoe.unread_card") is not None:
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
        game = decision.state.game
        carried = game.carried and not game.in_pass
        if not carried and decision.state.open_incident("extra_card_drawn") is None:
            self._enter(decision, entry)

    # The engine's answer, or its refusal

    def _enter(self, decision: Decision, entry: Entry) -> None:
        try:
            decision.play(self.engine.apply(decision.state.game, entry), self.engine.rules)
        except RuleViolation as violation:
            self._refused(decision, violation, entry.card if isinstance(entry, Draw) else None)

    def _refused(self, decision: Decision, violation: RuleViolation, card: str | None) -> None:
        code = _FAULT_OF.get(violation.code)
        if code is None:
            self.irregular(decision, violation.code, {}, card=card)
            return
        if card is not None or violation.code in ("card_without_shoe", "unread_card"):
            decision.record(CardUnreconciled(self._shoe, card))
        decision.fault(code, detail=f"art. {violation.article}: {violation.detail}", card=card)

    def irregular(self, decision: Decision, event: str, facts: dict[str, bool], *, card: str | None) -> None:
        """Open the rulebook's own irregularity; carry it out at once where the text leaves nothing to decide."""
        game, rules = decision.state.game, self.engine.rules
        ruling = irregularities.ruling(rules, game, event, facts)
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
            self._carry_out(decision, incident, choices[0])

    def _carry_out(self, decision: Decision, incident: Incident, choice: Choice) -> None:
        operations = irregularities.carry_out(
            self.engine,
            decision.state.game,
            choice.code,
            incident.card,
            reason=incident.code,
            article=", ".join(incident.articles),
        )
        decision.record(IncidentResolved(incident.id, choice.code, None, None, choice.row, "según el reglamento"))
        decision.play(operations, self.engine.rules)

    # The shoe's own words

    def _verdict(self, decision: Decision, event: ShoeResult) -> None:
        game = decision.state.game
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
        if state.held or state.game.phase != "complete":
            return
        if state.verdict_waived or _agrees(state):
            decision.play(self.engine.apply(state.game, ClosePass()), self.engine.rules)

    def _align(self, decision: Decision) -> None:
        if not decision.state.aligned:
            decision.record(ShoeAligned(True))

    def _shoe_started(self, decision: Decision, device: str) -> None:
        if decision.state.game.phase == "no_shoe":
            self._align(decision)
        else:
            decision.fault("shoe.restarted", device=device)

    def _shoe_fault(self, decision: Decision, event: ShoeFault) -> None:
        code = SHOE_FAULTS[event.code]
        if code == "extra_card_drawn":
            if not decision.state.overdraw_pending and decision.state.game.phase != "no_shoe":
                decision.record(OverdrawNoted(True))
                self.irregular(decision, code, {}, card=None)
            return
        decision.fault(code, device=event.device)
        if event.stopped and not decision.state.held:
            decision.fault("shoe.stopped", device=event.device)

    # Links

    def _link_lost(self, decision: Decision, device: str) -> None:
        decision.record(DeviceLinked(device, "down"))
        if device != self._shoe:
            decision.fault("lamps.link_lost", device=device)
            return
        decision.record(ShoeAligned(False))
        if decision.state.game.phase != "no_shoe":
            decision.fault("shoe.link_lost", device=device)

    def _link_restored(self, decision: Decision, device: str) -> None:
        decision.record(DeviceLinked(device, "up"))
        decision.clear("lamps.link_lost", device, "la placa volvió")
        decision.clear("device.takes_no_bytes", device, "el dispositivo volvió")


def _offered(code: str, row: Irregularity) -> tuple[Choice, ...]:
    """The choices behind a row's resolution; where the text says nothing, what a supervisor may order."""
    if code == "SUPERVISOR":
        return tuple(Choice(order, "jefe_de_sala", row.row) for order in irregularities.SUPERVISOR_ORDERS)
    return (Choice(code, row.role, row.row),)


def _what_happened(rows: tuple[Irregularity, ...]) -> str:
    """What the triggers of all possible rows have in common: the part nobody has to find out yet."""
    words = zip(*(row.trigger.replace(",", " ,").split() for row in rows), strict=False)
    common = itertools.takewhile(lambda alike: len(set(alike)) == 1, words)
    return " ".join(word for word, *_ in common).removesuffix(" ,")


_STARTS = {("punto", 1), ("first", 0), ("first", 1)}


def _agrees(state: TableState) -> bool:
    """Whether the shoe's winner and pairs are ours."""
    verdict, game = state.verdict, state.game
    if verdict is None:
        return False
    return verdict.winner == outcome(game) and set(verdict.pairs) == set(pairs(game))
