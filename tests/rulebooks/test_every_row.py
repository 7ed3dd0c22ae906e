"""No irregularity of any digest is missing: each is carried out, with a story that proves it, or refused by name."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from daemon.cli.main import sabot
from daemon.rulebooks import all_rulebooks
from table_core.decision import Decision
from table_core.reconciler.blackjack import BlackjackReconciler
from table_core.rulebook import RuleViolation
from table_core.rules.blackjack.engine import Engine
from table_core.table import NEW_GAMES, TableState

HERE = Path(__file__).parent
DIGEST = json.loads((HERE / "digest_rows.json").read_text(encoding="utf-8"))["books"]
STORIES = [
    *sorted((HERE.parent / "scenario").glob("test_*rows_*.py")),
    *sorted((HERE.parent / "scenario").glob("test_chemin*.py")),
    HERE.parent / "scenario/test_irregularities.py",
    HERE / "poker/test_irregularities.py",
    HERE / "poker/test_what_people_tell.py",
]
SEEN_BEFORE_IT_IS_TOLD = {"DP-I02", "DP-I03"}
"""The digest leaves a misdeal to the dealer's key; here the count of the cards asks for it as well."""
_CODE = re.compile(r"\b[A-Z][A-Z_]{3,}\b")
_MARKED = re.compile(r"@pytest\.mark\.requirement\(([^)]*)\)")
_OF_CHEMIN = re.compile(r"@row\((\d+)\)")
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
        counted = {"A?"} if row.row in SEEN_BEFORE_IT_IS_TOLD else set()
        assert _classes(row.detection) == _classes(printed["detection"]) | counted, row.row


@pytest.mark.parametrize("book", [book for book in DIGEST if "codes" in DIGEST[book][0]])
def test_every_row_offers_what_the_digest_lists(book: str) -> None:
    for row, printed in zip(all_rulebooks()[book].irregularities, DIGEST[book], strict=True):
        assert set(_CODE.findall(printed["codes"])) <= set(row.resolutions), row.row


@pytest.mark.parametrize("book", [book for book in DIGEST if "/" not in book])
def test_a_row_is_decided_by_who_the_digest_names_first(book: str) -> None:
    for row, printed in zip(all_rulebooks()[book].irregularities, DIGEST[book], strict=True):
        decides = printed["decides"].lower().removeprefix("player announces, ")  # MZA 15d: announcing is no deciding
        named = next((roles for word, roles in _DECIDERS.items() if decides.startswith(word)), None)
        assert named is None or row.role in named, (row.row, printed["decides"])


def test_no_row_is_refused() -> None:
    assert not [row.row for book in DIGEST for row in all_rulebooks()[book].irregularities if row.refused is not None]


def test_a_row_a_text_leaves_out_is_refused_by_name_with_its_reason() -> None:
    rules = all_rulebooks()["bj8-ar"]
    left_out = replace(rules.irregularity("bet_changed"), refused="nadie lo ve")
    engine = Engine(replace(rules, irregularities=(left_out,)), stakes="keyed")
    table = BlackjackReconciler(engine, shoe="shoe")
    with pytest.raises(RuleViolation, match="nadie lo ve") as refusal:
        table.irregular(Decision(TableState(game=NEW_GAMES["blackjack"])), "bet_changed", {}, card=None)
    assert (refusal.value.code, refusal.value.article) == ("REFUSED", "DC-16")


@pytest.mark.parametrize("book", DIGEST)
def test_the_command_prints_every_row_with_who_decides_and_its_articles(book: str) -> None:
    done = CliRunner().invoke(sabot, ["rules", "irregularities", "--rulebook", book, "--json"])
    printed = json.loads(done.output)
    assert [row["row"] for row in printed] == [row["row"] for row in DIGEST[book]]
    assert all(row["articles"] and row["resolutions"] and row["role"] for row in printed)
    assert {row["status"] for row in printed} == {"implemented"}


@pytest.mark.parametrize("book", DIGEST)
def test_every_row_has_a_story_from_bytes_or_keys_to_money(book: str) -> None:
    told = set[str]()
    for story in STORIES:
        text = story.read_text(encoding="utf-8")
        told |= {name for marks in _MARKED.findall(text) for name in re.findall(r'"([^"]+)"', marks)}
        told |= {f"CF-I{int(number):02}" for number in _OF_CHEMIN.findall(text)}
    assert not [row["row"] for row in DIGEST[book] if row["row"] not in told]


def _classes(detection: str) -> set[str]:
    """The letters of the detection classes a cell names: A, A?, B, S, X, N."""
    return set(re.findall(r"(?<![\w-])(A\?|A|B|S|X|N)(?![\w?])", detection))
