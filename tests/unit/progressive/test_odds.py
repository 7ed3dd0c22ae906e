"""How often a game wins the pot: told by the rules, counted over the cards, and compared before two games share one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from table_core.cards import DECK, suit_of
from table_core.progressive.odds import as_designed, frequencies, grand, may_share
from table_core.progressive.prizes import Hand, rows_won
from table_core.progressive.terms import Terms
from tests.unit.progressive.hands import TERMS, terms

ONE_IN = 649_740
CARIBBEAN = terms(prize_table="iquique_caribbean", base_game="caribbean")
SEVENS = terms(prize_table="iquique_21", base_game="blackjack", decks=6)


@pytest.mark.requirement("R40")
def test_what_is_known_of_a_game_is_what_the_payout_rows_give_over_all_hands_of_one_suit() -> None:
    """A share of the pot takes five cards of one suit: 5,148 hands of 2,598,960."""
    won: Counter[str] = Counter()
    for suit in "CDHS":
        for held in combinations([card for card in DECK if suit_of(card) == suit], 5):
            won.update(row.name for row in rows_won(TERMS, Hand(1, 1, held)) if row.kind == "share")
    known = frequencies(TERMS)
    assert known == {name: Fraction(count, comb(52, 5)) for name, count in won.items()}
    assert grand(TERMS) == Fraction(1, ONE_IN)


@pytest.mark.requirement("R40")
@pytest.mark.parametrize(
    ("other", "shares"),
    [
        ({}, True),
        ({"credit_value": 500, "min_credits": 2, "max_credits": 6}, True),
        ({"base_game": "caribbean"}, True),
        ({"base_game": "blackjack"}, False),
        ({"base_game": "arica_poker_plus"}, False),
        ({"change_forfeits": False}, False),
        ({"prize_table": "iquique_caribbean", "base_game": "caribbean"}, False),
        ({"prize_table": "iquique_21", "base_game": "blackjack"}, False),
    ],
)
def test_games_share_a_pot_only_when_the_same_hands_win_it_equally_often(
    other: dict[str, object], shares: bool
) -> None:
    assert may_share(terms(**other), TERMS) is shares
    assert may_share(TERMS, terms(**other)) is shares


@pytest.mark.requirement("R40")
@pytest.mark.parametrize(("decks", "shares"), [(6, True), (8, False), (0, False)])
def test_where_players_decide_the_odds_only_the_same_game_from_as_many_decks_shares(decks: int, shares: bool) -> None:
    other = terms(prize_table="iquique_21", base_game="blackjack", decks=decks)
    assert may_share(other, SEVENS) is shares


@pytest.mark.requirement("R40")
def test_decks_nobody_told_are_not_the_same_decks() -> None:
    untold = terms(prize_table="iquique_21", base_game="blackjack")
    assert not may_share(untold, untold)


@pytest.mark.requirement("R41")
@pytest.mark.parametrize(
    ("one_in", "as_it_should"),
    [
        (ONE_IN, True),
        (ONE_IN * 105 // 100, True),
        (ONE_IN * 105 // 100 + 1, False),
        (ONE_IN * 95 // 100, True),
        (ONE_IN * 95 // 100 - 1, False),
        (20, False),
        (0, True),
    ],
)
def test_a_design_of_equal_frequency_is_kept_to_within_one_in_twenty(one_in: int, as_it_should: bool) -> None:
    assert as_designed(terms(grand_one_in=one_in)) is as_it_should


@pytest.mark.requirement("R41")
@pytest.mark.parametrize("game", [SEVENS, terms(base_game="blackjack"), terms(change_forfeits=False)])
def test_a_design_of_equal_frequency_is_kept_by_no_game_whose_odds_are_unknown(game: Terms) -> None:
    assert not as_designed(replace(game, grand_one_in=ONE_IN))


@pytest.mark.requirement("R41")
def test_unlike_games_share_a_pot_by_a_design_that_both_keep() -> None:
    poker, caribbean = replace(TERMS, grand_one_in=ONE_IN), replace(CARIBBEAN, grand_one_in=ONE_IN)
    assert may_share(poker, caribbean)
    assert not may_share(poker, CARIBBEAN), "only one of them follows the design"
    assert not may_share(poker, replace(CARIBBEAN, grand_one_in=ONE_IN + 1)), "not the same design"
    assert not may_share(poker, replace(SEVENS, grand_one_in=ONE_IN)), "nobody knows how often the sevens come"
    wrong = replace(poker, grand_one_in=20)
    assert not may_share(wrong, replace(caribbean, grand_one_in=20)), "neither keeps it"
