"""The whole examination, in the order in which a technician would go: machine, configuration, record, devices."""

import time
from collections.abc import Iterator
from pathlib import Path

from daemon.config import Config, ConfigError, load_config
from daemon.doctor.devices import devices
from daemon.doctor.finding import Finding
from daemon.doctor.machine import machine
from daemon.doctor.persons import persons
from daemon.doctor.record import record
from daemon.doctor.running import SILENT, ask, running
from daemon.doctor.software import software
from daemon.doctor.storage import storage
from daemon.i18n import _
from daemon.run import PEOPLE

UNREADABLE = "config.problem"
USUAL_CONFIGS = Path("/etc/sabot")


def examine(configs: list[Path]) -> Iterator[Finding]:
    """Every finding about this machine and the tables of *configs*."""
    yield from machine()
    if not configs:
        remedy = _("Nómbrela: sabot doctor MESA.toml; sin nombrarla se buscan en {place}.").format(place=USUAL_CONFIGS)
        yield Finding("config.none", "note", str(USUAL_CONFIGS), _("ninguna mesa configurada"), remedy)
    for path in configs:
        yield from _table(path)


def usual_configs() -> list[Path]:
    return sorted(USUAL_CONFIGS.glob("*.toml"))


def _table(path: Path) -> Iterator[Finding]:
    try:
        config = load_config(path)
    except ConfigError as error:
        for problem in error.problems:
            line = f":{problem.line}" if problem.line is not None else ""
            yield Finding(UNREADABLE, "error", f"{path}{line} {problem.where}".rstrip(), problem.what, problem.remedy)
        return
    summary = _("mesa {table}, reglamento {rulebook}").format(table=config.table.name, rulebook=config.table.rulebook)
    yield Finding("config.good", "ok", str(path), summary)
    yield from _examined(config)


def _examined(config: Config) -> Iterator[Finding]:
    data = Path(config.table.data)
    yield software(config.release)
    yield from storage(data, config.journal)
    if data.exists():
        yield from persons(data / PEOPLE)
    yield from record(data, config.journal.second_copy, time.time_ns())
    status = ask(data)
    if not isinstance(status, Finding):
        yield from running(status, config.table.name)
        return
    yield status
    if status.code != SILENT:  # a table that hangs may still hold its ports
        yield from devices(config)
