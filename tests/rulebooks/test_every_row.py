"""No irregularity of any digest is missing: each is carried out, with a story that proves it, or refused by name."""

import json
import re
from pathlib import Path

import pytest

from daemon.rulebooks import all_rulebooks

HERE = Path(__file__).parent
DIGEST = json.loads((HERE / "digest_rows.json").read_text(encoding="utf-8"))["books"]
STORIES = [*sorted((HERE.parent / "scenario").glob("test_*rows_*.py")), HERE.parent / "scenario/test_irregularities.py"]
REFUSED = {"BJ8-DC-16", "BJ8-DC-17", "MZA-2", "MZA-6", "IQQ-96"}
"""Seen by no device, changing nothing in the pass: staff see to it."""
_MARKED = re.compile(r"@pytest\.mark\.requirement\(([^)]*)\)")
# Where the digest names several deciders, or a rule that decides by itself, the text's own words settle who it is.
_DECIDERS = {
    "jefe": {"jefe_de_mesa", "jefe_de_sala"},
    "inspector": {"inspector"},
    "supervisor": {"jefe_de_mesa", "jefe_de_sala"},
    "player": {"player"},
}


@pytest.mark.parametrize("book", DIGEST)
def test_no_row_of_the_digest_is_missing_and_none_is_invented(book: str) -> None:
    assert [row.row for row in all_rulebooks()[book].irregularities] == [row["row"] for row in DIGEST[book]]


@pytest.mark.parametrize("book", DIGEST)
def test_every_row_is_noticed_as_the_digest_says(book: str) -> None:
    for row, printed in zip(all_rulebooks()[book].irregularities, DIGEST[book], strict=True):
        assert _classes(row.detection) == _classes(printed["detection"]), row.row


@pytest.mark.parametrize("book", [book for book in DIGEST if "/" not in book])
def test_a_row_is_decided_by_who_the_digest_names_first(book: str) -> None:
    for row, printed in zip(all_rulebooks()[book].irregularities, DIGEST[book], strict=True):
        decides = printed["decides"].lower().removeprefix("player announces, ")  # MZA 15d: announcing is no deciding
        named = next((roles for word, roles in _DECIDERS.items() if decides.startswith(word)), None)
        assert named is None or row.role in named, (row.row, printed["decides"])


def test_exactly_these_rows_are_refused_and_each_says_why() -> None:
    rows = [row for book in DIGEST for row in all_rulebooks()[book].irregularities]
    assert {row.row for row in rows if row.refused is not None} == REFUSED
    assert all(row.refused for row in rows if row.row in REFUSED)


@pytest.mark.parametrize("book", DIGEST)
def test_every_row_has_a_story_from_bytes_or_keys_to_money(book: str) -> None:
    told = {
        name
        for story in STORIES
        for marks in _MARKED.findall(story.read_text(encoding="utf-8"))
        for name in re.findall(r'"([^"]+)"', marks)
    }
    assert not [row["row"] for row in DIGEST[book] if row["row"] not in told]


def _classes(detection: str) -> set[str]:
    """The letters of the detection classes a cell names: A, A?, B, S, X, N."""
    return set(re.findall(r"(?<![\w-])(A\?|A|B|S|X|N)(?![\w?])", detection))
