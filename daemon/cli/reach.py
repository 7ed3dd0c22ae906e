"""How a command reaches a running table: by its data directory, or by a client's file over TCP."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from daemon.cli.main import Unreachable, UserError
from daemon.i18n import _, in_words, sentence

if TYPE_CHECKING:
    from daemon.bus_client import Address, BusClient

F = TypeVar("F", bound=Callable[..., Any])


def reaches_a_table(command: F) -> F:
    """Give *command* the options `--data` and `--link`."""
    data = click.option(
        "--data", type=click.Path(path_type=Path), envvar="SABOT_DATA", help="Directorio de datos de la mesa."
    )
    link = click.option(
        "--link", type=click.Path(path_type=Path), envvar="SABOT_LINK", help="Archivo de cliente, por TCP."
    )
    return data(link(command))


@contextmanager
def table_at(data: Path | None, link: Path | None) -> Iterator["BusClient"]:
    """A client of that table; whatever goes wrong between them becomes a sentence and an exit code."""
    from daemon.bus_client import BusClient, RequestRefused, TableAway

    with BusClient(address_of(data, link)) as client:
        try:
            yield client
        except TableAway as error:
            raise Unreachable(_silence(data, link)) from error
        except RequestRefused as refused:
            raise UserError(sentence(refused.answer.detail)) from refused


def _silence(data: Path | None, link: Path | None) -> str:
    if link is None:
        return _("La mesa de {data} no responde. Mire si su proceso sigue en marcha.").format(data=data)
    text = _("La mesa de {link} no responde. Mire si está en marcha y si su llave está inscrita: sabot keys list.")
    return text.format(link=link)


def address_of(data: Path | None, link: Path | None, *, running: bool = True) -> "Address":
    """Where the table is; *running*: it must be in motion now, as far as can be seen from here."""
    from daemon.bus import CONTROL
    from daemon.bus_client import local_address, remote_address
    from daemon.keys import KeysError, read_link

    if link is not None:
        try:
            return remote_address(read_link(link))
        except KeysError as error:
            raise UserError(in_words(error)) from error
    if data is None:
        raise UserError(_("Falta la mesa: indique --data DIRECTORIO, o --link ARCHIVO por TCP."))
    if running and not (data / CONTROL).exists():
        raise Unreachable(_("No hay mesa en marcha en {data}. Iníciela con: sabot run CONFIG").format(data=data))
    return local_address(data)
