"""What a dealer's keys and, where there is one, a deck reader say at a poker table, against the text.

Which card lies where follows from the order of the deal and is provisional until the dealer confirms it at the reveal.
"""

from collections.abc import Mapping
from typing import Any

from table_core.cards import Card
from table_core.commands import GameEntry, Resolve
from table_core.decision import Decision
from table_core.events import CardDrawn, CardDrawnOutOfGame, DeviceEvent, PackSeen
from table_core.incidents import Choice, Incident, IncidentResolved
from table_core.pad import Scene
from table_core.people import HOUSE, may_act_as
from table_core.progressive.prizes import Hand
from table_core.reconciler.base import Reconciler
from table_core.rulebook import Fact, Irregularity, Role, RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.poker import entries, hidden, irregularities, order, resolutions, review
from table_core.rules.poker.engine import Engine
from table_core.rules.poker.entries import (
    DEALER,
    ChangeCards,
    ConfirmHands,
    DecideBet,
    DeckCard,
    Entry,
    KeyHand,
    OpenHands,
)
from table_core.rules.poker.irregularities import NEEDS, SUPERVISOR_ORDERS
from table_core.rules.poker.operations import (
    CardBurned,
    DealBegun,
    DealReordered,
    DeckPrepared,
    PassSettled,
    PassVoided,
    PokerOperation,
    SeatOut,
)
from table_core.session import PassOpened
from table_core.table import Announced, TableState

# Where a refusal of a card leads when the text has no row for it.
_FAULT_OF = {
    "card_without_shoe": "cards.without_shoe",
    "dealer_draw_wrong": "cards.dealer_draw_wrong",
    "quorum": "pass.no_quorum",
}


