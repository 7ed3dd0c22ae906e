"""Runs the cases of Draw Poker and Caribbean Stud through the table's own reconciler and engine.

A case is fed as a table would produce it: cards from a deck, keys from a dealer and a supervisor. Its `expect` is only
ever compared.
"""

from collections.abc import Callable
from typing import Any

from table_core.cases import progressive
from table_core.cases.compare import Mismatch, mismatches, read_as
from table_core.commands import Command, OpenTable, ReportIrregularity, Resolve
from table_core.decision import Decision
from table_core.events import CardDrawn
from table_core.incidents import Incident, IncidentOpened, IncidentResolved
from table_core.orders import Orders
from table_core.reconciler.poker import PokerReconciler
from table_core.rulebook import Fact, Rulebook, RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.poker import comparing, irregularities, order, review
from table_core.rules.poker.drawing import dealer_draw
from table_core.rules.poker.engine import Engine
from table_core.rules.poker.entries import (
    DEALER,
    ChangeCards,
    CloseAntes,
    ConfirmHands,
    DecideBet,
    KeyHand,
    OpenHands,
    PlaceAnte,
)
from table_core.rules.poker.operations import HandShown, Noted, PassSettled, UpCardMoved
from table_core.rules.poker.state import PokerGame, Result, Shown
from table_core.table import Operation, ShoeAligned, TableState, evolve

Json = dict[str, Any]
Answer = tuple[Json, str]
BOOKS = {"draw_poker": "arica-2017", "caribbean_stud": "iquique-2000/caribbean"}
_ANTE = 1000


class CaseTable:
    """An open table with a shuffled deck. *reads*: its cards are read; else hands are keyed."""

    def __init__(self, rules: Rulebook, *, reads: bool) -> None:
        self.engine = Engine(rules, stakes="keyed", reads=reads)
        self._reconciler = PokerReconciler(self.engine, shoe="shoe" if reads else "")
        self._orders = Orders(self._reconciler)
        self.state = evolve(TableState(game=PokerGame()), ShoeAligned(True))
        self.seen: list[Operation] = []
        self.order(OpenTable("caso"), PrepareShoe(1))

    @property
    def game(self) -> PokerGame:
        return self.state.poker

    def order(self, *commands: Command) -> None:
        for command in commands:
            self._take(self._orders.obey(self.state, command, "jefe", "jefe_de_sala"))

    def cards(self, *cards: str) -> None:
        for card in cards:
            self._take(self._reconciler.observe(self.state, CardDrawn("shoe", card)))

    def last(self, kind: type) -> Any:
        return next((operation for operation in reversed(self.seen) if isinstance(operation, kind)), None)

    def _take(self, decision: Decision) -> None:
        self.seen += decision.operations
        self.state = decision.state


def run_case(case: Json, document: Json, rulebooks: dict[str, Rulebook]) -> list[Mismatch]:
    """Every place where the engine and *case* part; a kind we do not have is one of them."""
    if case["kind"] == "jackpot":
        return progressive.run_case(case, document, rulebooks)
    runner = _RUNNERS.get(case["kind"])
    if runner is None:
        return [Mismatch("kind", case["kind"], "no implementado", "")]
    rules = read_as(rulebooks[BOOKS[document["rulebook"]]], case, document)
    got, article = runner(rules, case["input"])
    return list(mismatches(case["expect"], got, article))


# Hands by themselves


def _rank(rules: Rulebook, given: Json) -> Answer:
    cards = given["cards"]
    plays = comparing.dealer_plays(rules, cards)
    named = {"category": comparing.hand_name(rules, cards), "opens": plays, "qualifies": plays}
    return named, rules.article("ranking")


def _compare(rules: Rulebook, given: Json) -> Answer:
    return {"winner": comparing.winner(rules, given["player"], given["dealer"])}, rules.article("ranking")


