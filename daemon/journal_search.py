"""Finds entries of the journal by their words, the newest first, as anybody may see them: nothing covered is matched.

Reads the disk a few hundred entries at a time: a long search is many questions, with the table's own work between them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from daemon.journal import Stored, open_reader
from daemon.messages import EntryFound, SearchPage
from table_core.rulebook import Role
from table_core.views import visible

SEARCHERS: frozenset[Role] = frozenset({"technician", "jefe_de_mesa", "jefe_de_sala", "inspector", "auditor"})
SCANNED, FOUND = 500, 50
_ROWS_BEFORE = (
    "SELECT seq, batch, mono_ns, utc_ns, body, hash FROM entries WHERE seq < ? ORDER BY seq DESC LIMIT ?"  # one page
)


def found_page(directory: Path, before: int, text: str, device: str | None) -> SearchPage:
    """What one page of entries below *before* has of *text*; call off the loop."""
    found: list[EntryFound] = []
    last = before
    for stored in _rows_before(directory, before):
        last = stored.seq
        shown = visible(stored.entry(), None)
        if _matches(shown, text.casefold(), device):
            found.append(EntryFound(stored.seq, stored.utc_ns, shown))
            if len(found) >= FOUND:
                break
    return SearchPage(found, last if 1 < last < before else None)


def _rows_before(directory: Path, before: int) -> Iterator[Stored]:
    db = open_reader(directory)
    try:
        for row in db.execute(_ROWS_BEFORE, (before, SCANNED)):
            yield Stored(*row)
    finally:
        db.close()


def _matches(shown: dict[str, Any], text: str, device: str | None) -> bool:
    """Only covered text is looked at: a search for a card must not find where it lies."""
    if device is not None and not _names(shown, device):
        return False
    return text in msgspec.json.encode(shown).decode().casefold()


def _names(shown: Any, device: str) -> bool:
    """Whether *shown* is about *device*, however deep that is said."""
    match shown:
        case {"device": str(name)} if name == device:
            return True
        case dict():
            return any(_names(inner, device) for inner in shown.values())
        case list():
            return any(_names(inner, device) for inner in shown)
        case _:
            return False
