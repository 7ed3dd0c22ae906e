"""Caribbean Stud and blackjack of Iquique with their JACKPOT (arts. 118 and 100), on electronic acceptors.

Prizes are read from the texts a second time. In a few early passes the cards are stacked, so that whoever watches sees
prizes of every kind.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people import blackjack_slips, poker_slips
from hw_sims.people.croupier import DEALER, Picture
from hw_sims.people.draw_poker import ROYAL, STRAIGHT_FLUSH, stacked
from hw_sims.people.poker_house import FLUSH, FULL, POKER, value
from hw_sims.people.poker_house import ROYAL as ROYAL_FLUSH
from hw_sims.people.poker_house import STRAIGHT_FLUSH as A_STRAIGHT_FLUSH
from hw_sims.people.side_bets import ElectronicBets
from table_core.cards import Card

_CARIBBEAN = {
    FLUSH: "flush",
    FULL: "full_house",
    POKER: "quads",
    A_STRAIGHT_FLUSH: "straight_flush",
    ROYAL_FLUSH: "royal_flush",
}
"""118: no prize for a straight."""
_STACKED_HANDS = {2: STRAIGHT_FLUSH, 5: ROYAL}
_STACKED_SEVENS: dict[int, tuple[Card, ...]] = {1: ("7H", "7H"), 2: ("7D", "7D", "7D"), 4: ("7C", "7C", "7C")}
"""By pass: the cards of whoever is dealt to first."""


class CaribbeanDealer(ElectronicBets, poker_slips.ErringDealer):
    """118: the prize depends on the player's hand alone, whether the dealer's qualifies or not."""

    @classmethod
    def kinds(cls, rulebook: str) -> frozenset[str]:
        return super().kinds(rulebook) | {"forgotten_lock"}

    def _in_pass(self, picture: Picture) -> bool:
        return super()._in_pass(picture) or picture["progressive"]["phase"] != "idle"

    def _invite(self, picture: Picture) -> None:
        self._ask_pot(DEALER, "OpenSideBets")
        super()._invite(picture)

    def _before_the_deal(self) -> None:
        """No more bets, base and side: the first card waits until the acceptors are locked."""
        number = self._terminal.picture()["pass"] + 1
        first = self.cloth.order[0]
        self._bet_beside(self.cloth.order[:-1], surely=(first,) if number in _STACKED_HANDS else ())
        if self._slips("forgotten_lock", 2.0):
            self.errs("forgotten_lock", "side.implicit_lock")
        else:
            self._ask_pot(DEALER, "LockSideBets")
            self._until_locked()
        if number in _STACKED_HANDS:
            deck = list(self._shoe.stack)
            self._shoe.restock(stacked(deck, _STACKED_HANDS[number], len(self.cloth.order)))

    def _collect(self, picture: Picture) -> None:
        if self._side_waits(picture):
            self._settle_side(picture["progressive"])
        else:
            super()._collect(picture)

    def _prize(self, seat: int) -> str | None:
        return _CARIBBEAN.get(value(self.cloth.hands[seat])[0])


class JackpotDealer(ElectronicBets, blackjack_slips.ErringDealer):
    """100: runs of sevens in the order dealt; opening two sevens loses the JACKPOT."""

    counts_from = "left"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lucky = ""
        self.stacked: Mapping[int, tuple[Card, ...]] = _STACKED_SEVENS

    def _in_pass(self, picture: Picture) -> bool:
        return super()._in_pass(picture) or picture["progressive"]["phase"] != "idle"

    @classmethod
    def kinds(cls, rulebook: str) -> frozenset[str]:
        return super().kinds(rulebook) | {"forgotten_lock"}

    def place_bets(self, *, called: bool = True) -> None:
        """Bets that nobody closes are closed by the first card, and the JACKPOT's with them."""
        self._open_side_bets()
        super().place_bets(called=called)
        if not called:
            self._bet_beside(sorted(map(int, self.cloth.bets)))
            self.errs("forgotten_lock", "side.implicit_lock")

    def _open_side_bets(self) -> None:
        self._ask_pot(DEALER, "OpenSideBets")

    def _press(self, name: str) -> Picture:
        """No more bets closes the base game and the JACKPOT with the same words."""
        if name != "no_more_bets":
            return super()._press(name)
        boxes = sorted(map(int, self.cloth.bets))
        sevens = self.stacked.get(self._terminal.picture()["pass"] + 1)
        self._bet_beside(boxes, surely=(boxes[0],) if sevens else ())
        super()._press(name)
        self._until_locked()
        self._lucky = str(boxes[0]) if sevens and self._stack(sevens, len(boxes)) else ""
        return self._terminal.picture()

    def _stack(self, sevens: tuple[Card, ...], boxes: int) -> bool:
        """Bring *sevens* to where the first box gets its cards: once round, once round again, then its own."""
        cards = list(self._shoe.stack)
        places = [0, boxes + 1, 2 * boxes + 1][: len(sevens)]
        if CUT_CARD in cards[: places[-1] + 1] or any(cards.count(card) < sevens.count(card) for card in sevens):
            return False
        for place, card in zip(places, sevens, strict=True):
            at = cards.index(card, place)
            cards[place], cards[at] = cards[at], cards[place]
        self._shoe.restock(cards)
        return True

    def _choose(self, hand: str, acts: list[str]) -> Picture:
        """Who holds nothing but sevens wants another."""
        if hand == self._lucky and "hit" in acts and len(self.cloth.hands[hand]) == 2:
            return self._draw(hand)
        return super()._choose(hand, acts)

    def _pay(self, picture: Picture) -> Picture:
        if self._side_waits(picture):
            self._settle_side(picture["progressive"])
            return self._terminal.picture()
        return super()._pay(picture)

    def _prize(self, seat: int) -> str | None:
        """Only the highest row; opened sevens are a new game."""
        opened = sorted(name for name in self.cloth.hands if name.partition(".")[0] == str(seat))
        cards = self.cloth.hands[opened[0]]
        if len(opened) > 1 and all(self.cloth.hands[name][0][0] == "7" for name in opened[:2]):
            return None
        runs = _runs(cards)
        for run in (run for run in runs if len(run) >= 3):
            suits = {card[1] for card in run[:3]}
            return "three_sevens" if len(suits) > 1 else _THREE_SUITED[suits.pop()]
        pairs = [(one, two) for run in runs for one, two in pairwise(run)]
        return "two_sevens" if any(one[1] == two[1] for one, two in pairs) else None


_THREE_SUITED = {"C": "three_sevens_clubs"} | dict.fromkeys("HDS", "three_suited_sevens_hds")


def _runs(cards: list[Card]) -> list[list[Card]]:
    """The sevens that follow one another."""
    runs: list[list[Card]] = [[]]
    for card in cards:
        if card[0] == "7":
            runs[-1].append(card)
        else:
            runs.append([])
    return [run for run in runs if run]
