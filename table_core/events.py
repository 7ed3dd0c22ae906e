"""What devices report, in the table's words. Frozen values; a driver makes them, the reconciler reads them."""

from typing import Literal

from msgspec import Struct

from table_core.board_events import BoardEvent
from table_core.cards import Card
from table_core.floor_events import FloorEvent

Side = Literal["punto", "bank"]
Winner = Literal["punto", "bank", "tie", "forced_quit"]
LinkState = Literal["up", "down"]


class Claim(Struct, frozen=True):
    """Where the shoe itself says a card went: a witness beside our own attribution, never the authority."""

    target: Literal["punto", "bank", "burn", "first", "burn_count", "other"]
    position: int


class CardDrawn(Struct, frozen=True, tag=True):
    """A card left the shoe. *card* is None when the shoe conceals it until the round is over."""

    device: str
    card: Card | None
    claim: Claim | None = None


class PackSeen(Struct, frozen=True, tag=True):
    """The code of the card that comes next tells which of the table's packs it is of."""

    device: str
    pack: str


class CardRevealed(Struct, frozen=True, tag=True):
    """The face of a card drawn earlier in this round (concealed mode)."""

    device: str
    card: Card | None
    claim: Claim


class CardDrawnOutOfGame(Struct, frozen=True, tag=True):
    """A card left the shoe while the shoe itself had no game going or was in error."""

    device: str
    card: Card | None
    target_raw: int


class CardRevealedOutOfGame(Struct, frozen=True, tag=True):
    device: str
    card: Card | None
    target_raw: int


class CardRedrawn(Struct, frozen=True, tag=True):
    """The shoe sends a draw again (it says so itself); the card replaces the one at the same place."""

    device: str
    card: Card | None
    claim: Claim | None


class ShoeResult(Struct, frozen=True, tag=True):
    """The shoe's own verdict on the round; *pairs* in the order punto, bank."""

    device: str
    winner: Winner
    pairs: tuple[Side, ...] = ()


class CutCardDrawn(Struct, frozen=True, tag=True):
    device: str


class ShoeStandby(Struct, frozen=True, tag=True):
    """The shoe is between rounds."""

    device: str


class ShoeStarted(Struct, frozen=True, tag=True):
    """The shoe was switched on or reset; what it knew of a round is gone."""

    device: str


class ShoeFault(Struct, frozen=True, tag=True):
    """A fault the shoe raised (*active*) or took back. *stopped*: the shoe is in its error mode.

    *code* is one of `shoe_faults.SHOE_ERRORS`; *detail* is what the shoe itself wrote about it.
    """

    device: str
    code: str
    active: bool
    stopped: bool
    detail: str = ""


class ShoeLocked(Struct, frozen=True, tag=True):
    device: str
    locked: bool


class ShoePresetChanged(Struct, frozen=True, tag=True):
    device: str
    address: str
    value: str


class MessagesLost(Struct, frozen=True, tag=True):
    """The device's own numbering jumped: something it said did not arrive.

    *counted*: how many cards had left it before what came now, by a shoe that numbers its cards.
    """

    device: str
    expected: int
    got: int
    counted: int | None = None


class LampsShown(Struct, frozen=True, tag=True):
    """The board was read back (or, on an open-loop board, was sent) and shows *lit*."""

    device: str
    lit: tuple[bool, ...]
    confirmed: bool


class LampsDiffer(Struct, frozen=True, tag=True):
    """The board shows *lit* although *wanted* was commanded."""

    device: str
    wanted: tuple[bool, ...]
    lit: tuple[bool, ...]


class KeyPressed(Struct, frozen=True, tag=True):
    """A key of the dealer pad went down, by its name: "0" to "9", "enter", "plus", "backspace" (`pad.KEYS`)."""

    device: str
    key: str


class KeysUnclear(Struct, frozen=True, tag=True):
    """Too many keys of the dealer pad at once, or a report that is none: what was pressed is not known."""

    device: str