def _dealer_draw(rules: Rulebook, given: Json) -> Answer:
    draw = dealer_draw(rules, given["cards"])
    got = {
        "draw": len(draw.discard),
        "keep": list(draw.keep),
        "discard": list(draw.discard),
        "rule": draw.article,
    }
    return got, draw.article


def _budget(rules: Rulebook, given: Json) -> Answer:
    """How many cards the pass takes, and what the text does when the deck has fewer."""
    needed = order.cards_needed(given["players"], sum(given["changes"]), given["dealer_draw"], given["burned"])
    enough = order.deck_suffices(rules, needed)
    short = irregularities.ruling(rules, PokerGame(), "cards_short", {}, None)
    return {"needed": needed, "ok": enough, "resolution": "CONTINUE" if enough else short.resolution}, "2.4"


# A pass


def _settle(rules: Rulebook, given: Json) -> Answer:
    """A table without a reader: antes, decisions and hands are keyed, and the supervisor confirms them."""
    table = CaseTable(rules, reads=False)
    _antes(table, given)
    table.order(CloseAntes())
    late = _decisions(table, given)
    for seat in given["seats"]:
        if seat.get("void"):
            facts: dict[str, Fact] = {"who": "player", "reorderable": False}
            table.order(ReportIrregularity("wrong_count", facts, str(seat["seat"])))
    if table.game.phase != "settled":
        _open_and_key(table, given, late)
    return _settlement(table, given["dealer"])


def _open_and_key(table: CaseTable, given: Json, late: list[Json]) -> None:
    table.order(OpenHands())
    for seat in late:
        facts = {"ante": seat["ante"], "bet": seat["bet"], "after_reveal": True}
        table.order(ReportIrregularity("bet_not_double", facts, str(seat["seat"])))
    _show(table, DEALER, given["dealer"])
    for seat in given["seats"]:
        found = table.game.seat(seat["seat"])
        if found is not None and found.plays:
            _show(table, seat["seat"], seat["cards"])
    table.order(ConfirmHands())


def _show(table: CaseTable, seat: int, cards: list[str]) -> None:
    """Key a hand. A table refuses a card that another hand holds; a case may still ask what two such hands come to."""
    try:
        table.order(KeyHand(seat, tuple(cards)))
    except RuleViolation as refused:
        if refused.code != "CARD_TWICE" or len(set(cards)) != len(cards):
            raise
        shown = Shown(comparing.hand_name(table.engine.rules, cards), tuple(cards), "keyed")
        table.state = evolve(table.state, HandShown(seat, shown, refused.article))


def _antes(table: CaseTable, given: Json) -> None:
    for seat in given["seats"]:
        table.order(PlaceAnte(seat["seat"], seat["ante"]))


def _decisions(table: CaseTable, given: Json) -> list[Json]:
    """Key what every seat does; says whose bet was found wrong only after the reveal, where the text waits for that."""
    late = []
    for seat in given["seats"]:
        found = table.game.seat(seat["seat"])
        exact = seat["action"] == "fold" or (found and seat["bet"] == table.engine.exact_bet(found))
        if not exact and table.engine.rules["dealer_plays"] == "ace_king":
            late.append(seat)
        amount = seat.get("bet") if not exact and seat not in late else None
        table.order(DecideBet(seat["seat"], seat["action"], amount))
    return late


def _round(rules: Rulebook, given: Json) -> Answer:
    """Deal the deck as it lies, let everybody decide and change, and draw for the dealer as his rules say."""
    table = CaseTable(rules, reads=True)
    deck = iter(given["deck"])
    _antes(table, given)
    _deal(table, deck, given.get("dealer_card_flashed"))
    _decisions(table, given)
    for seat in given["seats"]:
        if seat.get("discard"):
            table.order(ChangeCards(seat["seat"], len(seat["discard"])))
    while table.game.phase == "replace" and len(table.game.replaced) < table.game.changes:
        table.cards(next(deck))
    first = order.dealt_to(table.game, DEALER)
    draw = review.required_draw(rules, table.game)
    if table.game.in_pass:
        table.cards(*(next(deck) for _card in (draw.discard if draw else ())))
        table.order(OpenHands())
        _key_changed(table, given)
        table.order(ConfirmHands())
    got, article = _settlement(table, [card for card in first if card])
    return {**got, **_layout(table, given, first)}, article


