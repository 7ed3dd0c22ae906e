"""What a blackjack dealer's hands and voice can do besides dealing well: what every slip is made of."""

from typing import Any

from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people.blackjack import Dealer
from hw_sims.people.croupier import DEALER, Picture, TableDoesNotReact

CQB, BJ8, MZA, IQQ = "coquimbo-2020", "bj8-ar", "mendoza-2016", "iquique-2000"
_MOMENT_MS = 300
"""How long a dealer looks at a screen that may not change."""
_CUT_CARD_BY_HAND = 10
"""A cut card is set by eye: it may come out this many cards later than was told."""


class FallibleDealer(Dealer):
    """Lays cards where they do not belong, reports it, and carries out what is decided."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._missed_at: int | None = None

    def lose_cut_card(self) -> None:
        """From now on nobody will see it; the table must say so soon after the place where it was put."""
        self._missed_at = len(self.cloth.cards) + self._shoe.stack.index(CUT_CARD) + _CUT_CARD_BY_HAND
        self._shoe.lose_cut_card()

    def look_for_the_cut_card(self, picture: Picture) -> None:
        """A shoe that is shuffled after this pass anyway may end without a word about it (94 para 7)."""
        told = any(incident["code"] == "cards.cut_card_missing" for incident in picture["incidents"])
        if told or picture["cut_card_out"] or picture["phase"] == "shoe.shuffle":
            self._missed_at = None
        if self._missed_at is not None and len(self.cloth.cards) > self._missed_at:
            raise TableDoesNotReact("the cut card should have come and the table does not miss it")

    # What hands and voices do

    def take(self, *, shown: bool = True) -> str:
        """The next card in the hand, not laid yet; *shown*: the terminal must tell of it."""
        before = self._terminal.picture()
        card = self._out_of_the_shoe()
        if shown:
            self._see(lambda seen: seen["cards_out"] > before["cards_out"] or seen["state"] == "held")
        else:
            self._terminal.next_picture(_MOMENT_MS)
        return card

    def deal_to(self, place: str, *, down: bool = False) -> str:
        card = self.take()
        self.cloth.lay(card, place, down=down)
        return card

    def report(self, event: str, box: str = "") -> Picture:
        self._order(DEALER, {"type": "ReportIrregularity", "event": event, "box": box})
        return self._terminal.picture()

    def press(self, name: str, box: str | None = None) -> Picture:
        self._order(DEALER, {"type": "Button", "name": name, "box": box})
        return self._terminal.picture()

    def void_pass(self, code: str) -> Picture:
        """A supervisor ends the pass: what was not settled goes back, the cards are swept and shuffled."""
        for hand in self.cloth.hands:
            self.cloth.void(hand)
        picture = self.settle(code, "VOID_PASS")
        self.cloth.new_pass()
        return picture

    def next_is_a_card(self, count: int = 1) -> bool:
        """Whether the next *count* things in the mouth of the shoe are cards."""
        ahead = self._shoe.stack[:count]
        return len(ahead) == count and CUT_CARD not in ahead

    @property
    def rest_of_round(self) -> list[str]:
        """The boxes that have no second card yet, or no first, in dealing order."""
        return sorted(self.cloth.hands, key=int)

    def is_open(self, hand: str) -> bool:
        """Whether *hand* is whole, undoubled and still counts."""
        cloth = self.cloth
        return "." not in hand and hand not in cloth.results and hand not in cloth.doubled and self._count(hand) <= 21

    def asked_after(self, hand: str) -> list[str]:
        """The hands after *hand* that may still take a card, in order of play."""
        later = sorted(self.cloth.hands)[sorted(self.cloth.hands).index(hand) + 1 :]
        return [one for one in later if self.is_open(one) and not self._is_natural(one)]
