"""A pass of both games at the table: what the reader and the keys lead to, and what nobody may see."""

import json
import re

import pytest

from table_core.cards import DECK as ALL_CARDS
from table_core.commands import LastPasses, Undo
from table_core.events import CardDrawn, PackSeen
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
from table_core.rules.poker.operations import HandShown
from table_core.table import Announced
from tests.rulebooks.poker.hands import ARICA, IQUIQUE
from tests.rulebooks.poker.tables import PokerTable

CARD = re.compile(r'"([2-9TJQKA][CDHS])"')
ONE_PLAYER = ["KH", "8S", "KD", "8C", "7C", "QD", "5S", "4H", "2D", "3C", "KC", "9H", "8H", "JD"]
"""Seat 4 is dealt kings, the dealer eights; two cards each are changed: trips of kings against trips of eights."""


def played(table: PokerTable) -> PokerTable:
    """Up to the reveal: seat 4 changed the five and the deuce of `ONE_PLAYER`."""
    table.dealt(4).all_bet()
    table.order(ChangeCards(4, 2))
    table.draw(4)
    table.order(OpenHands())
    return table


def named(shown: object) -> set[str]:
    return set(CARD.findall(json.dumps(shown)))


@pytest.mark.requirement("DP-F01", "DP-F02")
def test_a_read_pass_of_draw_poker_is_settled_once_the_changed_hand_is_keyed() -> None:
    table = played(PokerTable(ARICA, deck=ONE_PLAYER))
    assert table.refused(ConfirmHands()) == "HANDS_MISSING"
    table.order(KeyHand(4, ("9H", "KC", "KD", "KH", "7C")))
    table.obey(ConfirmHands(), "dealer")
    assert table.game.dealer is not None
    assert (table.game.dealer.cards, table.game.dealer.evidence) == (("8S", "8C", "QD", "8H", "JD"), "read")
    shown = table.game.shown(4)
    assert shown is not None
    assert (shown.cards, shown.evidence) == (("KH", "KD", "7C", "KC", "9H"), "read_and_keyed")
    assert (table.results[4].paid, table.results[4].returned) == (5000, 3000)


def test_no_covered_card_is_shown_before_the_dealer_opens() -> None:
    table = PokerTable(ARICA, deck=ONE_PLAYER)
    table.dealt(4).all_bet()
    table.order(ChangeCards(4, 2))
    table.draw(4)
    assert named(table.shown()) == set()
    assert named(table.published()) == set()
    table.order(OpenHands())
    assert named(table.shown()) == {"8S", "8C", "QD", "8H", "JD"}


@pytest.mark.requirement("CS-F02")
def test_only_the_fifth_card_of_the_dealer_lies_open_in_caribbean_stud() -> None:
    table = PokerTable(IQUIQUE)
    table.antes(2, 5)
    for drawn in range(1, 15):
        table.draw()
        assert named(table.shown()) == set(), f"card {drawn}"
    (fifth,) = table.draw()
    assert named(table.shown()) == {fifth}
    table.all_bet()
    assert named(table.shown()) == {fifth}
    assert named(table.published()) == set()


def test_a_folded_hand_is_never_shown_not_even_after_the_pass() -> None:
    table = PokerTable(IQUIQUE).dealt(1, 2)
    table.order(DecideBet(1, "fold"), DecideBet(2, "bet"), OpenHands(), ConfirmHands())
    assert not named(table.shown()) & {card for card in table.hand(1) if card}
    assert table.outcomes[1] == "fold"


@pytest.mark.requirement("DP-AMB-04", "CS-F03")
@pytest.mark.parametrize("rules", [ARICA, IQUIQUE], ids=["arica", "iquique"])
def test_when_everybody_folds_the_pass_ends_without_the_dealers_hand(rules: object) -> None:
    table = PokerTable(rules).dealt(1, 3)  # type: ignore[arg-type]
    table.order(DecideBet(1, "fold"), DecideBet(3, "fold"))
    assert table.game.phase == "settled"
    assert table.outcomes == {1: "fold", 3: "fold"}
    assert named(table.shown()) == set()


