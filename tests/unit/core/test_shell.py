"""The shell's law: nothing leaves a port, and nobody is answered, before the entries it rests on are on the disk."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from daemon.journal import Head, Journal, open_reader, read_rows
from daemon.kernel import Input, PersonCommand, Reply
from daemon.shell import INBOX_LIMIT, Shell
from firmware_bridge.traffic import LinkUp, RxChunk, Send, SerialWrite
from table_core.commands import Command, OpenTable
from table_core.record import Entry, KernelFaulted, Started, Stopped
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.baccarat.state import BetsClosed, BetsOpened
from tests.unit.core.rig import LAMPS, SHOE, new_kernel, shoe_of

STARTED = Started(
    table="mesa-1",
    version="0",
    rulebook="iquique-2000/mini-baccarat",
    rulebook_digest="",
    switches={},
    stakes="none",
    limits=None,
    shoe=SHOE,
    simulated=True,
    clean=True,
)
SEATS_ON = bytes.fromhex("a00101a2 a00201a3")
SEATS_OFF = bytes.fromhex("a00100a1 a00200a2")
ALL_OFF = bytes.fromhex("a00100a1 a00200a2 a00300a3")


class SlowJournal(Journal):
    """A journal whose disk waits for `disk`; *broken* is what the next commit fails with."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.disk = threading.Event()
        self.disk.set()
        self.broken: OSError | None = None

    def append(self, entries: Sequence[Entry], mono_ns: int, utc_ns: int) -> Head:
        assert self.disk.wait(10)
        if self.broken is not None:
            raise self.broken
        return super().append(entries, mono_ns, utc_ns)


class WitnessPort:
    """A port that notes, at each send, what the journal's file holds at that moment."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.epoch = 1
        self.sends: list[tuple[bytes, list[Entry]]] = []
        self.reading = True

    def send(self, send: Send, epoch: int) -> None:
        assert isinstance(send, SerialWrite)
        reader = open_reader(self._directory)
        self.sends.append((send.data, [row.entry() for row in read_rows(reader)]))
        reader.close()

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def durable_when_sent(self, data: bytes) -> list[Entry]:
        return next(entries for sent, entries in self.sends if sent == data)


class Bench:
    """One shell with a real journal and ports that only listen."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.journal = SlowJournal(directory)
        self.replies: list[tuple[Reply, int]] = []
        self.shell = Shell(new_kernel(), self.journal, answer=self._answer)
        self.lamps = WitnessPort(directory)
        self.shell.ports.update({LAMPS: self.lamps, SHOE: WitnessPort(directory)})
        self.shoe = shoe_of("4S 3H 5D 4C", self._rx)

    def begin(self) -> None:
        self.shell.begin(STARTED, after_fault=False)

    def order(self, command: Command) -> None:
        self.feed(lambda mono, utc: PersonCommand("t", "Ana", "jefe_de_sala", command, mono, utc))

    def feed(self, make: Callable[[int, int], Input]) -> None:
        self.shell.feed(make(time.monotonic_ns(), time.time_ns()))

    async def settle(self) -> None:
        """Wait until the shell has nothing in flight."""
        while self.shell._in_flight is not None:
            await asyncio.sleep(0)

    async def open(self) -> None:
        self.begin()
        for device in (SHOE, LAMPS):
            self.feed(lambda mono, utc, device=device: LinkUp(device, "pty", mono, utc))  # type: ignore[misc]
        self.shoe.power_on()
        self.order(OpenTable("J-1"))
        self.order(PrepareShoe(6))
        self.shoe.draw()
        self.shoe.draw()
        await self.settle()

    def durable(self) -> list[Entry]:
        reader = open_reader(self.directory)
        entries = [row.entry() for row in read_rows(reader)]
        reader.close()
        return entries

    def _answer(self, reply: Reply) -> None:
        self.replies.append((reply, len(self.durable())))

    def _rx(self, data: bytes) -> None:
        self.feed(lambda mono, utc: RxChunk(SHOE, data, mono, utc))


