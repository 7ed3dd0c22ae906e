"""What happens to a table's side bets and their prizes, as the journal keeps it."""

from typing import Literal

from msgspec import Struct

from table_core.progressive.betting import AcceptorKind, Refusal, Returned, SeatBet
from table_core.progressive.claims import AnyClaim, Decided, PotValue
from table_core.progressive.complementary import Shown
from table_core.progressive.ledger import PotMovement
from table_core.progressive.orders import Means, SeenHand
from table_core.progressive.prizes import Hand
from table_core.progressive.state import Closed, Due, Release
from table_core.progressive.terms import Terms


class Operation(Struct, frozen=True, tag=lambda name: f"progressive.{name}"):
    """Something that happened to the side bets or their prizes."""


class PlanAdopted(Operation, frozen=True):
    """The approved betting plan in force from here on; only between jackpots (ARI-4.2-r)."""

    version: str
    digest: str
    terms: Terms
    article: str = "4.2"


class SideBetsOpened(Operation, frozen=True):
    kind: AcceptorKind
    article: str = "3.5.1"


class CreditsBought(Operation, frozen=True):
    seat: int
    credits: int
    exchanged: int
    means: Means
    by: str
    article: str = "3.4.1"


class CreditsBoughtBack(Operation, frozen=True):
    seat: int
    credits: int
    amount: int
    by: str
    article: str = "PRG-GAP-02"


class ExchangeNoted(Operation, frozen=True):
    """What was paid at the table for credits a device had activated by itself."""

    amount: int
    by: str
    article: str = "3.4.1"


class ChipsIn(Operation, frozen=True):
    """Chips of *value* fell into a seat's box: they are counted whether or not they made a bet."""

    seat: int
    value: int


class SideBetLaid(Operation, frozen=True):
    """A bet by button or chip, *promo* of it in promotional credits. Its lamp lights after this is in the journal."""

    seat: int
    credits: int
    promo: int = 0
    article: str = "3.4.1"


class SideBetRefused(Operation, frozen=True):
    """A press or a chip that made no bet. *value* is what the dealer hands back; None: nothing was taken."""

    seat: int
    credits: int
    reason: Refusal | Literal["NOT_A_CREDIT"]
    value: int | None = None
    article: str = "3.4.1"


class AntesNoted(Operation, frozen=True):
    seats: tuple[int, ...]
    article: str = "3.5.1"


class LampSeen(Operation, frozen=True):
    seat: int
    lit: bool
    article: str = "4.1"


class SeatClosed(Operation, frozen=True):
    seat: int
    reason: Closed
    by: str | None = None
    article: str = "4.1"


class SeatReopened(Operation, frozen=True):
    seat: int
    by: str | None = None
    article: str = "4.1"


class LockOrdered(Operation, frozen=True):
    """No more side bets from here on; acceptors are told to lock and read back."""

    by: str | None
    article: str = "3.5.1"


class LockRead(Operation, frozen=True):
    seat: int
    locked: bool


class DevicesForgotten(Operation, frozen=True):
    """A restart: what lamps and locks showed before says nothing of now; they are read back afresh."""


class JudgedSeat(Struct, frozen=True):
    """One seat at the lock: its bet, its lamp, what was accepted. The evidence of the pass."""

    seat: int
    bet: SeatBet


class SideBetsLocked(Operation, frozen=True):
    """Every bet was judged by its lamp, its base bet and the minimum. *implicit*: a card came before the lock."""

    implicit: bool
    seats: tuple[JudgedSeat, ...]
    returned: tuple[Returned, ...] = ()
    review: tuple[int, ...] = ()
    article: str = "3.5.1"


class SideBetsAnnulled(Operation, frozen=True):
    seats: tuple[int, ...]
    by: str | None
    article: str = "PRG-GAP-01"


class ComplementaryShown(Operation, frozen=True):
    """What the machine showed; *chance* is the number it came from, *held_by* who held the card then."""

    shown: Shown
    chance: int
    article: str = "3.5.4"


class HandsKept(Operation, frozen=True):
    """The hands as they were when the base game ended: the evidence of what the review finds."""

    hands: tuple[Hand, ...]
    article: str = "4.2"


class HandsQuestioned(Operation, frozen=True):
    """What the dealer saw is not what the record holds: a supervisor decides which counts."""

    seen: tuple[SeenHand, ...]
    by: str
    article: str = "4.2"


class HandsReviewed(Operation, frozen=True):
    """The dealer looked at *seats*, whether or not he opens (ARI 3.5.5)."""

    seats: tuple[int, ...]
    by: str
    article: str = "3.5.5"


class PrizeConfirmed(Operation, frozen=True):
    due: Due
    article: str = "4.2"


class GrandDue(Operation, frozen=True):
    """When a grand prize must be paid at the latest, counted from its confirmation."""

    id: int
    due_at_utc_ns: int
    article: str = "118"


class PrizeReleased(Operation, frozen=True):
    id: int
    release: Release


class PrizePaid(Operation, frozen=True):
    id: int
    means: Means
    by: str
    article: str = "4.2"


class SidePassEnded(Operation, frozen=True):
    """Lamps off; credits not bet stay on the counters."""


class BoxCounted(Operation, frozen=True):
    """A slot box was emptied: *amount* was found, *expected* is what its counter says went in since the last count."""

    seat: int
    amount: int
    expected: int
    by: str


class ClaimMade(Operation, frozen=True):
    """What a linked table says to the floor; sent once this is in the journal, and until it is answered."""

    claim: AnyClaim
    by: str | None = None
    article: str = "4.2"


class ClaimAnswered(Operation, frozen=True):
    """The floor's answer as it came: the movements are durable there, and here they are not worked out again."""

    decided: Decided
    article: str = "4.2"


class PotShown(Operation, frozen=True):
    """The shared pot as the floor tells it. *news*: its newest win was at another table."""

    value: PotValue
    news: bool = False
    article: str = "3.4.1"


SideOperation = (
    PlanAdopted
    | SideBetsOpened
    | CreditsBought
    | CreditsBoughtBack
    | ExchangeNoted
    | ChipsIn
    | SideBetLaid
    | SideBetRefused
    | AntesNoted
    | LampSeen
    | SeatClosed
    | SeatReopened
    | LockOrdered
    | LockRead
    | DevicesForgotten
    | SideBetsLocked
    | SideBetsAnnulled
    | ComplementaryShown
    | HandsKept
    | HandsQuestioned
    | HandsReviewed
    | PrizeConfirmed
    | GrandDue
    | PrizeReleased
    | PrizePaid
    | SidePassEnded
    | BoxCounted
    | ClaimMade
    | ClaimAnswered
    | PotShown
    | PotMovement
)