def _deal(table: CaseTable, deck: Any, flashed: int | None) -> None:
    while table.game.phase in ("antes", "deal"):
        before = len(order.dealt_to(table.game, DEALER)) if table.game.dealt else 0
        table.cards(next(deck))
        shown = len(order.dealt_to(table.game, DEALER))
        if flashed is not None and before < shown == flashed:
            table.order(ReportIrregularity("dealer_card_seen", {"which": flashed}))


def _key_changed(table: CaseTable, given: Json) -> None:
    for seat in given["seats"]:
        if seat["action"] == "bet" and seat.get("discard"):
            table.order(KeyHand(seat["seat"], tuple(sorted(_final(table, seat)))))


def _final(table: CaseTable, seat: Json) -> list[str]:
    """What lies before a player who put his *discard* aside."""
    first = [card for card in order.dealt_to(table.game, seat["seat"]) if card]
    later = [card for card in order.replaced_for(table.engine.rules, table.game, seat["seat"]) if card]
    return [card for card in first if card not in seat.get("discard", ())] + later


def _layout(table: CaseTable, given: Json, first: tuple[str | None, ...]) -> Json:
    game = table.game
    dealer = list(game.dealer.cards) if game.dealer else list(first)
    up_card = first[game.up_card - 1] if game.up_card else None
    return {
        "deal_order": list(order.deal_order(game)[:-1]),
        "dealer_initial": list(first),
        "dealer_discard": [card for card in first if card not in dealer],
        "dealer_final": dealer,
        "dealer_hand": dealer,
        "dealer_upcard": up_card,
        "final_hands": {str(seat["seat"]): _lying(table, seat) for seat in given["seats"]},
        "cards_used": game.drawn,
    }


def _lying(table: CaseTable, seat: Json) -> list[str]:
    shown = table.game.shown(seat["seat"])
    return list(shown.cards) if shown else _final(table, seat)


def _settlement(table: CaseTable, dealer: list[str]) -> Answer:
    settled: PassSettled = table.last(PassSettled)
    cards = table.game.dealer.cards if table.game.dealer else dealer
    plays = comparing.dealer_plays(table.engine.rules, cards) if settled.plays is None else settled.plays
    got = {
        "dealer_opens": plays,
        "dealer_qualifies": plays,
        "results": [_result(result) for result in settled.results],
        "losers_first": list(settled.losers_first),
    }
    return got, settled.article


def _result(result: Result) -> Json:
    return {
        "seat": result.seat,
        "outcome": result.outcome,
        "paid": result.paid,
        "collected": result.collected,
        "returned": result.returned,
        "net": result.net,
    }


# Irregularities


def _irregularity(rules: Rulebook, given: Json) -> Answer:
    """Bring the table to the moment, let the event happen or be keyed, and read the incident off the record."""
    event, facts = given["event"], {name: value for name, value in given.items() if name != "event"}
    happen = _HAPPENS.get(event)
    table = happen(rules, facts) if happen else _reported(rules, event, facts)
    opened: IncidentOpened | None = table.last(IncidentOpened)
    if opened is None:
        noted: Noted | None = table.last(Noted)
        return {"row": "", "resolution": noted.resolution if noted else ""}, noted.article if noted else ""
    got = {"row": _row(opened.incident), "resolution": _resolution(table, opened.incident)}
    moved: UpCardMoved | None = table.last(UpCardMoved)
    return {
        **got,
        **({"announce": opened.incident.announcement} if opened.incident.announcement else {}),
        **({"upcard": moved.which} if moved else {}),
    }, ", ".join(opened.incident.articles)


