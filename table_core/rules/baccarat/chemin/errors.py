"""Errors of dealer, banker and punters (151): which row of the text rules, and what the facts settle."""

from collections.abc import Callable, Mapping
from typing import Final

from table_core.rulebook import Fact, Irregularity, Rulebook, RuleViolation
from table_core.rules.baccarat.chemin import hands, play
from table_core.rules.baccarat.chemin.state import CheminState
from table_core.rules.baccarat.irregularities import Ruling

SUPERVISOR_ORDERS: Final = ("CONTINUE", "DISCARD_CARDS", "VOID_COUP", "CHANGE_CARDS")
"""What the supervisor may order in a case nobody foresaw (151)."""

Facts = Mapping[str, Fact]


def ruling(rules: Rulebook, state: CheminState, event: str, facts: Facts) -> Ruling:
    """What the text says of *event* now; *facts* are what people saw."""
    known_as = _ALSO.get(event, event)
    rows = tuple(row for row in rules.irregularities if row.event == known_as)
    if not rows:
        known = sorted({row.event for row in rules.irregularities} | set(_ALSO))
        raise RuleViolation("-", "UNKNOWN_EVENT", f"{event}: no es una irregularidad de este juego; hay {known}")
    if refused := rows[0].refused:
        raise RuleViolation(rows[0].articles[0], "REFUSED", refused)
    if known_as in _ABOUT_A_PLAY and not state.in_pass:
        raise RuleViolation(rows[0].articles[0], "NO_PLAY", "no hay jugada en curso a la que se refiera")
    settled = _SETTLED.get(event)
    choices = [code for row in rows for code in row.resolutions]
    return Ruling(rows, settled(state, facts) if settled else choices[0] if len(choices) == 1 else None)


_ALSO = {"advised_player": "slow_player"}


# What can only have happened while a play is under way.
_ABOUT_A_PLAY: Final = frozenset(
    {
        "dealer_exposes", "dealer_error", "false_carta_announced", "fifth_card_drawn", "banker_over_two",
        "two_third_cards", "card_in_basket", "banker_exposes_punto", "banker_abates_early",
        "banker_offers_card_with_natural", "banker_mucks_unseen", "slow_player", "punto_misspeaks",
        "punto_forgot_nine", "announcement_error", "punto_mucks_unseen",
    }
)  # fmt: skip


def shown(state: CheminState) -> list[tuple[str, str]]:
    """Errors that only the open hands tell: an eight or nine that Punto, or the banker, did not show in time."""
    found = []
    if play.forgot_to_show(state) and "banker_chooses" not in state.marks:
        found.append(("punto_forgot_nine", "PUNTO_LOSES_COUP" if play.nine_loses(state) else "RIGHT_LOST"))
    gave = len(state.hand("punto")) > 2 and "bank_may_not_show" not in state.marks
    if gave and (state.base("bank") or 0) >= hands.NATURAL:
        found.append(("banker_offers_card_with_natural", "BANK_LOSES_RIGHT_TO_ABATE"))
    return found


def _first_if(condition: Fact | None, yes: str, no: str) -> str | None:
    return None if condition is None else yes if condition else no


def _fifth_card(state: CheminState, facts: Facts) -> str | None:
    if state.punto_word is not None:
        return _first_if(state.punto_word == "carta", "CARD_TO_PUNTO", "BANK_MUST_TAKE")
    return _first_if(facts.get("punto_wants"), "CARD_TO_PUNTO", "BANK_MUST_TAKE")


def _misspoken(state: CheminState, _facts: Facts) -> str:
    return "CARD_IS_GIVEN" if state.base("punto") == 0 else "BANKER_DECIDES"


def _announcement(state: CheminState, _facts: Facts) -> str:
    """Who makes banco bears his error, unless he has baccarat."""
    return "ERROR_STANDS" if state.banco and state.base("punto") != 0 else "RECTIFY"


def _false_carta(state: CheminState, _facts: Facts) -> str:
    return "FIRST_TO_BANK" if (state.base("bank") or 0) <= 5 else "DISCARD_ALL"


def _forgotten(state: CheminState, _facts: Facts) -> str:
    return "PUNTO_LOSES_COUP" if play.nine_loses(state) else "RIGHT_LOST"


_SETTLED: dict[str, Callable[[CheminState, Facts], str | None]] = {
    "early_draw": lambda _state, facts: _first_if(facts.get("exception_granted"), "DISCARD_CARDS", "MUST_PLAY"),
    "dealer_exposes": lambda _state, facts: _first_if(
        facts.get("both", False), "BANK_FOLLOWS_CHART_DRAW_IF_OPTIONAL", "BOTH_FOLLOW_RULES"
    ),
    "dealer_error": lambda _state, facts: _first_if(facts.get("rectifiable"), "RECTIFY", "VOID_COUP"),
    "false_carta_announced": _false_carta,
    "fifth_card_drawn": _fifth_card,
    "banker_over_two": lambda _state, _facts: "BANK_COUNTS_ZERO",
    "two_third_cards": lambda _state, facts: _first_if(facts.get("to_bank"), "WORST_FOR_BANK", "BEST_FOR_PUNTO"),
    "card_in_basket": lambda state, facts: _first_if(
        facts.get("third", state.third("punto") is not None), "PUNTO_COUNTS_NINE", "PUNTO_ABATES_NINE"
    ),
    "banker_exposes_punto": lambda _state, facts: _first_if(
        facts.get("both", False), "EXPOSE_BOTH_AND_CHART", "EXPOSE_MATCHING_CARD"
    ),
    "slow_player": lambda _state, facts: _first_if(facts.get("advised", False), "CHART_APPLIES", "PLAYER_LOSES_CARDS"),
    "advised_player": lambda _state, _facts: "CHART_APPLIES",
    "punto_misspeaks": _misspoken,
    "punto_forgot_nine": _forgotten,
    "announcement_error": _announcement,
}


def offered(rules: Rulebook, event: str) -> tuple[Irregularity, ...]:
    """Rows whose resolutions also come into question when *event* was noticed by the shoe alone."""
    also = {"fifth_card_drawn": "banker_over_two"}.get(event)
    return tuple(row for row in rules.irregularities if row.event == also)
