"""Coquimbo 1.7 and its other rows: each from bytes or keys to incident, resolution, state and money."""

import pytest

from daemon.kernel import PersonCommand
from table_core.commands import AnswerCctv, CloseTable, OpenTable, Resolve
from table_core.incidents import IncidentSigned
from table_core.rules.blackjack.entries import Act, Button, PlaceBet
from table_core.session import LastPassesAnnounced
from table_core.table import Announced
from tests.scenario.blackjack import PEOPLE, BlackjackTable

BOOK = "coquimbo-2020"


def dealt(cards: str = "TS 9D 8H 8D 9S", boxes: str = "1 2") -> BlackjackTable:
    """A pass whose initial cards are out: 18 against 18, the bank shows an eight."""
    return BlackjackTable(BOOK).bet(*boxes.split()).deal(cards)


def finish(table: BlackjackTable, *bank: str) -> BlackjackTable:
    """Everybody stands, the bank draws *bank*."""
    for hand in table.round.open_hands:
        table.stand(hand.id)
    return table.deal(*bank)


@pytest.mark.requirement("CQB-1.7-1")
def test_a_card_lying_face_up_in_the_shoe_is_burned_and_the_next_takes_its_place() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS").report("face_up_in_shoe").deal("4D 9D 8H 8D 9S")
    finish(table, "9C")
    assert table.resolution("face_up_in_shoe").choice == "BURN_NEXT_TAKES_PLACE"
    assert (table.burned, table.nets) == (["4D"], {"1": 100, "2": 100})


@pytest.mark.requirement("CQB-1.7-2")
@pytest.mark.parametrize("before_the_sweep", [True, False])
def test_cards_drawn_when_the_pass_is_over_are_burned(before_the_sweep: bool) -> None:
    table = finish(dealt("TS 9D 8H 2D 4S").deal("KD KC"))
    assert table.round.phase == "settle", "both went over: the bank takes nothing"
    if not before_the_sweep:
        table.press("end_round")
    table.deal("5D")
    assert table.opened("surplus_card").articles == ("1.7 bullet 2",)
    assert table.resolution("surplus_card").choice == "BURN_SURPLUS"
    assert not table.state.held
    assert table.nets == {"1": -100, "2": -100}
    assert table.state.blackjack.shoe.left == 6 * 52 - 1 - 8


@pytest.mark.requirement("CQB-1.7-3")
@pytest.mark.parametrize(("burned", "total", "net"), [("9D", 17, 100), ("3C", 23, -100)])
def test_of_two_stuck_cards_the_player_says_which_is_burned(burned: str, total: int, net: int) -> None:
    table = dealt("TS 9D 6H 4D 9S").act("hit", "1").report("stuck_cards", "1").deal("9D 3C")
    assert table.opened("stuck_cards").choices[0].role == "player"
    table.resolve("stuck_cards", "PLAYER_CHOOSES_BURN", "dealer", cards=(burned,), box="1")
    assert (table.resolution("stuck_cards").player, table.resolution("stuck_cards").by) == ("1", PEOPLE["dealer"])
    assert (table.settled.hands[0].total, table.burned) == (total, [burned])
    finish(table, "TD KD")
    assert table.nets == {"1": net, "2": 100}


@pytest.mark.requirement("CQB-1.7-4")
def test_without_cut_card_an_exhausted_shoe_pays_only_the_initial_21() -> None:
    table = BlackjackTable(BOOK).used_up_to(6).bet("1", "2").deal("AS 9D TH KD 6S")
    assert "cards.cut_card_missing" in table.codes, "261 cards without the cut card: the last pass"
    table.act("hit", "2").deal("2C")
    assert table.resolution("shoe_empty").choice == "PAY_INITIAL_21_VOID_REST"
    assert table.nets == {"1": 150, "2": 0}
    assert table.state.blackjack.shoe.phase == "shuffle"
    assert not table.state.held


@pytest.mark.requirement("CQB-1.7-5a")
def test_the_jefe_reorders_second_cards_dealt_before_the_banks_first() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 5D 9H").report("misdeal_reorder")
    assert table.holding == ["misdeal_reorder"], "only the jefe de mesa may move cards"
    incident = table.incident("misdeal_reorder")
    assert table.order(Resolve(incident.id, "REORDER"), "dealer") == ("WRONG_ROLE", "mesa")
    table.resolve("misdeal_reorder", "REORDER", "jefe_de_mesa")
    assert table.round.bank_codes == ("9H",), "draw order is the regular order"
    finish(table.deal("7C 6D"), "8C")
    assert table.nets == {"1": 0, "2": -100}


