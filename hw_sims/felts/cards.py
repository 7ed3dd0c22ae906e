"""How cards look on a terminal: three lines each where there is room, one line where there is not."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from rich.console import RenderableType
from rich.text import Text

HIDDEN = "??"
CARD_WIDTH = 5
_RED = "DH"
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

Picture = dict[str, Any]


class Felt(Struct, frozen=True):
    """How one game is drawn: its phases in words, its cards, the name of the place where a card belongs."""

    phases: Mapping[str, str]
    hands: Callable[[Picture], RenderableType]
    place: Callable[[str], str]


def row_of_cards(cards: list[str], row: int) -> Text:
    """One of the three lines of *cards*; an empty name is a place that waits for its card."""
    text = Text(justify="center")
    for number, card in enumerate(cards):
        text.append(" " if number else "")
        text.append(*_slice(card, row))
    return text


def small(card: str) -> tuple[str, str]:
    """A card in one line, and its colours."""
    if card == HIDDEN:
        return "░" * CARD_WIDTH, "white on blue"
    return _face(card).center(CARD_WIDTH), _ink(card)


def _slice(card: str, row: int) -> tuple[str, str]:
    """One of the three lines a card is drawn with, and its colours."""
    if not card:
        return ("╭╌╌╌╮", "┆   ┆", "╰╌╌╌╯")[row], "dim"
    if card == HIDDEN:
        return "░" * CARD_WIDTH, "white on blue"
    return (f" {_face(card)}" if row == 1 else "").ljust(CARD_WIDTH), _ink(card)


def _face(card: str) -> str:
    return card[0].replace("T", "10") + _SUITS[card[1]]


def _ink(card: str) -> str:
    return f"bold {'red3' if card[1] in _RED else 'grey7'} on grey93"
