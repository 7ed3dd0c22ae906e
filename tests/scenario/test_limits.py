"""Limits changed between passes: who may, when, what of texts and plan stands against it, and how long it lasts."""

from pathlib import Path

import msgspec
import pytest

from daemon.journal import open_reader, read_rows
from daemon.redecide import redecide
from daemon.replay import replay
from table_core.commands import ChangeLimits, CloseTable, OpenTable, Undo
from table_core.record import Commanded, CommandRefused
from table_core.rules.baccarat.chemin.entries import Bid, BidForBank, CloseBets, KeyRequests, PassBank, TakeBank
from table_core.rules.baccarat.chemin.stakes import Request
from table_core.rules.baccarat.entries import KeyBets
from table_core.rules.baccarat.state import Bet
from table_core.rules.blackjack.entries import PlaceBet
from table_core.session import LimitsChanged
from table_core.signals import display_lines
from tests.scenario.blackjack import BlackjackTable
from tests.scenario.chemin_cloth import Cloth
from tests.scenario.stories import PUNTO_NATURAL
from tests.scenario.table import LiveTable, play
from tests.unit.progressive.table import MANUAL, TERMS, SideTable

HIGHER = ChangeLimits(5_000, 200_000)
LOWER = ChangeLimits(1_000, 50_000)
SMALL = (Bet("a", "punto", 1000, 1), Bet("b", "bank", 2000, 2))
LARGE = (Bet("a", "punto", 5000, 1), Bet("b", "bank", 200_000, 2))