@pytest.mark.requirement("CQB-1.7-5b")
def test_the_jefe_reorders_when_a_box_has_one_card_and_others_ask_already() -> None:
    table = BlackjackTable(BOOK).bet("1", "2").deal("TS 5D 9H 7C")
    assert table.order(Act("hit", "1"), "dealer")[0] is not None, "box 2 is still owed a card"
    table.report("one_card_only", "2")
    assert table.incident("one_card_only").articles == ("1.7 bullet 5",)
    table.resolve("one_card_only", "REORDER", "jefe_de_mesa")
    assert (table.state.held, table.round.question) == (False, None)
    finish(table.deal("6D"), "8C")
    assert table.nets == {"1": 0, "2": -100}


@pytest.mark.requirement("CQB-1.7-5c")
def test_a_second_bank_card_dealt_too_early_is_reordered_by_the_jefe() -> None:
    table = dealt("TS 5D 9H 7C 6D").lay("bank", "8C").report("bank_two_cards")
    assert table.holding == ["bank_two_cards"]
    table.resolve("bank_two_cards", "REORDER", "jefe_de_mesa").stand("1").act("hit", "2")
    assert table.settled.hands[1].total == 19, "it is the first card anybody asks for"
    finish(table, "8H")
    assert table.nets == {"1": 0, "2": 100}


@pytest.mark.requirement("CQB-1.7-6")
def test_a_box_that_got_no_card_at_all_does_not_play() -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS 9D 8H").report("skipped_box", "2")
    assert table.holding == ["skipped_box"]
    table.resolve("skipped_box", "VOID_HAND", "dealer", box="2")
    finish(table.deal("8D 9S"), "9C")
    assert table.nets == {"1": 100, "2": 0, "3": 100}
    assert table.round.hands[2].codes == ("9D", "9S")


@pytest.mark.requirement("CQB-1.7-7")
def test_a_card_lifted_so_that_it_was_seen_changes_nothing() -> None:
    table = finish(dealt().report("card_lifted"), "9C")
    assert table.resolution("card_lifted").choice == "CONTINUE"
    assert table.nets == {"1": 100, "2": 100}


@pytest.mark.requirement("CQB-1.7-8")
def test_a_card_on_the_floor_is_shown_by_the_jefe_and_must_be_the_one_that_was_read() -> None:
    table = dealt().act("hit", "1").deal("2C").report("card_on_floor")
    assert table.holding == ["card_on_floor"]
    number = table.incident("card_on_floor").id
    assert table.order(Resolve(number, "SHOW_AND_CONTINUE"), "dealer")[0] == "WRONG_ROLE"
    shown = Resolve(number, "SHOW_AND_CONTINUE", cards=("3C",))
    assert table.order(shown, "jefe_de_mesa") == ("CARD_DIFFERS", "1.7 bullet 8")
    table.resolve("card_on_floor", "SHOW_AND_CONTINUE", "jefe_de_mesa", cards=("2C",))
    finish(table, "9C")
    assert table.nets == {"1": 100, "2": 100}


@pytest.mark.requirement("CQB-1.7-9")
def test_a_card_the_bank_draws_at_seventeen_or_more_is_burned() -> None:
    table = finish(dealt(), "9C", "4H")
    assert table.resolution("bank_overdraw").choice == "BURN_SURPLUS"
    assert (table.round.bank_codes, table.burned) == (("8H", "9C"), ["4H"])
    assert table.nets == {"1": 100, "2": 100}


@pytest.mark.requirement("CQB-1.7-10")
def test_a_card_the_player_denies_having_asked_for_is_burned_and_his_hand_is_frozen() -> None:
    table = dealt("TS 5D 8H 4D 9S").deal("KD").report("disputed_card", "1")
    table.resolve("disputed_card", "BURN_AND_FREEZE", "dealer", box="1")
    assert (table.burned, table.settled.hands[0].total) == (["KD"], 14)
    assert table.order(Act("hit", "1"), "dealer")[0] == "not_the_turn"
    finish(table, "9C")
    assert table.nets == {"1": -100, "2": -100}


@pytest.mark.requirement("CQB-1.7-10")
def test_the_player_may_take_the_disputed_card_after_all() -> None:
    table = dealt("TS 5D 8H 4D 9S").deal("7D").report("disputed_card", "1")
    table.resolve("disputed_card", "ACCEPT_CARD", "dealer", box="1")
    finish(table, "9C")
    assert table.nets == {"1": 100, "2": -100}


