"""What happened at the table, one value per fact, each with the article it rests on. Changes nothing itself."""

from msgspec import Struct

from table_core.cards import Card
from table_core.rules.blackjack.state import Face, HoleWhen, Pending, Phase, Result, SideKind, Slot


class BetPlaced(Struct, frozen=True, tag=True):
    box: str
    stake: int | None
    article: str
    player: str = ""
    standing: tuple[int, ...] = ()


class SidePlaced(Struct, frozen=True, tag=True):
    hand: str
    kind: SideKind
    stake: int | None
    article: str


class BetsCalled(Struct, frozen=True, tag=True):
    """The closing words were said; whether they close depends on the text."""

    article: str


class PhaseEntered(Struct, frozen=True, tag=True):
    phase: Phase
    article: str


class Planned(Struct, frozen=True, tag=True):
    """The places of the initial deal; cards already out are laid anew in the order they left the shoe."""

    plan: tuple[Slot, ...]
    article: str


class CardDealt(Struct, frozen=True, tag=True):
    place: str
    card: Card
    face: Face
    article: str
    initial: bool = False


class CardBurned(Struct, frozen=True, tag=True):
    card: Card
    face: Face
    article: str


class CardHeld(Struct, frozen=True, tag=True):
    card: Card
    article: str


class CardReturned(Struct, frozen=True, tag=True):
    """Put back into the shoe; it will be read again as the next pass's first card (IQQ 94)."""

    card: Card
    article: str


class CardMoved(Struct, frozen=True, tag=True):
    """A card re-attributed; *index* counts all cards of the pass from 0."""

    index: int
    place: str
    face: Face
    article: str
    initial: bool = False


class DealTakenBack(Struct, frozen=True, tag=True):
    """Cards drawn while bets were open: burned, the deal has not begun (MZA 9)."""

    face: Face
    article: str


class HandBurned(Struct, frozen=True, tag=True):
    hand: str
    article: str


class BankSwept(Struct, frozen=True, tag=True):
    """Bank cards that went into the discard by mistake; their places wait for others."""

    places: tuple[int, ...]
    article: str


class Revealed(Struct, frozen=True, tag=True):
    """Covered cards of a hand, or of the bank, turned."""

    place: str
    article: str


class CardAsked(Struct, frozen=True, tag=True):
    hand: str
    article: str


class Doubled(Struct, frozen=True, tag=True):
    """*plain*: a forgotten double served as one ordinary card."""

    hand: str
    article: str
    plain: bool = False


class HandSplit(Struct, frozen=True, tag=True):
    """*first* keeps the first card in the hand's place, *second* takes the other; it stands at *position*."""

    hand: str
    first: str
    second: str
    position: int
    opened: str
    article: str


class AceDeclared(Struct, frozen=True, tag=True):
    hand: str
    value: int
    article: str


class HandClosed(Struct, frozen=True, tag=True):
    hand: str
    reason: str
    article: str


class HandReopened(Struct, frozen=True, tag=True):
    hand: str
    article: str


class Paid(Struct, frozen=True, tag=True):
    """*ratio* is what to announce ("3 a 2"), *amount* the winnings where the stake is known."""

    hand: str
    result: Result
    ratio: str
    amount: int | None
    article: str
    at_once: bool = False


class Collected(Struct, frozen=True, tag=True):
    hand: str
    result: Result
    amount: int | None
    article: str
    at_once: bool = False


class StakeReturned(Struct, frozen=True, tag=True):
    """A tie or a hand that does not count; *amount* None also while a supervisor still has to say."""

    hand: str
    result: Result
    amount: int | None
    article: str


class HandUnsettled(Struct, frozen=True, tag=True):
    """What was paid or collected before an abort is undone."""

    hand: str
    article: str


class SideSettled(Struct, frozen=True, tag=True):
    index: int
    outcome: str | None
    label: str | None
    net: int | None
    article: str


class JackpotForfeited(Struct, frozen=True, tag=True):
    box: str
    article: str


class Announced(Struct, frozen=True, tag=True):
    text: str
    article: str


class ShuffleOrdered(Struct, frozen=True, tag=True):
    reason: str
    article: str


class PendingSet(Struct, frozen=True, tag=True):
    pending: Pending | None
    article: str


class QuestionOpened(Struct, frozen=True, tag=True):
    """An irregularity waits for a player's or a supervisor's word; None closes it."""

    event: str | None
    article: str
    box: str | None = None


class LeaveAsked(Struct, frozen=True, tag=True):
    """The dealer waits for the leave of a supervisor; None: it was given."""

    event: str | None
    article: str


class HoleDue(Struct, frozen=True, tag=True):
    """The bank's second card was forgotten; *when* it is to be given ("" once it lies there)."""

    when: HoleWhen
    article: str
    after: str = ""


class Noted(Struct, frozen=True, tag=True):
    """A fact for the record that changes nothing."""

    event: str
    article: str
    box: str | None = None


class Aborted(Struct, frozen=True, tag=True):
    mode: str
    article: str


Operation = (
    BetPlaced | SidePlaced | BetsCalled | PhaseEntered | Planned | CardDealt | CardBurned | CardHeld
    | CardReturned | CardMoved | DealTakenBack | HandBurned | BankSwept | Revealed | CardAsked | Doubled
    | HandSplit | AceDeclared | HandClosed | HandReopened | Paid | Collected | StakeReturned | HandUnsettled
    | SideSettled | JackpotForfeited | Announced | ShuffleOrdered | PendingSet | QuestionOpened | LeaveAsked
    | HoleDue | Noted | Aborted
)  # fmt: skip
