"""Plays of Chemin de Fer from a shoe's bytes and a dealer's keys: words, covered cards, bank, banco, garage, talla."""

from typing import Any

import pytest

from table_core.commands import LastPasses, OpenTable, Undo
from table_core.rules.baccarat.chemin.entries import (
    Bid,
    BidForBank,
    ClaimSeguido,
    CloseBets,
    DeclineBank,
    KeepBank,
    KeyRequests,
    LeaveTable,
    PassBank,
    PlacePlayer,
    PutInGarage,
    RaiseBank,
    SayAllGoes,
    ShowHands,
    TakeBank,
)
from table_core.rules.baccarat.chemin.operations import BankEnded, BankTaken, PlayerLeft, Spoken
from table_core.rules.baccarat.chemin.people import Share
from table_core.rules.baccarat.chemin.stakes import Request
from table_core.rules.baccarat.chemin.state import Returned
from table_core.rules.baccarat.entries import ClosePass, CutCard, PrepareShoe
from table_core.table import Announced
from tests.scenario.chemin_cloth import BETS, Cloth, ShoeKind

SHOES = pytest.mark.parametrize("shoe", ["angel-eye", "bee-tek"])
BANKER_WINS, PUNTO_WINS, TIE = "2C 4D 3H 5S", "4C 2D 5H 3S", "4C 5D 5H 4S"


def said(cloth: Cloth) -> list[str]:
    return [entry.text for entry in cloth.all(Announced)]


@SHOES
@pytest.mark.requirement("BAC-C04", "BAC-C06")
def test_a_play_from_the_announced_bank_to_the_houses_tenth(shoe: ShoeKind) -> None:
    cloth = Cloth("KC QD 4H 6S 2C", shoe=shoe).deal().say("punto", "carta").draw().pay()
    assert said(cloth)[-4:] == ["Hay 1.000 pesos en la banca", "no van más apuestas", "carta", "Punto 6, Banca 6"]
    cloth = Cloth("KC QD 4H 7S 2C", shoe=shoe).deal().say("punto", "carta").draw().pay()
    bank = cloth.game.bank
    assert cloth.money() == ("bank", {"s2": -500, "s3": -305}, 80)
    assert bank is not None
    assert (bank.amount, bank.garage, bank.winnings) == (805 + 725, 195, 725)


@SHOES
def test_a_card_only_one_hand_may_have_needs_no_word(shoe: ShoeKind) -> None:
    cloth = Cloth("KC QD 4H 3S 2C 5D", shoe=shoe).deal().draw(2).pay()
    assert [(word.side, word.word, word.said) for word in cloth.all(Spoken)] == [
        ("punto", "carta", None),
        ("bank", "carta", None),
    ]
    assert cloth.money()[0] == "bank"
    assert cloth.opened() == []


@SHOES
def test_the_banker_may_draw_where_the_shoes_own_chart_stands(shoe: ShoeKind) -> None:
    cloth = Cloth("KC QD 6H 6S 3C", shoe=shoe).deal().say("punto", "no").draw().pay()
    assert cloth.opened() == []
    assert cloth.money() == ("bank", {"s2": -500, "s3": -305}, 80)


@pytest.mark.requirement("BAC-C04")
def test_rules_replace_a_word_that_is_not_free() -> None:
    cloth = Cloth("KC QD 4H KS").deal().say("punto", "no")
    assert [word.override for word in cloth.all(Spoken)] == ["PUNTO_MUST_DRAW"]
    cloth = Cloth("KC QD 7H KS").deal().say("punto", "carta").say("bank", "no")
    assert [word.override for word in cloth.all(Spoken)] == ["PUNTO_MUST_STAND", "BANK_MUST_DRAW_ON_BACCARAT"]
    assert cloth.order(ClosePass()) == "BANK_MUST_DRAW"
    banco = (Request("s2", "banco"),)
    cloth = Cloth("KC QD 4H KS", requests=banco, banco_freedom_authorised=True).deal().say("punto", "no")
    assert [word.override for word in cloth.all(Spoken)] == [None]


