"""Poker worlds in which everybody errs: every kind of mistake is noticed, and the money is what the cards say."""

import os
from collections import Counter

import pytest

from hw_sims.world.run import Plan, play
from hw_sims.world.troubles import KINDS as TROUBLES

SEEDS = range(40) if os.environ.get("SABOT_NIGHTLY") else range(2)
KINDS = {
    "draw-poker": {
        "boxed_card", "card_after_the_pass", "card_seen", "cards_exposed", "dealer_overdraws", "misread", "missed_card",
        "served_twice", "skipped_seat", "stuck_cards", "three_changes", "tray_opened", "unread_card", "wrong_bet",
    },
    "caribbean-stud": {
        "card_after_the_pass", "cards_exposed", "dealers_card_seen", "folded_mixed", "misread", "missed_card",
        "served_twice", "skipped_seat", "unread_card", "wrong_bet",
    },
}  # fmt: skip


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", KINDS)
def test_whatever_people_do_wrong_is_noticed_and_the_money_is_right(game: str) -> None:
    made = Counter[str]()
    for seed in SEEDS:
        world = play(seed, Plan(game, passes=15))
        assert world.violation is None, world.violation
        made.update(world.faults)
    assert set(made) <= KINDS[game] | TROUBLES
    assert sum(made.values()) > len(SEEDS)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game, kinds in KINDS.items() for kind in sorted(kinds)])
def test_each_kind_of_mistake_can_be_asked_for_alone(game: str, kind: str) -> None:
    world = play(5, Plan(game, kinds=frozenset({kind}), passes=12 if kind in ("unread_card", "boxed_card") else 6))
    assert world.violation is None, world.violation
    assert set(world.faults) <= {kind}
