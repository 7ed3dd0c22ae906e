"""The usual odds of baccarat come out of our chart, counted over every order of cards of six and eight decks.

In CI: all hands of six cards by value, with their exact weight. SABOT_NIGHTLY plays them through the engine itself.
"""

import os
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from daemon.rulebooks import all_rulebooks
from table_core.cards import full_shoe
from table_core.cases.baccarat import CaseTable
from table_core.rulebook import Rulebook
from table_core.rules.baccarat import chart
from table_core.rules.baccarat.engine import outcome
from table_core.rules.baccarat.entries import SpeakFive

# Published for the usual rules (Punto draws with five, the bank too when Punto stood), to six places.
KNOWN = {
    8: {"bank": "0.458597", "punto": "0.446247", "tie": "0.095156"},
    6: {"bank": "0.458653", "punto": "0.446279", "tie": "0.095069"},
}
BOOK = "iquique-2000/punto-y-banca"
CARD_OF = [f"{rank}S" for rank in "TA23456789"]
PASSES = 200_000 if os.environ.get("SABOT_NIGHTLY") else 1_500


def rules() -> Rulebook:
    return all_rulebooks()[BOOK].with_switches({"bank5_punto_stood": "draw"})


@cache
def bank_draws(bank: int, third: int | None) -> bool:
    """What our chart says for a bank worth *bank*."""
    return chart.bank_draws(rules(), ("KS", CARD_OF[bank]), None if third is None else CARD_OF[third])


def odds(decks: int) -> dict[str, Fraction]:
    """Over every ordered choice of values, weighted by how many cards of a shoe there are of each."""
    have = [16 * decks, *[4 * decks] * 9]
    total: Counter[str] = Counter()
    for cards in product(range(10), repeat=4):
        weight, left = 1, list(have)
        for value in cards:
            weight *= left[value]
            left[value] -= 1
        if weight:
            _finish((cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10, left, weight, total)
    everything = Fraction(sum(total.values()))
    return {side: total[side] / everything for side in ("bank", "punto", "tie")}


def _finish(punto: int, bank: int, left: list[int], weight: int, total: Counter[str]) -> None:
    """Third cards as the text gives them; a hand that takes fewer counts for every card it leaves in the shoe."""
    shoe = sum(left)
    if max(punto, bank) >= 8:
        total[_winner(punto, bank)] += weight * shoe * (shoe - 1)
    elif punto >= 6:
        _bank_third(punto, bank, None, left, weight * (shoe - 1), total)
    else:
        for third, cards in enumerate(left):
            after = [count - (value == third) for value, count in enumerate(left)]
            _bank_third((punto + third) % 10, bank, third, after, weight * cards, total)


def _bank_third(punto: int, bank: int, third: int | None, left: list[int], weight: int, total: Counter[str]) -> None:
    if not bank_draws(bank, third):
        total[_winner(punto, bank)] += weight * sum(left)
        return
    for value, cards in enumerate(left):
        total[_winner(punto, (bank + value) % 10)] += weight * cards


def _winner(punto: int, bank: int) -> str:
    return "tie" if punto == bank else "punto" if punto > bank else "bank"


@pytest.mark.requirement("BAC-R01", "BAC-R02", "BAC-R03", "BAC-R04")
@pytest.mark.parametrize("decks", KNOWN)
def test_the_usual_odds_come_out_to_six_places(decks: int) -> None:
    found = odds(decks)
    assert sum(found.values()) == 1
    assert {side: f"{float(share):.6f}" for side, share in found.items()} == KNOWN[decks]


@pytest.mark.requirement("BAC-R01", "BAC-R02", "BAC-R03", "BAC-R04")
def test_passes_dealt_by_the_engine_from_real_shoes_agree_with_the_count() -> None:
    """Four standard deviations: a wrong rule for any common total is far outside."""
    wins: Counter[str] = Counter()
    chance = Random(20261118)
    shoe: list[str] = []
    table = CaseTable(rules()).ready()
    fresh = table.state
    for _pass in range(PASSES):
        if len(shoe) < 6:
            shoe = full_shoe(8)
            chance.shuffle(shoe)
        table.state, table.seen = fresh, []
        while table.state.baccarat.phase != "complete":
            if "five_draw" in table.engine.expects(table.state.baccarat).entries:
                table.order(SpeakFive("draw"))
            else:
                table.cards(shoe.pop())
        wins[outcome(table.state.baccarat)] += 1
    for side, share in odds(8).items():
        spread = 4 * (float(share) * (1 - float(share)) / PASSES) ** 0.5
        assert abs(wins[side] / PASSES - float(share)) < spread, side
