"""A pot is told again from its rows: a clean one agrees, and whatever was done to a row behind the floor is named."""

import msgspec
import pytest

from daemon.floor import holding
from daemon.floor.auditor import daily, reconcile
from daemon.floor.database import Connection
from daemon.floor.reconciliation import Checked, check
from daemon.floor.store import Enrolled, Store
from table_core.progressive.claims import AnyClaim, Decided
from tests.floor.fixtures import Connect
from tests.floor.tables import POT, Cloth, open_pot
from tests.unit.progressive.hands import hand

BASE = 5_000_000


class Books:
    """A pot two tables played for: contributions, an annulment, a win of all of it, one of nothing."""

    def __init__(self, connect: Connect) -> None:
        self.db: Connection = connect()
        self.one, self.two = open_pot(self.db, "mesa-1", "mesa-2", main=BASE)
        self.store = Store(self.db, "piso-1")
        self.cloths = {"mesa-1": Cloth("mesa-1"), "mesa-2": Cloth("mesa-2")}

    def play(self) -> None:
        one, two = self.cloths.values()
        self.say(self.one, one.contribute())
        self.say(self.two, two.contribute())
        self.say(self.two, two.annul(2))
        self.say(self.one, one.review(hand(1, "royal_flush")))
        self.say(self.two, two.review(hand(1, "nothing"), void=(2,)))

    def say(self, enrolled: Enrolled, claim: AnyClaim) -> None:
        (answer,) = self.store.take([(enrolled, claim)])
        assert isinstance(answer, Decided), answer

    def check(self, *, whole: bool = False) -> Checked:
        return reconcile(self.db, "piso-1", self.one.pot, whole=whole)

    def tamper(self, statement: str) -> None:
        """As somebody with the database's own rights would."""
        self.db.execute("alter table entries disable trigger user")
        self.db.execute("alter table folds disable trigger user")
        self.db.execute(statement.encode())

    @property
    def held(self) -> frozenset[int]:
        return holding.held(self.db)


@pytest.fixture
def books(connected: Connect) -> Books:
    books = Books(connected)
    books.play()
    return books


@pytest.mark.requirement("R33", "R26")
def test_a_pot_nobody_touched_agrees_with_its_rows(books: Books) -> None:
    checked = books.check()
    assert (checked.clean, checked.entries, checked.since) == (True, 7, 0)
    assert checked.sums.balanced
    assert checked.sums.main == books.store.value(books.one.pot, POT).main
    assert [(win.table, win.claim) for win in checked.wins] == [("mesa-1", 2)]
    assert books.held == frozenset()


def test_what_agreed_once_is_not_read_again_unless_all_of_it_is_asked_for(books: Books) -> None:
    books.check()
    before = books.check()
    assert (before.entries, before.since) == (0, before.place)
    books.play()
    after = books.check()
    assert (after.clean, after.entries) == (True, 6)
    whole = books.check(whole=True)
    assert (whole.clean, whole.entries, whole.sums) == (True, 13, after.sums)


def test_a_pass_that_began_before_the_last_check_and_ended_after_it_agrees(books: Books) -> None:
    cloth = books.cloths["mesa-1"]
    books.say(books.one, cloth.contribute())
    assert books.check().clean
    books.say(books.one, cloth.annul(1))
    books.say(books.one, cloth.review(hand(2, "flush", 2), void=(1,)))
    assert books.check().clean


OF_MONEY = [
    (
        "update entries set main = main + 1, commission = commission - 1 where seq = 1 and maker = 'mesa-1'",
        "ENTRY_ALTERED",
    ),
    ("update entries set movement = 'no' where seq = 1 and maker = 'mesa-1'", "ENTRY_ALTERED"),
    ("update entries set maker = 'mesa-1', seq = 3 where maker = 'mesa-2' and seq = 3", "ENTRY_ALTERED"),
    ("update entries set enrolment = 99 where maker = 'mesa-2' and seq = 1", "ENTRY_ALTERED"),
    ("delete from entries where maker = 'mesa-2' and seq = 2", "NUMBER_MISSING"),
    ("delete from entries where maker = 'pozo' and because is not null", "ENTRY_DIFFERS"),
]


@pytest.mark.requirement("R33", "R28")
@pytest.mark.parametrize(("statement", "code"), OF_MONEY)
def test_whatever_is_done_to_a_row_is_named_and_nobody_plays_for_the_pot(
    books: Books, statement: str, code: str
) -> None:
    books.tamper("alter table entries drop constraint entries_because_fkey")
    books.tamper(statement)
    checked = books.check()
    assert code in [finding.code for finding in checked.findings]
    assert books.held == {books.one.id, books.two.id}
    alarms = {one for (one,) in books.db.execute("select code from alarms").fetchall()}
    assert code in alarms


def test_a_win_moved_to_another_place_is_found(books: Books) -> None:
    """The order of the wins follows from the rows: with another order they say something else."""
    books.tamper("alter table entries drop constraint entries_because_fkey")
    books.tamper("update entries set place = 900 where maker = 'mesa-1' and seq = 2")
    assert {"ENTRY_DIFFERS", "BALANCE_DIFFERS"} <= {finding.code for finding in books.check().findings}


def test_a_stored_balance_that_is_not_the_sum_of_its_rows_is_found(books: Books) -> None:
    books.tamper("update folds set main = main + 1, contributed = contributed + 1 where place > 1")
    codes = [finding.code for finding in books.check().findings]
    assert codes
    assert set(codes) == {"BALANCE_DIFFERS"}


def test_a_decision_that_paid_something_else_is_made_anew_and_named(books: Books) -> None:
    """A row that agrees with itself and pays 1 peso too much: only the decision made anew finds it."""
    row = books.db.execute("select place, movement from entries where maker = 'mesa-1' and seq = 2").fetchone()
    assert row is not None
    place, movement = row[0], msgspec.json.decode(row[1])
    movement["from_main"] += 1
    movement["payments"][0]["amount"] += 1
    books.tamper(
        f"update entries set movement = '{msgspec.json.encode(movement).decode()}', main = main - 1, paid = paid + 1"
        f" where place = {place}"
    )
    first = books.check().findings[0]
    assert (first.code, first.about, first.place) == ("ENTRY_DIFFERS", "mesa-1", place)


@pytest.mark.parametrize("again", [1, 2])
def test_the_check_of_a_day_is_made_once_whatever_number_of_processes_look(
    books: Books, connected: Connect, again: int
) -> None:
    assert daily(books.db, "piso-1", books.one.pot) is not None
    for number in range(again):
        assert daily(connected(), f"piso-{number}", books.one.pot) is None
    assert books.db.execute("select floor, clean from checks").fetchall() == [("piso-1", True)]


def test_while_one_process_checks_another_leaves_it_to_it(
    books: Books, connected: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, seen = connected(), []

    def watched(db: Connection, floor: str, pot: int, *, whole: bool = False) -> Checked:
        seen.append(daily(other, "piso-2", pot))
        return check(db, floor, pot, whole=whole)

    monkeypatch.setattr("daemon.floor.auditor.check", watched)
    assert daily(books.db, "piso-1", books.one.pot) is not None
    assert seen == [None]


def test_a_check_is_on_the_record_for_good(books: Books) -> None:
    books.check()
    with pytest.raises(Exception, match="its rows stay"):
        books.db.execute("delete from checks")
