"""Runs `blackjack-cases/1` through the real engine. Feeds cards, decisions and buttons; everything else is asserted."""

from collections.abc import Iterator
from typing import Any

from msgspec import ValidationError, convert

from table_core.cases.blackjack_rules import NOT_IMPLEMENTED, run_rule
from table_core.cases.compare import Mismatch, mismatches
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack import hands
from table_core.rules.blackjack.engine import Engine, fold
from table_core.rules.blackjack.entries import Abort, Act, Button, CardOut, Entry, PlaceBet, PlaceSide
from table_core.rules.blackjack.expectation import CHECKS
from table_core.rules.blackjack.hidden import covered_places
from table_core.rules.blackjack.options import switched
from table_core.rules.blackjack.settlement import Settlement

Json = dict[str, Any]
ROUTINE = (
    "bets_close",
    "insurance_close",
    "surrender_window",
    "ask_desafio",
    "ask_double",
)  # said in every pass, listed only where under test
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
        return [Mismatch("config", case.get("config", {}), str(refused), article)]
    match case["kind"]:
        case "round":
            return list(_Round(rules, case, article).run())
        case "rule":
            return list(run_rule(rules, case, article))
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
        self._prompted: list[str] = []

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
        if entry is None and not step.keys() & {"announce", "check"}:
            yield Mismatch(path, step, NOT_IMPLEMENTED, self._article)
        if "abort" in step:
            yield from mismatches(step["abort"], self._state.aborted, self._article, f"{path}.abort")

    def _said(self, path: str, text: str) -> Iterator[Mismatch]:
        due = self._engine.expects(self._state).say
        words = (*self._state.announced, *due)
        if text in due:
            self._prompted.append(text)
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
        said = [*state.announced, *(text for text in self._prompted if text not in state.announced)]
        return {
            "hands": {hand.hand: _fields(hand) for hand in settled.hands},
            "bank": {**_fields(settled.bank), "cards": list(settled.bank.cards)},
            "side": _sides(settled),
            "net_players": settled.net_players,
            "burned": [held.card for held in state.burned],
            "announce": [text for text in said if text not in routine or text in listed],
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
