"""Games as a shoe's own messages tell them, beside what the cards say: a witness for `sabot decode`."""

from typing import Any

from table_core.cards import Card
from table_core.events import (
    CardDrawn,
    CardRedrawn,
    CardRevealed,
    Claim,
    DeviceEvent,
    MessagesLost,
    ShoeResult,
    ShoeStandby,
    ShoeStarted,
)
from table_core.rules.baccarat import chart

_SIDES = ("punto", "bank")


class GameWitness:
    """Collects the cards of a round until the shoe gives its result; a round not seen whole is no game (R72)."""

    def __init__(self) -> None:
        self.games = 0
        self.agree = True
        self._cards: dict[Claim, Card | None] = {}
        self._suspect = False

    def observe(self, event: DeviceEvent) -> dict[str, Any] | None:
        """The game that *event* closes, if it closes one."""
        match event:
            case ShoeStarted() | ShoeStandby():
                self._clear()
            case MessagesLost():
                self._suspect = True
            case CardDrawn(card=card, claim=claim) | CardRedrawn(card=card, claim=claim) if claim is not None:
                if claim == Claim("punto", 1):
                    self._cards.clear()
                self._cards[claim] = card
            case CardRevealed(card=card, claim=claim):
                self._cards[claim] = card
            case ShoeResult():
                return self._close(event)
        return None

    def _close(self, result: ShoeResult) -> dict[str, Any] | None:
        hands = {side: self._hand(side) for side in _SIDES}
        suspect = self._suspect
        self._clear()
        punto, bank = hands["punto"], hands["bank"]
        if punto is None or bank is None or result.winner == "forced_quit":
            return None
        self.games += 1
        ours = {"winner": _winner(punto, bank), "pairs": [side for side in _SIDES if chart.pair(hands[side] or [])]}
        shoe = {"winner": result.winner, "pairs": list(result.pairs)}
        agree = ours == shoe
        self.agree = self.agree and agree
        game = {
            "kind": "game",
            "n": self.games,
            "punto": punto,
            "bank": bank,
            "shoe": shoe,
            "ours": ours,
            "agree": agree,
        }
        return {**game, "suspect": True} if suspect else game

    def _hand(self, side: str) -> list[Card] | None:
        """The hand in order, or None when it was not seen whole."""
        cards = [card for claim, card in sorted(self._cards.items(), key=_position) if claim.target == side]
        known = [card for card in cards if card is not None]
        return known if len(known) == len(cards) and len(known) in (2, 3) else None

    def _clear(self) -> None:
        self._cards.clear()
        self._suspect = False


def _position(item: tuple[Claim, Card | None]) -> int:
    return item[0].position


def _winner(punto: list[Card], bank: list[Card]) -> str:
    ours, theirs = chart.points(punto), chart.points(bank)
    return "tie" if ours == theirs else "punto" if ours > theirs else "bank"
