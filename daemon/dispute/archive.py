"""The evidence of a frozen pass as one archive: entries with their chain, states, versions, rulebook, recordings.

The archive carries its own verifier (`verificar.py`, standard library only), so that nobody has to trust this program.
"""

import hashlib
import os
import platform
import zipfile
from importlib import resources
from pathlib import Path
from typing import Any

import apsw
import msgspec
from msgspec import Struct

from daemon.dispute.freeze import FrozenNote, run_of, runs_between
from daemon.journal import GENESIS, JournalError, Stored, open_reader, read_rows, row_at
from daemon.kernel import fold
from daemon.recording import RECORDINGS
from daemon.rows import Extent, extent_of_pass, key_row, seal_after, start_row
from daemon.rulebooks import all_rulebooks
from daemon.schema import FILE_MODE
from daemon.version import software_digest, software_version
from table_core.record import Started
from table_core.session import PassOpened
from table_core.table import TableState

SCHEMA = "sabot-dispute/1"
MANIFEST, ENTRIES, CONTEXT, STATES, VERSIONS = (
    "manifiesto.json", "asientos.jsonl", "contexto.jsonl", "estados.json", "versiones.json",
)  # fmt: skip
VERIFIER, READ_ME, RULEBOOK = "verificar.py", "LEEME.txt", "reglamento.toml"
_READ_ME = """Evidencia del pase {number}, congelada por {by}: {reason}

  python3 verificar.py            comprueba la cadena y cuenta lo que pasó (solo biblioteca estándar)
  sabot dispute verify ARCHIVO    comprueba además la firma Ed25519

asientos.jsonl    cada asiento con sus números, sus tiempos, su cuerpo (base64) y su eslabón de la cadena
contexto.jsonl    el comienzo de la marcha y la llave de la mesa: asientos anteriores, sueltos
estados.json      la mesa antes del sabot, al comenzar y al terminar el pase
versiones.json    programa, reglamento y sistema
grabaciones/      tráfico de los dispositivos, si se grababa: sabot replay
"""


class DisputeError(Exception):
    """The evidence cannot be handed over: why, and what to do, in the message."""


class Evidence(Struct, frozen=True):
    """What goes into the archive, read from the journal."""

    note: FrozenNote
    extent: Extent
    before: bytes
    rows: tuple[Stored, ...]
    context: tuple[Stored, ...]
    states: dict[str, Any]
    started: Started


def export(directory: Path, note: FrozenNote, target: Path) -> int:
    """Write the archive of *note* to the new file *target*; the number of entries in it."""
    evidence = gather(directory, note)
    files = {
        ENTRIES: _lines(evidence.rows),
        CONTEXT: _lines(evidence.context),
        STATES: _pretty(evidence.states),
        VERSIONS: _pretty(_versions(evidence.started)),
        RULEBOOK: _rulebook_text(evidence.started.rulebook),
        VERIFIER: (resources.files("daemon.dispute") / "verify.py").read_bytes(),
        READ_ME: _READ_ME.format(**msgspec.to_builtins(note)).encode(),
        **_recordings(directory, evidence),
    }
    files[MANIFEST] = _pretty(_manifest(evidence, files))
    _write(target, files)
    return len(evidence.rows)


def gather(directory: Path, note: FrozenNote) -> Evidence:
    """Everything the journal knows of the frozen pass; refused while a card of it may still be covered."""
    db = open_reader(directory)
    try:
        extent = extent_of_pass(db, note.number, note.seq)
        closed = _open_from(db) - 1
        if not extent.ended or extent.opened > closed:
            raise DisputeError(f"El pase {note.number} no ha terminado: sus cartas tapadas no se muestran todavía.")
        last = min(seal_after(db, extent.last or closed) or extent.last or closed, closed)
        rows = tuple(stored for stored in read_rows(db, extent.shoe - 1) if stored.seq <= last)
        before = row_at(db, extent.shoe - 1)
        context = tuple(row for row in (start_row(db, extent.first), key_row(db)) if row is not None)
        return Evidence(
            note, extent, before.hash if before else GENESIS, rows, context, _states(db, extent), _started(context)
        )
    except (apsw.Error, msgspec.MsgspecError) as error:
        raise JournalError(f"{directory}: el registro no se puede leer ({error})") from error
    finally:
        db.close()


