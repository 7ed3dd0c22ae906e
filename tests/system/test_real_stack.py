"""The unmodified daemon over the system's own libusb, libudev and device nodes, on a machine mocked by umockdev."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daemon.people import People
from daemon.run import PEOPLE
from firmware_bridge.transport.usb import LIBUSB_PATH
from hw_sims.devices.angel_eye.model import Shoe
from hw_sims.devices.hid_keyboard.model import HidKeyboard
from hw_sims.devices.hid_relay.model import HidRelayBoard
from hw_sims.devices.lcus.model import LcusBoard
from hw_sims.leash import leashed
from hw_sims.pty_port import PtyPort
from hw_sims.terminal import TableAway, Terminal
from hw_sims.umockdev.stage import PRELOAD, Adapter, MockedMachine, missing
from tests.system.processes import PINS, SABOT, SUPERVISOR, eventually

LIBUSB = find_library("usb-1.0") or ""
WHY_NOT = missing() or ("" if LIBUSB else "the system has no libusb (Debian: libusb-1.0-0)")
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

HOUSES, TIMES = (5, 20) if os.environ.get("SABOT_NIGHTLY") else (1, 6)
"""umockdev's library remembers only so many open files of one process."""
BACK_WITHIN_S = 5.0
ANSWERS_WITHIN_S = 10.0
EXAMPLE = Path(__file__).parents[2] / "deploy" / "examples" / "mini-baccarat.toml"
SHOE = Adapter((0x0403, 0x6001), "FTDI", "FT232R_USB_UART", "A1B2C3D4")
LAMPS = Adapter((0x0403, 0x6001), "FTDI", "FT232R_USB_UART", "E5F6A7B8")
RELAY_LAMPS = ("seat.1", "seat.2", "seat.3", "seat.4")
LCUS_LAMPS = ("seat.5", "seat.6", "seat.7", "hold")
CONFIG = """
[table]
name = "mesa-1"
rulebook = "iquique-2000/mini-baccarat"
data = "{data}"
simulated = true

[[devices]]
name = "shoe"
driver = "angel-eye"
port = "serial://{shoe}?baud=4800"

[[devices]]
name = "lamps-a"
driver = "hid-relay"
port = "usb://16c0:05df"
lamps = {relay_lamps}

[[devices]]
name = "lamps-b"
driver = "lcus"
port = "serial://{lamps}?baud=9600"
lamps = {lcus_lamps}
"""


