"""Worlds with a pot: cards, chips and credits at once, while people err, cables are pulled and the daemon is killed."""

import os

import pytest

from hw_sims.world.run import Plan, play
from table_core.progressive.terms import PrizeTable

SEEDS = range(40) if os.environ.get("SABOT_NIGHTLY") else range(2)
PASSES = 25 if os.environ.get("SABOT_NIGHTLY") else 6
GAMES: dict[str, PrizeTable] = {"caribbean-stud": "iquique_caribbean", "blackjack": "iquique_21"}


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_cards_chips_and_the_pot_are_right_whatever_goes_wrong(game: str) -> None:
    for seed in SEEDS:
        world = play(seed, Plan(game, passes=PASSES, progressive=True))
        assert world.violation is None, world.violation


@pytest.mark.requirement("ARI-3.5.1-a", "PRG-AMB-22")
@pytest.mark.parametrize("game", GAMES)
def test_bets_beside_the_game_that_nobody_locks_are_locked_by_the_first_card_with_an_alarm(game: str) -> None:
    kinds = {"forgotten_lock"} | ({"bets_not_closed"} if game == "blackjack" else set())
    for seed in range(6):
        world = play(seed, Plan(game, kinds=frozenset(kinds), passes=15, progressive=True))
        assert world.violation is None, world.violation
        if "forgotten_lock" in world.faults:
            return
    raise AssertionError("nobody forgot the lock in six worlds")


def test_the_same_seed_is_the_same_world_with_a_pot_too() -> None:
    plan = Plan("caribbean-stud", passes=2, progressive=True)
    assert play(3, plan) == play(3, plan)


def test_a_pot_beside_a_tablebus_shoe_disturbs_no_witness() -> None:
    world = play(1, Plan("blackjack", passes=3, shoe="tablebus", progressive=True))
    assert world.violation is None, world.violation


def test_only_games_whose_text_knows_a_pot_are_played_with_one() -> None:
    played = Plan(progressive=True).tables()
    assert played == [("blackjack", "iquique-2000"), ("caribbean-stud", "iquique-2000/caribbean")]
    assert {game: Plan(progressive=True).set_up(game).progressive for game, _book in played} == GAMES
