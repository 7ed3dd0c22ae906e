"""Iquique's rows of the "21 Real": each from bytes or keys to incident, resolution, state and money."""

import pytest

from table_core.commands import AnswerCctv, Resolve
from table_core.rules.blackjack.entries import Act, PlaceBet, PlaceSide
from table_core.rules.blackjack.operations import JackpotForfeited
from tests.scenario.blackjack import BlackjackTable

BOOK = "iquique-2000"
WINS = {"1": 100, "2": 100}


def dealt(cards: str = "TS 9D 8H 8D 9S") -> BlackjackTable:
    """Twice 18 against an eight."""
    return BlackjackTable(BOOK).bet("1", "2").deal(cards)


def finish(table: BlackjackTable, *bank: str) -> BlackjackTable:
    for hand in table.round.open_hands:
        table.stand(hand.id)
    return table.deal(*bank)


@pytest.mark.requirement("IQQ-13a3", "IQQ-94-10")
@pytest.mark.parametrize(
    ("event", "choice"), [("cards_unchecked", "WAIT_FOR_PUBLIC_CHECK"), ("low_bet", "COUNTS_AS_MADE")]
)
def test_what_the_text_settles_by_itself_is_noted_and_the_pass_goes_on(event: str, choice: str) -> None:
    table = finish(dealt().report(event, "1"), "9C")
    assert (table.resolution(event).choice, table.nets) == (choice, WINS)


@pytest.mark.requirement("IQQ-13a8")
def test_a_bet_after_the_call_is_not_taken() -> None:
    table = BlackjackTable(BOOK).bet("1", "2")
    assert table.order(PlaceBet("3", 100), "dealer")[0] == "late_bet"
    table.report("late_bet", "3")
    assert table.opened("late_bet").announcement == "no va más"
    finish(table.deal("TS 9D 8H 8D 9S"), "9C")
    assert (table.resolution("late_bet").choice, table.nets) == ("REJECT_BET", WINS)


@pytest.mark.requirement("IQQ-81")
def test_when_nobody_wants_to_cut_the_dealer_does() -> None:
    table = BlackjackTable(BOOK, prepared=False).open().report("no_cutter")
    assert table.resolution("no_cutter").choice == "DEALER_CUTS"
    finish(table.prepare().bet("1", "2").deal("TS 9D 8H 8D 9S"), "9C")
    assert table.nets == WINS


@pytest.mark.requirement("IQQ-92")
@pytest.mark.parametrize("in_pass", [False, True])
def test_a_special_shuffle_with_the_jefes_leave_takes_no_pass_away(in_pass: bool) -> None:
    table = dealt()
    if not in_pass:
        finish(table, "9C").press("end_round")
    table.report("special_shuffle")
    assert table.order(Resolve(table.incident("special_shuffle").id, "SHUFFLE"), "jefe_de_mesa")[0] == "WRONG_ROLE"
    table.resolve("special_shuffle", "SHUFFLE", "jefe_de_sala", reason="cartas dobladas")
    if in_pass:
        finish(table, "9C").press("end_round")
    assert table.nets == WINS
    assert (table.state.blackjack.shoe.phase, table.state.preparation.card_set) == ("shuffle", 1)


@pytest.mark.requirement("IQQ-93")
def test_any_irregularity_is_reported_to_the_jefe_who_may_ask_the_cameras() -> None:
    table = dealt().report("any_irregularity")
    table.resolve("any_irregularity", "REVIEW_CCTV", "jefe_de_sala", reason="¿quién tocó las fichas?")
    number = table.incident("any_irregularity").id
    table.must(AnswerCctv(number, "el jugador de la casilla 2"), "jefe_de_sala")
    table.resolve("any_irregularity", "CORRECT_AND_REPORT", "jefe_de_sala")
    finish(table, "9C")
    assert (table.resolution("any_irregularity").choice, table.nets) == ("CORRECT_AND_REPORT", WINS)


