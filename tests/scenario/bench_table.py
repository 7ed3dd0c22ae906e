"""A table with everything that can be tested: lamps, sign and electronic acceptors on TableBus, and the progressive."""

from daemon.kernel import Kernel, LampBoard, SideDevices
from daemon.rulebooks import all_rulebooks
from drivers.registry import DRIVERS, open_session
from hw_sims.devices.tablebus import boards
from hw_sims.devices.tablebus.board import Board
from table_core.commands import BeginDeviceTest
from table_core.device_tests import DeviceTest, DeviceTestEnded, Part
from table_core.progressive.orders import OpenSideBets, SeedPot
from table_core.progressive.setup import Lamps, SideSetup
from table_core.reconciler.families import Setup, reconciler_for
from table_core.record import Entry
from table_core.seats import SeatNumbers
from table_core.table import TableState
from tests.scenario.board_table import SECOND_NS, SHOE, BoardTable
from tests.unit.progressive.table import TERMS

LAMPS, SIGN, BETS = "lamparas", "letrero", "aceptadores"
SEATS = 3
NAMES = ("seat.3", "seat.2", "seat.1", "hold")
"""As the rulebook counts: its seat 1 is at the dealer's left, the last place."""
DRIVER_OF = {SHOE: "shoe", LAMPS: "lamps", SIGN: "display", BETS: "acceptor"}


class BenchTable(BoardTable):
    """Every test runs to its end in virtual time, unless a story stops in the middle of it."""

    def __init__(self) -> None:
        self.shoe = boards.SmartShoe()
        self.lamps, self.sign = boards.Lamps(), boards.Display()
        self.bets = boards.Acceptors(seats=SEATS)
        self.boards: dict[str, Board] = {SHOE: self.shoe, LAMPS: self.lamps, SIGN: self.sign, BETS: self.bets}
        self.keys = {name: board.link.maker.key for name, board in self.boards.items()}
        self.entries: list[Entry] = []
        self.now = 1
        self._rules = all_rulebooks()["iquique-2000"]
        self._plugged: set[str] = set()
        self._epoch: dict[str, int] = {}
        self.kernel = self._new_kernel(None)

    @property
    def test(self) -> DeviceTest:
        assert self.state.device_test is not None
        return self.state.device_test

    def begin_test(self, device: str, part: Part) -> str | None:
        return self.order(BeginDeviceTest(device, part), "technician", "Tito")

    def test_whole(self, device: str, part: Part) -> DeviceTestEnded:
        """Test to the end; how it ended."""
        assert self.begin_test(device, part) is None
        self.run(30 * SECOND_NS)
        return self.ended()[-1]

    def ended(self) -> list[DeviceTestEnded]:
        return [entry for entry in self.entries if isinstance(entry, DeviceTestEnded)]

    def open_bets(self) -> str | None:
        if not self.state.progressive.pot.last:
            assert self.order(SeedPot(2_000_000)) is None
        return self.order(OpenSideBets(), "dealer")

    def _new_kernel(self, state: TableState | None) -> Kernel:
        roles = {name: DRIVERS[f"tablebus-{driver}"].role for name, driver in DRIVER_OF.items()}
        reconciler = reconciler_for(self._rules, Setup("none", None, SHOE, roles=dict(roles)))
        lamps = (Lamps(LAMPS, (3, 2, 1, 0), True),)
        setup = SideSetup("P", TERMS, "PA-1", "d1", "electronic", SEATS, (BETS,), lamps, grand_within_h=24)
        reconciler.carry(setup, "mesa-1")
        sessions = {
            name: open_session(
                DRIVERS[f"tablebus-{driver}"], name, len(NAMES) if name == LAMPS else 0, {"key": self.keys[name]}
            )
            for name, driver in DRIVER_OF.items()
        }
        for name, session in sessions.items():
            if state is not None and name in state.boards.read:
                session.resume_at(state.boards.read[name])  # type: ignore[attr-defined]
        return Kernel(
            reconciler,
            sessions,
            [LampBoard(LAMPS, NAMES)],
            state,
            seats=SeatNumbers(SEATS, "left"),
            displays=[SIGN],
            side=SideDevices((BETS,), electronic=True),
            confirming=list(DRIVER_OF),
        )
