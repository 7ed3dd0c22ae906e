"""The order to test a device, what is heard while it lasts, and its end (ADR 0027).

A test is of a table between passes with no side bet open: a lit seat lamp is the proof of a bet at any other time.
"""

from table_core.board_events import SeatLampShown, TextShown
from table_core.commands import BeginDeviceTest
from table_core.decision import Decision
from table_core.device_tests import (
    DeviceTest,
    DeviceTestBegun,
    DeviceTestEnded,
    DeviceTestRead,
    DeviceTestStepped,
    Fitting,
    Result,
)
from table_core.events import DeviceEvent, LampsDiffer, LampsShown, LinkLost, SendLost
from table_core.people import HOUSE
from table_core.progressive.orders import OpenSideBets, SideOrder
from table_core.rulebook import RuleViolation
from table_core.table import TableState

_PARTS = {"lamps": "lámparas", "display": "pantalla", "locks": "trabas"}
_SEAT = "seat."


def begin(decision: Decision, command: BeginDeviceTest, person: str) -> None:
    """Begin the test; raises RuleViolation when device or moment forbid it."""
    state = decision.state
    device, fitting = command.device, command.fitting
    if device not in state.links:
        known = ", ".join(sorted(state.links)) or "ninguno"
        raise RuleViolation(HOUSE, "NO_DEVICE", f"{device}: no es un dispositivo de esta mesa; hay {known}")
    if fitting is None:
        raise RuleViolation(HOUSE, "NOT_TESTABLE", f"{device} no tiene {_PARTS[command.part]} que probar")
    if under_way(state) is not None:
        raise RuleViolation(HOUSE, "TEST_UNDER_WAY", "otra prueba está en marcha; espere a que termine")
    _require_a_free_table(state)
    if state.links[device] != "up":
        raise RuleViolation(HOUSE, "NOT_CONNECTED", f"{device} no está conectado; revise su cable")
    if command.part == "locks":
        fitting = Fitting(tuple(f"{_SEAT}{seat}" for seat in _seats_heard(state)), fitting.confirms)
        if not fitting.names:
            raise RuleViolation(HOUSE, "NOT_HEARD", f"ningún puesto de {device} ha dicho todavía cómo está su traba")
    number = 1 if state.device_test is None else state.device_test.number + 1
    lit = state.lamps.get(device, (False,) * len(fitting.names)) if command.part == "lamps" else None
    decision.record(DeviceTestBegun(DeviceTest(number, device, command.part, person, fitting, lit=lit)))


def under_way(state: TableState) -> DeviceTest | None:
    return state.device_test if state.device_test is not None and state.device_test.under_way else None


def require_no_test(state: TableState, order: SideOrder) -> None:
    """Side bets open only once no lamp is lit for a test."""
    test = under_way(state)
    if test is not None and isinstance(order, OpenSideBets):
        raise RuleViolation(HOUSE, "TEST_UNDER_WAY", f"se está probando {test.device}; espere a que termine la prueba")


def heard(decision: Decision, event: DeviceEvent) -> bool:
    """Take in what the device under test shows; True: it says nothing of the table."""
    test = under_way(decision.state)
    if test is None or event.device != test.device:
        return False
    match event:
        case LampsShown(lit=lit) | LampsDiffer(lit=lit) if test.part == "lamps":
            decision.record(DeviceTestRead(test.device, lit=lit))
        case SeatLampShown(seat=seat, lit=shines) if test.part == "lamps":
            _read_seat(decision, test, seat, shines=shines)
        case TextShown(lines=lines) if test.part == "display":
            decision.record(DeviceTestRead(test.device, lines=lines))
        case LinkLost():
            _end(decision, test, "interrupted", "se perdió la conexión")
            return False
        case SendLost():
            _end(decision, test, "failed", "el dispositivo no recibe")
            return False
        case _:
            return False
    return True


def follow(decision: Decision) -> None:
    """A pass that begins takes its lamps back at once."""
    test = under_way(decision.state)
    if test is not None and _not_free(decision.state) is not None:
        _end(decision, test, "interrupted", "comenzó el juego")


def step_over(decision: Decision) -> None:
    """The time of the step under way has passed."""
    test = under_way(decision.state)
    if test is None:
        return
    decision.record(DeviceTestStepped(test.device, test.step, _wrong(decision.state, test)))
    test = decision.state.device_test
    if test is not None and test.step == test.steps:
        well: Result = "passed" if test.fitting.confirms else "shown"
        _end(decision, test, "failed" if test.wrong else well)


def restarted(decision: Decision) -> None:
    """Nobody knows what was seen while the controller was away."""
    test = under_way(decision.state)
    if test is not None:
        _end(decision, test, "interrupted", "el control se reinició")


def _end(decision: Decision, test: DeviceTest, result: Result, reason: str = "") -> None:
    decision.record(DeviceTestEnded(test.device, test.part, result, test.wrong, reason))


def _require_a_free_table(state: TableState) -> None:
    busy = _not_free(state)
    if busy is not None:
        raise RuleViolation(HOUSE, *busy)


def _not_free(state: TableState) -> tuple[str, str] | None:
    if state.game.busy or state.unreconciled:
        return "PASS_UNDER_WAY", "se prueba con la mesa cerrada o entre pases: termine el pase"
    if state.progressive.phase != "idle":
        return "SIDE_UNDER_WAY", "una lámpara encendida es una apuesta: termine antes el pase del progresivo"
    return None


def _read_seat(decision: Decision, test: DeviceTest, seat: int, *, shines: bool) -> None:
    shown = dict(zip(test.fitting.names, test.lit or (), strict=False)) | {f"{_SEAT}{seat}": shines}
    decision.record(DeviceTestRead(test.device, lit=tuple(shown.get(name, False) for name in test.fitting.names)))


def _seats_heard(state: TableState) -> list[int]:
    """Seats that told of their lock since the start, and those that were given up: they fail by name."""
    silent = (seat for seat, why in state.progressive.closed_for.items() if why == "silent")
    return sorted({*state.progressive.locks, *silent})


def _wrong(state: TableState, test: DeviceTest) -> tuple[str, ...]:
    """What does not show the step by its own account; a device that says nothing of itself cannot be wrong."""
    if not test.fitting.confirms:
        return ()
    match test.part:
        case "lamps":
            shown = test.lit or (False,) * len(test.fitting.names)
            pairs = zip(test.fitting.names, test.lamps, shown, strict=False)
            return tuple(name for name, wanted, lit in pairs if wanted != lit)
        case "display":
            return () if _text(test.lines) == _text(test.texts) else ("texto",)
        case "locks":
            return tuple(name for name in test.fitting.names if _is_locked(state, name) != test.locked)


def _is_locked(state: TableState, name: str) -> bool | None:
    seat = int(name.removeprefix(_SEAT))
    if state.progressive.closed_for.get(seat) == "silent":
        return None
    return state.progressive.locks.get(seat)


def _text(lines: tuple[str, ...] | None) -> str:
    return "\n".join(line.rstrip() for line in lines or ()).rstrip()
