"""A JSON document with one signature over all of it: who signed answers for every word."""

from pathlib import Path
from typing import TypeVar

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

_Said = TypeVar("_Said", bound=Struct)


class SignedFileError(Exception):
    """The file is not what it should be; the message says why."""


class Kind(Struct, frozen=True):
    """What is signed: *schema* names its form, *what* it is called in a sentence, *purpose* keeps signatures apart."""

    schema: str
    what: str
    purpose: bytes


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    schema: str
    said: msgspec.Raw
    key: str
    signature: str


def canonical(said: Struct) -> bytes:
    return msgspec.json.encode(said, order="sorted")


def sign(kind: Kind, said: Struct, key: Ed25519PrivateKey) -> bytes:
    """The file, ready to be kept."""
    document = {
        "schema": kind.schema,
        "said": msgspec.to_builtins(said),
        "key": key.public_key().public_bytes_raw().hex(),
        "signature": key.sign(kind.purpose + canonical(said)).hex(),
    }
    return msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=1) + b"\n"


def read_signed(kind: Kind, path: Path, form: type[_Said], signer: str) -> _Said:
    """What *path* says, when *signer* signed it; raises SignedFileError."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=_File)
        said = msgspec.json.decode(file.said, type=form)
    except OSError as error:
        raise SignedFileError(f"{path}: no se puede leer ({error.strerror})") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SignedFileError(f"{path}: no es {kind.what} ({error})") from error
    if file.schema != kind.schema:
        raise SignedFileError(f"{path}: es {file.schema}, se espera {kind.schema}")
    if file.key != signer:
        raise SignedFileError(f"{path}: lo firma otra llave que la de la configuración")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer)).verify(
            bytes.fromhex(file.signature), kind.purpose + canonical(said)
        )
    except (InvalidSignature, ValueError) as error:
        raise SignedFileError(f"{path}: la firma no corresponde a lo que dice") from error
    return said
