"""The papers of a progressive, signed: approved betting plan, homologation register, notices to the municipality.

One file, one signature over all of it: whoever answers for the plan signs what may run and what was told.
"""

import hashlib
from pathlib import Path
from typing import Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from daemon.signed_file import Kind, canonical, read_signed
from daemon.signed_file import sign as signed

PLAN = Kind("sabot-plan/1", "un plan firmado", b"sabot betting plan\0")


class Homologation(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of device and the release of this program it was homologated with."""

    driver: str
    release: str
    reference: str


class Notice(Struct, frozen=True, forbid_unknown_fields=True):
    """What the municipality was told, or what it authorised."""

    about: Literal["tables", "complementary", "promo"]
    on: str
    reference: str
    authorised: bool = False
    tables: tuple[str, ...] = ()


class Papers(Struct, frozen=True, forbid_unknown_fields=True):
    """*terms* are the parameters as approved, by the names of `table_core.progressive.terms`."""

    version: str
    approved: bool
    approved_by: str
    pot: str
    terms: dict[str, int | str | bool]
    homologated: tuple[Homologation, ...] = ()
    notices: tuple[Notice, ...] = ()
    inter_casino: bool = False
    registered: bool = False

    def notice(self, about: str) -> Notice | None:
        return next((notice for notice in self.notices if notice.about == about), None)


def digest(papers: Papers) -> str:
    return hashlib.sha256(canonical(papers)).hexdigest()


def sign(papers: Papers, key: Ed25519PrivateKey) -> bytes:
    """The file, ready to be kept."""
    return signed(PLAN, papers, key)


def read_papers(path: Path, signer: str) -> Papers:
    """What *path* says, when *signer* signed it; raises SignedFileError."""
    return read_signed(PLAN, path, Papers, signer)
