"""Shuffles are judged by the cards that were dealt: honest ones are let alone, the others are named (R66)."""

import os
import random
from collections.abc import Callable
from fractions import Fraction
from math import comb, exp, lgamma, log

import pytest

from table_core import mixing
from table_core.cards import DECK, Card, full_shoe
from table_core.cards_out import CardLeftShoe, ShoeLoaded
from table_core.mixing import (
    BLOCK,
    CHI_95_MILLI,
    CHI_ALARM_MILLI,
    ONE_IN,
    BlockJudged,
    Mixing,
    ShoeJudged,
    Tally,
    chi_square,
)
from table_core.shoe_count import new_shoe

SOURCE = "MEZCLA-TB SIM-MIX"
BEHIND = 60
"""Cards behind the cut card are never seen."""

BLOCKS = 200 if os.environ.get("SABOT_NIGHTLY") else 5

Mixer = Callable[[list[Card], random.Random], list[Card]]


class Course:
    """Shoe after shoe of one source, with the same cards, collected as they were dealt."""

    def __init__(self, mixer: Mixer, *, decks: int = 6, seed: int = 7) -> None:
        self.mixing = Mixing()
        self.found: list[str] = []
        self._decks, self._mixer, self._chance = decks, mixer, random.Random(seed)
        self._cards = full_shoe(decks)

    def shoe(self) -> Tally:
        self._cards = self._mixer(self._cards, self._chance)
        self.mixing = mixing.follow(self.mixing, ShoeLoaded(new_shoe(self._decks)))
        for card in self._cards[: len(self._cards) - BEHIND * self._decks // 6]:
            self.mixing = mixing.follow(self.mixing, CardLeftShoe(card))
        tally = mixing.judged(self.mixing, endless=False)
        self.found += ["neighbours"] * mixing.neighbours_stayed(tally)
        self.found += ["opening"] * mixing.opened_before(self.mixing)
        self.mixing = mixing.evolve(self.mixing, ShoeJudged((SOURCE,), tally))
        return tally

    def block(self) -> Tally:
        """The tally of as many shoes as are judged together."""
        for _ in range(BLOCK):
            self.shoe()
        block = self.mixing.tallies[SOURCE]
        self.mixing = mixing.evolve(self.mixing, BlockJudged(SOURCE, block, chi_square(block)))
        return block


def honest(cards: list[Card], chance: random.Random) -> list[Card]:
    return chance.sample(cards, len(cards))


def untouched(cards: list[Card], chance: random.Random) -> list[Card]:
    return list(cards)


def only_cut(cards: list[Card], chance: random.Random) -> list[Card]:
    at = chance.randrange(20, len(cards) - 20)
    return cards[at:] + cards[:at]


def turned_over(cards: list[Card], chance: random.Random) -> list[Card]:
    return only_cut(cards, chance)[::-1]


def riffled(times: int) -> Mixer:
    """Riffles of the kind people make: two halves, single cards from either in proportion to what is left."""

    def mixer(cards: list[Card], chance: random.Random) -> list[Card]:
        for _ in range(times):
            at = sum(chance.random() < 0.5 for _ in cards)
            left, right, mixed = cards[:at][::-1], cards[at:][::-1], list[Card]()
            while left or right:
                mixed.append((left if chance.randrange(len(left) + len(right)) < len(left) else right).pop())
            cards = mixed
        return cards

    return mixer


def high_cards_first(cards: list[Card], chance: random.Random) -> list[Card]:
    """A rigged machine: well mixed, but tens and pictures come a tenth of the shoe earlier than they should."""
    return sorted(cards, key=lambda card: chance.random() - 0.1 * (card[0] in "TJQK"))


def deals_the_same_opening(cards: list[Card], chance: random.Random) -> list[Card]:
    """A cooler: the first cards are always the same."""
    first = ["9S", "KD", "9C", "4H", "AD"]
    rest = list(cards)
    for card in first:
        rest.remove(card)
    return first + honest(rest, chance)


@pytest.mark.requirement("R66")
@pytest.mark.parametrize("decks", [1, 6, 8])
def test_an_honest_shuffle_is_never_named_and_passes_the_chi_square_at_95_per_cent(decks: int) -> None:
    course = Course(honest, decks=decks)
    blocks = [course.block() for _ in range(BLOCKS)]
    assert not course.found
    assert not any(mixing.neighbours_stayed(block) for block in blocks)
    assert not any(chi_square(block).is_rare for block in blocks)
    usual = sum(chi_square(block).is_usual for block in blocks)
    assert usual >= BLOCKS * 9 // 10 - 1, "one in twenty may lie outside by chance"


@pytest.mark.requirement("R66")
@pytest.mark.parametrize("mixer", [untouched, only_cut, turned_over, riffled(1), riffled(2)])
def test_new_cards_that_were_hardly_mixed_are_named_by_their_first_shoe(mixer: Mixer) -> None:
    course = Course(mixer)
    course.shoe()
    assert course.found == ["neighbours"]


@pytest.mark.requirement("R66")
@pytest.mark.parametrize("mixer", [untouched, only_cut, turned_over, riffled(1), riffled(2)])
def test_a_false_shuffle_of_used_cards_is_named_by_the_next_shoe(mixer: Mixer) -> None:
    course = Course(honest)
    course.shoe()
    assert not course.found
    course._mixer = mixer
    course.shoe()
    assert "neighbours" in course.found


@pytest.mark.requirement("R66")
def test_what_one_shoe_does_not_show_many_shoes_of_one_source_do() -> None:
    course = Course(honest)
    course.shoe()
    course._mixer = riffled(3)
    course.shoe()
    assert not course.found
    assert mixing.neighbours_stayed(course.block())


@pytest.mark.requirement("R66")
def test_a_machine_that_deals_high_cards_a_little_too_early_is_named_by_the_places_of_the_ranks() -> None:
    course = Course(high_cards_first)
    block = course.block()
    assert not course.found, "no neighbours stayed, no opening came again"
    assert chi_square(block).is_rare


@pytest.mark.requirement("R66")
def test_a_shoe_that_opens_as_an_earlier_one_did_is_named() -> None:
    course = Course(deals_the_same_opening)
    course.shoe()
    assert not course.found
    course.shoe()
    assert course.found == ["opening"]


def test_cards_nobody_read_are_no_neighbours_and_make_no_opening() -> None:
    state = mixing.follow(Mixing(), ShoeLoaded(new_shoe(1)))
    for card in ("AC", None, "2C", "3C", "4C", "5C"):
        state = mixing.follow(state, CardLeftShoe(card))
    assert (state.tally.tried, state.tally.kept) == (3, 3)
    assert sum(state.tally.places) == 5
    assert mixing.opening_of(state) == ""


def test_a_card_before_the_first_shoe_was_loaded_counts_for_nothing() -> None:
    assert mixing.follow(Mixing(), CardLeftShoe("AC")) == Mixing()


# The thresholds are what the documentation says they are.


@pytest.mark.parametrize(("tried", "hits"), [(30, 80), (250, 300), (250, 48)])
def test_so_many_neighbours_stay_by_chance_less_than_once_in_a_million(tried: int, hits: int) -> None:
    named = next(kept for kept in range(tried) if mixing.neighbours_stayed(Tally(1, tried, kept, hits * tried)))
    chance = Fraction(hits, comb(52, 2))

    def at_least(kept: int) -> Fraction:
        return sum(
            (comb(tried, n) * chance**n * (1 - chance) ** (tried - n) for n in range(kept, tried + 1)), Fraction()
        )

    assert at_least(named) < Fraction(1, ONE_IN) <= at_least(named - 1)


@pytest.mark.parametrize(("limits", "chance"), [(CHI_95_MILLI, 0.05), (CHI_ALARM_MILLI, 1 / ONE_IN)])
def test_the_chi_square_limits_are_those_of_twelve_degrees_of_freedom_for_each_place(
    limits: tuple[int, ...], chance: float
) -> None:
    assert len(limits) == mixing.BANDS
    for places, limit in enumerate(limits, start=1):
        x = limit / 2000
        above = sum(exp(-x + n * log(x) - lgamma(n + 1)) for n in range(6 * places))
        assert above == pytest.approx(chance, rel=1e-3)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_two_given_cards_are_neighbours_no_oftener_than_the_limit_assumes(decks: int) -> None:
    cards = 52 * decks
    different = 2 * Fraction(decks, cards) * Fraction(decks, cards - 1)
    alike = Fraction(decks, cards) * Fraction(decks - 1, cards - 1)
    assert max(different, alike) <= Fraction(1, comb(len(DECK), 2))


def test_an_opening_comes_again_by_chance_less_than_once_in_a_million_shoes() -> None:
    chances = 1
    for drawn in range(mixing.OPENING):
        chances *= 52 - drawn  # one deck; with more decks it is rarer still
    assert chances > mixing.OPENINGS_KEPT * ONE_IN
