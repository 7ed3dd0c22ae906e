"""What really lies on a blackjack table: every card and every chip, by the hands that laid them there."""


class Cloth:
    """*hands* by their id (a split box has `3.1`, `3.2`), the bank, the cards burned in this pass, the discard."""

    def __init__(self) -> None:
        self.hands: dict[str, list[str]] = {}
        self.bank: list[str] = []
        self.burned: list[str] = []
        self.discard: list[str] = []
        self.bets: dict[str, int] = {}
        self.doubled: set[str] = set()
        self.opened: dict[str, str] = {}
        self.aces: dict[str, int] = {}
        self.sides: list[tuple[str, str, int]] = []

    def new_shoe(self) -> None:
        self.new_pass()
        self.discard.clear()

    def new_pass(self) -> None:
        """The cloth is swept: every card goes into the discard."""
        for cards in (*self.hands.values(), self.bank, self.burned):
            self.discard += cards
        self.hands, self.bank, self.burned = {}, [], []
        self.bets, self.doubled, self.opened, self.aces, self.sides = {}, set(), {}, {}, []

    def lay(self, card: str, place: str) -> None:
        match place:
            case "burn":
                self.burned.append(card)
            case "bank":
                self.bank.append(card)
            case _:
                self.hands[place].append(card)

    def bet(self, box: str, stake: int) -> None:
        self.hands[box] = []
        self.bets[box] = stake

    def side(self, hand: str, kind: str, stake: int) -> None:
        self.sides.append((hand, kind, stake))

    def double(self, hand: str) -> None:
        self.doubled.add(hand)

    def declare(self, hand: str, value: int) -> None:
        self.aces[hand] = value

    def split(self, hand: str) -> None:
        """The second card becomes a hand of its own with an equal stake; the box's hands are counted from 1."""
        box = hand.partition(".")[0]
        own = [name for name in self.hands if name.partition(".")[0] == box]
        first = hand if "." in hand else f"{box}.1"
        second = f"{box}.{len(own) + 1}"
        cards, stake = self.hands.pop(hand), self.bets.pop(hand)
        kind = "A" if cards[0][0] == "A" else "T" if cards[0][0] in "TJQK" else "x"
        self.hands[first], self.hands[second] = cards[:1], cards[1:]
        self.bets[first] = self.bets[second] = stake
        self.opened[first] = self.opened[second] = kind
        self.aces.pop(hand, None)

    @property
    def cards(self) -> list[str]:
        """Every card that has left the shoe."""
        on_hands = [card for cards in self.hands.values() for card in cards]
        return [*on_hands, *self.bank, *self.burned, *self.discard]
