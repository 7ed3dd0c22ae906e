"""The table's own key: an Ed25519 key in the data directory, made at the first start. Signs heads of the journal."""

import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from daemon.schema import FILE_MODE, JournalError

KEY = "journal.key"
KEY_BYTES = 32
_PURPOSE = b"sabot journal checkpoint\0"


class TableKey:
    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw()

    def sign(self, seq: int, link: bytes) -> bytes:
        """The signature over the head *seq*, *link*."""
        return self._private.sign(_signed_bytes(seq, link))


def read_key(directory: Path) -> TableKey | None:
    """The key of *directory*; None when there is none yet."""
    try:
        secret = (directory / KEY).read_bytes()
    except FileNotFoundError:
        return None
    if len(secret) != KEY_BYTES:
        raise JournalError(
            "{key} no es una llave. Recupérela de un respaldo con sabot restore.", key=str(directory / KEY)
        )
    return TableKey(Ed25519PrivateKey.from_private_bytes(secret))


def make_key(directory: Path) -> TableKey:
    """A new key in *directory*, on the disk before it is used; an existing one is never overwritten."""
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    private = Ed25519PrivateKey.generate()
    file = os.open(directory / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    try:
        os.write(file, private.private_bytes_raw())
        os.fsync(file)
    finally:
        os.close(file)
    return TableKey(private)


def signature_holds(public: bytes, seq: int, link: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _signed_bytes(seq, link))
    except (InvalidSignature, ValueError):
        return False
    return True


def _signed_bytes(seq: int, link: bytes) -> bytes:
    return _PURPOSE + seq.to_bytes(8, "big") + link
