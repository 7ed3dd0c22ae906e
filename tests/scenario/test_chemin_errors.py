"""Every error of art. 151 at a table of Chemin de Fer: from bytes and keys to incident, resolution and money."""

import pytest

from table_core.rules.baccarat.chemin.entries import (
    ClaimSeguido,
    CloseBets,
    KeyRequests,
    ShowHands,
    Speak,
    WithdrawBet,
)
from table_core.rules.baccarat.chemin.stakes import Request
from table_core.rules.baccarat.entries import ClosePass
from tests.scenario.chemin_cloth import Cloth, ShoeKind

SHOES = pytest.mark.parametrize("shoe", ["angel-eye", "bee-tek"])
PUNTO_WINS = {"s2": 500, "s3": 305}
BANK_WINS = {"s2": -500, "s3": -305}
NOTHING = {"s2": 0, "s3": 0}


def row(number: int) -> pytest.MarkDecorator:
    return pytest.mark.requirement(f"CF-I{number:02}")


@SHOES
@row(1)
def test_a_card_drawn_before_bets_close_is_the_first_of_the_play(shoe: ShoeKind) -> None:
    cloth = Cloth("4C 2D 5H 3S", shoe=shoe, closed=False).draw()
    assert cloth.open_codes() == ["early_draw"]
    assert cloth.order(CloseBets()) == "HELD"
    cloth.resolve("MUST_PLAY").do(CloseBets()).draw(3).pay()
    assert cloth.rows() == [("CF-I01", "MUST_PLAY")]
    assert cloth.money() == ("punto", PUNTO_WINS, 0)
    assert cloth.game.drawn == 4


@SHOES
@row(1)
def test_by_exception_the_supervisor_discards_cards_drawn_too_early(shoe: ShoeKind) -> None:
    cloth = Cloth("KC 4C 2D 5H 3S", shoe=shoe, closed=False).draw()
    cloth.resolve("DISCARD_CARDS").do(CloseBets()).draw(4).pay()
    assert cloth.gone() == ["KC"]
    assert cloth.money() == ("punto", PUNTO_WINS, 0)
    assert cloth.game.drawn == 5


@row(2)
def test_a_card_that_comes_out_face_up_is_removed_and_bets_stand() -> None:
    cloth = Cloth("4C 2D KH 5H 3S").draw(3).report("face_up_in_shoe").draw(2).pay()
    assert cloth.rows() == [("CF-I02", "DISCARD_CARD_BETS_STAND")]
    assert cloth.gone() == ["KH"]
    assert cloth.money() == ("punto", PUNTO_WINS, 0)


@row(3)
def test_stuck_cards_void_the_play() -> None:
    cloth = Cloth("4C 2D 5H 3S").draw(3).report("stuck_cards")
    assert (cloth.rows(), cloth.voided().returned) == ([("CF-I03", "VOID_COUP")], 805)
    assert (cloth.game.phase, cloth.game.bank and cloth.game.bank.amount) == ("stakes", 1000)


@row(4)
def test_a_card_on_the_floor_keeps_its_value() -> None:
    cloth = Cloth("4C 2D 5H 3S").deal().report("card_on_floor").pay()
    assert cloth.rows() == [("CF-I04", "CARD_KEEPS_VALUE")]
    assert cloth.money() == ("punto", PUNTO_WINS, 0)


@row(5)
def test_one_exposed_card_takes_the_banker_his_freedom() -> None:
    cloth = Cloth("2C KD 4H 6S 3D").deal().report("dealer_exposes", both=False).say("punto", "no").draw()
    assert cloth.rows() == [("CF-I05", "BOTH_FOLLOW_RULES")]
    cloth = Cloth("KC KD 6H 4S 3D").deal().report("dealer_exposes", both=False).say("punto", "no")
    assert cloth.order(ClosePass()) == "BANK_MUST_DRAW"
    assert cloth.draw().pay().money() == ("bank", BANK_WINS, 80)