def test_the_banker_speaks_after_punto_and_obeys_the_chart_he_asked_for() -> None:
    cloth = Cloth("KC QD 5H 6S 4D 2C").deal()
    assert cloth.order(ClosePass()) == "PASS_NOT_COMPLETE"
    with pytest.raises(AssertionError, match="PUNTO_FIRST"):
        cloth.say("bank", "carta")
    cloth.say("punto", "carta").draw().say("bank", "cuadro")
    assert (cloth.game.bank_word, cloth.game.phase) == ("no", "complete")
    cloth.draw()
    assert cloth.open_codes() == ["cards.unexpected"]


@SHOES
@pytest.mark.parametrize("cards", ["KC QD 5H 6S", "KC QD 9H 8S", "2C KD 2H KS", "KC 9D KH KS"])
def test_nothing_public_betrays_covered_hands(cards: str, shoe: ShoeKind) -> None:
    """Whatever the points, everything anybody can read after the deal, and after a word, is the same."""
    plain, other = (Cloth(faces, shoe=shoe).deal() for faces in (cards, "AC 3D 2H AS"))
    assert plain.public() == other.public()
    for face in cards.split():
        assert face not in plain.public()


def test_a_word_changes_nothing_public_but_the_word() -> None:
    """Whether Punto had five or forgot a nine shows nowhere until the hands are shown."""
    five, nine = (Cloth(cards).deal().say("punto", "carta") for cards in ("KC 7D 5H KS 2C", "KC 9D 9H KS 2C"))
    assert five.public() == nine.public()
    assert five.draw().opened() == nine.draw().opened() == []
    assert five.public() == nine.public()


def test_keyed_hands_stay_covered_too() -> None:
    cloth = Cloth("KC QD 5H 6S").draw(2)
    cloth.shoe.mischief.unreadable = True
    cloth.draw()
    assert cloth.open_codes() == ["shoe.unread_card"]
    cloth.resolve("KEY_HANDS", punto=("KC", "5H"), bank=("QD",)).draw()
    assert (cloth.game.hand("punto"), cloth.game.hand("bank")) == (("KC", "5H"), ("QD", "6S"))
    assert cloth.game.drawn == 4
    for face in ("KC", "QD", "5H", "6S"):
        assert face not in cloth.public()


@SHOES
@pytest.mark.requirement("BAC-C04")
def test_a_natural_ends_the_play_with_one_key(shoe: ShoeKind) -> None:
    cloth = Cloth("KC QD 8H 7S", shoe=shoe).deal().do(ShowHands("punto")).pay()
    assert cloth.money()[0] == "punto"
    cloth = Cloth("KC QD 9H 9S", shoe=shoe).deal().pay()
    assert cloth.money()[0] == "null"
    cloth = Cloth("KC QD 2H 9S", shoe=shoe).deal().say("punto", "carta").do(ShowHands("bank")).pay()
    assert (cloth.money()[0], cloth.game.drawn, cloth.opened()) == ("bank", 4, [])


def test_a_shoe_that_conceals_faces_is_judged_when_it_tells_them() -> None:
    cloth = Cloth("KC QD 4H 6S 2C", shoe="angel-eye", concealed=True).deal()
    assert cloth.order(ClosePass()) == "FACES_UNKNOWN"
    cloth.say("punto", "carta").draw().say("bank", "no")
    assert cloth.game.phase == "banker"
    cloth.close_round()
    assert (cloth.game.phase, cloth.pay().money()[0]) == ("complete", "null")


def test_a_word_against_the_rules_shows_when_concealed_faces_are_told() -> None:
    cloth = Cloth("KC QD 4H 6S", shoe="angel-eye", concealed=True).deal().say("punto", "no").say("bank", "no")
    cloth.close_round()
    cloth.order(ClosePass())
    assert cloth.open_codes() == ["cards.third_card_missing"]
    cloth.resolve("VOID_PASS")
    assert cloth.voided().returned == 805


