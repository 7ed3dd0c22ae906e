"""Runs the baccarat cases of the rulebook digest through the table's own reconciler and engine.

A case is fed as a table would produce it: cards from a shoe, keys from a dealer. Its `expect` is only ever compared.
"""

from collections.abc import Callable
from itertools import cycle
from typing import Any

from table_core.cards import DECK, SUITS
from table_core.cases import chemin
from table_core.cases.compare import Mismatch, mismatches, read_as
from table_core.commands import Command, OpenTable, ReportIrregularity, Resolve
from table_core.decision import Decision
from table_core.events import CardDrawn, CutCardDrawn
from table_core.incidents import Incident, IncidentOpened, IncidentResolved
from table_core.orders import Orders
from table_core.reconciler.baccarat import BaccaratReconciler
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat import bets as money
from table_core.rules.baccarat import chart
from table_core.rules.baccarat.engine import Engine
from table_core.rules.baccarat.entries import ClosePass, HandShoe, KeyBets, PrepareShoe, SpeakFive, TakeSuite
from table_core.rules.baccarat.state import Bet, BurnRestarted, PassSettled, Payment, ShoeEnded
from table_core.table import Operation, ShoeAligned, TableState, evolve

GAMES = {"mini": "iquique-2000/mini-baccarat", "pyb": "iquique-2000/punto-y-banca"}
CHEMIN = "iquique-2000/chemin-de-fer"
_ROTATING = "pyb"
_SUPERVISOR = "jefe"
_DECKS = 6
_CUT_BEHIND = 14
_BURNED = ("AS", "2S")
_NATURAL = ("4H", "2C", "5D", "3S")


class CaseTable:
    """A table with a burned shoe and open bets, driven by cards and keys only."""

    def __init__(self, rules: Rulebook, *, stakes: str = "none") -> None:
        self.engine = Engine(rules, stakes=stakes)
        self._reconciler = BaccaratReconciler(self.engine, shoe="shoe", shoe_gives_verdict=False)
        self._orders = Orders(self._reconciler)
        self.state = evolve(TableState(), ShoeAligned(True))
        self.seen: list[Operation] = []
        self.order(OpenTable("caso"))

    def ready(self, cut_behind: int = _CUT_BEHIND) -> "CaseTable":
        """Prepare the shoe and burn: an ace, and one more."""
        self.order(PrepareShoe(_DECKS, cut_behind))
        return self.cards(*_BURNED)

    def burned(self, first: str) -> "CaseTable":
        """Prepare the shoe and burn what its *first* card asks for."""
        self.order(PrepareShoe(_DECKS, _CUT_BEHIND))
        self.cards(first)
        for card in DECK:
            if self.state.baccarat.phase == "burning":
                self.cards(card)
        return self

    def order(self, command: Command) -> None:
        self._take(self._orders.obey(self.state, command, _SUPERVISOR, "jefe_de_sala"))

    def cards(self, *cards: str) -> "CaseTable":
        for card in cards:
            self._take(self._reconciler.observe(self.state, CardDrawn("shoe", card)))
        return self

    def cut_card(self) -> None:
        self._take(self._reconciler.observe(self.state, CutCardDrawn("shoe")))

    def last(self, kind: type) -> Any:
        return next((operation for operation in reversed(self.seen) if isinstance(operation, kind)), None)

    def _take(self, decision: Decision) -> None:
        self.seen += decision.operations
        self.state = decision.state


def run_case(case: dict[str, Any], document: dict[str, Any], rulebooks: dict[str, Rulebook]) -> list[Mismatch]:
    """Every place where the engine and *case* part; a kind or game we do not have is one of them."""
    game = "chemin" if case["kind"].startswith("chemin") else case["input"].get("game", _ROTATING)
    if game == "chemin":
        return chemin.run(_chemin_rules(rulebooks[CHEMIN], case, document), case)
    runner = _RUNNERS.get(case["kind"])
    if runner is None or game not in GAMES:
        return [Mismatch("kind", f"{case['kind']} ({game})", "no implementado", "")]
    rules = read_as(rulebooks[GAMES[game]], case, document)
    got, article = runner(rules, case["input"])
    return list(mismatches(case["expect"], got, article))


def _chemin_rules(rules: Rulebook, case: dict[str, Any], document: dict[str, Any]) -> Rulebook:
    """What the cases call `chemin_min_players` is `min_players` in the text of that game."""
    config = {**case.get("config", {})}
    if "chemin_min_players" in config:
        config["min_players"] = config.pop("chemin_min_players")
    return read_as(rules, {**case, "config": config}, document)


