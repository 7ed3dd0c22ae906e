"""The worked cases of the baccarat family, through the runner that `sabot rules check` uses."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from daemon.rulebooks import all_rulebooks
from table_core.cases.baccarat import GAMES, CaseTable, run_case
from table_core.rules.baccarat.entries import ClosePass, KeyBets, SpeakFive
from table_core.rules.baccarat.state import Bet, PassSettled
from tests.rulebooks.lies import wrong

DOCUMENT: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "baccarat_cases.json").read_text(encoding="utf-8")
)
BOOKS = all_rulebooks()
BETS = (Bet("a", "punto", 1255, 1), Bet("b", "bank", 1255, 2))
COURSES = ("4S 3H 5D 4C", "2S 3H 2D KC 5H 6C", "2S KC 3D 2H 4C 5S", "2S KC 4D 5H 2C", "KS KC 5D 5H 4C 6D")


def rows_of(case: dict[str, Any]) -> list[str]:
    row = case["expect"].get("row") if isinstance(case["expect"], dict) else None
    return list(dict.fromkeys([*case.get("refs", ()), *([row] if row else [])]))


CASES = DOCUMENT["cases"]
BY_ID = {case["id"]: case for case in CASES}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"], marks=pytest.mark.requirement(*rows_of(case))) for case in CASES]
)
def test_a_worked_case_comes_out_as_the_digest_says(case: dict[str, Any]) -> None:
    assert run_case(case, DOCUMENT, BOOKS) == []


def test_all_cases_of_the_three_games_are_here() -> None:
    rows = {row for case in CASES for row in rows_of(case)}
    assert len(CASES) == 131
    assert rows >= {f"{game}-I0{number}" for game in ("MB", "PB") for number in range(1, 10)}
    assert rows >= {f"CF-I{number:02}" for number in range(1, 28) if number != 10}  # 10 has a test of its own


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_expectation_of_a_case_is_really_compared(case: dict[str, Any]) -> None:
    for key, value in case["expect"].items():
        lied = {**case, "expect": {**case["expect"], key: wrong(value)}}
        found = [mismatch.path.partition(".")[0] for mismatch in run_case(lied, DOCUMENT, BOOKS)]
        assert found == [key]


@pytest.mark.parametrize("kind", ["chemin_auction", "coup"])
def test_a_case_of_a_kind_or_game_we_do_not_have_fails_by_name(kind: str) -> None:
    case = {**next(case for case in CASES if case["kind"] == "coup"), "kind": kind}
    case["input"] = {**case["input"], "game": "departamento_y_banca"}
    assert [mismatch.got for mismatch in run_case(case, DOCUMENT, BOOKS)] == ["no implementado"]


def switches() -> list[Any]:
    """Every reading of every doubtful passage of the two texts."""
    return [
        pytest.param(GAMES[game], name, value, id=f"{game}-{name}-{value}")
        for game in GAMES
        for name, setting in BOOKS[GAMES[game]].settings.items()
        for value in setting.readings
    ]


@pytest.mark.parametrize(("book", "name", "value"), switches())
def test_every_reading_of_every_switch_gives_legal_passes(book: str, name: str, value: Any) -> None:
    rules = BOOKS[book].with_switches({name: value})
    for cards, word in product(COURSES, ("draw", "stand")):
        table = CaseTable(rules, stakes="keyed").burned("KS")
        table.order(KeyBets(BETS))
        for card in cards.split():
            if "five_draw" in table.engine.expects(table.state.baccarat).entries:
                table.order(SpeakFive("draw" if word == "draw" else "stand"))
            if table.state.baccarat.phase != "complete":
                table.cards(card)
        if "five_draw" in table.engine.expects(table.state.baccarat).entries:
            table.order(SpeakFive("stand"))
        while table.state.baccarat.phase != "complete":
            table.cards("KD")
        assert table.state.incidents == ()
        table.order(ClosePass())
        settled: PassSettled = table.last(PassSettled)
        assert {payment.player for payment in settled.payments} == {"a", "b"}
        assert sum(payment.net + payment.commission for payment in settled.payments) == 0
