"""Meters of the progressive: ten digits and more, never cleared, each change explained, shown on demand."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from daemon.cli.main import sabot
from daemon.journal import Journal
from daemon.side_meters import LAST_HITS, Meters, side_meters
from table_core.board_events import BetPressed, CreditsActivated, LockBelied, SeatLampShown
from table_core.events import (
    AcceptorBack,
    AcceptorReplaced,
    AcceptorReset,
    AcceptorSilent,
    CreditAccepted,
    CreditsLost,
    LinkLost,
    LinkRestored,
    LockShown,
)
from table_core.money import pesos
from table_core.progressive import orders
from table_core.progressive.ledger import PassContributed, PotCorrected, PotSeeded
from table_core.progressive.operations import BoxCounted, PrizeConfirmed
from table_core.progressive.prizes import Hand
from table_core.progressive.settlement import Payment
from table_core.progressive.state import Counters, Due
from table_core.record import Entry, Started
from table_core.table import PassFrozen
from tests.unit.progressive.table import ELECTRONIC, MANUAL, SHOE, SLOTS, TERMS, SideTable, open_table

BIG = 9_999_999_999
DISPLAY_COLUMNS = 20


def started(table: SideTable) -> list[Entry]:
    """The journal of *table*, from its first entry on."""
    first = Started(
        "mesa-1", "0", "iquique-2000", "", {}, "none", None, SHOE, True, True, family="blackjack",
        progressive=table.setup,
    )  # fmt: skip
    return [first, *table.recorded]


def meters(table: SideTable) -> Meters:
    found = side_meters(started(table))
    assert found is not None
    return found


def played_pass(table: SideTable, cards: str, prizes: dict[int, str | None], *staked: int) -> None:
    """One pass with side bets at *staked*, dealt *cards*, reviewed as *prizes* and paid."""
    table.base_bets(2, 5)
    table.order(orders.OpenSideBets(), "dealer")
    for seat in staked:
        table.chip(seat)
    table.order(orders.LockSideBets(), "dealer")
    table.finish(cards)
    table.review(prizes)
    for due in table.side.unpaid:
        table.release(due.id)
        table.order(orders.PayPrize(due.id), "dealer")
    table.end_base_pass()


# Width


@pytest.mark.requirement("R16")
def test_ten_digits_are_held_shown_and_passed_without_rolling_over() -> None:
    table = SideTable()
    table.order(orders.SeedPot(BIG))
    side = table.reconciler.side()
    for pot in (BIG, BIG + 1):
        line = side.display_lines(table.state)[0]
        assert (table.side.pot.main, line) == (pot, f"POZO {pesos(pot)}")
        assert len(line) <= DISPLAY_COLUMNS
        table.order(orders.CorrectPot(1, "malfunction", "prueba de paso"))
    table.restart()
    assert table.side.pot.main == BIG + 2


@pytest.mark.requirement("R16")
@pytest.mark.parametrize("reading", [BIG, 2**32 - 1, 10**15])
def test_a_box_and_the_counters_of_credits_go_on_past_any_width(reading: int) -> None:
    table = SideTable(replace(MANUAL, terms=replace(TERMS, credit_value=1, max_credits=10**16)))
    table.base_bets(2, 5)
    table.open_bets()
    for value in (reading, 1):
        table.chip(2, value)
    table.order(orders.LockSideBets(), "dealer")
    table.restart()
    counters = table.side.counters
    assert (counters.chips_in, counters.credits_bet) == ({2: reading + 1}, reading + 1)


# Nothing clears


accidents = st.sampled_from(
    [
        CreditAccepted(SLOTS, 2, 1, 1000, 1),
        CreditAccepted(SLOTS, 5, 1, None, 2),
        CreditAccepted(SLOTS, 2, 1, 999, 3),
        BetPressed(SLOTS, 2, 1, 1),
        BetPressed(SLOTS, 5, 3, 2),
        CreditsActivated(SLOTS, 5, 2, 3),
        AcceptorReset(SLOTS, 2, 1),
        AcceptorReplaced(SLOTS, 2, 1, 2),
        AcceptorSilent(SLOTS, 2, "silent"),
        AcceptorBack(SLOTS, 2),
        CreditsLost(SLOTS, 5, 2),
        LockShown(SLOTS, 2, locked=True, confirmed=True),
        LockShown(SLOTS, 2, locked=False, confirmed=True),
        LockBelied(SLOTS, 3, 9),
        SeatLampShown(SLOTS, 2, commanded=True, lit=False),
        SeatLampShown(SLOTS, 6, commanded=False, lit=True),
        LinkLost(SLOTS, "pulled"),
        LinkRestored(SLOTS, "pty"),
        LinkLost(SHOE, "pulled"),
    ]
)
people = st.sampled_from(
    [
        orders.BuyCredits(2, 5, 5000, "cash"),
        orders.BuyCredits(5, 2, 1000),
        orders.BuyBack(2, 1),
        orders.OpenSideBets(),
        orders.LockSideBets(),
        orders.VoidSideBets(),
        orders.CloseSeat(2),
        orders.ReopenSeat(2),
        orders.CountBox(2, 1000),
        orders.CorrectPot(-100, "malfunction", "visor"),
        orders.NoteLamp(5, lit=False),
        orders.NoteExchange(500),
    ]
)
moves = st.lists(st.one_of(accidents, people, st.just("restart"), st.just("overdue")), max_size=25)


@pytest.mark.requirement("R17")
@given(moves, st.booleans())
def test_whatever_fails_and_whoever_orders_what_no_meter_ever_goes_back(steps: list[Any], electronic: bool) -> None:
    table = open_table(electronic=electronic)
    before = table.side.counters
    for step in steps:
        match step:
            case "restart":
                table.restart()
            case "overdue" if table.side.phase == "locking":
                table.watch(lock_overdue=True)
            case str():
                pass
            case orders.SideOrder():
                table.refused(step)  # type: ignore[arg-type]
            case _:
                table.see(step)
        after = table.side.counters
        assert not went_back(before, after), step
        before = after


def went_back(before: Counters, after: Counters) -> list[object]:
    """Readings of *after* that are lower than they were."""
    lower: list[object] = []
    for was, now in zip(astuple(before), astuple(after), strict=True):
        pairs = zip([was], [now], strict=True) if isinstance(was, int) else ((was[key], now.get(key)) for key in was)
        lower += [(one, two) for one, two in pairs if two is None or two < one]
    return lower


def test_the_meters_of_this_test_would_show_a_cleared_one() -> None:
    assert went_back(Counters(chips_in={2: 1000}), Counters(chips_in={})) == [(1000, None)]
    assert went_back(Counters(credits_bet=5), Counters()) == [(5, 0)]


# What is paid, and by whom


@pytest.mark.requirement("R19")
def test_what_a_person_pays_and_what_the_machine_puts_on_a_counter_are_two_meters_and_their_sum() -> None:
    setup = replace(ELECTRONIC, terms=replace(TERMS, complementary_funding="promo_credits"))
    table = SideTable(setup)
    table.base_bets(2, 5)
    table.open_bets()
    table.order(orders.BuyCredits(2, 1, 1000), "dealer")
    table.see(BetPressed(SLOTS, 2, 1, 1))
    table.order(orders.LockSideBets(), "dealer")
    table.draw("7H KD 9S 7H 5D")
    table.order(orders.DrawComplementary("lucky_player", 0), "dealer")
    table.finish("")
    table.review({2: "two_sevens"})
    for number, means in ((1, "promo"), (2, "chips")):
        table.release(number)
        table.order(orders.PayPrize(number, means), "dealer")  # type: ignore[arg-type]
    counters = table.side.counters
    assert (counters.paid_by_machine, counters.paid_by_attendant, counters.paid) == (20_000, 20_000, 40_000)
    found = meters(table)
    assert (found.paid_by_machine, found.paid_by_attendant, found.paid) == (20_000, 20_000, 40_000)


# On demand


@pytest.mark.requirement("R20", "R21")
def test_each_level_tells_its_value_its_hits_and_what_they_came_to(tmp_path: Path) -> None:
    table = SideTable()
    table.order(orders.SeedPot(2_000_000))
    played_pass(table, "7H KD 9S 7H 5D 3D 2D", {2: "two_sevens", 5: None}, 2, 5)
    played_pass(table, "7C KD 9S 7C 5D 7C", {2: "three_sevens_clubs", 5: None}, 2, 5)
    journal = Journal(tmp_path)
    journal.append(started(table), 1, 1)
    journal.close()
    told = CliRunner().invoke(sabot, ["report", "meters", "--data", str(tmp_path), "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.output)
    main, reserve = found["pots"]
    assert (main["pot"], main["current"], main["base"], main["rate_bp"]) == ("main", 1_000_000, 1_000_000, 9000)
    assert (main["limit"], main["overflow"]) == (None, 0)
    assert (reserve["pot"], reserve["current"], reserve["rate_bp"]) == ("reserve", table.side.pot.reserve, 1000)
    levels = {level["prize"]: level for level in found["levels"]}
    assert list(levels)[-1] == "three_sevens_clubs", "the pay table's own order"
    [grand] = [one.due.payment.amount for one in table.recorded if isinstance(one, PrizeConfirmed) and one.due.grand]
    assert [(levels[name]["hits"], levels[name]["wins"]) for name in ("two_sevens", "three_sevens_clubs")] == [
        (1, 20_000),
        (1, grand),
    ]
    assert levels["three_sevens_clubs"]["last"] == [
        {"id": 2, "pass_number": 2, "seat": 2, "amount": grand, "means": "chips"}
    ]
    assert (levels["three_sevens"]["hits"], levels["three_sevens"]["last"]) == (0, [])
    words = CliRunner().invoke(sabot, ["report", "meters", "--data", str(tmp_path)])
    assert "Dos sietes: $20.000 (entregas: 1)" in words.output
    assert f"Pagado {pesos(20_000 + grand)}: por máquina $0, por personas {pesos(20_000 + grand)}" in words.output


@pytest.mark.requirement("R20")
def test_the_last_twenty_five_hits_are_told_and_every_one_counts() -> None:
    first, *_rest = started(SideTable())
    won = [
        PrizeConfirmed(Due(number, Payment(2, "two_sevens", 20_000), number, Hand(2, 1), "Beto", "PA-1"))
        for number in range(1, 27)
    ]
    found = side_meters([first, *won])
    assert found is not None
    [level] = [one for one in found.levels if one.prize == "two_sevens"]
    assert (level.hits, len(level.last), level.wins) == (26, LAST_HITS, 26 * 20_000)
    assert [hit.id for hit in level.last] == list(range(2, 27))


def test_a_table_without_a_progressive_has_no_meters(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append([Started("m", "0", "iquique-2000", "", {}, "none", None, SHOE, True, True)], 1, 1)
    journal.close()
    told = CliRunner().invoke(sabot, ["report", "meters", "--data", str(tmp_path)])
    assert (told.exit_code, "no tiene progresivo" in told.output) == (2, True)


# First value and corrections


@pytest.mark.requirement("R39")
def test_a_pot_does_not_begin_below_its_base_and_nothing_is_played_before_it_begins() -> None:
    table = SideTable()
    table.base_bets(2, 5)
    assert table.refused(orders.OpenSideBets(), "dealer") == "NO_POT"
    assert table.refused(orders.SeedPot(TERMS.base - 1)) == "BELOW_BASE"
    table.order(orders.SeedPot(TERMS.base))
    table.order(orders.OpenSideBets(), "dealer")


@pytest.mark.requirement("R18", "R23")
def test_a_first_value_and_a_correction_say_who_why_and_both_readings() -> None:
    table = SideTable()
    table.order(orders.SeedPot(1_500_000, 20_000, "acta 12"), person="Elsa")
    table.order(orders.CorrectPot(-500, "malfunction", "visor mal ajustado", -5), person="Ana")
    told = [(one.by, one.reason) for one in table.recorded if isinstance(one, PotSeeded | PotCorrected)]
    assert told == [("Elsa", "acta 12"), ("Ana", "visor mal ajustado")]
    first, second = meters(table).adjustments
    assert (first.main_before, first.main_after, first.reserve_after) == (0, 1_500_000, 20_000)
    assert (second.main_before, second.main_after) == (1_500_000, 1_499_500)
    assert (second.reserve_before, second.reserve_after) == (20_000, 19_995)
    assert (first.cause, second.cause) == ("", "malfunction")


@pytest.mark.requirement("R23")
def test_a_first_value_without_words_is_explained_by_the_plan() -> None:
    table = SideTable()
    table.order(orders.SeedPot(TERMS.base))
    [seed] = [one for one in table.recorded if isinstance(one, PotSeeded)]
    assert seed.reason == "valor inicial, plan PA-1"


@pytest.mark.requirement("R18")
def test_an_emptied_box_is_recorded_with_what_the_meter_said_and_what_was_found() -> None:
    table = open_table()
    table.chip(2, 2000)
    table.order(orders.CountBox(2, 1000), "jefe_de_mesa")
    [counted] = [one for one in table.recorded if isinstance(one, BoxCounted)]
    assert (counted.expected, counted.amount, counted.by) == (2000, 1000, "Ana")
    assert table.side.counters.chips_in == {2: 2000}, "the meter itself goes on"


# Evidence


@pytest.mark.requirement("R88")
def test_a_grand_prize_freezes_its_pass_by_itself_and_a_small_one_does_not() -> None:
    table = SideTable()
    table.order(orders.SeedPot(2_000_000))
    played_pass(table, "7H KD 9S 7H 5D 3D 2D", {2: "two_sevens", 5: None}, 2, 5)
    assert not [one for one in table.recorded if isinstance(one, PassFrozen)]
    played_pass(table, "7C KD 9S 7C 5D 7C", {2: "three_sevens_clubs", 5: None}, 2, 5)
    frozen = [one for one in table.recorded if isinstance(one, PassFrozen)]
    assert [(one.number, one.by) for one in frozen] == [(2, "Beto")]
    kinds = [type(one).__name__ for one in table.recorded]
    assert kinds.index("PassFrozen") < kinds.index("PrizeReleased", kinds.index("PassFrozen")), "before it is paid"


@pytest.mark.requirement("ARI-4.2-r")
def test_after_the_jackpot_the_new_plan_is_adopted_and_stands_in_every_movement() -> None:
    table = SideTable()
    table.order(orders.SeedPot(2_000_000))
    played_pass(table, "7C KD 9S 7C 5D 7C", {2: "three_sevens_clubs", 5: None}, 2, 5)
    table.setup = replace(MANUAL, plan="PA-2", plan_digest="d2", terms=replace(TERMS, commission_bp=1000))
    table.restart()
    played_pass(table, "7H KD 9S 4H 5D 3D 2D", {2: None, 5: None}, 2, 5)
    plans = [one.plan for one in table.recorded if isinstance(one, PassContributed)]
    assert plans == ["PA-1", "PA-2"]
    assert table.side.pot.sums.commission == 400 + 200
