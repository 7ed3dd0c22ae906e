"""The ledger of blackjack finds a chip too many or too few, whoever moved it."""

import pytest

from hw_sims.ledgers.blackjack import balanced
from table_core.record import Entry
from table_core.rules.blackjack.operations import (
    BetPlaced,
    Collected,
    Doubled,
    HandSplit,
    Paid,
    SidePlaced,
    SideSettled,
)
from table_core.rules.blackjack.operations import StakeReturned as Back
from table_core.session import PassEnded

BET, ODD, END = BetPlaced("1", 1000, "-"), BetPlaced("2", 1001, "-"), PassEnded(1)
SPLIT = HandSplit("1", "1.1", "1.2", 1, "x", "-")


@pytest.mark.parametrize(
    "entries",
    [
        [BET, Paid("1", "win", "3to2", 1500, "-"), END],
        [ODD, Paid("2", "win", "3to2", 1501, "-"), END],
        [ODD, Paid("2", "surrender", "1to2", 500, "-"), END],
        [BET, Doubled("1", "-"), Collected("1", "lose", 2000, "-"), END],
        [
            BET,
            HandSplit("1", "1.1", "1.2", 1, "x", "-"),
            Back("1.1", "push", 1000, "-"),
            Back("1.2", "push", 1000, "-"),
        ],
        [BET, SidePlaced("1", "insurance", 500, "-"), SideSettled(0, "won", None, 1000, "-")],
    ],
)
def test_the_right_chips_balance(entries: list[Entry]) -> None:
    assert balanced(entries)


@pytest.mark.parametrize(
    "entries",
    [
        [BET, Paid("1", "win", "3to2", 1501, "-"), END],
        [ODD, Paid("2", "win", "3to2", 1502, "-"), END],
        [BET, Doubled("1", "-"), Collected("1", "lose", 1000, "-"), END],
        [BET, Paid("1", "win", "1to1", 1000, "-"), Paid("1", "win", "1to1", 1000, "-")],
        [BET, END],
        [BET, SidePlaced("1", "insurance", 500, "-"), SideSettled(0, "lost", None, 500, "-")],
    ],
)
def test_a_wrong_chip_does_not(entries: list[Entry]) -> None:
    assert not balanced(entries)
