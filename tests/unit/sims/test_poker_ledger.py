"""The ledger of a poker table notices money that moved as it may not, knowing nothing of the engine."""

import pytest
from msgspec.structs import replace

from hw_sims.ledgers.poker import balanced
from table_core.rules.poker.operations import AntePlaced, DeckPrepared, PassSettled, SeatDecided
from table_core.rules.poker.state import Result

WON = Result(3, "win", "trips", 2, paid=5000, collected=0, returned=3000)
PASS = (
    DeckPrepared("rojo", True, "1.5.2"),
    AntePlaced(3, 1000, "1.5.3"),
    SeatDecided(3, "bet", 2000, "1.5.3"),
)


def settled(*results: Result) -> PassSettled:
    return PassSettled(True, results, (), "1.5.3")


def test_a_pass_paid_as_its_ratio_says_is_balanced() -> None:
    assert balanced([*PASS, settled(WON)])


@pytest.mark.parametrize(
    "wrong",
    [
        (replace(WON, paid=5001),),
        (replace(WON, returned=2999),),
        (replace(WON, collected=1),),
        (replace(WON, seat=4),),
        (replace(WON, outcome="tie"),),
        (),
        (WON, replace(WON, seat=5)),
    ],
    ids=["a peso too much", "stake kept", "collected too", "another seat", "a tie paid", "nobody", "a stranger"],
)
def test_money_that_moved_otherwise_is_noticed(wrong: tuple[Result, ...]) -> None:
    try:
        assert not balanced([*PASS, settled(*wrong)])
    except KeyError:
        pytest.fail("a seat without an ante must be noticed, not stumbled over")
