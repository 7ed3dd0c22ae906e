"""What the table remembers of boards that prove who they are: whom it met, who is being repaired, what they counted."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from table_core.board_events import DeviceIdentified, EventsRead

T = TypeVar("T")


class Repair(Struct, frozen=True):
    """A device is in a technician's hands: it may change until the work is signed off (R85)."""

    person: str
    licence: str
    reason: str
    asset: str


class Counts(Struct, frozen=True):
    """What each place said of its cards; None: nothing yet.

    *verified*: what the shuffler counted. *shoe*: how many the shoe says it gave. *rack*: what lies in the discard.
    *lifted*: cards taken from the rack that did not go into a machine yet.
    """

    verified: int | None = None
    shoe: int | None = None
    rack: int | None = None
    lifted: int = 0


class BoardBook(Struct, frozen=True):
    """*read* is how far each event memory was kept. *met* is whom each device was when it was last accepted;
    *strangers*, who answers there without being accepted.
    """

    read: dict[str, EventsRead] = {}
    met: dict[str, DeviceIdentified] = {}
    strangers: dict[str, DeviceIdentified] = {}
    repairs: dict[str, Repair] = {}
    counts: Counts = Counts()


class BoardNote(Struct, frozen=True):
    """What every entry about a board has in common: the fold of the book."""


class EventsKept(BoardNote, frozen=True, tag=True):
    """Everything a device told up to this is recorded; with this entry it may forget it."""

    read: EventsRead


class DeviceMet(BoardNote, frozen=True, tag=True):
    """From here on this is the device of that name; another one would be a stranger."""

    identity: DeviceIdentified


class StrangerSeen(BoardNote, frozen=True, tag=True):
    """Another device, or another program, answers under this name than the one that was accepted."""

    identity: DeviceIdentified


class RepairBegun(BoardNote, frozen=True, tag=True):
    device: str
    repair: Repair


class RepairEnded(BoardNote, frozen=True, tag=True):
    """*parts* were touched; *approver* answers for it besides the technician *person*."""

    device: str
    person: str
    parts: str
    approver: str


class CountsNoted(BoardNote, frozen=True, tag=True):
    counts: Counts


BoardOperation = EventsKept | DeviceMet | StrangerSeen | RepairBegun | RepairEnded | CountsNoted


def evolve(book: BoardBook, operation: BoardOperation) -> BoardBook:
    match operation:
        case EventsKept(read=read):
            return replace(book, read={**book.read, read.device: read})
        case DeviceMet(identity=one):
            return replace(book, met={**book.met, one.device: one}, strangers=_without(book.strangers, one.device))
        case StrangerSeen(identity=one):
            return replace(book, strangers={**book.strangers, one.device: one})
        case RepairBegun(device=device, repair=repair):
            return replace(book, repairs={**book.repairs, device: repair})
        case RepairEnded(device=device):
            return replace(book, repairs=_without(book.repairs, device))
        case CountsNoted(counts=counts):
            return replace(book, counts=counts)


def _without(those: dict[str, T], device: str) -> dict[str, T]:
    return {name: one for name, one in those.items() if name != device}


def changes(before: DeviceIdentified, now: DeviceIdentified) -> tuple[str, ...]:
    """What is not as it was when the device was accepted, in words."""
    found = [
        f"{what}: {getattr(before, name)[:_SHORT]} → {getattr(now, name)[:_SHORT]}"
        for name, what in _IDENTITY.items()
        if getattr(before, name) != getattr(now, name)
    ]
    return (*found, *([f"se reinició ({before.boot} → {now.boot})"] if before.boot != now.boot else []))


def is_another(before: DeviceIdentified, now: DeviceIdentified) -> bool:
    """Whether somebody else answers, or another program: more than a restart."""
    return any(getattr(before, name) != getattr(now, name) for name in _IDENTITY)


def first_parting(counts: Counts, *, loaded: int | None, drawn: int) -> str | None:
    """The first place, in the way the cards go, whose count is not that of the place before; None: all agree."""
    if loaded is not None and counts.verified not in (None, loaded):
        return f"entre la barajadora ({counts.verified}) y el sabot preparado ({loaded})"
    if counts.shoe not in (None, drawn):
        return f"en el sabot: dice que dio {counts.shoe} y se leyeron {drawn}"
    if counts.rack is not None and counts.rack + counts.lifted != drawn:
        return f"entre el sabot ({drawn} cartas salidas) y el descarte ({counts.rack + counts.lifted})"
    return None


_SHORT = 16
_IDENTITY = {"serial": "serie", "model": "modelo", "firmware": "firmware", "profile": "perfil", "version": "versión"}
