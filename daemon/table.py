"""Puts one table together from its configuration: rulebook, engine, sessions, kernel. Opens no port."""

from pathlib import Path

from daemon.config import Config
from daemon.journal import Journal
from daemon.kernel import Kernel, LampBoard
from daemon.opening import open_checked
from daemon.record_watch import require_room
from daemon.snapshots import restored_state
from daemon.version import software_version
from drivers.base import Session
from drivers.registry import DRIVERS, open_session
from table_core.reconciler import Reconciler
from table_core.record import KernelFaulted, Started, Stopped
from table_core.rules.baccarat.engine import Engine
from table_core.table import TableState


def open_journal(config: Config) -> Journal:
    """The table's journal, checked first against itself and against its second copy."""
    directory, second = Path(config.table.data), config.journal.second_copy
    require_room(directory, config.journal)
    return open_checked(directory, Path(second) if second is not None else None)


def build_kernel(config: Config, journal: Journal) -> Kernel:
    """The kernel as the journal left it."""
    return build_kernel_from(config, restored_state(journal))


def build_kernel_from(config: Config, state: TableState) -> Kernel:
    """A kernel whose table is *state* and whose devices are not known yet."""
    sessions: dict[str, Session] = {}
    boards = []
    for device in config.devices:
        driver = DRIVERS[device.driver]
        sessions[device.name] = open_session(driver, device.name, len(device.lamps), device.options)
        if driver.role == "lamps":
            boards.append(LampBoard(device.name, tuple(device.lamps)))
    engine = Engine(config.rulebook(), stakes=config.table.stakes, limits=config.limits)
    return Kernel(Reconciler(engine, shoe=_shoe(config)), sessions, boards, state)


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
        shoe=_shoe(config),
        simulated=config.table.simulated,
        clean=last is None or isinstance(last, Stopped),
    )
    return started, isinstance(last, KernelFaulted)


def _shoe(config: Config) -> str:
    """The one device that is the shoe; the configuration was checked to have one."""
    return next(device.name for device in config.devices if DRIVERS[device.driver].role == "shoe")
