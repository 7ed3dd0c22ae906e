"""The configuration to paste for what was found: sections a person only has to name and complete. Writes no file."""

from collections.abc import Iterable

from msgspec import Struct

from daemon.rulebooks import all_rulebooks
from drivers.registry import DRIVERS, DeviceRole

_NAMES: dict[DeviceRole, str] = {
    "shoe": "sabot",
    "lamps": "lamparas",
    "display": "letrero",
    "acceptor": "aceptadores",
    "pad": "teclado",
    "wheel": "rueda",
}
_SEATS = 7
_CHANNELS = 8


class Suggested(Struct, frozen=True):
    """A device to write down: *port* without a speed, *baud* where the line has one of its own."""

    driver: str
    port: str
    baud: int | None = None


def device_sections(devices: Iterable[Suggested]) -> str:
    """One [[devices]] section each, names numbered where a role comes twice."""
    taken: dict[str, int] = {}
    return "\n".join(_section(device, taken) for device in devices)


def table_section(rulebook: str, data: str, name: str = "mesa-1") -> str:
    """The [table] section of a first configuration; raises LookupError for a rulebook that does not exist."""
    book = all_rulebooks()[rulebook]
    return f'[table]\nname = "{name}"\nrulebook = "{book.id}"\ndata = "{data}"\n'


def _section(device: Suggested, taken: dict[str, int]) -> str:
    role = DRIVERS[device.driver].role
    name = _NAMES[role]
    taken[name] = taken.get(name, 0) + 1
    number = f"-{taken[name]}" if taken[name] > 1 else ""
    lines = ["[[devices]]", f'name = "{name}{number}"', f'driver = "{device.driver}"', f'port = "{_port(device)}"']
    if role == "lamps":
        lamps = ", ".join(f'"{lamp}"' for lamp in _lamps(taken[name]))
        lines.append(f"lamps = [{lamps}]  # en el orden de los canales: compárelo con el cableado")
    return "\n".join(lines) + "\n"


def _port(device: Suggested) -> str:
    usual = DRIVERS[device.driver].baud
    baud = device.baud or usual
    return f"{device.port}?baud={baud}" if device.port.startswith("serial://") and baud else device.port


def _lamps(board: int) -> list[str]:
    """The first board has the seats and the hold; a further one waits for somebody to say what it lights."""
    return [*(f"seat.{seat}" for seat in range(1, _SEATS + 1)), "hold"][:_CHANNELS] if board == 1 else []
