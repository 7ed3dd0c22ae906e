"""Where a floor process finds its database, its keys and its people, and where it listens."""

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from daemon.floor.database import FloorError
from daemon.keys import SERVER, KeyRing, Pair


class FloorSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """*name* is this process in every row; *listen* has no default: nothing listens that nobody asked for."""

    name: str
    database: str
    data: str
    listen: str = ""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    floor: FloorSettings


def read_settings(path: Path) -> FloorSettings:
    """The section [floor] of *path*; raises FloorError."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).floor
    except OSError as error:
        raise FloorError("{path}: no se puede leer ({error}).", path=str(path), error=str(error.strerror)) from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        text = "{path}: no es la configuración de un piso ({error}). Corrija el archivo."
        raise FloorError(text, path=str(path), error=str(error)) from error


def floor_keys(data: Path, *, make: bool = False) -> Pair:
    """The floor's own pair, the same for every process of it; raises KeysError."""
    ring = KeyRing(data)
    if make and not (data / SERVER).exists():
        return ring.make_server()
    return ring.server()