def _open_from(db: apsw.Connection) -> int:
    """The first entry of a pass whose cards may still be covered; behind the end when there is none."""
    opened, state, last = 0, None, 0
    for stored in read_rows(db):
        entry = stored.entry()
        state = fold((entry,), state)
        opened, last = stored.seq if isinstance(entry, PassOpened) else opened, stored.seq
    return opened if state is not None and state.game.keeps_secrets else last + 1


def _states(db: apsw.Connection, extent: Extent) -> dict[str, Any]:
    """The table before the shoe's preparation, when the pass began, and when it was over."""
    moments = {"antes_del_sabot": extent.shoe - 1, "al_comenzar": extent.first - 1, "al_terminar": extent.last}
    state, found = None, dict.fromkeys(moments, None)
    for stored in read_rows(db):
        state = fold((stored.entry(),), state)
        found.update({name: _plain(state, stored.seq) for name, seq in moments.items() if seq == stored.seq})
        if extent.last is not None and stored.seq >= extent.last:
            break
    return found


def _plain(state: TableState, seq: int) -> Any:
    body = msgspec.msgpack.encode(state)
    return {"asiento": seq, "sha256": hashlib.sha256(body).hexdigest(), "estado": msgspec.to_builtins(state)}


def _started(context: tuple[Stored, ...]) -> Started:
    started = next((entry for entry in (row.entry() for row in context) if isinstance(entry, Started)), None)
    if started is None:
        raise DisputeError("El registro no dice con qué programa y reglamento comenzó.")
    return started


def _versions(started: Started) -> dict[str, Any]:
    return {
        "al_jugar": msgspec.to_builtins(started),
        "al_exportar": {
            "programa": software_version(),
            "sha256_programa": software_digest(),
            "python": platform.python_version(),
            "sistema": platform.platform(),
        },
    }


def _rulebook_text(rulebook: str) -> bytes:
    """The text in force, as the program has it; its digest is in the start entry."""
    name = all_rulebooks()[rulebook].id.partition("/")[0]
    return (resources.files("table_core.rules") / "rulebooks" / f"{name}.toml").read_bytes()


def _recordings(directory: Path, evidence: Evidence) -> dict[str, bytes]:
    folder, last = directory / RECORDINGS, evidence.rows[-1].utc_ns
    runs = {*evidence.note.runs, *runs_between(folder, evidence.extent, last)}
    files = [path for path in sorted(folder.glob("*.rec")) if run_of(path) in runs]
    return {f"grabaciones/{path.name}": path.read_bytes() for path in files}


def _manifest(evidence: Evidence, files: dict[str, bytes]) -> dict[str, Any]:
    extent, rows = evidence.extent, evidence.rows
    return {
        "schema": SCHEMA,
        "congelado": msgspec.to_builtins(evidence.note),
        "mesa": evidence.started.table,
        "pase": {"primero": extent.first, "abierto": extent.opened, "ultimo": extent.last},
        "cadena": {
            "primero": rows[0].seq,
            "ultimo": rows[-1].seq,
            "antes": evidence.before.hex(),
            "cabeza": rows[-1].hash.hex(),
        },
        "archivos": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())},
    }


def _lines(rows: tuple[Stored, ...]) -> bytes:
    encoder = msgspec.json.Encoder()
    return b"".join(encoder.encode({**msgspec.to_builtins(row), "hash": row.hash.hex()}) + b"\n" for row in rows)


def _pretty(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _write(target: Path, files: dict[str, bytes]) -> None:
    """The archive appears whole under its name, for this user only; an existing file is never overwritten."""
    if target.exists():
        raise DisputeError(f"{target} ya existe. Elija otro nombre: la evidencia no se sobrescribe.")
    room = target.with_name(target.name + ".partial")
    try:
        with os.fdopen(os.open(room, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in sorted(files.items()):
                    archive.writestr(name, content)
            file.flush()
            os.fsync(file.fileno())
        room.rename(target)
    except OSError as error:
        room.unlink(missing_ok=True)
        raise DisputeError(f"No se puede escribir {target}: {error.strerror}. Elija otro directorio.") from error
