"""Cases of Chemin de Fer about people: who gets the bank, who gets a seat, banco seguido, advice."""

from collections.abc import Callable
from typing import Any

from table_core.cases.chemin_table import (
    BANK_WINS,
    BYSTANDERS,
    NO_LIMIT,
    PUNTO_WINS,
    TIE,
    Answer,
    CheminTable,
    card_of,
    dealt_out,
)
from table_core.rulebook import Rulebook
from table_core.rules.baccarat.chemin.entries import (
    Bid,
    BidForBank,
    ClaimSeguido,
    CloseBets,
    DeclineBank,
    KeepBank,
    KeepLists,
    KeyRequests,
    LeaveTable,
    PassBank,
    PlacePlayer,
    RaiseBank,
    TakeBank,
)
from table_core.rules.baccarat.chemin.operations import (
    PlayerLeft,
    PlayerPlaced,
)
from table_core.rules.baccarat.chemin.people import Player, Share
from table_core.rules.baccarat.chemin.stakes import Request
from table_core.rules.baccarat.entries import CutCard


def bank(rules: Rulebook, given: dict[str, Any]) -> Answer:
    runner = {"amount_change": _amount_change, "end_of_talla": _end_of_talla}.get(given["event"], _bank_moves)
    return runner(rules, given)


