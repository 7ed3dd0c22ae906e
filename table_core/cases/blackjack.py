"""Runs `blackjack-cases/1` through the real engine. Feeds cards, decisions and buttons; everything else is asserted."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import ValidationError, convert

from table_core.cases.compare import Mismatch, mismatches
from table_core.progressive import jackpot
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack import bets, hands, shoe, side_bets
from table_core.rules.blackjack.engine import Engine, fold
from table_core.rules.blackjack.entries import Abort, Act, Button, CardOut, Entry, PlaceBet, PlaceSide
from table_core.rules.blackjack.expectation import CHECKS
from table_core.rules.blackjack.hidden import covered_places
from table_core.rules.blackjack.options import switched
from table_core.rules.blackjack.settlement import Settlement
from table_core.rules.blackjack.state import Limits, State

Json = dict[str, Any]
NOT_IMPLEMENTED = "(no implementado)"
ROUTINE = ("bets_close", "insurance_close", "surrender_window")  # said in every pass, listed only where under test
OBVIOUS: dict[str, Button] = {
    "retiro": Button("no_more_surrender"),
    "insurance": Button("no_more_insurance"),
    "bank": Button("reveal_hole"),
    "reveal": Button("reveal_doubles"),
    "settle": Button("end_round"),
}


def run_case(case: Json, document: Json, rulebooks: dict[str, Rulebook]) -> list[Mismatch]:
    """Every place where the engine and *case* part; none when it passes."""
    article = "; ".join(case.get("articles", ()))
    book = rulebooks.get(case["rulebook"])
    if book is None or book.family != "blackjack":
        return [Mismatch("rulebook", case["rulebook"], NOT_IMPLEMENTED, article)]
    settings = {**document.get("defaults", {}).get(case["rulebook"], {}), **case.get("config", {})}
    try:
        rules = switched(book, settings)
    except ValueError as refused:
        return [Mismatch("config", settings, str(refused), article)]
    match case["kind"]:
        case "round":
            return list(_Round(rules, case, article).run())
        case "rule":
            return list(_run_rule(rules, case, article))
        case kind:
            return [Mismatch("kind", kind, NOT_IMPLEMENTED, article)]


class _Round:
    """One replayed pass."""

    def __init__(self, rules: Rulebook, case: Json, article: str) -> None:
        self._rules = rules
        self._case = case
        self._article = article
        self._engine = Engine(rules, stakes="keyed")
        self._state = self._engine.open()
        self._cards: list[tuple[int, str, Json]] = []

    def run(self) -> Iterator[Mismatch]:
        """Place the bets, replay the steps, press what is obvious, compare."""
        try:
            self._place_bets()
            for number, step in enumerate(self._case["steps"]):
                yield from self._step(f"steps.{number}", step)
            self._finish()
        except RuleViolation as violation:
            yield Mismatch("steps", "(aceptado)", f"{violation.code}: {violation}", self._article)
        except ValidationError as unreadable:
            yield Mismatch("steps", "(legible)", f"{NOT_IMPLEMENTED}: {unreadable}", self._article)
            return
        yield from self._placed()
        yield from mismatches(self._case["expect"], self._got(), self._article)

    def _feed(self, entry: Entry) -> None:
        self._state = fold(self._state, self._engine.apply(self._state, entry))

    def _place_bets(self) -> None:
        for box, stake in self._case["bets"].items():
            self._feed(PlaceBet(box, stake))
        for box, stake in self._case.get("perfect_pairs", {}).items():
            self._feed(PlaceSide(box, "perfect_pairs", stake))

    def _step(self, path: str, step: Json) -> Iterator[Mismatch]:
        if "why" in step and not any(row.row == step["why"] for row in self._rules.irregularities):
            yield Mismatch(f"{path}.why", step["why"], NOT_IMPLEMENTED, self._article)
        if "assumed" in step:
            said = self._engine.expects(self._state).sequence
            yield from mismatches(step["assumed"], said, self._article, f"{path}.assumed")
        if "announce" in step:
            yield from self._said(path, step["announce"])
        if "check" in step:
            yield from mismatches(_sorted(step["check"]), self._checked(step["check"]), self._article, f"{path}.check")
        if "card" in step:
            self._cards.append((len(self._state.log), path, step))
        entry = _entry(step)
        if entry is not None:
            self._feed(entry)
        if "abort" in step:
            yield from mismatches(step["abort"], self._state.aborted, self._article, f"{path}.abort")

    def _said(self, path: str, text: str) -> Iterator[Mismatch]:
        words = (*self._state.announced, *self._engine.expects(self._state).say)
        if text not in words:
            yield Mismatch(f"{path}.announce", text, list(words), self._article)

    def _checked(self, check: Json) -> Json:
        expected = self._engine.expects(self._state)
        picture: Json = {
            "turn": expected.turn,
            "next_card_to": expected.next_card_to,
            "bank_must": expected.bank_must,
            "bank_total": hands.bank_count(self._rules, self._state.bank_codes).total,
            "total": {hand.id: hands.player_count(self._rules, hand).total for hand in self._state.hands},
            "paid_now": sorted(self._state.paid),
            "taken_now": sorted(self._state.taken),
            "hidden": sorted(covered_places(self._state)),
        }
        for key, wanted in (("may", True), ("may_not", False)):
            asked = check.get(key, {})
            picture[key] = {
                hand: [act for act in acts if self._may(hand, act) is wanted] for hand, acts in asked.items()
            }
        return picture

    def _may(self, hand: str, act: str) -> bool:
        if act in CHECKS:
            return act in self._engine.expects(self._state).may.get(hand, ())
        try:
            self._engine.apply(self._state, convert({"type": "Act", "name": act, "box": hand}, Act))
        except RuleViolation:
            return False
        return True

    def _finish(self) -> None:
        """Press the buttons the schema leaves out as obvious, as long as nobody else is to act."""
        while self._state.phase in OBVIOUS:
            expected = self._engine.expects(self._state)
            if expected.turn not in ("bank", "none") or expected.bank_must == "draw":
                return
            self._feed(OBVIOUS[self._state.phase])

    def _placed(self) -> Iterator[Mismatch]:
        """Where every card finally belongs, and which side was up when it was dealt."""
        for index, path, step in self._cards:
            laid = self._state.log[index] if index < len(self._state.log) else None
            got = {} if laid is None else {"to": laid.place, "face": laid.face}
            wanted = {key: step[key] for key in ("to", "face") if key in step}
            yield from mismatches(wanted, got, self._article, path)

    def _got(self) -> Json:
        settled = self._engine.settle(self._state)
        state = self._state
        routine = {words.text for name, words in self._rules.announcements.items() if name in ROUTINE}
        listed = self._case["expect"].get("announce", [])
        return {
            "hands": {hand.hand: _fields(hand) for hand in settled.hands},
            "bank": {**_fields(settled.bank), "cards": list(settled.bank.cards)},
            "side": _sides(settled),
            "net_players": settled.net_players,
            "burned": [held.card for held in state.burned],
            "announce": [text for text in state.announced if text not in routine or text in listed],
            "settle_order": list(settled.settle_order),
            "side_order": list(state.side_order),
            "next_round_first_card": state.returned_card,
            "reread_expected": state.returned_card is not None,
            "after_round": "SHUFFLE" if state.shuffle_after else "BETS_OPEN",
        }


def _fields(value: Any) -> Json:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def _sides(settled: Settlement) -> list[Json]:
    return [
        {
            "box": side.hand,
            "kind": side.kind,
            "stake": side.stake,
            "net": side.net,
            "outcome": side.label if side.kind == "perfect_pairs" else side.outcome,
        }
        for side in settled.sides
        if side.kind != "jackpot"
    ]


def _sorted(check: Json) -> Json:
    """Lists of hands and covered cards are sets in the schema."""
    sets = ("paid_now", "taken_now", "hidden")
    return {key: sorted(value) if key in sets else value for key, value in check.items()}


def _entry(step: Json) -> Entry | None:
    """What the table produces of one step; assertions produce nothing."""
    if "card" in step:
        return CardOut(step["card"], step.get("laid"))
    if "act" in step:
        fields = {key: value for key, value in step.items() if key in Act.__struct_fields__}
        return convert({**fields, "type": "Act", "name": step["act"]}, Act)
    if "btn" in step:
        return convert({"type": "Button", "name": step["btn"], "box": step.get("box")}, Button)
    return Abort(step["abort"]) if "abort" in step else None


# Rules asked without a pass. Each takes the rulebook and what is given, and answers under the keys of `expect`.


def _run_rule(rules: Rulebook, case: Json, article: str) -> Iterator[Mismatch]:
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
    return {"x2_floor_ceil": [[x2, bets.rounded(floor, x2), bets.rounded(ceiling, x2)] for x2 in exact]}


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