class PokerReconciler(Reconciler):
    """*shoe* is the device that reads the deck; without one every hand is keyed."""

    def __init__(self, engine: Engine, *, shoe: str) -> None:
        super().__init__(engine.rules, shoe=shoe)
        self.engine = engine

    def bets_open(self, state: TableState) -> bool:
        return state.poker.phase == "antes"

    def pad_scene(self, state: TableState) -> Scene:
        game = state.poker
        waits_for = self.engine.expects(game).waits_for
        turn = str(waits_for[0]) if waits_for else ""
        return Scene(game.phase, turn, active=frozenset(str(seat.number) for seat in game.seats))

    def picture(self, state: TableState) -> dict[str, Any]:
        return hidden.picture(self.engine, state.poker)

    # What a progressive beside it must know

    def base_bets(self, state: TableState) -> frozenset[int] | None:
        game = state.poker
        return frozenset(() if game.phase in ("shuffle", "settled") else (seat.number for seat in game.seats))

    def final_hands(self, state: TableState) -> tuple[Hand, ...] | None:
        game = state.poker
        if game.phase != "settled":
            return None
        return tuple(review.side_hand(self.rules, game, seat) for seat in game.seats)

    def holders(self, state: TableState, card: Card) -> tuple[int, ...]:
        """A seat that changed cards surely holds only those it got instead: which it put aside nobody saw."""
        game = state.poker
        held = {
            seat.number: order.replaced_for(self.rules, game, seat.number)
            if seat.changes
            else order.dealt_to(game, seat.number)
            for seat in game.seats
        }
        return tuple(sorted(seat for seat, cards in held.items() if card in cards))

    def unread(self, state: TableState) -> tuple[int, ...]:
        game = state.poker
        read = game.read and not game.shuffled
        unsure = (seat for seat in game.seats if seat.changes or not read or None in order.dealt_to(game, seat.number))
        return tuple(seat.number for seat in unsure if not seat.out)

    def void_seats(self, state: TableState) -> frozenset[int]:
        return frozenset(seat.number for seat in state.poker.seats if seat.out in ("void", "waits"))

    def annulled(self, operations: list[Any]) -> bool:
        return any(isinstance(operation, PassVoided) for operation in operations)

    def settle_if_ready(self, decision: Decision) -> None:
        """Go on to the next phase by itself once nothing is open that could change what it rests on."""
        while not decision.state.held and (following := self.engine.advance(decision.state.poker)):
            self.play(decision, following)
        self._notice_short_deck(decision)

    def play(self, decision: Decision, operations: list[PokerOperation]) -> None:
        """Record what the game did, with the pass it opens or ends and the words that go with it."""
        for operation in operations:
            match operation:
                case DealBegun():
                    decision.record(PassOpened(decision.state.session.passes + 1), operation)
                    self._announce(decision, "bets_closed")
                case DeckPrepared(read=True):
                    decision.record(operation)
                    self.load_shoe(decision, self.rules["decks"], None)
                case DealReordered():
                    decision.record(operation)
                    self._announce(decision, "well_dealt")
                case PassSettled() | PassVoided():
                    decision.record(operation)
                    decision.end_pass(self.rules.announcements)
                case _:
                    decision.record(operation)

    # Cards

    def take_card(self, decision: Decision, event: CardDrawn) -> None:
        game = decision.state.poker
        if game.phase in ("antes", "deal") and not self.may_draw(decision.state):
            self.out_of_place(decision, "pass.after_last", event.card)
            return
        try:
            self.play(decision, self.engine.apply(game, DeckCard(event.card)))
        except RuleViolation as violation:
            self._unexpected_card(decision, violation, event.card)
            return
        if event.card is None:
            decision.fault("cards.unread_covered", device=event.device)

    def shoe_said(self, decision: Decision, event: DeviceEvent) -> None:
        """A card nobody could read left the deck; or one of the pack that is not in use: they take turns (101 f)."""
        game = decision.state.poker
        if isinstance(event, CardDrawnOutOfGame) and event.card is None:
            self.doubt(decision, self.count_card(decision, None))
        if isinstance(event, PackSeen) and game.shoe_in_play and event.pack != game.pack:
            detail = f"salió una carta del mazo {event.pack}; en uso está el {game.pack}"
            decision.fault("cards.wrong_pack", detail=detail, device=event.device)

    def _unexpected_card(self, decision: Decision, violation: RuleViolation, card: Card | None) -> None:
        """A card nobody was owed: after the pass the text burns it, in the deal the count tells of a doubled seat."""
        game = decision.state.poker
        if violation.code == "extra_cards_at_end" and self._has_row("extra_cards_at_end"):
            self.play(decision, [CardBurned(card, violation.article)])
            self.irregular(decision, "extra_cards_at_end", {}, card=card)
        elif game.phase == "decide" and not any(seat.choice for seat in game.seats):
            self.play(decision, [CardBurned(card, violation.article)])  # whatever is decided, it is one too many
            self._miscounted(decision)
        else:
            self.out_of_place(decision, _FAULT_OF.get(violation.code, "cards.unexpected"), card, violation)

    def _miscounted(self, decision: Decision) -> None:
        """The number of cards out tells that a seat was skipped or served twice; which one, people must see."""
        event = "misdeal" if self._has_row("misdeal") else "wrong_count"
        self._open_row(decision, event, {}, card=None, detail="la cuenta no cuadra: falta o sobra una carta repartida")

    def _notice_short_deck(self, decision: Decision) -> None:
        """Burned cards may leave too few for the pass (2.4)."""
        game = decision.state.poker
        if decision.state.held or not game.in_pass or game.phase == "review" or not self._has_row("cards_short"):
            return
        draw = review.required_draw(self.rules, game) if game.phase == "dealer" else None
        players = len(order.deal_order(game)) - 1
        drawn = len(draw.discard) if draw else 0
        if not order.deck_suffices(self.rules, order.cards_needed(players, game.changes, drawn, game.burned)):
            self.irregular(decision, "cards_short", {}, card=None)

    def take_cut_card(self, decision: Decision) -> None:
        decision.fault("cards.cut_card_impossible")

    def burn(self, decision: Decision, cards: tuple[Card | None, ...]) -> None:
        self.play(decision, [CardBurned(card, self.rules.article("irregular")) for card in cards])

    # People

    def enter(self, decision: Decision, entry: GameEntry) -> None:
        if not isinstance(entry, entries.KEYED):
            raise RuleViolation(HOUSE, "WRONG_GAME", f"{type(entry).__name__}: no es una orden de este juego")
        self._check_time(decision, entry)
        try:
            operations = self.engine.within(decision.state.session.limits).apply(decision.state.poker, entry)
        except RuleViolation as violation:
            self._irregular_entry(decision, entry, violation)
            return
        self.play(decision, operations)
        if isinstance(entry, DecideBet):
            self._check_bet(decision, entry)
        elif isinstance(entry, OpenHands | KeyHand):
            self._check_hand(decision, entry)

    def _check_time(self, decision: Decision, entry: Entry) -> None:
        """No pass begins after the last; hands that rest on keys alone are confirmed by who supervises."""
        if isinstance(entry, entries.CloseAntes) and not self.may_draw(decision.state):
            raise RuleViolation(HOUSE, "LAST_PASS_OVER", "ya se jugó el último pase de la mesa")
        supervised = decision.role is not None and may_act_as(decision.role, "jefe_de_mesa")
        if isinstance(entry, ConfirmHands) and not supervised and review.needs_check(decision.state.poker):
            detail = "las manos que solo se ingresaron las confirma el jefe de mesa"
            raise RuleViolation(self.rules.article("claims"), "WRONG_ROLE", detail)

    def _irregular_entry(self, decision: Decision, entry: Entry, violation: RuleViolation) -> None:
        """What the engine refuses and the text has a row for is an incident, not only a refusal."""
        match entry, violation.code:
            case ChangeCards(seat=seat, count=count), "change_request" if self._has_row("change_request"):
                found = decision.state.poker.seat(seat)
                action = found.choice if found and found.choice else "bet"
                self.irregular(decision, "change_request", {"action": action, "count": count}, card=None, box=str(seat))
            case PrepareShoe(cut_from_top=int(cut)), "cut_size" if self._has_row("cut_size"):
                self.irregular(decision, "cut_size", {"cards": cut}, card=None)
            case DecideBet(), "deal_unfinished":
                self._miscounted(decision)
            case OpenHands(), "dealer_opened_before_decision" if self._has_row(violation.code):
                self._opened_too_early(decision)
            case _:
                raise violation

    def _opened_too_early(self, decision: Decision) -> None:
        """Hands that had not decided are null (114 b); the dealer's hand is open."""
        for seat in decision.state.poker.seats:
            if seat.undecided:
                self.irregular(decision, "dealer_opened_before_decision", {}, card=None, box=str(seat.number))
        self.settle_if_ready(decision)
        if decision.state.poker.phase == "dealer":
            self.play(decision, self.engine.apply(decision.state.poker, OpenHands()))

    def _check_bet(self, decision: Decision, entry: DecideBet) -> None:
        """A bet keyed as it lies must be the exact double."""
        seat = decision.state.poker.seat(entry.seat)
        if entry.choice == "bet" and entry.amount is not None and seat and entry.amount != seat.bet and seat.ante:
            facts = {"ante": seat.ante, "bet": entry.amount}
            self.irregular(decision, "bet_not_double", facts, card=None, box=str(entry.seat))

    def _check_hand(self, decision: Decision, entry: OpenHands | KeyHand) -> None:
        """Compare what lies open with what the reader saw: the dealer's draw, and every keyed hand."""
        game = decision.state.poker
        if isinstance(entry, OpenHands):
            draw = review.required_draw(self.rules, game)
            if draw is not None and len(game.dealer_drew) != len(draw.discard):
                decision.fault("cards.dealer_draw_wrong", detail="el croupier no sacó las cartas que le tocan")
            return
        shown = game.shown(entry.seat)
        if shown is None or not game.read or game.shuffled:
            return
        if shown.evidence == "keyed":
            where = "del croupier" if entry.seat == DEALER else f"del puesto {entry.seat}"
            self._open_differs(decision, entry.seat, f"la mano {where} no sale de las cartas leídas")
        elif entry.seat == DEALER and not review.drew_as_ruled(self.rules, game, shown.cards):
            decision.fault("cards.dealer_draw_wrong")

    def _open_differs(self, decision: Decision, seat: int, detail: str) -> None:
        """The layout against the reader: the supervisor says whether the cards on the cloth count."""
        choices = [Choice("LAYOUT_COUNTS", "jefe_de_mesa"), Choice("VOID_PASS", "jefe_de_mesa")]
        if seat != DEALER:
            choices.insert(1, Choice("VOID_HAND", "jefe_de_mesa"))
        decision.open("cards.hand_differs", tuple(choices), hold=True, detail=detail, box=str(seat))

    # Irregularities

    def irregular(
        self, decision: Decision, event: str, facts: Mapping[str, Fact], *, card: Card | None, box: str = ""
    ) -> None:
        self._open_row(decision, event, facts, card=card, box=box)

    def _open_row(
        self,
        decision: Decision,
        event: str,
        facts: Mapping[str, Fact],
        *,
        card: Card | None,
        box: str = "",
        detail: str = "",
    ) -> None:
        """Open the rulebook's own irregularity; carry it out at once where the text leaves nothing to decide."""
        seats = _seats(box)
        ruled = irregularities.ruling(self.rules, decision.state.poker, event, facts, seats[0] if seats else None)
        if ruled.row is None and ruled.resolution is not None:
            self.play(decision, [irregularities.noted(event, ruled.resolution, self.rules)])
            return
        irregularities.check_report(self.rules, decision.state.poker, event, ruled, seats)
        orders = SUPERVISOR_ORDERS if decision.state.poker.in_pass else SUPERVISOR_ORDERS[:1]
        choices = _choices(ruled, self.rules["claims"], orders)
        row = ruled.row or ruled.rows[0]
        automatic = _carried_out_at_once(choices, box)
        incident = decision.open(
            event,
            choices,
            hold=not automatic,
            detail=detail or (row.trigger if ruled.row else _what_happened(ruled.rows)),
            articles=row.articles,
            card=card,
            announcement=ruled.row.announcement if ruled.row else None,
            box=box,
        )
        if automatic:
            code = choices[0].code
            decision.record(IncidentResolved(incident.id, code, None, None, choices[0].row, "según el reglamento"))
            self._carry_out(decision, code, incident, facts, Resolve(incident.id, code))

    def carry_out(self, decision: Decision, command: Resolve, incident: Incident, choice: Choice) -> None:
        match choice.code:
            case "KEY_HANDS":
                for card in command.cards:
                    self._count_told(decision, incident, card)
                    self.play(decision, self.engine.apply(decision.state.poker, DeckCard(card)))
            case "LAYOUT_MATCHES" if incident.code == "shoe.unread_card":
                self.play(decision, self.engine.apply(decision.state.poker, DeckCard(None)))
            case "LAYOUT_MATCHES" | "LAYOUT_COUNTS":
                pass
            case "VOID_HAND" if incident.code == "cards.hand_differs":
                where = self.rules.article("irregular")
                self.play(decision, [SeatOut(int(incident.box), "void", where)])
            case _:
                self._carry_out(decision, choice.code, incident, {}, command)

    def _count_told(self, decision: Decision, incident: Incident, card: Card) -> None:
        """A card told by people: one the reader counted without its face, or one it never saw."""
        if incident.code == "shoe.unread_card":
            self.learn_face(decision, card)
        else:
            self.doubt(decision, self.count_card(decision, card))

    def _carry_out(
        self, decision: Decision, code: str, incident: Incident, facts: Mapping[str, Fact], command: Resolve
    ) -> None:
        game = decision.state.poker
        seats = _seats(",".join(command.boxes) or command.box or incident.box)
        article = ", ".join(incident.articles) or self.rules.article("irregular")
        report = resolutions.Report(incident.code, article, seats, dict(facts), command.cards)
        self.play(decision, resolutions.carry_out(self.engine, game, code, report))

    def _has_row(self, event: str) -> bool:
        return any(row.event == event for row in self.rules.irregularities)

    def _announce(self, decision: Decision, name: str) -> None:
        words = self.rules.announcements.get(name)
        if words is not None:
            decision.record(Announced(words.text, words.article))


