"""The dealer's keys: one key for the hand in turn, a digit before it for another box, and a way back."""

import pytest

from table_core.pad import FORGOTTEN_AFTER_NS, KEYS, Keyed, Pending, Scene, entry_for, press
from table_core.pad_layouts import BACCARAT, BLACKJACK, LAYOUTS, Layout, PadEntry
from table_core.rules.baccarat.entries import ClosePass, CutCard, SpeakFive
from table_core.rules.blackjack.entries import Act, Button, PlaceBet

BETS = Scene("bets")
TURN_OF_3 = Scene("turns", turn="3")
SPLIT_3 = Scene("turns", turn="3.2")


def keyed(presses: str, scene: Scene) -> PadEntry | str | None:
    return entry_for(BLACKJACK, presses.split(), scene)


def test_while_bets_are_open_one_touch_makes_a_box_active() -> None:
    assert keyed("4", BETS) == PlaceBet("4")


def test_a_box_that_has_its_bet_is_not_bet_twice() -> None:
    refused = press(BLACKJACK, Pending(), "4", Scene("bets", active=frozenset("4")))
    assert refused.entry is None
    assert "ya tiene apuesta" in refused.refused


@pytest.mark.parametrize(
    ("phase", "button"),
    [
        ("bets", "no_more_bets"),
        ("retiro", "no_more_surrender"),
        ("insurance", "no_more_insurance"),
        ("bank", "reveal_hole"),
        ("reveal", "reveal_doubles"),
        ("settle", "end_round"),
    ],
)
def test_one_key_closes_or_shows_what_is_next(phase: str, button: str) -> None:
    assert keyed("0", Scene(phase)) == Button(button)  # type: ignore[arg-type]


def test_where_nothing_is_open_the_key_is_refused_in_words() -> None:
    assert press(BLACKJACK, Pending(), "0", TURN_OF_3) == Keyed(refused="Sigue: ahora no corresponde")


@pytest.mark.parametrize(
    ("key", "act"), [("enter", "stand"), ("plus", "double"), ("slash", "split"), ("minus", "surrender")]
)
def test_one_key_decides_for_the_hand_in_turn(key: str, act: str) -> None:
    assert keyed(key, TURN_OF_3) == Act(act, "3")  # type: ignore[arg-type]
    assert keyed(key, SPLIT_3) == Act(act, "3.2")  # type: ignore[arg-type]


def test_a_digit_before_it_names_another_box() -> None:
    assert keyed("5 minus", Scene("retiro", turn="1")) == Act("surrender", "5")
    assert keyed("2 star", Scene("insurance", turn="1")) == Act("insure", "2")


def test_the_box_of_a_split_means_its_hand_in_turn() -> None:
    assert keyed("3 enter", SPLIT_3) == Act("stand", "3.2")


def test_the_box_of_a_split_means_the_hand_that_may_when_the_one_in_turn_may_not() -> None:
    scene = Scene("turns", turn="3.1", may={"3.1": (), "3.2": ("desafio",)})
    assert keyed("3 star", scene) == Act("desafio", "3.2")
    assert keyed("star", scene) == Act("insure", "3.1"), "without a box it is the hand in turn, and the text refuses it"


def test_the_last_digit_counts() -> None:
    assert keyed("5 6 minus", Scene("retiro", turn="1")) == Act("surrender", "6")


@pytest.mark.parametrize(("key", "act"), [("star", "insure"), ("star", "desafio"), ("plus", "even_money")])
def test_a_key_with_two_meanings_means_the_one_that_is_open_for_that_hand(key: str, act: str) -> None:
    assert keyed(f"2 {key}", Scene("insurance", may={"2": (act,)})) == Act(act, "2")  # type: ignore[arg-type]


@pytest.mark.parametrize("turn", ["", "none", "bank"])
def test_without_a_hand_in_turn_a_box_must_be_named(turn: str) -> None:
    refused = press(BLACKJACK, Pending(), "enter", Scene("turns", turn=turn))
    assert refused == Keyed(refused="Me planto: marque antes la casilla")


def test_an_ace_is_declared_one_or_eleven() -> None:
    assert keyed("dot 1", TURN_OF_3) == Act("ace_value", "3", value=1)
    assert keyed("dot dot", TURN_OF_3) == Act("ace_value", "3", value=11)
    assert keyed("4 dot 1", TURN_OF_3) == Act("ace_value", "4", value=1)
    assert keyed("dot enter", TURN_OF_3) is None, "anything else takes the ace back"
    assert keyed("dot enter enter", TURN_OF_3) == Act("stand", "3")


@pytest.mark.parametrize("key", ["backspace", "numlock"])
def test_the_way_back_takes_back_a_digit_first_and_an_entry_after(key: str) -> None:
    assert keyed(key, TURN_OF_3) == "undo"
    assert keyed(f"5 {key}", TURN_OF_3) is None
    assert keyed(f"dot {key}", TURN_OF_3) is None
    assert keyed(f"5 {key} enter", TURN_OF_3) == Act("stand", "3")


def test_a_digit_that_waited_too_long_is_forgotten() -> None:
    waiting = press(BLACKJACK, Pending(), "5", TURN_OF_3, mono_ns=1).pending
    in_time = press(BLACKJACK, waiting, "enter", TURN_OF_3, mono_ns=1 + FORGOTTEN_AFTER_NS)
    too_late = press(BLACKJACK, waiting, "enter", TURN_OF_3, mono_ns=2 + FORGOTTEN_AFTER_NS)
    assert in_time.entry == Act("stand", "5")
    assert too_late.entry == Act("stand", "3")


def test_baccarat_has_its_words_and_no_boxes() -> None:
    said = [entry_for(BACCARAT, [key], Scene()) for key in ("plus", "enter", "slash", "0", "backspace")]
    assert said == [SpeakFive("draw"), SpeakFive("stand"), CutCard(), ClosePass(), "undo"]
    assert press(BACCARAT, Pending(), "5", Scene("betting")).refused.startswith("la tecla 5 no tiene función")


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("key", [*KEYS, "key-2b"])
@pytest.mark.parametrize("pending", [Pending(), Pending("5"), Pending(ace=True)])
def test_no_key_is_without_an_answer(layout: Layout, key: str, pending: Pending) -> None:
    for scene in (BETS, TURN_OF_3, Scene("bank", turn="bank")):
        answer = press(layout, pending, key, scene)
        waits = answer.pending != Pending()
        taken_back = key in ("backspace", "numlock") and pending != Pending()
        assert waits + bool(answer.entry) + bool(answer.refused) + taken_back == 1
