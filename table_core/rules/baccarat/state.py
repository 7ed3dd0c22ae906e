"""What a baccarat table knows of its shoe and pass, the operations that change it, and the fold of the two."""

from typing import Literal

import msgspec
from msgspec import Struct

from table_core.cards import Card
from table_core.events import Claim, Side

Phase = Literal["no_shoe", "burn_first", "burning", "betting", "dealing", "complete"]
Five = Literal["draw", "stand"]
Result = Literal["punto", "bank", "tie"]
BetSide = Literal["punto", "bank", "tie"]


class Place(Struct, frozen=True):
    """A card's place on the cloth: the hand and its position, 1 to 3."""

    side: Side
    position: int


class Dealt(Struct, frozen=True):
    """A card of the pass; *card* is None while it is concealed; *claim* is where the shoe says it went."""

    place: Place
    card: Card | None
    claim: Claim | None = None


class Bet(Struct, frozen=True):
    """A stake on the cloth. Seat 1 is at the dealer's right; *standing* players are paid after the seated."""

    player: str
    side: BetSide
    amount: int
    seat: int
    standing: bool = False


class Payment(Struct, frozen=True):
    """What one bet came to; *net* is the player's gain after *commission*."""

    player: str
    outcome: Literal["win", "lose", "push", "not_accepted"]
    net: int
    commission: int


class Holder(Struct, frozen=True):
    """Who holds the shoe of Punto y Banca; *before_suite* is the holder who did not go on (135)."""

    players: tuple[str, ...]
    player: str
    before_suite: str | None = None


class BaccaratState(Struct, frozen=True, tag="baccarat"):
    phase: Phase = "no_shoe"
    decks: int = 0
    burn_left: int = 0
    drawn: int = 0
    dealt: tuple[Dealt, ...] = ()
    bets: tuple[Bet, ...] = ()
    five: Five | None = None
    cut_card_out: bool = False
    carried: bool = False
    carry: tuple[Card | None, ...] = ()
    burned_pass: bool = False
    burn_next_pass: bool = False
    keyed: bool = False
    holder: Holder | None = None
    last_result: Result | None = None

    def hand(self, side: Side) -> tuple[Card | None, ...]:
        return tuple(dealt.card for dealt in self.dealt if dealt.place.side == side)

    def known(self, side: Side) -> tuple[Card, ...]:
        """The hand, when every card of it is known; raises otherwise."""
        hand = self.hand(side)
        if None in hand:
            raise ValueError(f"the {side} hand has a concealed card")
        return tuple(card for card in hand if card is not None)

    @property
    def concealed(self) -> bool:
        return any(dealt.card is None for dealt in self.dealt)

    @property
    def shoe_empty(self) -> bool:
        return self.decks > 0 and self.drawn >= 52 * self.decks

    @property
    def in_pass(self) -> bool:
        """A card of this pass lies on the cloth (a carried card waits for its pass)."""
        return self.phase in ("dealing", "complete")

    @property
    def busy(self) -> bool:
        """A pass or a burn is under way."""
        return self.in_pass or self.phase in ("burn_first", "burning")

    @property
    def bets_laid(self) -> bool:
        """Somebody has bet for this pass or the next."""
        return bool(self.bets)

    @property
    def keyed_as(self) -> tuple[str, ...]:
        """What a person keys to tell the cards on the cloth."""
        return ("punto", "bank")

    @property
    def keeps_secrets(self) -> bool:
        """Cards of this pass, or one carried to the next, may still be covered."""
        return self.in_pass or self.carried

    @property
    def shoe_in_play(self) -> bool:
        return self.phase != "no_shoe"


class Operation(Struct, frozen=True, tag=lambda name: f"baccarat.{name}"):
    """Something that happened to the shoe or the pass, with the article it rests on."""


class ShoePrepared(Operation, frozen=True):
    """A shuffled, cut shoe is in place; *cut_behind* cards lie behind the cut card (None: not counted)."""

    decks: int
    cut_behind: int | None
    article: str


class CardBurned(Operation, frozen=True):
    card: Card | None
    article: str


class BurnOrdered(Operation, frozen=True):
    """The first card of the shoe says how many more are burned."""

    count: int
    article: str


class BetsOpened(Operation, frozen=True):
    article: str


class BetsClosed(Operation, frozen=True):
    article: str


class BetsKeyed(Operation, frozen=True):
    """The whole cloth as the dealer keyed it; replaces what was keyed before in this pass."""

    bets: tuple[Bet, ...]
    article: str


class CardDealt(Operation, frozen=True):
    dealt: Dealt
    article: str


class CardFaced(Operation, frozen=True):
    """A concealed card of the pass is now known."""

    place: Place
    card: Card


class CardReplaced(Operation, frozen=True):
    """The shoe drew again for this place (its own redraw)."""

    place: Place
    card: Card | None


class CardTakenOut(Operation, frozen=True):
    """The last card of the pass is burned and another takes its place."""

    card: Card | None
    article: str


class FiveSpoken(Operation, frozen=True):
    """The first word on an optional five (123 f); *implied* when the cards alone told it."""

    choice: Five
    implied: bool
    article: str


class PassCompleted(Operation, frozen=True):
    """Every card the chart asks for lies on the cloth: the points to announce."""

    punto: int
    bank: int
    result: Result
    pairs: tuple[Side, ...]
    article: str


class PassSettled(Operation, frozen=True):
    """The pass is over; *payments* in the order the dealer pays, empty where stakes are not known."""

    result: Result
    ratio: str
    payments: tuple[Payment, ...]
    article: str


class PassBurned(Operation, frozen=True):
    """A pass dealt without bets because a card had been seen (127, 140): no result."""

    article: str


