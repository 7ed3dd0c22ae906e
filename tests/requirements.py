"""Writes docs/requirements.md: which test proves which requirement or rulebook row, and how it ended. Never typed."""

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from daemon.rulebooks import all_rulebooks

PROJECT = Path(__file__).resolve().parents[1]
TARGET = PROJECT / "docs" / "requirements.md"
CATALOGUE = Path(__file__).with_suffix(".toml")
PROGRESSIVE = Path(__file__).parent / "rulebooks" / "data" / "progressive_rows.toml"
PROPERTY = "requirement"
NOT_YET = "sin prueba / not yet"
_HEAD = """# Requirements and the tests that prove them

Written by `make requirements` from the tests' markers; edits are lost. A line without a test is not proven,
whatever the product does.
"""


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """*missing* says what of it is not built or not proven."""

    check: str
    missing: str | None = None
    not_applicable: str | None = None


class Results:
    """A pytest plugin that hears every report: id -> test -> outcomes."""

    def __init__(self) -> None:
        self.by_id: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" and report.passed:
            return
        outcome = "known defect" if hasattr(report, "wasxfail") else report.outcome
        test = report.nodeid.partition("[")[0]
        for name, value in report.user_properties:
            if name == PROPERTY:
                self.by_id[str(value)][test].append(outcome)


def main() -> int:
    requirements = msgspec.convert(tomllib.loads(CATALOGUE.read_text(encoding="utf-8")), dict[str, Requirement])
    results = Results()
    ran = pytest.main(["-q", "-n", "2", "-m", PROPERTY, "-p", "tests.requirement_marks"], plugins=[results])
    if ran not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return 1
    rows = _rulebook_rows()
    unknown = sorted(name for name in results.by_id if re.fullmatch(r"R\d+", name) and name not in requirements)
    TARGET.write_text(_document(requirements, rows, results.by_id), encoding="utf-8")
    for name in unknown:
        print(f"no requirement {name} in {CATALOGUE.name}", file=sys.stderr)  # noqa: T201 - a command speaks
    return 1 if unknown or ran != pytest.ExitCode.OK else 0


def _rulebook_rows() -> dict[str, str]:
    """Every irregularity row and every ambiguous reading of the texts that ship, with what it is about."""
    rows: dict[str, str] = tomllib.loads(PROGRESSIVE.read_text(encoding="utf-8"))
    for book in all_rulebooks().values():
        for irregularity in book.irregularities:
            rows.setdefault(irregularity.row, irregularity.trigger)
        for name, setting in book.settings.items():
            if setting.ambiguity:
                rows.setdefault(setting.ambiguity, f"`{name}`, art. {setting.article}")
    return rows


def _document(
    requirements: dict[str, Requirement], rows: dict[str, str], tests: dict[str, dict[str, list[str]]]
) -> str:
    rules = dict(rows) | {name: "" for name in tests if name not in rows and name not in requirements}
    proven = sum(name in tests for name in requirements)
    foreign = sum(one.not_applicable is not None for name, one in requirements.items() if name not in tests)
    return "\n".join(
        (
            _HEAD,
            f"{proven} of {len(requirements)} requirements have a test, {foreign} do not apply; "
            f"so have {sum(name in tests for name in rules)} of {len(rules)} rulebook rows.\n",
            "## Requirements\n",
            "| id | check | tests | result |\n|---|---|---|---|",
            *(
                _line(name, one.check, tests.get(name), _without_test(one), one.missing)
                for name, one in requirements.items()
            ),
            "\n## Rulebook rows\n",
            "| row | about | tests | result |\n|---|---|---|---|",
            *(_line(name, rules[name], tests.get(name), NOT_YET) for name in sorted(rules)),
            "",
        )
    )


def _without_test(one: Requirement) -> str:
    if one.not_applicable is not None:
        return f"not applicable: {one.not_applicable}"
    return NOT_YET if one.missing is None else f"{NOT_YET}: {one.missing}"


def _line(name: str, about: str, tests: dict[str, list[str]] | None, otherwise: str, missing: str | None = None) -> str:
    about = about.replace("|", "\\|")
    if not tests:
        return f"| {name} | {about} | | {otherwise} |"
    named = "<br>".join(f"`{test}`" for test in sorted(tests))
    result = _result(outcome for outcomes in tests.values() for outcome in outcomes)
    return f"| {name} | {about} | {named} | {result}{f'; missing: {missing}' if missing else ''} |"


def _result(outcomes: Iterable[str]) -> str:
    """The worst of them: one failure is a failure, one known defect is not a pass."""
    found = set(outcomes)
    return next((outcome for outcome in ("failed", "known defect", "skipped") if outcome in found), "passed")


if __name__ == "__main__":
    sys.exit(main())
