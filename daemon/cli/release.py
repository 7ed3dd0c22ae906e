"""`sabot release`: signs what an installation is made of and what changed in it; finds where one is another."""

import tomllib
from pathlib import Path
from typing import Annotated

import click
import msgspec
from msgspec import Struct

from daemon.cli.main import FINDING, UserError
from daemon.cli.signer import keygen, private_key
from daemon.i18n import _, in_words
from daemon.release import Change


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """The file a release is signed from: `[[changes]]` with date, component, reason, validation."""

    changes: Annotated[tuple[Change, ...], msgspec.Meta(min_length=1)]


@click.group(help="Versiones aprobadas del programa: firma de la instalación y comprobación.")
def release() -> None:
    pass


release.add_command(keygen)


@release.command(help="Firma esta instalación y sus cambios (TOML) con la llave KEY; el papel sale por la salida.")
@click.argument("changes", type=click.Path(path_type=Path))
@click.option("--key", required=True, type=click.Path(path_type=Path), help="Llave de sabot release keygen.")
def sign(changes: Path, key: Path) -> None:
    from daemon.release import Release, installed, sign_release
    from daemon.version import software_version

    try:
        told = msgspec.convert(tomllib.loads(changes.read_text(encoding="utf-8")), Changes)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=changes, error=error)) from error
    click.echo(sign_release(Release(software_version(), told.changes, installed()), private_key(key)), nl=False)


@release.command(help="Compara esta instalación con el papel PAPER que firmó SIGNER.")
@click.argument("paper", type=click.Path(path_type=Path))
@click.option("--signer", required=True, help="Llave pública de quien aprueba versiones.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def check(paper: Path, signer: str, as_json: bool) -> None:
    from daemon.release import ReleaseError, differences, installed, read_release

    try:
        approved = read_release(paper, signer)
    except ReleaseError as error:
        raise UserError(in_words(error)) from error
    found = differences(approved, installed())
    if as_json:
        told = {"ok": not found, "version": approved.version, **msgspec.to_builtins(found)}
        click.echo(msgspec.json.encode({**told, "changes": msgspec.to_builtins(approved.changes)}))
    else:
        for name in found.altered:
            click.echo(_("alterado: {name}").format(name=name))
        for name in found.missing:
            click.echo(_("falta: {name}").format(name=name))
        for name in found.unexpected:
            click.echo(_("de más: {name}").format(name=name))
        if not found:
            text = _("La instalación es la versión {version} aprobada: {count} archivos.")
            click.echo(text.format(version=approved.version, count=len(approved.files)))
    if found:
        raise SystemExit(FINDING)
