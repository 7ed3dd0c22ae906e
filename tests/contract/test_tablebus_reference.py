"""The reference device in C: the specification's vectors, agreement with our codec, and our driver on a real pty."""

import json
import os
import select
import subprocess
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from drivers.acceptor.tablebus.session import TableBusAcceptors
from drivers.tablebus.board import BoardOptions
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, SerialWrite
from firmware_bridge.wire import tablebus as bus
from firmware_bridge.wire.tablebus import Deframer, Frame
from table_core.board_events import (
    BetPressed,
    CreditsActivated,
    DeviceContradicts,
    DeviceIdentified,
    DeviceUnproven,
    EventsLost,
    SeatLampShown,
)
from table_core.events import DeviceEvent, LinkRestored, LockShown
from table_core.outputs import BetSeat, BetSeats
from tests.contract.reference_device import SOURCES, AcceptorOnALine, Questions, build, build_plain, needs_compiler
from tests.golden.tablebus_by_hand import VECTORS

MADE = json.loads(VECTORS.read_text(encoding="utf-8"))
DEVICE, KEY = "aceptadores", bytes(range(32))
WITHIN_S = 10.0
INPUTS = 1_000_000 if os.environ.get("SABOT_NIGHTLY") else 20_000

pytestmark = needs_compiler


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Questions]:
    asked = Questions(build("vectors", tmp_path_factory.mktemp("c")))
    yield asked
    asked.close()


def test_the_device_itself_is_small_strict_and_needs_nothing_but_the_language(tmp_path: Path) -> None:
    build_plain("acceptor_on_a_line", tmp_path)
    device = [SOURCES / name for name in ("device.c", "frames.c", "sha256.c", "tablebus.h")]
    lines = [line for file in device for line in file.read_text(encoding="ascii").splitlines()]
    included = {line.split()[1] for line in lines if line.startswith("#include")}
    assert included == {'"tablebus.h"', "<string.h>", "<stddef.h>", "<stdint.h>"}
    assert len(lines) < 600


def test_the_vectors_of_the_specification_hold_in_c(questions: Questions) -> None:
    for data, wire in MADE["cobs"].items():
        assert questions.ask("cobs", data) == wire
        assert questions.ask("uncobs", wire) == (data or "-")
    for data, crc in MADE["crc16_ibm_3740"].items():
        assert questions.ask("crc", data) == crc
    for one in MADE["hmac_sha256"].values():
        assert questions.ask("mac", one["key"], one["data"]) == one["mac"]
    names = ("key", "host_nonce", "device_nonce")
    counted = f"{MADE['boot']:08x}{MADE['greetings']:08x}"
    said = questions.ask("mac", MADE["key"], b"TableBus 1 device nonce".hex() + counted + MADE["host_nonce"])
    assert said[:32] == MADE["device_nonce"]
    assert questions.ask("session", *(MADE[name] for name in names)) == MADE["session_key"]


@pytest.mark.parametrize("name", MADE["frames"])
def test_every_frame_of_the_specification_is_spelled_and_read_in_c(questions: Questions, name: str) -> None:
    one = MADE["frames"][name]
    covered = f"{one['kind']:02x}{one['number']:04x}{one['counter']:08x}{one['body']}"
    assert questions.ask("spell", MADE["session_key"], covered) == one["wire"]
    heard, _, genuine = questions.ask("parse", MADE["session_key"], one["wire"]).partition(" ")
    assert heard == covered
    assert genuine == "1" or one["kind"] in bus.UNTAGGED
    other = questions.ask("parse", "00" * 32, one["wire"])
    assert other.endswith(" 0") or one["kind"] in bus.UNTAGGED


@pytest.mark.parametrize("name", MADE["no_frames"])
def test_what_the_specification_calls_no_frame_is_none_in_c(questions: Questions, name: str) -> None:
    assert questions.ask("parse", MADE["session_key"], MADE["no_frames"][name]) == "no"


def test_a_c_device_gives_no_counter_twice(questions: Questions) -> None:
    assert questions.ask("turn", "000a11ce", "fffffffe") == "a11ce ffffffff 4 1"
    assert questions.ask("turn", "000a11ce", "ffffffff") == "a11cf 1 1 0", "another log, and nobody is in a session"