def test_between_passes_a_supervisor_changes_what_may_be_bet_and_the_sign_says_it(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {PUNTO_NATURAL}")
        assert table.picture["limits"] is None
        assert await table.order(HIGHER, "dealer", "Ana Rojas") == "WRONG_ROLE"
        assert await table.order(HIGHER, "jefe_de_mesa") is None
        assert table.all(LimitsChanged) == [LimitsChanged(5_000, 200_000, "Luis Soto", "128")]
        assert table.picture["limits"] == (5_000, 200_000)
        refused = await table.ask(KeyBets(SMALL), "dealer")
        assert (refused.code, refused.article) == ("OUT_OF_LIMITS", "128")
        assert await table.order(KeyBets(LARGE), "dealer") is None
        assert await table.order(LOWER, "jefe_de_mesa") == "BETS_LAID"
        await table.draw()
        assert await table.order(LOWER, "jefe_de_mesa") == "PASS_UNDER_WAY"
        await table.draw(3)
        assert table.picture["limits"] == (5_000, 200_000)
        await table.close_round()
        assert await table.order(LOWER, "jefe_de_mesa") is None
        assert await table.order(KeyBets(SMALL), "dealer") is None

    play(story, tmp_path, stakes="keyed")


def test_a_restart_keeps_the_limits_of_the_day_and_its_end_gives_them_back(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert await table.order(HIGHER, "jefe_de_mesa") is None
        await table.restart()
        assert table.picture["limits"] == (5_000, 200_000)
        assert (await table.ask(KeyBets(SMALL), "dealer")).code == "OUT_OF_LIMITS"
        assert await table.order(CloseTable(), "jefe_de_mesa") is None
        assert table.picture["limits"] is None
        assert await table.order(LOWER, "jefe_de_mesa") == "TABLE_CLOSED"
        assert await table.order(OpenTable("J-2"), "jefe_de_mesa") is None
        assert table.picture["limits"] is None

    play(story, tmp_path, stakes="keyed")


def test_journal_and_recording_decide_the_same_again(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert await table.order(HIGHER, "jefe_de_mesa") is None
        assert await table.order(KeyBets(SMALL), "dealer") == "OUT_OF_LIMITS"
        assert await table.order(KeyBets(LARGE), "dealer") is None
        await table.round(4)
        assert await table.order(CloseTable(), "jefe_de_mesa") is None

    play(story, tmp_path, stakes="keyed", settings="[recorder]\non = true\n")
    entries = [row.entry() for row in read_rows(open_reader(tmp_path / "data"))]
    deep = redecide(entries)
    assert deep.differ == 0
    assert deep.redecided > 10
    ordered = [entry for entry in entries if isinstance(entry, Commanded) and entry.command == HIGHER]
    assert [(entry.person, entry.role) for entry in ordered] == [("Luis Soto", "jefe_de_mesa")]
    [recording] = (tmp_path / "data" / "recordings").iterdir()
    again = replay(recording)
    assert again.parted is None
    assert again.ended is not None


@pytest.mark.parametrize("order", [ChangeLimits(0, 1000), ChangeLimits(2000, 1000), ChangeLimits(-5, -1)])
def test_limits_that_bound_nothing_are_refused_and_the_refusal_is_kept(order: ChangeLimits) -> None:
    table = BlackjackTable("mendoza-2016")
    assert table.order(order, "jefe_de_mesa") == ("BAD_LIMITS", "mesa")
    assert isinstance(table.entries[-1], CommandRefused)


@pytest.mark.requirement("T-CQB-21")
def test_a_minimum_under_which_no_perfect_pairs_bet_is_possible_breaks_the_text() -> None:
    table = BlackjackTable("coquimbo-2020")
    assert table.order(ChangeLimits(1, 1000), "jefe_de_mesa") == ("NO_PAIRS_BET", "1.5.1 b)")
    table.must(ChangeLimits(2, 1000), "jefe_de_mesa")


def test_a_round_that_is_open_already_goes_by_the_new_limits_unless_somebody_has_bet() -> None:
    table = BlackjackTable("coquimbo-2020")
    table.must(HIGHER, "jefe_de_mesa")
    assert table.order(PlaceBet("1", 100), "dealer")[0] == "limits"
    table.must(PlaceBet("1", 5000), "dealer")
    assert table.order(LOWER, "jefe_de_mesa") == ("BETS_LAID", "mesa")
    table.must(Undo(), "dealer")
    table.must(LOWER, "jefe_de_mesa")
    assert table.order(Undo(), "dealer")[0] == "NOTHING_TO_UNDO", "a bet under other limits does not come back"
    table.must(PlaceBet("1", 1000), "dealer")
    table.must(PlaceBet("2", 1000), "dealer")
    table.press("no_more_bets").deal("TS 9D 8H 8D 9S").stand("1", "2").deal("9C").press("end_round")
    assert table.order(PlaceBet("1", 100), "dealer")[0] == "limits", "the next pass as well"


def test_the_open_round_of_a_closed_table_forgets_the_limits_of_the_day() -> None:
    table = BlackjackTable("coquimbo-2020")
    table.must(HIGHER, "jefe_de_mesa")
    table.must(CloseTable(), "jefe_de_mesa")
    table.must(OpenTable("J-2"), "jefe_de_mesa")
    table.must(PlaceBet("1", 100), "dealer")


def test_a_new_shoe_keeps_the_limits_of_the_day() -> None:
    table = BlackjackTable("coquimbo-2020", prepared=False).open()
    table.must(HIGHER, "jefe_de_mesa")
    table.prepare()
    assert table.order(PlaceBet("1", 100), "dealer")[0] == "limits"


@pytest.mark.requirement("ARI-4.2-r")
def test_the_approved_plan_bounds_the_limits_of_the_game() -> None:
    bounded = msgspec.structs.replace(TERMS, table_min=2_000, table_max=100_000)
    table = SideTable(msgspec.structs.replace(MANUAL, terms=bounded))
    for order in (ChangeLimits(1_000, 50_000), ChangeLimits(2_000, 100_001)):
        assert table.refused(order) == "PLAN_MISMATCH"
    table.order(ChangeLimits(2_000, 100_000))
    assert SideTable().refused(ChangeLimits(1_000, 100_001)) == "(obeyed)", "a plan without bounds allows any"


def test_nobody_takes_the_bank_of_chemin_for_less_than_the_minimum_on_the_sign() -> None:
    cloth = Cloth("", requests=(), closed=False)
    cloth.do(ChangeLimits(2_000, 80_000), PassBank(refuses=True), BidForBank((Bid("s2", 1_500),)))
    assert cloth.game.bank is None, "the auction began under the old minimum and goes by the new one"
    cloth.do(ChangeLimits(3_000, 80_000))
    assert cloth.order(TakeBank("s2", 2_000)) == "BANK_TOO_SMALL"
    assert cloth.order(TakeBank("s2", 80_001)) == "BANK_TOO_LARGE"
    cloth.do(TakeBank("s2", 3_000), KeyRequests((Request("s3", "bet", 3_000),)))
    assert cloth.order(ChangeLimits(500, 80_000)) == "BETS_LAID"
    cloth.do(CloseBets())
    assert cloth.order(ChangeLimits(500, 80_000)) == "PASS_UNDER_WAY"


def test_the_players_sign_says_the_limits_in_force() -> None:
    table = BlackjackTable("mendoza-2016")
    table.must(HIGHER, "jefe_de_mesa")
    assert table.kernel._sign_lines() == display_lines(table.state, (5_000, 200_000), bets_open=True)
