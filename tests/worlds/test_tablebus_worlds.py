"""Blackjack from a TableBus shoe, with a batch and with a continuous shuffler: no witness disagrees for nothing."""

import pytest

from hw_sims.world.run import Outcome, Plan, play

PASSES = 15


@pytest.mark.parametrize(("shoe", "shuffler"), [("tablebus", ""), ("", "batch"), ("", "continuous")])
@pytest.mark.requirement("R69", "R72")
def test_a_world_on_tablebus_keeps_every_invariant_and_the_same_seed_is_the_same_world(
    shoe: str, shuffler: str
) -> None:
    plan = Plan("blackjack", passes=PASSES, shoe=shoe, shuffler=shuffler)
    for seed in (1, 2):
        first = play(seed, plan)
        assert _is_good(first), first.violation
        assert first == play(seed, plan)


def test_only_texts_that_know_a_shuffling_machine_are_played_with_one() -> None:
    assert Plan("blackjack", shuffler="continuous").tables() == [("blackjack", "coquimbo-2020")]
    assert len(Plan("blackjack", shoe="tablebus").tables()) == 4
    with pytest.raises(ValueError, match="mini-baccarat"):
        Plan("mini-baccarat", shuffler="batch").set_up("mini-baccarat")


def _is_good(outcome: Outcome) -> bool:
    return outcome.ok and outcome.passes == PASSES


@pytest.mark.parametrize("game", ["draw-poker", "caribbean-stud", "chemin-de-fer"])
@pytest.mark.requirement("R69")
def test_any_game_whose_people_name_the_places_is_dealt_from_a_shoe_that_counts(game: str) -> None:
    plan = Plan(game, passes=5, shoe="tablebus")
    for seed in (1, 3):
        outcome = play(seed, plan)
        assert outcome.ok, outcome.violation
        assert outcome.passes == plan.passes