class PassVoided(Operation, frozen=True):
    """The pass does not count; every stake goes back."""

    reason: str
    returned: int
    article: str


class HandsKeyed(Operation, frozen=True):
    """A person read the cards on the cloth; they replace what the shoe told."""

    punto: tuple[Card, ...]
    bank: tuple[Card, ...]


class CardCarried(Operation, frozen=True):
    """A card drawn by error and not seen becomes Punto's first of the next pass (127, 140)."""

    card: Card | None
    article: str


class NextPassBurned(Operation, frozen=True):
    """The next pass is dealt without bets and burned, because a card was seen (127, 140)."""

    article: str


class CutCardCameOut(Operation, frozen=True):
    article: str


class CutCardMissed(Operation, frozen=True):
    """It did not come where it must have: as if it had, no further pass from this shoe."""

    article: str


class ShoeEnded(Operation, frozen=True):
    """No more passes from this shoe: shuffle, or change the cards."""

    reason: str
    article: str


class BurnRestarted(Operation, frozen=True):
    """Cards are burned again as for a new shoe (127)."""

    article: str


class ShoeHanded(Operation, frozen=True):
    """The shoe of Punto y Banca lies before *holder.player* now (135)."""

    holder: Holder
    article: str


BaccaratOperation = (
    ShoePrepared
    | CardBurned
    | BurnOrdered
    | BetsOpened
    | BetsClosed
    | BetsKeyed
    | CardDealt
    | CardFaced
    | CardReplaced
    | CardTakenOut
    | FiveSpoken
    | PassCompleted
    | PassSettled
    | PassBurned
    | PassVoided
    | HandsKeyed
    | CardCarried
    | NextPassBurned
    | CutCardCameOut
    | CutCardMissed
    | ShoeEnded
    | BurnRestarted
    | ShoeHanded
)

_replace = msgspec.structs.replace


def evolve(state: BaccaratState, operation: BaccaratOperation) -> BaccaratState:
    """The state after *operation*. Total: a recorded operation is a fact and is never judged again."""
    match operation:
        case ShoePrepared(decks=decks):
            return BaccaratState(phase="burn_first", decks=decks, holder=state.holder)
        case CardBurned():
            return _replace(state, burn_left=max(0, state.burn_left - 1), drawn=state.drawn + 1)
        case BurnOrdered(count=count):
            return _replace(state, phase="burning", burn_left=count)
        case BetsOpened():
            return _waiting_for_pass(_replace(state, phase="betting"))
        case BetsClosed():
            return _replace(state, phase="dealing")
        case BetsKeyed(bets=bets):
            return _replace(state, bets=bets)
        case CardDealt(dealt=dealt):
            return _replace(state, dealt=(*state.dealt, dealt), drawn=state.drawn + 1)
        case CardFaced(place=place, card=card) | CardReplaced(place=place, card=card):
            return _replace(state, dealt=_with_card(state.dealt, place, card))
        case CardTakenOut():
            return _replace(state, dealt=state.dealt[:-1], phase="dealing")
        case FiveSpoken(choice=choice):
            return _replace(state, five=choice)
        case PassCompleted():
            return _replace(state, phase="complete")
        case PassSettled(result=result):
            return _next_pass(_replace(state, last_result=result))
        case PassBurned() | PassVoided():
            return _next_pass(state)
        case HandsKeyed(punto=punto, bank=bank):
            return _replace(state, dealt=_laid(punto, bank), phase="dealing", keyed=True)
        case CardCarried(card=card):
            return _waiting_for_pass(_replace(state, carry=(card,), drawn=state.drawn + 1))
        case NextPassBurned():
            return _waiting_for_pass(_replace(state, burn_next_pass=True))
        case CutCardCameOut() | CutCardMissed():
            return _replace(state, cut_card_out=True)
        case ShoeEnded():
            return BaccaratState(holder=state.holder)
        case BurnRestarted():
            return _replace(state, phase="burn_first", burn_left=0)
        case ShoeHanded(holder=holder):
            return _replace(state, holder=holder, last_result=None)


def _next_pass(state: BaccaratState) -> BaccaratState:
    return _waiting_for_pass(
        BaccaratState(
            phase="betting",
            decks=state.decks,
            drawn=state.drawn,
            cut_card_out=state.cut_card_out,
            carry=state.carry,
            burn_next_pass=state.burn_next_pass,
            holder=state.holder,
            last_result=state.last_result,
        )
    )


def _waiting_for_pass(state: BaccaratState) -> BaccaratState:
    """Between passes, a card carried over and a pass to be burned concern the very pass that comes now."""
    if state.phase != "betting":
        return state
    burned = state.burned_pass or state.burn_next_pass
    if state.dealt:
        return _replace(state, burned_pass=burned, burn_next_pass=False)
    carried = tuple(Dealt(Place("punto", 1), card) for card in state.carry)
    return _replace(state, dealt=carried, carried=bool(carried), carry=(), burned_pass=burned, burn_next_pass=False)


def _with_card(dealt: tuple[Dealt, ...], place: Place, card: Card | None) -> tuple[Dealt, ...]:
    return tuple(_replace(one, card=card) if one.place == place else one for one in dealt)


def _laid(punto: tuple[Card, ...], bank: tuple[Card, ...]) -> tuple[Dealt, ...]:
    """Hands read from the cloth, in the order they were drawn: Punto, Bank, Punto, Bank, thirds."""
    sides: tuple[tuple[Side, tuple[Card, ...]], ...] = (("punto", punto), ("bank", bank))
    return tuple(
        Dealt(Place(side, position + 1), hand[position])
        for position in range(3)
        for side, hand in sides
        if position < len(hand)
    )