def _bank_moves(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """The bank is lost or passed at its seat, and everybody answers as the case says."""
    limits = (given.get("table_min", 1), NO_LIMIT)
    table = CheminTable(rules, limits=limits).bystanders()
    bids = given.get("bids", [])
    names = {given["banker_seat"]: next((one["player"] for one in bids if one.get("passer")), "banquero")}
    seats = [seat for seat in given["seats"] if seat != given["banker_seat"]] + [given["banker_seat"]]
    for one, seat in zip([one for one in bids if not one.get("standing")], _seats_of_bidders(given), strict=False):
        names.setdefault(seat, one["player"])
    table.seat(sorted(seats), names)
    partners = tuple(Share(one["player"], 1) for one in bids if one.get("passer_associate"))
    for partner in partners:
        table.stand(partner.player, given["banker_seat"])
    standing = [one["player"] for one in bids if one.get("standing")] + list(given.get("standing_takers", ()))
    table.load()
    _bring_bank(table, given, partners)
    if given["event"] == "lost":
        table.play(PUNTO_WINS, Request(BYSTANDERS[0], "bet", limits[0]))
    else:
        table.play(TIE, Request(BYSTANDERS[0], "bet", limits[0]))
    table.without_bystanders()
    for name in standing:
        table.stand(name, given["seats"][0])
    if given["event"] == "passed":
        table.order(PassBank())
    return _answers(table, given, bids), rules.article("bank_rotation")


def _seats_of_bidders(given: dict[str, Any]) -> list[int]:
    """Seated bidders are called after their seat where a case does so ("s2"); else they sit in order."""
    named = [int(one["player"][1:]) for one in given.get("bids", []) if one["player"][1:].isdigit()]
    free = [seat for seat in given["seats"] if seat not in (*named, given["banker_seat"])]
    rest = iter(free)
    return [
        int(one["player"][1:]) if one["player"][1:].isdigit() else next(rest, 0)
        for one in given.get("bids", [])
        if not one.get("standing")
    ]


def _bring_bank(table: CheminTable, given: dict[str, Any], partners: tuple[Share, ...]) -> None:
    """To the banker's seat: in rotation, or passed to him by another."""
    passer = given.get("acquired_from", given.get("last_seated_banker"))
    if passer is None:
        table.bank_at(given["banker_seat"], given["bank"], associates=partners)
        return
    table.bank_at(passer, given["bank"]).play(TIE, Request(BYSTANDERS[0], "bet", given.get("table_min", 1)))
    if given.get("banker_standing"):
        table.stand("banquero de pie", given["banker_seat"])
    table.order(PassBank())
    while table.game.offer is not None:
        offer = table.game.offer
        if offer.stage == "standing":
            table.order(TakeBank("banquero de pie", given["bank"]))
        elif offer.seat == given["banker_seat"] and not given.get("banker_standing"):
            table.order(TakeBank("banquero", given["bank"]))
        else:
            table.order(DeclineBank())


def _answers(table: CheminTable, given: dict[str, Any], bids: list[dict[str, Any]]) -> dict[str, Any]:
    """Whoever is asked answers as the case says, until somebody has, or must take, the bank."""
    while (offer := table.game.offer) is not None:
        told = {"how": offer.stage, "at_least": offer.at_least}
        match offer.stage:
            case "rotation" if offer.seat not in given.get("refuse", ()):
                return {"to_seat": offer.seat, **told}
            case "standing" if given.get("standing_takers"):
                taker = given["standing_takers"][0]
                table.order(TakeBank(taker, offer.at_least))
                return {"to_player": taker, **told}
            case "passer" if given.get("passer_takes_back"):
                table.order(TakeBank(offer.passer or "", offer.at_least))
                return {"to_seat": offer.seat, **told}
            case "auction":
                table.order(BidForBank(tuple(Bid(one["player"], one["amount"]) for one in bids)))
                if (bank := table.game.bank) is not None:
                    return {"to_player": bank.player, **told}
            case "forced":
                return {"to_seat": offer.seat, **told}
            case _:
                table.order(DeclineBank())
    return {}


def _amount_change(rules: Rulebook, given: dict[str, Any]) -> Answer:
    table = CheminTable(rules).seat(range(1, 5)).load().orders(TakeBank("s1", given["offered"]))
    return {"accept": [table.refuses(RaiseBank(amount)) is None for amount in given["tries"]]}, rules.article(
        "bank_amount"
    )


def _end_of_talla(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """The last play of a talla is won or lost; in the next one the same player asks to go on."""
    keeps = []
    for one in given["tries"]:
        table = CheminTable(rules).seat(range(1, 5)).load()
        amount = given["bank"] if not one["won_last"] else 1
        table.orders(TakeBank("s1", amount)).play(TIE, Request("s2", "banco"))
        if one["won_last"]:
            table.play(BANK_WINS, Request("s2", "banco")).orders(RaiseBank(given["bank"]))
        else:
            table.play(PUNTO_WINS, Request("s2", "banco"))
        table.order(CutCard())
        table.load()
        keeps.append(table.refuses(KeepBank(one["offers"])) is None)
    return {"keeps_bank": keeps}, rules.article("end_of_talla")


# Seats, banco seguido, advice


def seat(rules: Rulebook, given: dict[str, Any]) -> Answer:
    got = _SEATS[given["event"]](rules, given)
    return got, rules.article("seats")


def _vacant(rules: Rulebook, given: dict[str, Any]) -> dict[str, Any]:
    """Somebody gets up, during the talla or after it; the lists say who wanted a place."""
    movers = given.get("change_requests", [])
    others = [f"otro {number}" for number in range(4)]
    seats = dict(enumerate(["se va", *movers, *others], start=1))
    table = CheminTable(rules).seat(seats, seats)
    if given["when"] == "during_talla":
        table.load().orders(TakeBank("se va", 10)).play(PUNTO_WINS, Request(others[0], "bet", 10))
    table.order(KeepLists(tuple(given.get("waiting_list", ())), tuple(movers)))
    before = len(table.seen)
    table.order(LeaveTable("se va"))
    return _seated_at(table, 1, before)


def _seated_at(table: CheminTable, seat: int, before: int) -> dict[str, Any]:
    """Who came to *seat* since, and whether he must let a hand pass."""
    came = [one.player for one in table.seen[before:] if isinstance(one, PlayerPlaced) and one.player.seat == seat]
    newcomer: Player | None = came[0] if came else None
    return {
        "seat_to": newcomer.name if newcomer else None,
        "must_salute": newcomer.must_salute if newcomer else False,
    }


def _absent(rules: Rulebook, given: dict[str, Any]) -> dict[str, Any]:
    table = CheminTable(rules).seat(range(1, 5)).load()
    table.order(KeepLists(tuple(given.get("waiting_list", ()))))
    before = len(table.seen)
    table.order(DeclineBank(absent=True))
    return {"loses_seat": _lost_seat(table, "s1"), **_seated_at(table, 1, before)}


def _refused_hand(rules: Rulebook, given: dict[str, Any]) -> dict[str, Any]:
    """The same player lets the hand pass, time after time."""
    table = CheminTable(rules).seat(range(1, 5)).load()
    table.order(KeepLists(tuple(given.get("waiting_list", ()))))
    before = len(table.seen)
    for _time in range(given["times_running"]):
        if _lost_seat(table, "s1"):
            break
        while table.game.offer is not None and table.game.offer.seat != 1:
            table.bank_at(table.game.offer.seat or 0, 10).play(PUNTO_WINS, Request("s1", "bet", 10))
        table.order(DeclineBank())
    return {"loses_seat": _lost_seat(table, "s1"), **_seated_at(table, 1, before)}


def _lost_seat(table: CheminTable, name: str) -> bool:
    return any(left.name == name and left.lost for left in table.all(PlayerLeft))


def _momentarily_empty(rules: Rulebook, _given: dict[str, Any]) -> dict[str, Any]:
    """Somebody wants the place of a player who is away for a moment."""
    table = CheminTable(rules).seat(range(1, 5))
    taken = table.refuses(PlacePlayer("otro", 1)) is None
    return {"seat_to": "otro" if taken else None, "loses_seat": _lost_seat(table, "s1")}


def _elsewhere(rules: Rulebook, _given: dict[str, Any]) -> dict[str, Any]:
    table = CheminTable(rules).seat(range(1, 5))
    taken = table.refuses(PlacePlayer("otro", 5, elsewhere=True)) is None
    return {"seat_to": "otro" if taken else None}


_SEATS: dict[str, Callable[[Rulebook, dict[str, Any]], dict[str, Any]]] = {
    "vacant": _vacant,
    "absent_at_turn": _absent,
    "refused_hand": _refused_hand,
    "momentarily_empty": _momentarily_empty,
    "seated_at_other_table": _elsewhere,
}


def seguido(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """The claimant made banco and lost; in the next play another has the cards when he speaks, or just before."""
    cards_to = []
    for one in given["tries"]:
        table = CheminTable(rules).seat(range(1, 5)).load().orders(TakeBank("s1", 10))
        table.play(BANK_WINS, Request("s2", "banco"))
        before = one["announced"] == "before_delivery"
        table.orders(KeyRequests((Request("s3", "banco"),)), CloseBets())
        table.cards("2H", "4H", "3H", "5S")
        claim = ClaimSeguido("s2", seen=one["other_saw"], ahead=before and one.get("taken_ahead", False))
        if table.refuses(claim) is None:
            table.order(claim)
        stakes = table.game.stakes
        cards_to.append("claimant" if stakes is not None and stakes.cards_to == "s2" else "other")
    return {"cards_to": cards_to}, rules.article("banco_seguido")


def advice(rules: Rulebook, given: dict[str, Any]) -> Answer:
    """Punto looks at his two cards and asks the dealer."""
    answers = []
    for total in given["punto_totals"]:
        table = dealt_out(rules, ["KD", card_of(total, "C")], ["KC", "5S"], banco=False)
        answers.append(table.engine.advice(table.game))
    return {"answer": answers}, rules.article("advice")
