"""Totals and bank drawing, against a second statement of each text, for every hand that can be reached."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from table_core.rules.blackjack import hands
from table_core.rules.blackjack.options import switched
from table_core.rules.blackjack.state import Hand, Held
from tests.rulebooks.blackjack.tables import BOOKS, IDS

RANKS = "A23456789T"
WORTH = {rank: index + 1 for index, rank in enumerate(RANKS)}
CUT = 21


def by_assignment(ranks: tuple[str, ...]) -> tuple[int, bool]:
    """Try every value of every ace: the highest total within 21, else the lowest of all."""
    choices = [((1, 11) if rank == "A" else (WORTH[rank],)) for rank in ranks]
    totals = {sum(values): 11 in values for values in sorted(product(*choices), reverse=True)}
    good = [total for total in totals if total <= CUT]
    total = max(good) if good else min(totals)
    return total, totals[total] and total <= CUT


def by_arrival(ranks: tuple[str, ...]) -> tuple[int, bool]:
    """BJ8 DJ-13 read off its own tables: first two cards by the companion of the ace, later aces by the sum."""
    low = {"AA": 2, "A2": 3, "A3": 4, "A4": 5, "A5": 6}
    high = {"A6": 17, "A7": 18, "A8": 19, "A9": 20, "AT": 21}
    pair = "".join(sorted(ranks[:2], key=RANKS.index))
    total, soft = (low[pair], False) if pair in low else (high[pair], True) if pair in high else (0, False)
    if "A" not in ranks[:2]:
        total = WORTH[ranks[0]] + WORTH[ranks[1]]
    for rank in ranks[2:]:
        if rank == "A" and total + 11 in (17, 18, 19, 20, 21):
            total, soft = total + 11, True
        else:
            total += WORTH[rank]
    return total, soft


def draws_by_text(reading: str, total: int, soft: bool) -> bool:
    if reading == "hit_soft_17" and (total, soft) == (17, True):
        return True
    return total in range(2, 17)


def bank_hands(reading: str) -> Iterator[tuple[str, ...]]:
    """Every ordered bank hand the drawing rule lets arise."""
    count = by_arrival if reading == "fixed_on_arrival" else by_assignment
    waiting = [*product(RANKS, repeat=2)]
    while waiting:
        ranks = waiting.pop()
        yield ranks
        if draws_by_text(reading, *count(ranks)):
            waiting += [(*ranks, rank) for rank in RANKS]


def cards(ranks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rank + "SHDC"[index % 4] for index, rank in enumerate(ranks))


@pytest.mark.requirement("AMB-CQB-28", "AMB-BJ8-01", "AMB-BJ8-02", "AMB-MZA-01", "AMB-IQQ-01")
@pytest.mark.parametrize("reading", ["soft", "fixed_on_arrival", "hit_soft_17"])
def test_the_bank_counts_and_draws_as_its_text_says_on_every_hand_it_can_hold(reading: str) -> None:
    rules = switched(BOOKS["bj8-ar"], {"bank_ace": reading})
    count = by_arrival if reading == "fixed_on_arrival" else by_assignment
    seen = 0
    for ranks in bank_hands(reading):
        total, soft = count(ranks)
        found = hands.bank_count(rules, cards(ranks))
        assert (found.total, found.soft) == (total, soft), ranks
        assert hands.bank_draws(rules, cards(ranks)) is draws_by_text(reading, total, soft), ranks
        seen += 1
    assert seen > 10_000


@pytest.mark.parametrize("book", IDS)
def test_every_bank_stands_on_soft_seventeen_and_draws_to_sixteen(book: str) -> None:
    rules = BOOKS[book]
    assert not hands.bank_draws(rules, ("AS", "6H"))
    assert not hands.bank_draws(rules, ("TS", "7H"))
    assert hands.bank_draws(rules, ("TS", "6H"))
    assert hands.bank_draws(rules, ("AS", "5H"))


def test_a_free_ace_takes_the_best_value_in_every_hand_a_player_can_hold() -> None:
    rules = BOOKS["coquimbo-2020"]
    for size in range(1, 7):
        for ranks in combinations_with_replacement(RANKS, size):
            hand = Hand("1", "1", 100, tuple(Held(card) for card in cards(ranks)))
            found = hands.player_count(rules, hand)
            assert (found.total, found.soft) == by_assignment(ranks), ranks


@pytest.mark.requirement("AMB-BJ8-03")
def test_a_declared_ace_keeps_its_value_in_every_hand_a_player_can_hold() -> None:
    best, one = BOOKS["bj8-ar"], switched(BOOKS["bj8-ar"], {"player_late_ace": "one"})
    for value, other, size in product((1, 11), RANKS, range(4)):
        for later in combinations_with_replacement(RANKS, size):
            hand = Hand("1", "1", 100, tuple(Held(card) for card in cards(("A", other, *later))), ace=value)
            plain = value + WORTH[other] + sum(WORTH[rank] for rank in later)
            assert hands.player_count(one, hand).total == plain
            lifted = "A" in later and plain + 10 <= CUT
            assert hands.player_count(best, hand).total == (plain + 10 if lifted else plain)


def test_an_ace_and_a_ten_are_a_natural_and_no_other_two_cards_are() -> None:
    for first, second in product(RANKS + "JQK", repeat=2):
        hand = Hand("1", "1", 100, (Held(first + "S"), Held(second + "H")))
        assert hands.is_natural(hand) is ({first, second} in [{"A", ten} for ten in "TJQK"])


@pytest.mark.requirement("AMB-CQB-07", "AMB-IQQ-06")
@pytest.mark.parametrize("reading", ["points", "rank"])
def test_cards_of_equal_value_may_be_opened(reading: str) -> None:
    rules = switched(BOOKS["iquique-2000"], {"split_equal": reading})
    for first, second in product(RANKS + "JQK", repeat=2):
        tens = {first, second} <= set("TJQK")
        expected = first == second or (reading == "points" and tens)
        assert hands.may_pair(rules, first + "S", second + "D") is expected
