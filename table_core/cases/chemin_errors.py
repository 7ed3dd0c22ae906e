"""Cases of Chemin de Fer about errors: the table is brought to the moment, the event happens or is keyed."""

from collections.abc import Callable
from typing import Any

from table_core.cases.chemin_table import (
    BANK_WINS,
    Answer,
    CheminTable,
    card_of,
    dealt_out,
)
from table_core.commands import ReportIrregularity, Resolve
from table_core.incidents import IncidentOpened, IncidentResolved
from table_core.rulebook import Rulebook
from table_core.rules.baccarat.chemin.entries import (
    ShowHands,
    Speak,
    TakeBank,
)
from table_core.rules.baccarat.chemin.operations import (
    CardDiscarded,
    CardTakenOut,
)
from table_core.rules.baccarat.chemin.stakes import Request


def irregularity(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """Bring the table to the moment, let the event happen or be keyed, and read the incident off the record."""
    event = given["event"]
    table = _EVENTS.get(event, _in_mid_play)(rules, given)
    opened: IncidentOpened | None = table.last(IncidentOpened)
    if opened is None:
        return {"row": "", "resolution": ""}, ""
    resolved: IncidentResolved | None = table.last(IncidentResolved)
    got: dict[str, Any] = {
        "row": resolved.row if resolved else opened.incident.choices[0].row,
        "resolution": resolved.choice if resolved else "SUPERVISOR",
    }
    if event in _FOLLOWING:
        got |= _FOLLOWING[event](table, given)
    return got, ", ".join(opened.incident.articles)


def _report(table: CheminTable, event: str, **facts: bool) -> CheminTable:
    """Key what no sensor sees; where the facts leave one choice, it is taken."""
    table.order(ReportIrregularity(event, facts))
    for incident in table.state.incidents:
        if len(incident.choices) == 1:
            table.order(Resolve(incident.id, incident.choices[0].code))
    return table


def _table_with(rules: Rulebook, punto: int, bank: int, *, banco: bool = False) -> CheminTable:
    return dealt_out(rules, ["KD", card_of(punto, "C")], ["KC", card_of(bank, "S")], banco=banco)


def _in_mid_play(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    facts = {name: value for name, value in given.items() if isinstance(value, bool)}
    return _report(_table_with(rules, 5, 6), given["event"], **facts)


def _early_draw(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    table = CheminTable(rules).seat(range(1, 5)).load().orders(TakeBank("s1", 1000)).cards("5H")
    choice = "DISCARD_CARDS" if given["exception_granted"] else "MUST_PLAY"
    table.order(Resolve(table.state.incidents[0].id, choice))
    return table


def _dealer_exposes(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    return _report(_table_with(rules, 5, 6), "dealer_exposes", both=given["punto_cards"] > 1)


def _banker_exposes(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    return _report(_table_with(rules, 5, 6), "banker_exposes_punto", both=given["cards"] > 1)


def _false_carta(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    """Punto says *no*, the dealer announces *carta* and the banker draws for him."""
    table = _table_with(rules, 5, given["bank_total"]).orders(Speak("punto", "carta"))
    for card in ("2D", "3D")[: given["cards_drawn"]]:
        table.cards(card)
    return _report(table, "false_carta_announced")


def _fell_to(table: CheminTable, _given: dict[str, Any]) -> dict[str, Any]:
    """Where the cards of a false *carta* went."""
    thirds = [one for one in table.game.dealt if one.place.position == 3 and one.place.side == "bank"]
    out = [one for one in table.seen if isinstance(one, CardTakenOut | CardDiscarded)]
    return {"to_bank": len(thirds), "discarded": len(out)}


def _fifth_card(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    """The banker draws before a Punto with five has spoken; the dealer then hears what he wants."""
    table = _table_with(rules, 5, 6).cards("2D")
    choice = "CARD_TO_PUNTO" if given["punto_says"] == "carta" else "BANK_MUST_TAKE"
    table.order(Resolve(table.state.incidents[0].id, choice))
    return table


def _over_two(rules: Rulebook, _given: dict[str, Any]) -> CheminTable:
    return _report(_table_with(rules, 6, 7), "banker_over_two")


def _zero(table: CheminTable, _given: dict[str, Any]) -> dict[str, Any]:
    table.order(Speak("punto", "no"))
    return {"bank_total": table.game.base("bank"), "may_draw": "carta" in table.engine.bank_may(table.game)}


def _two_thirds(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    """Two cards instead of one leave the shoe; the dealer says to whom they were given."""
    to_bank, total = given["to"] == "bank", given["two_card_total"]
    table = _table_with(rules, 6 if to_bank else total, total if to_bank else 6)
    table.order(Speak("punto", "no" if to_bank else "carta"))
    table.cards(*given["cards"])
    if not to_bank:
        return _report(table, "two_third_cards", to_bank=False)
    table.order(Resolve(table.state.incidents[0].id, "WORST_FOR_BANK"))
    return table


def _total_of(table: CheminTable, given: dict[str, Any]) -> dict[str, Any]:
    return {"total": table.game.total("bank" if given["to"] == "bank" else "punto")}


def _in_basket(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    third = given["which"] == "punto_third"
    table = _table_with(rules, 4 if third else 6, given.get("bank_total", 6))
    if third:
        table.orders(Speak("punto", "carta")).cards("2D")
    return _report(table, "card_in_basket", third=third)


def _nine(table: CheminTable, _given: dict[str, Any]) -> dict[str, Any]:
    game = table.game
    may_draw = not game.punto_shows and "carta" in table.engine.bank_may(game)
    return {"punto": game.total("punto"), "bank_may_draw": may_draw}


def _abates_early(rules: Rulebook, _given: dict[str, Any]) -> CheminTable:
    return _table_with(rules, 5, 8).orders(ShowHands("bank"))


def _with_natural(rules: Rulebook, _given: dict[str, Any]) -> CheminTable:
    return _report(_table_with(rules, 5, 9), "banker_offers_card_with_natural")


def _misspeaks(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    return _report(_table_with(rules, given["punto_total"], 6), "punto_misspeaks")


def _forgot(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    """Punto lets his nine pass; the banker shows, or not."""
    return _report(_table_with(rules, 9, given.get("bank_abates") or 6), "punto_forgot_nine")


def _announcement(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    return _report(_table_with(rules, given["punto_total"], 6, banco=given["banco"]), "announcement_error")


def _between_plays(rules: Rulebook, given: dict[str, Any]) -> CheminTable:
    table = CheminTable(rules).seat(range(1, 5)).load().orders(TakeBank("s1", 1000))
    return _report(table.play(BANK_WINS, Request("s2", "banco")), given["event"])


_EVENTS: dict[str, Callable[[Rulebook, dict[str, Any]], CheminTable]] = {
    "early_draw": _early_draw,
    "dealer_exposes": _dealer_exposes,
    "banker_exposes_punto": _banker_exposes,
    "false_carta_announced": _false_carta,
    "fifth_card_drawn": _fifth_card,
    "banker_over_two": _over_two,
    "two_third_cards": _two_thirds,
    "card_in_basket": _in_basket,
    "banker_abates_early": _abates_early,
    "banker_offers_card_with_natural": _with_natural,
    "punto_misspeaks": _misspeaks,
    "punto_forgot_nine": _forgot,
    "announcement_error": _announcement,
    "claim_after_payment": _between_plays,
}
_FOLLOWING: dict[str, Callable[[CheminTable, dict[str, Any]], dict[str, Any]]] = {
    "false_carta_announced": _fell_to,
    "banker_over_two": _zero,
    "two_third_cards": _total_of,
    "card_in_basket": _nine,
}
