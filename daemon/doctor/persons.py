"""The people file: who may order what, and whether those a table cannot do without are there."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from daemon.doctor.finding import Finding
from daemon.i18n import _, told
from daemon.people import People, PeopleError, Person, today
from table_core.people import ROLE_NAMES
from table_core.rulebook import Role

_OTHERS = 0o077
_DECIDES: tuple[Role, ...] = ("jefe_de_mesa", "jefe_de_sala")


def persons(path: Path) -> Iterator[Finding]:
    add = _("Regístrelas: sabot people add NOMBRE --role ROL --data {data}").format(data=path.parent)
    if not path.exists():
        yield Finding("people.missing", "error", str(path), _("nadie puede dar órdenes"), add)
        return
    try:
        known = People(path).known
        mode = path.stat().st_mode
    except PeopleError as error:
        yield Finding("people.unreadable", "error", str(path), told(error.said), _("Corrija el archivo."))
        return
    except OSError as error:
        remedy = _("Use el usuario de la mesa.")
        yield Finding("people.unreadable", "error", str(path), str(error.strerror), remedy)
        return
    if mode & _OTHERS:
        yield Finding("people.mode", "warning", str(path), _("otros usuarios pueden leerlo"), f"chmod 600 {path}")
    yield from judged(known, str(path), add)


def judged(known: Mapping[str, Person], where: str, add: str) -> Iterator[Finding]:
    if not known:
        yield Finding("people.missing", "error", where, _("nadie puede dar órdenes"), add)
        return
    for name in sorted(name for name, person in known.items() if not person.pin):
        remedy = _('Dele uno: sabot people add "{name}" --role {role}').format(name=name, role=known[name].role)
        yield Finding("people.no_pin", "warning", name, _("no tiene PIN: no puede identificarse"), remedy)
    for name in sorted(name for name, person in known.items() if person.pin_is_old(today())):
        remedy = _('Cámbielo: sabot people add "{name}" --role {role}').format(name=name, role=known[name].role)
        yield Finding("people.pin_old", "warning", name, _("su PIN tiene más de tres meses"), remedy)
    roles = {person.role for person in known.values() if person.pin}
    if not roles & set(_DECIDES):
        finding = _("nadie puede decidir un incidente: falta {role}").format(role=_(ROLE_NAMES[_DECIDES[0]]))
        yield Finding("people.nobody_decides", "warning", where, finding, add)
    else:
        yield Finding("people.known", "ok", where, _("{count} personas").format(count=len(known)))
