"""What systemd is told: nothing without it, ready once, signs of life only while batches become durable."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.journal import Head
from daemon.supervisor import Supervisor, supervisor_of


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(tmp_path / "notify"))
        end.setblocking(False)
        yield end


def heard(systemd: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(systemd.recv(4096).decode())
        except BlockingIOError:
            return found


def test_the_environment_says_who_listens_and_how_long_it_waits() -> None:
    assert supervisor_of({}).period_s == 0
    assert supervisor_of({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "15000000"}).period_s == 15
    assert supervisor_of({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "1"}).period_s == 0


def test_nobody_listening_is_nobodys_trouble(tmp_path: Path) -> None:
    Supervisor("", 0).tell("READY=1")
    Supervisor(str(tmp_path / "gone"), 0).tell("READY=1")


def test_a_table_is_ready_with_its_first_durable_entry_and_only_once(tmp_path: Path, systemd: socket.socket) -> None:
    supervisor = Supervisor(str(tmp_path / "notify"), 0)
    assert heard(systemd) == []
    supervisor.committed((), Head())
    supervisor.committed((), Head())
    supervisor.stopped("orden")
    assert heard(systemd) == ["READY=1", "STOPPING=1\nSTATUS=orden"]


def test_an_abstract_socket_is_found() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind("\0sabot-test-notify")
        end.setblocking(False)
        Supervisor("@sabot-test-notify", 0).tell("READY=1")
        assert heard(end) == ["READY=1"]


@pytest.mark.parametrize(("waits_s", "fed"), [(0.0, True), (0.05, True), (0.06, False), (9.0, False)])
def test_a_batch_that_waits_a_whole_period_for_the_disk_stops_the_signs_of_life(
    tmp_path: Path, systemd: socket.socket, waits_s: float, fed: bool
) -> None:
    supervisor = Supervisor(str(tmp_path / "notify"), 0.06)

    async def run() -> None:
        feeding = asyncio.create_task(supervisor.feed(lambda: waits_s))
        await asyncio.sleep(0)
        feeding.cancel()

    asyncio.run(run())
    assert heard(systemd) == (["WATCHDOG=1"] if fed else [])
