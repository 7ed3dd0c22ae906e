"""Mendoza's rows: each from bytes or keys to incident, resolution, state and money."""

import pytest

from table_core.cards import HIDDEN
from table_core.commands import Resolve
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack.entries import Button, PlaceBet
from table_core.rules.blackjack.shoe_cycle import ShoeEntry
from tests.scenario.blackjack import BlackjackTable

BOOK = "mendoza-2016"
WINS = {"1": 100, "2": 100}


def dealt(cards: str = "TS 9D 7H 8D 9S TD") -> BlackjackTable:
    """Twice 18 against a seven and a covered ten."""
    return BlackjackTable(BOOK).bet("1", "2").deal(cards)


def finish(table: BlackjackTable, *bank: str) -> BlackjackTable:
    for hand in table.round.open_hands:
        table.stand(hand.id)
    if table.round.bank_covered and table.round.phase == "bank":
        table.press("reveal_hole")
    return table.deal(*bank)


def emptied(table: BlackjackTable) -> BlackjackTable:
    """The players leave after the pass."""
    finish(table).press("end_round").must(ShoeEntry("players_left"), "dealer")
    return table


@pytest.mark.requirement("MZA-2")
def test_about_a_standing_bet_the_seated_player_alone_decides() -> None:
    table = BlackjackTable(BOOK)
    table.must(PlaceBet("1", 100, standing=(50,)), "dealer")
    table.bet("2").deal("TS 9D 7H 8D 9S TD").report("standing_bet_dispute", "1")
    opened, resolution = table.opened("standing_bet_dispute"), table.resolution("standing_bet_dispute")
    assert (opened.articles, resolution.choice) == (("2",), "SEATED_PLAYER_DECIDES")
    settled = finish(table).settled
    assert (table.nets, [bet.net for bet in settled.standing]) == (WINS, [50])


@pytest.mark.requirement("MZA-6")
def test_chips_are_changed_in_order_from_box_one_before_the_first_card() -> None:
    table = BlackjackTable(BOOK).report("chip_change")
    assert table.resolution("chip_change").choice == "IN_ORDER_FROM_ONE"
    finish(table.bet("1", "2").deal("TS 9D 7H 8D 9S TD"))
    assert table.nets == WINS


@pytest.mark.requirement("MZA-4")
def test_players_who_come_back_to_a_used_shoe_have_three_cards_burned_unseen() -> None:
    table = emptied(dealt())
    assert table.order(PlaceBet("1", 100), "dealer")[0] == "NO_SHOE"
    table.report("players_return")
    assert table.resolution("players_return").choice == "BURN_THREE"
    assert table.state.blackjack.shoe.burn_left == 3
    table.deal("2H 3H 4H")
    assert "2H" not in str(table.kernel.picture("mesa"))
    finish(table.bet("1", "2").deal("TS 9D 7H 8D 9S TD"))
    assert table.nets == WINS


@pytest.mark.requirement("MZA-4b")
def test_a_shoe_finished_at_an_empty_table_is_armed_again_and_the_supervisor_cuts() -> None:
    table = finish(BlackjackTable(BOOK).used_up_to(60).bet("1", "2").deal("CUT TS 9D 7H 8D 9S TD")).press("end_round")
    table.must(ShoeEntry("players_left"), "dealer")
    table.report("shoe_finished_empty_table")
    assert table.order(Resolve(table.incident("shoe_finished_empty_table").id, "REARM_SUPERVISOR_CUTS"), "dealer")[0]
    table.resolve("shoe_finished_empty_table", "REARM_SUPERVISOR_CUTS", "jefe_de_mesa")
    table.must(PrepareShoe(6, 60, 100, cut_by="Luis Soto"), "dealer")
    table.deal("2H 3H 4H")
    assert table.state.blackjack.shoe.phase == "waiting"
    table.must(ShoeEntry("players_sat"), "dealer")
    finish(table.bet("1", "2").deal("TS 9D 7H 8D 9S TD"))
    assert (table.nets, table.state.preparation.told("cut").who) == (WINS, "Luis Soto")  # type: ignore[union-attr]


@pytest.mark.requirement("MZA-5")
@pytest.mark.parametrize(("choice", "phase"), [("DISMANTLE_AND_REARM", "shuffle"), ("WAIT", "waiting")])
def test_the_supervisor_may_dismantle_a_shoe_of_one_deck_at_an_empty_table(choice: str, phase: str) -> None:
    table = BlackjackTable(BOOK).used_up_to(58).bet("1", "2").deal("TS 9D 7H 8D 9S TD")
    emptied(table).report("empty_table_short_shoe")
    assert table.holding == ["empty_table_short_shoe"]
    table.resolve("empty_table_short_shoe", choice, "jefe_de_mesa")
    assert (table.state.blackjack.shoe.phase, table.nets) == (phase, WINS)


