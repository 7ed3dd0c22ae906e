"""The irregularities of both poker texts at the table: who decides, what is said, what becomes of cards and money."""

import pytest

from table_core.commands import ReportIrregularity
from table_core.incidents import IncidentResolved
from table_core.rulebook import RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.poker.entries import (
    ChangeCards,
    CloseAntes,
    ConfirmHands,
    DecideBet,
    KeyHand,
    OpenHands,
    PlaceAnte,
)
from table_core.table import Announced
from tests.rulebooks.poker.hands import ARICA, IQUIQUE
from tests.rulebooks.poker.tables import DECK, PokerTable

DEALER_PLAYS = ("AD", "AC", "7H", "4S", "2D")


def last_resolution(table: PokerTable) -> IncidentResolved:
    resolved: IncidentResolved = table.last(IncidentResolved)
    return resolved


# The deal


@pytest.mark.requirement("DP-I02")
def test_a_skipped_seat_is_found_by_counting_and_put_in_order() -> None:
    table = PokerTable(ARICA).dealt(1, 2, missing=1)
    table.order(DecideBet(2, "bet"))
    assert {choice.code for choice in table.incident("misdeal").choices} == {"REORDER", "BURN_PASS"}
    table.resolve("misdeal", "REORDER", "dealer")
    assert table.last(Announced).text == "Las cartas están bien dadas"
    assert table.game.phase == "deal"
    table.draw()
    assert [table.hand(seat) for seat in (2, 1, 0)] == [tuple(DECK[start:15:3]) for start in range(3)]
    table.order(DecideBet(2, "bet"))
    assert not table.state.held


@pytest.mark.requirement("DP-I02")
def test_a_seat_served_twice_is_found_by_counting_and_the_surplus_is_burned() -> None:
    table = PokerTable(ARICA).dealt(1, 2)
    table.draw()
    assert table.state.held
    table.resolve("misdeal", "REORDER", "dealer")
    assert not table.state.held
    assert (table.game.phase, table.game.burned) == ("decide", 1)


@pytest.mark.requirement("DP-I03")
def test_when_a_player_objects_to_the_order_the_pass_is_burned_and_stakes_go_back() -> None:
    table = PokerTable(ARICA).dealt(1, 2)
    table.report("misdeal", reorderable=True, objection=True)
    assert table.outcomes == {1: "void", 2: "void"}
    assert [result.returned for result in table.results.values()] == [1000, 1000]


@pytest.mark.requirement("DP-I05")
def test_a_card_that_comes_out_face_up_is_burned_and_the_next_takes_its_place() -> None:
    table = PokerTable(ARICA).antes(1)
    table.draw(3)
    table.report("boxed_card")
    table.draw(8)
    assert table.game.burned == 1
    assert table.hand(1)[1] == DECK[3]
    assert DECK[2] not in table.game.dealt


@pytest.mark.requirement("DP-I09")
def test_of_stuck_cards_the_player_chooses_which_is_burned() -> None:
    table = PokerTable(ARICA).antes(1)
    table.draw(4)
    table.report("stuck_cards", "1")
    table.resolve("stuck_cards", "PLAYER_CHOOSES_BURN", "dealer", cards=(DECK[2],))
    assert table.game.dealt == (DECK[0], DECK[1], DECK[3])
    table.draw(7)
    assert table.game.phase == "decide"


@pytest.mark.requirement("DP-I05")
def test_the_last_card_of_the_deal_is_burned_as_any_other_and_the_deal_goes_on() -> None:
    table = PokerTable(ARICA).dealt(1)
    assert table.game.phase == "decide"
    table.report("boxed_card")
    assert (table.game.phase, len(table.game.dealt)) == ("deal", 9)
    table.draw()
    assert (table.game.phase, table.hand(0)[-1]) == ("decide", DECK[10])


@pytest.mark.requirement("DP-I09")
def test_two_cards_stuck_at_the_end_of_the_deal_leave_a_card_to_deal() -> None:
    table = PokerTable(ARICA).dealt(1)
    table.report("stuck_cards", "1")
    table.resolve("stuck_cards", "PLAYER_CHOOSES_BURN", "dealer", cards=(DECK[8],))
    assert table.game.phase == "deal"
    table.draw()
    assert table.hand(1)[-1] == DECK[9]
    assert table.hand(0)[-1] == DECK[10]


