"""What really lies on a poker table: every card and chip, by the hands that laid them there. Seat 0: the dealer."""

from table_core.cards import Card

DEALER = 0
HIDDEN = "??"
HAND = 5


class Cloth:
    """*came*: the cards of the deal as they left the deck. *first*, *hands*: what each seat was dealt, and has now.

    *misread*: what the reader took a card for. *known*: the seats whose hand was keyed as it lies. *misdealt*: cards
    lie where the order of the deal does not put them. *unsettled*: the last card awaits a decision.
    """

    def __init__(self) -> None:
        self.new_deck()

    def new_deck(self) -> None:
        self.came: list[Card] = []
        self.first: dict[int, list[Card]] = {}
        self.hands: dict[int, list[Card]] = {}
        self.discard: list[Card] = []
        self.antes: dict[int, int] = {}
        self.bets: dict[int, int] = {}
        self.folded: set[int] = set()
        self.void: set[int] = set()
        self.open: set[int] = set()
        self.up_card = 0
        self.drawing = self.over = self.all_void = False
        self.misdealt = self.unsettled = False
        self.misread: dict[Card, Card] = {}
        self.known: set[int] = set()

    @property
    def order(self) -> list[int]:
        """From the dealer's left, seat 1 last of the players, then the dealer."""
        return [*sorted(self.antes, reverse=True), DEALER]

    @property
    def playing(self) -> list[int]:
        return [seat for seat in sorted(self.bets) if seat not in self.void]

    @property
    def cards(self) -> list[Card]:
        """Every card that has left the deck."""
        return [*(card for hand in self.hands.values() for card in hand), *self.discard]

    def deal(self, card: Card, seat: int) -> None:
        self.came.append(card)
        self.first.setdefault(seat, []).append(card)
        self.hands.setdefault(seat, []).append(card)

    def reorder(self) -> None:
        """The dealer lays every card where the order of the deal puts it."""
        order = self.order
        self.first = {seat: self.came[place :: len(order)] for place, seat in enumerate(order)}
        self.hands = {seat: list(cards) for seat, cards in self.first.items()}

    def take_back_last(self) -> None:
        """The card dealt last goes to the discard."""
        card = self.came.pop()
        for hands in (self.first, self.hands):
            for cards in hands.values():
                if card in cards:
                    cards.remove(card)
        self.discard.append(card)

    def read_as(self, cards: list[Card]) -> list[Card]:
        """*cards* as the reader saw them."""
        return [self.misread.get(card, card) for card in cards]

    def is_misread(self, seat: int) -> bool:
        return not self.misread.keys().isdisjoint(self.hands[seat]) and seat not in self.known

    def put_aside(self, seat: int, cards: list[Card]) -> None:
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.discard += cards

    def shown(self, seat: int) -> list[Card]:
        """The hand of *seat* as the public sees it."""
        if seat in self.open:
            return list(self.hands[seat]) if seat in self.known else self.read_as(self.hands[seat])
        if self.over or seat in self.folded or seat in self.void:
            return []
        hand = self.hands.get(seat, [])
        if seat == DEALER and not self.drawing:
            return [card if place == self.up_card else HIDDEN for place, card in enumerate(hand, start=1)]
        return [HIDDEN] * (HAND if seat == DEALER else len(hand))
