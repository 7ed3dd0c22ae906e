"""The table's directories: who may read and write them, how much room is left, where the second copy lies."""

import os
from collections.abc import Iterator
from pathlib import Path

from daemon.config import JournalSection
from daemon.doctor.finding import Finding
from daemon.i18n import _
from daemon.record_watch import free_mb

_OTHERS = 0o077
_FEWEST_INODES = 1000


def storage(data: Path, limits: JournalSection) -> Iterator[Finding]:
    if not data.exists():
        remedy = _("Se crea al registrar personas: sabot people add NOMBRE --role ROL --data {data}").format(data=data)
        yield Finding("data.missing", "error", str(data), _("el directorio de datos no existe"), remedy)
        return
    yield access(data, os.access(data, os.R_OK | os.W_OK | os.X_OK), data.stat().st_mode)
    yield room(data, _free_mb(data), limits)
    yield from _inodes(data)
    yield from second_copy(data, limits.second_copy)


def access(path: Path, allowed: bool, mode: int) -> Finding:
    if not allowed:
        remedy = _("Use el usuario de la mesa, o cambie el dueño: chown -R USUARIO {path}").format(path=path)
        return Finding("data.denied", "error", str(path), _("no se puede leer y escribir con este usuario"), remedy)
    if mode & _OTHERS:
        finding = _("otros usuarios pueden mirar dentro (modo {mode})").format(mode=oct(mode & 0o777)[2:])
        return Finding("data.mode", "warning", str(path), finding, f"chmod 700 {path}")
    return Finding("data.access", "ok", str(path), _("solo para este usuario"))


def room(data: Path, free: int, limits: JournalSection) -> Finding:
    finding = _("quedan {free} MB").format(free=free)
    if free < limits.stop_free_mb:
        remedy = _("Libere espacio: con menos de {least} MB la mesa no arranca y se para.").format(
            least=limits.stop_free_mb
        )
        return Finding("disk.full", "error", str(data), finding, remedy)
    if free < limits.warn_free_mb:
        remedy = _("Libere espacio: bajo {least} MB la mesa lo avisa.").format(least=limits.warn_free_mb)
        return Finding("disk.low", "warning", str(data), finding, remedy)
    return Finding("disk.room", "ok", str(data), finding)


def _free_mb(directory: Path) -> int:
    """Room for the journal; what its own reserve holds is room too."""
    from daemon.reserve import RESERVE, RESERVE_BYTES  # noqa: PLC0415 - keeps this module's imports to what it judges

    return free_mb(directory) + (RESERVE_BYTES >> 20 if (directory / RESERVE).exists() else 0)


def _inodes(data: Path) -> Iterator[Finding]:
    left = os.statvfs(data)
    if left.f_files and left.f_favail < _FEWEST_INODES:
        finding = _("el disco casi no admite más archivos ({left})").format(left=left.f_favail)
        yield Finding("disk.inodes", "error", str(data), finding, _("Borre archivos que sobren."))


def second_copy(data: Path, written: str | None) -> Iterator[Finding]:
    if written is None:
        remedy = _("Escriba second_copy en [journal], en otro disco: sin ella no se nota un registro recortado.")
        yield Finding("copy.none", "note", "journal.second_copy", _("sin segunda copia"), remedy)
        return
    copy = Path(written)
    place = next(parent for parent in (copy, *copy.parents) if parent.exists())
    if not os.access(place, os.W_OK | os.X_OK):
        remedy = _("Conecte su disco o corrija la ruta y sus permisos.")
        yield Finding("copy.unreachable", "error", written, _("no se puede escribir"), remedy)
    elif place.stat().st_dev == data.stat().st_dev:
        remedy = _("Use otro disco: si este muere, mueren los dos.")
        yield Finding("copy.same_disk", "warning", written, _("está en el mismo disco que el registro"), remedy)
    else:
        yield Finding("copy.place", "ok", written, _("en otro disco"))
