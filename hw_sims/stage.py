"""Sets a whole table of simulated hardware on stage, behind ptys and a USB bus or in memory, with its configuration.

Which devices stand there is a list of parts. The one module, with the commands, that may know both the simulators and
the product.
"""

import random
import struct
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from daemon.private_files import write_private
from firmware_bridge.transport.memory import MemoryHub, TransferRefused
from hw_sims.control import Actions, ControlServer
from hw_sims.devices import usb
from hw_sims.devices.alone import Alone, Now, UsbAlone
from hw_sims.games import GAMES
from hw_sims.lines import rubbish
from hw_sims.parts import LCUS, LCUS_LAMPS, RELAY, RELAY_LAMPS, SHOE, Part
from hw_sims.pty_port import PtyPort
from hw_sims.simulators import SIMULATORS, USB_SIMULATORS
from hw_sims.usb_bus import UsbBus

__all__ = ["CONTROL", "LCUS", "LCUS_LAMPS", "RELAY", "RELAY_LAMPS", "SHOE", "Hardware", "MemoryStage", "PtyStage"]

CONTROL = "sims.sock"
BARE_TABLE = GAMES["mini-baccarat"].parts

_NOISE_BYTES = 12
_IDS = struct.Struct("<8xHH")
"""Where a device descriptor names vendor and product."""
_TABLE = """\
[table]
name = "{name}"
rulebook = "{rulebook}"
data = "{data}"
stakes = "{stakes}"
seats = {seats}
simulated = true
"""
_DEVICE = """
[[devices]]
name = "{name}"
driver = "{kind}"
port = "{port}"
"""