@pytest.mark.requirement("IQQ-94-2")
@pytest.mark.parametrize("act", ["reorder", "void", "lose_all", "accept_card", "choose_burn"])
def test_cards_are_never_moved_back_by_a_key(act: str) -> None:
    table = dealt().report("cards_moved_back")
    assert table.resolution("cards_moved_back").choice == "REFUSE"
    assert table.order(Act(act, "1", boxes=("2", "1")), "jefe_de_sala")[0] == "NEEDS_INCIDENT"  # type: ignore[arg-type]
    finish(table, "9C")
    assert table.nets == WINS


@pytest.mark.requirement("IQQ-94-3")
def test_a_card_its_player_denies_is_offered_to_the_next_box() -> None:
    table = dealt("TS 5D 8H 4D 6S").deal("9D").report("disputed_card", "1")
    table.resolve("disputed_card", "OFFER_NEXT_BOX", "dealer", box="1")
    table.resolve("disputed_card", "ACCEPT_CARD", "dealer", box="2")
    assert [hand.total for hand in table.settled.hands] == [14, 20]
    finish(table, "TC")
    assert table.nets == {"1": -100, "2": 100}


@pytest.mark.requirement("IQQ-94-3")
def test_a_card_nobody_takes_is_the_banks() -> None:
    table = dealt().deal("9C").report("disputed_card", "1")
    table.resolve("disputed_card", "OFFER_NEXT_BOX", "dealer", box="1")
    table.resolve("disputed_card", "BANK_TAKES_CARD", "dealer", box="2")
    assert table.round.bank_codes == ("8H", "9C")
    finish(table)
    assert (table.state.held, table.nets) == (False, WINS)


@pytest.mark.requirement("IQQ-94-4")
def test_a_card_the_bank_drew_at_seventeen_goes_back_and_opens_the_next_pass() -> None:
    table = finish(dealt(), "9C", "4S")
    assert table.resolution("bank_overdraw").choice == "BACK_TO_SHOE_FIRST_CARD_NEXT"
    assert table.nets == WINS
    assert table.state.count is not None
    assert (table.state.count.due, table.state.count.drawn) == ("4S", 5 + 6)
    table.press("end_round").bet("1", "2").deal("4S")
    assert not table.state.held
    assert table.round.hands[0].codes == ("4S",)


@pytest.mark.requirement("IQQ-94-4")
def test_another_card_than_the_one_put_back_holds_the_table() -> None:
    table = finish(dealt(), "9C", "4S").press("end_round").bet("1", "2").deal("5S")
    assert table.holding == ["cards.put_back_differs"]


@pytest.mark.requirement("IQQ-94-5a")
@pytest.mark.parametrize(("choice", "late", "net"), [("VOID_HAND", "", 0), ("SERVE_BOTH_LATE", "9H KH", 100)])
def test_a_bettor_without_any_card_chooses(choice: str, late: str, net: int) -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS 9D 8H").report("skipped_box", "2")
    table.resolve("skipped_box", choice, "dealer", box="2").deal(f"8D 9S {late}")
    finish(table, "9C")
    assert table.resolution("skipped_box").player == "2"
    assert table.nets == {"1": 100, "2": net, "3": 100}


@pytest.mark.requirement("IQQ-94-5b")
@pytest.mark.parametrize(("choice", "late", "net"), [("VOID_HAND", "", 0), ("SERVE_SECOND_LATE", "9C", 100)])
def test_a_bettor_with_one_card_chooses(choice: str, late: str, net: int) -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 9D 8H 9S").report("one_card_only", "1")
    table.resolve("one_card_only", choice, "dealer", box="1")
    finish(table.deal(late), "9H")
    assert table.nets == {"1": net, "2": 100}


@pytest.mark.requirement("IQQ-94-6")
def test_a_cut_card_dealt_as_a_card_is_taken_out_and_the_next_card_goes_to_its_place() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 9D 8H 8D").report("cut_card_dealt", "2").deal("9S")
    finish(table, "9C")
    assert table.resolution("cut_card_dealt").choice == "REPLACE_AND_SHUFFLE_AFTER"
    assert table.nets == WINS
    assert table.press("end_round").state.blackjack.shoe.phase == "shuffle"


