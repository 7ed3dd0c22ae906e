"""BJ8's complementary dispositions: each from bytes or keys to incident, resolution, state and money."""

import pytest

from table_core.cards import HIDDEN
from table_core.commands import Resolve
from table_core.incidents import IncidentOpened
from table_core.rules.blackjack.entries import Button, PlaceBet
from tests.scenario.blackjack import BlackjackTable

BOOK = "bj8-ar"
WINS = {"1": 100, "2": 100, "3": 100}


def dealt(cards: str = "TS 9D 8C 7H 8D 9S TC TD") -> BlackjackTable:
    """Three times 18 against a seven and a covered ten."""
    return BlackjackTable(BOOK).bet("1", "2", "3").deal(cards)


def finish(table: BlackjackTable, *bank: str) -> BlackjackTable:
    """Everybody stands, the covered card is turned, the bank draws *bank*."""
    for hand in table.round.open_hands:
        table.stand(hand.id)
    if table.round.bank_covered and table.round.phase == "bank":
        table.press("reveal_hole")
    return table.deal(*bank)


@pytest.mark.requirement("BJ8-DJ-1")
@pytest.mark.parametrize(("choice", "day"), [("CONTINUE_WITH_THREE_BETS", "open"), ("STOP", "closed")])
def test_when_players_leave_the_game_goes_on_with_three_bets_or_stops(choice: str, day: str) -> None:
    table = finish(dealt()).press("end_round").report("quorum_lost")
    table.resolve("quorum_lost", choice, "dealer")
    assert table.state.session.day == day
    if day == "open":
        finish(table.bet("1", "2", "4").deal("TS 9D 8C 7H 8D 9S TC TD"))
        assert table.nets == {"1": 100, "2": 100, "4": 100}


@pytest.mark.requirement("BJ8-DJ-7")
def test_a_shoe_that_gives_out_makes_the_pass_null() -> None:
    table = BlackjackTable(BOOK).used_up_to(9).bet("1", "2", "3").deal("TS 9D 8C 7H 2D 9S TC TD")
    table.act("hit", "1").deal("3C")
    assert table.resolution("shoe_empty").choice == "VOID_PASS"
    assert table.nets == {"1": 0, "2": 0, "3": 0}
    assert table.state.blackjack.shoe.phase == "shuffle"


@pytest.mark.requirement("BJ8-DC-1", "BJ8-DC-2")
@pytest.mark.parametrize(
    ("event", "choice"), [("idle_seat", "BET_OR_FREE_SEAT"), ("box_claim", "FIRST_TO_ASK_THEN_NEAREST_ONE")]
)
def test_what_the_text_settles_by_itself_is_noted_and_the_pass_goes_on(event: str, choice: str) -> None:
    table = finish(dealt().report(event, "5"))
    assert (table.resolution(event).choice, table.opened(event).box, table.nets) == (choice, "5", WINS)


@pytest.mark.requirement("BJ8-DC-3")
def test_no_bet_is_taken_once_the_first_card_is_out() -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS")
    assert table.order(PlaceBet("4", 100), "dealer")[0] == "wrong_phase"
    finish(table.report("late_bet", "4").deal("9D 8C 7H 8D 9S TC TD"))
    assert (table.resolution("late_bet").choice, table.nets) == ("REJECT_BET", WINS)


@pytest.mark.requirement("BJ8-DC-4")
def test_a_box_with_one_card_is_completed_with_its_players_consent() -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS 9D 8C 7H 8D TC").report("one_card_only", "2")
    assert table.holding == ["one_card_only"]
    table.resolve("one_card_only", "COMPLETE_DELIVERY", "dealer", box="2")
    assert table.resolution("one_card_only").player == "2"
    finish(table.deal("TD 9S"))
    assert [hand.codes for hand in table.round.hands] == [("TS", "8D"), ("9D", "9S"), ("8C", "TC")]
    assert table.nets == WINS


@pytest.mark.requirement("BJ8-DC-4")
def test_without_consent_the_one_card_is_burned_and_the_bet_has_no_effect() -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS 9D 8C 7H 8D TC").report("one_card_only", "2")
    finish(table.resolve("one_card_only", "BURN_AND_VOID", "dealer", box="2").deal("TD"))
    assert (table.nets, table.burned) == ({"1": 100, "2": 0, "3": 100}, ["9D"])


@pytest.mark.requirement("BJ8-DC-4")
def test_a_desafio_that_another_boxs_card_seemed_to_decide_goes_back_with_the_bet() -> None:
    """OA-4: only his own second card decides it. Box 2 is passed over; the card that box 3 got came in its place."""
    table = dealt("TS AD 8C 7H 8D").act("desafio", "2", amount=50).deal("TC").report("one_card_only", "2")
    finish(table.resolve("one_card_only", "BURN_AND_VOID", "dealer", box="2").deal("TD"))
    assert table.nets == {"1": 100, "2": 0, "3": 100}
    assert [(bet.outcome, bet.net) for bet in table.settled.sides] == [("returned", 0)]


