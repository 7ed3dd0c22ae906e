"""What the floor holds against a table: its clock, the head of its journal, the books of its claims."""

import msgspec
import pytest

from daemon.floor import holding
from daemon.floor.enrolment import enrol, pot_named
from firmware_bridge.wire.floor import Refused
from tests.floor.ends import eventually
from tests.floor.house import House, house
from tests.floor.tables import PAPERS, PEOPLE, POT, Cloth
from tests.unit.progressive.hands import hand

__all__ = ["house"]

# Clocks and journals


@pytest.mark.requirement("R82")
@pytest.mark.parametrize("ahead_ms", [5_000, -90_000])
def test_a_table_with_a_wrong_clock_is_recorded_by_name_and_how_wrong_it_is(house: House, ahead_ms: int) -> None:
    end = house.end(house.floor())
    end.greet(ahead_ms=ahead_ms)
    house.recorded("mesa-1", "CLOCK_WRONG")
    row = house.db.execute("select skew_ms from enrolments where name = 'mesa-1'").fetchone()
    assert row is not None
    assert abs(row[0] - ahead_ms) < 1000


@pytest.mark.requirement("R82")
def test_a_clock_is_measured_again_with_every_head(house: House) -> None:
    end = house.linked(house.floor())
    assert house.alarms() == {}
    end.tell_head(10, ahead_ms=7_200_000)
    house.recorded("mesa-1", "CLOCK_WRONG")


@pytest.mark.parametrize(("second", "code"), [((9, "ab" * 32), "HEAD_LOWER"), ((10, "cd" * 32), "HEAD_DIFFERS")])
def test_a_table_whose_journal_was_cut_short_or_exchanged_is_found(
    house: House, second: tuple[int, str], code: str
) -> None:
    floor = house.floor()
    end = house.linked(floor)
    end.tell_head(10)
    end.tell_head(*second)
    house.recorded("mesa-1", code)
    assert house.alarms() == {("mesa-1", code): 1}
    end.tell_head(11)
    eventually(lambda: _seq_of_head(house) == 11)


@pytest.mark.requirement("R33")
@pytest.mark.parametrize(("began", "run", "code"), [(8, "ab" * 32, "HEAD_LOWER"), (10, "cd" * 32, "HEAD_DIFFERS")])
def test_a_journal_cut_short_is_found_after_it_has_grown_beyond_what_was_known(
    house: House, began: int, run: str, code: str
) -> None:
    floor = house.floor()
    end = house.linked(floor)
    end.tell_head(10)
    eventually(lambda: _seq_of_head(house) == 10)
    end.close()
    again = house.end(floor, run=run)
    again.greet()
    again.tell_head(25, "ef" * 32, began=began)
    house.recorded("mesa-1", code)


def test_a_journal_that_went_on_where_it_was_is_no_alarm(house: House) -> None:
    floor = house.floor()
    end = house.linked(floor)
    end.tell_head(10)
    eventually(lambda: _seq_of_head(house) == 10)
    end.close()
    again = house.end(floor, run="ab" * 32)
    again.greet()
    again.tell_head(14, "ef" * 32, began=10)
    eventually(lambda: _seq_of_head(house) == 14)
    assert house.alarms() == {}


def test_a_head_that_comes_late_is_no_alarm_and_changes_nothing(house: House) -> None:
    end = house.linked(house.floor())
    end.tell_head(10)
    end.tell_head(9, ahead_ms=-500)
    end.tell_head(11)
    eventually(lambda: _seq_of_head(house) == 11)
    assert house.alarms() == {}


def _seq_of_head(house: House) -> int:
    row = house.db.execute("select seq from heads where maker = 'mesa-1' order by at desc limit 1").fetchone()
    return row[0] if row else 0


# Books that do not agree


@pytest.mark.requirement("R33")
def test_books_that_agree_are_kept_from_pass_to_pass(house: House) -> None:
    end = house.linked(house.floor())
    cloth = Cloth("mesa-1")
    for _ in range(2):
        for answer in end.decided(cloth.contribute(), cloth.review(hand(1, "royal_flush"))):
            cloth.hear(answer)
        end.tell_head(10 + cloth.next, answered=cloth.next - 1, books=cloth.books)
        eventually(lambda: _reading(house) == cloth.next - 1)
    assert house.alarms() == {}


@pytest.mark.requirement("R33", "R28")
def test_books_that_differ_are_a_fault_by_name_and_the_table_is_out_until_two_people_enrol_it_again(
    house: House,
) -> None:
    floor = house.floor()
    end, other = house.linked(floor), house.linked(floor, "mesa-2")
    cloth = Cloth("mesa-1")
    for answer in end.decided(cloth.contribute()):
        cloth.hear(answer)
    wrong = msgspec.structs.replace(cloth.books, main=cloth.books.main + 1, commission=cloth.books.commission - 1)
    end.tell_head(10, answered=1, books=wrong)
    assert end.hear(Refused).code == "METERS_DIFFER"
    house.recorded("mesa-1", "METERS_DIFFER")
    assert end.is_cut()
    assert house.end(floor).refused() == "METERS_DIFFER"
    assert not other.is_cut(0.2), "the others play on"
    eventually(lambda: house.forgotten("mesa-1"))
    enrol(house.db, POT, "mesa-1", house.pairs["mesa-1"].public, PAPERS, PEOPLE)
    eventually(lambda: house.takes_in(floor, "mesa-1"))


@pytest.mark.parametrize("answered", [2, 2**62])
def test_books_up_to_a_claim_nobody_made_are_a_fault(house: House, answered: int) -> None:
    end = house.linked(house.floor())
    cloth = Cloth("mesa-1")
    end.decided(cloth.contribute())
    end.tell_head(10, answered=answered, books=cloth.books)
    assert end.hear(Refused).code == "METERS_DIFFER"


@pytest.mark.requirement("R33", "R28")
def test_a_pot_whose_money_is_in_doubt_is_played_for_by_nobody_until_it_is_released(house: House) -> None:
    floor = house.floor()
    ends = [house.linked(floor, table) for table in ("mesa-1", "mesa-2")]
    pot = pot_named(house.db, POT)
    holding.hold_pot(house.db, pot, "BALANCE_DIFFERS: prueba")
    for end in ends:
        assert end.is_cut(2)
    assert house.end(floor).refused() == "POT_HELD"
    house.recorded("mesa-1", "POT_HELD")
    assert holding.release_pot(house.db, pot)
    assert house.end(floor).greet().pot == POT


def _reading(house: House) -> int:
    row = house.db.execute("select seq from meters where maker = 'mesa-1'").fetchone()
    return row[0] if row else 0