def test_a_shoe_that_lies_about_the_winner_holds_the_table() -> None:
    cloth = Cloth("KC QD 6H 7S", shoe="angel-eye").deal().say("punto", "no").say("bank", "no")
    cloth.shoe.mischief.result = ("punto", ())
    cloth.close_round()
    assert cloth.open_codes() == ["shoe.result_differs"]
    assert cloth.order(ClosePass()) == "HELD"
    cloth.resolve("CONFIRM_OURS").pay()
    assert cloth.money()[0] == "bank"


# The bank


def next_play(cloth: Cloth, cards: str, *requests: Request) -> Cloth:
    """Another play with the next four *cards*."""
    cloth.shoe.load(cards.split(), **({} if hasattr(cloth.shoe, "say") else {"burn": False}))
    cloth.do(KeyRequests(requests or BETS), CloseBets()).deal()
    if cloth.order(ClosePass()) is not None:
        cloth.say("punto", "no").pay()
    return cloth


@pytest.mark.requirement("BAC-C08")
def test_a_lost_bank_goes_to_the_right_and_gives_back_what_is_left() -> None:
    cloth = Cloth(PUNTO_WINS).deal().pay()
    ended = cloth.all(BankEnded)[-1]
    assert (ended.why, ended.returned) == ("lost", (Returned("s1", 195),))
    offer = cloth.game.offer
    assert offer is not None
    assert (offer.stage, offer.seat, offer.at_least) == ("rotation", 2, 10)


@pytest.mark.requirement("BAC-C08", "BAC-C09")
def test_a_passed_bank_goes_round_to_auction_and_at_last_is_forced() -> None:
    cloth = Cloth(TIE).deal().pay()
    cloth.do(PassBank())
    for _seat in range(4):
        assert cloth.order(TakeBank("s1", 1000)) == "NOT_HIS_TURN"
        cloth.do(DeclineBank())
    assert cloth.game.offer is not None
    assert cloth.game.offer.stage == "passer"
    assert cloth.order(TakeBank("s1", 1001)) == "SAME_AMOUNT"
    cloth.do(DeclineBank())
    assert cloth.order(TakeBank("s3", 5000)) == "NOT_HIS_TURN"
    cloth.do(BidForBank((Bid("s1", 9000), Bid("s4", 999))))
    forced = cloth.game.offer
    assert (forced.stage, forced.seat, forced.at_least) == ("forced", 2, 10)
    cloth.do(DeclineBank())
    assert [(left.name, left.lost) for left in cloth.all(PlayerLeft)] == [("s2", True)]
    cloth.do(TakeBank("s3", 10))
    assert cloth.all(BankTaken)[-1].how == "forced"


@pytest.mark.requirement("BAC-C09")
def test_who_takes_the_bank_deals_once_or_it_is_auctioned_without_him() -> None:
    cloth = Cloth(PUNTO_WINS).deal().pay().do(TakeBank("s2", 2000))
    assert cloth.order(PassBank()) == "MUST_DEAL_ONCE"
    cloth.do(PassBank(refuses=True), BidForBank((Bid("s2", 9000), Bid("s4", 3000), Bid("s5", 3000))))
    assert cloth.game.bank is not None
    assert (cloth.game.bank.player, cloth.game.bank.amount) == ("s4", 3000)


