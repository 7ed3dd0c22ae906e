"""Who is plugged in under each device's name, as far as the machine or the device itself can tell without proof."""

from msgspec import Struct
from msgspec.structs import replace


class Plug(Struct, frozen=True):
    """*machine*: vendor, product and serial number as the system read them. *own*: the name the device gives itself.

    Empty where nobody can tell. Neither says in which socket it is: a device may come back anywhere.
    """

    machine: str = ""
    own: str = ""

    @property
    def told(self) -> str:
        return " ".join(part for part in (self.machine, self.own) if part)


class PlugBook(Struct, frozen=True):
    """*known* is who was accepted under each name, *strange* who answers there without being accepted."""

    known: dict[str, Plug] = {}
    strange: dict[str, Plug] = {}


def machine_name(identity: str) -> str:
    """What of a link's identity stays with the device: `...usb:VVVV:PPPP:SERIAL@SOCKET` without its socket."""
    _before, found, name = f" {identity}".rpartition(" usb:")
    return name.rpartition("@")[0] if found else ""


def differences(known: Plug, now: Plug) -> tuple[str, ...]:
    """What both tell and tell differently, in words."""
    pairs = (("aparato", known.machine, now.machine), ("nombre propio", known.own, now.own))
    return tuple(f"{what}: {before} → {after}" for what, before, after in pairs if before and after and before != after)


def learned(known: Plug, now: Plug) -> Plug:
    """What is known after *now* was told; another device takes nothing over from the one before."""
    if known.machine and now.machine and known.machine != now.machine:
        return now
    return replace(known, machine=now.machine or known.machine, own=now.own or known.own)
