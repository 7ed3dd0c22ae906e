"""The journal: its whole chain, its key, its second copy, and a clock that must not lie behind it."""

from collections.abc import Iterator
from pathlib import Path

import apsw

from daemon.doctor.finding import Finding
from daemon.doctor.machine import clock
from daemon.i18n import _, told
from daemon.journal import DATABASE, Head, JournalError, open_reader, read_rows
from daemon.journal_check import Verdict, verify
from daemon.opening import second_head
from daemon.signing import KEY, read_key

_OTHERS = 0o077
PROBLEMS = {
    "altered": "la entrada {seq} fue alterada",
    "missing": "falta la entrada {seq}",
    "reordered": "la entrada {seq} cambió de lugar",
    "truncated": "el registro está recortado: falta desde la entrada {seq}",
    "unreadable": "no se puede leer desde la entrada {seq}",
    "signature": "la firma de la entrada {seq} no vale",
}


def record(data: Path, copy: str | None, now_ns: int) -> Iterator[Finding]:
    if not (data / DATABASE).exists():
        yield from _no_journal(data, copy)
        return
    copied = second_head(Path(copy)) if copy is not None else Head()
    verdict = verify(data, *((copied,) if copied.seq else ()))
    yield chain(data, verdict)
    if copied.seq:
        behind = verdict.head.seq - copied.seq
        if behind > 0:
            finding = _("le faltan {count} entradas").format(count=behind)
            yield Finding("copy.behind", "note", str(copy), finding, _("Se pone al día sola con la mesa en marcha."))
    yield from _key(data, verdict)
    last = _last_utc_ns(data)
    if last is not None:
        yield clock(now_ns, last, str(data / DATABASE))


def _no_journal(data: Path, copy: str | None) -> Iterator[Finding]:
    copied = second_head(Path(copy)) if copy is not None else Head()
    if copied.seq:
        finding = _("no hay registro, pero su segunda copia llega a la entrada {seq}").format(seq=copied.seq)
        yield Finding("journal.lost", "error", str(data), finding, _("Recupérelo: sabot restore"))
    else:
        yield Finding(
            "journal.none", "note", str(data), _("todavía no hay registro"), _("Nace con el primer arranque.")
        )


def chain(data: Path, verdict: Verdict) -> Finding:
    """What *verdict* says, in words."""
    bad = verdict.first_bad
    if bad is None:
        finding = _("{count} entradas, cadena en orden; cabeza {seq}:{hash}").format(
            count=verdict.entries, seq=verdict.head.seq, hash=verdict.head.hash.hex()[:16]
        )
        return Finding("journal.chain", "ok", str(data), finding)
    finding = _(PROBLEMS[bad.problem]).format(seq=bad.seq)
    remedy = _("No lo use: guarde una copia del directorio, avise al auditor y reponga un respaldo con sabot restore.")
    return Finding(f"journal.{bad.problem}", "error", str(data), finding, remedy)


def _key(data: Path, verdict: Verdict) -> Iterator[Finding]:
    where = str(data / KEY)
    try:
        key = read_key(data)
    except (JournalError, OSError) as error:
        said = told(error.said) if isinstance(error, JournalError) else str(error.strerror)
        yield Finding("journal.key", "error", where, said, _("Recupérela de un respaldo: sabot restore"))
        return
    if verdict.key is not None and (key is None or key.public != verdict.key):
        finding = _("no es la llave que firma este registro")
        yield Finding("journal.key", "error", where, finding, _("Recupérela de un respaldo: sabot restore"))
    elif key is not None and (data / KEY).stat().st_mode & _OTHERS:
        yield Finding("journal.key", "warning", where, _("otros usuarios pueden leer la llave"), f"chmod 600 {where}")
    elif key is not None:
        yield Finding("journal.key", "ok", where, _("firma este registro"))


def _last_utc_ns(data: Path) -> int | None:
    try:
        db = open_reader(data)
        try:
            last = next((seq for (seq,) in db.execute("SELECT max(seq) FROM entries")), None)
            rows = list(read_rows(db, last - 1)) if last else []
        finally:
            db.close()
    except (apsw.Error, JournalError):
        return None
    return rows[-1].utc_ns if rows else None
