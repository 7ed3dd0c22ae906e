"""Worlds of linked tables whose floor is cut off, hangs and loses messages: nothing is lost, nothing counts twice."""

import os

import pytest

from tests.worlds.linked_world import TROUBLES, LinkedWorld

SEEDS = range(1, 200 if os.environ.get("SABOT_NIGHTLY") else 13)
ROUNDS = 40


@pytest.mark.requirement("R32")
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_to_the_link_tables_and_pot_agree_in_the_end(seed: int) -> None:
    """The world itself states after every step that no lamp shines without its entry, or for long without a floor."""
    world = LinkedWorld(seed)
    world.play(ROUNDS)
    world.end()
    for seat in world.seats:
        assert seat.table.side.linked.pending == (), seat.table.name
        assert "side.floor_contradicts" not in seat.table.codes()
        assert seat.table.side.worth == world.pot.pot.main
    assert world.books() == world.pot.pot.sums
    assert world.books().balanced
    assert sum(world.paid_at_tables().values()) == sum(amount for _, amount in world.awards())


def test_the_same_seed_is_the_same_world() -> None:
    records = []
    for _ in range(2):
        world = LinkedWorld(5)
        world.play(16)
        world.end()
        records.append(world.record())
    assert records[0] == records[1]


def test_several_tables_win_in_these_worlds_and_lines_really_lose_messages() -> None:
    world = LinkedWorld(7)
    world.play(ROUNDS)
    world.end()
    won = [table for table, amount in world.awards() if amount >= 1_000_000]
    assert len(won) > 1
    assert len(set(won)) > 1
    assert all(world.troubles[kind] for kind in TROUBLES), world.troubles
    assert sum(line.injected.total() for seat in world.seats for line in seat.lines) > 0
