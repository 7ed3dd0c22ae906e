"""Irregularities: every row of the texts is there, and the remedies hold whichever way round they are keyed."""

import pytest

from table_core.rulebook import RuleViolation
from table_core.rules.blackjack.entries import Abort, CardOut, PlaceBet, PlaceSide
from tests.rulebooks.blackjack.tables import BOOKS, IDS, Table

ROWS = {
    "coquimbo-2020": """CQB-1.7-1, CQB-1.7-2, CQB-1.7-3, CQB-1.7-4, CQB-1.7-5a, CQB-1.7-5b, CQB-1.7-5c, CQB-1.7-6,
        CQB-1.7-7, CQB-1.7-8, CQB-1.7-9, CQB-1.7-10, CQB-1.7-11, CQB-1.7-12, CQB-1.4.1, CQB-1.4.2, CQB-BET,
        CQB-CUTMID, CQB-NOCUT, CQB-DISC, CQB-1.6.3a, CQB-1.6.3b, CQB-CLOSE""",
    "bj8-ar": """BJ8-DJ-1, BJ8-DJ-7, BJ8-DC-1, BJ8-DC-2, BJ8-DC-3, BJ8-DC-4, BJ8-DC-5, BJ8-DC-6, BJ8-DC-7, BJ8-DC-8,
        BJ8-DC-9, BJ8-DC-10, BJ8-DC-11, BJ8-DC-12, BJ8-DC-13, BJ8-DC-14, BJ8-DC-15, BJ8-DC-16, BJ8-DC-17, BJ8-DC-18,
        BJ8-DC-19, BJ8-DC-20""",
    "mendoza-2016": """MZA-2, MZA-4, MZA-4b, MZA-5, MZA-6, MZA-8, MZA-9, MZA-10, MZA-12, MZA-14c, MZA-14e, MZA-14f,
        MZA-14g, MZA-14h, MZA-14j, MZA-14k / 17e, MZA-14l-1, MZA-14l-2, MZA-14l-3, MZA-14l-4, MZA-15d, MZA-3e""",
    "iquique-2000": """IQQ-13a3, IQQ-13a8, IQQ-81, IQQ-92, IQQ-93, IQQ-94-2, IQQ-94-3, IQQ-94-4, IQQ-94-5a, IQQ-94-5b,
        IQQ-94-6, IQQ-94-7, IQQ-94-8, IQQ-94-9, IQQ-94-10, IQQ-95, IQQ-96, IQQ-98, IQQ-100-2""",
}


@pytest.mark.parametrize("book", IDS)
def test_every_row_of_the_text_is_there_and_says_how_it_is_put_right(book: str) -> None:
    rows = BOOKS[book].irregularities
    assert [row.row for row in rows] == [name.strip() for name in ROWS[book].split(",")]
    for row in rows:
        assert row.articles
        assert row.detection
        assert row.resolutions


@pytest.mark.parametrize("book", IDS)
def test_every_setting_and_announcement_names_its_article_and_every_switch_its_readings(book: str) -> None:
    rules = BOOKS[book]
    assert all(setting.article for setting in rules.settings.values())
    assert all(words.article for words in rules.announcements.values())
    for name, setting in rules.settings.items():
        assert not setting.readings or setting.value in setting.readings, name
        assert setting.ambiguity is not None or not setting.readings, name


@pytest.mark.requirement("CQB-1.7-10")
def test_a_disputed_card_keyed_after_it_was_read_leaves_the_hand_even_if_it_went_over() -> None:
    table = Table("coquimbo-2020", {"1": 100, "2": 100}).deal("TS 9C 8C 4H 9S KD")
    assert list(table.state.taken) == ["1"]
    table.press("disputed_card").act("reject_card", "1")
    assert list(table.state.taken) == []
    assert [held.card for held in table.state.burned] == ["KD"]
    assert table.engine.expects(table.state).turn == "2"
    table.stand("2").deal("TD").press("end_round")
    assert (table.hand("1").total, table.hand("1").result) == (14, "lose")


