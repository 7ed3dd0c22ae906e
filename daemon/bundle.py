"""One file for whoever must help from afar: what is configured, runs and happened last. No PIN, key or covered card.

Only what every face may show goes in: entries through `visible`, devices through their status. Keys, people and
recordings stay where they are.
"""

import base64
import contextlib
import platform
import re
import sys
import time
import tomllib
import zipfile
from collections import deque
from collections.abc import Iterable, Iterator
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
_NAME = r"[\w-]*(?:pin|key|secret|token|password|clave|llave|contraseña)[\w-]*"
_SOUNDS_SECRET = re.compile(_NAME, re.IGNORECASE)
_VALUE = r"""\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[^\s,}\]]+"""
_SECRET = re.compile(rf"""(\b{_NAME}["']?\s*[=:]\s*)({_VALUE})""", re.IGNORECASE | re.DOTALL)
_LOGIN = re.compile(r"(?<=://)[^/\s@\"']+(?=@)")
_PIN_HASH = re.compile(r"\$argon2[^\s\"']*")
_HIDDEN = "(oculto)"
_SHORTEST = 4
"""A shorter word under a secret's name is hidden where it stands, but not looked for elsewhere."""


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
        written = config.read_text(encoding="utf-8", errors="replace") if config is not None else ""
        known = secrets_known(directory, written)
        if config is not None:
            bundle.writestr("table.toml", redacted(written, known))
        if log is not None:
            bundle.writestr("daemon.log", redacted(_end_of(log), known))
        if (directory / FILE).exists():
            bundle.writestr(FILE, (directory / FILE).read_bytes())
        return bundle.namelist()


def redacted(text: str, known: Iterable[str] = ()) -> str:
    """*text* without the value of any setting that sounds like a secret, and without the secrets *known*."""
    text = _SECRET.sub(rf'\1"{_HIDDEN}"', _PIN_HASH.sub(_HIDDEN, _LOGIN.sub(_HIDDEN, text)))
    for secret in sorted(known, key=len, reverse=True):
        text = text.replace(secret, _HIDDEN)
    return text


def secrets_known(directory: Path, config: str) -> frozenset[str]:
    """What must not be told in whatever form it was written down: the table's keys, and what *config* keeps secret."""
    with contextlib.suppress(tomllib.TOMLDecodeError):
        return frozenset(_long(_forms(directory)) | _long(_secret_texts(tomllib.loads(config))))
    return frozenset(_long(_forms(directory)))


def _long(texts: Iterable[str]) -> set[str]:
    return {text for text in texts if len(text) >= _SHORTEST}


def _forms(directory: Path) -> Iterator[str]:
    for file in directory.rglob("*.key"):
        raw = file.read_bytes()
        yield from (raw.hex(), base64.b64encode(raw).decode())
        if raw.isascii():
            yield raw.decode("ascii").strip()


def _secret_texts(value: Any, *, secret: bool = False) -> Iterator[str]:
    """Every text below a name that sounds like a secret, however deep."""
    match value:
        case dict():
            for name, inside in value.items():
                yield from _secret_texts(inside, secret=secret or _SOUNDS_SECRET.fullmatch(name) is not None)
        case list():
            for inside in value:
                yield from _secret_texts(inside, secret=secret)
        case str() | int() if secret:
            yield str(value)


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
