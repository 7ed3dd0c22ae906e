"""The questions between the deal and the first extra card: who may answer what, and when it is too late."""

import pytest

from table_core.rulebook import RuleViolation
from tests.rulebooks.blackjack.tables import Table


@pytest.mark.requirement("AMB-MZA-05", "AMB-ALL-05")
def test_mendoza_asks_for_retiros_first_and_insurance_afterwards() -> None:
    table = Table("mendoza-2016", {"1": 100, "2": 100}).deal("TS TD AH 6D 8S KC")
    assert table.state.announced == ("retiros",)
    assert "surrender" in table.may("2")
    table.act("insure", "1", amount=50)
    assert "surrender" not in table.may("2")
    with pytest.raises(RuleViolation, match="15, último párrafo"):
        table.act("surrender", "2")


@pytest.mark.parametrize("book", ["coquimbo-2020", "iquique-2000"])
def test_nobody_retires_against_a_bank_ace_where_the_text_forbids_it(book: str) -> None:
    table = Table(book, {"1": 100, "2": 100}).deal("TS TD AH 6D 8S")
    assert "surrender" not in table.may("1")
    with pytest.raises(RuleViolation) as refused:
        table.act("surrender", "1")
    assert refused.value.code == "surrender_vs_ace"


@pytest.mark.parametrize("up_card", ["TH", "9H", "2H", "KH"])
@pytest.mark.parametrize("book", ["coquimbo-2020", "iquique-2000"])
def test_insurance_is_sold_against_an_ace_and_nothing_else(book: str, up_card: str) -> None:
    table = Table(book, {"1": 100, "2": 100}).deal("TS TD", up_card, "6D 8S")
    assert "insure" not in table.may("1")
    with pytest.raises(RuleViolation) as refused:
        table.act("insure", "1", amount=50)
    assert refused.value.code == "no_insurance"


def test_no_insurance_is_taken_after_the_words_that_close_it() -> None:
    table = Table("coquimbo-2020", {"1": 100}).deal("TS AH 6D")
    assert table.engine.expects(table.state).say == ("no más seguros",)
    table.press("no_more_insurance")
    assert table.state.announced == ("no más seguros",)
    with pytest.raises(RuleViolation, match=r"1\.5\.1 c\)"):
        table.act("insure", "1", amount=50)


def test_the_first_card_asked_for_closes_the_insurance_with_its_words() -> None:
    table = Table("coquimbo-2020", {"1": 100, "2": 100}).deal("TS TD AH 6D 8S").act("hit", "1")
    assert table.state.announced == ("no más seguros",)


@pytest.mark.requirement("AMB-ALL-05", "AMB-CQB-17")
def test_even_money_gives_an_insurance_of_the_same_box_back() -> None:
    table = Table("coquimbo-2020", {"1": 100, "2": 100}).deal("AS TD AH KD 8S")
    table.act("insure", "1", amount=50).act("even_money", "1").press("no_more_insurance").stand("2").deal("KC")
    table.press("end_round")
    assert table.hand("1").net == 100
    assert [(side.outcome, side.net) for side in table.settled.sides] == [("returned", 0)]


def test_naturals_are_paid_at_once_only_where_the_bank_cannot_tie() -> None:
    for up_card, paid in (("9D", ("1",)), ("2D", ("1",)), ("TD", ()), ("AD", ())):
        for book in ("coquimbo-2020", "iquique-2000"):
            table = Table(book, {"1": 100, "2": 100}).deal("AH TC", up_card, "KS 7H")
            assert table.state.paid == paid, (book, up_card)


def test_coquimbo_pays_a_natural_when_its_turn_comes_and_iquique_straight_after_the_deal() -> None:
    for book, paid in (("coquimbo-2020", ()), ("iquique-2000", ("2",))):
        table = Table(book, {"1": 100, "2": 100}).deal("TC AH 9D 7H KS")
        assert table.state.paid == paid
        assert table.stand("1").state.paid == ("2",)


@pytest.mark.requirement("BJ8-DC-8", "AMB-BJ8-08")
def test_a_card_given_to_an_eleven_without_asking_is_a_plain_card() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}).deal("6S TD TC 7H 5D 9S 8H TH 9C")
    assert (table.hand("1").total, table.hand("1").stake) == (20, 100)


@pytest.mark.requirement("AMB-BJ8-26")
def test_the_ace_of_a_two_card_21_may_be_declared_one_only_where_the_house_allows_it() -> None:
    cards = "AS TD TC 7H TH 9S 8H 8D"
    closed = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}).deal(cards)
    assert closed.engine.expects(closed.state).turn == "2"
    asked = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}, ace_ten_declared=True).deal(cards)
    assert asked.may("1") == ("stand", "ace_value")
    asked.act("ace_value", "1", value=1).act("double", "1").deal("9C").stand("2", "3").press("reveal_hole")
    asked.deal("2D").press("reveal_doubles").press("end_round")
    assert (asked.hand("1").total, asked.hand("1").net) == (20, 200)


@pytest.mark.requirement("AMB-BJ8-26")
def test_a_natural_that_declares_nothing_stays_a_natural_when_the_next_box_speaks() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}, ace_ten_declared=True).deal("AS TD TC 7H TH 9S 8H TC")
    table.stand("2", "3").press("reveal_hole").press("end_round")
    assert table.hand("1").net == 150


def test_an_ace_must_be_declared_before_the_next_card_is_asked_for() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}).deal("AS TD TC 7H 5D 9S 8H TH")
    with pytest.raises(RuleViolation, match="DJ-10"):
        table.act("hit", "1")
    table.act("ace_value", "1", value=11)
    with pytest.raises(RuleViolation, match="irrevocable"):
        table.act("ace_value", "1", value=1)


