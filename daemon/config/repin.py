"""Puts another port into one device's section of a configuration and leaves every other byte as it was."""

import os
import re
from pathlib import Path

import msgspec

from daemon.config.lines import key_lines
from daemon.config.load import load_config
from daemon.config.problems import ConfigError, Problem
from daemon.i18n import _

_PORT = re.compile(r"""(\bport["']?\s*=\s*)("[^"\n]*"|'[^'\n]*')""")


def repin(path: Path, device: str, port: str) -> int:
    """Write *port* into *path*; answers with the line. Raises ConfigError, and then nothing is changed."""
    devices = [one.name for one in load_config(path).devices]
    if device not in devices:
        what = _("no hay un dispositivo {device}").format(device=device)
        raise _refused(path, device, what, _("Hay: {known}.").format(known=", ".join(devices)))
    text = path.read_text(encoding="utf-8-sig")
    line = key_lines(text)["devices", devices.index(device), "port"]
    lines = text.splitlines(keepends=True)
    lines[line - 1], changed = _PORT.subn(lambda found: found[1] + msgspec.json.encode(port).decode(), lines[line - 1])
    if changed != 1:
        what = _("el puerto no se puede cambiar solo, no está en una línea propia")
        raise _refused(path, device, what, _("Escriba usted {text}.").format(text=f'port = "{port}"'), line)
    _replace(path, "".join(lines))
    return line


def _refused(path: Path, device: str, what: str, remedy: str, line: int | None = None) -> ConfigError:
    return ConfigError(path, [Problem(f"[[devices]] {device}", what, remedy, line)])


def _replace(path: Path, text: str) -> None:
    """The new text is read as a configuration before it takes the place of the old one."""
    new = path.with_name(f"{path.name}.nuevo")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.chmod(path.stat().st_mode & 0o777)
        load_config(new)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