def _row(incident: Incident) -> str | None:
    rows = {choice.row for choice in incident.choices}
    return rows.pop() if len(rows) == 1 else None


def _resolution(table: CaseTable, incident: Incident) -> str:
    """What was done, by the text or by whoever has the one choice; an open question is the supervisor's."""
    if table.state.incident(incident.id) is None:
        resolved: IncidentResolved = table.last(IncidentResolved)
        return resolved.choice
    if len(incident.choices) > 1:
        return "SUPERVISOR"
    choice = incident.choices[0].code
    table.order(Resolve(incident.id, choice, box=incident.box or "1"))
    return choice


def _dealt(rules: Rulebook, *, reads: bool = False) -> CaseTable:
    """Three seats have their cards and have not decided yet."""
    table = CaseTable(rules, reads=reads)
    table.order(*(PlaceAnte(seat, _ANTE) for seat in (1, 2, 3)), CloseAntes())
    return table


def _reported(rules: Rulebook, event: str, facts: Json) -> CaseTable:
    """What no sensor sees is keyed, with the seats it is about."""
    table = CaseTable(rules, reads=False) if event in _BEFORE_THE_DEAL else _dealt(rules)
    table.order(ReportIrregularity(event, facts, _ABOUT.get(event, "1")))
    return table


_ABOUT = {"folded_cards_mixed": "1,2", "dealt_without_ante": "4"}
"""Whose hands an event is about, where it is not seat 1."""
_BEFORE_THE_DEAL = frozenset({"cut_exposed_card", "cut_size", "deck_dropped", "idle_seat"})


def _bet_laid(rules: Rulebook, facts: Json) -> CaseTable:
    """The bet is laid as it is; found before the reveal by keying it, after it by reporting it."""
    table = CaseTable(rules, reads=False)
    table.order(PlaceAnte(1, facts["ante"]), CloseAntes())
    if facts.get("after_reveal") or facts.get("after_replacement"):
        table.order(DecideBet(1, "bet"), OpenHands(), ReportIrregularity("bet_not_double", facts, "1"))
    else:
        table.order(DecideBet(1, "bet", facts["bet"]))
        if table.last(IncidentOpened) is None:
            table.order(ReportIrregularity("bet_not_double", facts, "1"))
    return table


def _change_asked(rules: Rulebook, facts: Json) -> CaseTable:
    table = _dealt(rules)
    table.order(DecideBet(1, facts["action"]))
    if facts["action"] == "bet" or facts["count"]:
        table.order(ChangeCards(1, facts["count"]))
    if table.last(IncidentOpened) is None:
        table.order(ReportIrregularity("change_request", facts, "1"))
    return table


def _extra_card(rules: Rulebook, _facts: Json) -> CaseTable:
    """Everybody folds; then one more card comes out of the deck."""
    table = _dealt(rules, reads=True)
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    table.cards(*deck[: order.deal_size(table.game)])
    table.order(*(DecideBet(seat, "fold") for seat in (1, 2, 3)))
    table.cards(deck[-1])
    return table


def _opened_early(rules: Rulebook, _facts: Json) -> CaseTable:
    table = _dealt(rules)
    table.order(DecideBet(1, "bet"), DecideBet(2, "bet"), OpenHands())
    return table


_HAPPENS: dict[str, Callable[[Rulebook, Json], CaseTable]] = {
    "bet_not_double": _bet_laid,
    "change_request": _change_asked,
    "extra_cards_at_end": _extra_card,
    "dealer_opened_before_decision": _opened_early,
}
_RUNNERS: dict[str, Callable[[Rulebook, Json], Answer]] = {
    "rank": _rank,
    "compare": _compare,
    "dealer_draw": _dealer_draw,
    "settle": _settle,
    "round": _round,
    "irregularity": _irregularity,
    "budget": _budget,
}