@pytest.mark.requirement("DP-I05")
def test_the_last_card_of_a_change_is_burned_and_the_change_goes_on() -> None:
    table = PokerTable(ARICA).dealt(1).all_bet()
    table.order(ChangeCards(1, 1))
    table.draw()
    assert (table.game.phase, table.game.replaced) == ("dealer", (DECK[10],))
    table.report("boxed_card")
    assert (table.game.phase, table.game.replaced) == ("replace", ())
    table.draw()
    assert (table.game.phase, table.game.replaced) == ("dealer", (DECK[11],))


@pytest.mark.requirement("DP-I10", "CS-I12")
@pytest.mark.parametrize("rules", [ARICA, IQUIQUE], ids=["arica", "iquique"])
def test_a_hand_with_a_wrong_number_of_cards_is_void_and_the_rest_is_keyed_by_hand(rules: object) -> None:
    table = PokerTable(rules).dealt(1, 2)  # type: ignore[arg-type]
    table.report("wrong_count", "1", who="player", reorderable=False)
    table.order(DecideBet(2, "bet"), OpenHands())
    assert table.game.dealer is None
    table.order(KeyHand(0, DEALER_PLAYS), KeyHand(2, ("KD", "KC", "3H", "9S", "5D")))
    assert table.refused(ConfirmHands(), "dealer") == "WRONG_ROLE"
    table.order(ConfirmHands())
    assert table.outcomes == {1: "void", 2: "lose"}
    assert table.results[1].returned == 1000


@pytest.mark.requirement("DP-I11", "CS-I13")
@pytest.mark.parametrize("rules", [ARICA, IQUIQUE], ids=["arica", "iquique"])
def test_a_dealer_with_a_wrong_number_of_cards_voids_the_pass(rules: object) -> None:
    table = PokerTable(rules).dealt(1, 2).all_bet()  # type: ignore[arg-type]
    table.report("wrong_count", who="dealer")
    assert [(result.outcome, result.returned) for result in table.results.values()] == [("void", 3000)] * 2


@pytest.mark.requirement("DP-AMB-12", "CS-AMB-07")
@pytest.mark.parametrize("rules", [ARICA, IQUIQUE], ids=["arica", "iquique"])
def test_read_the_other_way_the_stakes_of_a_void_pass_are_lost(rules: object) -> None:
    table = PokerTable(rules.with_switches({"void_hand_money": "lost"})).dealt(1).all_bet()  # type: ignore[attr-defined]
    table.report("wrong_count", who="dealer")
    assert (table.results[1].collected, table.results[1].returned) == (3000, 0)


@pytest.mark.requirement("DP-I12", "CS-I05")
@pytest.mark.parametrize("rules", [ARICA, IQUIQUE], ids=["arica", "iquique"])
def test_a_seat_that_got_no_cards_waits_and_every_card_belongs_to_the_others(rules: object) -> None:
    table = PokerTable(rules).antes(1, 2, 3)  # type: ignore[arg-type]
    table.draw(15)
    table.report("not_dealt", "2")
    assert table.game.phase == "decide"
    assert [table.hand(seat) for seat in (3, 1, 0)] == [tuple(DECK[start:15:3]) for start in range(3)]
    table.order(DecideBet(1, "fold"), DecideBet(3, "fold"))
    assert (table.outcomes[2], table.results[2].returned) == ("not_dealt", 1000)


@pytest.mark.requirement("CS-I07")
def test_cards_dealt_where_no_ante_lies_are_collected_and_the_others_keep_theirs() -> None:
    table = PokerTable(IQUIQUE).antes(1, 3)
    table.draw(14)
    table.report("dealt_without_ante", "2")
    table.draw(6)
    assert table.hand(1) == tuple(DECK[2:20:4])
    table.all_bet()
    table.order(OpenHands(), ConfirmHands())
    assert set(table.results) == {1, 3}


@pytest.mark.requirement("CS-I02")
def test_a_dealers_card_that_was_seen_stays_open_and_the_fifth_is_covered() -> None:
    table = PokerTable(IQUIQUE).antes(1)
    table.draw(4)
    table.report("dealer_card_seen", which=2)
    table.draw(6)
    assert [card != "??" for card in table.shown()["dealer_hand"]] == [False, True, False, False, False]


@pytest.mark.requirement("CS-GAP-03")
def test_a_second_dealers_card_seen_is_for_the_supervisor() -> None:
    table = PokerTable(IQUIQUE).dealt(1)
    table.report("dealer_card_seen", which=2)
    table.report("dealer_card_seen", which=3)
    assert {choice.code for choice in table.incident("dealer_card_seen").choices} == {
        "CONTINUE",
        "VOID_HAND",
        "VOID_PASS",
    }
    table.resolve("dealer_card_seen", "VOID_PASS")
    assert table.outcomes == {1: "void"}


