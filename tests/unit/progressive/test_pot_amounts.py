"""What may change the amount of a pot besides bets and prizes: a closed list of causes, and a limit of the plan."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.cli.side_entries import side_entry
from daemon.side_meters import side_meters
from table_core.money import pesos
from table_core.progressive import orders
from table_core.progressive.ledger import Cause, ContributionReversed, Movement, PotCorrected, PrizesAwarded
from table_core.table import NEW_GAMES, TableState, evolve
from tests.unit.progressive.table import MANUAL, TERMS, SideTable
from tests.unit.progressive.test_meters import started
from tests.unit.progressive.test_prize_flow import dealt, grand

CLUBS, SUITED, NOTHING = "7C KD 9S 7C 5D 7C", "7H KD 9S 7H 5D 7H", "7H KD 9S 4D 5D 2D"
LIMITED = replace(MANUAL, terms=replace(TERMS, pot_limit=2_000_500))


def ended(table: SideTable) -> SideTable:
    """Every prize released and paid, and the pass over."""
    for due in table.side.unpaid:
        table.release(due.id)
        table.order(orders.PayPrize(due.id), "dealer")
    table.end_base_pass()
    return table


def falls(table: SideTable) -> list[Any]:
    """What made the amount on the displays go down, operation by operation."""
    state, fell = TableState(game=NEW_GAMES["blackjack"]), []
    for operation in table.recorded:
        before, state = state.progressive.worth, evolve(state, operation)
        if state.progressive.worth < before:
            fell.append(operation)
    return fell


# The closed list


@pytest.mark.requirement("ARI-3.4.1-j", "R22")
def test_the_amount_shown_never_goes_down_without_an_award_an_annulment_or_a_correction() -> None:
    table = ended(grand())
    dealt(NOTHING, table=table)
    table.order(orders.VoidSideBets((5,)), "jefe_de_mesa")
    table.review({2: None})
    ended(table)
    table.order(orders.CorrectPot(-100, "malfunction", "visor mal ajustado"))
    assert [type(operation) for operation in falls(table)] == [PrizesAwarded, ContributionReversed, PotCorrected]
    assert {operation.plan for operation in table.recorded if isinstance(operation, Movement)} == {"PA-1"}


moves = st.lists(
    st.one_of(
        st.tuples(st.just("pass"), st.sampled_from([(CLUBS, "three_sevens_clubs"), (NOTHING, None)]), st.booleans()),
        st.tuples(st.just("correct"), st.integers(-3_000_000, 3_000_000), st.sampled_from(get_args(Cause))),
        st.tuples(st.just("restart"), st.none(), st.none()),
    ),
    max_size=5,
)  # fmt: skip
DECKS_LAST = 2
"""So many passes: a seven of clubs more than the shoe has would hold the table."""


@pytest.mark.requirement("R22", "R26")
@settings(max_examples=30)
@given(moves, st.sampled_from([0, 2_000_000, 2_001_000]))
def test_whatever_is_played_and_ordered_only_the_list_takes_from_the_amount_shown(
    course: list[tuple[str, Any, Any]], limit: int
) -> None:
    table = SideTable(replace(MANUAL, terms=replace(TERMS, pot_limit=limit)))
    table.order(orders.SeedPot(2_000_000))
    passes = 0
    for move, first, second in course:
        match move:
            case "pass" if passes < DECKS_LAST:
                passes += 1
                cards, prize = first
                dealt(cards, table=table)
                if second:
                    table.order(orders.VoidSideBets((5,)), "jefe_de_mesa")
                table.review({2: prize} if second else {2: prize, 5: None})
                ended(table)
            case "correct":
                table.refused(orders.CorrectPot(first, second, "acta"))
            case "restart":
                table.restart()
        assert table.side.worth <= (limit or table.side.main)
    for operation in falls(table):
        assert isinstance(operation, PrizesAwarded | ContributionReversed | PotCorrected)
        assert not isinstance(operation, PotCorrected) or operation.cause == "malfunction"


@pytest.mark.requirement("R22", "R23")
@pytest.mark.parametrize("asked", [{"cause": "porque sí"}, {}])
def test_a_correction_for_no_cause_of_the_list_cannot_even_be_said(asked: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError, match="cause"):
        msgspec.convert({"main": -100, "reason": "acta 3", **asked}, orders.CorrectPot)


def test_the_keyboard_spells_the_two_causes_in_spanish() -> None:
    told = side_entry("correct", ("-100", "falla", "visor", "mal", "ajustado"))
    assert told == {
        "type": "progressive.CorrectPot", "main": -100, "cause": "malfunction", "reason": "visor mal ajustado"
    }  # fmt: skip
    with pytest.raises(KeyError):
        side_entry("correct", ("-100", "visor"))


@pytest.mark.requirement("R22")
def test_the_house_adds_to_a_pot_and_never_takes_from_it() -> None:
    table = SideTable()
    table.order(orders.SeedPot(2_000_000))
    table.order(orders.CorrectPot(500_000, "house_money", "aniversario"))
    assert table.side.pot.main == 2_500_000
    assert table.refused(orders.CorrectPot(-1, "house_money", "recupera lo puesto")) == "ONLY_ADDS"
    table.order(orders.CorrectPot(0, "house_money", "a la reserva", reserve=5))
    assert table.refused(orders.CorrectPot(5, "house_money", "de la reserva", reserve=-5)) == "ONLY_ADDS"


def test_a_correction_says_why_and_leaves_no_pot_under_nothing() -> None:
    table = SideTable()
    table.order(orders.SeedPot(2_000_000))
    assert table.refused(orders.CorrectPot(-100, "malfunction", " ")) == "NO_REASON"
    assert table.refused(orders.CorrectPot(-2_000_001, "malfunction", "acta")) == "OVERDRAWN"
    assert table.refused(orders.CorrectPot(0, "malfunction", "acta", reserve=-1)) == "OVERDRAWN"


@pytest.mark.requirement("R22")
def test_no_amount_is_corrected_while_bets_are_in_play_for_it() -> None:
    table = dealt(NOTHING)
    assert table.refused(orders.CorrectPot(9_000_000, "malfunction", "antes de la revisión")) == "NOT_NOW"
    table.review({2: None, 5: None})
    assert table.refused(orders.CorrectPot(9_000_000, "malfunction", "con el pase abierto")) == "NOT_NOW"
    table.end_base_pass()
    table.order(orders.CorrectPot(100, "malfunction", "visor"))


# The limit


@pytest.mark.requirement("R20", "R24", "R26")
def test_what_lies_above_the_limit_is_neither_shown_nor_won_and_waits_for_the_next_pot() -> None:
    table = dealt(CLUBS, table=SideTable(LIMITED))
    side = table.reconciler.side()
    assert (table.side.main, table.side.worth) == (2_001_440, 2_000_500)
    assert side.display_lines(table.state)[0] == f"POZO {pesos(2_000_500)}"
    found = side_meters(started(table))
    assert found is not None
    main = found.pots[0]
    assert (main.current, main.limit, main.overflow) == (2_000_500, 2_000_500, 940)
    table.review({2: "three_sevens_clubs", 5: None})
    assert table.due(1).payment.amount == 2_000_500
    assert table.side.main == 1_000_000 + 940


@pytest.mark.requirement("R24")
def test_a_share_of_the_pot_is_a_share_of_what_is_shown() -> None:
    table = dealt(SUITED, table=SideTable(replace(MANUAL, terms=replace(TERMS, pot_limit=2_000_000))))
    table.review({2: "three_suited_sevens_hds", 5: None})
    assert (table.due(1).payment.amount, table.side.main) == (400_000, 2_001_440 - 400_000)


@pytest.mark.requirement("R24")
def test_a_limit_under_the_present_amount_is_not_taken_over() -> None:
    table = SideTable()
    table.order(orders.SeedPot(2_000_000))
    table.setup = replace(LIMITED, plan="PA-2", plan_digest="d2", terms=replace(TERMS, pot_limit=1_999_999))
    table.restart()
    assert table.refused(orders.OpenSideBets(), "dealer") == "LIMIT_UNDER_POT"
    table.setup = replace(table.setup, terms=replace(TERMS, pot_limit=2_000_000))
    table.restart()
    table.order(orders.OpenSideBets(), "dealer")
    assert table.side.worth == 2_000_000


@pytest.mark.requirement("R24")
def test_no_first_value_and_no_correction_goes_above_the_limit() -> None:
    table = SideTable(LIMITED)
    assert table.refused(orders.SeedPot(2_000_501)) == "OVER_LIMIT"
    table.order(orders.SeedPot(2_000_500))
    assert table.refused(orders.CorrectPot(1, "house_money", "aniversario")) == "OVER_LIMIT"
    table.order(orders.CorrectPot(-1, "malfunction", "visor"))
