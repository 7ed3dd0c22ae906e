"""Cases of our own, worked out from the Spanish texts before the engine was asked, as `sabot rules check` runs them."""

import json
from pathlib import Path
from typing import Any

import pytest

from daemon.rulebooks import all_rulebooks
from table_core.cases import baccarat, blackjack, progressive
from tests.rulebooks.lies import wrong

DATA = Path(__file__).parent / "data"
BLACKJACK: dict[str, Any] = json.loads((DATA / "own_blackjack.json").read_text(encoding="utf-8"))
BACCARAT: dict[str, Any] = json.loads((DATA / "own_baccarat.json").read_text(encoding="utf-8"))
PROGRESSIVE: dict[str, Any] = json.loads((DATA / "own_progressive.json").read_text(encoding="utf-8"))
CHARTED = [case for case in BACCARAT["cases"] if case["kind"] == "third_card"]
OTHERS = [case for case in BACCARAT["cases"] if case["kind"] != "third_card"]
ROUNDS = [case for case in BLACKJACK["cases"] if case["kind"] == "round"]
BOOKS = all_rulebooks()


def named(case: dict[str, Any]) -> Any:
    return pytest.param(case, id=case["id"], marks=pytest.mark.requirement(*case.get("refs", ())))


@pytest.mark.parametrize("case", BLACKJACK["cases"], ids=lambda case: case["id"])
def test_blackjack_comes_out_to_the_peso_as_its_text_says(case: dict[str, Any]) -> None:
    assert blackjack.run_case(case, BLACKJACK, BOOKS) == []


@pytest.mark.parametrize("case", [named(case) for case in OTHERS])
def test_baccarat_comes_out_to_the_peso_as_its_ordinance_says(case: dict[str, Any]) -> None:
    assert baccarat.run_case(case, BACCARAT, BOOKS) == []


@pytest.mark.parametrize("case", [named(case) for case in PROGRESSIVE["cases"]])
def test_the_progressive_comes_out_to_the_peso_as_the_decree_says(case: dict[str, Any]) -> None:
    assert progressive.run_case(case, PROGRESSIVE, BOOKS) == []
    for key, value in case["expect"].items():
        lied = {**case, "expect": {**case["expect"], key: wrong(value)}}
        assert progressive.run_case(lied, PROGRESSIVE, BOOKS), key


@pytest.mark.requirement("BAC-R04")
@pytest.mark.parametrize("game", ["mini", "pyb"])
def test_the_bank_draws_by_every_cell_of_the_chart(game: str) -> None:
    cells = [case for case in CHARTED if case["input"]["game"] == game]
    assert len(cells) == 8 * 10
    assert [case["title"] for case in cells if baccarat.run_case(case, BACCARAT, BOOKS)] == []


@pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case["id"])
def test_a_peso_more_or_less_would_be_seen(case: dict[str, Any]) -> None:
    lied = {**case, "expect": {**case["expect"], "net_players": wrong(case["expect"]["net_players"])}}
    assert [lie.path for lie in blackjack.run_case(lied, BLACKJACK, BOOKS)] == ["net_players"]