def play(directory: Path, script: Callable[[Bench], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        bench = Bench(directory)
        try:
            await script(bench)
        finally:
            bench.journal.disk.set()
            bench.shell.stop("fin")
            bench.shell.close()

    asyncio.run(run())


@pytest.mark.requirement("R1", "R65")
def test_a_lamp_changes_only_when_its_reason_is_on_the_disk(tmp_path: Path) -> None:
    async def script(bench: Bench) -> None:
        await bench.open()
        bench.shoe.draw()
        await bench.settle()
        assert any(isinstance(entry, BetsOpened) for entry in bench.lamps.durable_when_sent(SEATS_ON))
        assert any(isinstance(entry, BetsClosed) for entry in bench.lamps.durable_when_sent(SEATS_OFF))

    play(tmp_path, script)


@pytest.mark.requirement("R1")
def test_nothing_is_sent_while_the_disk_is_slow_and_what_arrives_is_the_next_batch(tmp_path: Path) -> None:
    async def script(bench: Bench) -> None:
        await bench.open()
        sent, durable = len(bench.lamps.sends), len(bench.durable())
        bench.journal.disk.clear()
        bench.shoe.draw()
        bench.shoe.draw()
        for _ in range(50):
            await asyncio.sleep(0)
        assert (len(bench.lamps.sends), len(bench.durable())) == (sent, durable)
        bench.journal.disk.set()
        await bench.settle()
        assert bench.lamps.sends[-1][0] == SEATS_OFF

    play(tmp_path, script)


@pytest.mark.requirement("R1")
def test_an_order_is_answered_after_it_is_on_the_disk(tmp_path: Path) -> None:
    async def script(bench: Bench) -> None:
        bench.begin()
        await bench.settle()
        before = len(bench.durable())
        bench.order(OpenTable("J-1"))
        assert bench.replies == []
        await bench.settle()
        assert bench.replies[0][0].code is None
        assert bench.replies[0][1] > before

    play(tmp_path, script)


@pytest.mark.requirement("R3")
def test_nothing_is_sent_before_the_start_is_recorded(tmp_path: Path) -> None:
    async def script(bench: Bench) -> None:
        bench.journal.disk.clear()
        bench.begin()
        bench.feed(lambda mono, utc: LinkUp(LAMPS, "pty", mono, utc))
        await asyncio.sleep(0)
        assert bench.lamps.sends == []
        bench.journal.disk.set()
        await bench.settle()
        assert bench.lamps.sends
        assert all(entries[0] == STARTED for _, entries in bench.lamps.sends)

    play(tmp_path, script)


@pytest.mark.requirement("R8", "R81")
def test_a_commit_that_fails_stops_the_table_and_says_why(tmp_path: Path) -> None:
    async def script(bench: Bench) -> None:
        await bench.open()
        bench.journal.broken = OSError(28, "No space left on device")
        bench.shoe.draw()
        reason = await bench.shell.over
        assert "No space left" in reason
        assert bench.shell.lifecycle == "stopped"
        bench.journal.broken = None

    play(tmp_path, script)


@pytest.mark.requirement("R8")
def test_a_commit_that_fails_leaves_the_lamps_dark(tmp_path: Path) -> None:
    async def script(bench: Bench) -> None:
        await bench.open()
        bench.journal.broken = OSError(28, "No space left on device")
        bench.shoe.draw()
        await bench.shell.over
        bench.journal.broken = None
        assert bench.lamps.sends[-1][0] == ALL_OFF

    play(tmp_path, script)


def test_a_fault_of_the_kernel_is_recorded_with_its_input_and_stops_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(bench: Bench) -> None:
        await bench.open()

        def broken(inputs: Sequence[Input]) -> None:
            raise ZeroDivisionError("a defect")

        monkeypatch.setattr(bench.shell.kernel, "step", broken)
        bench.shoe.draw()
        assert "ZeroDivisionError" in await bench.shell.over

    play(tmp_path, script)
    reader = open_reader(tmp_path)
    faults = [row.entry() for row in read_rows(reader) if isinstance(row.entry(), KernelFaulted)]
    reader.close()
    assert [b"RxChunk" in fault.given for fault in faults if isinstance(fault, KernelFaulted)] == [True]


def test_a_full_inbox_pauses_the_ports_and_an_emptier_one_resumes_them(tmp_path: Path) -> None:
    async def script(bench: Bench) -> None:
        await bench.open()
        bench.journal.disk.clear()
        bench.shoe.draw()
        for _ in range(INBOX_LIMIT):
            bench.feed(lambda mono, utc: RxChunk(SHOE, b"", mono, utc))
        assert not bench.lamps.reading
        bench.journal.disk.set()
        await bench.settle()
        assert bench.lamps.reading

    play(tmp_path, script)


def test_a_table_stopped_by_order_says_so_in_its_last_entry_and_takes_nothing_in(tmp_path: Path) -> None:
    async def script(bench: Bench) -> None:
        await bench.open()
        bench.shell.stop("orden")
        with contextlib.suppress(asyncio.InvalidStateError):
            bench.shoe.draw()
        assert bench.lamps.sends[-1][0] == ALL_OFF

    play(tmp_path, script)
    reader = open_reader(tmp_path)
    entries = [row.entry() for row in read_rows(reader)]
    reader.close()
    assert entries[-1] == Stopped("orden")
    assert not any(isinstance(entry, BetsClosed) for entry in entries)