@pytest.mark.requirement("MZA-5")
def test_a_shoe_with_more_than_a_deck_is_not_dismantled() -> None:
    table = emptied(dealt()).report("empty_table_short_shoe")
    order = Resolve(table.incident("empty_table_short_shoe").id, "DISMANTLE_AND_REARM")
    assert table.order(order, "jefe_de_mesa")[0] == "dismantle"


@pytest.mark.requirement("MZA-8")
def test_no_bet_is_taken_once_the_first_card_is_out() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS")
    assert table.order(PlaceBet("3", 100), "dealer")[0] == "wrong_phase"
    finish(table.report("late_bet", "3").deal("9D 7H 8D 9S TD"))
    assert (table.resolution("late_bet").choice, table.nets) == ("REJECT_BET", WINS)


@pytest.mark.requirement("MZA-9")
@pytest.mark.parametrize("swept", [False, True])
def test_a_card_taken_by_mistake_is_burned_covered(swept: bool) -> None:
    table = finish(dealt())
    if swept:
        table.press("end_round")
    table.deal("4H")
    assert table.resolution("surplus_card").choice == "BURN_COVERED"
    assert "4H" not in str(table.kernel.picture("mesa"))
    if not swept:
        assert table.kernel.picture("mesa")["burned"] == [HIDDEN]
    assert table.nets == WINS


@pytest.mark.requirement("MZA-10", "MZA-14k / 17e")
@pytest.mark.parametrize(
    ("event", "choice"), [("shoe_misplaced", "TURN_SHOE"), ("box_claim", "FIRST_TO_ASK_THEN_NEAREST_ONE")]
)
def test_what_the_text_settles_by_itself_is_noted_and_the_pass_goes_on(event: str, choice: str) -> None:
    table = finish(dealt().report(event))
    assert (table.resolution(event).choice, table.nets) == (choice, WINS)


@pytest.mark.requirement("MZA-12")
def test_a_dispute_is_decided_for_good_by_the_jefe() -> None:
    table = dealt().report("dispute", "1")
    assert table.order(Resolve(table.incident("dispute").id, "FINAL_DECISION"), "dealer")[0] == "WRONG_ROLE"
    finish(table.resolve("dispute", "FINAL_DECISION", "jefe_de_mesa"))
    assert (table.resolution("dispute").choice, table.nets) == ("FINAL_DECISION", WINS)


@pytest.mark.requirement("MZA-12")
def test_a_shoe_that_gives_out_is_left_to_the_jefe_who_may_void_the_pass() -> None:
    table = BlackjackTable(BOOK).used_up_to(7).bet("1", "2").deal("TS 9D 7H 2D 9S TD").act("hit", "1").deal("2C")
    assert table.holding == ["dispute"]
    table.resolve("dispute", "VOID_PASS", "jefe_de_mesa")
    assert (table.nets, table.state.blackjack.shoe.phase) == ({"1": 0, "2": 0}, "shuffle")


@pytest.mark.requirement("MZA-14c")
def test_a_bettor_without_cards_gets_an_apology_and_his_stake_back() -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS 9D 7H").report("skipped_box", "2")
    table.resolve("skipped_box", "APOLOGISE_VOID_HAND", "dealer", box="2")
    finish(table.deal("8D 9S TD"))
    assert table.nets == {"1": 100, "2": 0, "3": 100}


@pytest.mark.requirement("MZA-14e")
def test_a_third_card_drawn_before_it_was_offered_is_burned_covered() -> None:
    table = dealt("TS 9D 7H 2D 9S TD").deal("5C")
    assert table.opened("unoffered_card").articles == ("14e", "9")
    assert table.resolution("unoffered_card").choice == "BURN_COVERED"
    assert "5C" not in str(table.kernel.picture("mesa"))
    table.act("hit", "1").deal("7D")
    finish(table)
    assert (table.settled.hands[0].total, table.nets) == (19, WINS)


@pytest.mark.requirement("MZA-14f")
@pytest.mark.parametrize(
    ("choice", "card", "net"),
    [("WITHDRAW", None, 0), ("NEXT_CARD_COVERED", "TH", 200), ("NEXT_CARD_COVERED", "2H", -200)],
)
def test_a_forgotten_double_is_withdrawn_or_gets_the_next_card_covered(choice: str, card: str | None, net: int) -> None:
    table = dealt("5S 9D 7H 6D 9S TD").report("forgotten_double", "1")
    table.resolve("forgotten_double", choice, "dealer", box="1")
    if card:
        table.deal(card)
        assert table.kernel.picture("mesa")["hands"][0]["cards"][-1] == HIDDEN
    finish(table)
    assert table.nets == {"1": net, "2": 100}


