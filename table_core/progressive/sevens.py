"""Runs of consecutive sevens in the order dealt (IQQ art. 100, note 1): which rows of the table a hand reaches."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from table_core.cards import Card, rank_of, suit_of

Row = Literal["two_sevens", "three_sevens", "three_suited_sevens_hds", "three_sevens_clubs"]
_HIGHEST_FIRST: tuple[Row, ...] = ("three_sevens_clubs", "three_suited_sevens_hds", "three_sevens")


class Reading(Struct, frozen=True):
    """How the doubtful words of art. 100 are read."""

    two_sevens: Literal["suited", "any"] = "suited"
    position: Literal["anywhere", "first_cards"] = "anywhere"
    rows: Literal["highest", "cumulative"] = "highest"


def rows_reached(reading: Reading, cards: Sequence[Card]) -> tuple[Row, ...]:
    """The rows the hand is paid, lowest first."""
    two, three = _best_run(reading, cards)
    if three is None or (two is not None and reading.rows == "cumulative"):
        return tuple(row for row in (two, three) if row is not None)
    return (three,)


def _best_run(reading: Reading, cards: Sequence[Card]) -> tuple[Row | None, Row | None]:
    """The two-card and the three-card row of the consecutive sevens in *cards*."""
    two = any(_is_two(reading, cards[start : start + 2]) for start in _starts(reading, cards, 2))
    rows = [_three_row(cards[start : start + 3]) for start in _starts(reading, cards, 3)]
    three = next((row for row in _HIGHEST_FIRST if row in rows), None)
    return ("two_sevens" if two else None), three


def _starts(reading: Reading, cards: Sequence[Card], length: int) -> list[int]:
    """Where a run of *length* sevens begins; note 1: no card of another value in between."""
    places = range(len(cards) - length + 1) if reading.position == "anywhere" else range(1)
    return [at for at in places if _all_sevens(cards[at : at + length], length)]


def _all_sevens(cards: Sequence[Card], length: int) -> bool:
    return len(cards) == length and all(rank_of(card) == "7" for card in cards)


def _is_two(reading: Reading, cards: Sequence[Card]) -> bool:
    return reading.two_sevens == "any" or suit_of(cards[0]) == suit_of(cards[1])


def _three_row(cards: Sequence[Card]) -> Row:
    suits = {suit_of(card) for card in cards}
    if len(suits) > 1:
        return "three_sevens"
    return "three_sevens_clubs" if suits == {"C"} else "three_suited_sevens_hds"