@pytest.mark.requirement("IQQ-94-7")
def test_a_card_face_up_in_the_shoe_ends_the_shoe_with_the_pass() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 9D 8H").report("face_up_in_shoe").deal("8D 9S")
    finish(table, "9C")
    assert table.resolution("face_up_in_shoe").choice == "FINISH_PASS_THEN_SHUFFLE"
    assert (table.burned, table.nets) == ([], WINS)
    assert table.press("end_round").state.blackjack.shoe.phase == "shuffle"


@pytest.mark.requirement("IQQ-94-8")
@pytest.mark.parametrize("dropped", [True, False])
def test_a_pass_that_cannot_be_finished_pays_the_black_jacks_and_voids_the_rest(dropped: bool) -> None:
    table = BlackjackTable(BOOK).used_up_to(6).bet("1", "2").deal("AS 9D TH KD 2S").act("hit", "2")
    if dropped:
        table.report("shoe_dropped")
    else:
        table.deal("3C")
    assert table.resolution("shoe_dropped").choice == "PAY_NATURALS_VOID_REST"
    assert table.nets == {"1": 150, "2": 0}
    assert table.state.blackjack.shoe.phase == "shuffle"


@pytest.mark.requirement("IQQ-94-9", "IQQ-95")
@pytest.mark.parametrize("event", ["cards_swapped", "cards_mixed"])
def test_who_swaps_or_mixes_cards_loses_all_his_bets(event: str) -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS 6D 9H 8H 5D TC 9S").report(event)
    assert table.holding == [event], "whose bets they are must be told"
    table.resolve(event, "LOSES_ALL_BETS", "dealer", boxes=("1", "2"))
    finish(table, "9C")
    assert table.nets == {"1": -100, "2": -100, "3": 100}


@pytest.mark.requirement("IQQ-94-9")
def test_with_the_box_told_the_bet_is_lost_at_once() -> None:
    table = dealt().report("cards_swapped", "1")
    assert table.resolution("cards_swapped").choice == "LOSES_ALL_BETS"
    finish(table, "9C")
    assert table.nets == {"1": -100, "2": 100}


@pytest.mark.requirement("IQQ-96")
def test_a_bet_in_cash_or_by_word_is_refused_on_the_record_and_nobody_plays_it() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").report("cash_or_word_bet", "3")
    assert (table.resolution("cash_or_word_bet").choice, table.opened("cash_or_word_bet").articles) == (
        "REFUSE",
        ("96",),
    )
    finish(table.deal("TS 9D 8H 8D 9S"), "9C")
    assert table.nets == WINS


@pytest.mark.requirement("IQQ-98")
def test_a_complaint_is_cleared_up_by_the_jefe_de_sala() -> None:
    table = dealt().report("complaint", "2")
    assert table.order(Resolve(table.incident("complaint").id, "JEFE_CLEARS_UP"), "jefe_de_mesa")[0] == "WRONG_ROLE"
    finish(table.resolve("complaint", "JEFE_CLEARS_UP", "jefe_de_sala"), "9C")
    assert (table.resolution("complaint").choice, table.nets) == ("JEFE_CLEARS_UP", WINS)


@pytest.mark.requirement("IQQ-100-2")
def test_splitting_two_sevens_forfeits_the_jackpot() -> None:
    table = BlackjackTable(BOOK)
    for box in "12":
        table.must(PlaceBet(box, 100), "dealer")
    table.must(PlaceSide("1", "jackpot", 10), "dealer")
    table.press("no_more_bets").deal("7S 9D 8H 7D 9S").act("split", "1")
    assert [one.box for one in table.entries if isinstance(one, JackpotForfeited)] == ["1"]
    table.deal("TD").stand("1.1").deal("TC").stand("1.2")
    finish(table, "9C")
    assert table.nets == {"1.1": 0, "1.2": 0, "2": 100}
    assert list(table.round.jackpot_lost) == ["1"]
