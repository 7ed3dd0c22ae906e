"""Backups of a table's record: made while the table runs, verified before they count, never written over anything."""

import hashlib
import os
import shutil
import time
from pathlib import Path

import apsw
import msgspec
from msgspec import Struct

from daemon.journal import DATABASE, HEAD, Head, JournalError, last_head, open_reader, spell_head
from daemon.journal_check import verify
from daemon.schema import FILE_MODE, copy_database
from daemon.signing import KEY
from daemon.version import software_version
from table_core.text import TextError

MANIFEST = "backup.json"
_SECRETS = (KEY, "people.toml")
"""Small files that go with the journal when they are there."""


class BackupError(TextError):
    """The backup cannot be made or used: why, and what to do, in the message."""


class DamagedError(BackupError):
    """What was to be copied is not what it was when it was written."""


class Manifest(Struct, frozen=True):
    """What a backup holds: where the chain ends, and the SHA-256 of each file."""

    made_utc_ns: int
    version: str
    seq: int
    hash: str
    files: dict[str, str]
    schema: str = "sabot-backup/1"


def make_backup(directory: Path, target: Path) -> Manifest:
    """Copy the record of *directory*, as it is now, to the new directory *target*; it appears there whole."""
    _must_be_new(target)
    with _Unfinished(target) as room:
        _copy_journal(directory, room)
        head = _end_of(room)
        _write(room / HEAD, spell_head(head))
        for name in _SECRETS:
            _copy_if_there(directory / name, room)
        _must_verify(room, directory)
        files = {path.name: _digest(path) for path in sorted(room.iterdir())}
        manifest = Manifest(time.time_ns(), software_version(), head.seq, head.hash.hex(), files)
        _write(room / MANIFEST, msgspec.json.encode(manifest))
    return manifest


def restore_backup(backup: Path, directory: Path, secrets: Path | None = None) -> Head:
    """Put *backup* (or a second copy) into the new directory *directory*; *secrets*: key and people come from there."""
    _must_be_new(directory)
    _check_manifest(backup)
    with _Unfinished(directory) as room:
        _copy_if_there(backup / HEAD, room)  # before the database: a head may lag behind, never lead
        _copy_journal(backup, room)
        for name in _SECRETS:
            _copy_if_there((secrets or backup) / name, room)
        _must_verify(room, backup)
        return _end_of(room)


class _Unfinished:
    """A directory under a name of its own until it is whole and on the disk; removed when something goes wrong."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._room = target.with_name(f"{target.name}.partial")

    def __enter__(self) -> Path:
        shutil.rmtree(self._room, ignore_errors=True)
        self._room.mkdir(parents=True, mode=0o700)
        return self._room

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        if kind is not None:
            shutil.rmtree(self._room, ignore_errors=True)
            return
        for path in self._room.iterdir():
            _sync(path)
        _sync(self._room)
        if self._target.exists():
            self._target.rmdir()  # empty, as was checked
        self._room.rename(self._target)
        _sync(self._target.parent)


def _must_be_new(target: Path) -> None:
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BackupError(
            "{target} ya existe y no está vacío. Indique un directorio nuevo: nada se sobrescribe.", target=str(target)
        )


def _must_verify(room: Path, origin: Path) -> None:
    bad = verify(room).first_bad
    if bad is not None:
        raise DamagedError(
            "El registro de {origin} está dañado en la entrada {seq} ({problem}). "
            "Guarde una copia del directorio tal como está y avise al auditor.",
            origin=str(origin),
            seq=str(bad.seq),
            problem=str(bad.problem),
        )


def _check_manifest(backup: Path) -> None:
    """Raise unless every file is as the manifest says; a second copy has none and is judged by its chain alone."""
    if not (backup / MANIFEST).exists():
        if not (backup / DATABASE).exists():
            raise BackupError("{backup} no es un respaldo ni una segunda copia.", backup=str(backup))
        return
    try:
        manifest = msgspec.json.decode((backup / MANIFEST).read_bytes(), type=Manifest)
    except msgspec.MsgspecError as error:
        raise DamagedError(
            "{manifest} no se entiende: {error}", manifest=str(backup / MANIFEST), error=str(error)
        ) from error
    for name, digest in manifest.files.items():
        if not (backup / name).exists() or _digest(backup / name) != digest:
            raise DamagedError(
                "{name} falta o cambió desde que se hizo el respaldo. Use otro respaldo.", name=str(backup / name)
            )


def _copy_journal(directory: Path, room: Path) -> None:
    try:
        source = open_reader(directory)
        try:
            copy_database(source, room / DATABASE)
        finally:
            source.close()
    except apsw.Error as error:
        raise DamagedError(
            "{directory}: el registro no se puede leer ({error}).", directory=str(directory), error=str(error)
        ) from error


def _copy_if_there(file: Path, room: Path) -> None:
    if file.exists():
        _write(room / file.name, file.read_bytes())


def _end_of(room: Path) -> Head:
    try:
        db = open_reader(room)
        try:
            return last_head(db)
        finally:
            db.close()
    except (apsw.Error, JournalError) as error:
        raise BackupError(str(error)) from error


def _write(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as file:
        file.write(data)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
