"""Every missing, extra, duplicated and swapped card is named: all singles for 1, 6 and 8 decks, all pairs for one.

The remainder was read, so the counts are laid down as they would be at the end of the shoe: what a shoe with that fault
leaves behind is arithmetic, and `test_shoe_count` shows that drawing the cards one by one comes to the same.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

import pytest
from msgspec.structs import replace

from daemon.rulebooks import all_rulebooks
from table_core import shoe_count
from table_core.cards import DECK, Card, full_shoe
from table_core.cards_out import CardLeftShoe
from table_core.commands import OpenTable, TellRemainder
from table_core.orders import Orders
from table_core.reconciler.families import Setup, reconciler_for
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.baccarat.state import ShoeEnded
from table_core.shoe_count import Balance, Impossible, ShoeCount, new_shoe
from table_core.table import TableState, evolve

DECKS = (1, 6, 8)
PLACES = range(52)
STRIDE = 1 if os.environ.get("SABOT_NIGHTLY") else 37
"""Two swaps at once are 1,8 million: in CI every 37th, at night all of them."""

Pair = tuple[int, ...]


def ended(decks: int, missing: Sequence[int], extra: Sequence[int]) -> ShoeCount:
    """The count at the end of a shoe of *decks* that lacked and had too many of the cards at these places."""
    out = bytearray([decks] * 52)
    for place in missing:
        out[place] -= 1
    for place in extra:
        out[place] += 1
    return replace(new_shoe(decks), out=bytes(out), drawn=sum(out), remainder="read")


def names(places: Sequence[int]) -> tuple[Card, ...]:
    return tuple(DECK[place] for place in sorted(places))


def assert_named(decks: int, missing: Sequence[int], extra: Sequence[int]) -> None:
    balance = shoe_count.balance(ended(decks, missing, extra))
    assert balance == Balance(True, len(extra) - len(missing), names(missing), names(extra))
    assert not balance.complete


@pytest.mark.requirement("R69")
@pytest.mark.parametrize("decks", DECKS)
def test_every_single_missing_extra_and_swapped_card_is_named(decks: int) -> None:
    for place in PLACES:
        assert_named(decks, [place], [])
        assert_named(decks, [], [place])
        for instead in PLACES:
            if instead != place:
                assert_named(decks, [place], [instead])


@pytest.mark.requirement("R69")
@pytest.mark.parametrize("decks", DECKS)
def test_every_duplicated_card_is_impossible_the_moment_it_comes_out(decks: int) -> None:
    whole = ended(decks, [], [])
    for place in PLACES:
        short = ended(decks, [place], [])
        before_last = replace(short, loaded=decks * 52)
        assert shoe_count.judge(before_last, DECK[place]) is None, "its last copy may come"
        for other in PLACES:
            if other != place:
                found = Impossible("too_many_copies", decks + 1, decks, DECK[other])
                assert shoe_count.judge(before_last, DECK[other]) == found
    assert shoe_count.judge(whole, DECK[0]) == Impossible("beyond_the_shoe", decks * 52 + 1, decks * 52, DECK[0])


@pytest.mark.requirement("R69")
def test_every_pair_of_missing_or_extra_cards_of_one_deck_is_named() -> None:
    for pair in combinations(PLACES, 2):
        assert_named(1, pair, [])
    for extra in combinations_with_replacement(PLACES, 2):
        assert_named(1, [], extra)


@pytest.mark.requirement("R69")
def test_every_missing_card_beside_a_swap_and_every_extra_card_beside_a_swap_is_named() -> None:
    for missing in combinations(PLACES, 2):
        for instead in PLACES:
            if instead not in missing:
                assert_named(1, missing, [instead])
    for extra in combinations_with_replacement(PLACES, 2):
        for gone in PLACES:
            if gone not in extra:
                assert_named(1, [gone], extra)


@pytest.mark.requirement("R69")
def test_every_pair_of_swapped_cards_of_one_deck_is_named() -> None:
    for number, (missing, extra) in enumerate(_swaps()):
        if number % STRIDE == 0:
            assert_named(1, missing, extra)


def _swaps() -> Iterator[tuple[Pair, Pair]]:
    """Two cards gone and two others in their place, which may be two of a kind."""
    for missing in combinations(PLACES, 2):
        others = [place for place in PLACES if place not in missing]
        for extra in combinations_with_replacement(others, 2):
            yield missing, extra


@pytest.mark.requirement("R69")
@pytest.mark.parametrize("decks", [6, 8])
def test_at_the_table_every_single_fault_holds_it_by_name(decks: int) -> None:
    """A finished shoe whose remainder was read card by card: the incident names what is missing or too many."""
    rules = all_rulebooks()["iquique-2000/mini-baccarat"]
    orders = Orders(reconciler_for(rules, Setup("none", None, "shoe")))
    state = orders.obey(TableState(), OpenTable("J-1"), "Luis", "jefe_de_sala").state
    state = orders.obey(state, PrepareShoe(decks, 14), "Luis", "jefe_de_sala").state
    for card in full_shoe(decks - 1):
        state = evolve(state, CardLeftShoe(card))
    state = evolve(state, ShoeEnded("cut_card", "122"))
    for card in DECK:
        for rest, word in ((tuple(one for one in DECK if one != card), "faltan"), ((*DECK, card), "sobran")):
            held = orders.obey(state, TellRemainder(rest), "Luis", "jefe_de_sala").state
            incident = held.open_incident("cards.count_differs")
            assert incident is not None
            assert f"{word} {card}" in incident.detail
    assert not orders.obey(state, TellRemainder(DECK), "Luis", "jefe_de_sala").state.held
