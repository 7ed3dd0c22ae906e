"""The dealer's obligatory draw against the decree's words, stated again as a search over all he may keep."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from table_core.cards import Card
from table_core.rules.poker.drawing import dealer_draw
from tests.rulebooks.poker.hands import ARICA, NIGHTLY, random_hands
from tests.rulebooks.poker.oracles import eval7_category

RANKS = "23456789TJQKA"
IN_A_ROW = ["A234", "2345", "3456", "4567", "5678", "6789", "789T", "89TJ", "9TJQ", "TJQK", "JQKA"]
GAPPED = ["A2345", *(RANKS[start : start + 5] for start in range(9))]
STANDS = {"straight", "flush", "full_house", "quads", "straight_flush"}
HANDS = 300_000 if NIGHTLY else 4_000


def keep_by_the_text(hand: list[Card], reading: str) -> set[Card]:
    """1.6.1 to 1.6.3 tried one after the other, each as a property of the cards kept."""
    name = eval7_category(hand)
    if name in STANDS:
        return set(hand)
    fours, threes = list(combinations(hand, 4)), list(combinations(hand, 3))
    if name == "two_pair":
        return next(set(four) for four in fours if len({card[0] for card in four}) == 2 and pairs(four) == 2)
    if name == "trips":
        return next(set(three) for three in threes if len({card[0] for card in three}) == 1)
    if name == "pair":
        with_pair = [three for three in threes if len({card[0] for card in three}) == 2]
        return set(max(with_pair, key=lambda three: [RANKS.index(card[0]) for card in three if not paired(card, hand)]))
    flush = [four for four in fours if len({card[1] for card in four}) == 1]
    straight = straights(fours, reading)
    if flush or straight:
        return set((flush or straight)[0])
    return set(max(threes, key=lambda three: sorted((RANKS.index(card[0]) for card in three), reverse=True)))


def straights(fours: Sequence[tuple[Card, ...]], reading: str) -> list[tuple[Card, ...]]:
    """Four in a row; read with gaps, then any four of five in a row, the highest last card first."""
    found = [four for four in fours if any({card[0] for card in four} == set(row) for row in IN_A_ROW)]
    if found or reading == "consecutive":
        return found
    return [four for row in reversed(GAPPED) for four in fours if {card[0] for card in four} < set(row)]


def pairs(four: tuple[Card, ...]) -> int:
    return sum(one[0] == other[0] for one, other in combinations(four, 2))


def paired(card: Card, hand: list[Card]) -> bool:
    return sum(other[0] == card[0] for other in hand) == 2


@pytest.mark.requirement("DP-D01", "DP-D02", "DP-D03", "DP-D04", "DP-D05", "DP-D06", "DP-D07", "DP-D08", "DP-D10")
@pytest.mark.parametrize("reading", ["consecutive", "any_gap"])
def test_the_dealer_keeps_what_the_text_says_of_any_five_cards(reading: str) -> None:
    rules = ARICA.with_switches({"four_straight": reading})
    for hand in random_hands(HANDS, seed=16):
        draw = dealer_draw(rules, hand)
        assert set(draw.keep) == keep_by_the_text(hand, reading), hand
        assert sorted((*draw.keep, *draw.discard)) == sorted(hand)


@pytest.mark.parametrize("reading", ["consecutive", "any_gap"])
def test_hands_near_a_straight_or_a_flush_are_drawn_to_as_the_text_says(reading: str) -> None:
    rules = ARICA.with_switches({"four_straight": reading})
    near = [
        [one + "H" for one in row[:3]] + [row[3] + suit, other + "C"]
        for row in IN_A_ROW
        for suit in "HS"
        for other in RANKS
        if other + "C" != row[3] + suit
    ]
    for hand in near:
        assert set(dealer_draw(rules, hand).keep) == keep_by_the_text(hand, reading), hand


@pytest.mark.requirement("DP-D09")
def test_a_pair_is_never_broken_for_four_to_a_straight_or_a_flush() -> None:
    draw = dealer_draw(ARICA, ["2D", "2C", "3C", "4C", "5C"])
    assert (draw.keep, draw.discard, draw.article) == (("2D", "2C", "5C"), ("3C", "4C"), "1.6.3")
