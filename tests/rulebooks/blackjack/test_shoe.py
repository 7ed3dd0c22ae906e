"""The life of a shoe: cut, cut card, burns, the machine that is the shoe, the table that empties."""

import pytest

from table_core.rulebook import RuleViolation
from table_core.rules.blackjack import shoe
from table_core.rules.blackjack.shoe_cycle import Shoe, ShoeEntry, advance
from tests.rulebooks.blackjack.tables import BOOKS, IDS


def run(book: str, state: Shoe, *entries: tuple[str, int] | str) -> Shoe:
    for entry in entries:
        step = ShoeEntry(entry) if isinstance(entry, str) else ShoeEntry(*entry)
        state = advance(BOOKS[book], state, step)
    return state


@pytest.mark.parametrize(("book", "burns", "left"), [
    ("coquimbo-2020", 1, 311), ("bj8-ar", 0, 416), ("mendoza-2016", 3, 309), ("iquique-2000", 5, 307),
])  # fmt: skip
def test_a_shoe_is_ready_after_shuffle_cut_cut_card_and_its_burns(book: str, burns: int, left: int) -> None:
    armed = run(book, Shoe(), "shuffled", ("cut", 150), ("cut_card", 60))
    assert armed.phase == ("burn" if burns else "ready")
    ready = run(book, armed, *["burn"] * burns)
    assert (ready.phase, ready.left, ready.fresh) == ("ready", left, True)


def test_a_cut_too_near_an_end_and_a_cut_card_too_deep_are_refused() -> None:
    cut = run("coquimbo-2020", Shoe(), "shuffled")
    with pytest.raises(RuleViolation, match=r"1\.5\.1 Corte"):
        run("coquimbo-2020", cut, ("cut", 51))
    with pytest.raises(RuleViolation, match=r"1\.5\.1 Corte"):
        run("coquimbo-2020", cut, ("cut", 156), ("cut_card", 105))


@pytest.mark.requirement("AMB-CQB-22")
def test_a_machine_that_is_the_shoe_knows_no_cut_card_and_no_last_pass() -> None:
    machine = run("coquimbo-2020", Shoe(mode="machine_is_shoe"), "shuffled", ("cut", 156), "burn")
    assert machine.phase == "ready"
    assert run("coquimbo-2020", machine, ("end_pass", 1)).phase == "ready"


def test_after_the_cut_card_no_further_pass_is_dealt() -> None:
    ready = run("mendoza-2016", Shoe(), "shuffled", ("cut", 156), ("cut_card", 60), "burn", "burn", "burn", "card")
    assert run("mendoza-2016", ready, ("end_pass", 0)).phase == "ready"
    assert run("mendoza-2016", ready, ("end_pass", 1)).phase == "shuffle"


@pytest.mark.requirement("MZA-4")
def test_players_who_sit_down_at_a_waiting_shoe_see_three_cards_burned() -> None:
    used = run("mendoza-2016", Shoe(phase="ready", cards=312, left=200), "players_left")
    assert used.phase == "waiting"
    seated = run("mendoza-2016", used, "players_sat")
    assert (seated.phase, seated.burn_left) == ("burn", 3)
    assert run("mendoza-2016", seated, "burn", "burn", "burn").phase == "ready"


@pytest.mark.requirement("MZA-4b", "AMB-MZA-13")
def test_a_shoe_armed_at_an_empty_table_is_burned_once() -> None:
    empty = run("mendoza-2016", Shoe(), "players_left", "shuffled", ("cut", 156), ("cut_card", 60))
    waiting = run("mendoza-2016", empty, "burn", "burn", "burn")
    assert waiting.phase == "waiting"
    assert run("mendoza-2016", waiting, "players_sat").phase == "ready"


@pytest.mark.requirement("MZA-5")
def test_an_empty_tables_shoe_is_dismantled_only_with_a_deck_or_less() -> None:
    assert run("mendoza-2016", Shoe(phase="waiting", cards=312, left=52), "dismantle").phase == "shuffle"
    with pytest.raises(RuleViolation, match="4, 5"):
        run("mendoza-2016", Shoe(phase="waiting", cards=312, left=53), "dismantle")


@pytest.mark.parametrize("book", IDS)
def test_an_entry_out_of_order_is_refused(book: str) -> None:
    with pytest.raises(RuleViolation):
        run(book, Shoe(), "burn")


def test_fewer_decks_than_the_text_asks_for_are_refused() -> None:
    with pytest.raises(RuleViolation, match="al menos 8"):
        run("bj8-ar", Shoe(), ("shuffled", 6))
    assert run("bj8-ar", Shoe(), ("shuffled", 10)).cards == 520


@pytest.mark.requirement("BJ8-DC-19", "AMB-BJ8-30")
def test_new_decks_count_in_full_and_the_old_shortage_is_reported() -> None:
    change = shoe.deck_change(8, {"shoe": 201, "discard": 214})
    assert (change.cards_after, change.missing) == (416, 1)


def test_an_unknown_occasion_mode_or_reason_is_named() -> None:
    rules = BOOKS["mendoza-2016"]
    with pytest.raises(ValueError, match="earthquake"):
        shoe.burn_count(rules, "earthquake")
    with pytest.raises(ValueError, match="spinning"):
        shoe.shuffler_mode(rules, "spinning")
    with pytest.raises(ValueError, match="boredom"):
        shoe.closing(rules, "boredom", in_round=False, hands_left=None)
