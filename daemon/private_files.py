"""Small files for this user only: written whole or not at all, and noticed when another process changes them."""

import os
from pathlib import Path

_FILE_MODE, _DIRECTORY_MODE = 0o600, 0o700
Stamp = tuple[int, int, int]


def write_private(path: Path, text: str) -> None:
    """Put *text* in the place of *path*; a reader sees the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=_DIRECTORY_MODE)
    beside = path.with_name(path.name + ".new")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _FILE_MODE), "w", encoding="utf-8") as file:
        file.write(text)
    beside.replace(path)


def stamp(path: Path) -> Stamp | None:
    """Differs whenever the file was written again; None when there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
