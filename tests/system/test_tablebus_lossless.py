"""Nothing lost, nothing doubled: the C device, a line that spoils bytes, cables pulled, the daemon killed with -9."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from daemon.bus import CONTROL
from daemon.device_keys import make_device_key
from daemon.journal import open_reader, read_rows
from daemon.journal_check import verify
from daemon.people import People
from daemon.run import PEOPLE
from hw_sims.leash import leashed
from hw_sims.lines import BitFlipped, ByteLost, ByteRepeated, FrameLost, Line, Noisy, Read
from hw_sims.pty_port import PtyPort
from table_core.board_events import CreditsActivated, DeviceContradicts, DeviceIdentified, EventsLost
from table_core.record import Observed
from tests.contract.reference_device import AcceptorOnALine, build_plain, needs_compiler
from tests.system.processes import PINS, SABOT, SUPERVISOR, eventually

NIGHTLY = bool(os.environ.get("SABOT_NIGHTLY"))
EVENTS, PULLS, KILLS = (10_000, 100, 20) if NIGHTLY else (1_000, 10, 3)
PATIENCE_S = 240.0
"""A daemon that starts on a busy machine checks thousands of entries first."""
CONNECTED_S = 1.05
"""A connection that lasts less counts as a loose plug, and is tried again ever more slowly."""
HELD_AT_MOST = 48
UNDER_WAY = 24
"""So many of each burst are told at once when it ends: more than the device may send ahead."""
POLL_S = 0.005
SEATS = 3
DIES_WITHIN_S = 60
"""A process that waits for the disk dies when the disk answers."""

CONFIG = """\
[table]
name = "prueba"
rulebook = "iquique-2000/mini-baccarat"
data = "{data}"
simulated = true

[[devices]]
name = "sabot"
driver = "angel-eye"
port = "serial://{at}/sabot?baud=4800"

[[devices]]
name = "aceptadores"
driver = "tablebus-acceptor"
port = "serial://{at}/aceptadores?baud=115200"
key = "{at}/aceptadores.key"
"""


class BadLine:
    """Spoils one read in *some*, each time in another way, and counts it."""

    def __init__(self, seed: int, some: int = 25) -> None:
        chance = random.Random(seed)
        self.kinds: list[Line] = [kind(chance, some) for kind in (ByteLost, ByteRepeated, BitFlipped, FrameLost, Noisy)]
        self._turn = 0

    def carry(self, data: bytes) -> bytes:
        self._turn = (self._turn + 1) % len(self.kinds)
        return b"".join(one.data for one in self.kinds[self._turn].carry(data) if isinstance(one, Read))

    @property
    def injected(self) -> int:
        return sum(kind.injected.total() for kind in self.kinds)


class Trial:
    """The C device on one pty, the daemon on another, and a bad line between them."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.data = directory / "data"
        self.to_host, self.to_device = BadLine(1), BadLine(2)
        self.key = make_device_key(directory / "aceptadores.key")
        (directory / "mesa.toml").write_text(CONFIG.format(data=self.data, at=directory), encoding="utf-8")
        self.data.mkdir()
        People(self.data / PEOPLE).add(SUPERVISOR, *PINS[SUPERVISOR])
        self._shoe = PtyPort(directory / "sabot", lambda _data: None)
        self._host = PtyPort(
            directory / "aceptadores", lambda data: self._carry(self._device_end, self.to_device, data)
        )
        self._device_end = PtyPort(directory / "placa", lambda data: self._carry(self._host, self.to_host, data))
        self._daemon: subprocess.Popen[bytes] | None = None
        self._read_to = self._identified = 0
        self.hit_under_way = 0

    @contextmanager
    def running(self) -> Iterator[AcceptorOnALine]:
        program = build_plain("acceptor_on_a_line", self.directory / "c")
        with self._shoe, self._host, self._device_end:
            device = AcceptorOnALine(program, self.directory / "placa", key=self.key, seats=SEATS)
            try:
                self.start()
                yield device
            finally:
                self.kill()
                self._host.unplug()  # first: whoever carries bytes to it must not wait for a daemon that is gone
                self._device_end.unplug()
                device.close()

    def start(self) -> None:
        command = leashed(*SABOT, "run", str(self.directory / "mesa.toml"))
        with (self.directory / "daemon.log").open("ab") as log:
            self._daemon = subprocess.Popen(command, stdout=log, stderr=log)

    def kill(self) -> None:
        if self._daemon is not None:
            self._daemon.send_signal(signal.SIGKILL)
            self._daemon.wait(DIES_WITHIN_S)

    def pull(self) -> None:
        self._host.unplug()
        self._host.plug()

    def _carry(self, to: PtyPort, line: BadLine, data: bytes) -> None:
        to.send(line.carry(data))

    def identified(self) -> int:
        """How many times the journal says that the device proved itself."""
        if not (self.data / CONTROL).exists():
            return self._identified
        self._identified += sum(isinstance(event, DeviceIdentified) for event in self._news())
        return self._identified

    def events(self) -> list[object]:
        """Everything devices told, as the journal has it."""
        self._read_to = 0
        return self._news()

    def _news(self) -> list[object]:
        """What was recorded since the last look, beside a running daemon."""
        db = open_reader(self.data)
        try:
            rows = list(read_rows(db, self._read_to))
        finally:
            db.close()
        self._read_to = rows[-1].seq if rows else self._read_to
        entries = [row.entry() for row in rows]
        return [entry.event for entry in entries if isinstance(entry, Observed)]


