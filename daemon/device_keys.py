"""The key of each device that has one: a file of its own, mode 0600, 64 hex digits. Never in a configuration."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from daemon.private_files import write_private
from drivers.registry import Driver
from table_core.text import TextError

_BYTES = 32
OPTION = "key"
"""Under this name a session's `Options` take the key."""


class DeviceKeyError(TextError):
    """A device's key that cannot be used; the message says what to do."""


def settings_of(
    driver: Driver, options: dict[str, Any], key: str | None, read: Callable[[Path], bytes] | None = None
) -> dict[str, Any]:
    """A device's options as its session takes them, with its key read from the file *key*."""
    if OPTION in options:
        raise DeviceKeyError("la llave no se escribe en options: va en un archivo propio, con key = RUTA")
    if not driver.keyed:
        if key is not None:
            raise DeviceKeyError("{driver} no usa llave: quite key", driver=driver.name)
        return options
    if key is None:
        raise DeviceKeyError("falta el archivo con la llave de este dispositivo: sabot keys device RUTA, y key = RUTA")
    return {**options, OPTION: (read or read_device_key)(Path(key))}


def make_device_key(path: Path) -> bytes:
    """A new key in a new file; never over another one."""
    if path.exists():
        raise DeviceKeyError("{path} ya existe: es la llave de un dispositivo. Elija otro nombre.", path=str(path))
    key = secrets.token_bytes(_BYTES)
    write_private(path, f"{key.hex()}\n")
    return key


def read_device_key(path: Path) -> bytes:
    try:
        if path.stat().st_mode & 0o077:
            raise DeviceKeyError("{path}: otros usuarios pueden leerlo. Corríjalo: chmod 600 {path}", path=str(path))
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except OSError as error:
        text = "{path}: no se puede leer la llave ({error})"
        raise DeviceKeyError(text, path=str(path), error=error.strerror or "") from error
    except ValueError as error:
        raise DeviceKeyError("{path}: no es una llave de 64 cifras hexadecimales", path=str(path)) from error
    if len(key) != _BYTES:
        raise DeviceKeyError("{path}: no es una llave de 64 cifras hexadecimales", path=str(path))
    return key
