"""Words and chart of Chemin de Fer against the text written out: every total, every third card, every reading."""

from itertools import product

import pytest

from daemon.rulebooks import all_rulebooks
from table_core.rules.baccarat.chemin import hands
from table_core.rules.baccarat.chemin.hands import Word

RULES = all_rulebooks()["iquique-2000/chemin-de-fer"]
CARD_OF = [f"{rank}S" for rank in "TA23456789"]

# Art. 149, "cuadro de jugadas de la banca": a column per value of Punto's third card, 0 to 9; C carta, N no.
CHART = {
    0: "CCCCCCCCCC",
    1: "CCCCCCCCCC",
    2: "CCCCCCCCCC",
    3: "CCCCCCCCNC",
    4: "NNCCCCCCNN",
    5: "NNNNCCCCNN",
    6: "NNNNNNCCNN",
    7: "NNNNNNNNNN",
    8: "NNNNNNNNNN",
    9: "NNNNNNNNNN",
}
PUNTO_STOOD = {"draw": "CCCCCCNNNN", "stand": "CCCCCNNNNN"}


def word(letter: str) -> Word:
    return "carta" if letter == "C" else "no"


@pytest.mark.requirement("BAC-C05")
@pytest.mark.parametrize("total", CHART)
def test_the_chart_is_the_table_of_the_text(total: int) -> None:
    for value, card in enumerate(CARD_OF):
        assert hands.chart_word(RULES, total, card) == word(CHART[total][value])
    for face in ("JS", "QS", "KS"):
        assert hands.chart_word(RULES, total, face) == word(CHART[total][0])


@pytest.mark.requirement("BAC-C05", "BAC-AMB-02")
@pytest.mark.parametrize("reading", PUNTO_STOOD)
def test_without_a_third_card_of_punto_the_banker_draws_to_five_or_four(reading: str) -> None:
    rules = RULES.with_switches({"chemin_bank5_punto_stood": reading})
    for total, letter in enumerate(PUNTO_STOOD[reading]):
        assert hands.chart_word(rules, total, None) == word(letter)
        if total == 5:
            assert hands.chart_word(rules, total, None, draw_if_optional=True) == "carta"


@pytest.mark.requirement("BAC-C04", "BAC-AMB-05")
def test_punto_draws_to_four_chooses_with_five_and_stands_with_six() -> None:
    letters = ["C" if words == {"carta"} else "N" if words == {"no"} else "?" for words in map(_punto, range(8))]
    assert "".join(letters) == "CCCCC?NN"
    free = RULES.with_switches({"chemin_punto_six_seven": "free"})
    assert all(len(hands.punto_words(free, total, free=False)) == 2 for total in (5, 6, 7))
    assert all(len(hands.punto_words(RULES, total, free=True)) == 2 for total in range(8))


def _punto(total: int) -> frozenset[Word]:
    return hands.punto_words(RULES, total, free=False)


@pytest.mark.requirement("BAC-C13")
def test_the_dealer_advises_by_the_rules_and_to_stand_with_five() -> None:
    assert [hands.advice(RULES, total) for total in range(8)] == ["carta"] * 5 + ["no"] * 3


@pytest.mark.requirement("BAC-C04")
def test_the_banker_is_free_but_with_baccarat() -> None:
    assert hands.bank_words(0) == {"carta"}
    assert all(hands.bank_words(total) == {"carta", "no"} for total in range(1, 10))
    assert hands.bank_words(7, punto_lost_third=True) == {"no"}


@pytest.mark.requirement("CF-I11")
def test_of_two_third_cards_punto_keeps_the_better_and_the_banker_the_worse() -> None:
    for base, first, second in product(range(10), range(10), range(10)):
        cards = (CARD_OF[first], CARD_OF[second])
        totals = {(base + first) % 10, (base + second) % 10}
        assert hands.total_with(base, hands.best_card(base, cards)) == max(totals)
        assert hands.total_with(base, hands.worst_card(base, cards)) == min(totals)
