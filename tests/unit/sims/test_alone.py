"""Simulators that run alone behind real ports, and the pytest fixture other projects use."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from firmware_bridge.transport.base import Link, LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import parse_port_url
from firmware_bridge.wire.hid_keyboard import ENTER, REPORT_SIZE
from hw_sims.control import ControlClient, OrderRefused
from hw_sims.fixtures import Simulated
from hw_sims.simulators import SIMULATORS, USB_SIMULATORS
from tests.unit.sims.waiting import eventually
from tests.unit.transport.wires import Heard, until, write

Simulator = Callable[..., Simulated]
RELAY_1_ON = bytes.fromhex("a0 01 01 a2")


@pytest.mark.parametrize("kind", SIMULATORS)
@pytest.mark.parametrize("tcp", [False, True])
def test_every_simulator_runs_behind_a_pty_and_behind_tcp(simulator: Simulator, kind: str, tcp: bool) -> None:
    device = simulator(kind, tcp=tcp)

    async def scenario() -> None:
        link: Link = await open_link(parse_port_url(device.url), Heard())
        link.send(write(b"\0"))
        await link.close()

    asyncio.run(scenario())
    assert device.order("state")


@pytest.mark.parametrize("kind", USB_SIMULATORS)
def test_every_usb_simulator_runs_on_a_bus_of_its_own_and_can_be_pulled(simulator: Simulator, kind: str) -> None:
    device = simulator(kind)
    assert asyncio.run(_opens(device.url))
    device.order("unplug", device="line")
    assert not asyncio.run(_opens(device.url))
    device.order("plug", device="line")
    assert asyncio.run(_opens(device.url))
    assert device.order("state")


async def _opens(url: str) -> bool:
    try:
        link = await open_link(parse_port_url(url), Heard())
    except LinkError:
        return False
    await link.close()
    return True


def test_a_reader_that_types_is_heard_by_whoever_opened_it(simulator: Simulator) -> None:
    reader = simulator("barcode-hid")

    async def scenario() -> bytes:
        heard = Heard()
        link = await open_link(parse_port_url(reader.url), heard)
        link.resume_reading()
        reader.order("scan", card="AS")
        await until(lambda: len(heard.data) == 2 * len("1010\r") * REPORT_SIZE)
        await link.close()
        return heard.data

    assert asyncio.run(scenario())[2::16] == bytes((0x1E, 0x27, 0x1E, 0x27, ENTER))


def test_a_board_obeys_its_line_and_its_control_channel(simulator: Simulator) -> None:
    board = simulator("lcus")
    with serial.Serial(board.url.removeprefix("serial://").partition("?")[0]) as port:
        port.write(RELAY_1_ON)
        eventually(lambda: board.order("state")["lit"][0])
        board.order("unplug", device="line")
    assert not board.order("state")["lit"][0]


def test_a_shoe_speaks_over_a_line_that_misbehaves_on_order(simulator: Simulator) -> None:
    shoe = simulator("angel-eye", tcp=True)

    async def scenario() -> bytes:
        heard = Heard()
        link = await open_link(parse_port_url(shoe.url), heard)
        link.resume_reading()
        link.send(write(b"\0"))
        await until(lambda: shoe.order("heard", device="line") == 1)
        shoe.order("misbehave", device="line", kind="byte lost", seed=3)
        shoe.order("power_on")
        await until(lambda: len(heard.data) == 3 * 6 - 1)
        await link.close()
        return heard.data

    assert asyncio.run(scenario()).count(b"\x050S\x0360") == 2
    assert shoe.order("injected", device="line") == {"lost": 1}


def test_an_unknown_line_is_refused_by_name(simulator: Simulator) -> None:
    with pytest.raises(OrderRefused, match="no line 'telepathy', only one byte at a time"):
        simulator("lcus").order("misbehave", device="line", kind="telepathy")


@pytest.mark.parametrize("how", ["--pty", "--tcp"])
def test_the_command_runs_one_until_it_is_stopped(tmp_path: Path, how: str) -> None:
    place, control = tmp_path / "bus", tmp_path / "bus.ctl"
    command = [sys.executable, "-m", "daemon.cli", "sim", "lcus", how, str(place) if how == "--pty" else "0"]
    process = subprocess.Popen([*command, "--control", str(control)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        _write_to(url, RELAY_1_ON)
        with ControlClient(control) as client:
            eventually(lambda: client.order("lcus", "state")["lit"][0])
        steer = [sys.executable, "-m", "daemon.cli", "sim", "--at", str(control), "lcus", "state"]
        assert '"lit":[true' in subprocess.run(steer, capture_output=True, text=True, check=True).stdout
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        process.communicate()
    assert not control.exists()
    assert not place.exists()


def _write_to(url: str, data: bytes) -> None:
    if url.startswith("tcp://"):
        host, _, port = url.removeprefix("tcp://").partition(":")
        with socket.create_connection((host, int(port))) as line:
            line.sendall(data)
    else:
        with serial.Serial(url.removeprefix("serial://").partition("?")[0]) as line:
            line.write(data)


@pytest.mark.parametrize(
    "arguments", [["lcus"], ["lcus", "--pty", "x"], ["lcus", "--pty", "x", "--tcp", "0", "--control", "y"]]
)
def test_half_an_order_says_how_a_whole_one_looks(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "daemon.cli", "sim", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--control RUTA" in done.stderr