@pytest.mark.requirement("MZA-14g")
@pytest.mark.parametrize(
    ("choice", "bank", "net"), [("FINISH_IN_VIEW", "TD", 100), ("WITHDRAW", "TD", 0), ("PAID_BANK_OVER", "6D TH", 100)]
)
def test_a_player_not_served_before_the_bank_was_complete_chooses(choice: str, bank: str, net: int) -> None:
    hole, *drawn = bank.split()
    table = dealt(f"TS 9D 7H 2D 9S {hole}").report("player_passed_over", "1")
    table.stand("2").press("reveal_hole").deal(*drawn)
    assert table.order(Button("end_round"), "dealer") == ("STILL_TO_CHOOSE", "14g")
    table.resolve("player_passed_over", choice, "dealer", box="1")
    if choice == "FINISH_IN_VIEW":
        table.act("hit", "1").deal("7D").stand("1")
    assert table.nets["1"] == net


@pytest.mark.requirement("MZA-14h", "MZA-15d")
def test_a_hand_over_21_loses_stake_and_cards_at_once() -> None:
    table = dealt("TS 9D 7H 6D 9S TD").act("hit", "1").deal("KD")
    assert (table.codes, list(table.round.taken)) == ([], ["1"])
    assert table.round.hands[0].result == "lose"
    finish(table)
    assert table.nets == {"1": -100, "2": 100}


@pytest.mark.requirement("MZA-14j")
def test_cards_on_a_box_without_a_bet_are_burned_and_the_next_stay_where_they_fell() -> None:
    table = BlackjackTable(BOOK).bet("1", "3").deal("TS").lay("2", "4C").deal("9D 7H 8D 9S TD")
    assert (table.resolution("empty_box_card").choice, table.opened("empty_box_card").box) == ("BURN_ONLY_THOSE", "2")
    finish(table)
    assert (table.burned, table.nets) == (["4C"], {"1": 100, "3": 100})


@pytest.mark.requirement("MZA-14l-1")
def test_the_banks_forgotten_first_card_is_the_next_one_and_the_round_goes_on() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 9D 8D").report("bank_missing_cards")
    assert table.opened("bank_missing_cards").announcement == "próxima carta para la Banca"
    assert table.round.announced[-1] == "próxima carta para la Banca"
    assert table.resolution("bank_missing_cards").choice == "NEXT_CARD_TO_BANK"
    finish(table.deal("7H 9S TD"))
    assert (table.round.bank_codes, table.nets) == (("7H", "TD"), WINS)


@pytest.mark.requirement("MZA-14l-2")
def test_a_bank_with_no_card_at_all_gets_the_next_two() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 9D 8D 9S").report("bank_missing_cards")
    assert table.opened("bank_missing_both").articles == ("14l",)
    assert table.round.announced[-1] == "próxima dos cartas para la Banca"
    finish(table.deal("7H TD"))
    assert (table.round.bank_codes, table.nets) == (("7H", "TD"), WINS)


@pytest.mark.requirement("MZA-14l-3")
def test_the_banks_forgotten_second_card_waits_for_the_hand_being_served() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 9D 7H 2D 9S").act("hit", "1").deal("6D")
    table.report("bank_missing_cards", "1")
    assert table.resolution("bank_missing_second").choice == "FINISH_PLAYER_THEN_BANK"
    table.stand("1")
    assert table.round.announced[-1] == "próxima carta para la Banca"
    finish(table.deal("TD"))
    assert (table.round.bank_codes, table.nets) == (("7H", "TD"), WINS)


@pytest.mark.requirement("MZA-14l-4")
def test_the_banks_second_card_missing_with_everybody_defined_is_simply_given() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 9D 7H 8D 9S").stand("1", "2")
    assert table.kernel.picture("mesa")["next_card"] == ["bank"]
    table.report("bank_missing_cards")
    assert table.resolution("bank_missing_second_all_defined").choice == "GIVE_MISSING_CARD"
    table.deal("TD")
    assert (table.round.bank_codes, table.nets) == (("7H", "TD"), WINS)


@pytest.mark.requirement("MZA-3e")
def test_a_cut_card_in_mid_pass_finishes_the_pass_and_ends_the_shoe() -> None:
    table = finish(BlackjackTable(BOOK).used_up_to(60).bet("1", "2").deal("TS 9D CUT 7H 8D 9S TD"))
    assert (table.codes, table.nets) == ([], WINS)
    table.press("end_round")
    assert table.state.blackjack.shoe.phase == "shuffle"