@pytest.mark.requirement("DP-I04")
def test_a_deck_that_burned_cards_left_too_small_ends_the_pass() -> None:
    table = PokerTable(ARICA).antes(1, 2, 3, 4, 5, 6)
    for _burned in range(6):
        table.draw()
        table.report("boxed_card")
    table.draw(35)
    table.all_bet()
    table.order(*(ChangeCards(seat, 2) for seat in range(1, 6)))
    assert table.game.in_pass
    table.order(ChangeCards(6, 2))
    assert (last_resolution(table).choice, table.game.phase) == ("RESHUFFLE_NEW_PASS", "shuffle")
    assert set(table.outcomes.values()) == {"void"}


@pytest.mark.requirement("DP-I13")
def test_a_card_drawn_after_the_pass_is_burned_without_asking_anybody() -> None:
    table = PokerTable(ARICA).dealt(1)
    table.order(DecideBet(1, "fold"))
    table.draw()
    assert not table.state.held
    assert (last_resolution(table).choice, table.game.burned) == ("BURN_EXTRA", 1)


# The decisions


@pytest.mark.requirement("CS-I08")
def test_a_dealer_who_opens_too_early_voids_the_hands_that_had_not_decided() -> None:
    table = PokerTable(IQUIQUE).dealt(1, 2, 3)
    table.order(DecideBet(3, "bet"), OpenHands())
    assert table.game.phase == "review"
    table.order(ConfirmHands())
    assert {seat for seat, outcome in table.outcomes.items() if outcome == "void"} == {1, 2}


def test_a_dealer_of_arica_may_not_open_before_all_have_decided() -> None:
    table = PokerTable(ARICA).dealt(1, 2)
    table.order(DecideBet(1, "bet"))
    assert table.refused(OpenHands()) == "dealer_opened_before_decision"


@pytest.mark.requirement("DP-I20")
def test_a_bet_that_is_not_the_double_is_made_the_double() -> None:
    table = PokerTable(ARICA).dealt(1)
    table.order(DecideBet(1, "bet", 6000))
    seat = table.game.seat(1)
    assert seat is not None
    assert (seat.bet, last_resolution(table).choice) == (2000, "CORRECT_BET")


@pytest.mark.requirement("CS-I11")
def test_a_short_bet_found_after_the_reveal_is_settled_as_it_lies() -> None:
    table = PokerTable(IQUIQUE, reads=False).dealt(1).all_bet()
    table.order(OpenHands())
    table.report("bet_not_double", "1", ante=1000, bet=1500)
    table.order(KeyHand(0, DEALER_PLAYS), KeyHand(1, ("9D", "9C", "3H", "3S", "JD")), ConfirmHands())
    assert (table.results[1].paid, table.results[1].returned) == (4000, 2500)


@pytest.mark.requirement("CS-GAP-02")
def test_a_bet_above_the_double_found_late_is_for_the_supervisor() -> None:
    table = PokerTable(IQUIQUE, reads=False).dealt(1).all_bet()
    table.order(OpenHands())
    table.report("bet_not_double", "1", ante=1000, bet=2500)
    assert table.incident("bet_not_double").hold


@pytest.mark.requirement("DP-I21", "DP-I22")
@pytest.mark.parametrize(("choice", "count", "row"), [("bet", 3, "DP-I21"), ("fold", 1, "DP-I22")])
def test_a_change_the_text_does_not_give_is_refused_on_the_record(choice: str, count: int, row: str) -> None:
    table = PokerTable(ARICA).dealt(1, 2)
    table.order(DecideBet(1, choice), ChangeCards(1, count))  # type: ignore[arg-type]
    seat = table.game.seat(1)
    assert seat is not None
    assert (seat.changes, last_resolution(table).choice, last_resolution(table).row) == (0, "REJECT_CHANGE", row)


@pytest.mark.requirement("CS-I03", "CS-I04", "CS-I15")
@pytest.mark.parametrize(
    ("event", "facts", "outcome"),
    [("absent_player", {"saw_cards": False}, "void"), ("absent_player", {"saw_cards": True}, "lose"),
     ("left_position", {}, "lose")],
)  # fmt: skip
def test_a_player_who_is_not_there_is_void_or_loses(event: str, facts: dict[str, bool], outcome: str) -> None:
    table = PokerTable(IQUIQUE).dealt(1, 2)
    table.report(event, "1", **facts)
    table.order(DecideBet(2, "fold"))
    assert table.outcomes[1] == outcome


