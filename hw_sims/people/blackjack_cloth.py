"""What really lies on a blackjack table: every card and every chip, by the hands that laid them there."""

HIDDEN = "??"


class Cloth:
    """*hands* by their id (a split box has `3.1`, `3.2`), the bank, the cards burned in this pass, the discard.

    *down* names covered cards as (place, index from 0); *results* what a hand came to before the end of the pass.
    """

    def __init__(self) -> None:
        self.hands: dict[str, list[str]] = {}
        self.bank: list[str] = []
        self.burned: list[str] = []
        self.discard: list[str] = []
        self.down: set[tuple[str, int]] = set()
        self.bets: dict[str, int] = {}
        self.doubled: set[str] = set()
        self.opened: dict[str, str] = {}
        self.aces: dict[str, int] = {}
        self.results: dict[str, str] = {}
        self.sides: list[tuple[str, str, int]] = []
        self.firsts: dict[str, list[str]] = {}

    def new_shoe(self) -> None:
        self.new_pass()
        self.discard.clear()

    def new_pass(self) -> None:
        """The cloth is swept: every card goes into the discard."""
        self.discard += self.on_cloth
        self.hands, self.bank, self.burned, self.down = {}, [], [], set()
        self.bets, self.doubled, self.opened, self.aces = {}, set(), {}, {}
        self.results, self.sides, self.firsts = {}, [], {}

    def lay(self, card: str, place: str, *, down: bool = False) -> None:
        cards = self.cards_at(place)
        if down:
            self.down.add((place, len(cards)))
        cards.append(card)
        if place in self.firsts and len(self.firsts[place]) < 2:
            self.firsts[place].append(card)

    def cards_at(self, place: str) -> list[str]:
        match place:
            case "burn":
                return self.burned
            case "bank":
                return self.bank
            case "discard":
                return self.discard
            case _:
                return self.hands[place]

    def move_last(self, laid: list[str], due: list[str]) -> None:
        """The cards laid last, one on each place of *laid*, go to the places of *due* in the order they came."""
        cards = [self.cards_at(place).pop() for place in laid]
        for card, place in zip(cards, due, strict=False):
            self.cards_at(place).append(card)
        self.firsts = {hand: list(lying) for hand, lying in self.hands.items()}

    def sweep_bank(self, index: int) -> bool:
        """A card of the bank goes to the burned ones as it lies, leaving a gap; whether it lay face down."""
        down = ("bank", index) in self.down
        if down:
            self.down = (self.down - {("bank", index)}) | {("burn", len(self.burned))}
        self.burned.append(self.bank[index])
        return down

    def fill_bank(self, index: int, card: str, *, down: bool) -> None:
        """A card takes the place of one that was swept away."""
        self.bank[index] = card
        if down:
            self.down.add(("bank", index))

    def turn(self, place: str) -> None:
        """Every card of *place* lies open from now on."""
        self.down = {covered for covered in self.down if covered[0] != place}

    def turn_all(self) -> None:
        self.down = {covered for covered in self.down if covered[0] == "burn"}

    def bet(self, box: str, stake: int) -> None:
        self.hands[box], self.firsts[box] = [], []
        self.bets[box] = stake

    def side(self, hand: str, kind: str, stake: int) -> None:
        self.sides.append((hand, kind, stake))

    def split(self, hand: str) -> None:
        """The second card becomes a hand of its own with an equal stake; the box's hands are counted from 1."""
        box = hand.partition(".")[0]
        own = [name for name in self.hands if name.partition(".")[0] == box]
        first = hand if "." in hand else f"{box}.1"
        second = f"{box}.{2 if first != hand else len(own) + 1}"
        cards, stake = self.hands.pop(hand), self.bets.pop(hand)
        kind = "A" if cards[0][0] == "A" else "T" if cards[0][0] in "TJQK" else "x"
        self.hands[first], self.hands[second] = cards[:1], cards[1:]
        self.bets[first] = self.bets[second] = stake
        self.opened[first] = self.opened[second] = kind
        self.aces.pop(hand, None)

    def void(self, hand: str) -> None:
        """Out of the pass: the stake goes back, and what was laid beside it."""
        self.results[hand] = "void"

    def burn_hand(self, hand: str) -> None:
        """The cards of the hand go to the burned ones, as they lay."""
        self.burned += self.hands[hand]
        self.hands[hand] = []

    def stake(self, hand: str) -> int:
        return self.bets[hand] * (2 if hand in self.doubled else 1)

    def shown(self, place: str) -> list[str]:
        """The cards of *place* as the public sees them."""
        return [HIDDEN if (place, index) in self.down else card for index, card in enumerate(self.cards_at(place))]

    @property
    def on_cloth(self) -> list[str]:
        return [*(card for cards in self.hands.values() for card in cards), *self.bank, *self.burned]

    @property
    def cards(self) -> list[str]:
        """Every card that has left the shoe."""
        return [*self.on_cloth, *self.discard]