Answer = tuple[dict[str, Any], str]


def _third_card(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """Lay the four cards, say the word a standing or drawing Punto implies, and see whether the bank draws."""
    table = CaseTable(rules).ready()
    punto, bank, third = given["punto"], given["bank"], given["punto_third"]
    table.cards(punto[0], bank[0], punto[1], bank[1])
    natural = table.state.baccarat.phase == "complete" and chart.is_natural(punto, bank)
    if "five_draw" in table.engine.expects(table.state.baccarat).entries:
        table.order(SpeakFive("draw" if third else "stand"))
    if third:
        table.cards(third)
    places = table.engine.expects(table.state.baccarat).places
    return {"natural": natural, "bank_draws": any(place.side == "bank" for place in places)}, rules.article("chart")


def _coup(rules: Rulebook, given: dict[str, Any]) -> Answer:
    table = CaseTable(rules, stakes="keyed").ready()
    table.order(KeyBets(tuple(_bet(number, bet) for number, bet in enumerate(given["bets"], start=1))))
    try:
        money.check_quorum(rules, table.state.baccarat.bets)
    except RuleViolation as refused:
        table.cards(given["cards"][0])
        playable = table.state.open_incident("pass.no_quorum") is None
        return {"playable": playable, "reason": refused.code}, refused.article
    used = _deal_out(table, given)
    game = table.state.baccarat
    punto, bank = list(game.known("punto")), list(game.known("bank"))
    table.order(ClosePass())
    settled: PassSettled = table.last(PassSettled)
    return {
        "playable": True,
        "punto_cards": punto,
        "bank_cards": bank,
        "punto": chart.points(punto),
        "bank": chart.points(bank),
        "result": settled.result,
        "cards_used": used,
        "payments": [_paid(payment) for payment in settled.payments],
    }, settled.article


def _deal_out(table: CaseTable, given: dict[str, Any]) -> int:
    """Draw until the pass is complete; says how many cards it took."""
    for used, card in enumerate(given["cards"]):
        expected = table.engine.expects(table.state.baccarat)
        if expected.complete:
            return used
        if "five_draw" in expected.entries and "five_choice" in given:
            table.order(SpeakFive(given["five_choice"]))
            if table.engine.expects(table.state.baccarat).complete:
                return used
        table.cards(card)
    return len(given["cards"])


def _bet(number: int, bet: dict[str, Any]) -> Bet:
    standing = bet.get("standing", False)
    return Bet(bet["player"], bet["side"], bet["amount"], seat=bet.get("seat", number), standing=standing)


def _paid(payment: Payment) -> dict[str, Any]:
    return {
        "player": payment.player,
        "outcome": payment.outcome,
        "net": payment.net,
        "commission": payment.commission,
    }


def _burn(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """Draw the first card, then count how many more go before bets open."""
    table = CaseTable(rules).burned(given["first_card"])
    removed = table.state.baccarat.drawn
    return {"extra": removed - 1, "total_removed": removed}, rules.article("burn")


def _cut_card(rules: Rulebook, given: dict[str, Any]) -> Answer:
    table = CaseTable(rules)
    if "cards_behind" in given:
        try:
            table.order(PrepareShoe(_DECKS, given["cards_behind"]))
        except RuleViolation as refused:
            return {"ok": False}, refused.article
        return {"ok": True}, rules.article("cut_min_behind")
    first = _NATURAL[: given["cards_of_pass_already_out"]]
    table.ready(_cut_after(len(first))).cards(*first).cut_card()
    play = table.state.baccarat.phase != "no_shoe"
    if play:
        table.cards(*_NATURAL[len(first) :])
        table.order(ClosePass())
    then = "RESHUFFLE" if table.last(ShoeEnded) is not None else "CONTINUE"
    return {"play_pass": play, "then": then}, rules.article("cut_card")


def _cut_after(cards: int) -> int:
    """How deep the cut card must lie to come out after the burn and *cards* more."""
    return _DECKS * len(DECK) - len(_BURNED) - cards


_RANKS_OF = {"punto": "4253", "bank": "2435", "tie": "4455"}


def _rotation(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """Hand the shoe over, then play passes that come out as the case says."""
    table = CaseTable(rules).ready()
    table.order(HandShoe(tuple(given["players"]), given["bank_bets"], tuple(given.get("refuse_first", ()))))
    holders = [_holder(table)]
    for event, suit in zip(given["events"], cycle(SUITS), strict=False):
        if event["ev"] == "coup":
            table.cards(*(rank + suit for rank in _RANKS_OF[event["result"]]))
            table.order(ClosePass())
        else:
            table.order(TakeSuite(event["taken_by"]))
        holders.append(_holder(table))
    return {"holders": holders}, rules.article("shoe_holder")


def _holder(table: CaseTable) -> str:
    holder = table.state.baccarat.holder
    return holder.player if holder else ""


def _order(rules: Rulebook, given: dict[str, Any]) -> Answer:
    placed = tuple(
        Bet(player["player"], "punto", 1, player["seat"], player.get("standing", False)) for player in given["players"]
    )
    return {"order": [bet.player for bet in money.pay_order(rules, placed)]}, rules.article("pay_from_right")


def _irregularity(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """Bring the table to the moment, let the event happen or be keyed, and read the incident off the record."""
    table = CaseTable(rules)
    table.ready(_cut_after(0) if given["event"] == "cut_card_first" else _CUT_BEHIND)
    _EVENTS.get(given["event"], _keyed)(table, given)
    opened: IncidentOpened | None = table.last(IncidentOpened)
    if opened is None:
        return {"row": "", "resolution": ""}, ""
    resolved: IncidentResolved | None = table.last(IncidentResolved)
    got: dict[str, Any] = {"row": _row(opened.incident, resolved), "resolution": _resolution(resolved)}
    if given["event"] == "extra_card_drawn":
        got["bets_open_until"] = _bets_open_until(table)
    if given["event"] == "order_unknown":
        got["reburn"] = table.last(BurnRestarted) is not None
    return got, ", ".join(opened.incident.articles)


def _row(incident: Incident, resolved: IncidentResolved | None) -> str | None:
    return resolved.row if resolved is not None else incident.choices[0].row


def _resolution(resolved: IncidentResolved | None) -> str:
    """What was done; an incident the text leaves open to the supervisor stays so."""
    return resolved.choice if resolved is not None else "SUPERVISOR"


def _extra_card(table: CaseTable, given: dict[str, Any]) -> None:
    """A fifth card after a natural; the dealer says whether it was seen; the pass is then paid."""
    table.cards(*_NATURAL, "7D")
    incident = table.state.incidents[-1]
    choice = "BURN_NEXT_PASS" if given["seen"] else "FIRST_PUNTO_CARD_NEXT_PASS"
    table.order(Resolve(incident.id, choice))
    table.order(ClosePass())


def _bets_open_until(table: CaseTable) -> str:
    """Watch the next pass: bets are open with the carried card on the cloth and closed by the one after it."""
    game = table.state.baccarat
    if not game.carried or not table.engine.expects(game).bets_open:
        return "first_card"
    table.cards("2D")
    return "later" if table.engine.expects(table.state.baccarat).bets_open else "second_card"


def _late_bet(table: CaseTable, given: dict[str, Any]) -> None:
    table.cards(_NATURAL[0])
    _keyed(table, given)


def _in_mid_pass(table: CaseTable, given: dict[str, Any]) -> None:
    table.cards(*(_NATURAL if given.get("pass_finished") else _NATURAL[:2]))
    _keyed(table, given)


def _keyed(table: CaseTable, given: dict[str, Any]) -> None:
    """Key what no sensor sees; where one choice is left to the supervisor, he takes it."""
    facts = {name: value for name, value in given.items() if isinstance(value, bool)}
    table.order(ReportIrregularity(given["event"], facts))
    for incident in table.state.incidents:
        if len(incident.choices) == 1:
            table.order(Resolve(incident.id, incident.choices[0].code))


_EVENTS: dict[str, Callable[[CaseTable, dict[str, Any]], None]] = {
    "extra_card_drawn": _extra_card,
    "cut_card_first": lambda table, _given: table.cut_card(),
    "late_bet": _late_bet,
    "shoe_fell": _in_mid_pass,
    "no_cut_card": _in_mid_pass,
    "order_unknown": _in_mid_pass,
    "face_up_in_shoe": _in_mid_pass,
    "card_dropped": _in_mid_pass,
}
_RUNNERS: dict[str, Callable[[Rulebook, dict[str, Any]], Answer]] = {
    "third_card": _third_card,
    "coup": _coup,
    "burn": _burn,
    "cut_card": _cut_card,
    "rotation": _rotation,
    "order": _order,
    "irregularity": _irregularity,
}
