"""The arithmetic of a shoe: impossible cards, the depth of the cut card, cards that go back, the balance at the end."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from table_core import shoe_count
from table_core.cards import DECK, Card, full_shoe
from table_core.shoe_count import Balance, CutWindow, Impossible, ShoeCount, cut_window, new_shoe

DECKS = (1, 6, 8)


def drawn(count: ShoeCount, cards: Iterable[Card | None]) -> ShoeCount:
    for card in cards:
        count = shoe_count.drawn(count, card)
    return count


def almost_out(decks: int) -> ShoeCount:
    """All but the last deck has been dealt; a defect of the last deck is still to come."""
    return drawn(new_shoe(decks), full_shoe(decks - 1))


def last_deck(missing: Sequence[Card] = (), extra: Sequence[Card] = ()) -> list[Card]:
    cards = [card for card in DECK if card not in missing]
    return [*cards, *extra]


def at_the_end(start: ShoeCount, missing: Sequence[Card], extra: Sequence[Card]) -> Balance:
    return shoe_count.balance(shoe_count.remainder_read(start, last_deck(missing, extra)))


def in_deck_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=DECK.index))


@pytest.mark.parametrize("decks", DECKS)
def test_a_whole_shoe_is_complete(decks: int) -> None:
    balance = at_the_end(almost_out(decks), (), ())
    assert balance == Balance(exact=True, difference=0)
    assert balance.complete


@pytest.mark.parametrize("decks", DECKS)
def test_every_single_missing_card_is_named(decks: int) -> None:
    start = almost_out(decks)
    for card in DECK:
        assert at_the_end(start, [card], ()) == Balance(True, -1, missing=(card,))


@pytest.mark.parametrize("decks", DECKS)
def test_every_single_extra_card_is_named(decks: int) -> None:
    start = almost_out(decks)
    for card in DECK:
        assert at_the_end(start, (), [card]) == Balance(True, 1, extra=(card,))


@pytest.mark.parametrize("decks", DECKS)
def test_every_duplicated_card_is_impossible_the_moment_it_comes_out(decks: int) -> None:
    start = almost_out(decks)
    for place, card in enumerate(DECK[:-1]):
        before = drawn(start, DECK[: place + 1])
        found = Impossible("too_many_copies", decks + 1, decks, card)
        assert shoe_count.judge(before, card) == found
        assert shoe_count.judge(before, DECK[place + 1]) is None


@pytest.mark.parametrize("decks", DECKS)
def test_every_swapped_card_is_named_with_the_card_it_took_the_place_of(decks: int) -> None:
    start = almost_out(decks)
    for gone, instead in permutations(DECK, 2):
        balance = at_the_end(start, [gone], [instead])
        assert (balance.difference, balance.missing, balance.extra) == (0, (gone,), (instead,))
        assert not balance.complete


def test_every_pair_of_missing_cards_of_one_deck_is_named() -> None:
    for pair in combinations(DECK, 2):
        assert at_the_end(new_shoe(1), pair, ()) == Balance(True, -2, missing=pair)


def test_every_pair_of_extra_cards_of_one_deck_is_named() -> None:
    for pair in combinations_with_replacement(DECK, 2):
        assert at_the_end(new_shoe(1), (), pair) == Balance(True, 2, extra=pair)


def test_every_pair_of_swapped_cards_of_one_deck_is_named() -> None:
    pairs = list(combinations(DECK, 2))
    for number, gone in enumerate(pairs):
        for turn in (1, 7, 50, 101, 663):
            instead = pairs[(number + turn) % len(pairs)]
            if set(gone) & set(instead):
                continue
            balance = at_the_end(new_shoe(1), gone, instead)
            assert (balance.missing, balance.extra) == (gone, instead)


@pytest.mark.parametrize("decks", DECKS)
def test_a_card_after_the_last_one_is_impossible_even_unread(decks: int) -> None:
    empty = drawn(new_shoe(decks), [*full_shoe(decks)[:-1], None])
    assert shoe_count.judge(empty, None) == Impossible("beyond_the_shoe", decks * 52 + 1, decks * 52)
    assert shoe_count.judge(drawn(new_shoe(decks), full_shoe(decks)[:-1]), None) is None


def test_an_unread_card_may_be_any_that_is_left() -> None:
    count = drawn(new_shoe(6), ["AS"] * 5)
    assert count.copies_left("AS") == (1, 1)
    after = shoe_count.drawn(count, None)
    assert after.copies_left("AS") == (0, 1)
    assert shoe_count.judge(after, "AS") is None
    assert shoe_count.judge(shoe_count.drawn(after, "AS"), "AS") == Impossible("too_many_copies", 7, 6, "AS")


def test_a_covered_card_shown_later_counts_once() -> None:
    covered = drawn(new_shoe(1), [None, "AS"])
    assert shoe_count.judge_face(covered, "AS") == Impossible("too_many_copies", 2, 1, "AS")
    shown = shoe_count.faced(covered, "KD")
    assert (shown.drawn, shown.unread, shown.copies_out("KD")) == (2, 0, 1)


def test_a_card_read_anew_takes_the_place_of_what_it_was_taken_for() -> None:
    count = shoe_count.corrected(drawn(new_shoe(1), ["AS"]), "AS", "AC")
    assert count == drawn(new_shoe(1), ["AC"])
    assert shoe_count.corrected(count, "AC", None) == drawn(new_shoe(1), [None])


@pytest.mark.parametrize(
    ("out", "why"), [(207, "cut_card_too_early"), (208, None), (260, None), (261, "cut_card_too_late")]
)
def test_the_cut_card_comes_out_within_its_depth_or_is_impossible(out: int, why: str | None) -> None:
    count = drawn(new_shoe(6, window=cut_window(312, 78, 26)), full_shoe(6)[:out])
    impossible = shoe_count.judge_cut_card(count)
    assert (impossible and impossible.why) == why


def test_an_announced_depth_narrows_the_window_to_its_tolerance() -> None:
    assert cut_window(312, 70, 5) == CutWindow(237, 247)
    assert cut_window(52, 7) == CutWindow(45, 45)
    assert cut_window(52, 2, 5) == CutWindow(45, 52)


def test_a_cut_card_not_seen_by_its_last_place_is_overdue_and_a_second_one_impossible() -> None:
    count = drawn(new_shoe(1, window=CutWindow(10, 20)), DECK[:20])
    assert not shoe_count.cut_card_overdue(count)
    late = shoe_count.drawn(count, DECK[20])
    assert shoe_count.cut_card_overdue(late)
    seen = shoe_count.cut_card_out(count)
    assert not shoe_count.cut_card_overdue(shoe_count.drawn(seen, DECK[20]))
    assert shoe_count.judge_cut_card(seen) == Impossible("cut_card_twice", 20, 20)


@pytest.mark.requirement("IQQ-94-4")
def test_a_card_put_back_is_read_again_without_being_a_second_copy() -> None:
    count = drawn(new_shoe(1), ["9C", "4S"])
    assert shoe_count.judge_put_back(count, "4S", allowed=True) is None
    back = shoe_count.put_back(count, "4S")
    assert (back.drawn, back.copies_out("4S")) == (1, 0)
    assert shoe_count.judge(back, "5S") == Impossible("not_the_card_put_back", 2, 2, "5S")
    assert shoe_count.judge(back, "4S") is None
    again = shoe_count.drawn(back, "4S")
    assert again == structs.replace(count, returned=1)
    assert again.drawn + again.returned == 3


@pytest.mark.requirement("IQQ-94-2")
def test_a_card_may_not_go_back_where_the_text_does_not_say_so_or_if_it_never_left() -> None:
    count = drawn(new_shoe(6), ["4S"])
    assert shoe_count.judge_put_back(count, "4S", allowed=False) == Impossible("put_back_not_allowed", 1, 0, "4S")
    assert shoe_count.judge_put_back(count, "5S", allowed=True) == Impossible("put_back_never_left", 1, 0, "5S")
    assert shoe_count.judge_put_back(count, None, allowed=True) == Impossible("put_back_never_left", 1, 0)


def test_a_remainder_nobody_looked_at_leaves_the_balance_unknown() -> None:
    count = drawn(new_shoe(6), full_shoe(6)[:240])
    assert shoe_count.balance(count) == Balance(exact=False, difference=None)
    impossible = drawn(count, ["AC"] * 3)
    assert shoe_count.balance(impossible) == Balance(False, None, extra=("AC", "AC"))


def test_a_counted_remainder_tells_how_many_are_missing_and_names_those_that_are_certain() -> None:
    count = drawn(new_shoe(6), full_shoe(6)[:240])
    assert shoe_count.balance(shoe_count.remainder_counted(count, 72)) == Balance(False, 0)
    assert shoe_count.balance(shoe_count.remainder_counted(count, 71)) == Balance(False, -1)
    nearly = drawn(new_shoe(1), DECK[:50])
    assert shoe_count.balance(shoe_count.remainder_counted(nearly, 0)) == Balance(True, -2, missing=DECK[50:])


def test_an_unread_card_accounts_for_one_missing_card_and_no_more() -> None:
    count = drawn(new_shoe(1), [None, *DECK[:50]])
    assert shoe_count.balance(shoe_count.remainder_read(count, [])) == Balance(False, -1)
    swapped = drawn(new_shoe(2), [None, *[card for card in full_shoe(2) if card != "KD"], "AS"])
    assert shoe_count.balance(shoe_count.remainder_read(swapped, [])) == Balance(False, 0, ("KD",), ("AS",))


def test_a_shuffler_that_counted_311_says_so_before_a_card_is_dealt() -> None:
    count = new_shoe(6, counted=311)
    assert shoe_count.balance(count).difference == -1
    assert shoe_count.judge_inside(new_shoe(6), 311) == Impossible("cards_not_conserved", 311, 312)
    last = drawn(count, full_shoe(6)[:311])
    assert shoe_count.judge(last, "KS") == Impossible("beyond_the_shoe", 312, 311, "KS")


@pytest.mark.requirement("R68")
def test_cards_fed_back_into_a_continuous_machine_may_come_again_and_no_others() -> None:
    count = drawn(new_shoe(6), ["AS"] * 6 + ["2H"])
    assert shoe_count.judge_inside(count, 305) is None
    assert shoe_count.judge_inside(count, 306) == Impossible("cards_not_conserved", 313, 312)
    assert shoe_count.judge(count, "AS") == Impossible("too_many_copies", 7, 6, "AS")
    back = shoe_count.fed_back(count, ["AS", "2H"])
    assert (back.drawn, back.left) == (5, 307)
    assert shoe_count.judge(back, "AS") is None
    assert shoe_count.judge(shoe_count.drawn(back, "AS"), "AS") is not None


def test_cards_fed_back_unsorted_allow_as_many_repeats_and_not_one_more() -> None:
    count = shoe_count.fed_back_unsorted(drawn(new_shoe(1), ["AS", "2H", "3D"]), 2)
    assert count.left == 51
    assert count.copies_left("AS") == (0, 1)
    once = shoe_count.drawn(count, "AS")
    twice = shoe_count.drawn(once, "2H")
    assert shoe_count.judge(once, "2H") is None
    assert shoe_count.judge(twice, "3D") == Impossible("too_many_copies", 2, 1, "3D")


@given(st.permutations(full_shoe(2)), st.integers(0, 104), st.sets(st.integers(0, 103), max_size=6))
def test_no_honest_shoe_is_ever_called_impossible(cards: list[Card], cut: int, unread: set[int]) -> None:
    count = new_shoe(2)
    for place, card in enumerate(cards):
        face = None if place in unread else card
        assert shoe_count.judge(count, face) is None
        count = shoe_count.drawn(count, face)
        if place == cut:
            count = shoe_count.cut_card_out(count)
    balance = shoe_count.balance(shoe_count.remainder_read(count, []))
    assert (balance.difference, balance.missing, balance.extra) == (0, (), ())


@given(st.lists(st.sampled_from(DECK), max_size=70))
def test_the_balance_agrees_with_a_plain_count_of_any_heap(cards: list[Card]) -> None:
    heap, whole = Counter(cards), Counter(DECK)
    balance = shoe_count.balance(shoe_count.remainder_read(new_shoe(1), cards))
    assert balance.missing == in_deck_order((whole - heap).elements())
    assert balance.extra == in_deck_order((heap - whole).elements())
    assert balance.difference == len(cards) - 52
