"""The keys with which one table reaches a floor: a file of mode 0600, the floor's public key and the table's pair."""

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from firmware_bridge.transport.base import LinkError, classify

_KEY_CHARACTERS = 40


class FloorKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """Z85. *server* is the same for every process of the floor."""

    server: str
    public: str
    secret: str


def read_floor_keys(path: Path) -> FloorKeys:
    """Raises `LinkError`, whose detail says what to do."""
    try:
        if path.stat().st_mode & 0o077:
            raise LinkError("broken", f"{path}: others may read it. chmod 600 {path}")
        keys = msgspec.convert(tomllib.loads(path.read_text(encoding="ascii")), FloorKeys)
    except OSError as error:
        raise LinkError(classify(error).kind, f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise LinkError("broken", f"{path}: no file of keys ({error})") from error
    if any(len(key) != _KEY_CHARACTERS for key in msgspec.structs.astuple(keys)):
        raise LinkError("broken", f"{path}: a key has {_KEY_CHARACTERS} characters")
    return keys


def keys_text(keys: FloorKeys) -> str:
    fields = {name: getattr(keys, name) for name in FloorKeys.__struct_fields__}
    return "".join(f"{name} = '{value}'\n" for name, value in fields.items())