@pytest.mark.requirement("CQB-1.7-11")
def test_a_disagreement_waits_for_the_cameras_when_the_jefe_wants_them() -> None:
    table = dealt().report("disagreement", "1")
    table.resolve("disagreement", "REVIEW_CCTV", "jefe_de_mesa", reason="¿pidió carta?")
    incident = table.incident("disagreement")
    assert incident.awaits_cctv
    assert table.order(Resolve(incident.id, "RULE"), "jefe_de_mesa") == ("AWAITS_CCTV", "1.7 bullet 11")
    assert table.order(AnswerCctv(incident.id, "no se ve"), "dealer")[0] == "WRONG_ROLE"
    table.must(AnswerCctv(incident.id, "pidió con la mano", reference="cenital 20:14"), "jefe_de_mesa")
    review = table.incident("disagreement").cctv
    assert review is not None
    assert (review.asked_by, review.question, review.answer) == (
        PEOPLE["jefe_de_mesa"], "¿pidió carta?", "pidió con la mano",
    )  # fmt: skip
    assert [choice.code for choice in table.incident("disagreement").choices] == ["RULE"]
    finish(table.resolve("disagreement", "RULE", "jefe_de_mesa"), "9C")
    assert table.nets == {"1": 100, "2": 100}


@pytest.mark.requirement("CQB-1.7-12")
@pytest.mark.parametrize("order", [("inspector", "jefe_de_mesa"), ("jefe_de_sala", "inspector")])
def test_inspector_and_casino_verify_a_prize_jointly_two_people_sign(order: tuple[str, str]) -> None:
    table = finish(dealt(), "9C").report("prize_verification")
    number = table.incident("prize_verification").id
    assert table.order(Resolve(number, "JOINT_DECISION"), "dealer")[0] == "WRONG_ROLE"
    first, second = order
    table.resolve("prize_verification", "JOINT_DECISION", first)  # type: ignore[arg-type]
    assert table.holding == ["prize_verification"], "one signature decides nothing"
    assert table.order(Resolve(number, "JOINT_DECISION"), first) == ("SIGNED_ALREADY", "1.7 bullet 12")  # type: ignore[arg-type]
    table.resolve("prize_verification", "JOINT_DECISION", second)  # type: ignore[arg-type]
    resolved = table.resolution("prize_verification")
    assert (resolved.by, resolved.also_by) == (PEOPLE[second], PEOPLE[first])  # type: ignore[index]
    assert len([one for one in table.entries if isinstance(one, IncidentSigned)]) == 1
    assert table.nets == {"1": 100, "2": 100}


@pytest.mark.requirement("CQB-1.7-12")
def test_two_people_of_the_casino_are_not_inspector_and_casino() -> None:
    table = finish(dealt(), "9C").report("prize_verification")
    table.resolve("prize_verification", "JOINT_DECISION", "jefe_de_mesa")
    table.resolve("prize_verification", "JOINT_DECISION", "jefe_de_sala")
    assert table.holding == ["prize_verification"]


@pytest.mark.requirement("CQB-1.7-12")
def test_one_person_does_not_sign_for_both_whatever_role_he_comes_back_with() -> None:
    table = finish(dealt(), "9C").report("prize_verification")
    table.resolve("prize_verification", "JOINT_DECISION", "inspector")
    again = Resolve(table.incident("prize_verification").id, "JOINT_DECISION")
    effects = table.feed(lambda mono, utc: PersonCommand("t", PEOPLE["inspector"], "jefe_de_mesa", again, mono, utc))
    assert effects.replies[0].code == "SIGNED_ALREADY"
    assert table.holding == ["prize_verification"]


@pytest.mark.requirement("CQB-1.4.1")
def test_a_table_whose_equipment_nobody_confirmed_does_not_open() -> None:
    table = BlackjackTable(BOOK, prepared=False).report("equipment_unconfirmed")
    assert table.order(OpenTable("J-1"), "jefe_de_mesa") == ("HELD_BY_EQUIPMENT", "1.4.1")
    table.resolve("equipment_unconfirmed", "CONFIRM_EQUIPMENT", "jefe_de_mesa").open()
    assert table.state.session.day == "open"


@pytest.mark.requirement("CQB-1.4.1")
def test_a_table_with_equipment_that_is_not_up_to_the_standard_is_closed() -> None:
    table = BlackjackTable(BOOK).report("equipment_unconfirmed")
    table.resolve("equipment_unconfirmed", "DO_NOT_OPEN", "jefe_de_mesa")
    assert table.state.session.day == "closed"
    assert table.order(PlaceBet("1", 100), "dealer")[0] == "TABLE_CLOSED"


