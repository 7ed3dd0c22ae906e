"""Which software this is: its version and a digest over every file of it."""

import hashlib
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from daemon.collisions import OUR_PACKAGES

_CODE = {".py", ".toml", ".mo", ".sql"}


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
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            continue
        root = Path(spec.submodule_search_locations[0])
        for file in sorted(path for path in root.rglob("*") if path.suffix in _CODE):
            content = hashlib.sha256(file.read_bytes()).digest()
            digest.update(f"{package}/{file.relative_to(root)}\0".encode() + content)
    return digest.hexdigest()
