"""The state of one pass at a blackjack table: bets, hands, bank, side bets, and every card as it left the shoe."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card

Phase = Literal["bets", "deal", "retiro", "insurance", "turns", "bank", "reveal", "settle", "over"]
Face = Literal["up", "down"]
Result = Literal["win", "lose", "push", "void", "surrender", "even_money", "bonus_777"]
SideKind = Literal["perfect_pairs", "insurance", "desafio", "jackpot"]
HoleWhen = Literal["", "missed", "after_hand", "now"]
Stakes = Literal["none", "keyed", "sensed"]
BANK = "bank"
BURN = "burn"
SHOE = "shoe"
HELD = "held"  # a card lying on the cloth until somebody decides whose it is


class Held(Struct, frozen=True):
    """A card lying in a hand, open or covered."""

    card: Card
    face: Face = "up"


class Hand(Struct, frozen=True):
    """One hand. *opened*: kind of pair it was split from ("A", "T", "x"); *done*: why it asks for no more cards.

    *result* is set when it was paid, collected or handed back; *stake* is what lies on it now, None when unknown.
    """

    id: str
    box: str
    bet: int | None
    cards: tuple[Held, ...] = ()
    doubled: bool = False
    opened: str = ""
    ace: int | None = None
    done: str | None = None
    result: Result | None = None
    ratio: str = ""
    plain_double: bool = False
    reopened: bool = False

    @property
    def codes(self) -> tuple[Card, ...]:
        return tuple(held.card for held in self.cards)

    @property
    def stake(self) -> int | None:
        return None if self.bet is None else self.bet * (2 if self.doubled else 1)

    @property
    def covered(self) -> bool:
        return any(held.face == "down" for held in self.cards)


class Slot(Struct, frozen=True):
    """One place of the initial deal."""

    place: str
    face: Face = "up"


class Laid(Struct, frozen=True):
    """One card as the reader gave it, and where it finally belongs. *initial*: it filled a slot of the plan."""

    card: Card
    place: str
    face: Face
    initial: bool = False


class SideBet(Struct, frozen=True):
    """A bet beside the main one; *outcome* is None while it is open."""

    hand: str
    kind: SideKind
    stake: int | None
    outcome: str | None = None
    label: str | None = None
    net: int | None = None


class Standing(Struct, frozen=True):
    """A bettor on foot whose stake rides on a seated player's box."""

    box: str
    stake: int


class Pending(Struct, frozen=True):
    """What the next card from the shoe, or a card already held, waits for.

    *hand*: who would have got the card; *place*: where it goes once decided; *asked*: hands that refused it.
    """

    kind: Literal["burn", "stuck", "dispute", "offer", "surplus_of_two", "reserve"]
    hand: str
    article: str
    face: Face = "up"
    held: tuple[int, ...] = ()
    place: str | None = None
    burn_card: Card | None = None
    asked: tuple[str, ...] = ()


class Limits(Struct, frozen=True):
    least: int
    most: int


class State(Struct, frozen=True):
    """Everything `evolve` has folded. The bank's slots may be empty after its cards were swept away."""

    phase: Phase = "bets"
    stakes: Stakes = "keyed"
    limits: Limits | None = None
    fresh_shoe: bool = False
    called: bool = False
    hands: tuple[Hand, ...] = ()
    players: tuple[tuple[str, str], ...] = ()
    standing: tuple[Standing, ...] = ()
    sides: tuple[SideBet, ...] = ()
    bank: tuple[Held | None, ...] = ()
    plan: tuple[Slot, ...] = ()
    log: tuple[Laid, ...] = ()
    burned: tuple[Held, ...] = ()
    asked: str | None = None
    pending: Pending | None = None
    question: str | None = None
    question_box: str | None = None
    leave_for: str | None = None
    hole_due: HoleWhen = ""
    hole_after: str = ""
    hole_turned: bool = False
    returned_card: Card | None = None
    shuffle_after: bool = False
    announced: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    payments: tuple[str, ...] = ()
    side_order: tuple[str, ...] = ()
    jackpot_lost: tuple[str, ...] = ()
    aborted: str | None = None

    def hand(self, hand_id: str) -> Hand | None:
        return next((hand for hand in self.hands if hand.id == hand_id), None)

    def in_box(self, box: str) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.hands if box in (hand.box, hand.id))

    @property
    def boxes(self) -> tuple[str, ...]:
        """Boxes with a bet, in dealing order."""
        return tuple(dict.fromkeys(hand.box for hand in self.hands))

    @property
    def bank_codes(self) -> tuple[Card, ...]:
        return tuple(held.card for held in self.bank if held is not None)

    @property
    def bank_covered(self) -> bool:
        return any(held is not None and held.face == "down" for held in self.bank)

    @property
    def initial(self) -> tuple[Laid, ...]:
        return tuple(laid for laid in self.log if laid.initial)

    @property
    def current(self) -> Hand | None:
        """The first hand that may still decide."""
        return next((hand for hand in self.hands if hand.done is None and hand.result is None), None)

    @property
    def open_hands(self) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.hands if hand.done is None and hand.result is None)

    @property
    def unsettled(self) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.hands if hand.result is None)
