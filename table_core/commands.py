"""What people may order. Every command reaches the kernel with a named person and the role they signed in with."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.device_tests import Fitting, Part
from table_core.preparation import PrepareStep
from table_core.progressive.orders import SideCommand, SideOrder, role_for
from table_core.rulebook import Fact, Role
from table_core.rules.baccarat.chemin.entries import CheminEntry
from table_core.rules.baccarat.entries import (
    ClosePass,
    CutCard,
    HandShoe,
    KeyBets,
    PrepareShoe,
    SpeakFive,
    TakeSuite,
)
from table_core.rules.blackjack.entries import Abort, Act, Button, FeedBack, LayNext, PlaceBet, PlaceSide
from table_core.rules.blackjack.shoe_cycle import ShoeEntry
from table_core.rules.poker.entries import (
    ChangeCards,
    CloseAntes,
    ConfirmHands,
    DecideBet,
    KeyHand,
    OpenHands,
    PlaceAnte,
)


class OpenTable(Struct, frozen=True, tag=True):
    """A jornada begins; *closes_at_utc_ns* is its legal closing hour, where there is one."""

    jornada: str
    closes_at_utc_ns: int | None = None


class CloseTable(Struct, frozen=True, tag=True):
    pass


class TakePosition(Struct, frozen=True, tag=True):
    """The person who signs deals or supervises from now on."""

    position: Literal["dealer", "supervisor"]


class ChangeLimits(Struct, frozen=True, tag=True):
    """Other limits from the next pass until the table closes."""

    minimum: int
    maximum: int


class LastPasses(Struct, frozen=True, tag=True):
    """One last game by order, or up to three last hands."""

    count: int


class ReportIrregularity(Struct, frozen=True, tag=True):
    """Something no sensor sees, by the rulebook's event name; *facts* are what people saw."""

    event: str
    facts: Mapping[str, Fact] = {}
    box: str = ""


class TellRemainder(Struct, frozen=True, tag=True):
    """What lay behind the last card of a finished shoe: every card, or only how many."""

    cards: tuple[Card, ...] = ()
    counted: int | None = None


class BeginMaintenance(Struct, frozen=True, tag=True):
    """A technician takes a device into his hands: until the work is signed off it may be another (R85)."""

    device: str
    licence: str
    reason: str
    asset: str


class EndMaintenance(Struct, frozen=True, tag=True):
    """The work is done: *parts* were touched, *approver* answers for it. Whoever answers now is the device."""

    device: str
    parts: str
    approver: str


class BeginDeviceTest(Struct, frozen=True, tag=True):
    """A technician wants to see a device work; *fitting* is what the table knows of it, whatever was asked."""

    device: str
    part: Part
    fitting: Fitting | None = None


class Undo(Struct, frozen=True, tag=True):
    """The last entry was keyed by mistake and no card has come since."""


class AskCctv(Struct, frozen=True, tag=True):
    """The resolution of incident *id* waits for what the cameras show."""

    id: int
    question: str = ""


class AnswerCctv(Struct, frozen=True, tag=True):
    """What the cameras showed; *facts* settle which resolutions are left, *reference* names camera and recording."""

    id: int
    answer: str
    facts: dict[str, bool] = {}
    reference: str = ""


class NoteObservation(Struct, frozen=True, tag=True):
    """Something an inspector saw, tied to journal entry *seq*."""

    seq: int
    text: str


class FreezePass(Struct, frozen=True, tag=True):
    """Keep everything known of pass *number* as evidence of a dispute (R88)."""

    number: int
    reason: str


class Resolve(Struct, frozen=True, tag=True):
    """A decision on one open incident; cards, box and boxes are keyed where the choice needs them."""

    id: int
    choice: str
    reason: str = ""
    punto: tuple[Card, ...] = ()
    bank: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    box: str = ""
    boxes: tuple[str, ...] = ()


BaccaratEntry = KeyBets | SpeakFive | HandShoe | TakeSuite | ClosePass
BlackjackEntry = PlaceBet | PlaceSide | Act | Button | Abort | LayNext | FeedBack | ShoeEntry
PokerEntry = PlaceAnte | CloseAntes | DecideBet | ChangeCards | OpenHands | KeyHand | ConfirmHands
GameEntry = PrepareStep | PrepareShoe | CutCard | BaccaratEntry | BlackjackEntry | CheminEntry | PokerEntry
IncidentCommand = Resolve | AskCctv | AnswerCctv | NoteObservation | FreezePass
Maintenance = BeginMaintenance | EndMaintenance
TableCommand = (
    OpenTable
    | CloseTable
    | TakePosition
    | ChangeLimits
    | LastPasses
    | ReportIrregularity
    | TellRemainder
    | Undo
    | Maintenance
    | BeginDeviceTest
    | GameEntry
    | SideCommand
)
Command = TableCommand | IncidentCommand


def needed_role(command: TableCommand) -> Role | None:
    """The least role that may give *command*; an incident's own choices name theirs, as do some orders (None)."""
    match command:
        case SideOrder():
            return role_for(command)
        case OpenTable() | CloseTable() | ChangeLimits() | LastPasses() | TellRemainder():
            return "jefe_de_mesa"
        case TakePosition(position="supervisor"):
            return "jefe_de_mesa"
        case BeginMaintenance() | EndMaintenance() | BeginDeviceTest():
            return "technician"
        case _:
            return "dealer"
