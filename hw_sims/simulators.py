"""Which simulators run alone: one line each, loaded when used."""

from importlib import import_module
from typing import Any

from msgspec import Struct

from hw_sims.devices.alone import Build, UsbBuild


class Simulator(Struct, frozen=True):
    """*path* names the function that builds the device; *baud* is the line's usual speed."""

    kind: str
    path: str
    baud: int

    def load(self) -> Build:
        build: Build = _named(self.path)
        return build


class UsbSimulator(Struct, frozen=True):
    """*path* names the function that builds the device, which says itself who it is."""

    kind: str
    path: str

    def load(self) -> UsbBuild:
        build: UsbBuild = _named(self.path)
        return build


_TABLEBUS = ("shoe", "shuffler", "continuous", "acceptor", "lamps", "display", "discard", "contacts")

SIMULATORS: dict[str, Simulator] = {
    simulator.kind: simulator
    for simulator in (
        Simulator("alpha", "hw_sims.devices.alpha.alone:build", 9600),
        Simulator("angel-eye", "hw_sims.devices.angel_eye.alone:build", 4800),
        Simulator("barcode", "hw_sims.devices.barcode.alone:build", 9600),
        Simulator("bee-tek", "hw_sims.devices.bee_tek.alone:build", 9600),
        Simulator("cctalk", "hw_sims.devices.cctalk.alone:build", 9600),
        Simulator("cd5220", "hw_sims.devices.cd5220.alone:build", 9600),
        Simulator("lcus", "hw_sims.devices.lcus.alone:build", 9600),
        *(Simulator(f"tablebus-{name}", f"hw_sims.devices.tablebus.alone:{name}", 115200) for name in _TABLEBUS),
    )
}

USB_SIMULATORS: dict[str, UsbSimulator] = {
    simulator.kind: simulator
    for simulator in (
        UsbSimulator("barcode-hid", "hw_sims.devices.hid_keyboard.alone:build_reader"),
        UsbSimulator("hid-keypad", "hw_sims.devices.hid_keyboard.alone:build_keypad"),
        UsbSimulator("hid-relay", "hw_sims.devices.hid_relay.alone:build"),
    )
}


def _named(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
