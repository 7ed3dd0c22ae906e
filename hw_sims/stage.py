"""Sets a whole table of simulated hardware on stage, behind ptys and a USB bus or in memory, with its configuration.

The one module, with the commands, that may know both the simulators and the product.
"""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware_bridge.transport.memory import MemoryHub, TransferRefused
from hw_sims.control import Actions, ControlServer
from hw_sims.devices import usb
from hw_sims.devices.angel_eye.model import Shoe
from hw_sims.devices.hid_relay.model import HidRelayBoard
from hw_sims.devices.lcus.model import LcusBoard
from hw_sims.pty_port import PtyPort
from hw_sims.usb_bus import UsbBus

SHOE, RELAY, LCUS = "shoe", "lamps-a", "lamps-b"
CONTROL = "sims.sock"
RELAY_LAMPS = ("seat.1", "seat.2", "seat.3", "seat.4")
LCUS_LAMPS = ("seat.5", "seat.6", "seat.7", "hold")
RULEBOOKS = {"punto-y-banca": "iquique-2000/punto-y-banca", "mini-baccarat": "iquique-2000/mini-baccarat"}

_CONFIG = """\
[table]
name = "{name}"
rulebook = "{rulebook}"
data = "{data}"
stakes = "{stakes}"
simulated = true

[[devices]]
name = "{shoe}"
driver = "angel-eye"
port = "{ports[0]}"

[[devices]]
name = "{relay}"
driver = "hid-relay"
port = "{ports[1]}"
lamps = {relay_lamps}

[[devices]]
name = "{lcus}"
driver = "lcus"
port = "{ports[2]}"
lamps = {lcus_lamps}
"""


class Hardware:
    """The models of one table; *say* carries what the shoe says to whatever line it hangs on."""

    def __init__(self, say: Callable[[bytes], object], *, concealed: bool, copies: int) -> None:
        self.shoe = Shoe(lambda data: _ignore(say(data)), concealed=concealed, copies=copies)
        self.relay = HidRelayBoard()
        self.lcus = LcusBoard()

    def lit(self) -> dict[str, bool]:
        """What a person sees: every lamp by its name."""
        relay = dict(zip(RELAY_LAMPS, self.relay.lit, strict=False))
        return relay | dict(zip(LCUS_LAMPS, self.lcus.lit, strict=False))


class PtyStage:
    """The hardware behind real ptys and a simulated USB bus: what a separate daemon process can open."""

    def __init__(self, directory: Path, *, concealed: bool = False, copies: int = 3, baud: int | None = None) -> None:
        self._directory = directory
        self.hardware = Hardware(self._say, concealed=concealed, copies=copies)
        self.shoe_port = PtyPort(directory / SHOE, lambda _data: None, baud=baud)
        self.lcus_port = PtyPort(directory / LCUS, self.hardware.lcus.receive)
        self.bus = UsbBus(directory / "usb.sock")
        self._control = ControlServer(directory / CONTROL, self.actions())

    def __enter__(self) -> Self:
        self.bus.start()
        self.bus.plug(RELAY, self.hardware.relay)
        self.shoe_port.plug()
        self.lcus_port.plug()
        self._control.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._control.close()
        self.shoe_port.unplug()
        self.lcus_port.unplug()
        self.bus.close()

    def ports(self) -> tuple[str, str, str]:
        return (
            f"serial://{self._directory / SHOE}?baud=4800",
            f"usb://16c0:05df?backend=simulated&at={self._directory / 'usb.sock'}",
            f"serial://{self._directory / LCUS}?baud=9600",
        )

    def actions(self) -> dict[str, Actions]:
        """What the control channel can do to each device."""
        shoe, relay = self.hardware.shoe, self.hardware.relay
        return {
            SHOE: {
                "plug": self.shoe_port.plug,
                "unplug": self.shoe_port.unplug,
                "fault": shoe.raise_fault,
                "clear": shoe.clear_fault,
                "misread": lambda card: setattr(shoe.mischief, "misread", card),
                "lose_messages": lambda count: setattr(shoe.mischief, "lost_messages", int(count)),
                "restart": self._restart_shoe,
            },
            RELAY: {
                "plug": lambda: self.bus.plug(RELAY, relay),
                "unplug": lambda: self.bus.unplug(RELAY),
                "stick": lambda number: setattr(relay.faults, "stuck", frozenset({int(number)})),
                "mend": lambda: setattr(relay.faults, "stuck", frozenset()),
            },
            LCUS: {
                "plug": self.lcus_port.plug,
                "unplug": self._unplug_lcus,
                "stop_reading": self.lcus_port.stop_reading,
                "resume_reading": self.lcus_port.resume_reading,
            },
        }

    def _restart_shoe(self) -> None:
        self.hardware.shoe.power_off()
        self.hardware.shoe.power_on()

    def _unplug_lcus(self) -> None:
        """The board is fed by its cable: pulled, it forgets its lamps."""
        self.lcus_port.unplug()
        self.hardware.lcus.power_lost()

    def _say(self, data: bytes) -> bool:
        return self.shoe_port.send(data)


class MemoryStage:
    """The same hardware in the daemon's own process, plugged into a memory hub."""

    def __init__(self, *, concealed: bool = False, copies: int = 3) -> None:
        self.hub = MemoryHub()
        self.hardware = Hardware(lambda data: self.hub.device_sends(SHOE, data), concealed=concealed, copies=copies)
        self.plug(SHOE)
        self.plug(RELAY)
        self.plug(LCUS)

    def plug(self, device: str) -> None:
        match device:
            case "shoe":
                self.hub.plug(SHOE, lambda _data: None)
            case "lamps-a":
                self.hub.plug_usb(RELAY, _InMemory(self.hardware.relay))
            case "lamps-b":
                self.hub.plug(LCUS, self.hardware.lcus.receive)

    def unplug(self, device: str) -> None:
        self.hub.unplug(device)
        match device:
            case "lamps-a":
                self.hardware.relay.power_lost()
            case "lamps-b":
                self.hardware.lcus.power_lost()

    def ports(self) -> tuple[str, str, str]:
        return f"memory://{SHOE}", f"memory://{RELAY}", f"memory://{LCUS}"


def table_config(ports: tuple[str, str, str], data: Path, *, game: str, stakes: str, name: str = "demo") -> str:
    """The TOML a person would write for this hardware."""
    return _CONFIG.format(
        name=name,
        rulebook=RULEBOOKS[game],
        data=data,
        stakes=stakes,
        ports=ports,
        shoe=SHOE,
        relay=RELAY,
        lcus=LCUS,
        relay_lamps=_list(RELAY_LAMPS),
        lcus_lamps=_list(LCUS_LAMPS),
    )


class _InMemory:
    """A USB model as the memory hub wants it."""

    def __init__(self, model: HidRelayBoard) -> None:
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


def _list(names: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def _ignore(_answer: object) -> None:
    """A person who draws a card does not care whether the cable is in."""
