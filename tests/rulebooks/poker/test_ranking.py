"""The table-driven ranker: the known number of every hand, and the same order as two other evaluators."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

import pytest

from table_core.cards import DECK, Card
from table_core.rules.poker.categories import CATEGORIES
from table_core.rules.poker.ranking import rank_hand
from tests.rulebooks.poker.hands import NIGHTLY, random_hands
from tests.rulebooks.poker.oracles import eval7_category, eval7_value, pokerkit_hand

KNOWN = {
    "high_card": 1_302_540,
    "pair": 1_098_240,
    "two_pair": 123_552,
    "trips": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "quads": 624,
    "straight_flush": 36,
    "royal_flush": 4,
}
RANKS = "23456789TJQKA"


def kinds() -> Iterator[tuple[list[Card], int]]:
    """One hand of every kind that suits do not tell apart, and how many hands of a deck are of that kind."""
    for ranks in combinations_with_replacement(RANKS, 5):
        copies = Counter(ranks)
        if max(copies.values()) == 5:
            continue
        flushes = 4 if len(copies) == 5 else 0
        yield without_flush(ranks), prod(comb(4, count) for count in copies.values()) - flushes
        if flushes:
            yield [rank + "S" for rank in ranks], flushes


def without_flush(ranks: tuple[str, ...]) -> list[Card]:
    """These ranks in suits that follow one another, so that five of one suit never come together."""
    hand = [rank + "CDHS"[number % 4] for number, rank in enumerate(ranks)]
    assert len(set(hand)) == 5
    return hand


def test_every_hand_of_a_deck_is_counted_in_its_category() -> None:
    found = Counter[str]()
    for hand, number in kinds():
        found[rank_hand(hand).category] += number
    assert dict(found) == KNOWN
    assert sum(found.values()) == comb(52, 5)


def test_strengths_run_from_one_to_7462_and_order_hands_as_eval7_does() -> None:
    ordered = sorted((hand for hand, _number in kinds()), key=lambda hand: rank_hand(hand).strength)
    assert [rank_hand(hand).strength for hand in ordered] == list(range(1, 7463))
    values = [eval7_value(hand) for hand in ordered]
    assert all(low < high for low, high in pairwise(values))


def test_pokerkit_orders_every_seventh_kind_of_hand_the_same() -> None:
    ordered = sorted((hand for hand, _number in kinds()), key=lambda hand: rank_hand(hand).strength)[::7]
    theirs = [pokerkit_hand(hand) for hand in ordered]
    assert all(low < high for low, high in pairwise(theirs))


def test_neither_the_order_of_the_cards_nor_their_suits_matter_where_no_flush_is_made() -> None:
    for hand in random_hands(2000, seed=1):
        assert rank_hand(hand) == rank_hand(sorted(hand)) == rank_hand(hand[::-1])
        assert eval7_category(hand) == rank_hand(hand).category


@pytest.mark.parametrize(
    ("cards", "category", "values"),
    [
        ("AD 2C 3H 4S 5D", "straight", (5,)),
        ("QD KC AH 2S 3D", "high_card", (14, 13, 12, 3, 2)),
        ("TC JC QC KC AC", "royal_flush", (14,)),
        ("9H TH JH QH KH", "straight_flush", (13,)),
        ("AS 2S 3S 4S 5S", "straight_flush", (5,)),
        ("4D 4C 4H 2S 2D", "full_house", (4, 2)),
        ("KD KC 4H 4S 9D", "two_pair", (13, 4, 9)),
    ],
)
def test_a_hand_is_called_and_compared_by_its_name_and_values(
    cards: str, category: str, values: tuple[int, ...]
) -> None:
    hand = rank_hand(cards.split())
    assert (hand.category, hand.values) == (category, values)


@pytest.mark.skipif(not NIGHTLY, reason="two and a half million hands: make nightly")
def test_all_2598960_hands_are_counted_and_ordered_as_eval7_does() -> None:
    found, values = Counter[str](), dict[int, int]()
    for hand in combinations(DECK, 5):
        ours = rank_hand(hand)
        found[ours.category] += 1
        assert values.setdefault(ours.strength, eval7_value(hand)) == eval7_value(hand)
    assert dict(found) == KNOWN
    by_strength = [values[strength] for strength in sorted(values)]
    assert by_strength == sorted(set(by_strength))
    assert len(values) == 7462
    assert set(found) == set(CATEGORIES)
