"""Covered cards stay covered: neither shown nor betrayed by anything a role may see before the reveal."""

from random import Random

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from table_core.cards import DECK
from table_core.rulebook import RuleViolation
from table_core.rules.blackjack.entries import CardOut, Entry
from table_core.rules.blackjack.hidden import Picture, covered_places, masked
from tests.rulebooks.blackjack.dealer import Dealer
from tests.rulebooks.blackjack.tables import Table

WITH_COVERED_CARDS = ("bj8-ar", "mendoza-2016")
QUICK = settings(max_examples=60, deadline=None)


def played(book: str, seed: int) -> list[Entry]:
    """The entries of one random pass, irregular buttons included."""
    dice = Random(seed)
    dealer = Dealer(Table(book), dice.choice)
    dealer.seat_players(book)
    for _ in range(40):
        if dealer.table.state.phase == "over":
            break
        if dice.random() < 0.15:
            dealer.try_anything()
        else:
            dealer.table.feed(dealer.pick(dealer.legal()))
    return dealer.table.entries


def pictures(book: str, entries: list[Entry]) -> list[tuple[Picture, tuple[str, ...]]]:
    table = Table(book)
    seen = []
    for entry in entries:
        table.feed(entry)
        seen.append((masked(table.rules, table.state), covered_places(table.state)))
    return seen


@pytest.mark.parametrize("book", WITH_COVERED_CARDS)
@QUICK
@example(seed=207)  # a covered bank card behind a place swept empty
@given(seed=st.integers(0, 2**32))
def test_no_picture_shows_a_covered_card_before_its_reveal(book: str, seed: int) -> None:
    for picture, covered in pictures(book, played(book, seed)):
        for place in covered:
            name, _, position = place.partition("#")
            cards = picture.bank if name == "bank" else next(h.cards for h in picture.hands if h.id == name)
            assert cards[int(position) - 1] is None
        shown = {h.id: h.total for h in picture.hands}
        assert all(shown[place.partition("#")[0]] is None for place in covered if not place.startswith("bank"))
        assert picture.bank_total is None or not any(place.startswith("bank") for place in covered)


@pytest.mark.parametrize("book", WITH_COVERED_CARDS)
@QUICK
@given(seed=st.integers(0, 2**32))
def test_another_covered_card_gives_the_same_pictures_until_it_is_turned(book: str, seed: int) -> None:
    entries = played(book, seed)
    original = pictures(book, entries)
    for number, entry in enumerate(entries):
        new = set(original[number][1]) - set(original[number - 1][1] if number else ())
        if not isinstance(entry, CardOut) or not new:
            continue
        place = new.pop()
        other = CardOut(DECK[Random(seed + number).randrange(len(DECK))], entry.laid)
        turned = next((at for at in range(number, len(entries)) if place not in original[at][1]), len(entries))
        altered = _as_far_as(book, [*entries[:number], other, *entries[number + 1 : turned]])
        assert [msgspec.json.encode(one) for one, _ in altered] == [
            msgspec.json.encode(one) for one, _ in original[: len(altered)]
        ]
        assert len(altered) == turned


def _as_far_as(book: str, entries: list[Entry]) -> list[tuple[Picture, tuple[str, ...]]]:
    """Pictures until an entry names the covered card itself, which nobody could have keyed."""
    table = Table(book)
    seen = []
    for entry in entries:
        try:
            table.feed(entry)
        except RuleViolation:
            break
        seen.append((masked(table.rules, table.state), covered_places(table.state)))
    return seen


@pytest.mark.requirement("MZA-9", "BJ8-DC-5", "MZA-14e")
@pytest.mark.parametrize("book", WITH_COVERED_CARDS)
def test_a_card_drawn_by_mistake_is_burned_unseen(book: str) -> None:
    table = Table(book, {"1": 100, "2": 100, "3": 100})
    table.deal("TS TD TC 9H 9S 9D 9C 8D").stand("1", "2", "3").press("reveal_hole").deal("4S")
    assert [held.card for held in table.state.burned] == ["4S"]
    assert masked(table.rules, table.state).burned == (None,)


def test_the_turn_is_the_banks_whatever_its_covered_card_is() -> None:
    for hole in DECK:
        table = Table("mendoza-2016", {"1": 100, "2": 100})
        table.deal("TS 9D 8H 8D 9S", hole).stand("1", "2")
        expected = table.engine.expects(table.state)
        assert (expected.turn, expected.bank_must, expected.next_card_to) == ("bank", "reveal", None)


@pytest.mark.requirement("BJ8-DC-18")
def test_a_covered_card_that_is_never_turned_is_never_shown() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100})
    table.deal("TS TD TC 6H 6D 5S 4H TH")
    for box, card in (("1", "KD"), ("2", "QC"), ("3", "JS")):
        table.act("hit", box).deal(card)
    table.press("end_round")
    assert masked(table.rules, table.state).bank == ("6H", None)
    assert table.settled.bank.cards == ("6H", "TH")
