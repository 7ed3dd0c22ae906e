"""One bet at a chip slot, with a real journal, the real kernel and sessions, and hardware that outlives the controller.

The controller commits before it acts, as the shell does; it may be killed at any stage of any commit, or between two
sends.
"""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from daemon.journal import Journal
from daemon.kernel import Effects, Input, Kernel, LampBoard, PersonCommand, SideDevices, Tick, fold
from daemon.rulebooks import all_rulebooks
from daemon.table import readings_at_places
from drivers.acceptor.cctalk.options import CcTalkOptions
from drivers.acceptor.cctalk.session import CcTalkSession
from drivers.base import Session
from drivers.lamps.hid_relay.session import HidRelaySession
from firmware_bridge.traffic import LinkUp, RxChunk, SerialWrite, UsbDone, UsbTransfer
from hw_sims.devices import usb
from hw_sims.devices.cctalk.bus import Bus
from hw_sims.devices.cctalk.slot import slots
from hw_sims.devices.hid_relay.model import HidRelayBoard
from table_core.progressive import orders
from table_core.progressive.operations import SideBetLaid, SideBetRefused
from table_core.progressive.setup import Lamps
from table_core.reconciler.families import Setup, reconciler_for
from table_core.record import NOT_FOLDED, Entry, Started
from table_core.seats import SeatNumbers
from table_core.table import NEW_GAMES, TableState
from tests.unit.progressive.table import BOARD, MANUAL, SHOE, SLOTS, SideTable

MS = 1_000_000
SEAT, PLACE = 2, 6
"""Seat 2 of a blackjack table is its sixth place from the dealer's right."""
PLACES = 7
NAMES = tuple(f"seat.{seat}" for seat in range(PLACES, 0, -1))
SETUP = replace(MANUAL, lamps=(Lamps(BOARD, tuple(range(PLACES, 0, -1)), True),))
Doom = Callable[[int, str], None]
"""Told the number of the commit under way and its stage; it may not come back."""


class Hardware:
    """Seven slots on one wire and a relay board: what lies in the boxes and what shines is the truth."""

    def __init__(self) -> None:
        self.slots = slots(range(2, 2 + PLACES))
        self.bus = Bus(list(self.slots.values()))
        self.board = HidRelayBoard()
        self.now = 1_000 * MS

    @property
    def kept(self) -> int:
        return len(self.slots[PLACE].kept)

    @property
    def lit(self) -> list[int]:
        return [SETUP.lamps[0].seats[at] for at, on in enumerate(self.board.lit[:PLACES]) if on]


