"""`sabot keys`: the keys of the bus over TCP. The server's pair, and the clients that may connect."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from daemon.cli.main import UserError
from daemon.cli.people import ROLES
from daemon.i18n import _, in_words, told

if TYPE_CHECKING:
    from daemon.keys import KeyRing
    from table_core.rulebook import Role

_keys = click.option(
    "--keys", required=True, type=click.Path(path_type=Path), envvar="SABOT_KEYS", help="Directorio de las llaves."
)


@click.group(help="Llaves: las del bus por TCP, las de los dispositivos TableBus y la de esta mesa ante el piso.")
def keys() -> None:
    pass


@keys.command(help="Hace el par de llaves de la mesa y muestra la pública.")
@_keys
def init(keys: Path) -> None:
    with _ring(keys) as ring:
        click.echo(ring.make_server().public)


@keys.command(help="Inscribe al cliente NAME: con su llave pública, o con un par nuevo que queda en su archivo.")
@click.argument("name")
@click.option("--public", metavar="KEY", help="Llave pública que el cliente hizo por su cuenta.")
@click.option("--role", "roles", multiple=True, type=click.Choice(ROLES), help="Rol que puede identificarse allí.")
@click.option("--control", default="tcp://127.0.0.1:7101", show_default=True, help="Dirección para pedidos.")
@click.option("--publications", default="tcp://127.0.0.1:7102", show_default=True, help="Dirección para escuchar.")
@click.option("--to", type=click.Path(path_type=Path), help="Archivo del cliente; sin esto se muestra.")
@_keys
def add(
    name: str,
    public: str | None,
    roles: "tuple[Role, ...]",
    control: str,
    publications: str,
    to: Path | None,
    keys: Path,
) -> None:
    from daemon.keys import Link, link_text, new_pair
    from daemon.private_files import write_private

    with _ring(keys) as ring:
        server = ring.server()
        if public is not None:
            ring.enrol(name, public, roles)
            click.echo(_("{name} queda inscrito. Llave de la mesa: {key}").format(name=name, key=server.public))
            return
        pair = new_pair()
        ring.enrol(name, pair.public, roles)
    text = link_text(Link(control, publications, server.public, pair.public, pair.secret))
    if to is None:
        click.echo(text, nl=False)
        return
    write_private(to, text)
    click.echo(_("{name} queda inscrito. Lleve {to} al cliente y bórrelo aquí.").format(name=name, to=to))


@keys.command(help="Quita al cliente NAME; su conexión se corta en pocos segundos.")
@click.argument("name")
@_keys
def revoke(name: str, keys: Path) -> None:
    with _ring(keys) as ring:
        ring.revoke(name)
    click.echo(_("{name} ya no está inscrito.").format(name=name))


@keys.command(help="Hace la llave de un dispositivo TableBus en el archivo FILE y la muestra para ponerla en él.")
@click.argument("file", type=click.Path(path_type=Path))
def device(file: Path) -> None:
    from daemon.device_keys import DeviceKeyError, make_device_key

    try:
        click.echo(make_device_key(file).hex())
    except DeviceKeyError as error:
        raise UserError(told(error.said)) from error
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from error


@keys.command(help="Hace el par de llaves con que esta mesa llega al piso, en el archivo FILE, y muestra la pública.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--server", required=True, metavar="KEY", help="Llave pública del piso, de sabot floor init.")
def floor(file: Path, server: str) -> None:
    from daemon.keys import Pair, new_pair
    from daemon.private_files import write_private
    from firmware_bridge.transport.floor_keys import FloorKeys, keys_text

    pair = new_pair()
    try:
        msgspec.convert({"public": server, "secret": pair.secret}, Pair)
    except msgspec.ValidationError as error:
        raise UserError(
            _("«{public}» no es una llave pública: son 40 caracteres Z85.").format(public=server)
        ) from error
    if file.exists():
        raise UserError(_("{path} ya existe: es la llave inscrita de una mesa. Elija otro nombre.").format(path=file))
    try:
        write_private(file, keys_text(FloorKeys(server, pair.public, pair.secret)))
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from error
    click.echo(pair.public)


@keys.command("list", help="Muestra los clientes inscritos.")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
@_keys
def list_clients(as_json: bool, keys: Path) -> None:
    with _ring(keys) as ring:
        clients = ring.clients()
    if as_json:
        click.echo(msgspec.json.encode([{"name": name, **msgspec.to_builtins(one)} for name, one in clients.items()]))
        return
    for name, client in sorted(clients.items()):
        click.echo(f"{name}\t{client.public}\t{', '.join(client.roles) or _('solo mirar')}")


@contextmanager
def _ring(directory: Path) -> Iterator["KeyRing"]:
    """The keys in *directory*; a mistake with them is the user's."""
    from daemon.keys import KeyRing, KeysError

    try:
        yield KeyRing(directory)
    except KeysError as error:
        raise UserError(in_words(error)) from error
    except OSError as error:
        raise UserError(f"{directory}: {error.strerror}") from error