def test_a_decision_keyed_by_mistake_is_taken_back_before_the_next() -> None:
    table = PokerTable(ARICA).dealt(1, 2)
    table.order(DecideBet(1, "fold"), Undo(), DecideBet(1, "bet"))
    seat = table.game.seat(1)
    assert seat is not None
    assert (seat.choice, seat.bet) == ("bet", 2000)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (PlaceAnte(7, 1000), "NO_SEAT"),
        (PlaceAnte(0, 1000), "NO_SEAT"),
        (PlaceAnte(1), "BAD_AMOUNT"),
        (PlaceAnte(1, -5), "BAD_AMOUNT"),
        (PlaceAnte(2, 0), "NO_ANTE"),
        (PlaceAnte(3, 1000), "ANTE_THERE"),
        (DecideBet(3, "bet"), "NOT_NOW"),
        (OpenHands(), "NOT_NOW"),
        (KeyHand(3, ("AS", "KS", "QS", "JS", "TS")), "NOT_NOW"),
        (ConfirmHands(), "NOT_NOW"),
        (PrepareShoe(6), "DECKS"),
    ],
)
def test_what_makes_no_sense_while_antes_are_laid_is_refused_and_changes_nothing(command: object, code: str) -> None:
    table = PokerTable(ARICA).antes(3)
    before = table.state
    assert table.refused(command) == code  # type: ignore[arg-type]
    assert table.state == before


def test_an_ante_is_taken_back_with_amount_zero_and_laid_anew() -> None:
    table = PokerTable(ARICA).antes(3)
    table.order(PlaceAnte(3, 0), PlaceAnte(3, 5000))
    assert [(seat.number, seat.ante) for seat in table.game.seats] == [(3, 5000)]


def test_no_card_is_dealt_to_an_empty_table() -> None:
    table = PokerTable(ARICA)
    table.draw()
    assert table.state.open_incident("pass.no_quorum") is not None


def test_the_table_after_a_restart_is_the_table_before() -> None:
    table = played(PokerTable(ARICA, deck=ONE_PLAYER))
    assert table.folded() == table.state
    table.order(KeyHand(4, ("9H", "KC", "KD", "KH", "7C")), ConfirmHands())
    assert table.folded() == table.state


@pytest.mark.requirement("DP-F06", "DP-I15")
def test_the_words_of_the_text_are_announced() -> None:
    table = PokerTable(ARICA).dealt(1)
    assert [one.text for one in table.seen if isinstance(one, Announced)] == ["no más apuestas"]


# Tables without a reader


def keyed_table() -> PokerTable:
    table = PokerTable(ARICA, reads=False).dealt(1, 2).all_bet()
    table.order(OpenHands())
    return table


def test_a_table_that_deals_from_the_hand_is_settled_by_keys_that_the_supervisor_confirms() -> None:
    table = keyed_table()
    table.obey(KeyHand(0, ("9D", "9C", "AH", "7S", "3D")), "dealer")
    table.obey(KeyHand(1, ("TD", "TC", "2H", "4S", "6D")), "dealer")
    table.obey(KeyHand(2, ("2D", "4C", "6H", "8S", "KD")), "dealer")
    assert table.refused(ConfirmHands(), "dealer") == "WRONG_ROLE"
    table.obey(ConfirmHands(), "jefe_de_mesa")
    assert table.outcomes == {1: "win", 2: "lose"}
    assert {shown.shown.evidence for shown in table.seen if isinstance(shown, HandShown)} == {"keyed"}


def test_a_name_is_enough_where_it_decides_and_refused_where_it_does_not() -> None:
    table = keyed_table()
    table.order(KeyHand(0, category="two_pair"), KeyHand(1, category="flush"), KeyHand(2, category="two_pair"))
    assert table.refused(ConfirmHands()) == "NEED_CARDS"
    table.order(KeyHand(2, ("4D", "4C", "6H", "6S", "JD")))
    assert table.refused(ConfirmHands()) == "NEED_CARDS"
    table.order(KeyHand(0, ("4H", "4S", "6D", "6C", "TC")), ConfirmHands())
    assert table.outcomes == {1: "win", 2: "win"}
    assert table.results[1].paid == 1000 + 5 * 2000


