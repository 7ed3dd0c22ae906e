"""Which processes hold a port, as far as this user may know: read from /proc, nothing is opened."""

import os
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")
_SHOWN = 60


def holders_of(path: Path) -> str | None:
    """The processes other than ours that have *path* open: their command lines and numbers."""
    try:
        wanted = path.stat().st_rdev
    except OSError:
        return None
    holders = [pid for pid in _processes() if any(_is_device(file, wanted) for file in _open_files(pid))]
    return ", ".join(f"{_command(pid)} (pid {pid})" for pid in holders) or None


def _processes() -> Iterator[int]:
    for entry in _PROC.iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            yield int(entry.name)


def _open_files(pid: int) -> Iterator[Path]:
    try:
        yield from (_PROC / str(pid) / "fd").iterdir()
    except OSError:
        return  # another user's process, or one that just ended


def _is_device(file: Path, wanted: int) -> bool:
    try:
        found = file.stat()
    except OSError:
        return False
    return found.st_rdev == wanted != 0


def _short(word: str) -> str:
    """A path by its last name: what runs says more than where it lies."""
    return Path(word).name if word.startswith("/") else word


def _command(pid: int) -> str:
    try:
        words = (_PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return "?"
    text = " ".join(_short(word.decode(errors="replace")) for word in words if word)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