@row(6)
def test_both_cards_of_punto_exposed_make_the_banker_draw_where_it_is_optional() -> None:
    cloth = Cloth("KC KD 6H 5S 3D", chemin_bank5_punto_stood="stand").deal().report("dealer_exposes", both=True)
    assert cloth.picture["punto"] == ["KC", "6H"]
    cloth.say("punto", "no").say("bank", "no")
    assert cloth.game.bank_word == "carta"
    assert cloth.draw().pay().money() == ("bank", BANK_WINS, 80)
    assert cloth.rows() == [("CF-I06", "BANK_FOLLOWS_CHART_DRAW_IF_OPTIONAL")]


@row(7)
def test_another_error_of_the_dealer_voids_the_play_unless_it_can_be_put_right() -> None:
    cloth = Cloth("4C 2D 5H 3S").draw(3).report("dealer_error", rectifiable=False)
    assert (cloth.rows(), cloth.voided().returned) == ([("CF-I07", "VOID_COUP")], 805)
    cloth = Cloth("4C 2D 5H 3S").draw(3).report("dealer_error", rectifiable=True).draw().pay()
    assert (cloth.rows(), cloth.money()) == ([("CF-I07", "RECTIFY")], ("punto", PUNTO_WINS, 0))
    cloth = Cloth("4C 2D 5H 3S").draw(3).report("dealer_error")
    assert cloth.open_codes() == ["dealer_error"]


@row(8)
def test_a_carta_nobody_asked_for_goes_to_a_banker_with_five_or_less() -> None:
    cloth = Cloth("KC KD 6H 5S 3D 9C").deal().say("punto", "no")
    assert cloth.game.phase == "banker"
    cloth = Cloth("KC KD 5H 5S 3D 9C").deal().say("punto", "carta").draw(2).report("false_carta_announced")
    assert cloth.rows() == [("CF-I08", "FIRST_TO_BANK")]
    assert (cloth.game.third("bank"), cloth.gone()) == ("3D", ["9C"])
    assert cloth.pay().money() == ("bank", BANK_WINS, 80)


@row(8)
def test_a_carta_nobody_asked_for_is_discarded_before_a_banker_with_six() -> None:
    cloth = Cloth("KC KD 5H 6S 3D").deal().say("punto", "carta").draw().report("false_carta_announced")
    assert (cloth.rows(), cloth.gone()) == ([("CF-I08", "DISCARD_ALL")], ["3D"])
    assert cloth.pay().money() == ("bank", BANK_WINS, 80)


@SHOES
@row(9)
def test_a_fifth_card_before_the_word_is_the_bankers_when_punto_wants_none(shoe: ShoeKind) -> None:
    cloth = Cloth("KC KD 5H 6S 9D", shoe=shoe).deal().draw()
    assert cloth.open_codes() == ["fifth_card_drawn"]
    cloth.resolve("BANK_MUST_TAKE", role="dealer").pay()
    assert cloth.rows() == [("CF-I09", "BANK_MUST_TAKE")]
    assert (cloth.game.drawn, cloth.money()) == (5, ("null", NOTHING, 0))


@SHOES
@row(9)
def test_a_fifth_card_before_the_word_is_puntos_when_he_wants_it(shoe: ShoeKind) -> None:
    cloth = Cloth("KC KD 5H 6S 3D", shoe=shoe).deal().draw().resolve("CARD_TO_PUNTO", role="dealer")
    assert (cloth.rows(), cloth.game.third("punto")) == ([("CF-I09", "CARD_TO_PUNTO")], "3D")
    assert cloth.pay().money() == ("punto", PUNTO_WINS, 0)


@row(10)
def test_a_banker_who_deals_himself_three_counts_zero_and_may_still_draw() -> None:
    cloth = Cloth("KC KD 5H 6S 9D 4C").deal().draw()
    cloth.resolve("BANK_COUNTS_ZERO", role="dealer")
    assert (cloth.rows(), cloth.gone(), cloth.game.base("bank")) == ([("CF-I10", "BANK_COUNTS_ZERO")], ["9D"], 0)
    assert cloth.say("punto", "no").draw().pay().money() == ("punto", PUNTO_WINS, 0)