class House:
    """One table's devices on a mocked machine, each in some socket, and the daemon that serves them."""

    def __init__(self, machine: MockedMachine, directory: Path, shoe: str, lamps: str) -> None:
        self.machine = machine
        self.data = directory / "data"
        self.relay, self.lcus = HidRelayBoard(), LcusBoard()
        self._shoe_cable = PtyPort(directory / "shoe", lambda _: None)
        self.shoe = Shoe(self._shoe_cable.send)
        self._lamp_cable = PtyPort(directory / "lamps", self.lcus.receive)
        self._directory = directory
        self._ttys: dict[str, str] = {}
        self._ports: dict[str, str] = {}
        self.config = directory / "table.toml"
        self.config.write_text(
            CONFIG.format(
                data=self.data,
                shoe=shoe,
                lamps=lamps,
                relay_lamps=list(RELAY_LAMPS),
                lcus_lamps=list(LCUS_LAMPS),
            ),
            encoding="utf-8",
        )
        self.data.mkdir(mode=0o700)
        for name, (role, pin) in PINS.items():
            People(self.data / PEOPLE).add(name, role, pin)

    def plug(self, device: str, *, port: str, tty: str = "") -> None:
        match device:
            case "lamps-a":
                self.machine.plug_usb(device, self.relay, port=port)
            case "lamps-b":
                end = self._directory / "lamps"
                self.machine.plug_serial(LAMPS, self._lamp_cable, end, tty=tty, port=port)
            case _:
                self.machine.plug_serial(SHOE, self._shoe_cable, self._directory / "shoe", tty=tty, port=port)
        self._ttys[device], self._ports[device] = tty, port

    def free_sockets(self) -> list[str]:
        return sorted({"1", "2", "4", "5"} - set(self._ports.values()))

    def pull(self, device: str) -> None:
        del self._ports[device]
        match device:
            case "lamps-a":
                self.machine.unplug_usb(device)
            case "lamps-b":
                self.machine.unplug_serial(self._ttys[device], self._lamp_cable)
                self.lcus.power_lost()
            case _:
                self.machine.unplug_serial(self._ttys[device], self._shoe_cable)

    def lit(self) -> dict[str, bool]:
        relay = dict(zip(RELAY_LAMPS, self.relay.lit, strict=False))
        return relay | dict(zip(LCUS_LAMPS, self.lcus.lit, strict=False))

    def links(self) -> dict[str, str]:
        try:
            with Terminal(self.data) as terminal:
                return {device["name"]: device["link"] for device in terminal.status()["devices"]}
        except TableAway:
            return {}

    def order(self, command: dict[str, Any]) -> None:
        with Terminal(self.data) as terminal:
            terminal.sign_in(SUPERVISOR, PINS[SUPERVISOR][1])
            terminal.order(SUPERVISOR, command)

    def picture(self) -> dict[str, Any]:
        with Terminal(self.data) as terminal:
            return terminal.picture()

    def changed(self) -> dict[str, str]:
        """By device that is another one than before: who came in whose place."""
        told = [one for one in self.picture()["incidents"] if one["code"] == "security.device_changed"]
        return {one["device"]: one["detail"].rpartition("aparato: 0403:6001:")[2] for one in told}

    def bets_open(self) -> None:
        """Open the table, prepare a shoe and burn: every seat lamp must be lit."""
        self.shoe.power_on()
        self.order({"type": "OpenTable", "jornada": "J-1"})
        self.order({"type": "PrepareShoe", "decks": 6, "cut_behind": 14})
        self.shoe.load(["AS", "2C", "4S", "3H", "5D", "4C"])
        for phase in ("burning", "betting"):
            self.shoe.draw()
            eventually(lambda phase=phase: self.picture()["phase"] == phase, self.picture)  # type: ignore[misc]
        eventually(lambda: self.seats_lit() == {True}, self.lit)

    def seats_lit(self) -> set[bool]:
        return {on for name, on in self.lit().items() if name != "hold"}


@contextmanager
def house(directory: Path, *, shoe: str = SHOE.stable_path, lamps: str = LAMPS.stable_path) -> Iterator[House]:
    """*shoe* and *lamps* are the names the configuration has for those ports."""
    with MockedMachine() as machine:
        home = House(machine, directory, shoe, lamps)
        home.plug("lamps-a", port="1")
        home.plug("lamps-b", port="2", tty="ttyUSB0")
        home.plug("shoe", port="3", tty="ttyUSB1")
        environment = {**machine.environment, LIBUSB_PATH: LIBUSB}
        with (directory / "daemon.log").open("wb") as log:
            daemon = subprocess.Popen(leashed(*SABOT, "run", str(home.config)), env=environment, stdout=log, stderr=log)
        try:
            told = (directory / "daemon.log").read_text
            eventually((home.data / "control.ipc").exists, told)
            eventually(lambda: set(home.links().values()) == {"up"}, lambda: (home.links(), told()))
            yield home
        finally:
            daemon.terminate()
            daemon.wait(20)


