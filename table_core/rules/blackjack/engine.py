"""The blackjack engine: a state machine readable as a table, phase by entry. It decides, never records.

`apply` answers with operations; the caller folds them with `evolve`. A refusal is a `RuleViolation`: nothing changes.
"""

from collections.abc import Callable
from typing import Any

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack import (
    bank,
    bets,
    dealing,
    draws,
    irregularities,
    options,
    remedies,
    settlement,
    side_bets,
    turns,
    windows,
)
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Entry, key_of
from table_core.rules.blackjack.expectation import Expectation, expects
from table_core.rules.blackjack.folding import evolve, fold
from table_core.rules.blackjack.operations import Operation
from table_core.rules.blackjack.settlement import Settlement
from table_core.rules.blackjack.state import Limits, Phase, Stakes, State

__all__ = ["Engine", "evolve", "fold"]

Handler = Callable[[Course, Any], None]

_RECORD: dict[str, Handler] = {
    "cut_card": irregularities.cut_card,
    "card_lifted": irregularities.note,
    "card_on_floor": irregularities.note,
    "bank_overdraw": irregularities.note,
    "shoe_dropped": irregularities.note,
    "cards_swapped": irregularities.note,
    "supervisor_ok": irregularities.supervisor_ok,
    "decline": remedies.decline,
}
_IN_PASS: dict[str, Handler] = {
    **_RECORD,
    "face_up_in_shoe": irregularities.face_up_in_shoe,
    "cut_card_dealt": irregularities.cut_card_dealt,
    "stuck_cards": irregularities.stuck_cards,
    "choose_burn": irregularities.choose_burn,
    "accept_card": irregularities.accept_card,
    "reject_card": irregularities.reject_card,
    "hole_exposed": irregularities.hole_exposed,
    "bank_missing_cards": irregularities.bank_missing_cards,
    "bank_card_discarded": irregularities.note,
    "bank_discarded": remedies.bank_discarded,
    "player_cards_discarded": irregularities.player_cards_discarded,
    "settle_perfect_pairs": irregularities.note,
    "void": remedies.void,
    "lose_all": remedies.lose_all,
    "freeze": irregularities.freeze,
    "abort": remedies.abort,
}
_DECISIONS: dict[str, Handler] = {
    "hit": turns.hit,
    "stand": turns.stand,
    "double": turns.double,
    "split": turns.split,
    "ace_value": turns.ace_value,
    "skip": remedies.skip,
}
_AFTER_DEAL: dict[str, Handler] = {
    **_IN_PASS,
    "disputed_card": irregularities.disputed_card,
    "misdeal_reorder": irregularities.misdeal_reorder,
}
_SERVED_LATE: dict[str, Handler] = {
    "reopen": remedies.reopen,
    "withdraw": remedies.withdraw,
    "paid_irregular": remedies.paid_irregular,
}
_WINDOWS: dict[str, Handler] = {
    **_AFTER_DEAL,
    **_DECISIONS,
    "card": draws.in_turns,
    "surrender": windows.surrender,
    "insure": windows.insure,
    "even_money": windows.even_money,
    "no_more_surrender": windows.close_button,
    "no_more_insurance": windows.close_button,
    "reveal_hole": draws.turn_hole_early,
}

TABLE: dict[Phase, dict[str, Handler]] = {
    "bets": {
        **_RECORD,
        "bet": bets.place_bet,
        "side_bet": bets.place_side,
        "no_more_bets": bets.call_bets,
        "card": draws.in_bets,
        "face_up_in_shoe": irregularities.face_up_in_shoe,
    },
    "deal": {
        **_IN_PASS,
        **_DECISIONS,
        "card": draws.in_deal,
        "surrender": windows.surrender,
        "desafio": windows.desafio,
        "no_more_bets": dealing.call_too_late,
        "skipped_box": irregularities.ask_about_deal,
        "one_card_only": irregularities.ask_about_deal,
        "consent": irregularities.complete_delivery,
        "refuse": irregularities.refuse_delivery,
        "extra_card": irregularities.extra_card,
        "misdeal_reorder": irregularities.misdeal_reorder,
        "reorder": irregularities.reorder,
        "withdraw": remedies.withdraw,
    },
    "retiro": _WINDOWS,
    "insurance": _WINDOWS,
    "turns": {
        **_AFTER_DEAL,
        **_DECISIONS,
        **_SERVED_LATE,
        "card": draws.in_turns,
        "surrender": windows.surrender,
        "insure": windows.insure,
        "even_money": windows.even_money,
        "desafio": windows.desafio,
        "no_more_insurance": windows.close_button,
        "reveal_hole": draws.turn_hole_early,
    },
    "bank": {
        **_AFTER_DEAL,
        **_SERVED_LATE,
        "card": draws.in_bank,
        "stand": turns.stand,
        "reveal_hole": bank.reveal_hole,
    },
    "reveal": {
        **_AFTER_DEAL,
        **_SERVED_LATE,
        "card": draws.after_bank,
        "reveal_doubles": bank.reveal_doubles,
    },
    "settle": {
        **_AFTER_DEAL,
        **_SERVED_LATE,
        "card": draws.after_bank,
        "end_round": settlement.end_round,
    },
    "over": {**_RECORD, "card": draws.after_bank},
}

_FOLLOW: dict[Phase, Callable[[Course], None]] = {
    "retiro": windows.follow,
    "insurance": windows.follow,
    "turns": turns.follow,
    "bank": bank.follow,
}


class Engine:
    """One rulebook's blackjack. *stakes* none: outcomes and ratios only; *limits* bound keyed or sensed stakes."""

    def __init__(self, rules: Rulebook, *, stakes: Stakes = "none", limits: tuple[int, int] | None = None) -> None:
        options.check(rules)
        self.rules = rules
        self._stakes: Stakes = stakes
        self._limits = None if limits is None or stakes == "none" else Limits(*limits)

    def within(self, limits: tuple[int, int] | None) -> "Engine":
        """The same game under the day's *limits*; None: under its own."""
        return self if limits is None else Engine(self.rules, stakes=self._stakes, limits=limits)

    def open(self, *, fresh_shoe: bool = False) -> State:
        """The state in which bets are invited."""
        return State(stakes=self._stakes, limits=self._limits, fresh_shoe=fresh_shoe)

    def expects(self, state: State) -> Expectation:
        return expects(self.rules, state)

    def apply(self, state: State, entry: Entry) -> list[Operation]:
        """The operations *entry* leads to; raises RuleViolation and changes nothing when the text forbids it."""
        handler = TABLE[state.phase].get(key_of(entry))
        if handler is None:
            detail = f"{key_of(entry)}: no corresponde en la fase {state.phase}"
            raise RuleViolation(options.article(self.rules, "turn_order"), "wrong_phase", detail)
        course = Course(self.rules, state)
        handler(course, entry)
        _follow(course)
        return course.operations

    def settle(self, state: State) -> Settlement:
        return settlement.settle(self.rules, state)


def _follow(course: Course) -> None:
    """Carry out what the text orders without anybody's word, until somebody is to act."""
    before = -1
    while before != len(course.operations):
        before = len(course.operations)
        side_bets.decide_desafios(course)
        if course.state.phase == "deal" and course.state.plan and dealing.complete(course.state):
            windows.after_deal(course)
        if course.state.phase == "turns":
            side_bets.close_won_hands(course)
        step = _FOLLOW.get(course.state.phase)
        if step is not None:
            step(course)
