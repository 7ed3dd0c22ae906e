"""Which cards of a pass still lie covered: both hands until four cards are out, Bank's until Punto has spoken (124)."""

from typing import Any

import msgspec

from table_core.cards import HIDDEN
from table_core.events import Side
from table_core.rules.baccarat import chart
from table_core.rules.baccarat.expectation import Expectation
from table_core.rules.baccarat.state import BaccaratState, Dealt
from table_core.shoe_count import DECK_CARDS

_FIRST_CARDS = 4


def is_covered(state: BaccaratState, expected: Expectation, dealt: Dealt) -> bool:
    """Whether nobody at the table may see *dealt* yet, though the shoe may have read it."""
    if dealt.card is None or len(state.dealt) < _FIRST_CARDS:
        return True
    return dealt.place.side == "bank" and five_open(expected)


def five_open(expected: Expectation) -> bool:
    """Punto holds an optional five and has not spoken."""
    return "five_draw" in expected.entries


def picture(game: BaccaratState, expected: Expectation) -> dict[str, Any]:
    """The cloth as anybody may see it."""
    return {
        "phase": game.phase,
        "punto": _hand(game, expected, "punto"),
        "bank": _hand(game, expected, "bank"),
        "punto_points": _points(_hand(game, expected, "punto")),
        "bank_points": _points(_hand(game, expected, "bank")),
        "bets": [msgspec.to_builtins(bet) for bet in game.bets],
        "shoe_cards": DECK_CARDS * game.decks,
        "burn_left": game.burn_left,
        "cards_out": game.drawn,
        "cut_card_out": game.cut_card_out,
        "next_card": _next_card(expected),
        "entries": list(expected.entries),
        "bets_open": expected.bets_open,
    }


def _hand(game: BaccaratState, expected: Expectation, side: Side) -> list[str]:
    """The cards of *side* that lie open, covered ones as such."""
    hand = [dealt for dealt in game.dealt if dealt.place.side == side]
    return [HIDDEN if dealt.card is None or is_covered(game, expected, dealt) else dealt.card for dealt in hand]


def _points(open_hand: list[str]) -> int | None:
    """The points of a hand that lies open, None while a card of it does not."""
    return None if not open_hand or HIDDEN in open_hand else chart.points(open_hand)


def _next_card(expected: Expectation) -> list[str]:
    """Where the next card goes. While Punto has a five to decide, the bank's chance to draw would betray its points."""
    places = expected.places[:1] if five_open(expected) else expected.places
    return [f"{place.side} {place.position}" for place in places]
