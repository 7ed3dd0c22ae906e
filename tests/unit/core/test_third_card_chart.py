"""The third-card rules of Mini Baccarat and Punto y Banca, against the two tables of the text written out."""

from itertools import product

import pytest

from daemon.rulebooks import all_rulebooks
from table_core.rulebook import Rulebook
from table_core.rules.baccarat import chart

GAMES = ("iquique-2000/mini-baccarat", "iquique-2000/punto-y-banca")

# One column per value of Punto's third card, 0 to 9: P the bank asks ("pide"), N it does not. Arts. 124 and 137.
PUNTO_DREW = {
    0: "PPPPPPPPPP",
    1: "PPPPPPPPPP",
    2: "PPPPPPPPPP",
    3: "PPPPPPPPNP",
    4: "NNPPPPPPNN",
    5: "NNNNPPPPNN",
    6: "NNNNNNPPNN",
    7: "NNNNNNNNNN",
    8: "NNNNNNNNNN",
    9: "NNNNNNNNNN",
}
# The bank's points, 0 to 9, when Punto stood: its own rule and "La Banca no pide con cinco" (123 c, f).
PUNTO_STOOD = "PPPPPNNNNN"
RANK_OF_VALUE = "TA23456789"


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Rulebook:
    return all_rulebooks()[request.param]


def hands_worth(total: int) -> list[tuple[str, str]]:
    """Every pair of ranks whose points are *total*."""
    pairs = product("A23456789TJQK", repeat=2)
    return [(a + "S", b + "H") for a, b in pairs if (_worth(a) + _worth(b)) % 10 == total]


def _worth(rank: str) -> int:
    return "TA23456789".index(rank) if rank not in "JQK" else 0


@pytest.mark.requirement("BAC-R04")
@pytest.mark.parametrize("total", PUNTO_DREW)
def test_the_bank_follows_the_table_whatever_cards_make_its_points(rules: Rulebook, total: int) -> None:
    for bank in hands_worth(total):
        answers = (chart.bank_draws(rules, bank, rank + "D") for rank in RANK_OF_VALUE)
        assert "".join("P" if draws else "N" for draws in answers) == PUNTO_DREW[total], bank


@pytest.mark.requirement("BAC-R04")
@pytest.mark.parametrize("face", "TJQK")
def test_ten_and_the_faces_are_one_column_of_the_table(rules: Rulebook, face: str) -> None:
    answers = (chart.bank_draws(rules, hands_worth(total)[0], face + "D") for total in range(10))
    assert "".join("P" if draws else "N" for draws in answers) == "".join(row[0] for row in PUNTO_DREW.values())


@pytest.mark.requirement("BAC-R03")
def test_the_bank_draws_to_four_and_never_with_five_when_punto_stood(rules: Rulebook) -> None:
    for total in range(10):
        for bank in hands_worth(total):
            assert chart.bank_draws(rules, bank, None) is (PUNTO_STOOD[total] == "P"), bank


@pytest.mark.requirement("BAC-R03")
def test_the_other_reading_lets_the_bank_draw_with_five_when_punto_stood(rules: Rulebook) -> None:
    other = rules.with_switches({"bank5_punto_stood": "draw"})
    assert chart.bank_draws(other, ("2S", "3H"), None)
    assert not chart.bank_draws(other, ("3S", "3H"), None)


@pytest.mark.requirement("BAC-R04")
def test_the_strict_reading_keeps_the_bank_s_five_closed_in_every_column(rules: Rulebook) -> None:
    strict = rules.with_switches({"bank5_punto_drew": "stand"})
    assert not any(chart.bank_draws(strict, ("2S", "3H"), rank + "D") for rank in RANK_OF_VALUE)


@pytest.mark.requirement("BAC-R00")
@pytest.mark.parametrize(
    ("cards", "points"),
    [("AS 9H", 0), ("TS KH", 0), ("9S 9H", 8), ("7S 8H", 5), ("JS QH 9D", 9), ("5S 5H 5D", 5)],
)
def test_points_are_the_units_of_the_sum(cards: str, points: int) -> None:
    assert chart.points(cards.split()) == points


@pytest.mark.requirement("BAC-R01")
def test_eight_or_nine_in_two_cards_of_either_side_is_a_natural() -> None:
    for punto, bank in product(range(10), repeat=2):
        natural = chart.is_natural(hands_worth(punto)[0], hands_worth(bank)[0])
        assert natural is (punto in (8, 9) or bank in (8, 9))


@pytest.mark.requirement("BAC-S04")
@pytest.mark.parametrize(("first", "extra"), [("AS", 1), ("2H", 2), ("9D", 9), ("TC", 10), ("JC", 10), ("KD", 10)])
def test_the_first_card_burns_as_many_as_its_nominal_value(rules: Rulebook, first: str, extra: int) -> None:
    assert chart.burn_count(rules, first) == extra


def test_a_third_card_never_makes_a_natural() -> None:
    assert not chart.is_natural(("2C", "3D"), ("2H", "3S", "4C"))
    assert not chart.is_natural(("2C", "3D", "4H"), ("2H", "3S"))


@pytest.mark.requirement("BAC-AMB-03")
def test_a_ten_burns_ten_cards_however_the_faces_are_read(rules: Rulebook) -> None:
    assert [chart.burn_count(rules.with_switches({"face_burn": reading}), "TD") for reading in (10, 0, "index")] == [
        10,
        10,
        10,
    ]


@pytest.mark.parametrize(
    ("cards", "is_pair"),
    [("7H 7S", True), ("7H 8S", False), ("TH KH", False), ("KC KD 2S", True), ("2S KC KD", False), ("7H", False)],
)
def test_a_pair_is_two_first_cards_of_one_rank(cards: str, is_pair: bool) -> None:
    assert chart.pair(cards.split()) is is_pair


def test_the_chart_looks_at_the_bank_s_first_two_cards_also_when_a_third_lies_there(rules: Rulebook) -> None:
    assert not chart.bank_draws(rules, ("KD", "3C", "9H"), "8H")
    assert chart.bank_draws(rules, ("KD", "2C", "5H"), None)