@pytest.mark.requirement("CQB-1.7-10")
def test_a_disputed_card_that_ended_the_pass_brings_the_bank_back_into_play() -> None:
    table = Table("coquimbo-2020", {"1": 100}).deal("TS 8C 4H KD")
    assert table.state.phase == "settle"
    table.press("disputed_card").act("reject_card", "1")
    assert table.engine.expects(table.state).next_card_to == "bank"


@pytest.mark.requirement("IQQ-94-3")
def test_a_disputed_card_goes_round_the_following_boxes_in_order() -> None:
    table = Table("iquique-2000", {"1": 100, "2": 100, "3": 100})
    table.deal("TS 5D 6D AH 4D 6S 6H").press("no_more_insurance").deal("9C").press("disputed_card")
    with pytest.raises(RuleViolation):
        table.act("accept_card", "2")
    table.act("reject_card", "1")
    with pytest.raises(RuleViolation):
        table.act("reject_card", "3")
    table.act("reject_card", "2").act("accept_card", "3")
    assert table.hand("3").total == 21
    assert table.engine.expects(table.state).turn == "2"


@pytest.mark.requirement("IQQ-94-3")
def test_a_disputed_card_nobody_takes_decides_the_insurance_at_once() -> None:
    table = Table("iquique-2000", {"1": 100, "2": 100}).deal("TS 9D AH 4D 8S").act("insure", "2", amount=50)
    table.deal("KC").press("disputed_card").act("reject_card", "1").act("reject_card", "2")
    assert table.state.bank_codes == ("AH", "KC")
    assert [side.net for side in table.state.sides] == [100]


@pytest.mark.requirement("CQB-1.7-3", "AMB-CQB-12")
@pytest.mark.parametrize("chosen", ["9D", "4C"])
def test_stuck_cards_may_be_chosen_after_both_lie_on_the_cloth(chosen: str) -> None:
    table = Table("coquimbo-2020", {"1": 100}).deal("TS 8C 6H").act("hit", "1").press("stuck_cards").deal("9D 4C")
    with pytest.raises(RuleViolation):
        table.act("choose_burn", "1", burn_card="2H")
    table.act("choose_burn", "1", burn_card=chosen)
    assert [held.card for held in table.state.burned] == [chosen]
    assert table.hand("1").total == {"9D": 20, "4C": 25}[chosen]


@pytest.mark.requirement("CQB-1.7-3")
def test_stuck_cards_in_the_deal_fill_one_place_only() -> None:
    table = Table("coquimbo-2020", {"1": 100, "2": 100}).deal("TS").press("stuck_cards").deal("9D 4C")
    table.act("choose_burn", "2", burn_card="9D")
    assert table.engine.expects(table.state).next_card_to == "bank"
    assert table.state.hands[1].codes == ("4C",)


@pytest.mark.requirement("IQQ-94-5a", "AMB-IQQ-21")
def test_a_box_without_any_card_may_take_both_late_in_iquique() -> None:
    table = Table("iquique-2000", {"1": 100, "2": 100, "3": 100}).deal("TS 9D 8H 8D 9S").press("skipped_box")
    table.act("accept_card", "2").deal("5C 6C")
    assert [(hand.id, hand.codes) for hand in table.state.hands] == [
        ("1", ("TS", "8D")), ("2", ("5C", "6C")), ("3", ("9D", "9S")),
    ]  # fmt: skip
    assert table.engine.expects(table.state).turn == "1"


@pytest.mark.requirement("BJ8-DC-10")
def test_a_box_without_any_card_does_not_take_part_in_bj8() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100, "4": 100}).deal("TS 9D 8C 7H").press("skipped_box")
    with pytest.raises(RuleViolation):
        table.act("consent", "3")


@pytest.mark.requirement("MZA-14e", "AMB-MZA-28")
def test_a_card_offered_late_is_taken_or_burned_as_the_player_says() -> None:
    for act, total, burned in (("accept_card", 21, ()), ("reject_card", 11, ("TH",))):
        table = Table("mendoza-2016", {"1": 100, "2": 100}, unoffered_card="offer").deal("6S 9D 8H 5D 9S 9C TH")
        with pytest.raises(RuleViolation, match="14e"):
            table.deal("2C")
        table.act(act, "1")  # type: ignore[arg-type]
        assert table.hand("1").total == total
        assert tuple(held.card for held in table.state.burned) == burned


