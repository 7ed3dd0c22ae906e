"""What a device under test is to show instead of what the table wants, and when its step is over. It does no I/O."""

from collections.abc import Iterable

from msgspec.structs import replace

from table_core.commands import BeginDeviceTest
from table_core.device_tests import STEP_NS, DeviceTest, Fitting, Part
from table_core.outputs import BetSeat, Lamps, Output, Texts
from table_core.table import TableState


class Bench:
    """*fittings*: what each device of the table has that can be tested."""

    def __init__(self, fittings: dict[tuple[str, Part], Fitting]) -> None:
        self._fittings = fittings
        self._step: tuple[int, int] | None = None
        self._since = 0

    def fitted(self, command: BeginDeviceTest) -> BeginDeviceTest:
        """The order with what the table itself knows of the device."""
        return replace(command, fitting=self._fittings.get((command.device, command.part)))

    def deadline(self, state: TableState, mono_ns: int) -> int | None:
        """When the step under way is over; its time begins when it is first asked for."""
        test = state.device_test
        if test is None or not test.under_way:
            return None
        if self._step != (test.number, test.step):
            self._step, self._since = (test.number, test.step), mono_ns
        return self._since + STEP_NS[test.part]


def under_test(state: TableState, device: str) -> DeviceTest | None:
    test = state.device_test
    return test if test is not None and test.under_way and test.device == device else None


def board_shows(state: TableState, device: str) -> Output | None:
    """What a lamp board shows of its test, if it is being tested."""
    test = under_test(state, device)
    return None if test is None else Lamps(test.lamps)


def sign_shows(state: TableState, device: str) -> Output | None:
    test = under_test(state, device)
    return None if test is None else Texts(test.texts)


def seats_show(state: TableState, device: str, wanted: tuple[BetSeat, ...]) -> tuple[BetSeat, ...]:
    """What the acceptors of *device* are to be: *wanted*, but for the lamps or locks under test. Credits stay shown."""
    test = under_test(state, device)
    if test is None:
        return wanted
    if test.part == "locks":
        return _opened(wanted, () if test.locked else test.fitting.names)
    return tuple(replace(seat, lamp=lit) for seat, lit in zip(wanted, test.lamps, strict=True))


def _opened(wanted: tuple[BetSeat, ...], names: Iterable[str]) -> tuple[BetSeat, ...]:
    return tuple(replace(seat, open=f"seat.{number}" in names) for number, seat in enumerate(wanted, start=1))