@SHOES
@row(11)
def test_two_third_cards_leave_punto_the_better_and_the_banker_the_worse(shoe: ShoeKind) -> None:
    cloth = Cloth("KC KD 3H 7S 5D 8C", shoe=shoe).deal().say("punto", "carta").draw(2)
    cloth.report("two_third_cards", to_bank=False)
    assert (cloth.rows(), cloth.game.total("punto"), cloth.gone()) == ([("CF-I11", "BEST_FOR_PUNTO")], 8, ["8C"])
    assert cloth.pay().money() == ("punto", PUNTO_WINS, 0)
    cloth = Cloth("KC KD 7H 3S 5D 8C", shoe=shoe).deal().say("punto", "no").draw(2)
    assert cloth.open_codes() == ["two_third_cards"]
    cloth.resolve("WORST_FOR_BANK", role="dealer")
    assert (cloth.rows(), cloth.game.total("bank"), cloth.gone()) == ([("CF-I11", "WORST_FOR_BANK")], 1, ["5D"])
    assert cloth.pay().money() == ("punto", PUNTO_WINS, 0)


@row(12)
def test_a_first_card_of_punto_in_the_basket_shows_nine() -> None:
    cloth = Cloth("KC KD 3H 7S").draw(3).report("card_in_basket", third=False).draw().pay()
    assert (cloth.rows(), cloth.money()) == ([("CF-I12", "PUNTO_ABATES_NINE")], ("punto", PUNTO_WINS, 0))
    cloth = Cloth("KC KD 3H 9S").draw(4).report("card_in_basket", third=False).pay()
    assert cloth.money() == ("null", NOTHING, 0)


@row(12)
def test_who_counts_as_having_shown_nine_says_nothing_any_more() -> None:
    cloth = Cloth("KC KD 3H 7S 2D").draw(4).report("card_in_basket", third=False)
    assert cloth.game.phase == "complete"
    assert cloth.order(Speak("punto", "carta")) == "NOT_HIS_TURN"
    assert cloth.pay().rows() == [("CF-I12", "PUNTO_ABATES_NINE")], "and nobody says of him that he forgot to show it"


@row(13)
def test_a_third_card_of_punto_in_the_basket_counts_nine_and_seven_may_not_draw() -> None:
    cloth = Cloth("KC KD 3H 7S 2D").deal().say("punto", "carta").draw().report("card_in_basket", third=True)
    assert cloth.say("bank", "carta").game.bank_word == "no"
    assert (cloth.rows(), cloth.pay().money()) == ([("CF-I13", "PUNTO_COUNTS_NINE")], ("punto", PUNTO_WINS, 0))
    cloth = Cloth("KC KD 3H 6S 2D 3C").deal().say("punto", "carta").draw().report("card_in_basket", third=True)
    assert cloth.draw().pay().money() == ("null", NOTHING, 0)


@row(14)
def test_a_banker_who_exposes_a_card_of_punto_exposes_his_own() -> None:
    cloth = Cloth("KC QD 3H 7S").deal().report("banker_exposes_punto", both=False)
    assert (cloth.picture["punto"], cloth.picture["bank"]) == (["KC", "??"], ["QD", "??"])
    assert cloth.rows() == [("CF-I14", "EXPOSE_MATCHING_CARD")]


@row(14)
def test_the_third_card_of_the_deal_is_puntos_second_and_the_banker_exposes_his_second() -> None:
    cloth = Cloth("KC QD 3H 7S").draw(3).report("banker_exposes_punto", both=False).draw()
    assert (cloth.picture["punto"], cloth.picture["bank"]) == (["??", "3H"], ["??", "7S"])
    cloth = Cloth("KC QD 3H 7S").deal().report("banker_exposes_punto", both=False, which=2)
    assert (cloth.picture["punto"], cloth.picture["bank"]) == (["??", "3H"], ["??", "7S"])