@pytest.mark.requirement("BAC-C10")
def test_a_larger_bank_lets_the_last_banco_take_the_cards_once() -> None:
    cloth = Cloth(BANKER_WINS, requests=(Request("s4", "banco"),)).deal().say("punto", "no").pay()
    bank = cloth.game.bank
    assert bank is not None
    cloth.do(
        PassBank(), TakeBank("s2", bank.amount + 1), KeyRequests((Request("s3", "bet", 900), Request("s4", "bet", 10)))
    )
    cloth.do(CloseBets())
    assert cloth.game.stakes is not None
    assert cloth.game.stakes.cards_to == "s4"
    next_cards = Cloth(BANKER_WINS, requests=(Request("s4", "banco"),)).deal().say("punto", "no").pay()
    bank = next_cards.game.bank
    assert bank is not None
    next_cards.do(PassBank(), TakeBank("s2", bank.amount))
    next_cards.do(KeyRequests((Request("s3", "bet", 900), Request("s4", "bet", 10))), CloseBets())
    assert next_cards.game.stakes is not None
    assert next_cards.game.stakes.cards_to == "s3"


@pytest.mark.requirement("BAC-C07")
def test_winnings_go_into_the_garage_once_they_exceed_fifty_minimums() -> None:
    cloth = Cloth(BANKER_WINS, bank=556, requests=(Request("s2", "banco"),)).deal().say("punto", "no").pay()
    assert cloth.order(PutInGarage(1)) is None  # 556 - 55 = 501 > 500
    cloth = Cloth(BANKER_WINS, bank=555, requests=(Request("s2", "banco"),)).deal().say("punto", "no").pay()
    assert cloth.order(PutInGarage(1)) == "WINNINGS_TOO_SMALL"  # 555 - 55 = 500


@pytest.mark.requirement("BAC-C07")
@pytest.mark.parametrize(
    ("switches", "bank", "garage"),
    [
        ({}, 1530, 195),
        ({"obligatory_garage": "returns"}, 1725, 0),
    ],
)
def test_what_bets_do_not_cover_stays_aside_or_returns(switches: dict[str, Any], bank: int, garage: int) -> None:
    cloth = Cloth(BANKER_WINS, **switches).deal().say("punto", "no").pay()
    assert cloth.game.bank is not None
    assert (cloth.game.bank.amount, cloth.game.bank.garage) == (bank, garage)


@pytest.mark.requirement("BAC-C07")
def test_todo_va_needs_a_bank_without_maximum() -> None:
    assert Cloth(BANKER_WINS, closed=False).order(SayAllGoes()) == "BANK_HAS_MAXIMUM"
    cloth = Cloth(BANKER_WINS, closed=False, bank_without_maximum=True).do(SayAllGoes(), CloseBets()).deal()
    cloth.say("punto", "no").pay()
    assert cloth.game.bank is not None
    assert (cloth.game.bank.amount, cloth.game.bank.garage) == (1725, 0)


@pytest.mark.requirement("BAC-C09")
def test_an_associate_shares_gain_and_loss_and_the_odd_peso_is_the_bankers() -> None:
    cloth = Cloth(BANKER_WINS, closed=False)
    cloth.do(RaiseBank(1500, "s5"), KeyRequests((Request("s2", "banco"),)), CloseBets()).deal().say("punto", "no").pay()
    assert cloth.game.bank is not None
    assert cloth.game.bank.associates == (Share("s5", 950),)  # a third of 1.350 beside his 500
    cloth.do(PassBank())
    assert cloth.all(BankEnded)[-1].returned == (Returned("s1", 1900), Returned("s5", 950))


@pytest.mark.requirement("BAC-C12")
def test_banco_seguido_survives_the_deal_until_the_other_lifts_a_card() -> None:
    cloth = Cloth(BANKER_WINS, requests=(Request("s4", "banco"),)).deal().say("punto", "no").pay()
    cloth.shoe.load(TIE.split())
    cloth.do(KeyRequests((Request("s3", "banco"),)), CloseBets()).deal()
    assert cloth.order(ClaimSeguido("s2")) == "NO_SEGUIDO"
    assert cloth.order(ClaimSeguido("s4", seen=True)) == "CARDS_SEEN"
    cloth.do(ClaimSeguido("s4", seen=True, ahead=True)).pay()
    assert cloth.money() == ("null", {"s4": 0}, 0)
    assert cloth.game.seguido == "s4"


