"""The pages' texts in one language: what stands in their scripts, and the tables of choices, roles and faults."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from daemon.i18n import LANGUAGES, in_language
from table_core.commands import (
    ChangeLimits,
    CloseTable,
    LastPasses,
    OpenTable,
    TableCommand,
    TellRemainder,
    needed_role,
)
from table_core.faults import FAULTS
from table_core.incidents import CHOICE_NAMES
from table_core.people import ROLE_NAMES, may_act_as
from table_core.progressive.orders import SeedPot
from table_core.progressive.showing import PRIZE_NAMES
from table_core.rules.poker.categories import HAND_NAMES

_MARKED = re.compile(r'(?<![\w$.])_\(\s*"((?:[^"\\]|\\.)*)"')

_GUARDED: tuple[TableCommand, ...] = (
    OpenTable(""),
    CloseTable(),
    ChangeLimits(1, 1),
    LastPasses(1),
    TellRemainder(),
    SeedPot(0),
)
"""Orders for which a page asks for a senior's name and PIN at once, instead of being refused first."""


def script_texts() -> set[str]:
    """Every Spanish text marked as `_("...")` in the pages' scripts."""
    return {
        text
        for file in _files(resources.files("daemon.console") / "static")
        if file.name.endswith(".js")
        for text in marked(file.read_text(encoding="utf-8"))
    }


def marked(script: str) -> list[str]:
    return [found.replace('\\"', '"') for found in _MARKED.findall(script)]


@cache
def words(language: str) -> dict[str, Any]:
    """What a page needs to speak *language*; raises KeyError for one we do not have."""
    if language not in LANGUAGES:
        raise KeyError(language)
    say = in_language(language)
    return {
        "language": language,
        "texts": {text: say(text) for text in sorted(script_texts())},
        "choices": {code: say(text) for code, text in CHOICE_NAMES.items()},
        "hands": {code: say(text) for code, text in HAND_NAMES.items()},
        "prizes": {code: say(text) for code, text in PRIZE_NAMES.items()},
        "roles": {code: say(text) for code, text in ROLE_NAMES.items()},
        "acts_as": {role: [needed for needed in ROLE_NAMES if may_act_as(role, needed)] for role in ROLE_NAMES},
        "needs": {str(type(order).__struct_config__.tag): needed_role(order) for order in _GUARDED},
        "faults": {
            code: {"meaning": say(fault.meaning), "what_to_do": say(fault.what_to_do)} for code, fault in FAULTS.items()
        },
    }


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry)
        else:
            yield entry
