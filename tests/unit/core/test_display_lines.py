"""What the players' sign says: the course of the table and its limits."""

import msgspec
import pytest

from table_core.money import pesos
from table_core.session import Session
from table_core.signals import display_lines
from table_core.table import TableState

LIMITS = (5_000, 500_000)


@pytest.mark.parametrize(
    ("session", "words"),
    [
        (Session(), "MESA CERRADA"),
        (Session("open"), "MESA ABIERTA"),
        (Session("open", passes_left=3), "ÚLTIMAS TRES MANOS"),
        (Session("open", passes_left=1), "ÚLTIMA MANO"),
        (Session("open", passes_left=0), "MESA CERRADA"),
    ],
)
def test_the_first_line_says_what_the_table_is_doing(session: Session, words: str) -> None:
    state = msgspec.structs.replace(TableState(), session=session)
    assert display_lines(state, LIMITS, bets_open=True) == (words, "Mín $5.000  Máx $500.000")


@pytest.mark.parametrize(("bets_open", "words"), [(False, "NO VA MÁS"), (True, "MESA ABIERTA")])
def test_what_the_dealer_said_is_shown_until_bets_are_open_again(bets_open: bool, words: str) -> None:
    state = msgspec.structs.replace(TableState(), session=Session("open"), announced="no va más")
    assert display_lines(state, None, bets_open=bets_open)[0] == words


def test_a_table_without_limits_shows_none() -> None:
    assert display_lines(TableState(), None, bets_open=False) == ("MESA CERRADA", "")


@pytest.mark.parametrize(("amount", "text"), [(0, "$0"), (999, "$999"), (5_000, "$5.000"), (1_234_567, "$1.234.567")])
def test_money_is_written_with_points(amount: int, text: str) -> None:
    assert pesos(amount) == text
