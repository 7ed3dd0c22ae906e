"""Mistakes of a configuration, each in the user's language: what pydantic found, said as a person would."""

import difflib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from daemon.config.sections import SECTIONS, Config
from daemon.i18n import _

Location = tuple[str | int, ...]


class Problem(Struct, frozen=True):
    """One mistake: where it stands, what is wrong, what to write instead. *line* is counted from 1."""

    where: str
    what: str
    remedy: str
    line: int | None = None


class ConfigError(Exception):
    """The file cannot be used; *problems* lists everything that is wrong with it."""

    def __init__(self, path: Path, problems: list[Problem]) -> None:
        super().__init__(f"{path}: {len(problems)} problema(s)")
        self.path = path
        self.problems = problems


class Finding(Struct, frozen=True):
    """A mistake before anybody looked up on which line it stands."""

    location: Location
    what: str
    remedy: str


def did_you_mean(word: str, known: Iterable[str]) -> str:
    names = list(known)
    near = difflib.get_close_matches(word, names, n=1)
    if near:
        return _("¿Quiso decir {word}?").format(word=near[0])
    return _("Se conocen: {known}.").format(known=", ".join(names))


def written(value: object) -> str:
    """*value* as it would stand in the file."""
    match value:
        case bool():
            return str(value).lower()
        case str() | int() | float():
            return json.dumps(value, ensure_ascii=False)
        case dict():
            return _("una tabla")
        case list():
            return _("una lista")
        case _:
            return str(value)


def findings_of_form(errors: Iterable[Any]) -> Iterator[Finding]:
    """What pydantic's *errors* mean; a value that fits none of several types is one mistake."""
    seen = set()
    for error in errors:
        location = mistaken(error)
        if location not in seen:
            seen.add(location)
            what, remedy = _said(error, location)
            yield Finding(location, what, remedy)


def mistaken(error: Any) -> Location:
    """Where the value stands that *error* is about, without pydantic's own names for the types it tried."""
    location: Location = error["loc"]
    return location[:2] if location[0] == "switches" else location


def _said(error: Any, location: Location) -> tuple[str, str]:
    value, context = written(error["input"]), error.get("ctx", {})
    if location[0] == "switches" and len(location) > 1:
        return _not_a(_("un texto, un número entero o true/false"), value), _("Vea el reglamento en docs/rulebooks.md.")
    match error["type"]:
        case "missing":
            return _("falta esta clave"), _missing(location)
        case "extra_forbidden":
            return _("clave desconocida"), did_you_mean(str(location[-1]), _keys_at(location))
        case "string_type":
            return _not_a(_("un texto"), value), _("Escríbalo entre comillas.")
        case "int_type":
            return _not_a(_("un número entero"), value), _("Quite comillas y decimales.")
        case "bool_type":
            return _not_a(_("true o false"), value), _("Escriba true o false, sin comillas.")
        case "list_type" if location == ("devices",):
            return _not_a(_("una lista de dispositivos"), value), _("Escriba [[devices]] antes de cada uno.")
        case "list_type":
            return _not_a(_("una lista"), value), _('Escriba ["uno", "otro"].')
        case "model_type" | "dict_type":
            key = location[-1]
            return _not_a(_("una sección"), value), _("Escriba [{key}] y debajo sus claves.").format(key=key)
        case "string_pattern_mismatch":
            return _("{value} no tiene la forma pedida").format(value=value), _form(location)
        case "literal_error":
            expected = context["expected"].replace(" or ", ", ").replace("'", '"')
            return _("{value} no es un valor conocido").format(value=value), _("Valores: {values}.").format(
                values=expected
            )
        case "greater_than_equal" | "less_than_equal":
            bound = context.get("ge", context.get("le"))
            return _("{value} está fuera de rango").format(value=value), _("El límite es {bound}.").format(bound=bound)
        case "too_short":
            return _("no hay ningún dispositivo"), _("Escriba al menos un [[devices]].")
        case _:
            return _("{value} no sirve aquí").format(value=value), _("Compare con los ejemplos de deploy/examples.")


def _not_a(expected: str, value: str) -> str:
    return _("se esperaba {expected}, no {value}").format(expected=expected, value=value)


def _missing(location: Location) -> str:
    match location:
        case ("devices",):
            return _("Escriba [[devices]] y debajo name, driver y port, por cada dispositivo.")
        case (section,):
            return _("Agregue la sección [{section}].").format(section=section)
        case _:
            return _("Agréguela.")


def _form(location: Location) -> str:
    match location:
        case (*_above, "name"):
            return _("Use letras, cifras, guion y guion bajo, hasta 32.")
        case (*_above, "closing"):
            return _("Escriba la hora como HH:MM, por ejemplo 04:30.")
        case ("bus", _key):
            return _("Escriba tcp://DIRECCIÓN:PUERTO, por ejemplo tcp://10.0.0.5:7101.")
        case ("metrics", _key):
            return _("Escriba DIRECCIÓN:PUERTO, por ejemplo 127.0.0.1:9464.")
        case _:
            return _("Compare con los ejemplos de deploy/examples.")


def _keys_at(location: Location) -> list[str]:
    section = SECTIONS.get(str(location[0])) if len(location) > 1 else None
    return list((section or Config).model_fields)