@pytest.mark.requirement("CQB-1.4.2")
def test_damaged_cards_are_replaced_by_a_set_with_a_full_count_of_its_own() -> None:
    table = finish(dealt(), "9C").press("end_round").report("damaged_cards")
    table.resolve("damaged_cards", "CHANGE_CARDS", "jefe_de_mesa")
    assert table.state.blackjack.shoe.phase == "shuffle"
    assert (table.state.preparation.card_set, table.state.preparation.fresh) == (2, True)
    assert table.nets == {"1": 100, "2": 100}
    table.deal("5D")
    assert table.codes[-1] == "cards.without_shoe", "no deal without a preparation"
    table.resolve("cards.without_shoe", "CHANGE_CARDS", "jefe_de_mesa").prepare()
    assert table.state.count is not None
    assert (table.state.count.loaded, table.state.count.drawn) == (312, 1)


@pytest.mark.requirement("CQB-BET")
def test_a_bet_after_no_more_bets_is_rejected() -> None:
    table = BlackjackTable(BOOK).bet("1", "2")
    assert table.order(PlaceBet("3", 100), "dealer")[1] == "1.5.1 Apuesta inicial"
    table.report("late_bet", "3")
    assert table.resolution("late_bet").choice == "REJECT_BET"
    finish(table.deal("TS 9D 8H 8D 9S"), "9C")
    assert table.nets == {"1": 100, "2": 100}


@pytest.mark.requirement("CQB-CUTMID")
def test_a_cut_card_in_mid_pass_finishes_the_pass_and_ends_the_shoe() -> None:
    table = BlackjackTable(BOOK).used_up_to(60).bet("1", "2").deal("TS 9D CUT 8H 8D 9S")
    finish(table, "9C")
    assert (table.codes, table.nets) == ([], {"1": 100, "2": 100})
    table.press("end_round")
    assert table.state.blackjack.shoe.phase == "shuffle"
    assert table.order(PlaceBet("1", 100), "dealer")[0] == "NO_SHOE"


@pytest.mark.requirement("CQB-NOCUT")
def test_when_nobody_wants_to_cut_the_dealer_does_at_the_centre() -> None:
    table = BlackjackTable(BOOK, prepared=False).open().report("no_cutter")
    assert table.resolution("no_cutter").choice == "DEALER_CUTS_AT_CENTRE"
    table.prepare()
    assert table.state.blackjack.shoe.phase == "ready"


@pytest.mark.requirement("CQB-DISC")
@pytest.mark.parametrize("choice", ["REFUSE", "REVIEW_PASS"])
def test_nobody_takes_cards_from_the_discard_unless_the_jefe_reviews_the_pass(choice: str) -> None:
    table = finish(dealt(), "9C").report("discard_request", "1")
    assert table.holding == ["discard_request"]
    assert table.order(Resolve(table.incident("discard_request").id, choice), "dealer")[0] == "WRONG_ROLE"
    table.resolve("discard_request", choice, "jefe_de_mesa")
    assert table.nets == {"1": 100, "2": 100}


@pytest.mark.requirement("CQB-1.6.3a", "CQB-1.6.3b")
@pytest.mark.parametrize(("event", "choice"), [("idle_seat", "FREE_SEAT"), ("misconduct", "EXCLUDE_PLAYER")])
def test_the_jefe_frees_a_seat_or_excludes_a_player(event: str, choice: str) -> None:
    table = dealt().report(event, "4")
    assert (table.holding, table.incident(event).box) == ([event], "4")
    finish(table.resolve(event, choice, "jefe_de_mesa"), "9C")
    assert (table.resolution(event).choice, table.nets) == (choice, {"1": 100, "2": 100})


@pytest.mark.requirement("CQB-CLOSE")
@pytest.mark.parametrize(
    ("choice", "left", "words"),
    [
        ("ANNOUNCE_LAST_GAME", 1, "último juego de la mesa"),
        ("ANNOUNCE_LAST_HANDS", 3, "últimas tres manos de la mesa"),
    ],
)
def test_closing_the_table_announces_its_last_hands_in_the_texts_own_words(choice: str, left: int, words: str) -> None:
    table = BlackjackTable(BOOK).report("closing")
    table.resolve("closing", choice, "jefe_de_mesa")
    assert [one.count for one in table.entries if isinstance(one, LastPassesAnnounced)] == [left]
    assert [one.text for one in table.entries if isinstance(one, Announced)][-1] == words
    for _ in range(left):
        finish(table.bet("1", "2").deal("TS 9D 8H 8D 9S"), "9C").press("end_round")
    table.must(CloseTable(), "jefe_de_mesa")
    assert table.state.session.day == "closed"


def test_a_button_of_another_persons_leave_is_no_way_around_an_incident() -> None:
    assert dealt().order(Button("supervisor_ok"), "dealer") == ("NEEDS_INCIDENT", "1.7 bullet 5")
