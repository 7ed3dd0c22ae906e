"""Irregularities of both poker texts that no reader sees: what becomes of cards and money when they are told."""

from typing import Any

import pytest

from table_core.incidents import IncidentResolved
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.poker.entries import DecideBet
from tests.rulebooks.poker.hands import ARICA, IQUIQUE
from tests.rulebooks.poker.tables import DECK, PokerTable


def settled_by(table: PokerTable) -> tuple[str | None, str]:
    """Row and resolution of the newest incident."""
    resolved: IncidentResolved = table.last(IncidentResolved)
    return resolved.row, resolved.choice


def folded(table: PokerTable) -> PokerTable:
    """Everybody gives up; the antes are lost."""
    table.order(*(DecideBet(seat.number, "fold") for seat in table.game.seats if seat.undecided))
    return table


@pytest.mark.requirement("DP-I01")
def test_a_card_that_shows_while_cutting_has_the_deck_shuffled_again() -> None:
    table = PokerTable(ARICA)
    table.report("cut_exposed_card")
    assert (settled_by(table), table.game.phase) == (("DP-I01", "RESHUFFLE"), "shuffle")
    table.order(PrepareShoe(1))
    assert folded(table.dealt(1)).outcomes == {1: "fold"}


@pytest.mark.requirement("DP-I06", "CS-I01")
@pytest.mark.parametrize(
    ("rules", "event", "facts", "row"),
    [
        (ARICA, "cards_seen", {"player_cards": 1}, "DP-I06"),
        (IQUIQUE, "player_cards_seen", {"count": 4}, "CS-I01"),
    ],
)
def test_cards_of_the_players_that_were_seen_change_nothing(
    rules: object, event: str, facts: dict[str, Any], row: str
) -> None:
    table = PokerTable(rules).dealt(1, 2)  # type: ignore[arg-type]
    table.report(event, **facts)
    assert (settled_by(table), table.state.held) == ((row, "CONTINUE"), False)
    assert folded(table).outcomes == {1: "fold", 2: "fold"}


@pytest.mark.requirement("DP-I07", "DP-I08")
@pytest.mark.parametrize(
    ("facts", "row"),
    [({"player_cards": 2}, "DP-I07"), ({"dealer_cards": 1}, "DP-I08"),
     ({"player_cards": 1, "dealer_cards": 1}, "DP-I08")],
)  # fmt: skip
def test_two_cards_seen_or_one_of_the_dealers_void_the_pass_and_stakes_go_back(facts: dict[str, Any], row: str) -> None:
    table = PokerTable(ARICA).dealt(1, 2)
    table.report("cards_seen", **facts)
    assert settled_by(table) == (row, "VOID_PASS")
    assert [(result.outcome, result.returned) for result in table.results.values()] == [("void", 1000)] * 2


@pytest.mark.requirement("DP-I15", "DP-I16", "DP-I18", "CS-I06")
@pytest.mark.parametrize(
    ("rules", "event", "row", "resolution"),
    [
        (ARICA, "late_bet", "DP-I15", "RETURN_BET"),
        (ARICA, "bet_removed", "DP-I16", "FORCE_BET_BACK"),
        (ARICA, "second_seat", "DP-I18", "REJECT_SECOND_SEAT"),
        (IQUIQUE, "bet_removed", "CS-I06", "FORCE_BET_BACK"),
    ],
)
def test_a_bet_laid_or_taken_back_out_of_time_is_put_right_and_every_stake_stays(
    rules: object, event: str, row: str, resolution: str
) -> None:
    table = PokerTable(rules).dealt(1, 2)  # type: ignore[arg-type]
    table.report(event, "2")
    assert (settled_by(table), table.state.held) == ((row, resolution), False)
    folded(table)
    assert {seat: result.collected for seat, result in table.results.items()} == {1: 1000, 2: 1000}


@pytest.mark.requirement("DP-I23", "DP-I24", "CS-I19")
@pytest.mark.parametrize(
    ("rules", "event", "row"),
    [(ARICA, "forbidden_conduct", "DP-I23"), (ARICA, "tray_opened", "DP-I24"), (IQUIQUE, "card_off_table", "CS-I19")],
)
@pytest.mark.parametrize("order", ["CONTINUE", "VOID_HAND", "VOID_PASS"])
def test_what_the_text_forbids_without_a_sanction_waits_for_the_supervisor(
    rules: object, event: str, row: str, order: str
) -> None:
    table = PokerTable(rules).dealt(1, 2)  # type: ignore[arg-type]
    table.report(event, "1")
    assert table.state.held
    table.resolve(event, order, box="1")
    assert (settled_by(table), table.state.held) == ((row, order), False)
    void = {"CONTINUE": set[int](), "VOID_HAND": {1}, "VOID_PASS": {1, 2}}[order]
    outcomes = table.outcomes if order == "VOID_PASS" else folded(table).outcomes
    assert {seat for seat, outcome in outcomes.items() if outcome == "void"} == void


@pytest.mark.requirement("DP-I24")
def test_the_tray_is_opened_to_review_a_dispute_without_an_incident() -> None:
    table = PokerTable(ARICA).dealt(1)
    table.report("tray_opened", dispute=True)
    assert not table.state.incidents


@pytest.mark.requirement("CS-I17")
def test_a_marked_card_has_the_deck_replaced_and_the_stakes_go_back() -> None:
    table = PokerTable(IQUIQUE).dealt(1)
    table.report("defective_card")
    assert (settled_by(table), table.game.phase) == (("CS-I17", "REPLACE_DECK"), "shuffle")
    assert (table.outcomes, table.results[1].returned) == ({1: "void"}, 1000)


@pytest.mark.requirement("CS-I18")
@pytest.mark.parametrize(("cards", "resolution"), [(9, "RECUT"), (43, "RECUT"), (10, "ACCEPT_CUT"), (42, "ACCEPT_CUT")])
def test_a_cut_of_less_than_ten_or_more_than_forty_two_cards_is_made_again(cards: int, resolution: str) -> None:
    table = PokerTable(IQUIQUE)
    table.report("cut_size", cards=cards)
    assert settled_by(table) == ("CS-I18", resolution)
    if resolution == "RECUT":
        assert table.game.phase == "shuffle"
        table.order(PrepareShoe(1, cut_from_top=26))
    table.deck = list(DECK)
    assert folded(table.dealt(1)).outcomes == {1: "fold"}
