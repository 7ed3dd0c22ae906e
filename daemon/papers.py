"""The papers of a progressive, signed: approved betting plan, homologation register, notices to the municipality.

One file, one signature over all of it: whoever answers for the plan signs what may run and what was told.
"""

import hashlib
from pathlib import Path
from typing import Any, Literal

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

SCHEMA = "sabot-plan/1"
_PURPOSE = b"sabot betting plan\0"


class PapersError(Exception):
    """The file is no signed plan; the message says why."""


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


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    schema: str
    papers: msgspec.Raw
    key: str
    signature: str


def digest(papers: Papers) -> str:
    return hashlib.sha256(_canonical(papers)).hexdigest()


def sign(papers: Papers, key: Ed25519PrivateKey) -> bytes:
    """The file, ready to be kept."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "papers": msgspec.to_builtins(papers),
        "key": key.public_key().public_bytes_raw().hex(),
        "signature": key.sign(_PURPOSE + _canonical(papers)).hex(),
    }
    return msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=1) + b"\n"


def read_papers(path: Path, signer: str) -> Papers:
    """What *path* says, when *signer* signed it; raises PapersError."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=_File)
        papers = msgspec.json.decode(file.papers, type=Papers)
    except OSError as error:
        raise PapersError(f"{path}: no se puede leer ({error.strerror})") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PapersError(f"{path}: no es un plan firmado ({error})") from error
    if file.schema != SCHEMA:
        raise PapersError(f"{path}: es {file.schema}, se espera {SCHEMA}")
    if file.key != signer:
        raise PapersError(f"{path}: lo firma otra llave que la de la configuración")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer)).verify(
            bytes.fromhex(file.signature), _PURPOSE + _canonical(papers)
        )
    except (InvalidSignature, ValueError) as error:
        raise PapersError(f"{path}: la firma no corresponde a lo que dice") from error
    return papers


def _canonical(papers: Papers) -> bytes:
    return msgspec.json.encode(papers, order="sorted")
