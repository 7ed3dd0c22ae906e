"""Two public evaluators, asked in our notation. They judge the tests; the product does not know them."""

import importlib
import warnings
from collections.abc import Sequence
from typing import Any

from table_core.cards import DECK, Card

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # eval7 calls old names of pyparsing
    _eval7: Any = importlib.import_module("eval7")
_pokerkit: Any = importlib.import_module("pokerkit")

CATEGORY_OF_EVAL7 = {
    "High Card": "high_card",
    "Pair": "pair",
    "Two Pair": "two_pair",
    "Trips": "trips",
    "Straight": "straight",
    "Flush": "flush",
    "Full House": "full_house",
    "Quads": "quads",
    "Straight Flush": "straight_flush",
}
"""A royal flush is a straight flush there."""

_CARDS = {card: _eval7.Card(card[0] + card[1].lower()) for card in DECK}


def eval7_value(hand: Sequence[Card]) -> int:
    value: int = _eval7.evaluate([_CARDS[card] for card in hand])
    return value


def eval7_category(hand: Sequence[Card]) -> str:
    return CATEGORY_OF_EVAL7[_eval7.handtype(eval7_value(hand))]


def pokerkit_hand(hand: Sequence[Card]) -> Any:
    """Something that compares as the hand does."""
    return _pokerkit.StandardHighHand("".join(card[0] + card[1].lower() for card in hand))
