"""Runs the Chemin de Fer cases of the baccarat digest through the table's own reconciler and engine.

A case is played as a table would produce it; its `expect` is only ever compared.
"""

from collections.abc import Callable, Iterable
from typing import Any

from table_core.cases import chemin_errors, chemin_people
from table_core.cases.chemin_table import (
    BANK_WINS,
    DECKS,
    NO_LIMIT,
    PUNTO_WINS,
    TIE,
    Answer,
    CheminTable,
    dealt_out,
)
from table_core.cases.compare import Mismatch, mismatches
from table_core.rulebook import Rulebook
from table_core.rules.baccarat.chemin.entries import (
    CloseBets,
    KeyRequests,
    PlacePlayer,
    PutInGarage,
    RaiseBank,
    Speak,
    TakeBank,
)
from table_core.rules.baccarat.chemin.operations import (
    BetsClosed,
    PlayCompleted,
    PlaySettled,
    ShoeEnded,
    Spoken,
)
from table_core.rules.baccarat.chemin.stakes import Request, RequestType
from table_core.rules.baccarat.entries import ClosePass, CutCard, PrepareShoe


def run(rules: Rulebook, case: dict[str, Any]) -> list[Mismatch]:
    """Every place where the engine and *case* part; a kind we do not have is one of them."""
    runner = _RUNNERS.get(case["kind"])
    if runner is None:
        return [Mismatch("kind", f"{case['kind']} (chemin)", "no implementado", "")]
    got, article = runner(rules, case["input"])
    return list(mismatches(case["expect"], got, article))


