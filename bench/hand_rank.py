"""Row `hand_rank`: one five-card hand from its cards to its rank, against treys, the usual evaluator in plain Python.

Ours takes the cards as the table writes them ("7H"); treys gets its own integers ready made, which is to its advantage.
"""

import importlib
import random
import time
from collections.abc import Callable
from typing import Any

from bench.rows import Row, measured, peer_missing
from table_core.cards import DECK
from table_core.rules.poker.ranking import rank_hand

NAME = "hand_rank"
GOAL = 1.0
HANDS, TURNS, WARM_UP = 1000, 400, 20
UNIT = f"us per {HANDS} hands"

Rank = Callable[[], int]


def measure() -> Row:
    hands = _hands()
    peer = _treys(hands)
    if peer is None:
        return peer_missing(NAME, "treys", GOAL, _by_turns({"ours": _ours(hands)})["ours"], UNIT)
    times = _by_turns({"ours": _ours(hands), "treys": peer})
    return measured(NAME, times["ours"], against="treys", against_ns=times["treys"], goal=GOAL, unit=UNIT)


def _hands() -> list[list[str]]:
    chance = random.Random(7462)
    return [chance.sample(DECK, 5) for _hand in range(HANDS)]


def _by_turns(ranks: dict[str, Rank]) -> dict[str, list[int]]:
    times: dict[str, list[int]] = {name: [] for name in ranks}
    for turn in range(WARM_UP + TURNS):
        for name, rank in ranks.items():
            started = time.perf_counter_ns()
            rank()
            if turn >= WARM_UP:
                times[name].append(time.perf_counter_ns() - started)
    return times


def _ours(hands: list[list[str]]) -> Rank:
    def rank() -> int:
        return sum(rank_hand(hand).strength for hand in hands)

    return rank


def _treys(hands: list[list[str]]) -> Rank | None:
    try:
        treys: Any = importlib.import_module("treys")
    except ImportError:
        return None
    evaluate = treys.Evaluator().evaluate
    theirs = [[treys.Card.new(card[0] + card[1].lower()) for card in hand] for hand in hands]
    strongest = 7463  # treys counts from the other end
    wrong = [hand for hand, cards in zip(hands, theirs, strict=True) if strongest - evaluate([], cards) != _own(hand)]
    if wrong:
        raise ValueError(f"treys ranks {wrong[0]} otherwise")

    def rank() -> int:
        return sum(evaluate([], cards) for cards in theirs)

    return rank


def _own(hand: list[str]) -> int:
    return rank_hand(hand).strength