@pytest.mark.requirement("BJ8-DC-5")
@pytest.mark.parametrize("swept", [False, True])
def test_a_card_in_undue_time_is_burned_and_nobody_learns_its_value(swept: bool) -> None:
    table = finish(dealt())
    if swept:
        table.press("end_round")
    table.deal("4H")
    assert table.resolution("surplus_card").choice == "BURN_UNSEEN"
    assert "4H" not in str(table.kernel.picture("mesa"))
    if not swept:
        assert table.kernel.picture("mesa")["burned"] == [HIDDEN]
    assert table.nets == WINS


@pytest.mark.requirement("BJ8-DC-6")
def test_a_box_that_got_a_third_card_in_the_deal_loses_its_part_and_keeps_its_stake() -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS 9D 8C 7H 8D").lay("1", "5D")
    assert table.holding == ["extra_card"]
    table.resolve("extra_card", "VOID_HAND_BURN_CARDS", "dealer", box="1")
    finish(table.deal("9S TC TD"))
    assert table.nets == {"1": 0, "2": 100, "3": 100}
    assert sorted(table.burned) == ["5D", "8D", "TS"]


@pytest.mark.requirement("BJ8-DC-7")
def test_the_banks_covered_card_laid_face_up_in_the_deal_is_burned_and_replaced() -> None:
    table = dealt("TS 9D 8C 7H 8D 9S TC AC").report("hole_exposed")
    assert table.opened("hole_exposed_in_deal").articles == ("DC-7",)
    assert table.resolution("hole_exposed_in_deal").choice == "BURN_AND_REPLACE"
    finish(table.deal("TD"))
    assert (table.burned, table.round.bank_codes, table.nets) == (["AC"], ("7H", "TD"), WINS)


@pytest.mark.requirement("BJ8-DC-8")
def test_a_card_given_without_the_question_is_valid() -> None:
    table = dealt("5S 9D 8C 7H 6D 9S TC TD").deal("TH")
    assert table.opened("question_omitted").box == "1"
    assert table.resolution("question_omitted").choice == "CARD_VALID"
    finish(table)
    assert table.settled.hands[0].total == 21
    assert table.nets == WINS


@pytest.mark.requirement("BJ8-DC-8")
def test_an_eleven_that_was_asked_and_only_wants_a_card_is_no_omission() -> None:
    table = dealt("5S 9D 8C 7H 6D 9S TC TD").act("hit", "1").deal("TH")
    assert not [one for one in table.entries if isinstance(one, IncidentOpened)]


@pytest.mark.requirement("BJ8-DC-9")
@pytest.mark.parametrize(
    ("choice", "card", "net"), [("WITHDRAW", None, 0), ("NEXT_CARD", "TH", 200), ("NEXT_CARD", "2H", -200)]
)
def test_an_eleven_that_was_to_double_and_was_skipped_may_withdraw_or_take_the_next_card(
    choice: str, card: str | None, net: int
) -> None:
    table = dealt("5S 9D 8C 7H 6D 9S TC TD").report("forgotten_double", "1")
    assert table.incident("forgotten_double").choices[0].role == "player"
    table.resolve("forgotten_double", choice, "dealer", box="1")
    finish(table.deal(*([card] if card else [])))
    assert table.nets == {"1": net, "2": 100, "3": 100}


@pytest.mark.requirement("BJ8-DC-10")
def test_a_bettor_without_any_card_does_not_take_part() -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3", "4").deal("TS 9D 8C 7H").report("skipped_box", "3")
    table.resolve("skipped_box", "VOID_HAND", "dealer", box="3")
    finish(table.deal("8D 9S TC TD"))
    assert table.nets == {"1": 100, "2": 100, "3": 0, "4": 100}


@pytest.mark.requirement("BJ8-DC-11")
@pytest.mark.parametrize(
    ("choice", "bank", "net"), [("FINISH_IN_VIEW", "TD", 100), ("WITHDRAW", "TD", 0), ("PAID_BANK_OVER", "6D TH", 100)]
)
def test_a_player_not_served_before_the_bank_was_complete_chooses(choice: str, bank: str, net: int) -> None:
    hole, *drawn = bank.split()
    table = dealt(f"TS 9D 8C 7H 2D 9S TC {hole}").report("player_passed_over", "1")
    table.stand("2", "3").press("reveal_hole").deal(*drawn)
    assert table.order(Button("end_round"), "dealer") == ("STILL_TO_CHOOSE", "DC-11")
    table.resolve("player_passed_over", choice, "dealer", box="1")
    if choice == "FINISH_IN_VIEW":
        table.act("hit", "1").deal("7D").stand("1")
    assert table.nets["1"] == net


