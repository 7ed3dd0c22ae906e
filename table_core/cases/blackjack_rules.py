"""The cases of kind `rule`: questions asked of a rulebook without a pass, answered by the code the table uses."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import convert

from table_core.cases.compare import Mismatch, mismatches
from table_core.progressive import jackpot
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack import bets, hands, payouts, shoe, side_bets
from table_core.rules.blackjack.engine import Engine, fold
from table_core.rules.blackjack.entries import Button, CardOut, Entry, PlaceBet
from table_core.rules.blackjack.options import switched
from table_core.rules.blackjack.state import Limits, State

Json = dict[str, Any]
NOT_IMPLEMENTED = "(no implementado)"


def run_rule(rules: Rulebook, case: Json, article: str) -> Iterator[Mismatch]:
    """Every place where the answer to the case's question differs from what it expects."""
    answer = OPS.get(case["op"])
    if answer is None:
        yield Mismatch("op", case["op"], NOT_IMPLEMENTED, article)
        return
    try:
        got = answer(rules, case["given"])
    except ValueError as refused:
        yield Mismatch("given", case["given"], f"{NOT_IMPLEMENTED}: {refused}", article)
        return
    yield from mismatches(case["expect"], got, article)


def _perfect_pairs_limit(rules: Rulebook, given: Json) -> Json:
    limits = bets.pairs_limits(rules, given["table_min"])
    accept = [
        bets.pairs_accepted(rules, given["table_min"], bet["stake"], bet["main_bet"], bet["placed"])
        for bet in given["tries"]
    ]
    return {"min": limits.least, "max": limits.most, "accept": accept}


def _pair_class(rules: Rulebook, given: Json) -> Json:
    return {
        "may_split": [hands.may_pair(rules, first, second) for first, second in given["pairs"]],
        "perfect_pairs": [side_bets.pair_class(first, second) for first, second in given["pairs"]],
    }


def _insurance_amount(rules: Rulebook, given: Json) -> Json:
    return {"accept": [bets.insurance_accepted(rules, given["bet"], amount) for amount in given["amounts"]]}


def _cut(rules: Rulebook, given: Json) -> Json:
    cards = given["cards"]
    return {
        "player_cut_ok": [shoe.player_cut_ok(rules, cards, depth) for depth in given.get("player_cut_from_top", ())],
        "cut_card_ok": [shoe.cut_card_ok(rules, cards, behind) for behind in given.get("behind_cut_card", ())],
    }


def _bank_sequence(rules: Rulebook, given: Json) -> Json:
    totals = [hands.bank_count(rules, cards).total for cards in given["sequences"]]
    actions = [
        "bust" if total > 21 else "draw" if hands.bank_draws(rules, cards) else "stand"
        for total, cards in zip(totals, given["sequences"], strict=True)
    ]
    return {"totals": totals, "actions": actions}


def _start(rules: Rulebook, given: Json) -> Json:
    return {
        "may_deal": [
            shoe.may_deal(rules, new_shoe=start.get("new_shoe", True), seated=start["seated"], bets_made=start["bets"])
            for start in given["tries"]
        ]
    }


def _max_bet(rules: Rulebook, given: Json) -> Json:
    return {"max_per_box": [bets.max_per_box(rules, given["table_max"], count) for count in given["boxes"]]}


def _box_total(rules: Rulebook, given: Json) -> Json:
    most = given["table_max"]
    return {"accept": [bets.box_accepted(rules, most, box["seated"], box["standing"]) for box in given["tries"]]}


def _burn(rules: Rulebook, given: Json) -> Json:
    return {"burn": [shoe.burn_count(rules, event) for event in given["events"]]}


def _late_limit(rules: Rulebook, given: Json) -> Json:
    limits = Limits(given["table_min"], given["table_max"])
    return {"result": [bets.limit_verdict(rules, limits, bet["stake"], bet["found"]) for bet in given["tries"]]}


def _sevens(given: Json) -> list[jackpot.SevensHand]:
    return [convert({**hand, "cards": tuple(hand["cards"])}, jackpot.SevensHand) for hand in given["tries"]]


def _jackpot(rules: Rulebook, given: Json) -> Json:
    return _draws([jackpot.draw(rules, given["pot"], hand) for hand in _sevens(given)])


def _jackpot_sequence(rules: Rulebook, given: Json) -> Json:
    return _draws(list(jackpot.sequence(rules, given["pot"], _sevens(given))))


def _draws(draws: list[jackpot.Draw]) -> Json:
    return {"prize": [draw.prize for draw in draws], "pot_after": [draw.pot_after for draw in draws]}


