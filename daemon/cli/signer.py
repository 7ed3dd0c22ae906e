"""The key of a person who signs papers: made once, kept away from the tables."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.main import UserError
from daemon.i18n import _

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@click.command(help="Crea la llave de quien firma en KEY; muestra la pública.")
@click.argument("key", type=click.Path(path_type=Path))
def keygen(key: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    try:
        file = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise UserError(_("{key}: no se puede crear ({reason}).").format(key=key, reason=error.strerror)) from error
    with os.fdopen(file, "wb") as out:
        out.write(private.private_bytes_raw())
    click.echo(private.public_key().public_bytes_raw().hex())


def private_key(path: Path) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    try:
        return Ed25519PrivateKey.from_private_bytes(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(_("{key}: no es una llave hecha con keygen.").format(key=path)) from error