class Hardware:
    """The models of one table; *say* carries what a device says by itself to whatever line it hangs on."""

    def __init__(
        self,
        parts: Sequence[Part],
        say: Callable[[str, bytes], object],
        *,
        now: Now = time.monotonic_ns,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self.parts = tuple(parts)
        self.serial: dict[str, Alone] = {}
        self.usb: dict[str, UsbAlone] = {}
        for part in parts:
            if part.kind in USB_SIMULATORS:
                self.usb[part.name] = USB_SIMULATORS[part.kind].load()(wake)
            else:
                build = SIMULATORS[part.kind].load()
                self.serial[part.name] = build(_mouth(part.name, say), now, **part.settings)
            if part.keyed:
                self[part.name].link.one_at_a_time = threading.RLock()

    def __getitem__(self, name: str) -> Any:
        """The model of that name: what the hands at the table touch."""
        return self.usb[name].model if name in self.usb else self.serial[name].model

    @property
    def shoe(self) -> Any:
        return self[SHOE]

    def hear(self, name: str, data: bytes) -> tuple[bytes, ...]:
        """What the serial device of that name answers to *data*."""
        return tuple(self.serial[name].hear(data))

    def power_lost(self, name: str) -> None:
        (self.usb[name].model if name in self.usb else self.serial[name]).power_lost()

    def lit(self) -> dict[str, bool]:
        """What a person sees: every lamp by its name."""
        boards = ((part.lamps, self[part.name].lit) for part in self.parts if part.lamps)
        return {lamp: on for lamps, lit in boards for lamp, on in zip(lamps, lit, strict=False)}

    def actions(self, part: Part) -> dict[str, Actions]:
        """What a person can do to the device: its own orders under its name, those of its members under theirs."""
        if part.name in self.usb:
            return {part.name: self.usb[part.name].actions}
        own = dict(self.serial[part.name].actions)
        return {part.name: own.pop(part.kind, {}), **own}


class PtyStage:
    """The hardware behind real ptys and a simulated USB bus: what a separate daemon process can open."""

    def __init__(self, directory: Path, parts: Sequence[Part] = BARE_TABLE) -> None:
        self._directory = directory
        self.bus = UsbBus(directory / "usb.sock")
        self.hardware = Hardware(parts, self.say, wake=self.bus.wake)
        self._ptys = {name: self._pty(name) for name in self.hardware.serial}
        self._control = ControlServer(directory / CONTROL, self.actions())

    def __enter__(self) -> Self:
        self.bus.start()
        for part in self.hardware.parts:
            self.plug(part.name)
        self._control.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._control.close()
        for port in self._ptys.values():
            port.unplug()
        self.bus.close()

    def ports(self) -> tuple[str, ...]:
        """Where each part is opened, in their order."""
        return tuple(self._url(part) for part in self.hardware.parts)

    def plug(self, name: str) -> None:
        if name in self._ptys:
            self._ptys[name].plug()
        else:
            self.bus.plug(name, self.hardware.usb[name].model)

    def unplug(self, name: str) -> None:
        """A device that is fed by its cable forgets what it showed."""
        if name in self._ptys:
            self._ptys[name].unplug()
            self.hardware.power_lost(name)
        else:
            self.bus.unplug(name)

    def say(self, name: str, data: bytes) -> bool:
        return self._ptys[name].send(data)

    def stop_reading(self, name: str) -> None:
        self._ptys[name].stop_reading()

    def resume_reading(self, name: str) -> None:
        self._ptys[name].resume_reading()

    def actions(self) -> dict[str, Actions]:
        """What the control channel can do to each device and its cable."""
        offered: dict[str, Actions] = {}
        for part in self.hardware.parts:
            offered |= self.hardware.actions(part)
            offered[part.name] = {**offered[part.name], **self._cable_actions(part.name)}
        return offered

    def _cable_actions(self, name: str) -> Actions:
        cable: Actions = {"plug": lambda: self.plug(name), "unplug": lambda: self.unplug(name)}
        if name not in self._ptys:
            return cable
        port = self._ptys[name]
        noise: Actions = {"noise": lambda: self.say(name, rubbish(random.Random(), _NOISE_BYTES))}
        return {**cable, **noise, "stop_reading": port.stop_reading, "resume_reading": port.resume_reading}

    def _pty(self, name: str) -> PtyPort:
        def hear(data: bytes) -> None:
            for answer in self.hardware.hear(name, data):
                self.say(name, answer)

        return PtyPort(self._directory / name, hear)

    def _url(self, part: Part) -> str:
        if part.name in self._ptys:
            return f"serial://{self._directory / part.name}?baud={SIMULATORS[part.kind].baud}"
        vendor, product = _IDS.unpack_from(self.hardware.usb[part.name].model.device_descriptor)
        return f"usb://{vendor:04x}:{product:04x}?backend=simulated&at={self._directory / 'usb.sock'}"


class MemoryStage:
    """The same hardware in the daemon's own process, plugged into a memory hub."""

    def __init__(self, parts: Sequence[Part] = BARE_TABLE) -> None:
        self.hub = MemoryHub()
        self.hardware = Hardware(parts, self.say)
        for part in parts:
            self.plug(part.name)

    def plug(self, name: str) -> None:
        if name in self.hardware.usb:
            self.hub.plug_usb(name, InMemory(self.hardware.usb[name].model))
        else:
            self.hub.plug(name, lambda data: self._hear(name, data))

    def unplug(self, name: str) -> None:
        self.hub.unplug(name)
        self.hardware.power_lost(name)

    def say(self, name: str, data: bytes) -> None:
        self.hub.device_sends(name, data)

    def ports(self) -> tuple[str, ...]:
        return tuple(f"memory://{part.name}" for part in self.hardware.parts)

    def _hear(self, name: str, data: bytes) -> None:
        for answer in self.hardware.hear(name, data):
            self.say(name, answer)


class InMemory:
    """A USB model as the memory hub wants it."""

    def __init__(self, model: usb.UsbModel) -> None:
        self._model = model

    def control(
        self, request_type: int, request: int, value: int, index: int, data: bytes, length: int
    ) -> bytes | None:
        answer = self._model.control(usb.Setup(request_type, request, value, index, length), data)
        match answer:
            case "stall":
                raise TransferRefused("stall")
            case "silence":
                raise TransferRefused("timeout")
            case _:
                return answer


def table_config(
    ports: Sequence[str],
    data: Path,
    *,
    game: str,
    stakes: str,
    name: str = "demo",
    rulebook: str = "",
    parts: Sequence[Part] = (),
) -> str:
    """The TOML a person would write for the *parts* of *game* behind *ports*, both in the same order."""
    chosen = GAMES[game]
    table = _TABLE.format(name=name, rulebook=chosen.rulebook(rulebook), data=data, stakes=stakes, seats=chosen.seats)
    placed = zip(parts or chosen.parts, ports, strict=True)
    return table + "".join(_device(part, port, data) for part, port in placed)


def write_keys(hardware: Hardware, data: Path) -> None:
    """Put the key of every device that has one where the table's configuration says."""
    for part in hardware.parts:
        if part.keyed:
            write_private(_key_file(part, data), f"{hardware[part.name].link.maker.key.hex()}\n")


def _key_file(part: Part, data: Path) -> Path:
    return data / "keys" / f"{part.name}.key"


def _device(part: Part, port: str, data: Path) -> str:
    text = _DEVICE.format(name=part.name, kind=part.driver or part.kind, port=port)
    if part.keyed:
        text += f'key = "{_key_file(part, data)}"\n'
    if part.lamps:
        text += f"lamps = {_toml(part.lamps)}\n"
    if part.options:
        text += f"options = {_toml(part.options)}\n"
    return text


def _toml(value: object) -> str:
    """*value* as TOML writes it in one line."""
    match value:
        case bool():
            return str(value).lower()
        case Mapping():
            return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case str():
            return f'"{value}"'
        case _:
            return str(value)


def _mouth(name: str, say: Callable[[str, bytes], object]) -> Callable[[bytes], object]:
    return lambda data: say(name, data)
