"""What really lies on a baccarat table: every card and every chip, by the hands that laid them there."""

from collections.abc import Sequence

from hw_sims.devices.angel_eye.chart import total
from table_core.cards import Card

COMMISSION_PERCENT = 10
"""126, 139: what the house keeps of a winning stake on the Bank; what is left of a unit is the player's."""


class Cloth:
    """Both hands, the stakes (seat to side and amount), a card drawn by error laid *aside*, the discard.

    *misnamed*: cards that do not lie there, but the reader says so; the screen names them.
    """

    def __init__(self) -> None:
        self.punto: list[Card] = []
        self.bank: list[Card] = []
        self.aside: list[Card] = []
        self.discard: list[Card] = []
        self.bets: dict[str, tuple[str, int]] = {}
        self.five_open = False
        self.misnamed: list[Card] = []

    def new_shoe(self) -> None:
        self.sweep()
        self.discard.clear()

    def sweep(self) -> None:
        """The pass is over: its cards go into the discard, a card laid aside stays where it is."""
        self.discard += [*self.punto, *self.bank]
        self.punto, self.bank, self.bets = [], [], {}
        self.misnamed = []
        self.five_open = False

    def lay(self, card: Card, place: str) -> None:
        match place:
            case "punto":
                self.punto.append(card)
            case "bank":
                self.bank.append(card)
            case "aside":
                self.aside.append(card)
            case _:
                self.discard.append(card)

    def burn_aside(self) -> None:
        self.discard += self.aside
        self.aside = []

    def shown(self, side: str) -> list[Card]:
        """The hand as the public sees it: covered until four cards are out, the bank's until Punto has spoken (124)."""
        hand = self.punto if side == "punto" else self.bank
        covered = len(self.punto) + len(self.bank) < 4 or (side == "bank" and self.five_open)
        return ["??"] * len(hand) if covered else list(hand)

    @property
    def cards(self) -> list[Card]:
        """Every card that has left the shoe."""
        return [*self.punto, *self.bank, *self.aside, *self.discard]

    def net(self) -> int:
        """What the players win, or with a minus lose, on the cards that lie there."""
        return sum(net_of(bet, self.punto, self.bank) for bet in self.bets.values())


def net_of(bet: tuple[str, int], punto: Sequence[Card], bank: Sequence[Card]) -> int:
    """One to one; a tie gives every stake back."""
    side, amount = bet
    difference = total(punto) - total(bank)
    if difference == 0:
        return 0
    if (difference > 0) != (side == "punto"):
        return -amount
    return amount if side == "punto" else amount - amount * COMMISSION_PERCENT // 100
