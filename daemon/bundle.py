"""One file for whoever must help from afar: what is configured, runs and happened last. No PIN, key or covered card.

Only what every face may show goes in: entries through `visible`, devices through their status. Keys, people and
recordings stay where they are.
"""

import platform
import re
import sys
import time
import zipfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from daemon.device_book import FILE
from daemon.journal import last_head, open_reader
from daemon.publications import rows_from
from daemon.rulebooks import all_rulebooks
from daemon.version import software_digest, software_version
from table_core.views import visible

TAIL = 2000
LOG_BYTES = 256 * 1024
_MANIFEST = "bundle.json"
_SECRET = re.compile(
    r"""(?i)\b([\w-]*(?:pin|key|secret|token|password|clave|llave)[\w-]*["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,}\]]+)"""
)
_HIDDEN = r'\1"(oculto)"'


def make_bundle(
    target: Path, directory: Path, config: Path | None, log: Path | None, told: dict[str, Any]
) -> list[str]:
    """Write *target*; answers with the names of what is inside. *told*: what a running table answered, if it did."""
    with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as bundle:
        target.chmod(0o600)
        bundle.writestr(_MANIFEST, _json(_manifest(directory)))
        bundle.writestr("journal_tail.jsonl", "\n".join(_tail(directory)))
        for name, answer in told.items():
            bundle.writestr(f"{name}.json", _json(answer))
        if config is not None:
            bundle.writestr("table.toml", redacted(config.read_text(encoding="utf-8")))
        if log is not None:
            bundle.writestr("daemon.log", redacted(_end_of(log)))
        if (directory / FILE).exists():
            bundle.writestr(FILE, (directory / FILE).read_bytes())
        return bundle.namelist()


def redacted(text: str) -> str:
    """*text* with the value of every setting that sounds like a secret left out."""
    return _SECRET.sub(_HIDDEN, text)


def _manifest(directory: Path) -> dict[str, Any]:
    head = _head(directory)
    return {
        "schema": "sabot-bundle/1",
        "made_utc_ns": time.time_ns(),
        "version": software_version(),
        "sha256": software_digest(),
        "python": sys.version.split()[0],
        "system": platform.platform(),
        "rulebooks": {book.id: book.digest for book in all_rulebooks().values()},
        "head": head,
    }


def _head(directory: Path) -> dict[str, Any]:
    db = open_reader(directory)
    try:
        head = last_head(db)
    finally:
        db.close()
    return {"seq": head.seq, "hash": head.hash.hex()}


def _tail(directory: Path) -> Iterator[str]:
    """The newest entries as anybody may see them, whether the pass is over or not."""
    for stored in deque(rows_from(directory, 1), TAIL):
        line = {"seq": stored.seq, "utc_ns": stored.utc_ns, "entry": visible(stored.entry(), None)}
        yield msgspec.json.encode(line).decode()


def _end_of(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - LOG_BYTES))
        return file.read().decode(errors="replace")


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)
