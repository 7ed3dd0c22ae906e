"""Puts one table together from its configuration: rulebook, engine, sessions, kernel. Opens no port."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from daemon.config import Config, DeviceSection
from daemon.device_keys import settings_of
from daemon.journal import Journal
from daemon.kernel import Kernel, LampBoard, SideDevices
from daemon.opening import open_checked
from daemon.progressive import side_setup
from daemon.record_watch import require_room
from daemon.rulebooks import all_rulebooks
from daemon.snapshots import restored_state
from daemon.version import software_version
from drivers.base import Introduced, Introduction, Rereading, Resumable, Session
from drivers.registry import DRIVERS, open_session
from table_core import preparation
from table_core.events import CounterRead
from table_core.outputs import CardsWanted
from table_core.reconciler.base import Reconciler
from table_core.reconciler.families import Setup, reconciler_for
from table_core.record import KernelFaulted, Started, Stopped
from table_core.seats import SeatNumbers
from table_core.shoe_count import DECK_CARDS
from table_core.table import TableState


def open_journal(config: Config) -> Journal:
    """The table's journal, checked first against itself and against its second copy."""
    directory, second = Path(config.table.data), config.journal.second_copy
    require_room(directory, config.journal)
    return open_checked(directory, Path(second) if second is not None else None)


def build_kernel(config: Config, journal: Journal, started: Started) -> Kernel:
    """The kernel as the journal left it."""
    state = restored_state(journal, started.family)
    return build_kernel_from(config, started, state, run=journal.head.hash.hex())


def build_kernel_from(
    config: Config,
    started: Started,
    state: TableState,
    read_key: Callable[[Path], bytes] | None = None,
    *,
    run: str = "",
) -> Kernel:
    """A kernel whose table is *state* and whose devices are not known yet; *read_key*: where keys are not in files."""
    sessions: dict[str, Session] = {}
    boards, displays = [], []
    seats = SeatNumbers(config.table.seats, config.rulebook()["seat_one"])
    for device in config.devices:
        driver = DRIVERS[device.driver]
        settings = settings_of(driver, device.options, device.key, read_key)
        session = sessions[device.name] = open_session(driver, device.name, len(device.lamps), settings)
        if isinstance(session, Resumable) and device.name in state.boards.read:
            session.resume_at(state.boards.read[device.name])
        if isinstance(session, Rereading):
            session.resume(readings_at_places(state, device.name, seats))
        if driver.role == "shuffler":
            session.want(CardsWanted(preparation.decks_of(config.rulebook(), state.preparation, None) * DECK_CARDS), 0)
        if isinstance(session, Introduced):
            session.introduce(_introduction(started, run))
        if driver.role == "lamps":
            boards.append(LampBoard(device.name, tuple(map(seats.lamp, device.lamps))))
        if driver.role == "display":
            displays.append(device.name)
    return Kernel(
        build_reconciler(started),
        sessions,
        boards,
        state,
        seats=seats,
        displays=displays,
        limits=started.limits,
        side=_side_devices(started),
        confirming=[device.name for device in config.devices if DRIVERS[device.driver].confirms],
    )


def readings_at_places(state: TableState, device: str, seats: SeatNumbers) -> list[CounterRead]:
    """How far each seat of *device* was read, by its place again: no device knows the rulebook's seats."""
    mine = (read for read in state.readings.values() if read.device == device)
    return [msgspec.structs.replace(read, seat=seats.number(read.seat)) for read in mine]


def _introduction(started: Started, run: str) -> Introduction:
    side = started.progressive
    if side is None:
        return Introduction(started.table, run, "", "", None)
    return Introduction(started.table, run, side.plan, side.plan_digest, side.terms)


def _side_devices(started: Started) -> SideDevices:
    side = started.progressive
    return SideDevices() if side is None else SideDevices(side.acceptors, side.kind == "electronic", side.floor)


def build_reconciler(started: Started) -> Reconciler:
    """The rules as *started* says they are in force, at its table."""
    rules = all_rulebooks()[started.rulebook].with_switches(dict(started.switches))
    verdict, roles, makers = started.shoe_gives_verdict, started.roles, started.makers
    setup = Setup(started.stakes, started.limits, started.shoe, verdict, roles, makers)
    reconciler = reconciler_for(rules, setup)
    if started.progressive is not None:
        reconciler.carry(started.progressive, started.table)
    return reconciler


def started_entry(config: Config, journal: Journal) -> tuple[Started, bool]:
    """The entry that opens a run, and whether the run before ended in a fault of the controller."""
    last = journal.last()
    started = start_of(config, clean=last is None or isinstance(last, Stopped))
    return started, isinstance(last, KernelFaulted)


def start_of(config: Config, *, clean: bool) -> Started:
    """What is in force at the table of *config*; *clean*: the run before ended by order."""
    rules, shoe = config.rulebook(), _shoe(config)
    return Started(
        table=config.table.name,
        version=software_version(),
        rulebook=rules.id,
        rulebook_digest=rules.digest,
        switches=dict(config.switches),
        stakes=config.table.stakes,
        limits=config.limits,
        shoe=shoe.name if shoe is not None else "",
        shoe_gives_verdict=shoe is not None and DRIVERS[shoe.driver].verdict,
        family=rules.family,
        simulated=config.table.simulated,
        clean=clean,
        roles={device.name: DRIVERS[device.driver].role for device in config.devices},
        makers={device.name: device.maker for device in config.devices if device.maker},
        progressive=side_setup(config),
    )


def _shoe(config: Config) -> DeviceSection | None:
    """The device that is the shoe; some games are dealt without one."""
    return next((device for device in config.devices if DRIVERS[device.driver].role == "shoe"), None)