def test_the_same_contracts_hold_over_the_system_s_own_libraries() -> None:
    tests = Path(__file__).parents[1] / "real_stack" / "on_umockdev.py"
    environment = {**os.environ, "LD_PRELOAD": PRELOAD, LIBUSB_PATH: LIBUSB}
    command = [sys.executable, "-m", "pytest", str(tests), "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout


def test_ports_lists_adapters_and_boards_as_the_system_knows_them(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        environment = {**home.machine.environment, LIBUSB_PATH: LIBUSB, "LANG": "C"}
        done = subprocess.run(
            [*SABOT, "ports"], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
    assert f"serial://{SHOE.stable_path}  FT232R_USB_UART - FT232R_USB_UART, serie A1B2C3D4, toma 1-3" in done.stdout
    assert "ocupado por otro proceso" in done.stdout
    assert "reconocido: hid-relay" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("ports",), 0, "No hay puertos"),
        (("ports", "--ask"), 0, "No hay puertos"),
        (("suggest",), 1, "No hay puertos"),
        (("probe", SHOE.stable_path), 1, "no existe o se desconectó"),
        (("doctor", str(EXAMPLE)), 1, "device.gone"),
    ],
)
def test_a_machine_with_nothing_plugged_in_is_told_as_such_by_every_command(
    words: tuple[str, ...], code: int, said: str
) -> None:
    with MockedMachine() as machine:
        environment = {**machine.environment, LIBUSB_PATH: LIBUSB, "LANG": "C", "COLUMNS": "200"}
        begun = time.monotonic()
        done = subprocess.run(
            [*SABOT, *words], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        took_s = time.monotonic() - begun
    assert (done.returncode, said in done.stdout) == (code, True), (done.stdout, done.stderr)
    assert took_s < ANSWERS_WITHIN_S


@pytest.mark.requirement("R56", "R57")
@pytest.mark.parametrize("seed", range(HOUSES))
def test_whatever_is_pulled_and_wherever_it_comes_back_no_wrong_device_drives_a_seat(tmp_path: Path, seed: int) -> None:
    """Sockets and tty numbers are dealt anew each time: adapters swap, a stale tty is somebody else's."""
    chance = Random(seed)
    with house(tmp_path) as home:
        home.bets_open()
        for _ in range(TIMES):
            pulled = chance.sample(("lamps-a", "lamps-b"), chance.randint(1, 2))
            for device in pulled:
                home.pull(device)
            ttys = chance.sample(("ttyUSB0", "ttyUSB2", "ttyUSB3"), 2)
            chance.shuffle(pulled)
            back = time.monotonic()
            for device, tty in zip(pulled, ttys, strict=False):
                home.plug(device, port=chance.choice(home.free_sockets()), tty=tty)
            eventually(lambda: set(home.links().values()) == {"up"}, home.links)
            eventually(lambda: home.seats_lit() == {True}, home.lit)
            assert time.monotonic() - back < BACK_WITHIN_S
            assert home.lit()["hold"] is False
        assert home.lcus.noise_bytes == 0, "nothing meant for another device ever reached it"
        assert home.picture()["state"] == "ready"


@pytest.mark.requirement("R57")
def test_two_adapters_that_swap_under_names_that_change_are_both_named_and_hold_the_table(tmp_path: Path) -> None:
    with house(tmp_path, shoe="/dev/ttyUSB1", lamps="/dev/ttyUSB0") as home:
        for device in ("shoe", "lamps-b"):
            home.pull(device)
        home.plug("shoe", port="3", tty="ttyUSB0")
        home.plug("lamps-b", port="2", tty="ttyUSB1")
        eventually(
            lambda: (
                home.changed() == {"shoe": "A1B2C3D4 → 0403:6001:E5F6A7B8", "lamps-b": "E5F6A7B8 → 0403:6001:A1B2C3D4"}
            ),
            home.changed,
        )
        assert home.picture()["state"] == "held"


@pytest.mark.requirement("R57")
def test_a_stranger_plugged_in_during_a_shoe_holds_the_table_and_between_shoes_does_not(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        home.machine.plug_usb("before", HidKeyboard(0x1234, 0x5678, "antes"), port="7")
        home.bets_open()
        assert home.picture()["state"] == "ready"
        home.pull("lamps-a")
        home.plug("lamps-a", port="8")
        eventually(lambda: home.seats_lit() == {True}, home.lit)
        assert home.picture()["state"] == "ready", "a device of the table may come back anywhere"
        home.machine.plug_usb("stranger", HidKeyboard(0x1234, 0x9999, "extraño"), port="9")
        eventually(lambda: home.picture()["state"] == "held", home.picture)
        (incident,) = [one for one in home.picture()["incidents"] if one["hold"]]
        assert incident["code"] == "machine.usb_appeared"
        assert "1234:9999" in incident["detail"]
