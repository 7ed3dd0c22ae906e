"""What the table remembers of boards that prove who they are: whom it met, who is being repaired, what they counted."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from table_core.board_events import DeviceIdentified, EventsRead
from table_core.cards import Card
from table_core.plugs import Plug, PlugBook

T = TypeVar("T")

LEARNED_AFTER = 20
"""So many shuffles of a machine that nobody touched teach its band (ours)."""
MARGIN_MS, MARGIN_PART = 2000, 4
"""Around what was learned: two seconds, or a quarter of it (ours)."""


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


class Pace(Struct, frozen=True):
    """How long a machine took to shuffle, *seen* times: between *least_ms* and *most_ms*."""

    seen: int = 0
    least_ms: int = 0
    most_ms: int = 0

    def after(self, took_ms: int) -> "Pace":
        """With one more; once the band is learned nothing widens it."""
        if self.seen >= LEARNED_AFTER:
            return replace(self, seen=self.seen + 1)
        least = min(self.least_ms, took_ms) if self.seen else took_ms
        return Pace(self.seen + 1, least, max(self.most_ms, took_ms))

    def band_ms(self) -> tuple[int, int] | None:
        """What is usual for this machine; None: not learned yet."""
        if self.seen < LEARNED_AFTER:
            return None
        return (
            self.least_ms - max(MARGIN_MS, self.least_ms // MARGIN_PART),
            self.most_ms + max(MARGIN_MS, self.most_ms // MARGIN_PART),
        )


class BoardBook(Struct, frozen=True):
    """*read* is how far each event memory was kept. *met* is whom each device was when it was last accepted;
    *strangers*, who answers there without being accepted. *out_of_place*: the contacts that are not as they should be.
    *paces*: how long each machine has taken to shuffle. *inspections*: receipts so far; *unsigned*: by nobody yet.
    *plugs*: who is plugged in, without proof.
    """

    read: dict[str, EventsRead] = {}
    met: dict[str, DeviceIdentified] = {}
    strangers: dict[str, DeviceIdentified] = {}
    repairs: dict[str, Repair] = {}
    counts: Counts = Counts()
    out_of_place: dict[str, tuple[str, ...]] = {}
    paces: dict[str, Pace] = {}
    inspections: int = 0
    unsigned: tuple[int, ...] = ()
    plugs: PlugBook = PlugBook()

    def stranger(self, device: str) -> str | None:
        """Who answers under that name without being accepted, in words."""
        board, plug = self.strangers.get(device), self.plugs.strange.get(device)
        if board is not None:
            return f"{board.model} {board.serial}"
        return plug.told if plug is not None else None


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


class PlugMet(BoardNote, frozen=True, tag=True):
    """From here on this is what answers under the name of *device*."""

    device: str
    plug: Plug


class StrangePlugSeen(BoardNote, frozen=True, tag=True):
    """Another device answers under the name of *device* than the one that was accepted."""

    device: str
    plug: Plug


class RepairBegun(BoardNote, frozen=True, tag=True):
    device: str
    repair: Repair


class RepairEnded(BoardNote, frozen=True, tag=True):
    """*parts* were touched; *approver* answers for it besides the technician *person*."""

    device: str
    person: str
    parts: str
    approver: str


class CardsInspected(BoardNote, frozen=True, tag=True):
    """A machine looked at every card put in: the receipt of that, *number* of this table (R74).

    *maker* is what the configuration says of it. *operator*: who dealt then; empty until somebody signs.
    """

    number: int
    machine: DeviceIdentified
    maker: str
    operator: str
    wanted: int
    counted: int
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()


class InspectionSigned(BoardNote, frozen=True, tag=True):
    """*operator* answers for a receipt that nobody had signed: who prepared the shoe or decided on the cards."""

    number: int
    operator: str


class CountsNoted(BoardNote, frozen=True, tag=True):
    counts: Counts


class ContactNoted(BoardNote, frozen=True, tag=True):
    """Where a contact stands: open doors are remembered, so that no table opens beside one."""

    device: str
    input: str
    in_place: bool


class PaceNoted(BoardNote, frozen=True, tag=True):
    """A machine took *took_ms* to shuffle."""

    device: str
    took_ms: int


BoardOperation = (
    EventsKept
    | DeviceMet
    | StrangerSeen
    | PlugMet
    | StrangePlugSeen
    | RepairBegun
    | RepairEnded
    | CardsInspected
    | InspectionSigned
    | CountsNoted
    | ContactNoted
    | PaceNoted
)


def evolve(book: BoardBook, operation: BoardOperation) -> BoardBook:
    match operation:
        case EventsKept(read=read):
            return replace(book, read={**book.read, read.device: read})
        case DeviceMet(identity=one):
            return _met(book, one)
        case StrangerSeen(identity=one):
            return replace(book, strangers={**book.strangers, one.device: one})
        case PlugMet(device=device, plug=plug):
            plugs = PlugBook({**book.plugs.known, device: plug}, _without(book.plugs.strange, device))
            return replace(book, plugs=plugs)
        case StrangePlugSeen(device=device, plug=plug):
            return replace(book, plugs=replace(book.plugs, strange={**book.plugs.strange, device: plug}))
        case RepairBegun(device=device, repair=repair):
            return replace(book, repairs={**book.repairs, device: repair})
        case RepairEnded(device=device):
            return replace(book, repairs=_without(book.repairs, device), paces=_without(book.paces, device))
        case CardsInspected(number=number, operator=operator):
            unsigned = book.unsigned if operator else (*book.unsigned, number)
            return replace(book, inspections=number, unsigned=unsigned)
        case InspectionSigned(number=number):
            return replace(book, unsigned=tuple(one for one in book.unsigned if one != number))
        case CountsNoted(counts=counts):
            return replace(book, counts=counts)
        case ContactNoted(device=device, input=contact, in_place=in_place):
            others = tuple(one for one in book.out_of_place.get(device, ()) if one != contact)
            out = others if in_place else tuple(sorted((*others, contact)))
            return replace(book, out_of_place={**book.out_of_place, device: out})
        case PaceNoted(device=device, took_ms=took_ms):
            pace = book.paces.get(device, Pace())
            return replace(book, paces={**book.paces, device: pace.after(took_ms)})


def _met(book: BoardBook, one: DeviceIdentified) -> BoardBook:
    """Another machine, or another program in it, has a pace of its own; so has one that was repaired."""
    before = book.met.get(one.device)
    another = before is not None and is_another(before, one)
    paces = _without(book.paces, one.device) if another else book.paces
    return replace(book, met={**book.met, one.device: one}, strangers=_without(book.strangers, one.device), paces=paces)


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