def _lucky_player(rules: Rulebook, given: Json) -> Json:
    shown = given["box_shown"]
    return {"prize": [jackpot.lucky_player(rules, shown, laid) for laid in given["jackpot_bets"]]}


def _magic_card(rules: Rulebook, given: Json) -> Json:
    shown = [
        jackpot.magic_card(rules, given["card_shown"], moment["hands"], moment["jackpot_bets"])
        for moment in given["tries"]
    ]
    return {"winners": [list(draw.winners) for draw in shown], "prize_each": int(rules["magic_prize"])}


HALVES = {"black_jack": 3, "insurance_stake": 1, "desafio_stake": 1, "surrender": 1, "retiro": 1}


def _half_units(rules: Rulebook, given: Json) -> Json:
    exact = [HALVES[bet["what"]] * bet["bet"] for bet in given["tries"]]
    floor, ceiling = switched(rules, {"round_half": "to_house"}), switched(rules, {"round_half": "to_player"})
    return {"x2_floor_ceil": [[x2, payouts.rounded(floor, x2), payouts.rounded(ceiling, x2)] for x2 in exact]}


def _shuffler_mode(rules: Rulebook, given: Json) -> Json:
    modes = [shoe.shuffler_mode(rules, mode) for mode in given["modes"]]
    return {name: [getattr(mode, name) for mode in modes] for name in shoe.ShoeMode.__struct_fields__}


def _conservation(_rules: Rulebook, given: Json) -> Json:
    return {"difference": [shoe.difference(given["decks"], counts) for counts in given["tries"]]}


def _late_bet(rules: Rulebook, given: Json) -> Json:
    return {"accept": [_bet_accepted(rules, moment) for moment in given["tries"]]}


def _bet_accepted(rules: Rulebook, moment: str) -> bool:
    """Whether a real table takes one more bet at *moment*."""
    steps: dict[str, list[Entry]] = {
        "before_call": [],
        "after_call": [Button("no_more_bets")],
        "after_first_card": [Button("no_more_bets"), CardOut("2C")],
    }
    if moment not in steps:
        raise ValueError(f"{moment!r}: momento desconocido")
    engine = Engine(rules, stakes="keyed")
    state: State = engine.open()
    for entry in [*(PlaceBet(str(box), 1) for box in range(1, 4)), *steps[moment]]:
        state = fold(state, engine.apply(state, entry))
    try:
        engine.apply(state, PlaceBet("4", 1))
    except RuleViolation:
        return False
    return True


def _closing(rules: Rulebook, given: Json) -> Json:
    calls = [
        shoe.closing(rules, call["reason"], in_round=call["in_round"], hands_left=call.get("hands_left"))
        for call in given["tries"]
    ]
    return {"announce": [call.text for call in calls], "when": [call.when for call in calls]}


def _cut_offer(rules: Rulebook, given: Json) -> Json:
    cuts = [shoe.cut_offer(rules, given["cards"], offer["players"], offer["willing"]) for offer in given["tries"]]
    return {"cutter": [cut.by for cut in cuts], "cut_from_top": [cut.from_top for cut in cuts]}


def _box_claim(_rules: Rulebook, given: Json) -> Json:
    return {"winner": [bets.winner_of_box(convert(claims, list[bets.Claim])) for claims in given["tries"]]}


def _deck_change(rules: Rulebook, given: Json) -> Json:
    change = shoe.deck_change(given["decks"], given["counts_before"])
    return {"cards_after": change.cards_after, "next": change.next, **_start(rules, given)}


def _idle_seat(rules: Rulebook, given: Json) -> Json:
    return {"must_leave": [bets.must_leave(rules, rounds) for rounds in given["rounds_without_bet"]]}


def _card_move(rules: Rulebook, given: Json) -> Json:
    return {"allowed": [shoe.move_allowed(rules, move) for move in given["moves"]]}


OPS: dict[str, Callable[[Rulebook, Json], Json]] = {
    "perfect_pairs_limit": _perfect_pairs_limit,
    "pair_class": _pair_class,
    "insurance_amount": _insurance_amount,
    "cut": _cut,
    "bank_sequence": _bank_sequence,
    "start": _start,
    "max_bet": _max_bet,
    "box_total": _box_total,
    "burn": _burn,
    "late_limit": _late_limit,
    "jackpot": _jackpot,
    "jackpot_sequence": _jackpot_sequence,
    "lucky_player": _lucky_player,
    "magic_card": _magic_card,
    "half_units": _half_units,
    "shuffler_mode": _shuffler_mode,
    "conservation": _conservation,
    "late_bet": _late_bet,
    "closing": _closing,
    "cut_offer": _cut_offer,
    "box_claim": _box_claim,
    "deck_change": _deck_change,
    "idle_seat": _idle_seat,
    "card_move": _card_move,
}
