"""The machine's clock is not believed: one that was set, or that lies behind the record, is said."""

import pytest

from daemon.clock_watch import BEHIND, STEPPED, ClockWatch
from daemon.kernel import RecordReport
from table_core.faults import FAULTS
from tests.unit.core.rig import Rig

S = 1_000_000_000
NOON = 1_800_000_000 * S


class Clocks:
    """A clock that can be set, and one that cannot."""

    def __init__(self) -> None:
        self.utc, self.mono = NOON, 5 * S
        self.told: list[RecordReport] = []
        self.watch = ClockWatch(NOON, self.told.append, utc=lambda: self.utc, mono=lambda: self.mono)

    def pass_s(self, seconds: float, *, set_by_s: float = 0) -> None:
        self.utc += int((seconds + set_by_s) * S)
        self.mono += int(seconds * S)
        self.watch.look()

    def codes(self) -> list[str]:
        return [report.code for report in self.told]


@pytest.mark.requirement("R82")
@pytest.mark.parametrize("set_by_s", [1.5, -1.5, 3600])
def test_a_clock_that_is_set_while_the_table_runs_is_said_once(set_by_s: float) -> None:
    clocks = Clocks()
    clocks.pass_s(1, set_by_s=set_by_s)
    clocks.pass_s(1)
    assert clocks.codes() == [STEPPED]
    assert f"{set_by_s:+.1f}".replace(".", ",") in clocks.told[0].detail


@pytest.mark.requirement("R82")
def test_time_that_passes_and_a_clock_that_is_led_gently_are_nobodys_business() -> None:
    clocks = Clocks()
    clocks.pass_s(86_400)
    clocks.pass_s(1, set_by_s=0.4)
    assert clocks.codes() == []


@pytest.mark.requirement("R11")
@pytest.mark.parametrize(("behind_s", "codes"), [(0, []), (1, []), (2, [BEHIND]), (86_400, [BEHIND])])
def test_a_clock_that_lost_its_battery_is_known_by_the_last_entry(behind_s: int, codes: list[str]) -> None:
    clocks = Clocks()
    clocks.utc -= behind_s * S
    clocks.watch.look_back()
    assert clocks.codes() == codes


@pytest.mark.requirement("R11", "R82")
def test_a_table_does_not_open_behind_its_own_record_and_goes_on_after_a_step() -> None:
    rig = Rig("4S 3H 5D 4C")
    rig.open()
    rig.feed(lambda mono, utc: RecordReport(STEPPED, True, "El reloj saltó +2,0 s.", mono, utc))
    assert not rig.kernel.state.held
    rig.feed(lambda mono, utc: RecordReport(BEHIND, True, "El reloj está 9,0 s antes.", mono, utc))
    assert rig.kernel.state.held
    assert FAULTS[BEHIND].role == "jefe_de_sala"
