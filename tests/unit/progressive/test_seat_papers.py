"""When side bets may open, and what is left of them when a hand or a pass is annulled."""

import pytest
from msgspec.structs import replace

from table_core.commands import CloseTable, Resolve
from table_core.events import (
    LinkLost,
)
from table_core.progressive import orders
from table_core.progressive.ledger import ContributionReversed
from table_core.progressive.operations import CreditsBoughtBack, SidePassEnded
from tests.unit.progressive.table import ELECTRONIC, MANUAL, SHOE, TERMS, SideTable, open_table

# Annulment


@pytest.mark.requirement("PRG-GAP-01")
def test_one_annulled_hand_leaves_the_rest_of_the_pass_as_it_was() -> None:
    table = open_table()
    table.chip(2)
    table.chip(5, 2000)
    table.order(orders.LockSideBets(), "dealer")
    table.order(orders.VoidSideBets((2,)), "jefe_de_mesa")
    assert (table.side.in_play, table.side.lit) == ({5: 2}, frozenset({5}))
    assert table.side.pot.sums.contributed == 2000
    assert table.refused(orders.VoidSideBets((2,))) == "NOTHING_TO_ANNUL"
    assert table.refused(orders.VoidSideBets((5,)), "dealer") == "WRONG_ROLE"


@pytest.mark.requirement("PRG-GAP-01")
def test_an_aborted_base_pass_takes_the_side_bets_with_it() -> None:
    table = open_table()
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    table.draw("7H KD")
    table.see(LinkLost(SHOE, "pulled"))
    done = table.order(Resolve(table.state.incidents[-1].id, "VOID_PASS"), "jefe_de_mesa")
    assert [type(one) for one in done if isinstance(one, ContributionReversed | SidePassEnded)] == [
        ContributionReversed,
        SidePassEnded,
    ]
    assert table.side.pot.main == 2_000_000


@pytest.mark.requirement("PRG-GAP-01")
def test_the_dealer_is_told_which_annulled_bets_to_hand_back() -> None:
    table = open_table()
    table.chip(2, 2000)
    table.chip(5)
    table.order(orders.LockSideBets(), "dealer")
    table.order(orders.VoidSideBets(), "jefe_de_mesa")
    told = [one.detail for one in table.state.incidents if one.code == "side.bet_returned"]
    assert told == ["puesto 2: 2 créditos (VOID)", "puesto 5: 1 créditos (VOID)"]


# Opening


@pytest.mark.requirement("ARI-4.2-p")
def test_no_bets_before_the_pot_has_its_first_value() -> None:
    assert SideTable().refused(orders.OpenSideBets()) == "NO_POT"


def test_a_table_without_a_progressive_says_so() -> None:
    table = SideTable()
    table.reconciler.progressive = None
    assert table.refused(orders.OpenSideBets()) == "NO_PROGRESSIVE"


@pytest.mark.requirement("ARI-3.2-d", "ARI-3.5.4-b", "ARI-4.2-r", "ARI-3.3.1-c", "ARI-4.3-a")
def test_papers_that_are_not_in_order_keep_the_betting_closed() -> None:
    table = SideTable(replace(MANUAL, faults=("NOT_HOMOLOGATED",)))
    table.order(orders.SeedPot(1_000_000))
    assert table.refused(orders.OpenSideBets()) == "NOT_HOMOLOGATED"


@pytest.mark.requirement("ARI-4.2-r")
def test_a_new_plan_waits_for_the_next_jackpot() -> None:
    table = open_table()
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    table.finish("7H KD 9S 7D 5D")
    table.review({2: None})
    table.end_base_pass()
    table.setup = replace(MANUAL, plan="PA-2", plan_digest="d2")
    table.restart()
    assert table.refused(orders.OpenSideBets()) == "PLAN_MISMATCH"


@pytest.mark.requirement("ARI-4.2-r", "ARI-3.4.1-c")
def test_a_plan_with_another_credit_waits_until_the_old_credits_are_gone() -> None:
    table = open_table(electronic=True)
    table.order(orders.BuyCredits(3, 4, 4000), "dealer")
    table.order(orders.LockSideBets(), "dealer")
    table.finish("7H KD 9S 7D 5D")
    table.end_base_pass()
    table.setup = replace(ELECTRONIC, plan="PA-2", plan_digest="d2", terms=replace(TERMS, credit_value=2000))
    table.restart()
    assert table.refused(orders.OpenSideBets(), "dealer") == "CREDITS_LEFT"
    table.order(orders.BuyBack(3, 4), "dealer")
    bought_back = [one.amount for one in table.recorded if isinstance(one, CreditsBoughtBack)]
    assert bought_back == [4000], "at the value they were paid for"
    table.order(orders.OpenSideBets(), "dealer")


def test_a_day_does_not_close_over_side_bets() -> None:
    table = open_table()
    table.chip(2)
    assert table.refused(CloseTable()) == "SIDE_UNDER_WAY"
    empty = open_table()
    empty.order(CloseTable())
    assert empty.side.phase == "idle"
