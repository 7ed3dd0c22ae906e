"""Reads a configuration: form first, then what its values mean together, and tells everything that is wrong at once."""

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from daemon.config.checks import UNKNOWN, checks
from daemon.config.lines import Lines, key_lines, line_of
from daemon.config.problems import ConfigError, Finding, Location, Problem, findings_of_form, mistaken
from daemon.config.sections import SECTIONS, Config
from daemon.config.toml import Reading, read_toml
from daemon.i18n import _


def load_config(path: Path) -> Config:
    """The configuration in *path*; raises ConfigError with every problem found."""
    reading = read_toml(_text(path))
    if not reading.whole:
        raise ConfigError(path, list(reading.problems))
    config, errors = _validated(reading.document)
    findings = [*findings_of_form(errors), *checks(_sound(reading.document, errors))]
    problems = _placed(reading, [finding for finding in findings if not reading.excuses(finding)])
    if problems or config is None:
        raise ConfigError(path, problems)
    return config


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        what = _("no se puede leer: {reason}").format(reason=error.strerror)
        raise ConfigError(path, [Problem(str(path), what, _("Revise la ruta y los permisos."))]) from error
    except UnicodeDecodeError as error:
        what, remedy = _("no es texto UTF-8"), _("Guárdelo como UTF-8 en el editor.")
        raise ConfigError(path, [Problem(str(path), what, remedy)]) from error


def _validated(document: dict[str, Any]) -> tuple[Config | None, list[Any]]:
    try:
        return Config.model_validate(document), []
    except ValidationError as error:
        return None, list(error.errors())


def _sound(document: dict[str, Any], errors: list[Any]) -> dict[str, Any]:
    """A copy of *document* with every default written out, and UNKNOWN wherever an error lies."""
    sound = {name: _copy(document[name]) for name in document if name in Config.model_fields}
    for name in ("table", "journal", "recorder", "switches"):
        sound.setdefault(name, {})
    for name in ("devices", "cameras"):
        sound.setdefault(name, [])
    for error in errors:
        _mark(sound, mistaken(error))
    for name, form in SECTIONS.items():
        value = sound.get(name)
        for one in value if isinstance(value, list) else (value,):
            _write_defaults(one, form)
    return sound


def _write_defaults(written: Any, form: type[BaseModel]) -> None:
    if isinstance(written, dict):
        for key, field in form.model_fields.items():
            written.setdefault(key, UNKNOWN if field.is_required() else field.get_default())


def _copy(value: Any) -> Any:
    match value:
        case dict():
            return {key: _copy(inner) for key, inner in value.items()}
        case list():
            return [_copy(inner) for inner in value]
        case _:
            return value


def _mark(value: Any, location: Location) -> None:
    *above, last = location
    for step in above:
        value = value[step]
    value[last] = UNKNOWN


def _placed(reading: Reading, findings: list[Finding]) -> list[Problem]:
    """*findings* with their lines, in the order of the file; what stands nowhere comes last."""
    lines = key_lines(reading.text)
    problems = [*reading.problems, *(_problem(finding, lines) for finding in findings)]
    return sorted(problems, key=lambda problem: problem.line or sys.maxsize)


def _problem(finding: Finding, lines: Lines) -> Problem:
    where = ".".join(map(str, finding.location))
    return Problem(where, finding.what, finding.remedy, line_of(lines, finding.location))
