"""The table's day: closed, open, or at its last passes; its jornada, and who deals and supervises. No clock."""

from typing import Literal

import msgspec
from msgspec import Struct

Day = Literal["closed", "open"]
Limits = tuple[int, int]
"""The least and the most of a bet, as the sign says them."""

# Coquimbo 1.5.1 "Cierre del juego"; the words serve every table that closes.
LAST_GAME = "último juego de la mesa"
LAST_HANDS = {3: "últimas tres manos de la mesa", 2: "últimas dos manos de la mesa", 1: "última mano de la mesa"}


class Session(Struct, frozen=True):
    """*passes_left* counts down once the last passes were announced; 0 means no new pass may begin.

    *limits*: the day's own, where somebody changed those the table is set up with.
    """

    day: Day = "closed"
    jornada: str = ""
    dealer: str | None = None
    supervisor: str | None = None
    passes_left: int | None = None
    passes: int = 0
    closes_at_utc_ns: int | None = None
    limits: Limits | None = None

    @property
    def may_deal(self) -> bool:
        return self.day == "open" and self.passes_left != 0


class TableOpened(Struct, frozen=True, tag=True):
    """A jornada begins; it has an id of its own and is not a calendar date."""

    jornada: str
    by: str
    closes_at_utc_ns: int | None = None


class TableClosed(Struct, frozen=True, tag=True):
    jornada: str
    by: str


class PersonSeated(Struct, frozen=True, tag=True):
    """*person* deals or supervises from now on."""

    position: Literal["dealer", "supervisor"]
    person: str


class LimitsChanged(Struct, frozen=True, tag=True):
    """From the next pass until the table closes a bet is at least *minimum* and at most *maximum*."""

    minimum: int
    maximum: int
    by: str
    article: str


class LastPassesAnnounced(Struct, frozen=True, tag=True):
    """After *count* more passes no new one begins; *reason* is an order or the closing hour."""

    count: int
    reason: Literal["ordered", "closing_hour"]


class PassOpened(Struct, frozen=True, tag=True):
    """The first card of a pass left the shoe."""

    number: int


class PassEnded(Struct, frozen=True, tag=True):
    number: int


SessionOperation = (
    TableOpened | TableClosed | PersonSeated | LimitsChanged | LastPassesAnnounced | PassOpened | PassEnded
)

_replace = msgspec.structs.replace


def evolve(session: Session, operation: SessionOperation) -> Session:
    match operation:
        case TableOpened(jornada=jornada, closes_at_utc_ns=closes_at):
            return Session("open", jornada, session.dealer, session.supervisor, closes_at_utc_ns=closes_at)
        case TableClosed():
            return _replace(session, day="closed", passes_left=None, limits=None)
        case PersonSeated(position="dealer", person=person):
            return _replace(session, dealer=person)
        case PersonSeated(person=person):
            return _replace(session, supervisor=person)
        case LimitsChanged(minimum=minimum, maximum=maximum):
            return _replace(session, limits=(minimum, maximum))
        case LastPassesAnnounced(count=count):
            return _replace(session, passes_left=count)
        case PassOpened(number=number):
            return _replace(session, passes=number)
        case PassEnded():
            left = None if session.passes_left is None else max(0, session.passes_left - 1)
            return _replace(session, passes_left=left)


def last_passes_words(operation: LastPassesAnnounced) -> str:
    """What the dealer says: the order closes with one game, a short hour with up to three hands."""
    return LAST_GAME if operation.reason == "ordered" and operation.count == 1 else LAST_HANDS[operation.count]