@pytest.mark.requirement("CS-I09", "CS-I10")
def test_mixed_cards_void_both_hands_or_with_the_dealers_the_play() -> None:
    table = PokerTable(IQUIQUE).dealt(1, 2, 3)
    table.report("folded_cards_mixed", "1,2", **{"with": "player"})
    table.order(DecideBet(3, "fold"))
    assert table.outcomes == {1: "void", 2: "void", 3: "fold"}
    other = PokerTable(IQUIQUE).dealt(1, 2)
    other.report("folded_cards_mixed", **{"with": "dealer"})
    assert other.outcomes == {1: "void", 2: "void"}


@pytest.mark.requirement("DP-I14")
def test_a_player_who_exposes_cards_is_warned_and_the_second_time_leaves_over_passes() -> None:
    table = PokerTable(ARICA).dealt(1)
    table.report("player_exposes", "1")
    table.resolve("player_exposes", "WARN_PLAYER", "jefe_de_mesa")
    table.order(DecideBet(1, "fold"))
    table.order(PrepareShoe(1))
    table.deck = list(DECK)
    table.dealt(1)
    table.report("player_exposes", "1")
    assert [choice.code for choice in table.incident("player_exposes").choices] == ["VACATE_SEAT"]


@pytest.mark.requirement("CS-I14")
def test_a_player_who_shows_cards_loses_the_hand_at_once_and_then_the_place() -> None:
    table = PokerTable(IQUIQUE).dealt(1, 2)
    table.report("player_shows_cards", "1")
    table.resolve("player_shows_cards", "VOID_HAND")
    table.report("player_shows_cards", "1")
    table.resolve("player_shows_cards", "VOID_HAND_AND_BAR")
    table.order(DecideBet(2, "fold"))
    assert table.outcomes[1] == "void"


@pytest.mark.requirement("DP-I17")
def test_the_table_itself_counts_for_how_long_a_seat_has_not_played() -> None:
    table = PokerTable(ARICA, reads=False)
    for number in range(5):
        seats = (1, 2) if number == 0 else (1,)
        table.order(*(PlaceAnte(seat, 1000) for seat in seats), CloseAntes())
        table.order(*(DecideBet(seat, "fold") for seat in seats), PrepareShoe(1))
    table.report("idle_seat", "2")
    assert [choice.code for choice in table.incident("idle_seat").choices] == ["VACATE_SEAT"]


@pytest.mark.requirement("DP-I19", "CS-I16")
def test_new_or_dropped_cards_in_mid_pass_void_it_and_must_be_shuffled() -> None:
    table = PokerTable(ARICA).dealt(1)
    table.report("defective_card")
    table.resolve("defective_card", "REPLACE_DECK", "jefe_de_mesa")
    assert (table.game.phase, table.outcomes) == ("shuffle", {1: "void"})
    other = PokerTable(IQUIQUE).dealt(1)
    other.report("deck_dropped")
    assert other.game.phase == "shuffle"


def test_an_event_that_is_not_of_this_text_is_refused_by_name() -> None:
    table = PokerTable(IQUIQUE).dealt(1)
    assert table.refused(ReportIrregularity("stuck_cards")) == "UNKNOWN_EVENT"
    assert table.refused(ReportIrregularity("left_position", {}, "x")) == "NO_SEAT"
    assert table.refused(ReportIrregularity("left_position", {}, "5")) == "NOT_PLAYING"


@pytest.mark.parametrize("rules", [ARICA, IQUIQUE], ids=["arica", "iquique"])
@pytest.mark.parametrize("reads", [True, False], ids=["read", "keyed"])
def test_any_event_at_any_moment_is_refused_or_leaves_a_table_that_can_be_ended(rules: object, reads: bool) -> None:
    events = sorted({row.event for row in rules.irregularities})  # type: ignore[attr-defined]
    for event in events:
        for moment in MOMENTS:
            table = moment(PokerTable(rules, reads=reads))  # type: ignore[arg-type]
            before = table.state
            try:
                table.report(event, "1,2")
            except RuleViolation:
                assert table.state == before
            assert table.folded() == table.state
            for incident in [one for one in table.state.incidents if one.hold]:
                choice = next((one for one in incident.choices if "VOID" in one.code), incident.choices[0])
                table.resolve(incident.code, choice.code, box="1")
            assert not table.state.held, f"{event} cannot be resolved"


def _opened(table: PokerTable) -> PokerTable:
    table = table.dealt(1, 2).all_bet()
    if table.game.phase == "replace":
        table.draw(2 if table.engine.reads else 0)
    table.order(OpenHands())
    return table


MOMENTS = (
    lambda table: table,
    lambda table: table.antes(1, 2),
    lambda table: table.dealt(1, 2),
    lambda table: table.dealt(1, 2).all_bet(),
    _opened,
)