def _stakes(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """People sit where they ask from, the bank lies at its seat, the requests are keyed, bets close."""
    table, requests = CheminTable(rules), given["requests"]
    _seat_requesters(table, given)
    owner = next((one["player"] for one in requests if one.get("made_banco_and_lost")), None)
    table.load().bystanders().bank_at(given["banker_seat"], 1 if owner else given["bank"])
    if owner:
        table.play(BANK_WINS, Request(owner, "banco")).orders(RaiseBank(given["bank"]))
    table.without_bystanders()
    asked = (
        Request(one["player"], one["type"], one.get("amount", 0), one.get("association", False)) for one in requests
    )
    table.order(KeyRequests(tuple(asked)))
    stakes, reason = table.engine.stakes_now(table.game), table.refuses(CloseBets())
    if reason is None:
        table.order(CloseBets())
        stakes = table.last(BetsClosed).stakes
    return {
        "mode": stakes.mode,
        "reason": reason,
        "cards_to": stakes.cards_to,
        "accepted": [{"player": one.player, "amount": one.amount} for one in stakes.accepted],
        "at_risk": stakes.at_risk,
        "garage_obligatory": stakes.garage,
    }, rules.article("bets")


def _seat_requesters(table: CheminTable, given: dict[str, Any]) -> None:
    """The banker, whoever asks for something, and as many others as the case counts."""
    seat = given["banker_seat"]
    own = [one["player"] for one in given["requests"] if one["seat"] == seat and not one.get("standing")]
    table.seat([seat], {seat: own[0] if own else "banquero"})
    for one in given["requests"]:
        table.order(PlacePlayer(one["player"], one["seat"], standing=one.get("standing", False)))
    taken = {player.seat for player in table.game.players if not player.standing}
    free = [seat for seat in range(1, given["seats"] + 1) if seat not in taken]
    missing = given["players"] - len(table.game.players)
    table.seat(free[: max(0, missing)], {seat: f"otro {seat}" for seat in free})
    for number in range(missing - len(free)):
        table.stand(f"de pie {number}", 1)


def _coup(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """One play with its bets: words are spoken where the table waits for one, a card is drawn where one is owed."""
    table = CheminTable(rules)
    bettors = [bet["player"] for bet in given["bets"]]
    table.seat(range(1, max(4, len(bettors) + 1) + 1), dict(enumerate(["banquero", *bettors], start=1)))
    table.load().orders(TakeBank("banquero", given["bank"]))
    kind: RequestType = "banco" if given.get("banco") else "bet"
    requests = tuple(Request(bet["player"], kind, bet["amount"]) for bet in given["bets"])
    table.orders(KeyRequests(requests), CloseBets())
    used = _deal_out(table, given)
    table.order(ClosePass())
    completed: PlayCompleted = table.last(PlayCompleted)
    settled: PlaySettled = table.last(PlaySettled)
    return {
        "punto": completed.punto,
        "bank": completed.bank,
        "result": settled.result,
        "overrides": [word.override for word in table.all(Spoken) if word.override],
        "cards_used": used,
        "banker_gain": settled.gain,
        "cagnotte": settled.cagnotte,
        "banker_net": settled.net,
        "bank_passes": settled.bank is None,
        "payments": [{"player": payment.player, "net": payment.net} for payment in settled.payments],
    }, settled.article


def _deal_out(table: CheminTable, given: dict[str, Any]) -> int:
    """Deal as the words and the table's expectations say; tells how many cards it took."""
    cards = iter(given["cards"])
    table.cards(*(next(cards) for _first in range(4)))
    used = 4
    while table.game.phase in ("punto", "banker"):
        game = table.game
        if game.punto_shows or (game.bank_shows and game.punto_word):
            break
        if game.phase == "punto" and game.punto_word is None:
            table.order(Speak("punto", given.get("punto_choice", "no")))
        elif game.phase == "banker" and game.bank_word is None:
            table.order(Speak("bank", "cuadro" if given.get("chart") else given.get("bank_choice", "no")))
        else:
            table.cards(next(cards))
            used += 1
    return used


def _third_card(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """A banker asks for the chart, after a Punto who is free to draw or stand as the case has it."""
    free = rules.with_switches({"banco_freedom_authorised": True})
    table = dealt_out(free, given["punto"], given["bank"])
    natural = table.game.punto_shows or table.game.bank_shows
    if natural:
        table.order(ClosePass() if table.game.punto_shows else Speak("punto", "no"))
        return {"natural": True, "bank_draws": False}, rules.article("chart")
    third = given["punto_third"]
    table.order(Speak("punto", "carta" if third else "no"))
    table.cards(*([third] if third else []))
    table.order(Speak("bank", "cuadro"))
    word: Spoken = table.last(Spoken)
    return {"natural": False, "bank_draws": word.word == "carta"}, rules.article("chart")


def _cut_card(rules: Rulebook, given: dict[str, Any]) -> Answer:
    table = CheminTable(rules)
    if "cards_behind" in given:
        refused = table.refuses(PrepareShoe(DECKS, given["cards_behind"]))
        return {"ok": refused is None}, rules.article("chemin_cut_behind")
    first = given["cards_of_pass_already_out"]
    table.seat(range(1, 5)).load().orders(TakeBank("s1", 1000), KeyRequests((Request("s2", "banco"),)), CloseBets())
    cards = [rank + "C" for rank in TIE]
    table.cards(*cards[:first]).order(CutCard())
    play = table.game.phase != "no_shoe"
    if play:
        table.cards(*cards[first:])
        table.order(ClosePass())
    return {"play_pass": play, "then": "RESHUFFLE" if table.last(ShoeEnded) else "CONTINUE"}, rules.article("cut_card")


def _garage(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """A banker wins just so much, then takes a peso of it out of play."""
    table = CheminTable(rules, limits=(given["punto_minimum"], NO_LIMIT)).seat(range(1, 5)).load()
    sum_of_winnings, minimum = given["winnings_sum"], given["punto_minimum"]
    gain = next((gain for gain in _gains(sum_of_winnings) if gain - gain // 10 == sum_of_winnings), 0)
    table.orders(TakeBank("s1", max(gain, minimum)))
    if gain >= minimum:
        table.play(BANK_WINS, Request("s2", "bet", gain))
    return {"voluntary_allowed": table.refuses(PutInGarage(1)) is None}, rules.article("garage")


def _gains(net: int) -> Iterable[int]:
    """Gains of which nine tenths may come to *net*."""
    return range(net * 10 // 9 - 2, net * 10 // 9 + 3)


def _order(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """Everybody wins, or loses, the same; the order is that of the payments."""
    collect = given["action"] == "collect"
    asked = given["players"]
    bank_seat = max(one["seat"] for one in asked) + 1
    table = CheminTable(rules).bystanders()
    for one in asked:
        standing, followed = one.get("standing", False), one.get("followed_hand", False)
        table.order(PlacePlayer(one["player"], one["seat"], standing, followed))
    table.seat([bank_seat], {bank_seat: "banquero"}).load().bank_at(bank_seat, 10 * len(asked))
    table.play(BANK_WINS if collect else PUNTO_WINS, *(Request(one["player"], "bet", 10) for one in asked))
    order = [payment.player for payment in table.last(PlaySettled).payments]
    return {"order": order, "first": [name for name in order if _followed(asked, name)]}, rules.article(
        "pay_from_right"
    )


def _followed(asked: list[dict[str, Any]], name: str) -> bool:
    return any(one["player"] == name and one.get("followed_hand") for one in asked)


_RUNNERS: dict[str, Callable[[Rulebook, dict[str, Any]], Answer]] = {
    "third_card": _third_card,
    "cut_card": _cut_card,
    "order": _order,
    "irregularity": chemin_errors.irregularity,
    "chemin_stakes": _stakes,
    "chemin_coup": _coup,
    "chemin_garage": _garage,
    "chemin_bank": chemin_people.bank,
    "chemin_seat": chemin_people.seat,
    "chemin_seguido": chemin_people.seguido,
    "chemin_advice": chemin_people.advice,
}
