"""What happened at the table, one value per fact, each with the article it rests on. Changes nothing itself."""

from msgspec import Struct

from table_core.cards import Card
from table_core.rules.blackjack.state import Face, HoleWhen, Pending, Phase, Result, SideKind, Slot


class GameOperation(Struct, frozen=True, tag=lambda name: f"blackjack.{name}"):
    """Something that happened to the shoe or the pass, with the article it rests on."""


class BetPlaced(GameOperation, frozen=True):
    box: str
    stake: int | None
    article: str
    player: str = ""
    standing: tuple[int, ...] = ()


class SidePlaced(GameOperation, frozen=True):
    hand: str
    kind: SideKind
    stake: int | None
    article: str


class BetsCalled(GameOperation, frozen=True):
    """The closing words were said; whether they close depends on the text."""

    article: str


class PhaseEntered(GameOperation, frozen=True):
    phase: Phase
    article: str


class Planned(GameOperation, frozen=True):
    """The places of the initial deal; cards already out are laid anew in the order they left the shoe."""

    plan: tuple[Slot, ...]
    article: str


class CardDealt(GameOperation, frozen=True):
    place: str
    card: Card
    face: Face
    article: str
    initial: bool = False


class CardBurned(GameOperation, frozen=True):
    card: Card
    face: Face
    article: str


class CardHeld(GameOperation, frozen=True):
    card: Card
    article: str


class CardReturned(GameOperation, frozen=True):
    """Put back into the shoe; it will be read again as the next pass's first card (IQQ 94)."""

    card: Card
    article: str


class CardMoved(GameOperation, frozen=True):
    """A card re-attributed; *index* counts all cards of the pass from 0."""

    index: int
    place: str
    face: Face
    article: str
    initial: bool = False


class DealTakenBack(GameOperation, frozen=True):
    """Cards drawn while bets were open: burned, the deal has not begun (MZA 9)."""

    face: Face
    article: str


class HandBurned(GameOperation, frozen=True):
    hand: str
    article: str


class BankSwept(GameOperation, frozen=True):
    """Bank cards that went into the discard by mistake; their places wait for others."""

    places: tuple[int, ...]
    article: str


class Revealed(GameOperation, frozen=True):
    """Covered cards of a hand, or of the bank, turned."""

    place: str
    article: str


class CardAsked(GameOperation, frozen=True):
    hand: str
    article: str


class Doubled(GameOperation, frozen=True):
    """*plain*: a forgotten double served as one ordinary card."""

    hand: str
    article: str
    plain: bool = False


class HandSplit(GameOperation, frozen=True):
    """*first* keeps the first card in the hand's place, *second* takes the other; it stands at *position*."""

    hand: str
    first: str
    second: str
    position: int
    opened: str
    article: str


class AceDeclared(GameOperation, frozen=True):
    hand: str
    value: int
    article: str


class HandClosed(GameOperation, frozen=True):
    hand: str
    reason: str
    article: str


class HandReopened(GameOperation, frozen=True):
    hand: str
    article: str


class Paid(GameOperation, frozen=True):
    """*ratio* is what to announce ("3 a 2"), *amount* the winnings where the stake is known."""

    hand: str
    result: Result
    ratio: str
    amount: int | None
    article: str
    at_once: bool = False


class Collected(GameOperation, frozen=True):
    hand: str
    result: Result
    amount: int | None
    article: str
    at_once: bool = False


class StakeReturned(GameOperation, frozen=True):
    """A tie or a hand that does not count; *amount* None also while a supervisor still has to say."""

    hand: str
    result: Result
    amount: int | None
    article: str


class HandUnsettled(GameOperation, frozen=True):
    """What was paid or collected before an abort is undone."""

    hand: str
    article: str


class SideSettled(GameOperation, frozen=True):
    index: int
    outcome: str | None
    label: str | None
    net: int | None
    article: str


class JackpotForfeited(GameOperation, frozen=True):
    box: str
    article: str


class Announced(GameOperation, frozen=True):
    text: str
    article: str


class ShuffleOrdered(GameOperation, frozen=True):
    reason: str
    article: str


class PendingSet(GameOperation, frozen=True):
    pending: Pending | None
    article: str


class QuestionOpened(GameOperation, frozen=True):
    """An irregularity waits for a player's or a supervisor's word; None closes it."""

    event: str | None
    article: str
    box: str | None = None


class LeaveAsked(GameOperation, frozen=True):
    """The dealer waits for the leave of a supervisor; None: it was given."""

    event: str | None
    article: str


class HoleDue(GameOperation, frozen=True):
    """The bank's second card was forgotten; *when* it is to be given ("" once it lies there)."""

    when: HoleWhen
    article: str
    after: str = ""


class Noted(GameOperation, frozen=True):
    """A fact for the record that changes nothing."""

    event: str
    article: str
    box: str | None = None


class Aborted(GameOperation, frozen=True):
    mode: str
    article: str


Operation = (
    BetPlaced | SidePlaced | BetsCalled | PhaseEntered | Planned | CardDealt | CardBurned | CardHeld
    | CardReturned | CardMoved | DealTakenBack | HandBurned | BankSwept | Revealed | CardAsked | Doubled
    | HandSplit | AceDeclared | HandClosed | HandReopened | Paid | Collected | StakeReturned | HandUnsettled
    | SideSettled | JackpotForfeited | Announced | ShuffleOrdered | PendingSet | QuestionOpened | LeaveAsked
    | HoleDue | Noted | Aborted
)  # fmt: skip
