"""The paper of a release: every file of the installation with its digest, and what changed since the one before.

Signed by whoever approved the release. A table whose configuration names the paper runs only on that installation:
no file altered, none missing, none beside them.
"""

import sysconfig
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Annotated

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Meta, Struct

from daemon.collisions import OUR_PACKAGES
from daemon.config import ReleaseSection
from daemon.signed_file import Kind, SignedFileError, read_signed, sign
from daemon.version import digests, package_root
from table_core.text import TextError

RELEASE = Kind("sabot-release/1", "un papel de versión firmado", b"sabot release\0")
SHOWN = 5
_HOW_INSTALLED = frozenset({"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"})

_Told = Annotated[str, Meta(min_length=1)]


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """One change of the release, in the words of whoever validated it."""

    date: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    component: _Told
    reason: _Told
    validation: _Told


class Release(Struct, frozen=True, forbid_unknown_fields=True):
    """*files* are the SHA-256 of each, in hexadecimal."""

    version: str
    changes: tuple[Change, ...]
    files: dict[str, str]


class Differences(Struct, frozen=True):
    """Where an installation is not its release."""

    altered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.altered or self.missing or self.unexpected)

    def in_short(self) -> str:
        """The first of each kind, for one sentence."""
        kinds = (("alterado", self.altered), ("falta", self.missing), ("de más", self.unexpected))
        told = [f"{kind}: {name}" for kind, names in kinds for name in names]
        return "; ".join(told[:SHOWN]) + (f"; y {len(told) - SHOWN} más" if len(told) > SHOWN else "")


class ReleaseError(TextError):
    """The installation is not the one that was approved, or its paper is none."""


def installed() -> dict[str, str]:
    """Every file of this installation: our packages, and all that lies beside the libraries they use."""
    return {name: digest.hex() for root in _roots() for name, digest in _files(root)}


def differences(release: Release, there: dict[str, str]) -> Differences:
    wanted = release.files
    return Differences(
        altered=tuple(sorted(name for name in wanted.keys() & there.keys() if wanted[name] != there[name])),
        missing=tuple(sorted(wanted.keys() - there.keys())),
        unexpected=tuple(sorted(there.keys() - wanted.keys())),
    )


def sign_release(release: Release, key: Ed25519PrivateKey) -> bytes:
    return sign(RELEASE, release, key)


def read_release(paper: Path, signer: str) -> Release:
    """What *paper* says, when *signer* signed it; raises ReleaseError."""
    try:
        return read_signed(RELEASE, paper, Release, signer)
    except SignedFileError as error:
        raise ReleaseError("{problem}. Pida el papel de la versión a quien la aprobó.", problem=str(error)) from error


def require_release(section: ReleaseSection) -> None:
    """Raise ReleaseError unless this installation is the approved one (R4, R76, R77)."""
    found = differences(read_release(Path(section.paper), section.signer), installed())
    if found:
        raise ReleaseError(
            "El programa instalado no es el aprobado en {paper} ({difference}). "
            "No se atiende la mesa: reinstale la versión aprobada y avise al auditor.",
            paper=section.paper,
            difference=found.in_short(),
        )


def _roots() -> Iterator[Path]:
    """Where the libraries lie, and our packages when they lie elsewhere. A package is named by the folder above it."""
    libraries = Path(sysconfig.get_path("purelib"))
    yield libraries
    for package in OUR_PACKAGES:
        root = package_root(package)
        if root is not None and root.parent != libraries:
            yield root


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    prefix = "" if root.name == "site-packages" else f"{root.name}/"
    for name, digest in digests(root):
        path = PurePath(name)
        if not (path.parent.suffix == ".dist-info" and path.name in _HOW_INSTALLED):
            yield prefix + name, digest
