"""Keys of the bus over TCP: the server's pair and the clients enrolled by their public keys. Files of mode 0600.

`server.toml` holds the server's pair; `clients.toml` who may connect, and in which roles people may sign in from there.
A client's secret key is never kept here: only in the client's own file (`Link`).
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import zmq
from msgspec import Meta, Struct

from daemon.private_files import Stamp, stamp, write_private
from table_core.rulebook import Role
from table_core.text import TextError

SERVER, CLIENTS = "server.toml", "clients.toml"
_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")
# Z85 has neither quotes nor backslashes: a key fits TOML's literal strings as it is.
Key = Annotated[str, Meta(pattern=r"^[0-9A-Za-z.\-:+=^!/*?&<>()\[\]{}@%$#]{40}$")]
T = TypeVar("T")


class KeysError(TextError):
    """A key or a file of keys that cannot be used; the message says what to do."""


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    public: Key
    secret: Key


class Enrolled(Struct, frozen=True, forbid_unknown_fields=True):
    """One client; *roles* are those in which people may sign in from it (none: it may only look)."""

    public: Key
    roles: tuple[Role, ...] = ()


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A client's own file: where the table is, whom to expect there, and the client's pair."""

    control: str
    publications: str
    server: Key
    public: Key
    secret: Key


class _Clients(Struct, forbid_unknown_fields=True):
    clients: dict[str, Enrolled] = {}


def new_pair() -> Pair:
    public, secret = zmq.curve_keypair()
    return Pair(public.decode(), secret.decode())


class KeyRing:
    """The keys of one table; sees at once what another process changed."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._seen: Stamp | None = None
        self._clients: dict[str, Enrolled] = {}

    def make_server(self) -> Pair:
        """The server's pair, made now; never over another one."""
        path = self.directory / SERVER
        if path.exists():
            raise KeysError(
                "{path} ya existe: cambiar la llave deja fuera a todos los clientes. Bórrelo antes.", path=str(path)
            )
        pair = new_pair()
        write_private(path, _toml(pair))
        return pair

    def server(self) -> Pair:
        path = self.directory / SERVER
        if not path.exists():
            raise KeysError(
                "Falta {path}: haga las llaves con sabot keys init --keys {directory}",
                path=str(path),
                directory=str(self.directory),
            )
        return _read(path, Pair)

    def clients(self) -> dict[str, Enrolled]:
        """Who is enrolled now, by name."""
        path = self.directory / CLIENTS
        seen = stamp(path)
        if seen != self._seen:
            self._clients = _read(path, _Clients).clients if seen else {}
            self._seen = seen
        return self._clients

    def named(self, public: str) -> str | None:
        """The name of the client with this public key, if it is enrolled."""
        return next((name for name, client in self.clients().items() if client.public == public), None)

    def enrol(self, name: str, public: str, roles: Iterable[Role] = ()) -> None:
        known = dict(self.clients())
        if not _NAME.fullmatch(name):
            raise KeysError("«{name}»: use letras, cifras, guion y guion bajo, hasta 32.", name=name)
        if name in known:
            raise KeysError("{name}: ya está inscrito. Quítelo antes: sabot keys revoke {name}", name=name)
        if self.named(public) is not None:
            raise KeysError(
                "Esa llave ya es de {public}. Cada cliente necesita la suya.", public=str(self.named(public))
            )
        try:
            known[name] = msgspec.convert({"public": public, "roles": tuple(roles)}, Enrolled)
        except msgspec.ValidationError as error:
            raise KeysError("«{public}» no es una llave pública: son 40 caracteres Z85.", public=str(public)) from error
        self._save(known)

    def revoke(self, name: str) -> None:
        known = dict(self.clients())
        if name not in known:
            raise KeysError("{name}: no está inscrito. Vea los nombres con: sabot keys list.", name=name)
        del known[name]
        self._save(known)

    def _save(self, clients: dict[str, Enrolled]) -> None:
        lines = ["# Clientes del bus. Se cambian con: sabot keys add, sabot keys revoke", ""]
        for name, client in sorted(clients.items()):
            lines += [f"[clients.{name}]", _toml(client)]
        write_private(self.directory / CLIENTS, "\n".join(lines))


def read_link(path: Path) -> Link:
    """The client's file at *path*."""
    if not path.exists():
        raise KeysError(
            "{path}: no existe. Es el archivo que escribe sabot keys add NOMBRE --to ARCHIVO.", path=str(path)
        )
    return _read(path, Link)


def link_text(link: Link) -> str:
    return "# Acceso de un cliente a la mesa. Contiene su llave secreta: guárdelo con permisos 0600.\n" + _toml(link)


def _toml(keys: Struct) -> str:
    """Key and value lines; no value of ours contains an apostrophe."""
    fields: dict[str, str | list[str]] = msgspec.json.decode(msgspec.json.encode(keys))
    return "".join(f"{name} = {value!r}\n" for name, value in fields.items())


def _read(path: Path, kind: type[T]) -> T:
    if path.stat().st_mode & 0o077:
        raise KeysError("{path}: otros usuarios pueden leerlo. Corríjalo: chmod 600 {path}", path=str(path))
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise KeysError(
            "{path}: no se puede leer ({error}). Corrija el archivo.", path=str(path), error=str(error)
        ) from error
