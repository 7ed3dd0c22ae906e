"""Hands for the poker tests: dealt by chance from a real deck, and the two texts under test."""

import os
import random
from collections.abc import Iterator

from daemon.rulebooks import all_rulebooks
from table_core.cards import DECK, Card

ARICA = all_rulebooks()["arica-2017"]
IQUIQUE = all_rulebooks()["iquique-2000/caribbean"]
NIGHTLY = bool(os.environ.get("SABOT_NIGHTLY"))


def random_hands(count: int, seed: int, size: int = 5) -> Iterator[list[Card]]:
    """*count* deals of *size* cards, the same for the same *seed*."""
    chance = random.Random(seed)
    for _ in range(count):
        yield chance.sample(DECK, size)