@pytest.mark.requirement("BJ8-DC-14", "AMB-BJ8-10")
def test_all_bank_cards_swept_away_come_back_first_open_then_covered() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}).deal("TS TD 9C 8H 7H 9S 9D TC").stand("1")
    table.press("bank_card_discarded").act("bank_discarded", "bank")
    table.press("supervisor_ok").deal("5C 6C")
    assert [(held.card, held.face) for held in table.state.bank if held] == [("5C", "up"), ("6C", "down")]
    assert table.engine.expects(table.state).turn == "2"


@pytest.mark.requirement("BJ8-DC-13", "BJ8-DC-14")
def test_the_bank_gets_no_replacement_before_the_inspectors_leave() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}).deal("TS TD 9C 8H 7H 9S 9D TC").stand("1")
    table.act("bank_discarded", "bank", cards=("TC",))
    assert table.engine.expects(table.state).waits_for == "bank_card_discarded"
    assert table.state.announced == ()


@pytest.mark.requirement("CQB-1.7-5a", "AMB-CQB-11")
def test_the_jefe_may_name_the_place_of_every_card() -> None:
    table = Table("coquimbo-2020", {"1": 100, "2": 100}, reorder="supervisor").deal("TS 5D").press("misdeal_reorder")
    table.deal("9H 7C")
    with pytest.raises(RuleViolation):
        table.act("reorder", boxes=("1", "2", "1"))
    table.act("reorder", boxes=("2", "1", "bank", "1"))
    assert [(hand.id, hand.codes) for hand in table.state.hands] == [("1", ("5D", "7C")), ("2", ("TS",))]
    assert table.state.bank_codes == ("9H",)


@pytest.mark.requirement("AMB-ALL-07")
def test_a_void_stake_waits_for_the_supervisor_where_the_house_reads_it_so() -> None:
    table = Table("coquimbo-2020", {"1": 100, "2": 100}, void_stake="supervisor").deal("TS 9D 6C").press("skipped_box")
    table.act("void", "2")
    assert table.engine.expects(table.state).waits_for == "void_stake"
    table.act("withdraw", "2")
    assert table.engine.expects(table.state).waits_for is None
    assert table.hand("2").returned == 100


@pytest.mark.requirement("CQB-1.7-4", "AMB-ALL-02")
@pytest.mark.parametrize(("keeps", "nets"), [(True, [150, -100, 0, 50]), (False, [150, 0, 0, 0])])
def test_an_aborted_pass_keeps_or_undoes_what_was_settled(keeps: bool, nets: list[int]) -> None:
    table = Table("coquimbo-2020", abort_keeps_settled=keeps)
    for box in "123":
        table.feed(PlaceBet(box, 100))
    table.feed(PlaceSide("3", "perfect_pairs", 10))
    table.deal("AS TD 8H 9C KD 6S 8C KS")
    table.feed(Abort())
    found = [hand.net for hand in table.settled.hands] + [side.net for side in table.settled.sides]
    assert found == nets
    assert table.state.shuffle_after


@pytest.mark.requirement("BJ8-DJ-7")
def test_a_null_round_returns_even_a_hand_that_had_gone_over() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}).deal("TS 9D TC 6H 6D 4S 8H TH").act("hit", "1").deal("KC")
    table.feed(Abort())
    assert {hand.result for hand in table.settled.hands} == {"void"}


def test_mendoza_says_nothing_of_an_exhausted_shoe_and_a_supervisor_must() -> None:
    table = Table("mendoza-2016", {"1": 100, "2": 100}).deal("TS 9D")
    with pytest.raises(RuleViolation, match="supervisor"):
        table.feed(Abort())
    table.feed(Abort("void_all"))
    assert table.settled.net_players == 0


