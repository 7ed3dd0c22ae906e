"""Worlds: whole tables in one thread from one seed, everything checked after every step."""

import json
import os

import pytest
from click.testing import CliRunner

from hw_sims.commands import world
from hw_sims.world.run import Plan, kinds_of, play, worldly

NIGHTLY = bool(os.environ.get("SABOT_NIGHTLY"))
PASSES_A_SEED = 25
CLEAN_SEEDS = 100_000 // PASSES_A_SEED // len(worldly()) if NIGHTLY else 4
"""100,000 passes without mistakes in the long form, over all rulebooks."""
ERRING_SEEDS = (10_000 if NIGHTLY else 2_000) // PASSES_A_SEED
"""Passes per rulebook with mistakes: the long form, and that of every change."""
MOST_SEEDS = 25
KINDS = [(game, rulebook, kind) for game, rulebook in worldly() for kind in sorted(kinds_of(game, rulebook))]
FOUND = [
    (31, Plan("blackjack", "coquimbo-2020", kinds=frozenset({"unread_card"}))),  # keyed, but not counted
    (7, Plan("blackjack", "mendoza-2016", kinds=frozenset({"unread_card"}))),  # the order named a covered card
    (7060, Plan("blackjack")),  # the cut card was overdue with a keyed card, and nobody said so
    (0, Plan("blackjack", "coquimbo-2020", kinds=frozenset({"miskeyed"}))),  # a payment taken back was booked twice
    (2, Plan("chemin-de-fer", kinds=frozenset({"early_draw", "kill"}))),  # after a restart it was no early draw
    (5, Plan("blackjack", "bj8-ar", kinds=frozenset({"bank_forgotten"}))),  # the people forgot the same card twice
    (67, Plan("draw-poker", kinds=frozenset({"dealer_overdraws", "unread_card"}))),  # seen only at the reveal
    (6, Plan("mini-baccarat", kinds=frozenset({"missed_card"}))),  # told by people, and counted by nobody
    (6, Plan("chemin-de-fer", kinds=frozenset({"card_in_basket"}))),  # who showed nine had forgotten to show it
    (5, Plan("draw-poker", kinds=frozenset({"stuck_cards"}))),  # the last card of the deal was never replaced
    (60105, Plan("draw-poker")),  # a misread card passed for one nobody had read: no reader can tell them apart
    (16, Plan("draw-poker", kinds=frozenset({"misread"}))),  # a hand of six cards
    (2, Plan("caribbean-stud", kinds=frozenset({"forgotten_lock"}), progressive=True)),  # one alarm for all
    (309, Plan("blackjack", "iquique-2000")),  # the cut card was missed in a shoe about to be shuffled
    (90001, Plan("mini-baccarat", mistakes=False, passes=60)),  # the cut card came first, and nobody had erred
]
"""Seeds that failed once, and what was wrong."""


def failures(plan: Plan, seeds: range) -> list[str]:
    """How to replay each world that failed, with what was found."""
    ended = (play(seed, plan) for seed in seeds)
    return [f"{one.violation['replay']}: {one.violation['found']}" for one in ended if one.violation]


@pytest.mark.timeout(36_000 if NIGHTLY else 300)
@pytest.mark.parametrize(("game", "rulebook"), worldly())
def test_nobody_errs_and_nothing_is_held(game: str, rulebook: str) -> None:
    assert not failures(Plan(game, rulebook, mistakes=False), range(CLEAN_SEEDS))


@pytest.mark.timeout(36_000 if NIGHTLY else 300)
@pytest.mark.parametrize(("game", "rulebook"), worldly())
def test_people_and_devices_err_and_the_table_is_right_again(game: str, rulebook: str) -> None:
    assert not failures(Plan(game, rulebook), range(ERRING_SEEDS))


@pytest.mark.parametrize(("game", "rulebook", "kind"), KINDS)
def test_each_kind_of_mistake_happens_and_is_put_right(game: str, rulebook: str, kind: str) -> None:
    """A seed in which it did not happen shows nothing and does not count."""
    plan = Plan(game, rulebook, kinds=frozenset({kind}), passes=10)
    for seed in range(MOST_SEEDS):
        outcome = play(seed, plan)
        assert outcome.violation is None, outcome.violation
        if kind in outcome.faults:
            return
    raise AssertionError(f"{kind} never happened in {MOST_SEEDS} worlds")


@pytest.mark.parametrize(("seed", "plan"), FOUND)
def test_a_seed_that_failed_once_does_not_fail_again(seed: int, plan: Plan) -> None:
    assert not failures(plan, range(seed, seed + 1))


def test_the_same_seed_is_the_same_world_to_the_last_decision() -> None:
    plan = Plan("blackjack", "mendoza-2016", passes=5)
    assert play(7, plan) == play(7, plan)
    assert play(7, plan).digest != play(8, plan).digest


def test_the_command_tells_each_world_and_their_sum() -> None:
    done = CliRunner().invoke(world, ["--seeds", "1..2", "--game", "mini-baccarat", "--passes", "3", "--json"])
    *worlds, summary = map(json.loads, done.output.splitlines())
    assert done.exit_code == 0
    assert [one["seed"] for one in worlds] == [1, 2]
    assert {"game", "ok", "passes", "events", "faults", "digest", "violation"} <= worlds[0].keys()
    assert (summary["seeds"], summary["failed"], summary["passes"]) == (2, [], 6)


def test_a_world_without_the_fault_asked_for_is_not_counted() -> None:
    options = ["--seeds", "1..1", "--game", "mini-baccarat", "--passes", "1", "--fault", "forgotten_word", "--json"]
    told, summary = map(json.loads, CliRunner().invoke(world, options).output.splitlines())
    assert (told["ok"], told["counted"], summary["passes"], summary["counted"]) == (True, False, 0, 0)


@pytest.mark.parametrize("wrong", [["--seeds", "5"], ["--seeds", "9..1"], ["--seeds", "1..1", "--fault", "earthquake"]])
def test_what_makes_no_sense_is_refused(wrong: list[str]) -> None:
    assert CliRunner().invoke(world, wrong).exit_code == 2
