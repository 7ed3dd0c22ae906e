"""The simulated Angel Eye shoe against captured traffic and its own rules."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.angel_eye import Deframer, Frame
from hw_sims.devices.angel_eye.chart import international_place, pairs, total, winner
from hw_sims.devices.angel_eye.model import CUT_CARD, Seat, Shoe, ShoeEmpty
from hw_sims.devices.angel_eye.wire import card_byte
from table_core.cards import DECK, full_shoe
from tests.golden.vectors import captured_reads, feed
from tests.unit.sims.heard import Listener

CARD_OF_BYTE = {card_byte(card): card for card in DECK}
NATURAL_TIE = ["4C", "5D", "5H", "4S"]


def shoe_with(*cards: str, concealed: bool = False, burn: bool = False) -> tuple[Shoe, Listener]:
    listener = Listener()
    shoe = Shoe(listener.send, concealed=concealed)
    shoe.load(cards, burn=burn)
    shoe.power_on()
    listener.said()
    return shoe, listener


def draw(shoe: Shoe, count: int) -> list[str]:
    return [shoe.draw() for _ in range(count)]


def test_the_shoe_repeats_the_captured_one_byte_for_byte() -> None:
    reads = captured_reads()
    runs = [frame for frame, _ in groupby(feed(Deframer(), reads)) if isinstance(frame, Frame)]
    listener = Listener()
    shoe = Shoe(listener.send, concealed=True)
    shoe.load([CARD_OF_BYTE[frame.payload[1]] for frame in runs if frame.type == "I"], burn=False)
    for frame in runs:
        match frame.type:
            case "S":
                shoe.power_off()
                shoe.power_on()
            case "D":
                shoe.draw()
            case "G":
                shoe.close_round(standby=False)
            case "P":
                shoe.standby()
    assert bytes(listener.raw) == b"".join(reads)


def test_a_new_shoe_shows_its_first_card_and_counts_the_burned_ones_down() -> None:
    shoe, listener = shoe_with("2C", "JD", "2C", "9S", concealed=True, burn=True)
    draw(shoe, 4)
    assert listener.said() == ["D c0 a2", "D d1 9b", "D d0 a2", "D 81 80"]


def test_an_overdrawn_card_is_shown_when_the_round_closes() -> None:
    shoe, listener = shoe_with("9S", "7H", "5S", "KD", "3D", "7S", concealed=True)
    draw(shoe, 6)
    shoe.close_round(overdrawn="exposed")
    said = listener.said()
    assert said[5:9] == ["E 82", "d a0 80", "i 81 b7", "e 82"]
    assert said[9:] == ["I 81 b9", "I 91 c7", "I 82 b5", "I 92 9d", "I 83 93", "G a0", "P"]


def test_an_overdrawn_card_that_is_kept_begins_the_next_round() -> None:
    shoe, listener = shoe_with("QH", "9D", "9C", "AD", "TH", "KD", concealed=True)
    draw(shoe, 5)
    shoe.close_round(standby=False, overdrawn="kept")
    shoe.redraw()
    shoe.draw()
    said = listener.said()
    assert said[4:7] == ["E 82", "d a0 80", "e 82"]
    assert said[-3:] == ["G 90", "R 81 80", "D 91 80"]
    assert shoe.seats == (Seat("punto", 1, "TH"), Seat("bank", 1, "KD"))


def test_there_is_nothing_to_redraw_unless_a_card_was_kept() -> None:
    shoe, _ = shoe_with("QH")
    with pytest.raises(ValueError, match="no overdrawn card"):
        shoe.redraw()


def test_an_open_shoe_shows_each_card_at_once_and_reveals_nothing_later() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE)
    assert draw(shoe, 4) == NATURAL_TIE
    shoe.close_round()
    assert listener.said() == ["D 81 a4", "D 91 95", "D 82 c5", "D 92 b4", "G a0", "P"]


def test_a_restart_in_mid_round_forgets_the_round_but_not_the_cards() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE)
    draw(shoe, 2)
    shoe.power_off()
    shoe.power_on()
    shoe.draw()
    assert [(frame.seq, frame.type) for frame in listener.frames()] == [(1, "D"), (2, "D"), (0, "S"), (1, "D")]
    assert shoe.seats == (Seat("punto", 1, "5H"),)
    assert shoe.stack == ("4S",)


def test_a_shoe_without_power_says_nothing_while_cards_leave_it() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE)
    shoe.power_off()
    assert shoe.draw() == "4C"
    shoe.standby()
    assert listener.said() == []


def test_messages_are_numbered_one_to_nine_and_sent_in_copies() -> None:
    listener = Listener()
    shoe = Shoe(listener.send, copies=2)
    shoe.power_on()
    for _ in range(11):
        shoe.standby()
    assert [frame.seq for frame in listener.frames()] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2]
    assert len(listener.raw) == 12 * 2 * 6


def test_the_cut_card_is_drawn_by_itself_before_the_last_cards() -> None:
    shoe, listener = shoe_with()
    shoe.load(NATURAL_TIE, cut_card_from_end=3, burn=False)
    assert draw(shoe, 3) == ["4C", CUT_CARD, "5D"]
    assert listener.said() == ["D 81 a4", "C", "D 91 95"]


def test_an_empty_shoe_gives_no_card() -> None:
    shoe, _ = shoe_with()
    with pytest.raises(ShoeEmpty):
        shoe.draw()


def test_the_dealer_may_place_a_card_against_the_shoes_own_rules() -> None:
    shoe, listener = shoe_with("2C", "KD", "3H", "5S", "9C")
    draw(shoe, 4)
    shoe.draw("bank")
    assert listener.said()[-1] == "D 93 a9"


def test_a_fourth_card_for_one_side_is_an_overdraw() -> None:
    shoe, listener = shoe_with("2C", "KD", "3H", "AS", "9C", "8D", "7D")
    draw(shoe, 5)
    shoe.draw("punto")
    assert listener.said()[-2:] == ["E 82", "d a0 98"]


def test_the_stage_may_give_the_shoe_other_drawing_rules() -> None:
    listener = Listener()
    shoe = Shoe(listener.send, next_place=lambda punto, bank: "bank")
    shoe.load(["2C", "3C"], burn=False)
    shoe.power_on()
    draw(shoe, 2)
    assert listener.said() == ["S", "D 91 a2", "D 92 a3"]


def test_the_button_pressed_too_early_is_a_misuse_and_ends_nothing() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE)
    draw(shoe, 3)
    shoe.close_round()
    assert listener.said()[-1] == "E 83"
    assert len(shoe.seats) == 3


def test_cards_drawn_while_locked_or_stopped_are_out_of_the_game() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE)
    shoe.lock(True)
    shoe.draw()
    shoe.lock(False)
    shoe.raise_fault("reverse_at_exit")
    shoe.draw()
    shoe.clear_fault("reverse_at_exit")
    shoe.draw()
    assert listener.said() == ["L 81", "d 80 a4", "L 80", "E c4", "d 90 95", "e 84", "D 81 c5"]


def test_a_card_that_cannot_be_read_stops_the_shoe() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE)
    shoe.mischief.unreadable = True
    assert shoe.draw() == "4C"
    shoe.clear_fault("cannot_read")
    shoe.draw()
    assert listener.said() == ["E c1", "d 90 80", "e 81", "D 81 95"]


def test_the_shoe_lies_once_about_card_target_and_result() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE, *NATURAL_TIE)
    shoe.mischief.misread = "KS"
    shoe.mischief.claim = ("bank", 2)
    assert shoe.draw() == "4C"
    draw(shoe, 3)
    shoe.mischief.result = ("bank", ("punto", "bank"))
    shoe.close_round(standby=False)
    assert listener.said() == ["D 92 bd", "D 91 95", "D 82 c5", "D 92 b4", "G c3"]
    draw(shoe, 4)
    shoe.close_round(standby=False)
    assert listener.said()[-1] == "G a0"


def test_a_lost_message_leaves_a_gap_in_the_numbers() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE)
    shoe.mischief.lost_messages = 1
    draw(shoe, 2)
    assert [(frame.seq, frame.payload.hex()) for frame in listener.frames()] == [(2, "9195")]


def test_an_abandoned_round_has_a_forced_result_and_no_cards() -> None:
    shoe, listener = shoe_with(*NATURAL_TIE)
    draw(shoe, 3)
    shoe.force_quit()
    assert listener.said()[-1] == "G f0"
    assert shoe.seats == ()


def test_a_changed_preset_is_told_in_digits() -> None:
    shoe, listener = shoe_with()
    shoe.change_preset("12", "0345")
    assert listener.said() == ["M 31 32 30 33 34 35"]


@pytest.mark.parametrize(
    ("bank_total", "drawn_on"),
    [(2, "0123456789"), (3, "012345679"), (4, "234567"), (5, "4567"), (6, "67"), (7, "")],
)
def test_the_bank_draws_on_punto_s_third_card_as_the_chart_says(bank_total: int, drawn_on: str) -> None:
    bank = ["KD", f"{bank_total}C"]
    thirds = {value: ("T" if value == 0 else "A" if value == 1 else str(value)) + "S" for value in range(10)}
    draws = [str(value) for value, card in thirds.items() if international_place(["2H", "KH", card], bank) == "bank"]
    assert "".join(draws) == drawn_on


def test_the_bank_draws_to_five_when_punto_stands() -> None:
    assert international_place(["6H", "KH"], ["5C", "KC"]) == "bank"
    assert international_place(["6H", "KH"], ["6C", "KC"]) is None


def test_naturals_end_the_round() -> None:
    assert international_place(["8H", "KH"], ["2C", "KC"]) is None
    assert international_place(["2H", "KH"], ["9C", "KC"]) is None


@given(st.permutations(full_shoe(1)))
def test_a_round_by_the_chart_is_complete_after_four_to_six_cards(cards: list[str]) -> None:
    hands: dict[str, list[str]] = {"punto": [], "bank": []}
    while (side := international_place(hands["punto"], hands["bank"])) is not None:
        hands[side].append(cards.pop())
    punto, bank = hands["punto"], hands["bank"]
    assert 4 <= len(punto) + len(bank) <= 6
    assert (winner(punto, bank) == "tie") == (total(punto) == total(bank))
    assert ("bank" in pairs(punto, bank)) == (bank[0][0] == bank[1][0])
