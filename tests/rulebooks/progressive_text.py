"""The rules of the side bet said a second time, straight from the digest's text, on the cases' own JSON.

Shares nothing with `table_core`: fractions instead of integer division, sorted lists instead of folds, its own ranks.
"""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

from tests.rulebooks.acceptor_text import acceptor

Json = dict[str, Any]
TABLES: dict[str, dict[str, int | Fraction]] = {
    "arica": {
        "magic_card": 15_000, "lucky_player": 15_000, "straight": 20_000, "flush": 25_000, "full_house": 40_000,
        "quads": 100_000, "straight_flush": Fraction(1, 10), "royal_flush": Fraction(1),
    },
    "iquique_caribbean": {
        "magic_card": 10_000, "lucky_player": 20_000, "flush": 20_000, "full_house": 30_000, "quads": 80_000,
        "straight_flush": Fraction(1, 10), "royal_flush": Fraction(1),
    },
    "iquique_21": {
        "magic_card": 10_000, "lucky_player": 20_000, "two_sevens": 20_000, "three_sevens": 40_000,
        "three_suited_sevens_hds": Fraction(1, 5), "three_sevens_clubs": Fraction(1),
    },
}  # fmt: skip
"""Section 7, lowest row first."""


def rounded(exact: Fraction, way: str) -> int:
    return ceil(exact) if way == "ceil" else floor(exact + (Fraction(1, 2) if way == "half_up" else 0))


# Section 8: at the lock


def contribution(config: Json, given: Json) -> Json:
    raised = sum(
        bet["credits"] * config["credit_value"]
        for bet in given["bets"]
        if config["promo_contributes"] or not bet.get("promo", False)
    )
    way = config["contribution_rounding"]
    commission = rounded(Fraction(raised * config["commission_bp"], 10_000), way)
    to_reserve = rounded(Fraction((raised - commission) * config["reserve_bp"], 10_000), way)
    to_main = raised - commission - to_reserve
    return {
        "raised": raised, "commission": commission, "net": raised - commission, "to_reserve": to_reserve,
        "to_main": to_main, "main_after": given["main"] + to_main, "reserve_after": given["reserve"] + to_reserve,
        "display": {"pot": given["main"] + to_main, "increment": to_main},
    }  # fmt: skip


# Section 8: at the review


def settle(config: Json, given: Json) -> Json:
    table = TABLES[config["prize_table"]]
    seats = sorted((seat for seat in given["seats"] if plays(seat)), key=lambda seat: seat["seat"])
    complementary = _complementary(table, seats, given.get("complementary", []))
    in_cash = config["complementary_funding"] == "pot_cash"
    small = [*(complementary if in_cash else []), *_fixed(config, table, seats)]
    if config["pay_order"] == "amount":
        small.sort(key=lambda payment: payment["amount"])
    funds = {"main": given["main"], "reserve": given["reserve"], "house": 0}
    for payment in small:
        by_house = config.get("fixed_from", "pot") == "house" and payment["prize"] not in ("magic_card", "lucky_player")
        sources = ["house"] if by_house else ["main", *_backing(config["insufficient_pot"])]
        _take(funds, payment["amount"], sources)
    shares = _shares(config, table, seats, funds)
    if any(payment["prize"] in ("royal_flush", "three_sevens_clubs") for payment in shares):
        _take(funds, config["base"], _backing(config["reseed_source"]))
        funds["main"] = config["base"]
    payments = small + shares
    answer = {
        "payments": payments, "promo": [] if in_cash else complementary,
        "total_paid": sum(payment["amount"] for payment in payments),
        "main_after": funds["main"], "reserve_after": funds["reserve"], "house_funded": funds["house"],
    }  # fmt: skip
    return answer | ({"base_game_engine": "refused"} if _is_plus(config, given) else {})


def plays(seat: Json) -> bool:
    return seat["credits"] > 0 and seat.get("valid", True) and not seat.get("void", False)


def _is_plus(config: Json, given: Json) -> bool:
    return given.get("base_game", config.get("base_game")) == "arica_poker_plus"


def _backing(source: str) -> list[str]:
    return ["reserve", "house"] if source == "reserve_then_house" else ["house"]


def _take(funds: dict[str, int], amount: int, sources: list[str]) -> None:
    for source in sources:
        if source == "house":
            funds["house"] += amount
        else:
            part = min(amount, funds[source])
            funds[source] -= part
            amount -= part


def _complementary(table: dict[str, int | Fraction], seats: list[Json], shown: list[Json]) -> list[Json]:
    found = []
    for row in ("magic_card", "lucky_player"):
        winners = [
            seat["seat"]
            for one in shown
            for seat in seats
            if one["type"] == row and (one.get("card") in seat["cards"] or one.get("seat") == seat["seat"])
        ]
        found += [{"seat": seat, "prize": row, "amount": table[row]} for seat in sorted(winners)]
    return found


def _fixed(config: Json, table: dict[str, int | Fraction], seats: list[Json]) -> list[Json]:
    each_credit = config["prize_table"] == "arica" and config["fixed_basis"] == "per_credit"
    return [
        {"seat": seat["seat"], "prize": row, "amount": int(value) * (seat["credits"] if each_credit else 1)}
        for row, value in table.items()
        if isinstance(value, int)
        for seat in seats
        if row in won(config, seat)
    ]


