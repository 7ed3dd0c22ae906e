"""The worked cases of Draw Poker and Caribbean Stud, through the runner that `sabot rules check` uses."""

import json
from pathlib import Path
from typing import Any

import pytest

from daemon.rulebooks import all_rulebooks
from table_core.cases.poker import BOOKS, run_case
from tests.rulebooks.lies import wrong

DATA = Path(__file__).parents[1] / "data"
DOCUMENTS: dict[str, dict[str, Any]] = {
    name: json.loads((DATA / f"{name}_cases.json").read_text(encoding="utf-8")) for name in BOOKS
}
RULEBOOKS = all_rulebooks()
CASES = [(name, case) for name, document in DOCUMENTS.items() for case in document["cases"]]


def rows_of(case: dict[str, Any]) -> list[str]:
    row = case["expect"].get("row")
    return list(dict.fromkeys([*case.get("refs", ()), *([row] if row else [])]))


def named(chosen: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    return [
        pytest.param(name, case, id=case["id"], marks=pytest.mark.requirement(*rows_of(case))) for name, case in chosen
    ]


@pytest.mark.parametrize(("book", "case"), named(CASES))
def test_a_worked_case_comes_out_as_the_digest_says(book: str, case: dict[str, Any]) -> None:
    assert run_case(case, DOCUMENTS[book], RULEBOOKS) == []


@pytest.mark.parametrize(("book", "case"), named([one for one in CASES if one[1]["kind"] != "jackpot"]))
def test_every_expectation_of_a_case_is_really_compared(book: str, case: dict[str, Any]) -> None:
    for key, value in case["expect"].items():
        lied = {**case, "expect": {**case["expect"], key: wrong(value)}}
        found = {mismatch.path.partition(".")[0] for mismatch in run_case(lied, DOCUMENTS[book], RULEBOOKS)}
        assert found == {key}


def test_a_kind_we_do_not_have_fails_by_name() -> None:
    case = {"id": "X", "kind": "side_bet", "input": {}, "expect": {}}
    found = run_case(case, DOCUMENTS["draw_poker"], RULEBOOKS)
    assert [(mismatch.path, mismatch.expected, mismatch.got) for mismatch in found] == [
        ("kind", "side_bet", "no implementado")
    ]


@pytest.mark.parametrize("book", BOOKS)
def test_every_irregularity_of_the_digest_has_its_case_or_is_played_in_a_scenario(book: str) -> None:
    rows = {row.row for row in RULEBOOKS[BOOKS[book]].irregularities}
    covered = {row for case in DOCUMENTS[book]["cases"] for row in rows_of(case)}
    assert rows <= covered