@row(15)
def test_a_banker_who_exposes_both_follows_the_chart() -> None:
    cloth = Cloth("KC QD 6H 4S 5D").deal().report("banker_exposes_punto", both=True)
    assert (cloth.picture["punto"], cloth.picture["bank"]) == (["KC", "6H"], ["QD", "4S"])
    cloth.say("punto", "no").say("bank", "no").draw().pay()
    assert (cloth.rows(), cloth.money()) == ([("CF-I15", "EXPOSE_BOTH_AND_CHART")], ("bank", BANK_WINS, 80))


@row(16)
def test_a_banker_who_shows_before_punto_spoke_lets_bets_go() -> None:
    cloth = Cloth("KC QD 6H 8S").deal().do(ShowHands("bank"))
    assert cloth.rows() == [("CF-I16", "BETS_MAY_BE_WITHDRAWN")]
    cloth.do(WithdrawBet("s2"))
    assert cloth.order(WithdrawBet("s2")) == "NO_BET"
    assert cloth.pay().money() == ("bank", {"s3": -305}, 30)


@row(17)
def test_a_banker_with_nine_who_offers_a_card_must_let_punto_draw() -> None:
    cloth = Cloth("KC QD 4H 9S 5C").deal().report("banker_offers_card_with_natural").say("punto", "carta")
    assert cloth.order(ShowHands("bank")) == "NOTHING_TO_SHOW"
    assert cloth.draw().pay().money() == ("null", NOTHING, 0)
    assert cloth.rows() == [("CF-I17", "BANK_LOSES_RIGHT_TO_ABATE")]


@row(17)
def test_a_card_given_instead_of_showing_nine_is_told_once_the_hands_lie_open() -> None:
    cloth = Cloth("KC QD 4H 9S 4C").deal().say("punto", "carta").draw()
    assert cloth.opened() == []
    assert cloth.pay().opened() == ["banker_offers_card_with_natural"]
    assert cloth.money() == ("bank", BANK_WINS, 80)


@row(18)
def test_a_banker_who_throws_his_cards_away_unseen_loses() -> None:
    cloth = Cloth("KC QD 4H 9S").deal().report("banker_mucks_unseen").pay()
    assert (cloth.rows(), cloth.money()) == ([("CF-I18", "BANK_LOSES_COUP")], ("punto", PUNTO_WINS, 0))


@row(19)
def test_no_claim_is_taken_once_bets_were_paid() -> None:
    cloth = Cloth("4C 2D 5H 3S").deal().pay().report("claim_after_payment")
    assert cloth.rows() == [("CF-I19", "REJECT_CLAIM")]
    assert len(cloth.all(type(cloth.settled()))) == 1


@row(20)
def test_a_slow_player_gives_up_the_cards_and_keeps_his_bet() -> None:
    cloth = Cloth("KC QD 4H 9S").deal().report("slow_player")
    stakes = cloth.game.stakes
    assert stakes is not None
    assert (cloth.rows(), stakes.cards_to, stakes.at_risk) == ([("CF-I20", "PLAYER_LOSES_CARDS")], "s3", 805)


@row(20)
def test_a_player_somebody_advised_stands_on_five() -> None:
    cloth = Cloth("KC QD 5H 7S").deal().report("advised_player").say("punto", "carta")
    assert (cloth.rows(), cloth.game.punto_word) == ([("CF-I20", "CHART_APPLIES")], "no")


@row(21)
def test_the_banker_decides_about_a_word_said_by_mistake() -> None:
    cloth = Cloth("KC QD 6H 7S").deal().say("punto", "no").report("punto_misspeaks")
    assert (cloth.rows(), cloth.game.punto_word) == ([("CF-I21", "BANKER_DECIDES")], None)
    assert cloth.say("punto", "carta").game.punto_word == "carta"


@row(21)
def test_a_punto_with_baccarat_gets_his_card_whatever_he_said() -> None:
    cloth = Cloth("KC QD KH 7S 8D").deal().report("punto_misspeaks")
    assert (cloth.rows(), cloth.game.punto_word) == ([("CF-I21", "CARD_IS_GIVEN")], "carta")
    assert cloth.draw().pay().money() == ("punto", PUNTO_WINS, 0)


