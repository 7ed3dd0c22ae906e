"""Thirty-two pots at one floor process: each table hears and feeds its own, to the smallest unit."""

from collections.abc import Iterator

import pytest

from daemon.floor.enrolment import enrol, make_pot
from daemon.floor.store import Store
from daemon.keys import new_pair
from table_core.progressive.ledger import Key, PassContributed, PotSeeded
from tests.floor.ends import End, RunningFloor
from tests.floor.fixtures import Connect
from tests.floor.tables import PEOPLE, PLAN, Cloth
from tests.unit.progressive.hands import hand, terms

LEVELS = 32
TEN_DIGITS = 9_999_999_999
SMALLEST = terms(credit_value=1, min_credits=1, max_credits=3, base=TEN_DIGITS)
PAPERS = (PLAN, "d1" * 32, SMALLEST)


@pytest.fixture
def levels(connected: Connect, database: str) -> Iterator[list[End]]:
    db, keys, pairs = connected(), new_pair(), {}
    for number in range(LEVELS):
        name, table = f"nivel {number}", f"mesa-{number}"
        pot = make_pot(db, name, *PAPERS)
        Store(db, "prueba").post_own(pot, name, PotSeeded(Key(name, 1), PLAN, TEN_DIGITS + number, number))
        pairs[table] = new_pair()
        enrol(db, name, table, pairs[table].public, PAPERS, PEOPLE)
    floor = RunningFloor(database, keys=keys)
    ends = [End(floor, table, pair) for table, pair in pairs.items()]
    yield ends
    for end in ends:
        end.close()
    floor.stop()


@pytest.mark.requirement("R42", "R16")
def test_a_floor_carries_thirty_two_levels_of_ten_digits_and_no_unit_of_one_is_in_another(levels: list[End]) -> None:
    cloths = [Cloth(end.table, SMALLEST) for end in levels]
    given: list[PassContributed] = []
    for number, (end, cloth) in enumerate(zip(levels, cloths, strict=True)):
        assert end.greet(terms=SMALLEST).pot == f"nivel {number}"
        claim = cloth.contribute()
        assert claim.movement.to_main == 3, "of 3 pesos the shares of commission and reserve are less than one"
        end.decided(claim)
        given.append(claim.movement)
    for number, end in enumerate(levels):
        said = end.value(lambda value: value.place > LEVELS)
        assert (said.main, said.reserve) == (TEN_DIGITS + number + given[number].to_main, number)
    won = levels[7].decided(cloths[7].review(hand(1, "royal_flush")))
    assert levels[7].value(lambda value: value.win is not None).main == TEN_DIGITS
    assert won[0].movements[0].sums.paid > TEN_DIGITS
    assert levels[8].value().main > TEN_DIGITS + 8
