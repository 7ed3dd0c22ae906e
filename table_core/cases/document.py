"""The shape of a file of cases: what must be there before a case is run, and what in it nobody would look at."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert

Json = dict[str, Any]


class WorkedCase(Struct):
    """One case of `rulebook-cases/1`, as far as every kind shares it."""

    id: str
    kind: str
    input: Json
    expect: Json
    config: Json = {}
    refs: list[str] = []


class WorkedCases(Struct):
    schema: Literal["rulebook-cases/1"]
    rulebook: str
    config_defaults: Json
    cases: list[WorkedCase]
    jackpot_defaults: Json = {}


class BlackjackCase(Struct):
    """One case of `blackjack-cases/1`: a pass with its steps, or one question."""

    id: str
    rulebook: str
    kind: str
    expect: Json
    config: Json = {}
    articles: list[str] = []
    bets: dict[str, int] = {}
    perfect_pairs: dict[str, int] = {}
    steps: list[Json] = []
    op: str = ""
    given: Json = {}


class BlackjackCases(Struct):
    format: Literal["blackjack-cases/1"]
    cases: list[BlackjackCase]
    defaults: dict[str, Json] = {}


def check_shape(document: Json) -> None:
    """Raise ValidationError, with the place, unless every case can be told apart and run."""
    read = convert(document, BlackjackCases) if "format" in document else convert(document, WorkedCases)
    for name, times in Counter(case.id for case in read.cases).items():
        if times > 1:
            raise ValidationError(f"{times} cases have the `id` {name!r}")


_TOLD = frozenset({"id", "kind", "title", "refs", "why", "note", "config", "expect"})
_BLACKJACK_TOLD = _TOLD | {"rulebook", "articles", "ambiguity"}
_OF_A_CASE = {"round": {"bets", "perfect_pairs", "steps"}, "rule": {"op", "given"}}
_OF_A_STEP = frozenset({"card", "to", "face", "why", "assumed", "laid", "announce", "check", "abort", "btn"}) | {
    *("act", "box", "amount", "value", "boxes", "cards", "burn_card", "burn")
}
_OF_AN_INPUT = {
    "third_card": "game punto punto_third bank",
    "coup": "game cards bets five_choice",
    "burn": "game first_card",
    "cut_card": "game cards_behind cards_of_pass_already_out",
    "rotation": "game players bank_bets refuse_first events",
    "order": "game action players",
    "chemin_stakes": "game players seats banker_seat bank requests",
    "chemin_coup": "game bank bets cards banco punto_choice bank_choice chart",
    "chemin_garage": "game winnings_sum punto_minimum",
    "chemin_seat": "game event when waiting_list change_requests times_running",
    "chemin_bank": "game event seats banker_seat bank table_min acquired_from banker_standing last_seated_banker "
    "refuse standing_takers passer_takes_back bids offered tries",
    "chemin_seguido": "game tries",
    "chemin_advice": "game punto_totals",
    "rank": "cards",
    "compare": "player dealer",
    "dealer_draw": "cards",
    "round": "deck seats dealer_card_flashed",
    "budget": "players changes dealer_draw burned",
    "contribution": "main reserve bets",
    "acceptor": "acceptor credits closed_seats events",
    "jackpot": "main reserve seats complementary",
    "session": "main reserve steps",
    "config_check": "pots tables complementary plan running",
    "reconcile": "cash_exchanged credits_activated table_counter_start table_counter_end seat_bets system_raised",
    "review": "dealer_opens seats",
}
"""What each kind reads of its input; an irregularity has whatever facts were seen, `settle` differs by game."""


def unread(document: Json, case: Json) -> Iterator[str]:
    """The fields of *case* that no runner looks at, by their paths."""
    if "format" in document:
        yield from sorted(case.keys() - _BLACKJACK_TOLD - _OF_A_CASE.get(case["kind"], set()))
        for number, step in enumerate(case.get("steps", ())):
            yield from (f"steps.{number}.{name}" for name in sorted(step.keys() - _OF_A_STEP))
        return
    yield from sorted(case.keys() - _TOLD - {"input"})
    if case["kind"] in _OF_AN_INPUT:
        known = _OF_AN_INPUT[case["kind"]].split()
        yield from (f"input.{name}" for name in sorted(case["input"].keys() - set(known)))