@row(22)
def test_a_forgotten_nine_loses_to_a_banker_who_shows_eight() -> None:
    cloth = Cloth("KC QD 9H 8S").deal().say("punto", "no")
    assert cloth.opened() == []
    assert cloth.pay().rows() == [("CF-I22", "PUNTO_LOSES_COUP")]
    assert cloth.money() == ("bank", BANK_WINS, 80)


@row(22)
def test_a_forgotten_eight_counts_but_is_not_shown_any_more() -> None:
    cloth = Cloth("KC QD 8H 3S 4C").deal().say("punto", "no")
    assert cloth.order(ShowHands("punto")) == "NOTHING_TO_SHOW"
    assert cloth.draw().pay().rows() == [("CF-I22", "RIGHT_LOST")]
    assert cloth.money() == ("punto", PUNTO_WINS, 0)


@row(22)
def test_the_banker_decides_about_a_card_asked_for_with_eight() -> None:
    cloth = Cloth("KC QD 8H 3S 4C").deal().say("punto", "carta").report("punto_forgot_nine")
    assert (cloth.rows(), cloth.game.punto_word) == ([("CF-I22", "RIGHT_LOST")], None)
    assert cloth.say("punto", "carta").draw().pay().money()[0] == "bank"


@row(23)
def test_an_announcement_by_mistake_is_put_right() -> None:
    cloth = Cloth("KC QD 5H 7S 4C").deal().say("punto", "carta").draw().report("announcement_error")
    assert (cloth.rows(), cloth.gone()) == ([("CF-I23", "RECTIFY")], ["4C"])
    assert cloth.say("punto", "no").pay().money() == ("bank", BANK_WINS, 80)


@row(23)
def test_who_makes_banco_bears_his_announcement() -> None:
    cloth = Cloth("KC QD 5H 7S 4C", requests=(Request("s2", "banco"),)).deal().say("punto", "carta").draw()
    assert cloth.report("announcement_error").rows() == [("CF-I23", "ERROR_STANDS")]
    assert cloth.pay().money() == ("punto", {"s2": 1000}, 0)


@row(24)
def test_a_punto_who_throws_his_cards_away_unseen_loses() -> None:
    cloth = Cloth("KC QD 4H 3S").deal().report("punto_mucks_unseen").pay()
    assert (cloth.rows(), cloth.money()) == ([("CF-I24", "PUNTO_LOSES_COUP")], ("bank", BANK_WINS, 80))


@row(25)
def test_a_bet_on_the_line_goes_back() -> None:
    cloth = Cloth("4C 2D 5H 3S").deal().report("bet_on_line", box="s3").pay()
    assert (cloth.rows(), cloth.money()) == ([("CF-I25", "BET_INVALID")], ("punto", {"s2": 500}, 0))


@row(26)
def test_what_nobody_foresaw_waits_for_the_supervisor() -> None:
    cloth = Cloth("4C 2D 5H 3S").deal().report("unforeseen")
    assert cloth.open_codes() == ["unforeseen"]
    cloth.resolve("VOID_COUP")
    assert (cloth.rows(), cloth.voided().returned) == ([("CF-I26", "VOID_COUP")], 805)


@row(27)
def test_a_bet_after_no_van_mas_apuestas_is_refused() -> None:
    cloth = Cloth("4C 2D 5H 3S").deal()
    assert cloth.order(KeyRequests((Request("s4", "bet", 100),))) == "late_bet"
    assert cloth.report("late_bet").rows() == [("CF-I27", "REJECT_BET")]
    assert cloth.pay().money() == ("punto", PUNTO_WINS, 0)


def test_an_error_of_a_play_cannot_be_reported_between_plays() -> None:
    cloth = Cloth("4C 2D 5H 3S").deal().pay()
    assert cloth.order(ClaimSeguido("s2")) == "NO_SEGUIDO"
    for event in ("banker_mucks_unseen", "two_third_cards", "dealer_exposes"):
        with pytest.raises(AssertionError, match="NO_PLAY"):
            cloth.report(event)
    with pytest.raises(AssertionError, match="UNKNOWN_EVENT"):
        cloth.report("earthquake")
