"""Slots and lamps that fail or lie, through the real drivers: each is caught by name and no money follows it."""

from pathlib import Path

import pytest

from firmware_bridge.wire import hid_relay as wire
from hw_sims.devices import usb
from table_core.progressive import orders
from table_core.progressive.betting import Returned
from table_core.progressive.operations import SideBetRefused
from tests.unit.progressive.bet_story import PLACE, SEAT, Controller, Hardware, prepare


class Told:
    """A table whose bets are open and whose hardware may now be tampered with."""

    def __init__(self, directory: Path) -> None:
        prepare(directory)
        self.hardware = Hardware()
        self.slot = self.hardware.slots[PLACE]
        self.controller = Controller(directory, self.hardware, lambda _commit, _stage: None)
        self.controller.pump(1500)
        self.controller.order(orders.OpenSideBets())
        self.controller.pump(1500)

    def chip(self) -> str:
        fate = self.slot.insert(1, self.hardware.now)
        self.controller.pump(800)
        return fate

    def lock(self) -> None:
        self.controller.order(orders.LockSideBets())
        self.controller.pump(3000)

    def weld(self, *, on: bool) -> None:
        """The seat's relay goes its own way and obeys nobody any more."""
        board, setup = self.hardware.board, usb.Setup(wire.SET_REPORT_TYPE, wire.SET_REPORT, 0x0300, 0, 8)
        assert board.control(setup, wire.switch(PLACE, on)) == b""
        board.faults.stuck = frozenset({PLACE})

    @property
    def side(self):  # type: ignore[no-untyped-def]
        return self.controller.kernel.state.progressive

    def incidents(self) -> list[tuple[str, str]]:
        return [(one.code, one.detail) for one in self.controller.kernel.state.incidents]


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told(tmp_path)


def test_an_honest_slot_and_lamp_make_a_valid_bet(told: Told) -> None:
    assert told.chip() == "kept"
    told.lock()
    assert (told.side.in_play, told.hardware.lit, told.incidents()) == ({SEAT: 1}, [SEAT], [])


@pytest.mark.requirement("ARI-3.4.1-h")
def test_a_slot_that_claims_its_lock_and_takes_a_chip_is_named(told: Told) -> None:
    told.slot.mischief.ignores_lock = True
    told.lock()
    assert told.side.phase == "locked"
    assert told.chip() == "kept"
    assert ("side.lock_claimed", f"puesto {SEAT}") in told.incidents()
    assert (told.side.in_play, told.hardware.lit) == ({}, [])


def test_a_slot_that_does_not_lock_leaves_the_progressive_and_its_bet_goes_back(told: Told) -> None:
    assert told.chip() == "kept"
    told.slot.mischief.stuck_open = True
    told.lock()
    assert ("side.lock_unconfirmed", f"puesto {SEAT}") in told.incidents()
    assert told.side.betting.returned == (Returned(SEAT, 1, "SEAT_CLOSED"),)
    assert told.hardware.lit == []


@pytest.mark.requirement("ARI-4.1-a")
def test_a_relay_that_no_longer_moves_makes_no_valid_bet(told: Told) -> None:
    told.hardware.board.faults.stuck = frozenset({PLACE})
    assert told.chip() == "kept"
    told.lock()
    assert ("side.lamp_dark", f"puesto {SEAT}") in told.incidents()
    assert told.side.betting.returned == (Returned(SEAT, 1, "LAMP_DARK"),)
    assert told.side.pot.sums.contributed == 0


def test_a_dead_slot_closes_its_seat_and_gives_the_bet_back(told: Told) -> None:
    assert told.chip() == "kept"
    told.slot.mischief.dead = True
    told.controller.pump(3000)
    assert told.side.closed_for == {SEAT: "silent"}
    assert told.side.betting.returned == (Returned(SEAT, 1, "SEAT_CLOSED"),)
    assert told.hardware.lit == []


@pytest.mark.requirement("ARI-4.1-a")
def test_a_relay_that_shines_without_a_bet_is_named_and_raises_nothing(told: Told) -> None:
    told.weld(on=True)
    told.controller.pump(6000)
    assert told.incidents()[0] == ("side.lamp_without_bet", f"puesto {SEAT}")
    told.lock()
    assert (told.side.in_play, told.side.pot.sums.contributed) == ({}, 0)


@pytest.mark.requirement("ARI-4.1-a", "ARI-4.1-b")
def test_a_lamp_that_goes_out_after_the_bet_gives_it_back_and_closes_the_seat(told: Told) -> None:
    assert told.chip() == "kept"
    assert told.hardware.lit == [SEAT]
    told.weld(on=False)
    told.controller.pump(6000)
    assert told.incidents()[0] == ("side.lamp_dark", f"puesto {SEAT}")
    told.lock()
    assert (told.side.in_play, told.side.closed_for) == ({}, {SEAT: "lamp"})
    assert told.side.betting.returned == (Returned(SEAT, 1, "LAMP_DARK"),)


def test_a_slot_that_floods_is_shut_out_and_every_chip_is_counted(told: Told) -> None:
    while told.side.closed_for == {}:
        told.chip()
    kept = len(told.slot.kept)
    assert ("side.button_flood", f"puesto {SEAT}: 10 fichas") in told.incidents()
    assert (told.side.closed_for, told.side.counters.refused) == ({SEAT: "flood"}, 10)
    assert told.side.counters.chips_in == {SEAT: 1000 * kept}
    assert told.chip() != "kept", "a closed slot lets nothing in"


@pytest.mark.requirement("ARI-3.4.1-k")
def test_chips_beyond_the_maximum_are_counted_and_handed_back(told: Told) -> None:
    for _chip in range(5):
        assert told.chip() == "kept"
    assert told.side.betting.seat(SEAT).bet == 3
    assert (told.side.counters.chips_in, told.side.counters.handed_back) == ({SEAT: 5000}, 2000)
    refused = [one for one in told.controller.journal.entries() if isinstance(one, SideBetRefused)]
    assert [one.reason for one in refused] == ["OVER_MAX", "OVER_MAX"]
