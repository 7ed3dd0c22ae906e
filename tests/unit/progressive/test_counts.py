"""A jornada's counters against each other: what was changed, pressed, counted and raised; late prizes; boxes."""

from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from daemon.cli.main import sabot
from daemon.journal import Journal
from daemon.side_counts import Box
from daemon.side_report import SideReport, side_report
from table_core.board_events import BetPressed, CreditsActivated
from table_core.commands import CloseTable, OpenTable
from table_core.progressive import orders
from table_core.progressive.ledger import PassContributed
from table_core.progressive.operations import SideBetLaid
from table_core.record import Entry
from tests.unit.progressive.table import ELECTRONIC, SLOTS, TERMS, SideTable, open_table
from tests.unit.progressive.test_meters import played_pass, started


def report(entries: list[Entry], jornada: str = "J-1") -> SideReport:
    found = side_report(jornada, enumerate(entries, 1))
    assert found is not None
    return found


def busy(**settings: Any) -> SideTable:
    """Bought and promotional credits, some activated at the board itself; one bet annulled, one without a base bet."""
    table = SideTable(replace(ELECTRONIC, terms=replace(TERMS, **settings)))
    table.base_bets(2, 5)
    table.open_bets()
    table.order(orders.BuyCredits(2, 5, 5000), "dealer")
    table.order(orders.BuyCredits(5, 2, 0, "promo"), "dealer")
    table.see(CreditsActivated(SLOTS, 3, 4, 1))
    table.order(orders.NoteExchange(4000), "dealer")
    for seat, count in ((2, 3), (5, 1), (3, 2)):
        table.see(BetPressed(SLOTS, seat, count, seat))
    table.order(orders.LockSideBets(), "dealer")
    table.order(orders.VoidSideBets((2,)), "jefe_de_mesa")
    return table


@pytest.mark.requirement("ARI-3.4.1-c", "ARI-3.4.1-i", "ARI-3.4.1-m")
@pytest.mark.parametrize("policy", ["refund", "stand"])
@pytest.mark.parametrize("promo", [False, True])
def test_honest_counters_agree_whatever_was_promotional_annulled_or_given_back(policy: str, promo: bool) -> None:
    found = report(started(busy(void_policy=policy, promo_contributes=promo)))
    assert found.differences == {}
    assert (found.credits_activated, found.credits_exchanged) == (9, 9000)
    assert (found.counts.table_credits, found.counts.seat_credits) == (4, 4)
    assert found.counts.raised == 1000 * (3 * (policy == "stand") + promo)


@pytest.mark.requirement("ARI-3.4.1-c")
def test_credits_nobody_paid_for_are_a_difference_of_the_jornada_and_a_finding(tmp_path: Any) -> None:
    table = busy()
    table.order(orders.BuyCredits(6, 2, 500), "dealer")
    assert report(started(table)).differences == {"ACTIVATION_VS_CASH": 1500}
    journal = Journal(tmp_path)
    journal.append(started(table), 1, 1)
    journal.close()
    told = CliRunner().invoke(sabot, ["report", "progressive", "--jornada", "J-1", "--data", str(tmp_path)])
    assert (told.exit_code, "ACTIVATION_VS_CASH +1500" in told.stderr) == (1, True)


@pytest.mark.parametrize(
    ("lost", "difference"),
    [(SideBetLaid, {"TABLE_COUNTER_VS_SEATS": 1}), (PassContributed, {"SYSTEM_VS_TABLE": -1000})],
)
def test_a_bet_or_a_contribution_missing_from_the_record_is_named(lost: type, difference: dict[str, int]) -> None:
    table = open_table()
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    entries = [entry for entry in started(table) if not isinstance(entry, lost)]
    assert report(entries).differences == difference


def test_boxes_are_in_the_report_with_what_their_counters_said() -> None:
    table = open_table()
    table.chip(2, 2000)
    table.order(orders.CountBox(2, 1000), "jefe_de_mesa")
    assert report(started(table)).counts.boxes == [Box(2, 2000, 1000, "Ana")]


@pytest.mark.requirement("IQQ-118-b", "ARI-3.4.1-m")
def test_a_grand_prize_paid_in_the_next_jornada_is_in_the_reports_of_both() -> None:
    table = SideTable()
    table.order(orders.SeedPot(2_000_000))
    table.base_bets(2, 5)
    table.order(orders.OpenSideBets(), "dealer")
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    table.finish("7C KD 9S 7C 5D 7C")
    table.review({2: "three_sevens_clubs"})
    table.release(1)
    table.end_base_pass()
    table.order(CloseTable())
    table.order(OpenTable("J-2"))
    table.order(orders.PayPrize(1, "cash"), "dealer", "Eva")
    for jornada, paid_by in (("J-1", ""), ("J-2", "Eva")):
        [prize] = report(started(table), jornada).prizes
        assert (prize.prize, prize.released_by, prize.paid_by) == ("three_sevens_clubs", ["Caro", "Dina"], paid_by)


def test_each_jornada_counts_its_own() -> None:
    table = SideTable()
    table.order(orders.SeedPot(2_000_000))
    played_pass(table, "7H KD 9S 4D 5D 2D", {2: None, 5: None}, 2, 5)
    table.order(CloseTable())
    table.order(OpenTable("J-2"))
    played_pass(table, "7H KD 9S 4D 5D 2D", {2: None}, 2)
    found = [report(started(table), jornada) for jornada in ("J-1", "J-2")]
    assert [(one.counts.table_credits, one.counts.raised, one.differences) for one in found] == [
        (2, 2000, {}),
        (1, 1000, {}),
    ]