def test_the_conversation_of_the_specification_is_had_with_the_c_device(questions: Questions) -> None:
    """Byte by byte, with every piece of rubbish of the specification before each frame of the host."""
    for turn in MADE["conversation"]:
        for rubbish in MADE["no_frames"].values():
            assert questions.ask("talk", rubbish) == "-"
        said = questions.ask("talk", MADE["frames"][turn["host"]]["wire"])
        assert said == ("".join(MADE["frames"][name]["wire"] for name in turn["device"]) or "-")
    refused = MADE["frames"]["refused_no_session"]["wire"]
    assert questions.ask("talk", MADE["unproven"]["poll_of_another_session"]) == refused


@pytest.mark.timeout(600)
def test_the_c_device_survives_anything_forgets_nothing_and_wakes_at_the_next_greeting(tmp_path: Path) -> None:
    fuzz = build("fuzz", tmp_path)
    done = subprocess.run([fuzz, "1", str(INPUTS)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.startswith(f"{INPUTS} inputs")


def test_c_and_python_judge_damaged_frames_alike(questions: Questions) -> None:
    chance, wires = Random(8), [bytes.fromhex(one["wire"]) for one in MADE["frames"].values()]
    refused = 0
    for _ in range(3000):
        damaged = bytearray(chance.choice(wires))
        for _ in range(chance.randrange(3)):
            damaged[chance.randrange(len(damaged) - 1)] = chance.randrange(1, 256)
        ours = Deframer()
        ours.receive_data(bytes(damaged))
        item = ours.next_item()
        theirs = questions.ask("parse", MADE["session_key"], damaged.hex()).partition(" ")[0]
        assert theirs == (item.covered().hex() if isinstance(item, Frame) else "no"), damaged.hex()
        refused += theirs == "no"
    assert 1000 < refused < 2900


class OnAPty:
    """Our driver and the C device with a pty between them, in real time."""

    def __init__(self, program: Path, directory: Path, *, key: bytes = KEY, device_key: bytes = KEY) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self._slave = slave
        self.session = TableBusAcceptors(DEVICE, BoardOptions(key))
        self.device = AcceptorOnALine(program, Path(os.ttyname(slave)), key=device_key)
        self.events: list[DeviceEvent] = []
        now = time.monotonic_ns()
        self.session.receive(LinkUp(DEVICE, "pty", now, time.time_ns()))

    def until(self, happened: Callable[[], object]) -> None:
        deadline = time.monotonic() + WITHIN_S
        while not happened():
            assert time.monotonic() < deadline, self.events
            self._turn()

    def turn_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() >= end)

    def told(self, kind: type) -> list[DeviceEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def cut(self) -> None:
        """A cable that comes out and goes back."""
        self.pull()
        self.plug()

    def pull(self) -> None:
        now = time.monotonic_ns()
        self.session.receive(LinkDown(DEVICE, "pulled", now, now))

    def plug(self) -> None:
        self.session.receive(LinkUp(DEVICE, "pty", time.monotonic_ns(), time.time_ns()))

    def close(self) -> None:
        self.device.close()
        os.close(self._master)
        os.close(self._slave)

    def _turn(self) -> None:
        for send in self.session.take_sends():
            assert isinstance(send, SerialWrite)
            os.write(self._master, send.data)
        ready, _, _ = select.select([self._master], [], [], 0.02)
        now = time.monotonic_ns()
        seen = self.session.on_time(now)
        if ready:
            seen = [*self.session.receive(RxChunk(DEVICE, os.read(self._master, 4096), now, now)), *seen]
        self.events += [one.event for one in seen]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("acceptor_on_a_line", tmp_path_factory.mktemp("c"))


@pytest.fixture
def line(program: Path, tmp_path: Path) -> Iterator[OnAPty]:
    there = OnAPty(program, tmp_path)
    yield there
    there.close()


def test_the_c_device_proves_itself_obeys_and_its_outputs_are_read_back(line: OnAPty) -> None:
    line.until(lambda: line.told(LockShown))
    assert line.told(LinkRestored) == [LinkRestored(DEVICE, "ACEPTADOR-C99 C99-1")]
    wanted = BetSeats((BetSeat(open=True, lamp=True, credits=20, bet=5), BetSeat(), BetSeat(open=True)))
    line.session.want(wanted, time.monotonic_ns())
    line.until(lambda: SeatLampShown(DEVICE, 1, commanded=True, lit=True) in line.events)
    assert LockShown(DEVICE, 1, locked=False, confirmed=True) in line.events
    assert LockShown(DEVICE, 2, locked=True, confirmed=True) in line.events
    assert SeatLampShown(DEVICE, 3, commanded=False, lit=False) in line.events


def test_its_events_come_once_and_in_order_over_cut_cables_and_a_restart(line: OnAPty) -> None:
    line.until(lambda: line.told(DeviceIdentified))
    for number in range(1, 31):
        line.device.activate(number % 3 + 1, number)
        if number == 10:
            line.cut()
        if number == 20:
            line.device.restart()
    line.until(lambda: [event.boot for event in line.events if isinstance(event, DeviceIdentified)][-1] == 2)
    line.session.want(BetSeats((BetSeat(open=True),) * 3), time.monotonic_ns())
    line.until(lambda: LockShown(DEVICE, 2, locked=False, confirmed=True) in line.events)
    line.device.press(2, 7)
    line.until(lambda: line.told(BetPressed))
    assert [event.credits for event in line.events if isinstance(event, CreditsActivated)] == list(range(1, 31))
    assert [event.counter for event in line.events if isinstance(event, CreditsActivated)] == list(range(1, 31))
    boots = [event.boot for event in line.events if isinstance(event, DeviceIdentified)]
    assert (boots[0], boots[-1]) == (1, 2)
    line.until(lambda: line.device.made_and_held() == (31, 0))


@pytest.mark.requirement("R52")
def test_its_memory_outlives_a_reset_and_what_it_had_no_room_for_is_told_as_lost(line: OnAPty) -> None:
    line.until(lambda: line.told(DeviceIdentified))
    line.pull()
    for number in range(1, 71):
        line.device.activate(1, number)
    line.device.restart()
    assert line.device.made_and_held() == (70, 64)
    line.plug()
    line.until(lambda: line.device.made_and_held() == (70, 0))
    assert line.told(EventsLost) == [EventsLost(DEVICE, 6)]
    assert [event.credits for event in line.events if isinstance(event, CreditsActivated)] == list(range(7, 71))


def test_a_c_device_with_another_key_never_becomes_a_device(program: Path, tmp_path: Path) -> None:
    line = OnAPty(program, tmp_path, device_key=bytes(32))
    line.device.activate(1, 5)
    line.until(lambda: line.told(DeviceUnproven))
    assert line.events == [DeviceUnproven(DEVICE, "wrong_key")]
    assert line.device.made_and_held() == (1, 1)
    line.close()


def test_a_c_device_takes_no_bet_from_its_start_until_a_host_that_has_its_key_opens_the_seat(line: OnAPty) -> None:
    line.device.press(2, 7)
    assert line.device.made_and_held() == (0, 0)
    line.until(lambda: LockShown(DEVICE, 2, locked=True, confirmed=True) in line.events)
    line.session.want(BetSeats((BetSeat(open=True),) * 3), time.monotonic_ns())
    line.until(lambda: LockShown(DEVICE, 2, locked=False, confirmed=True) in line.events)
    line.device.press(2, 7)
    line.until(lambda: line.told(BetPressed))
    line.device.restart()
    line.device.press(2, 7)
    assert line.device.made_and_held()[0] == 1


def test_an_order_that_makes_no_sense_to_it_changes_nothing_and_is_told_once(line: OnAPty) -> None:
    line.until(lambda: line.told(LockShown))
    before = len(line.events)
    line.session.want(BetSeats((BetSeat(open=True),)), time.monotonic_ns())
    line.until(lambda: line.told(DeviceContradicts))
    line.turn_for(1.5)
    assert line.events[before:] == [DeviceContradicts(DEVICE, "rechaza lo que se le ordena")]
