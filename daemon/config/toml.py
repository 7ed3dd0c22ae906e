"""Reads TOML past its mistakes: a line that is none is set aside and told, so that the rest can still be checked."""

import re
import tomllib
from typing import Any

from msgspec import Struct

from daemon.config.problems import Finding, Problem
from daemon.i18n import _

MOST_MISTAKES = 30
_PLACE = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
_PAIR = re.compile(r"\s*[\"']?(?P<key>[\w-]+)[^\[\]{}]*$")


class Reading(Struct, frozen=True):
    """What could be read. *whole*: nothing but single lines was set aside, so the sections are where they belong.

    *dropped* are the keys of those lines: nobody may call them missing.
    """

    text: str
    document: dict[str, Any]
    problems: tuple[Problem, ...] = ()
    whole: bool = True
    dropped: frozenset[str] = frozenset()

    def excuses(self, finding: Finding) -> bool:
        """Whether *finding* only says that a key of a dropped line is not there."""
        return finding.location[-1] in self.dropped


def read_toml(text: str) -> Reading:
    """The document of *text*; every line that is no TOML is a problem of its own."""
    lines, problems, dropped = text.split("\n"), list[Problem](), set[str]()
    while True:
        current = "\n".join(lines)
        try:
            return Reading(current, tomllib.loads(current), tuple(problems), True, frozenset(dropped))
        except RecursionError:
            problems.append(Problem("", _("no es TOML: demasiados corchetes anidados"), _("Quite niveles.")))
            return Reading(current, {}, tuple(problems), False)
        except tomllib.TOMLDecodeError as error:
            problem = _problem(str(error), len(lines))
            problems.append(problem)
            pair = _PAIR.match(lines[(problem.line or 1) - 1])
            if pair is None or len(problems) == MOST_MISTAKES:
                return Reading(current, {}, tuple(problems), False)
            dropped.add(pair["key"])
            lines[(problem.line or 1) - 1] = ""


def _problem(error: str, lines: int) -> Problem:
    found = _PLACE.fullmatch(error)
    what, line = (found["what"], int(found["line"] or lines)) if found else (error, 1)
    meaning, remedy = _meaning(what)
    return Problem("", _("no es TOML: {what}").format(what=meaning), remedy, line)


def _meaning(what: str) -> tuple[str, str]:
    """What the parser's English *what* says, and what to write."""
    match what.split(maxsplit=1)[0], what:
        case "Expected", text if "after a key" in text:
            return _("falta el signo = después de la clave"), _("Escriba clave = valor, por ejemplo seats = 7.")
        case "Expected", text if "table declaration" in text or "array declaration" in text:
            return _("el título de la sección no se cierra"), _("Escriba [sección] o [[devices]], con sus corchetes.")
        case "Expected" | "Unterminated", _text:
            return _("un texto entre comillas no se cierra"), _("Ponga las comillas que faltan.")
        case "Illegal" | "Found", _text:
            return _("un texto entre comillas no se cierra o tiene un carácter prohibido"), _("Corrija esa línea.")
        case "Unclosed", _text:
            return _("una lista o tabla abierta antes no se cierra"), _("Ponga el corchete o la llave que falta.")
        case "Cannot" | "Duplicate", _text:
            return _("lo que aquí se escribe ya estaba escrito"), _("Deje uno solo.")
        case "Unescaped" | "Escaped", _text:
            return _("una barra \\ dentro de comillas dobles"), _("Escriba \\\\, o use comillas simples.")
        case "Invalid", text if "value" in text or "date" in text:
            return _("el valor no se entiende"), _(
                "Escriba los textos entre comillas; números y true o false, sin ellas."
            )
        case _:
            return _("no se entiende"), _("Escriba clave = valor, o [sección].")
