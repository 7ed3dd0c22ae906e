"""The JSON schema of a configuration, for editors that complete and check while a person writes."""

from collections.abc import Iterator
from typing import Any

import msgspec

from daemon.config.sections import Config
from daemon.i18n import _
from daemon.rulebooks import all_rulebooks
from drivers.registry import DRIVERS, declared_options
from table_core.reconciler.families import FAMILIES


def config_schema() -> dict[str, Any]:
    """What pydantic checks, with the rulebooks and drivers there are and each driver's own settings."""
    schema = Config.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = _("Configuración de una mesa de sabot")
    schema.pop("description", None)
    sections = schema["$defs"]
    for section in sections.values():
        section.pop("description", None)
    _translate(schema)
    playable = sorted(book.id for book in all_rulebooks().values() if book.family in FAMILIES)
    sections["TableSection"]["properties"]["rulebook"]["enum"] = playable
    device = sections["DeviceSection"]
    device["properties"]["driver"]["enum"] = sorted(DRIVERS)
    device["allOf"] = list(_settings_by_driver())
    return schema


def _settings_by_driver() -> Iterator[dict[str, Any]]:
    """Which settings `options` may hold follows from the driver."""
    for name, driver in sorted(DRIVERS.items()):
        declared = declared_options(driver)
        settings = {"additionalProperties": False} if declared is None else _inlined(declared)
        yield {
            "if": {"properties": {"driver": {"const": name}}},
            "then": {"properties": {"options": settings}},
        }


def _inlined(declared: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of one Struct, without names that could meet those of another."""
    (shape,), components = msgspec.json.schema_components((declared,), ref_template="{name}")
    settings: dict[str, Any] = components[shape["$ref"]]
    return {key: value for key, value in settings.items() if key not in ("title", "description")}


def _translate(shown: Any) -> None:
    if isinstance(shown, dict):
        if isinstance(shown.get("description"), str):
            shown["description"] = _(shown["description"])
        for value in shown.values():
            _translate(value)
    elif isinstance(shown, list):
        for value in shown:
            _translate(value)