@pytest.mark.requirement("IQQ-94-4")
def test_iquique_lets_a_dealer_complete_a_hand_nobody_needs() -> None:
    table = Table("iquique-2000", {"1": 100, "2": 100}).deal("TS TD 5H 6D 5S").act("hit", "1").deal("KC")
    table.act("hit", "2").deal("QC")
    assert table.engine.expects(table.state).bank_must == "none"
    table.deal("4C")
    assert table.state.bank_codes == ("5H", "4C")
    assert table.state.returned_card is None


@pytest.mark.requirement("MZA-14j")
def test_a_card_laid_on_a_box_without_a_bet_is_burned_and_the_rest_stays() -> None:
    table = Table("mendoza-2016", {"1": 100, "3": 100}).deal("TS")
    table.feed(CardOut("4C", laid="2"))
    table.deal("9D")
    assert [(laid.card, laid.place) for laid in table.state.log] == [("TS", "1"), ("4C", "burn"), ("9D", "3")]


@pytest.mark.requirement("IQQ-94-9", "IQQ-95")
def test_swapped_cards_cost_every_bet_of_the_boxes_insurance_included() -> None:
    table = Table("iquique-2000", {"1": 100, "2": 100, "3": 100}).deal("TS 6D 9H AH 5D TC 9S")
    table.act("insure", "1", amount=50).press("cards_swapped").act("lose_all", boxes=("1", "2"))
    assert [hand.net for hand in table.settled.hands[:2]] == [-100, -100]
    assert [side.net for side in table.settled.sides] == [-50]
    assert table.engine.expects(table.state).turn == "3"


def test_losing_all_bets_is_no_remedy_where_the_text_does_not_know_it() -> None:
    table = Table("mendoza-2016", {"1": 100, "2": 100}).deal("TS 6D 9H 5D TC 9S")
    with pytest.raises(RuleViolation):
        table.act("lose_all", boxes=("1",))


@pytest.mark.requirement("CQB-1.7-5c", "AMB-CQB-25")
def test_a_second_bank_card_dealt_too_early_is_the_first_card_anybody_asks_for() -> None:
    table = Table("coquimbo-2020", {"1": 100, "2": 100}).deal("TS 5D 9H 7C 6D")
    table.feed(CardOut("8C", laid="bank"))
    table.press("misdeal_reorder").stand("1").act("hit", "2")
    assert (table.hand("2").total, table.state.bank_codes) == (19, ("9H",))


@pytest.mark.requirement("CQB-1.7-5c", "AMB-CQB-25")
def test_an_early_bank_card_nobody_asks_for_is_the_banks_and_the_jefe_may_have_it_burned() -> None:
    asked_by_none = Table("coquimbo-2020", {"1": 100}).deal("TS 9H 7C")
    asked_by_none.feed(CardOut("8C", laid="bank"))
    burned = Table("coquimbo-2020", {"1": 100}).deal("TS 9H 7C")
    burned.feed(CardOut("8C", laid="bank"))
    assert asked_by_none.stand("1").state.bank_codes == ("9H", "8C")
    burned.act("choose_burn", burn_card="8C")
    assert [held.card for held in burned.state.burned] == ["8C"]


@pytest.mark.requirement("BJ8-DC-7")
def test_a_covered_card_seen_as_it_was_dealt_is_burned_and_replaced() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}).deal("TS 9D TC 7H 8D 9S 8H AC").press("hole_exposed")
    assert [held.card for held in table.state.burned] == ["AC"]
    table.deal("TH")
    assert [(held.card, held.face) for held in table.state.bank if held] == [("7H", "up"), ("TH", "down")]


@pytest.mark.requirement("BJ8-DC-8")
def test_bj8_has_the_dealer_ask_before_a_card_on_an_ace_or_an_eleven() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100}).deal("AS 5D TC 7H")
    assert table.engine.expects(table.state).say == ("ASEGURA",)
    table.deal("9D 6S 8H TH").act("ace_value", "1", value=11).stand("1")
    assert table.engine.expects(table.state).say == ("DOBLA",)
