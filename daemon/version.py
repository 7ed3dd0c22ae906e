"""Which software this is: its version, the digest of every file of it, and one digest over them all."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from daemon.collisions import OUR_PACKAGES

_MADE_BY_PYTHON = "__pycache__"


@cache
def software_version() -> str:
    try:
        return metadata.version("sabot")
    except metadata.PackageNotFoundError:
        return "0+source"


@cache
def software_digest() -> str:
    """SHA-256 over the names and contents of all installed files of our packages."""
    return package_digest(*OUR_PACKAGES)


def package_digest(*packages: str) -> str:
    """SHA-256 over the names and contents of all files of *packages*; one that is not installed adds nothing."""
    digest = hashlib.sha256()
    for package in packages:
        root = package_root(package)
        for name, content in digests(root) if root is not None else ():
            digest.update(f"{package}/{name}\0".encode() + content)
    return digest.hexdigest()


def package_root(package: str) -> Path | None:
    """Where *package* is installed; None when it is not."""
    spec = find_spec(package)
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None


def digests(root: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below *root* but what Python compiled for itself, in the order of their names, with its SHA-256."""
    for file in sorted(root.rglob("*")):
        name = file.relative_to(root)
        if _MADE_BY_PYTHON not in name.parts and file.is_file():
            yield str(name), hashlib.sha256(file.read_bytes()).digest()
