"""Iquique's JACKPOT (art. 100): sevens against a second statement of the table, magic card, lucky player."""

from itertools import product

import pytest

from table_core.progressive import jackpot
from table_core.progressive.jackpot import SevensHand
from table_core.rules.blackjack.entries import PlaceSide
from table_core.rules.blackjack.options import switched
from table_core.rules.blackjack.side_bets import sevens_of
from tests.rulebooks.blackjack.tables import BOOKS, Table

RULES = BOOKS["iquique-2000"]
POT = 1_234_567


@pytest.mark.requirement("AMB-IQQ-12")
def test_every_three_cards_of_sevens_and_others_win_the_highest_row_they_reach() -> None:
    cards = ["7H", "7D", "7C", "7S", "3D", "KH"]
    for dealt in product(cards, repeat=3):
        prize = jackpot.draw(RULES, POT, SevensHand(dealt, True)).prize
        sevens = [card for card in dealt if card.startswith("7")]
        if len(sevens) == 3:
            suited = POT if dealt[0] == "7C" else POT * 20 // 100
            expected = suited if len(set(dealt)) == 1 else 40_000
        else:
            pairs = (dealt[0:2], dealt[1:3])
            expected = 20_000 if any(a == b and a.startswith("7") for a, b in pairs) else 0
        assert prize == expected, dealt


@pytest.mark.parametrize(
    ("switches", "cards", "prize", "pot_after"),
    [
        ({"jackpot_two_sevens": "any"}, ("7H", "7S"), 20_000, POT - 20_000),
        ({"jackpot_position": "first_cards"}, ("3D", "7H", "7H"), 0, POT),
        ({"jackpot_position": "first_cards"}, ("7H", "7H", "3D"), 20_000, POT - 20_000),
        ({"jackpot_rows": "cumulative"}, ("7H", "7H", "7S"), 60_000, POT - 60_000),
        ({"jackpot_fixed_from": "house"}, ("7H", "7D", "7S"), 40_000, POT),
        ({"jackpot_round": "nearest"}, ("7H", "7H", "7H"), 246_913, POT - 246_913),
    ],
)
def test_each_reading_of_art_100_pays_as_it_says(
    switches: dict[str, str], cards: tuple[str, ...], prize: int, pot_after: int
) -> None:
    drawn = jackpot.draw(switched(RULES, {**switches}), POT, SevensHand(cards, True))
    assert (drawn.prize, drawn.pot_after) == (prize, pot_after)


def test_twenty_per_cent_rounds_down_or_to_the_nearest_unit() -> None:
    hand = SevensHand(("7H", "7H", "7H"), True)
    for pot in range(100, 130):
        nearest = switched(RULES, {"jackpot_round": "nearest"})
        assert jackpot.draw(RULES, pot, hand).prize == pot // 5
        assert jackpot.draw(nearest, pot, hand).prize == (pot * 2 + 5) // 10


def test_successive_rounds_share_what_is_left_and_never_more_than_the_pot() -> None:
    clubs, spades = SevensHand(("7C",) * 3, True), SevensHand(("7S",) * 3, True)
    draws = jackpot.sequence(RULES, 1000, [spades, clubs, spades])
    assert [draw.prize for draw in draws] == [200, 800, 0]
    assert draws[-1].pot_after == 0


def test_a_fixed_prize_larger_than_the_pot_empties_it_and_no_more() -> None:
    drawn = jackpot.draw(RULES, 5_000, SevensHand(("7H", "7H"), True))
    assert (drawn.prize, drawn.pot_after, drawn.awards[0].from_pot) == (20_000, 0, 5_000)


def test_without_the_bet_nothing_is_won() -> None:
    assert jackpot.draw(RULES, POT, SevensHand(("7C",) * 3, False)).awards == ()


@pytest.mark.requirement("IQQ-100-2")
@pytest.mark.parametrize(("reading", "prize"), [("forfeits", 0), ("keeps_pair", 20_000)])
def test_opening_two_sevens_at_the_table_costs_the_jackpot(reading: str, prize: int) -> None:
    table = Table("iquique-2000", {"1": 1000, "2": 1000}, jackpot_split_pair=reading)
    table.feed(PlaceSide("1", "jackpot", 500))
    table.deal("7H TD 9C 7H 9S").act("split", "1").deal("7H")
    hand = sevens_of(table.state, "1")
    assert hand.split
    assert jackpot.draw(table.rules, POT, hand).prize == prize


def test_sevens_lying_at_the_table_are_read_in_the_order_received() -> None:
    table = Table("iquique-2000", {"1": 1000, "2": 1000})
    table.feed(PlaceSide("1", "jackpot", 500))
    table.deal("7H TD 9C 7S 9S").act("hit", "1").deal("7D")
    assert jackpot.draw(table.rules, POT, sevens_of(table.state, "1")).awards[0].row == "three_sevens"
    assert not sevens_of(table.state, "2").jackpot_bet


def test_a_split_hand_holds_the_magic_card_for_its_box_once() -> None:
    held = jackpot.magic_card(RULES, "QD", {"1.1": ["QD"], "1.2": ["QD"], "2": ["QD"]}, ["1"])
    assert (held.winners, held.prize_each) == (("1",), 10_000)


def test_the_lucky_player_must_have_laid_the_bet() -> None:
    assert jackpot.lucky_player(RULES, "3", ["1", "3"]) == 20_000
    assert jackpot.lucky_player(RULES, "2", ["1", "3"]) == 0
