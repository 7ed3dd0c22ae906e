"""Puts one table together from its configuration: rulebook, engine, sessions, kernel. Opens no port."""

from pathlib import Path

from daemon.config import Config, DeviceSection
from daemon.journal import DATABASE, Journal, JournalError
from daemon.journal_check import verify
from daemon.kernel import Kernel, LampBoard, fold
from daemon.rulebooks import all_rulebooks
from daemon.version import software_version
from drivers.base import Session
from drivers.registry import DRIVERS, open_session
from table_core.reconciler.base import Reconciler
from table_core.reconciler.families import Setup, reconciler_for
from table_core.record import KernelFaulted, Started, Stopped
from table_core.table import NEW_GAMES, TableState


def open_journal(config: Config) -> Journal:
    """The table's journal, checked first: nobody deals on a record that was tampered with."""
    directory = Path(config.table.data)
    if (directory / DATABASE).exists():
        bad = verify(directory).first_bad
        if bad is not None:
            raise JournalError(
                f"El registro de {directory} está dañado en la entrada {bad.seq} ({bad.problem}). "
                "Guarde una copia del directorio, avise al auditor y no lo use."
            )
    return Journal(directory)


def build_kernel(config: Config, journal: Journal, started: Started) -> Kernel:
    """The kernel as the journal left it."""
    sessions: dict[str, Session] = {}
    boards = []
    for device in config.devices:
        driver = DRIVERS[device.driver]
        sessions[device.name] = open_session(driver, device.name, len(device.lamps), device.options)
        if driver.role == "lamps":
            boards.append(LampBoard(device.name, tuple(device.lamps)))
    reconciler = build_reconciler(started)
    table = TableState(game=NEW_GAMES[started.family])
    return Kernel(reconciler, sessions, boards, fold(journal.entries(), table))


def build_reconciler(started: Started) -> Reconciler:
    """The rules as *started* says they are in force, at its table."""
    rules = all_rulebooks()[started.rulebook].with_switches(dict(started.switches))
    setup = Setup(started.stakes, started.limits, started.shoe, started.shoe_gives_verdict)
    return reconciler_for(rules, setup)


def started_entry(config: Config, journal: Journal) -> tuple[Started, bool]:
    """The entry that opens a run, and whether the run before ended in a fault of the controller."""
    last, rules = journal.last(), config.rulebook()
    started = Started(
        table=config.table.name,
        version=software_version(),
        rulebook=rules.id,
        rulebook_digest=rules.digest,
        switches=dict(config.switches),
        stakes=config.table.stakes,
        limits=config.limits,
        shoe=_shoe(config).name,
        shoe_gives_verdict=DRIVERS[_shoe(config).driver].verdict,
        family=rules.family,
        simulated=config.table.simulated,
        clean=last is None or isinstance(last, Stopped),
    )
    return started, isinstance(last, KernelFaulted)


def _shoe(config: Config) -> DeviceSection:
    """The one device that is the shoe; the configuration was checked to have one."""
    return next(device for device in config.devices if DRIVERS[device.driver].role == "shoe")
