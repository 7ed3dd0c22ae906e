"""Worlds: whole tables in one thread from one seed, everything checked after every step."""

import os

import pytest

from hw_sims.world.run import Plan, play, worldly

NIGHTLY = bool(os.environ.get("SABOT_NIGHTLY"))
PASSES_A_SEED = 25
CLEAN_PASSES = 100_000 if NIGHTLY else 600
PLAYED = worldly()


def failures(plan: Plan, seeds: range) -> list[str]:
    """How to replay each world that failed, with what was found."""
    ended = (play(seed, plan) for seed in seeds)
    return [f"{one.violation['replay']}: {one.violation['found']}" for one in ended if one.violation]


@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("game", "rulebook"), PLAYED)
def test_nobody_errs_and_nothing_is_held(game: str, rulebook: str) -> None:
    seeds = range(CLEAN_PASSES // len(PLAYED) // PASSES_A_SEED)
    assert not failures(Plan(game, rulebook, mistakes=False), seeds)


def test_the_same_seed_is_the_same_world_to_the_last_decision() -> None:
    plan = Plan("blackjack", "mendoza-2016", passes=5)
    assert play(7, plan) == play(7, plan)
    assert play(7, plan).digest != play(8, plan).digest
