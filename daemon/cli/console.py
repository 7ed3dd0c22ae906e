"""`sabot console`: the web pages of one table, as a process of its own."""

import asyncio
from pathlib import Path

import click

from daemon.cli.main import UserError
from daemon.cli.reach import address_of
from daemon.i18n import LANGUAGES, _, in_words


@click.command(help="Páginas web de una mesa: paño, crupier, jefe de mesa, técnico y pantallas.")
@click.option("--data", type=click.Path(path_type=Path), envvar="SABOT_DATA", help="Directorio de datos de la mesa.")
@click.option("--link", type=click.Path(path_type=Path), envvar="SABOT_LINK", help="Archivo de cliente, por TCP.")
@click.option("--listen", default="127.0.0.1:8470", show_default=True, help="Dónde escucha, DIRECCIÓN:PUERTO.")
@click.option("--name", "names", multiple=True, help="Otro nombre con que se llega aquí; puede repetirse.")
@click.option("--certificate", type=click.Path(path_type=Path, exists=True), help="Certificado TLS (PEM).")
@click.option("--key", type=click.Path(path_type=Path, exists=True), help="Llave del certificado (PEM).")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="es", show_default=True, help="Idioma de las páginas."
)
@click.option("--simulators", type=click.Path(), help="Dónde se manejan los dispositivos simulados.")
@click.option("--while-stdin", is_flag=True, help="Termina cuando se cierra su entrada estándar.")
def console(
    data: Path | None,
    link: Path | None,
    listen: str,
    names: tuple[str, ...],
    certificate: Path | None,
    key: Path | None,
    language: str,
    simulators: str | None,
    while_stdin: bool,
) -> None:
    from daemon.console.server import ConsoleError, serve
    from daemon.console.settings import SettingsError, make_settings
    from daemon.log import set_up_logging

    try:
        settings = make_settings(
            address_of(data, link, running=False),
            listen,
            names=names,
            language=language,
            certificate=str(certificate) if certificate else None,
            key=str(key) if key else None,
            simulators=simulators,
        )
    except SettingsError as error:
        raise UserError(in_words(error)) from error
    set_up_logging("console", level=20)
    if not while_stdin:
        click.echo(_("Páginas en {url}  (Ctrl-C termina)").format(url=f"{settings.scheme}://{listen}/"), err=True)
    try:
        asyncio.run(serve(settings, while_stdin=while_stdin))
    except ConsoleError as error:
        raise UserError(in_words(error)) from error
    except KeyboardInterrupt:
        pass
