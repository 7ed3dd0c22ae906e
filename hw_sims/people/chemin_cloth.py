"""What really lies on a table of Chemin de Fer: every card and every stake, by the hands that laid them there."""

from typing import Any

from hw_sims.devices.angel_eye.chart import total
from table_core.cards import Card

_FIRST = 2
_DEAL = ("punto", "bank", "punto", "bank")


class Cloth:
    """Both hands, the stakes against the bank, cards drawn by error *aside*, the basket.

    *open*: the hands were shown. *void*: the play does not count. *bank_lost*: the banker threw his cards away unseen.
    *nine*: one of Punto's first cards fell into the basket, so he shows nine. *misnamed*: cards only the reader sees.
    """

    def __init__(self) -> None:
        self.punto: list[Card] = []
        self.bank: list[Card] = []
        self.aside: list[Card] = []
        self.basket: list[Card] = []
        self.stakes: dict[str, int] = {}
        self.misnamed: list[Card] = []
        self.open = self.void = self.bank_lost = self.nine = False

    def new_shoe(self) -> None:
        self.sweep()
        self.aside.clear()
        self.basket.clear()

    def sweep(self) -> None:
        """The play is over: its cards go into the basket."""
        self.basket += [*self.punto, *self.bank]
        self.punto, self.bank, self.stakes = [], [], {}
        self.misnamed = []
        self.open = self.void = self.bank_lost = self.nine = False

    def lay(self, card: Card, side: str) -> None:
        (self.punto if side == "punto" else self.bank).append(card)

    def deal_aside(self) -> None:
        """Cards that were drawn too early and must be played are the first of the deal."""
        for side, card in zip(_DEAL, self.aside, strict=False):
            self.lay(card, side)
        self.aside.clear()

    def give_aside(self, side: str) -> None:
        self.lay(self.aside.pop(), side)

    def throw_aside(self) -> None:
        self.basket += self.aside
        self.aside.clear()

    def take_back_last(self) -> None:
        """The card dealt last goes into the basket."""
        self.basket.append((self.punto if len(self.punto) > len(self.bank) else self.bank).pop())

    def keep_worse(self) -> None:
        """Of two third cards the banker keeps the one that makes less (151)."""
        cards = (self.bank.pop(), self.aside.pop())
        keeps_first = total([*self.bank, cards[0]]) <= total([*self.bank, cards[1]])
        self.bank.append(cards[0] if keeps_first else cards[1])
        self.basket.append(cards[1] if keeps_first else cards[0])

    def shown(self, side: str) -> list[Card]:
        """The hand as the public sees it: two cards covered until they are shown, a third open (149)."""
        hand = self.punto if side == "punto" else self.bank
        return list(hand) if self.open else ["??"] * len(hand[:_FIRST]) + hand[_FIRST:]

    @property
    def cards(self) -> list[Card]:
        """Every card that has left the shoe."""
        return [*self.punto, *self.bank, *self.aside, *self.basket]

    def stake(self, requests: list[dict[str, Any]], bank: int) -> None:
        """What is at stake once bets are closed, said as plainly as the people at the table would."""
        names = {request["type"]: request["player"] for request in requests if request["type"] != "bet"}
        whole = names.get("banco_seguido", names.get("banco"))
        if whole is not None:
            self.stakes = {whole: bank}
            return
        room, self.stakes = bank, {}
        if "banco_con_mesa" in names:
            self.stakes[names["banco_con_mesa"]] = bank // 2
            room -= bank // 2
        if "ultimo_completo" in names:
            self.stakes[names["ultimo_completo"]] = room
            return
        for request in (one for one in requests if one["type"] == "bet"):
            amount = min(room, request["amount"])
            room -= amount
            if amount:
                self.stakes[request["player"]] = amount

    def net(self) -> int:
        """What the players win, or with a minus lose: one to one, and with equal points nothing."""
        if self.void:
            return 0
        difference = 1 if self.bank_lost else (9 if self.nine else total(self.punto)) - total(self.bank)
        return (difference > 0) * sum(self.stakes.values()) - (difference < 0) * sum(self.stakes.values())