class AcceptorIdentified(Struct, frozen=True, tag=True):
    """Who answers at a seat: asked after every connection and whenever an acceptor comes back."""

    device: str
    seat: int
    maker: str
    category: str
    product: str
    software: str
    serial: int | None


class CreditAccepted(Struct, frozen=True, tag=True):
    """A chip went in. *counter* is the acceptor's own number of the event; *value* is None for a coin without one."""

    device: str
    seat: int
    coin: int
    value: int | None
    counter: int


class AcceptorFault(Struct, frozen=True, tag=True):
    """Something the acceptor noted instead of a credit: a coin refused, a sensor blocked, an attempt at fraud."""

    device: str
    seat: int
    code: int
    fault: str
    counter: int


class AcceptorReset(Struct, frozen=True, tag=True):
    """The acceptor lost its memory. What it accepted after event *last_counter* and before the reset is unknown."""

    device: str
    seat: int
    last_counter: int | None


class AcceptorReplaced(Struct, frozen=True, tag=True):
    """Another acceptor answers at this seat; its counter says nothing of the one before it."""

    device: str
    seat: int
    serial_before: int
    serial: int


class CreditsLost(Struct, frozen=True, tag=True):
    """Events the acceptor no longer holds: *count* by its own counter, None when even that contradicts itself."""

    device: str
    seat: int
    count: int | None


class CounterRead(Struct, frozen=True, tag=True):
    """How far an acceptor was read: where a restarted session goes on, so that nothing is lost or told twice."""

    device: str
    seat: int
    counter: int
    recent: tuple[tuple[int, int], ...]
    serial: int | None = None


class AcceptorSilent(Struct, frozen=True, tag=True):
    """An acceptor no longer answers, or never in a readable way."""

    device: str
    seat: int
    reason: str


class AcceptorBack(Struct, frozen=True, tag=True):
    device: str
    seat: int


class LockShown(Struct, frozen=True, tag=True):
    """Whether a seat takes chips. Only a *confirmed* lock was read back; without that the seat counts as not locked."""

    device: str
    seat: int
    locked: bool
    confirmed: bool


class DeviceSaidNonsense(Struct, frozen=True, tag=True):
    """A frame with a good check whose content its own protocol does not allow."""

    device: str
    detail: str


class LinkLost(Struct, frozen=True, tag=True):
    device: str
    reason: str


class LinkRestored(Struct, frozen=True, tag=True):
    device: str
    identity: str


class LineBabbles(Struct, frozen=True, tag=True):
    """A line is full of what nobody understands: *count* bytes in a few seconds. Good messages may be lost in it."""

    device: str
    count: int


class LineCalm(Struct, frozen=True, tag=True):
    """The line that babbled does so no longer."""

    device: str


class DeviceNamed(Struct, frozen=True, tag=True):
    """A device that can prove nothing says its name, which somebody may have written into it."""

    device: str
    name: str


class UsbDeviceAppeared(Struct, frozen=True, tag=True):
    """A USB device was plugged in that this table does not use and that was not there when it started."""

    device: str
    identity: str


class SendLost(Struct, frozen=True, tag=True):
    """The link is up but the device takes no bytes."""

    device: str
    reason: str


DeviceEvent = (
    CardDrawn
    | PackSeen
    | CardRevealed
    | CardDrawnOutOfGame
    | CardRevealedOutOfGame
    | CardRedrawn
    | ShoeResult
    | CutCardDrawn
    | ShoeStandby
    | ShoeStarted
    | ShoeFault
    | ShoeLocked
    | ShoePresetChanged
    | MessagesLost
    | LampsShown
    | LampsDiffer
    | KeyPressed
    | KeysUnclear
    | AcceptorIdentified
    | CreditAccepted
    | AcceptorFault
    | AcceptorReset
    | AcceptorReplaced
    | CreditsLost
    | CounterRead
    | AcceptorSilent
    | AcceptorBack
    | LockShown
    | DeviceSaidNonsense
    | LinkLost
    | LinkRestored
    | DeviceNamed
    | LineBabbles
    | LineCalm
    | SendLost
    | UsbDeviceAppeared
    | BoardEvent
    | FloorEvent
)