@pytest.mark.timeout(1800)
@needs_compiler
@pytest.mark.requirement("R1", "R15", "R34", "R52", "R56")
def test_no_event_is_lost_or_doubled_over_a_bad_line_pulled_cables_and_killed_daemons(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    with trial.running() as device:
        eventually(trial.identified)
        sent = _play(trial, device)
        eventually(lambda: device.made_and_held() == (sent, 0), device.made_and_held)
    assert verify(trial.data).first_bad is None
    events = trial.events()
    credits_ = [event for event in events if isinstance(event, CreditsActivated)]
    assert [event.counter for event in credits_] == list(range(1, EVENTS + 1))
    assert [(event.seat, event.credits) for event in credits_] == [_event(number) for number in range(1, EVENTS + 1)]
    assert not [event for event in events if isinstance(event, EventsLost | DeviceContradicts)]
    assert trial.to_host.injected > EVENTS // 200
    assert trial.to_device.injected > EVENTS // 200
    assert trial.identified() > PULLS + KILLS
    assert trial.hit_under_way > (PULLS + KILLS) // 2


def _play(trial: Trial, device: AcceptorOnALine) -> int:
    """Events in bursts; right behind each, before all are acknowledged, the cable comes out or the daemon dies."""
    sent, disturbances = 0, _disturbances()
    for number, disturbance in enumerate(disturbances, start=1):
        lasted = time.monotonic() + CONNECTED_S
        share = EVENTS * number // len(disturbances)
        sent = _send(device, sent, max(sent, share - UNDER_WAY))
        time.sleep(max(0.0, lasted - time.monotonic()))
        sent = _send(device, sent, share)
        met = trial.identified()
        trial.hit_under_way += device.made_and_held()[1] > 0
        disturbance(trial)
        eventually(lambda met=met: trial.identified() > met, within_s=PATIENCE_S)  # type: ignore[misc]
    return sent


def _disturbances() -> list[Callable[[Trial], None]]:
    def killed(trial: Trial) -> None:
        trial.kill()
        trial.start()

    every = PULLS // KILLS
    steps: list[Callable[[Trial], None]] = []
    for number in range(1, PULLS + 1):
        steps.append(Trial.pull)
        if number % every == 0 and number // every <= KILLS:
            steps.append(killed)
    return steps


def _send(device: AcceptorOnALine, sent: int, share: int) -> int:
    """Up to event *share*, as fast as the device can hold them."""
    while sent < share:
        room = HELD_AT_MOST - device.made_and_held()[1]
        for _ in range(min(room, share - sent)):
            sent += 1
            device.activate(*_event(sent))
        time.sleep(POLL_S)
    return sent


def _event(number: int) -> tuple[int, int]:
    return number % SEATS + 1, number
