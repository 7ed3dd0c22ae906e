"""The key of each device that has one: a file of its own, mode 0600, 64 hex digits. Never in a configuration."""

import secrets
from pathlib import Path
from typing import Any

from daemon.private_files import write_private
from drivers.registry import Driver, OptionsError

_BYTES = 32


def settings_of(driver: Driver, options: dict[str, Any], key: str | None) -> dict[str, Any]:
    """A device's options as its session takes them, with its key read from the file *key*; raises OptionsError."""
    if "key" in options:
        raise OptionsError("la llave no se escribe en options: va en un archivo propio, con key = RUTA")
    if not driver.keyed:
        if key is not None:
            raise OptionsError(f"{driver.name} no usa llave: quite key")
        return options
    if key is None:
        raise OptionsError("falta key: la ruta del archivo con la llave de este dispositivo (sabot keys device RUTA)")
    return {**options, "key": read_device_key(Path(key))}


def make_device_key(path: Path) -> bytes:
    """A new key in a new file; never over another one."""
    if path.exists():
        raise OptionsError(f"{path} ya existe: es la llave de un dispositivo. Bórrelo antes o elija otro nombre.")
    key = secrets.token_bytes(_BYTES)
    write_private(path, f"{key.hex()}\n")
    return key


def read_device_key(path: Path) -> bytes:
    try:
        if path.stat().st_mode & 0o077:
            raise OptionsError(f"{path}: otros usuarios pueden leerlo. Corríjalo: chmod 600 {path}")
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise OptionsError(f"{path}: no se puede leer la llave ({error.strerror})") from error
    except ValueError as error:
        raise OptionsError(f"{path}: no es una llave de 64 cifras hexadecimales") from error
    if len(key) != _BYTES:
        raise OptionsError(f"{path}: la llave tiene {len(key)} bytes y deben ser {_BYTES}")
    return key
