"""The worked cases of the progressive, through the runner that `sabot rules check` uses."""

import json
from pathlib import Path
from typing import Any

import pytest

from table_core.cases.progressive import run_case
from tests.rulebooks.lies import wrong

DOCUMENT: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "progressive_cases.json").read_text(encoding="utf-8")
)
CASES: list[dict[str, Any]] = DOCUMENT["cases"]
BY_ID = {case["id"]: case for case in CASES}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"], marks=pytest.mark.requirement(*case["refs"])) for case in CASES]
)
def test_a_worked_case_comes_out_as_the_digest_says(case: dict[str, Any]) -> None:
    assert run_case(case, DOCUMENT, {}) == []


def test_there_are_84_cases() -> None:
    assert len(CASES) == 84


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_expectation_of_a_case_is_really_compared(case: dict[str, Any]) -> None:
    for key, value in case["expect"].items():
        lied = {**case, "expect": {**case["expect"], key: wrong(value)}}
        assert {mismatch.path.partition(".")[0] for mismatch in run_case(lied, DOCUMENT, {})} == {key}


def test_a_kind_nobody_knows_fails_by_name() -> None:
    case = {**CASES[0], "kind": "lottery"}
    assert [(wrong.expected, wrong.got) for wrong in run_case(case, DOCUMENT, {})] == [("lottery", "no implementado")]


@pytest.mark.parametrize(
    ("setting", "value"),
    [("iquique_rules", "own"), ("fixed_basis", "per_hand"), ("commission_bp", 10_001), ("odds", 3)],
)
def test_a_setting_without_meaning_is_refused_by_name(setting: str, value: Any) -> None:
    case = {**BY_ID["PRG-060"], "config": {**BY_ID["PRG-060"]["config"], setting: value}}
    with pytest.raises(ValueError, match=setting):
        run_case(case, DOCUMENT, {})
