"""What boards with a memory, a key and an identity of their own report besides cards and lamps. Frozen values."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card

ShufflerPhase = Literal["idle", "loading", "shuffling", "ready", "dealing", "verify_failed", "fault"]


class DeviceIdentified(Struct, frozen=True, tag=True):
    """A device proved with its key who it is. *boot* counts its power-ups, *log* names its event memory."""

    device: str
    model: str
    serial: str
    firmware: str
    profile: str
    version: str
    boot: int
    log: int


class DeviceUnproven(Struct, frozen=True, tag=True):
    """Somebody is on the line who did not prove to be the device: `wrong_key`, `silent`, `version` or `profile`."""

    device: str
    reason: str


class DeviceContradicts(Struct, frozen=True, tag=True):
    """What a proven device says contradicts itself: it is broken or it lies."""

    device: str
    what: str


class EventsLost(Struct, frozen=True, tag=True):
    """Events a device no longer holds: *count* by its own counter, None when its memory is another one."""

    device: str
    count: int | None


class EventsRead(Struct, frozen=True, tag=True):
    """How far a device's event memory was kept: where a restarted session goes on."""

    device: str
    log: int
    counter: int


class DeviceFault(Struct, frozen=True, tag=True):
    """A fault a device raised (*active*) or took back; *code* is one of `faults.DEVICE_FAULTS`."""

    device: str
    code: str
    active: bool


class ShoeCounted(Struct, frozen=True, tag=True):
    """The shoe's own count of the cards that left it since it was loaded."""

    device: str
    drawn: int


class ShoeRefilled(Struct, frozen=True, tag=True):
    """The shoe's lid closed over new cards: its count begins again. *cards* 0: it did not count them in."""

    device: str
    cards: int


class ShufflerMoved(Struct, frozen=True, tag=True):
    """What a shuffling machine does, and how many cards it holds. Never which, never in what order."""

    device: str
    phase: ShufflerPhase
    inside: int


class ShuffleTimed(Struct, frozen=True, tag=True):
    """How long a machine was shuffling, as its line told begin and end without a break."""

    device: str
    took_ms: int


class ShufflerVerified(Struct, frozen=True, tag=True):
    """The machine looked at every card: how many there are, and by name those missing and those too many."""

    device: str
    wanted: int
    counted: int
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()


class FedIntoMachine(Struct, frozen=True, tag=True):
    """Cards went back into a continuous machine, which now holds *inside*."""

    device: str
    cards: int
    inside: int


class CreditsActivated(Struct, frozen=True, tag=True):
    """The dealer activated *credits* at a seat's electronic acceptor. *counter*: the device's own number of it."""

    device: str
    seat: int
    credits: int
    counter: int


class BetPressed(Struct, frozen=True, tag=True):
    """A player pressed the bet button for *credits*; whether that makes a bet is for the table."""

    device: str
    seat: int
    credits: int
    counter: int


class LockBelied(Struct, frozen=True, tag=True):
    """A seat's lock was read back as in place, and then the seat took a bet all the same."""

    device: str
    seat: int
    counter: int


class SeatLampShown(Struct, frozen=True, tag=True):
    """A seat's bet lamp: what it was told, and whether current really flows through it."""

    device: str
    seat: int
    commanded: bool
    lit: bool


class RackCounted(Struct, frozen=True, tag=True):
    """How many cards lie in the discard rack."""

    device: str
    cards: int


class RackLifted(Struct, frozen=True, tag=True):
    """Cards were lifted out of the discard rack; *left* stayed."""

    device: str
    cards: int
    left: int


class InputChanged(Struct, frozen=True, tag=True):
    """A plain contact: `shoe_tilt`, `drop_box`, `tray_lid`, `call_button` or `door`."""

    device: str
    input: str
    on: bool


class TextShown(Struct, frozen=True, tag=True):
    """What a display says it shows, read back."""

    device: str
    lines: tuple[str, ...]


BoardEvent = (
    DeviceIdentified
    | DeviceUnproven
    | DeviceContradicts
    | EventsLost
    | EventsRead
    | DeviceFault
    | ShoeCounted
    | ShoeRefilled
    | ShufflerMoved
    | ShuffleTimed
    | ShufflerVerified
    | FedIntoMachine
    | CreditsActivated
    | BetPressed
    | LockBelied
    | SeatLampShown
    | RackCounted
    | RackLifted
    | InputChanged
    | TextShown
)
