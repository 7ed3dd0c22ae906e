"""The worked cases of the four rulebooks, through the runner that `sabot rules check` uses."""

import json
from pathlib import Path
from typing import Any

import pytest

from table_core.cases.blackjack import run_case
from tests.rulebooks.blackjack.tables import BOOKS

DOCUMENT: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "blackjack_cases.json").read_text(encoding="utf-8")
)
CASES: list[dict[str, Any]] = DOCUMENT["cases"]
BY_ID = {case["id"]: case for case in CASES}
ASSERTIONS = ("to", "face", "why", "assumed")


def rows_of(case: dict[str, Any]) -> list[str]:
    """Irregularity rows a case walks through, and the ambiguities it pins."""
    rows = [step["why"] for step in case.get("steps", ()) if "why" in step]
    doubts = [doubt for doubt in case.get("ambiguity", "").split("; ") if doubt]
    return list(dict.fromkeys((*rows, *doubts)))


def parameter(case: dict[str, Any]) -> Any:
    return pytest.param(case, id=case["id"], marks=pytest.mark.requirement(*rows_of(case)))


@pytest.mark.parametrize("case", [parameter(case) for case in CASES])
def test_a_worked_case_comes_out_as_the_digest_says(case: dict[str, Any]) -> None:
    assert run_case(case, DOCUMENT, BOOKS) == []


def test_there_are_158_cases() -> None:
    assert len(CASES) == 158


@pytest.mark.parametrize("case", [case for case in CASES if case["kind"] == "round"], ids=lambda case: case["id"])
def test_assertions_do_not_steer_the_engine(case: dict[str, Any]) -> None:
    steps = [{key: value for key, value in step.items() if key not in ASSERTIONS} for step in case["steps"]]
    bare = [step for step in steps if step.keys() & {"card", "act", "btn", "abort"}]
    assert run_case({**case, "steps": bare}, DOCUMENT, BOOKS) == []


def test_a_wrong_expectation_is_found_where_it_stands() -> None:
    case = json.loads(json.dumps(BY_ID["T-CQB-04"]))
    case["expect"]["hands"]["1"]["net"] = 1501
    case["steps"][0]["to"] = "2"
    found = {(wrong.path, wrong.expected, wrong.got) for wrong in run_case(case, DOCUMENT, BOOKS)}
    assert found == {("steps.0.to", "2", "1"), ("hands.1.net", 1501, 1500)}


def test_a_wrong_check_is_found_at_its_step() -> None:
    case = json.loads(json.dumps(BY_ID["T-CQB-01"]))
    case["steps"][6]["check"] = {"turn": "2", "may_not": {"1": ["hit"]}, "hidden": ["bank#2"]}
    paths = {wrong.path for wrong in run_case(case, DOCUMENT, BOOKS)}
    assert paths == {"steps.6.check.turn", "steps.6.check.may_not.1", "steps.6.check.hidden"}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"rulebook": "monaco-1900"}, "rulebook"),
        ({"kind": "tournament"}, "kind"),
        ({"kind": "rule", "op": "colour_of_the_cloth", "given": {}}, "op"),
        ({"config": {"bank_ace": "pink"}}, "config"),
        ({"config": {"no_such_setting": 1}}, "config"),
    ],
)
def test_what_is_not_implemented_fails_by_name(change: dict[str, Any], path: str) -> None:
    wrong = run_case({**BY_ID["T-CQB-01"], **change}, DOCUMENT, BOOKS)
    assert [mismatch.path for mismatch in wrong] == [path]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("omitted_question", "retroactive"),
        ("magic_card", "one_holder"),
        ("quorum_midshoe", "one_may_leave"),
        ("standing_bets", "two_per_table"),
    ],
)
def test_a_reading_no_house_has_defined_is_refused_by_name(setting: str, value: str) -> None:
    wrong = run_case({**BY_ID["T-CQB-01"], "config": {setting: value}}, DOCUMENT, BOOKS)
    assert [mismatch.path for mismatch in wrong] == ["config"]
    assert setting in wrong[0].got


def test_an_unknown_button_is_a_finding_and_not_a_crash() -> None:
    case = {**BY_ID["T-CQB-01"], "steps": [{"btn": "sing"}]}
    assert any("no implementado" in str(wrong.got) for wrong in run_case(case, DOCUMENT, BOOKS))


def test_an_entry_the_rules_refuse_is_a_finding_with_its_article() -> None:
    case = {**BY_ID["T-CQB-02"], "steps": [*BY_ID["T-CQB-02"]["steps"][:3], {"act": "surrender", "box": "1"}]}
    refused = next(wrong for wrong in run_case(case, DOCUMENT, BOOKS) if wrong.path == "steps")
    assert "surrender_vs_ace" in refused.got
    assert "1.5.1 f)" in refused.got
