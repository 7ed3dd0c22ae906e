"""What the machine itself must offer: our names, a sound SQLite, a clock to be believed, nobody who grabs ports."""

import ctypes
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import apsw

from daemon.collisions import collisions
from daemon.doctor.finding import Finding
from daemon.i18n import _

SOUND_SQLITE = (3, 51, 3)
"""Before it a reset of the write-ahead log could lose what was committed."""
_TIME_ERROR, _STA_UNSYNC = 5, 0x40
_GRABBERS = ("ModemManager", "brltty")


def machine() -> Iterator[Finding]:
    """Everything that needs no configuration to be judged."""
    yield names(collisions())
    yield sqlite(apsw.sqlite_lib_version())
    yield clock(_now_ns(), built_ns())
    yield synchronised(kernel_says_synchronised())
    yield from grabbers(_running_programs())


def names(claimed: dict[str, list[str]]) -> Finding:
    if not claimed:
        return Finding("machine.names", "ok", "pip", _("nadie más usa los nombres de nuestros paquetes"))
    others = sorted({owner for owners in claimed.values() for owner in owners})
    finding = _("{owners} instala paquetes con nuestros nombres: {names}").format(
        owners=", ".join(others), names=", ".join(sorted(claimed))
    )
    return Finding(
        "machine.names",
        "error",
        "pip",
        finding,
        _("Desinstálelo: pip uninstall {owners}").format(owners=" ".join(others)),
    )


def sqlite(version: str) -> Finding:
    finding = _("SQLite {version}").format(version=version)
    if tuple(map(int, version.split("."))) >= SOUND_SQLITE:
        return Finding("machine.sqlite", "ok", "apsw", finding)
    remedy = _("Hace falta {version} o más nueva: reinstale el programa con sus dependencias.")
    return Finding("machine.sqlite", "error", "apsw", finding, remedy.format(version=".".join(map(str, SOUND_SQLITE))))


def clock(now_ns: int, known_ns: int, where: str = "") -> Finding:
    """*known_ns* is a moment that is certainly past: the program was built then, or a journal was written."""
    shown = _spell(now_ns)
    if now_ns >= known_ns:
        finding = _("{now}, después de lo último escrito").format(now=shown) if where else shown
        return Finding("machine.clock", "ok", where or _("reloj"), finding)
    finding = _("el reloj marca {now}, y eso ya pasó: {known}").format(now=shown, known=_spell(known_ns))
    remedy = _("Ponga en hora el equipo (timedatectl) y cambie la pila si vuelve a pasar; la mesa no debe abrir así.")
    return Finding("machine.clock", "error", where or _("reloj"), finding, remedy)


def synchronised(answer: bool | None) -> Finding:
    if answer:
        return Finding("machine.ntp", "ok", _("reloj"), _("sincronizado"))
    if answer is None:
        return Finding("machine.ntp", "note", _("reloj"), _("no se puede saber si está sincronizado"))
    remedy = _("Active la sincronización: timedatectl set-ntp true")
    return Finding("machine.ntp", "warning", _("reloj"), _("nadie lo sincroniza"), remedy)


def grabbers(programs: frozenset[str]) -> Iterator[Finding]:
    for program in _GRABBERS:
        if program in programs:
            finding = _("{program} está en marcha y prueba los puertos serie por su cuenta").format(program=program)
            remedy = _("Desactívelo: systemctl disable --now {program}").format(program=program)
            yield Finding("machine.grabber", "warning", program, finding, remedy)


def built_ns() -> int:
    """When the newest file of this program was written."""
    package = Path(__file__).parents[1]
    return max(file.stat().st_mtime_ns for file in package.rglob("*.py"))


class _Timex(ctypes.Structure):
    """The head of Linux' struct timex; the rest only has to have room."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        *((name, ctypes.c_long) for name in ("offset", "freq", "maxerror", "esterror")),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 512),
    )


def kernel_says_synchronised() -> bool | None:
    """What the kernel knows of its clock (adjtimex, which changes nothing here); None where it cannot be asked."""
    told = _Timex()
    try:
        answer = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.byref(told))
    except (OSError, AttributeError):
        return None
    return None if answer < 0 else answer != _TIME_ERROR and not told.status & _STA_UNSYNC


def _running_programs() -> frozenset[str]:
    found = set()
    for name in Path("/proc").glob("[0-9]*/comm"):
        try:
            found.add(name.read_text(encoding="utf-8", errors="replace").strip())
        except OSError:
            continue  # it ended meanwhile
    return frozenset(found)


def _now_ns() -> int:
    return int(datetime.now(UTC).timestamp() * 1_000_000_000)


def _spell(utc_ns: int) -> str:
    return datetime.fromtimestamp(utc_ns // 1_000_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