def test_a_pair_does_not_say_whether_the_dealer_opens() -> None:
    table = keyed_table()
    table.order(KeyHand(0, category="pair"))
    assert table.refused(ConfirmHands()) == "NEED_CARDS"


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (KeyHand(1, ("9D", "TC", "2H", "4S", "6D")), "CARD_TWICE"),
        (KeyHand(1, ("TC", "TC", "2H", "4S", "6D")), "CARD_TWICE"),
        (KeyHand(1, ("TC", "2H", "4S", "6D")), "FIVE_CARDS"),
        (KeyHand(1), "NO_HAND"),
        (KeyHand(1, category="ace_king"), "UNKNOWN_HAND"),
        (KeyHand(1, ("TC", "TD", "2H", "4S", "6D"), "flush"), "NAME_DIFFERS"),
        (KeyHand(3, ("TC", "TD", "2H", "4S", "6D")), "NOT_PLAYING"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_when_it_is_keyed(hand: KeyHand, code: str) -> None:
    table = keyed_table()
    table.order(KeyHand(0, ("9D", "9C", "AH", "7S", "3D")))
    assert table.refused(hand) == code


def test_a_hand_keyed_anew_replaces_the_one_before() -> None:
    table = keyed_table()
    table.order(KeyHand(0, ("9D", "9C", "AH", "7S", "3D")), KeyHand(0, ("9D", "9C", "AH", "7S", "4D")))
    assert table.game.dealer is not None
    assert table.game.dealer.cards[-1] == "4D"


# What the reader knows better


def test_an_unread_covered_card_is_told_and_its_hand_is_keyed_at_the_review() -> None:
    table = PokerTable(IQUIQUE).antes(2)
    table.draw(3)
    table._take(table._reconciler.observe(table.state, CardDrawn("shoe", None)))
    table.deck.pop(0)
    table.draw(6)
    assert not table.state.held
    assert table.incident("cards.unread_covered").hold is False
    table.all_bet()
    table.order(OpenHands())
    assert (table.game.dealer, table.game.seats[0].shown is not None) == (None, True)
    first = [card for card in table.hand(0) if card]
    missing = next(card for card in ALL_CARDS if card not in table.game.dealt and card not in first)
    table.order(KeyHand(0, (*first, missing)))
    table.obey(ConfirmHands(), "dealer")
    assert table.game.phase == "settled"


@pytest.mark.requirement("DP-GAP-05", "DP-D08")
def test_a_dealer_who_draws_too_many_is_stopped_at_the_card() -> None:
    table = (
        PokerTable(ARICA, deck=["KH", "8S", "KD", "8C", "7C", "QD", "5S", "QH", "2D", "3C", "4C", "5C"])
        .dealt(4)
        .all_bet()
    )
    table.draw()
    assert not table.state.held
    table.draw()
    assert table.incident("cards.dealer_draw_wrong").hold
    table.resolve("cards.dealer_draw_wrong", "CARDS_BURNED")
    assert table.game.burned == 1
    table.order(OpenHands(), ConfirmHands())
    assert table.game.phase == "settled"


@pytest.mark.requirement("DP-GAP-05")
def test_a_dealer_who_opens_without_his_draw_is_found_out() -> None:
    table = PokerTable(ARICA, deck=ONE_PLAYER).dealt(4).all_bet()
    table.order(OpenHands())
    assert table.incident("cards.dealer_draw_wrong").hold
    assert table.refused(ConfirmHands()) == "HELD"
    table.resolve("cards.dealer_draw_wrong", "VOID_PASS", "jefe_de_mesa")
    assert (table.outcomes, table.results[4].returned) == ({4: "void"}, 3000)


@pytest.mark.requirement("DP-GAP-05")
def test_a_dealer_who_kept_other_cards_than_he_must_is_found_out_when_his_hand_is_keyed() -> None:
    table = played(PokerTable(ARICA, deck=ONE_PLAYER))
    table.order(KeyHand(0, ("8S", "QD", "4H", "8H", "JD")))
    assert table.incident("cards.dealer_draw_wrong").hold


def test_a_hand_that_cannot_come_from_its_cards_counts_only_by_the_supervisors_word() -> None:
    table = played(PokerTable(ARICA, deck=ONE_PLAYER))
    table.order(KeyHand(4, ("KH", "KD", "7C", "KC", "AS")))
    assert table.incident("cards.hand_differs").hold
    table.resolve("cards.hand_differs", "LAYOUT_COUNTS", "jefe_de_mesa")
    assert table.refused(ConfirmHands(), "dealer") == "WRONG_ROLE"
    table.obey(ConfirmHands(), "jefe_de_mesa")
    assert table.outcomes == {4: "win"}


def test_a_hand_that_differs_may_be_annulled_instead() -> None:
    table = played(PokerTable(ARICA, deck=ONE_PLAYER))
    table.order(KeyHand(4, ("KH", "KD", "7C", "KC", "AS")))
    table.resolve("cards.hand_differs", "VOID_HAND", "jefe_de_mesa")
    assert (table.outcomes, table.results[4].net) == ({4: "void"}, 0)


@pytest.mark.requirement("CS-I17")
def test_the_two_packs_of_iquique_take_turns_and_a_card_of_the_other_holds_the_table() -> None:
    table = PokerTable(IQUIQUE).dealt(1)
    assert table.game.pack == "rojo"
    table.order(DecideBet(1, "fold"))
    assert table.refused(PrepareShoe(1, backs=("rojo",))) == "SAME_PACK"
    assert table.refused(PrepareShoe(1, backs=("azul",))) == "UNKNOWN_PACK"
    table.order(PrepareShoe(1))
    assert table.game.pack == "verde"
    table.antes(1)
    table._take(table._reconciler.observe(table.state, PackSeen("shoe", "verde")))
    assert not table.state.held
    table._take(table._reconciler.observe(table.state, PackSeen("shoe", "rojo")))
    assert table.incident("cards.wrong_pack").hold


def test_no_pass_begins_after_the_last() -> None:
    table = PokerTable(ARICA)
    table.order(LastPasses(1))
    table.dealt(1)
    table.order(DecideBet(1, "fold"), PrepareShoe(1), PlaceAnte(1, 1000))
    assert table.refused(CloseAntes()) == "LAST_PASS_OVER"
    table.cards("2C")
    assert table.incident("pass.after_last").hold


def test_the_last_passes_are_announced_in_the_words_of_the_decree() -> None:
    table = PokerTable(ARICA)
    table.order(LastPasses(2))
    said = [one.text for one in table.seen if isinstance(one, Announced)]
    table.dealt(1)
    table.order(DecideBet(1, "fold"))
    said += [table.last(Announced).text]
    assert said == ["últimos dos pases de la mesa", "último pase de la mesa"]


def test_a_card_put_aside_that_was_misread_for_one_that_came_later_makes_no_hand_of_six() -> None:
    deck = ["TS", "2C", "3S", "4C", "AS", "6C", "3D", "7D", "JD", "9H", "TS"]  # the first was read as a ten of spades
    table = PokerTable(ARICA, deck=deck).dealt(1)
    table.all_bet().order(ChangeCards(1, 1))
    table.draw()
    table.resolve("cards.impossible", "CONTINUE")
    table.deck = ["KH", "KD"]
    while table.game.phase == "dealer":
        table.draw(2) if not table.game.dealer_drew else table.order(OpenHands())
    table.order(KeyHand(1, ("3S", "AS", "3D", "JD", "TS")))
    seat = table.game.seat(1)
    assert seat is not None
    assert seat.shown is not None
    assert sorted(seat.shown.cards) == sorted(("3S", "AS", "3D", "JD", "TS"))
