"""The simulated serial port through real pyserial."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from hw_sims.pty_port import PtyPort
from tests.unit.sims.waiting import eventually

MORE_THAN_A_PTY_HOLDS = b"x" * 65_536


@pytest.fixture
def link(tmp_path: Path) -> Path:
    return tmp_path / "shoe"


@pytest.fixture
def port(link: Path) -> Iterator[PtyPort]:
    with PtyPort(link, lambda data: None) as plugged:
        yield plugged


def open_host(link: Path, timeout: float | None = 5.0, parity: str = serial.PARITY_NONE) -> serial.Serial:
    return serial.Serial(str(link), 4800, timeout=timeout, write_timeout=0.2, exclusive=True, parity=parity)


def test_bytes_pass_both_ways_unchanged(link: Path) -> None:
    everything = bytes(range(256))
    got: list[bytes] = []
    with PtyPort(link, got.append) as port, open_host(link) as host:
        assert port.send(everything)
        assert host.read(256) == everything
        host.write(everything)
        eventually(lambda: b"".join(got) == everything)
        assert port.heard == everything


def test_a_device_may_answer_from_its_own_callback(link: Path) -> None:
    def answer(data: bytes) -> None:
        mirror.send(data[::-1])

    mirror = PtyPort(link, answer)
    with mirror, open_host(link) as host:
        host.write(b"abc")
        assert host.read(3) == b"cba"


def test_pulling_the_cable_wakes_a_blocked_reader_and_removes_the_name(link: Path, port: PtyPort) -> None:
    with open_host(link, timeout=None) as host:
        errors: list[Exception] = []

        def read() -> None:
            try:
                host.read(5)
            except serial.SerialException as error:
                errors.append(error)

        reader = threading.Thread(target=read)
        reader.start()
        port.unplug()
        reader.join(5)
        assert len(errors) == 1
    assert not link.is_symlink()
    assert not port.plugged


def test_the_same_name_works_again_after_a_replug(link: Path, port: PtyPort) -> None:
    for text in (b"first", b"second", b"third"):
        with open_host(link, parity=serial.PARITY_EVEN) as host:
            port.send(text)
            assert host.read(len(text)) == text
            port.unplug()
        port.plug()
    assert port.plugged


def test_the_host_may_close_and_reopen_the_port_without_a_hang_up(link: Path, port: PtyPort) -> None:
    with open_host(link) as host:
        host.write(b"one")
        eventually(lambda: port.heard == b"one")
    with open_host(link) as host:
        host.write(b"two")
        eventually(lambda: port.heard == b"onetwo")


def test_a_second_exclusive_opener_is_refused(link: Path, port: PtyPort) -> None:
    with open_host(link), pytest.raises(serial.SerialException, match="lock"):
        open_host(link)


def test_the_last_frame_arrives_when_the_cable_is_pulled_after_it_was_read(link: Path, port: PtyPort) -> None:
    with open_host(link) as host:
        port.send(b"last words")
        unplugging = threading.Thread(target=port.unplug, kwargs={"drain_s": 5.0})
        unplugging.start()
        assert host.read(10) == b"last words"
        unplugging.join(5)
        assert not port.plugged


def test_nothing_can_be_sent_without_a_cable(link: Path) -> None:
    port = PtyPort(link, lambda data: None)
    assert not port.send(b"into the void")
    assert port.unread == 0
    port.stop_reading()
    port.unplug()


def test_a_sender_that_waits_for_the_host_is_freed_by_pulling_the_cable(link: Path, port: PtyPort) -> None:
    results: list[bool] = []
    sender = threading.Thread(target=lambda: results.append(port.send(MORE_THAN_A_PTY_HOLDS)))
    sender.start()
    eventually(lambda: port.unread > 0)
    port.unplug()
    sender.join(5)
    assert results == [False]


def test_a_peer_that_stops_reading_blocks_the_host_until_it_reads_again(link: Path, port: PtyPort) -> None:
    with open_host(link) as host:
        port.stop_reading()
        host.write(b"unheard")
        with pytest.raises(serial.SerialTimeoutException):
            host.write(MORE_THAN_A_PTY_HOLDS)
        assert port.heard == b""
        port.resume_reading()
        eventually(lambda: port.heard.startswith(b"unheard"))


def test_a_paced_line_takes_the_time_of_its_baud_rate(link: Path) -> None:
    with PtyPort(link, lambda data: None, baud=9600) as port, open_host(link) as host:
        began = time.monotonic()
        assert port.send(b"x" * 48)
        assert time.monotonic() - began >= 48 * 10 / 9600
        assert host.read(48) == b"x" * 48


def test_a_paced_sender_is_freed_by_pulling_the_cable(link: Path) -> None:
    with PtyPort(link, lambda data: None, baud=1) as port:
        results: list[bool] = []
        sender = threading.Thread(target=lambda: results.append(port.send(b"slow")))
        sender.start()
        port.unplug()
        sender.join(5)
        assert results == [False]


def test_plugging_twice_changes_nothing(link: Path, port: PtyPort) -> None:
    target = link.readlink()
    port.plug()
    assert link.readlink() == target