class Controller:
    """One run of the daemon: from the fold of its journal until it is killed or the story ends."""

    def __init__(self, directory: Path, hardware: Hardware, doom: Doom) -> None:
        self.hardware = hardware
        self.journal = Journal(directory)
        self._doom = doom
        self._commits = 0
        entries = list(self.journal.entries())
        state = fold(entries, TableState(game=NEW_GAMES["blackjack"]))
        sessions: dict[str, Session] = {
            SLOTS: CcTalkSession(SLOTS, CcTalkOptions(addresses=tuple(range(2, 2 + PLACES)), coins=(1000,))),
            BOARD: HidRelaySession(BOARD, PLACES),
        }
        reconciler = reconciler_for(all_rulebooks()["iquique-2000"], Setup("none", None, SHOE))
        reconciler.carry(SETUP, "mesa-1")
        seats = SeatNumbers(PLACES, "left")
        sessions[SLOTS].resume(readings_at_places(state, SLOTS, seats))  # type: ignore[attr-defined]
        boards = [LampBoard(BOARD, tuple(f"seat.{seat}" for seat in SETUP.lamps[0].seats))]
        self.kernel = Kernel(reconciler, sessions, boards, state, seats=seats, side=SideDevices((SLOTS,)))
        self._release(self.kernel.restart(after_fault=False))
        for device in (SLOTS, BOARD):
            self.feed(lambda now, device=device: LinkUp(device, "sim", now, now))  # type: ignore[misc]

    def feed(self, make: Callable[[int], Input]) -> None:
        answers = self._release(self.kernel.step([make(self.hardware.now)]))
        while answers:
            given, answers = answers, []
            for answer in given:
                answers += self._release(self.kernel.step([answer]))

    def pump(self, milliseconds: int) -> None:
        """Let time go by: the wire is asked in turn, every answer is heard."""
        end = self.hardware.now + milliseconds * MS
        while self.hardware.now < end:
            self.hardware.now += 10 * MS
            self.feed(lambda now: Tick(now, now))

    def order(self, command: Any, role: Any = "dealer") -> None:
        self.feed(lambda now: PersonCommand("t", "Ana", role, command, now, now))

    def _release(self, effects: Effects) -> list[Input]:
        """Commit, then act: the shell's own order."""
        if effects.entries:
            self._commits += 1
            self._doom(self._commits, "before commit")
            self.journal.append(effects.entries, self.hardware.now, self.hardware.now)
            self._doom(self._commits, "after commit")
        answers: list[Input] = []
        for send in effects.sends:
            answers += self._sent(send)
            self._doom(self._commits, "after a send")
        return answers

    def _sent(self, send: Any) -> list[Input]:
        now = self.hardware.now
        match send:
            case SerialWrite(data=data):
                heard = self.hardware.bus.receive(data, now)
                return [RxChunk(SLOTS, heard, now, now)]
            case UsbTransfer():
                setup = usb.Setup(send.request_type, send.request, send.value, send.index, send.length)
                answer = self.hardware.board.control(setup, send.data)
                assert isinstance(answer, bytes)
                return [UsbDone(BOARD, send.id, answer, None, now, now)]
        raise TypeError(f"no such send: {send}")


def prepare(directory: Path) -> None:
    """A table with its shoe ready, base bets laid and the pot seeded, in a journal of its own."""
    table = SideTable(SETUP)
    table.base_bets(SEAT, 5)
    table.order(orders.SeedPot(2_000_000))
    journal = Journal(directory)
    started = Started("mesa-1", "0", "iquique-2000", "", {}, "none", None, SHOE, True, True, family="blackjack")
    journal.append([started, *table.recorded], 1, 1)
    journal.close()


def play(directory: Path, hardware: Hardware, doom: Doom) -> tuple[int, int]:
    """Invite, take one chip, lock; how many commits there were before the chip, and in all."""
    controller = Controller(directory, hardware, doom)
    controller.pump(1500)
    controller.order(orders.OpenSideBets())
    controller.pump(1500)
    before = controller._commits
    hardware.slots[PLACE].insert(1, hardware.now)
    controller.pump(800)
    controller.order(orders.LockSideBets())
    controller.pump(1500)
    controller.journal.close()
    return before, controller._commits


def credited(directory: Path) -> tuple[int, int]:
    """How many chips of the seat became a bet, and how many were refused to be handed back, by the journal alone."""
    journal = Journal(directory)
    entries: list[Entry] = list(journal.entries())
    journal.close()
    laid = [one for one in entries if isinstance(one, SideBetLaid) and one.seat == SEAT]
    refused = [one for one in entries if isinstance(one, SideBetRefused) and one.seat == SEAT and one.value]
    return len(laid), len(refused)


def folded(directory: Path) -> TableState:
    journal = Journal(directory)
    try:
        entries = (entry for entry in journal.entries() if not isinstance(entry, NOT_FOLDED))
        return fold(entries, TableState(game=NEW_GAMES["blackjack"]))
    finally:
        journal.close()


def killed_at(directory: Path, commit: int, stage: str, report: Callable[[Hardware], None]) -> bool:
    """Play in a process of its own that is killed at *stage* of *commit*; *report* is told the hardware just before.

    False: the story ended before that point was reached.
    """
    child = os.fork()
    if child == 0:
        hardware = Hardware()

        def doom(number: int, at: str) -> None:
            if (number, at) == (commit, stage):
                report(hardware)
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            play(directory, hardware, doom)
        finally:
            os._exit(0)
    _pid, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