@pytest.mark.requirement("BJ8-DC-12")
def test_a_covered_card_turned_by_accident_in_a_turn_stays_and_the_player_finishes_in_view() -> None:
    table = dealt().stand("1").report("hole_exposed", "2")
    assert table.opened("hole_exposed").articles == ("DC-12",)
    assert table.resolution("hole_exposed").choice == "FINISH_IN_VIEW"
    assert table.kernel.picture("mesa")["bank"] == ["7H", "TD"]
    finish(table)
    assert (table.nets, table.burned) == (WINS, [])


@pytest.mark.requirement("BJ8-DC-13")
def test_a_bank_without_its_cards_gets_the_next_ones_with_the_inspectors_leave() -> None:
    table = BlackjackTable(BOOK).bet("1", "2", "3").deal("TS 9D 8C 8D").report("bank_missing_cards")
    incident = table.incident("bank_missing_cards")
    assert (table.holding, incident.announcement) == (["bank_missing_cards"], "Próximas cartas para la Banca")
    assert table.order(Resolve(incident.id, "NEXT_CARDS_TO_BANK"), "jefe_de_sala")[0] == "WRONG_ROLE"
    table.resolve("bank_missing_cards", "NEXT_CARDS_TO_BANK", "inspector")
    assert table.round.announced[-1] == "Próximas cartas para la Banca"
    finish(table.deal("7H 9S TC TD"))
    assert (table.round.bank_codes, table.nets) == (("7H", "TD"), WINS)


@pytest.mark.requirement("BJ8-DC-14")
def test_bank_cards_swept_away_are_replaced_by_the_next_ones_with_the_inspectors_leave() -> None:
    table = dealt("TS 9D 8C 2H 8D 9S TC TD").report("bank_card_discarded")
    assert table.holding == ["bank_card_discarded"]
    table.resolve("bank_card_discarded", "NEXT_CARDS_TO_BANK", "inspector", cards=("2H",))
    assert table.round.announced[-1] == "Próximas cartas para la Banca"
    finish(table.deal("7H"))
    assert (table.round.bank_codes, table.nets) == (("7H", "TD"), WINS)


@pytest.mark.requirement("BJ8-DC-15")
def test_a_bettor_whose_cards_were_swept_away_has_no_claim() -> None:
    table = dealt().report("player_cards_discarded", "2")
    assert table.resolution("player_cards_discarded").choice == "NO_CLAIM"
    finish(table)
    assert table.nets == {"1": 100, "2": -100, "3": 100}


@pytest.mark.requirement("BJ8-DC-16", "BJ8-DC-17")
@pytest.mark.parametrize(("event", "article"), [("bet_changed", "DC-16"), ("bets_between_players", "DC-17")])
def test_a_bet_the_text_does_not_allow_is_refused_on_the_record_and_every_stake_stays(event: str, article: str) -> None:
    table = finish(dealt().report(event, "2"))
    opened = table.opened(event)
    assert (opened.articles, opened.box, table.resolution(event).choice) == ((article,), "2", "REFUSE")
    assert table.nets == WINS


@pytest.mark.requirement("BJ8-DC-18")
def test_with_everybody_over_21_the_bank_takes_no_card() -> None:
    table = dealt("TS TD TC 7H 6D 5S 4C TD").deal("KC KD KS")
    assert (table.round.phase, table.codes, len(table.round.bank_codes)) == ("settle", [], 2)
    assert table.nets == {"1": -100, "2": -100, "3": -100}


@pytest.mark.requirement("BJ8-DC-19")
def test_the_inspector_has_the_decks_changed() -> None:
    table = finish(dealt()).press("end_round").report("deck_change")
    assert table.order(Resolve(table.incident("deck_change").id, "CHANGE_DECKS"), "jefe_de_sala")[0] == "WRONG_ROLE"
    table.resolve("deck_change", "CHANGE_DECKS", "inspector")
    assert (table.state.blackjack.shoe.phase, table.state.preparation.card_set) == ("shuffle", 2)
    table.prepare()
    assert table.state.count is not None
    assert (table.state.count.loaded, table.nets) == (416, WINS)


@pytest.mark.requirement("BJ8-DC-20")
def test_what_the_text_does_not_cover_is_decided_by_the_room() -> None:
    table = dealt().report("not_covered", "3")
    assert table.order(Resolve(table.incident("not_covered").id, "ROOM_DECIDES"), "jefe_de_mesa")[0] == "WRONG_ROLE"
    finish(table.resolve("not_covered", "ROOM_DECIDES", "jefe_de_sala", reason="vale la jugada"))
    assert (table.resolution("not_covered").reason, table.nets) == ("vale la jugada", WINS)
