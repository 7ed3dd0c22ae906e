"""The simulated house reads the two texts a second time: it must see every hand as the engine does."""

import pytest

from hw_sims.people.poker_house import HOUSES, puts_aside
from table_core.rulebook import Rulebook
from table_core.rules.poker import comparing
from table_core.rules.poker.drawing import dealer_draw
from tests.rulebooks.poker.hands import ARICA, IQUIQUE, NIGHTLY, random_hands

DEALS = 100_000 if NIGHTLY else 3_000


@pytest.mark.parametrize("rules", [ARICA, IQUIQUE], ids=["arica", "iquique"])
def test_house_and_engine_agree_who_wins_and_whether_the_dealer_plays(rules: Rulebook) -> None:
    house = HOUSES[rules.id]
    for ten in random_hands(DEALS, seed=118, size=10):
        player, dealer = ten[:5], ten[5:]
        mine, theirs = house.rank(player), house.rank(dealer)
        expected = "tie" if mine == theirs else "player" if mine > theirs else "dealer"
        assert comparing.winner(rules, player, dealer) == expected, ten
        assert comparing.dealer_plays(rules, dealer) == (theirs >= house.opens), dealer


def test_house_and_engine_agree_what_the_dealer_of_arica_puts_aside() -> None:
    for hand in random_hands(DEALS, seed=16):
        assert set(dealer_draw(ARICA, hand).discard) == set(puts_aside(hand)), hand
