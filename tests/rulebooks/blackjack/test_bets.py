"""Bets before the cards: boxes, limits, standing bets, quorum, one touch without stakes."""

from typing import Any

import pytest

from table_core.rulebook import RuleViolation
from table_core.rules.blackjack import bets
from table_core.rules.blackjack.entries import PlaceBet, PlaceSide
from table_core.rules.blackjack.options import switched
from tests.rulebooks.blackjack.tables import BOOKS, IDS, LEAST_BETS, Table


def refused(table: Table, entry: Any) -> tuple[str, str]:
    before = table.state
    with pytest.raises(RuleViolation) as violation:
        table.feed(entry)
    assert table.state == before
    return violation.value.article, violation.value.code


@pytest.mark.requirement("BJ8-DJ-1", "AMB-CQB-01", "AMB-MZA-24", "AMB-IQQ-22")
@pytest.mark.parametrize("book", IDS)
def test_a_pass_is_not_dealt_below_the_quorum(book: str) -> None:
    short = {str(box): 100 for box in range(1, LEAST_BETS[book])}
    table = Table(book, {**short})
    with pytest.raises(RuleViolation) as violation:
        table.deal("TS")
    assert violation.value.code == "quorum"
    Table(book, {**short, "7": 100}).deal("TS")


def test_a_house_may_ask_for_two_hands() -> None:
    with pytest.raises(RuleViolation, match=r"1\.5\.1 Requisitos"):
        Table("coquimbo-2020", {"1": 100}, min_hands=2).deal("TS")


@pytest.mark.requirement("IQQ-94-10", "AMB-IQQ-11")
def test_a_stake_outside_the_limits_is_refused_while_bets_are_open() -> None:
    table = Table("iquique-2000", limits=(1000, 50_000))
    assert refused(table, PlaceBet("1", 500)) == ("82, 94 para 10", "limits")
    assert refused(table, PlaceBet("1", 60_000)) == ("82, 94 para 10", "limits")
    table.feed(PlaceBet("1", 1000))
    low = Table("iquique-2000", limits=(1000, 50_000), low_bet_before_deal="stands")
    low.feed(PlaceBet("1", 500))


def test_limits_are_not_checked_where_stakes_are_unknown() -> None:
    table = Table("iquique-2000", {"1": None}, stakes="none", limits=(1000, 50_000))
    assert table.state.limits is None
    assert table.state.hands[0].stake is None


@pytest.mark.requirement("AMB-CQB-19")
def test_one_player_takes_at_most_two_positions_in_coquimbo() -> None:
    table = Table("coquimbo-2020")
    table.feed(PlaceBet("1", 100, "Ana"))
    table.feed(PlaceBet("2", 100, "Ana"))
    assert refused(table, PlaceBet("3", 100, "Ana")) == ("1.4.2", "positions")
    table.feed(PlaceBet("3", 100, "Luis"))


@pytest.mark.requirement("AMB-MZA-11")
def test_mendoza_divides_the_maximum_between_one_players_boxes() -> None:
    table = Table("mendoza-2016", limits=(10, 300))
    table.feed(PlaceBet("1", 150, "Ana"))
    assert refused(table, PlaceBet("2", 100, "Ana")) == ("17i", "equal_stakes")
    table.feed(PlaceBet("2", 150, "Ana"))
    assert refused(table, PlaceBet("3", 150, "Ana")) == ("17i", "equal_stakes")
    table.feed(PlaceBet("3", 300, "Luis"))


@pytest.mark.requirement("MZA-2", "AMB-MZA-12")
def test_standing_bets_ride_on_the_box_in_mendoza_only() -> None:
    table = Table("mendoza-2016", limits=(10, 300))
    assert refused(table, PlaceBet("1", 100, standing=(50, 50, 50)))[1] == "standing_bets"
    assert refused(table, PlaceBet("1", 250, standing=(51,)))[1] == "box_total"
    table.feed(PlaceBet("1", 100, standing=(25, 11)))
    table.feed(PlaceBet("2", 100))
    table.deal("AS 9D 9H KD 9S 8C").stand("2").press("reveal_hole").press("end_round")
    assert [(bet.stake, bet.net) for bet in table.settled.standing] == [(25, 37), (11, 16)]
    assert table.settled.net_players == 150 + 100 + 37 + 16
    assert refused(Table("coquimbo-2020"), PlaceBet("1", 100, standing=(50,)))[1] == "standing_bet"


@pytest.mark.requirement("AMB-MZA-12")
@pytest.mark.parametrize(
    ("second_card", "nets"),
    [("8H", (-25, -11)), ("TH", (0, 0)), ("AH", (25, 11))],
    ids=["lose", "push", "win"],
)
def test_standing_bets_win_and_lose_with_the_hand_they_ride_on(second_card: str, nets: tuple[int, int]) -> None:
    table = Table("mendoza-2016", limits=(10, 300))
    table.feed(PlaceBet("1", 100, standing=(25, 11)))
    table.feed(PlaceBet("2", 100))
    table.deal(f"9S 9D 9H {second_card} 9C KD").stand("1", "2").press("reveal_hole").press("end_round")
    assert tuple((bet.box, bet.net) for bet in table.settled.standing) == (("1", nets[0]), ("1", nets[1]))


def test_a_side_bet_needs_a_main_bet_and_a_text_that_knows_it() -> None:
    table = Table("coquimbo-2020", limits=(5000, 50_000))
    table.feed(PlaceSide("1", "perfect_pairs", 500))
    table.feed(PlaceBet("2", 5000))
    with pytest.raises(RuleViolation, match="no tiene apuesta inicial"):
        table.press("no_more_bets")
    assert refused(table, PlaceSide("2", "perfect_pairs", 4001))[1] == "pairs_limit"
    assert refused(table, PlaceSide("2", "jackpot", 100))[1] == "no_such_side_bet"


@pytest.mark.requirement("CQB-BET", "IQQ-13a8", "BJ8-DC-3", "MZA-8")
@pytest.mark.parametrize("book", IDS)
def test_no_bet_is_taken_once_the_first_card_is_out(book: str) -> None:
    table = Table(book, {"1": 100, "2": 100, "3": 100}).deal("TS")
    with pytest.raises(RuleViolation):
        table.feed(PlaceBet("4", 100))


@pytest.mark.parametrize("box", ["0", "8", "x", "1"])
def test_a_box_that_does_not_exist_or_is_taken_is_refused(box: str) -> None:
    assert refused(Table("coquimbo-2020", {"1": 100}), PlaceBet(box, 100))[1] in ("no_such_box", "box_taken")


@pytest.mark.parametrize("bet", range(1, 60))
def test_half_of_any_stake_is_exact_to_the_unit(bet: int) -> None:
    for book in ("mendoza-2016", "iquique-2000", "bj8-ar"):
        house, player = BOOKS[book], switched(BOOKS[book], {"round_half": "to_player"})
        assert [a for a in range(bet + 2) if bets.insurance_accepted(house, bet, a)] == ([bet // 2] if bet > 1 else [])
        assert [a for a in range(bet + 2) if bets.insurance_accepted(player, bet, a)] == [(bet + 1) // 2]
    coquimbo = BOOKS["coquimbo-2020"]
    assert [a for a in range(bet + 2) if bets.insurance_accepted(coquimbo, bet, a)] == list(range(1, bet // 2 + 1))