def test_split_aces_get_one_card_each_and_are_not_opened_again_in_coquimbo() -> None:
    table = Table("coquimbo-2020", {"1": 100}).deal("AS 9D AH").act("split", "1").deal("AD 5C")
    assert table.engine.expects(table.state).turn == "bank"
    assert [hand.codes for hand in table.state.hands] == [("AS", "AD"), ("AH", "5C")]


@pytest.mark.requirement("AMB-ALL-06")
@pytest.mark.parametrize(("order", "played"), [("append", ["1.1", "1.2", "1.3"]), ("adjacent", ["1.1", "1.3", "1.2"])])
def test_a_re_split_hand_is_played_last_or_next_as_the_house_reads_it(order: str, played: list[str]) -> None:
    table = Table("coquimbo-2020", {"1": 100}, resplit_order=order)
    table.deal("8S 6D 8H").act("split", "1").deal("8D").act("split", "1.1").deal("TD")
    assert [hand.id for hand in table.state.hands] == played
    table.stand("1.1")
    assert table.engine.expects(table.state).next_card_to == played[1]


@pytest.mark.requirement("MZA-14l-3", "AMB-MZA-17")
@pytest.mark.parametrize("face", ["down", "up"])
def test_a_forgotten_second_bank_card_is_given_after_the_hand_at_which_it_was_noticed(face: str) -> None:
    table = Table("mendoza-2016", {"1": 100, "2": 100}, late_hole_face=face).deal("TS 5D 7H 6D 6S").act("hit", "1")
    table.deal("2C").press("bank_missing_cards", "1").stand("1")
    assert "próxima carta para la Banca" in table.state.announced
    table.deal("TD")
    assert [(held.card, held.face) for held in table.state.bank if held] == [("7H", "up"), ("TD", face)]
    assert table.engine.expects(table.state).turn == "2"


def test_with_only_naturals_left_the_next_card_is_the_banks_although_a_window_is_open() -> None:
    ten = Table("iquique-2000", {"1": 100, "2": 100}).deal("AS AD TH KS QD")
    assert (ten.state.phase, ten.engine.expects(ten.state).turn) == ("retiro", "bank")
    assert ten.deal("5C").state.bank_codes == ("TH", "5C")
    ace = Table("coquimbo-2020", {"1": 100}).deal("AS AH KS 5C")
    assert ace.state.bank_codes == ("AH", "5C")
    assert ace.state.announced == ("no más seguros",)
    assert ace.press("end_round").hand("1").net == 150


def test_with_only_naturals_left_the_covered_card_may_be_turned_at_once() -> None:
    table = Table("mendoza-2016", {"1": 100, "2": 100}).deal("AS AD TH KS QD AC")
    table.press("reveal_hole").press("end_round")
    assert [hand.result for hand in table.settled.hands] == ["push", "push"]


def test_the_covered_card_is_not_turned_while_a_hand_may_still_decide() -> None:
    table = Table("mendoza-2016", {"1": 100, "2": 100}).deal("AS 9D TH KS QD AC")
    with pytest.raises(RuleViolation, match="14c"):
        table.press("reveal_hole")


@pytest.mark.requirement("AMB-BJ8-26")
def test_a_card_passes_an_undeclared_natural_by() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}, ace_ten_declared=True).deal("AS 5D TC 7H TH 6S 8H TC 9C")
    assert (table.hand("1").total, table.hand("2").total) == (21, 20)


@pytest.mark.requirement("AMB-CQB-12")
def test_stuck_cards_in_the_banks_turn_leave_one_to_the_bank() -> None:
    for early in (True, False):
        table = Table("coquimbo-2020", {"1": 100}).deal("TS 8C 9H").stand("1").press("stuck_cards")
        if early:
            table.act("choose_burn", "bank", burn_card="9D").deal("9D 4C")
        else:
            table.deal("9D 4C").act("choose_burn", "bank", burn_card="9D")
        assert table.state.bank_codes == ("8C", "4C")
        assert [held.card for held in table.state.burned] == ["9D"]


@pytest.mark.parametrize("book", ["bj8-ar", "mendoza-2016"])
def test_of_two_stuck_cards_the_second_is_burned_where_no_player_chooses(book: str) -> None:
    table = Table(book, {"1": 100, "2": 100, "3": 100}).deal("TS 5D TC 7H 2H 6S 8H TC").act("hit", "1")
    table.press("stuck_cards").deal("3C 4C")
    assert table.state.hands[0].codes == ("TS", "2H", "3C")
    assert [held.card for held in table.state.burned] == ["4C"]


@pytest.mark.parametrize(
    ("reading", "alone", "insured"),
    [("none", 1, 1), ("none_unless_insurance", 1, 2), ("draw_anyway", 3, 3)],
)
@pytest.mark.requirement("AMB-CQB-05", "AMB-IQQ-05")
def test_the_bank_draws_against_nobody_only_as_the_house_reads_it(reading: str, alone: int, insured: int) -> None:
    for insure, cards in ((False, alone), (True, insured)):
        table = Table("coquimbo-2020", {"1": 100}, bank_if_no_live=reading).deal("TS AH 6D")
        if insure:
            table.act("insure", "1", amount=50)
        table.act("hit", "1").deal("KC")
        for card in ("5S", "5C"):
            if table.engine.expects(table.state).next_card_to == "bank":
                table.deal(card)
        assert len(table.state.bank_codes) == cards
