"""How a case reads its rulebook, and how what it expects is compared. Only the keys a case names are asserted."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from table_core.rulebook import Rulebook

MISSING = "(nada)"
SETS = frozenset({"keep", "discard", "dealer_discard"})  # lists whose order means nothing


class Mismatch(Struct, frozen=True):
    """One place where a case and the engine part; *path* is dotted ("hands.1.net")."""

    path: str
    expected: Any
    got: Any
    article: str


def mismatches(expected: Any, got: Any, article: str, path: str = "") -> Iterator[Mismatch]:
    """Every place below *path* where *got* is not what *expected* says."""
    match expected:
        case dict():
            for key, value in expected.items():
                inside = got.get(key, MISSING) if isinstance(got, dict) else MISSING
                yield from mismatches(value, inside, article, f"{path}.{key}" if path else str(key))
        case list() if path.rpartition(".")[2] in SETS and isinstance(got, list):
            if sorted(expected) != sorted(got):
                yield Mismatch(path, expected, got, article)
        case list() if isinstance(got, list) and len(got) == len(expected):
            for index, (wanted, found) in enumerate(zip(expected, got, strict=True)):
                yield from mismatches(wanted, found, article, f"{path}.{index}")
        case _ if expected != got or type(expected) is not type(got):
            yield Mismatch(path, expected, got, article)


def read_as(rules: Rulebook, case: dict[str, Any], document: dict[str, Any]) -> Rulebook:
    """*rules* with the file's settings, as far as this game has them, and with all that the case itself sets."""
    defaults, own = document["config_defaults"], case.get("config", {})
    for name in own.keys() - defaults.keys():
        if name not in rules.settings:
            raise ValueError(f"{rules.id} has no setting {name!r}")
    config = {**defaults, **own}
    return rules.with_switches({name: value for name, value in config.items() if name in rules.settings})