def _shares(config: Json, table: dict[str, int | Fraction], seats: list[Json], funds: dict[str, int]) -> list[Json]:
    left, payments = funds["main"], list[Json]()
    for row, value in table.items():
        winners = [seat for seat in seats if row in won(config, seat)]
        if isinstance(value, int) or not winners:
            continue
        heights = {seat["seat"]: 0 for seat in winners}
        if config["same_combination"] == "exact_ranks" and row == "straight_flush":
            heights = {seat["seat"]: _height(seat["cards"]) for seat in winners}
        for height in sorted(set(heights.values())):
            group = [number for number in sorted(heights) if heights[number] == height]
            part = funds["main"] if value == 1 else rounded(left * value, config["pct_rounding"])
            part = min(part, funds["main"])
            funds["main"] -= part
            payments += [
                {"seat": number, "prize": row, "amount": amount}
                for number, amount in zip(group, _parts(part, len(group), config["remainder_mode"]), strict=True)
            ]
    return payments


def _parts(amount: int, people: int, mode: str) -> list[int]:
    """Equal parts; what cannot be divided to the nearest at the dealer's right, or one peso each from there."""
    parts = [amount // people] * people
    for peso in range(amount - sum(parts)):
        parts[peso if mode == "one_each_from_right" else 0] += 1
    return parts


def won(config: Json, seat: Json) -> list[str]:
    """The rows of the pot this seat's hand reaches, if it is still in the pot."""
    plus = config.get("base_game") == "arica_poker_plus"
    gone = (
        (config["change_forfeits"] and (seat.get("changed", 0) or (plus and seat.get("bought", 0))))
        or (seat.get("folded", False) and (config["fold_forfeits"] or plus))
        or seat.get("split_sevens", False)
        or (config["prize_table"] == "iquique_21" and seat.get("bust", False) and not config["bust_keeps_jackpot"])
    )
    if gone:
        return []
    if config["prize_table"] == "iquique_21":
        return _sevens(config, seat["cards"])
    row = _combination(seat["cards"])
    paid = row in TABLES[config["prize_table"]] and (row != "straight" or config["straight_pays"])
    return [row] if paid else []


def _height(cards: list[str]) -> int:
    """5 for a run from the ace up, otherwise its highest card; 0 when it is none."""
    ranks = sorted("23456789TJQKA".index(card[0]) + 2 for card in cards)
    if ranks == [2, 3, 4, 5, 14]:
        return 5
    return ranks[-1] if all(above == below + 1 for below, above in pairwise(ranks)) else 0


def _combination(cards: list[str]) -> str:
    if len(cards) != 5 or len(set(cards)) != 5:
        return "no hand"
    counts = sorted(Counter(card[0] for card in cards).values())
    height, suited = _height(cards), len({card[1] for card in cards}) == 1
    if height and suited:
        return "royal_flush" if height == 14 else "straight_flush"
    if counts == [1, 4]:
        return "quads"
    if counts == [2, 3]:
        return "full_house"
    return "flush" if suited else "straight" if height else "nothing"


def _sevens(config: Json, cards: list[str]) -> list[str]:
    """Note 1 of art. 100: the sevens must follow one another in the order dealt."""
    starts = [0] if config.get("sevens_position", "anywhere") == "first_cards" else range(len(cards))
    threes = {_three(cards[at : at + 3]) for at in starts}
    twos = any(_two(cards[at : at + 2], config["two_sevens"]) for at in starts)
    ranked = ["three_sevens", "three_suited_sevens_hds", "three_sevens_clubs"]
    best = [row for row in ranked if row in threes][-1:]
    return (["two_sevens"] if twos and (not best or config["sevens_rows"] == "cumulative") else []) + best


def _three(cards: list[str]) -> str:
    if [card[0] for card in cards] != ["7"] * 3:
        return ""
    if len({card[1] for card in cards}) > 1:
        return "three_sevens"
    return "three_sevens_clubs" if cards[0] == "7C" else "three_suited_sevens_hds"


def _two(cards: list[str], reading: str) -> bool:
    return [card[0] for card in cards] == ["7"] * 2 and (reading == "any" or cards[0] == cards[1])


# Section 9 and the order of confirmation


def session(config: Json, given: Json) -> Json:
    pot = {"main": given["main"], "reserve": given["reserve"], "commission": 0, "paid": 0, "house": 0}
    steps = [_step(config, pot, step) for step in given["steps"]]
    return {
        "steps": steps, "main": pot["main"], "reserve": pot["reserve"], "commission_total": pot["commission"],
        "paid_total": pot["paid"], "house_funded": pot["house"],
    }  # fmt: skip


def _step(config: Json, pot: dict[str, int], step: Json) -> Json:
    before = dict(pot)
    void = _void(step)
    at_lock = [seat for seat in step["seats"] if plays(seat | {"void": False})]
    stand = [seat for seat in at_lock if config["void_policy"] == "stand" or seat["seat"] not in void]
    locked, kept = (contribution(config, before | {"bets": bets}) for bets in (at_lock, stand))
    pot["reserve"] += kept["to_reserve"]
    pot["commission"] += kept["commission"]
    early = config["snapshot"] == "before_pass"
    seats = [seat | {"void": seat["seat"] in void} for seat in step["seats"]]
    asked = {"main": pot["main"] + (0 if early else kept["to_main"]), "reserve": pot["reserve"], "seats": seats}
    settled = settle(config, asked | {"complementary": step.get("complementary", [])})
    pot["main"] = settled["main_after"] + (kept["to_main"] if early else 0)
    pot["reserve"] = settled["reserve_after"]
    pot["paid"] += settled["total_paid"]
    pot["house"] += settled["house_funded"]
    return {
        "display_pot": locked["main_after"], "display_increment": locked["to_main"],
        "payments": settled["payments"], "main_after": pot["main"], "reserve_after": pot["reserve"],
    }  # fmt: skip


def _void(step: Json) -> set[int]:
    everybody = {seat["seat"] for seat in step["seats"]}
    named = everybody if step.get("void") == "pass" else set(step.get("void", ()))
    return named | {seat["seat"] for seat in step["seats"] if seat.get("void", False)}


# Section 12: the papers, the review, the counters


def config_check(_config: Json, given: Json) -> Json:
    pots, tables = given["pots"], given["tables"]
    side = {"enabled": False, "notified": False, "paid_in": "cash", "authorised": False}
    side |= given.get("complementary", {})
    plan, differ = given.get("plan"), _differences(given)
    limits = {pot["id"]: {_limits(table) for table in tables if table["pot"] == pot["id"]} for pot in pots}
    errors = {
        "ALLOC_NOT_100": any(sum(pot["alloc_bp"].values()) != 10_000 for pot in pots),
        "BASE_GAME_UNDEFINED": any(table.get("game") == "arica_poker_plus" for table in tables),
        "COMPLEMENTARY_NOT_NOTIFIED": side["enabled"] and not side["notified"],
        "INTER_CASINO_NOT_REGISTERED": any(pot.get("inter_casino") and not pot.get("registered") for pot in pots),
        "LIMITS_DIFFER": any(len(found) > 1 for found in limits.values()),
        "NOT_HOMOLOGATED": not all(pot.get("homologated", True) for pot in pots),
        "NO_MAIN_POT": not all(pot.get("has_main", True) for pot in pots),
        "PLAN_MISMATCH": bool(differ),
        "PLAN_NOT_APPROVED": plan is not None and not plan["approved"],
        "PROMO_NOT_AUTHORISED": side["enabled"] and side["paid_in"] == "promo_credits" and not side["authorised"],
    }
    found = [code for code, fits in errors.items() if fits]
    return {"ok": not found, "errors": found, "mismatches": differ}


def _limits(table: Json) -> tuple[int, int]:
    return table["min_credits"] * table["credit_value"], table["max_credits"] * table["credit_value"]


def _differences(given: Json) -> list[str]:
    if "plan" not in given:
        return []
    plan, running = given["plan"], given["running"]
    found = [f"alloc_bp:{pot['id']}" for pot in given["pots"] if pot["alloc_bp"] != plan["alloc_bp"].get(pot["id"])]
    found += ["plan_version"] if running["plan_version"] != plan["version"] else []
    found += ["commission_bp"] if running["commission_bp"] != plan["commission_bp"] else []
    found += [f"base:{pot['id']}" for pot in given["pots"] if running["base"][pot["id"]] != plan["base"][pot["id"]]]
    return sorted(found)


def review(config: Json, given: Json) -> Json:
    asked, skipped = [], []
    for seat in sorted(given["seats"], key=lambda seat: seat["seat"]):
        reasons = {
            "NO_VALID_BET": not seat["credits"] or not seat.get("valid", True),
            "VOID": seat.get("void", False),
            "CHANGED": seat.get("changed", 0) or seat.get("bought", 0),
            "FOLDED": seat.get("folded", False) and config["fold_forfeits"],
        }
        reason = next((reason for reason, fits in reasons.items() if fits), None)
        if reason is None:
            asked.append(seat["seat"])
        else:
            skipped.append({"seat": seat["seat"], "reason": reason})
    return {"review": asked, "skipped": skipped}


def reconcile(config: Json, given: Json) -> Json:
    value, table = config["credit_value"], given["table_counter_end"] - given["table_counter_start"]
    found = {
        "TABLE_COUNTER_VS_SEATS": table - sum(given["seat_bets"]),
        "SYSTEM_VS_TABLE": given["system_raised"] - table * value,
    }
    if "cash_exchanged" in given:
        found["ACTIVATION_VS_CASH"] = given["credits_activated"] * value - given["cash_exchanged"]
    found = {name: difference for name, difference in found.items() if difference}
    return {"ok": not found, "differences": found}


SAID = {
    "contribution": contribution, "settle": settle, "session": session, "acceptor": acceptor,
    "config_check": config_check, "review": review, "reconcile": reconcile,
}  # fmt: skip
