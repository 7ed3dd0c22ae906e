"""Files of cases as other people write them: what is wrong is said with its place, and nothing passes unread."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from daemon.cli.main import sabot

DATA = Path(__file__).parent / "data"
BACCARAT: dict[str, Any] = json.loads((DATA / "baccarat_cases.json").read_text(encoding="utf-8"))
BLACKJACK: dict[str, Any] = json.loads((DATA / "blackjack_cases.json").read_text(encoding="utf-8"))
CHART, PASS = BACCARAT["cases"][0], BLACKJACK["cases"][0]
COUP = next(case for case in BACCARAT["cases"] if case["kind"] == "coup")


def baccarat(*cases: Any, **fields: Any) -> dict[str, Any]:
    return {**BACCARAT, "cases": list(cases), **fields}


def blackjack(*cases: Any) -> dict[str, Any]:
    return {**BLACKJACK, "cases": list(cases)}


def without(record: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != field}


def check(directory: Path, document: Any, *options: str) -> Result:
    file = directory / "casos.json"
    file.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
    return CliRunner().invoke(sabot, ["rules", "check", str(file), *options])


UNREADABLE = {
    "nothing at all": (b"", "truncated"),
    "no JSON": (bytes(range(256)), "malformed"),
    "letters of another code page": (b'{"schema": "rulebook-cases/1", "rulebook": "b\xe9"}', "utf-8"),
    "brackets without end": (b'{"schema": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "recursion"),
    "no list of cases": (without(BACCARAT, "cases"), "`cases`"),
    "cases that are no list": ({**BLACKJACK, "cases": None}, "$.cases"),
    "a case that is a word": (baccarat("x"), "$.cases[0]"),
    "a case without a name": (baccarat(CHART, without(CHART, "id")), "`id` - at `$.cases[1]`"),
    "a case that expects nothing by not saying so": (baccarat(without(CHART, "expect")), "`expect`"),
    "a blackjack case without its text": (blackjack(without(PASS, "rulebook")), "`rulebook`"),
    "a stake that is no whole number": (blackjack({**PASS, "bets": {"1": 10.5}}), "bets"),
    "a name used twice": (baccarat(CHART, CHART), "BAC-001"),
    "another version": ({**BACCARAT, "schema": "rulebook-cases/2"}, "rulebook-cases/1"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_an_unreadable_file_is_wrong_usage_and_says_where(what: str, tmp_path: Path) -> None:
    document, place = UNREADABLE[what]
    done = check(tmp_path, document, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "casos.json" in done.stderr
    assert place in done.stderr


WRONG = {
    "a kind nobody has": (baccarat({**CHART, "kind": "wheel"}), "wheel"),
    "a rulebook nobody has": (baccarat(CHART, rulebook="wheel"), "wheel"),
    "an expectation nobody answers": (baccarat({**CHART, "expect": {**CHART["expect"], "zork": 1}}), "zork"),
    "nothing expected": (baccarat({**CHART, "expect": {}}), "expect"),
    "a setting the text does not have": (baccarat({**CHART, "config": {"zork": 1}}), "zork"),
    "a setting of another kind": (baccarat({**CHART, "config": {"commission_bp": "ten"}}), "commission_bp"),
    "a reading the text does not allow": (baccarat({**CHART, "config": {"face_burn": 7}}), "face_burn"),
    "a blackjack setting that does not exist": (blackjack({**PASS, "config": {"zork": 1}}), "zork"),
    "a step nobody understands": (blackjack({**PASS, "steps": [*PASS["steps"], {"sings": "1"}]}), "sings"),
    "a card no deck has": (blackjack({**PASS, "steps": [{"card": "ZZ", "to": "1"}]}), "Z"),
    "money below nothing": (
        baccarat({**COUP, "input": {**COUP["input"], "bets": [{"player": "a", "side": "punto", "amount": -10}]}}),
        "-10",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_case_that_cannot_be_run_as_written_fails_by_name(what: str, tmp_path: Path) -> None:
    document, name = WRONG[what]
    done = check(tmp_path, document)
    assert done.exit_code == 1
    assert name in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_a_field_nobody_reads_is_named_and_the_case_counts(tmp_path: Path) -> None:
    misspelt = {**CHART, "input": {**CHART["input"], "punto_thrid": "2S"}, "colour": "red"}
    played = {**PASS, "steps": [*PASS["steps"][:-1], {**PASS["steps"][-1], "tone": "loud"}]}
    done = check(tmp_path, baccarat(misspelt), "--json")
    assert done.exit_code == 0
    report = json.loads(done.stdout)
    assert (report["passed"], report["failed"], report["failures"]) == (1, 0, [])
    assert [one["field"] for one in report["ignored"]] == ["colour", "input.punto_thrid"]
    assert "input.punto_thrid" in done.stderr
    assert "tone" in check(tmp_path, blackjack(played)).stderr


def test_no_field_of_the_published_cases_is_left_unread() -> None:
    files = sorted(map(str, DATA.glob("*_cases.json")))
    done = CliRunner().invoke(sabot, ["rules", "check", *files, "--json"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"passed": 514, "failed": 0, "failures": [], "ignored": []}


@pytest.mark.parametrize("filters", [("--only", "BAC-9999"), ("--kind", "coop"), ("--game", "bacarat")])
def test_a_filter_that_fits_no_case_is_no_success(filters: tuple[str, str], tmp_path: Path) -> None:
    done = check(tmp_path, baccarat(COUP), *filters)
    assert done.exit_code == 2
    assert "ningún caso" in done.stderr


def test_the_least_number_of_players_of_chemin_de_fer_is_a_setting(tmp_path: Path) -> None:
    six = next(case for case in BACCARAT["cases"] if case["id"] == "BAC-046")
    refused = {**six, "expect": {"mode": "no_game"}, "config": {"chemin_min_players": 7}}
    assert check(tmp_path, baccarat(six)).exit_code == 0
    assert check(tmp_path, baccarat(refused)).exit_code == 0
