"""Worlds of Chemin de Fer in which people err: every kind of slip happens, is seen for what it is, and costs nobody."""

import os

from hw_sims.world.run import Plan, play
from hw_sims.world.troubles import KINDS as TROUBLES

SEEDS = range(400) if os.environ.get("SABOT_NIGHTLY") else range(16)
KINDS = {
    "early_draw", "fifth_card", "two_thirds", "stuck_cards", "cards_thrown_away",
    "misread", "missed_card", "unread_card", "face_up", "mixed_up", "card_in_basket",
}  # fmt: skip


def test_people_who_err_leave_cards_and_money_where_the_text_says() -> None:
    outcomes = [play(seed, Plan("chemin-de-fer", mistakes=True, passes=20)) for seed in SEEDS]
    assert [one.violation for one in outcomes if one.violation] == []
    assert set().union(*(one.faults for one in outcomes)) - TROUBLES == KINDS