def _seats(box: str) -> tuple[int, ...]:
    """The seats a person named, "3" or "3,5"."""
    named = [part.strip() for part in box.split(",") if part.strip()]
    if not all(part.isdigit() for part in named):
        raise RuleViolation(HOUSE, "NO_SEAT", f"{box!r}: escriba el número del puesto, por ejemplo 3")
    return tuple(int(part) for part in named)


def _choices(ruled: irregularities.Ruling, supervisor: Role, orders: tuple[str, ...]) -> tuple[Choice, ...]:
    rows = (ruled.row,) if ruled.row else ruled.rows
    codes = (
        [(ruled.resolution, rows[0])] if ruled.resolution else [(code, row) for row in rows for code in row.resolutions]
    )
    found: list[Choice] = []
    for code, row in codes:
        if code == "SUPERVISOR":
            found += [Choice(one, supervisor, row.row, NEEDS.get(one, ())) for one in orders]
        else:
            found.append(Choice(code or "", row.role, row.row, NEEDS.get(code or "", ())))
    return tuple(found)


def _carried_out_at_once(choices: tuple[Choice, ...], box: str) -> bool:
    """The text leaves one resolution to the dealer, and everything it needs is known."""
    if len(choices) != 1 or choices[0].role != "dealer":
        return False
    seats = len(_seats(box))
    return all({"box": seats >= 1, "boxes": seats >= 2}.get(need, False) for need in choices[0].needs)


def _what_happened(rows: tuple[Irregularity, ...]) -> str:
    return " / ".join(row.trigger for row in rows)
