"""Whatever happens at a table has words in the replay, or is one of the things that say nothing to a person."""

import re
from importlib import resources
from typing import get_args

from daemon.console.chronicle import SILENT
from table_core.table import Operation

_KEY = re.compile(r'^  (?:"([\w.]+)"|([A-Z]\w+)): ', re.MULTILINE)


def kinds() -> set[str]:
    """Every operation there is, by the name it is published under."""
    return {str(kind.__struct_config__.tag) for kind in get_args(Operation)}


def told_in_words() -> list[str]:
    folder = resources.files("daemon.console") / "static" / "supervisor" / "steps"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir()]
    return [quoted or plain for text in texts for quoted, plain in _KEY.findall(text)]


def test_every_operation_of_every_family_has_words_of_its_own_or_is_silent() -> None:
    told = told_in_words()
    assert kinds() - set(told) - SILENT == set(), "a step the replay has no words for"
    assert set(told) - kinds() == set(), "words for a step that does not exist"
    assert SILENT - kinds() == set(), "silence about a step that does not exist"
    assert SILENT & set(told) == set(), "words that are never shown"
    assert len(told) == len(set(told)), "two words for one step"