@pytest.mark.requirement("BAC-C12")
def test_an_abandoned_banco_seguido_revives_after_a_tie_and_not_after_a_win() -> None:
    cloth = Cloth(BANKER_WINS, requests=(Request("s4", "banco"),)).deal().say("punto", "no").pay()
    assert next_play(cloth, TIE, *BETS).game.seguido == "s4"
    assert next_play(cloth, BANKER_WINS, *BETS).game.seguido is None


def salutes(cloth: Cloth, name: str) -> bool:
    return next(player.must_salute for player in cloth.game.players if player.name == name)


@pytest.mark.requirement("BAC-C11", "BAC-C15", "BAC-C17")
def test_who_sits_down_during_the_talla_lets_one_hand_pass() -> None:
    cloth = Cloth(PUNTO_WINS).deal().pay()
    cloth.do(LeaveTable("s2"), PlacePlayer("nuevo", 2))
    assert cloth.game.offer is not None
    assert cloth.game.offer.seat == 3
    assert salutes(cloth, "nuevo")
    cloth.do(DeclineBank())
    assert (cloth.game.offer.seat, salutes(cloth, "nuevo")) == (4, False)


@pytest.mark.requirement("BAC-C02", "BAC-C14")
def test_the_cut_card_ends_the_talla_after_the_play_and_its_winner_may_go_on() -> None:
    cloth = Cloth(BANKER_WINS).draw(2).do(CutCard()).draw(2).say("punto", "no").pay()
    assert cloth.game.phase == "no_shoe"
    assert cloth.all(BankEnded)[-1].returned == (Returned("s1", 1725),)
    cloth.do(PrepareShoe(6))
    assert cloth.order(KeepBank(1000)) == "EQUAL_AMOUNT"
    cloth.do(KeepBank(1530))
    assert cloth.all(BankTaken)[-1].how == "kept"
    assert Cloth(PUNTO_WINS).deal().pay().order(KeepBank(1000)) == "NOT_THE_WINNER"


@pytest.mark.requirement("BAC-C02")
def test_the_cut_card_between_plays_ends_the_talla_at_once() -> None:
    cloth = Cloth(BANKER_WINS).do(CutCard())
    assert (cloth.game.phase, cloth.voided().returned) == ("no_shoe", 805)


@pytest.mark.requirement("BAC-C01")
def test_three_players_make_no_game() -> None:
    cloth = Cloth(BANKER_WINS, closed=False).do(LeaveTable("s5"), LeaveTable("s4"))
    assert cloth.order(CloseBets()) == "MIN_FOUR_PLAYERS"


def test_a_bet_on_the_tie_is_refused_by_name() -> None:
    assert Cloth(TIE, closed=False).order(KeyRequests((Request("s2", "tie", 10),))) == "TIE_BET"


def test_a_table_that_keys_no_money_still_judges_the_cards() -> None:
    cloth = Cloth("KC QD 4H 7S 2C", stakes="none").deal().say("punto", "carta").draw().pay()
    assert (cloth.settled().result, cloth.settled().payments) == ("bank", ())
    assert cloth.game.phase == "stakes"
    assert cloth.order(TakeBank("x", 1)) == "STAKES_NOT_KEYED"
    assert cloth.order(KeyRequests(())) == "STAKES_NOT_KEYED"


def test_the_last_pass_of_the_table_is_the_last() -> None:
    cloth = Cloth(TIE, closed=False).do(LastPasses(1), CloseBets()).deal().pay()
    assert cloth.order(CloseBets()) == "NO_MORE_PASSES"
    assert cloth.order(OpenTable("J-1")) == "ALREADY_OPEN"


def test_a_slip_of_the_dealers_finger_is_taken_back_before_the_next_card() -> None:
    cloth = Cloth("KC QD 5H 6S").deal().say("punto", "carta").do(Undo()).say("punto", "no")
    assert cloth.game.punto_word == "no"
