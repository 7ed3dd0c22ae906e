"""The pot in a real PostgreSQL: claims count once, contributions stand beside each other, awards in one order."""

import threading
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from daemon.floor.enrolment import pot_named
from daemon.floor.store import Answer, Enrolled, Refusal, Store
from table_core.progressive import ledger
from table_core.progressive.claims import AnyClaim, Contributed, Decided
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import PotReseeded, PrizesAwarded
from tests.floor.fixtures import Connect
from tests.floor.tables import POT, Cloth, open_pot
from tests.unit.progressive.hands import hand

BASE = 5_000_000


class Floor:
    """A store on a seeded pot with two tables."""

    def __init__(self, connect: Connect) -> None:
        self.db = connect()
        self.one, self.two = open_pot(self.db, "mesa-1", "mesa-2", main=BASE)
        self.store = Store(self.db, "piso-1")

    def say(self, enrolled: Enrolled, claim: AnyClaim) -> Answer:
        (answer,) = self.store.take([(enrolled, claim)])
        return answer

    def decided(self, enrolled: Enrolled, claim: AnyClaim) -> Decided:
        answer = self.say(enrolled, claim)
        assert isinstance(answer, Decided), answer
        return answer

    def refused(self, enrolled: Enrolled, claim: AnyClaim) -> str:
        before = self.store.value(self.one.pot, POT)
        answer = self.say(enrolled, claim)
        assert isinstance(answer, Refusal), answer
        assert self.store.value(self.one.pot, POT) == before
        return answer.code

    @property
    def main(self) -> int:
        return self.store.value(self.one.pot, POT).main

    def alarms(self) -> list[tuple[str, str, int]]:
        return self.db.execute("select about, code, times from alarms order by id").fetchall()


@pytest.fixture
def floor(connected: Connect) -> Floor:
    return Floor(connected)


def test_a_contribution_counts_once_and_is_answered_the_same_twice(floor: Floor) -> None:
    claim = Cloth("mesa-1").contribute()
    first = floor.decided(floor.one, claim)
    assert first.movements == (claim.movement,)
    assert floor.main == BASE + claim.movement.to_main
    assert floor.decided(floor.one, claim) == first
    assert floor.store.take([(floor.one, claim), (floor.one, claim)]) == [first, first]
    assert floor.main == BASE + claim.movement.to_main
    assert floor.store.answered(floor.one) == 1


def test_the_same_claim_twice_in_one_message_counts_once(floor: Floor) -> None:
    claim = Cloth("mesa-1").contribute()
    first, second = floor.store.take([(floor.one, claim), (floor.one, claim)])
    assert first == second
    assert floor.main == BASE + claim.movement.to_main


def test_the_same_number_with_other_content_is_an_alarm_and_changes_nothing(floor: Floor) -> None:
    floor.decided(floor.one, Cloth("mesa-1").contribute())
    other = Cloth("mesa-1").contribute(SideBet(4, 3))
    assert floor.refused(floor.one, other) == "CONFLICT"
    assert floor.refused(floor.one, other) == "CONFLICT"
    assert floor.alarms() == [("mesa-1", "CONFLICT", 2)]


def test_a_decided_claim_with_other_content_is_an_alarm(floor: Floor) -> None:
    cloth = Cloth("mesa-1")
    floor.decided(floor.one, cloth.contribute())
    review = cloth.review()
    first = floor.decided(floor.one, review)
    assert floor.refused(floor.one, replace(review, hands=(hand(1, "flush"),))) == "CONFLICT"
    assert floor.decided(floor.one, review) == first


def test_a_gap_is_refused_and_filled_later(floor: Floor) -> None:
    cloth = Cloth("mesa-1")
    first, second = cloth.contribute(), cloth.contribute()
    assert floor.refused(floor.one, second) == "GAP"
    assert floor.refused(floor.one, cloth.review()) == "GAP"
    floor.decided(floor.one, first)
    floor.decided(floor.one, second)
    assert not floor.alarms()


def test_what_comes_together_is_answered_one_by_one(floor: Floor) -> None:
    """Known, new, wrong, missing and contradicting ones in one message: each as if it had come alone."""
    one, two = Cloth("mesa-1"), Cloth("mesa-2")
    known = one.contribute()
    before = floor.decided(floor.one, known)
    new, wrong, other = one.contribute(), two.contribute(), Cloth("mesa-1").contribute(SideBet(4, 3))
    spoiled = replace(wrong, movement=replace(wrong.movement, plan="PA-0"))
    claims = [(floor.one, known), (floor.one, new), (floor.two, spoiled), (floor.two, two.contribute())]
    answers = floor.store.take([*claims, (floor.one, new), (floor.one, other), (floor.one, one.contribute())])
    assert [answer.code if isinstance(answer, Refusal) else answer.seq for answer in answers] == [
        *(1, 2, "PLAN_DIFFERS", "GAP", 2, "CONFLICT", 3),
    ]
    assert answers[0] == before
    assert answers[1] == answers[4]
    assert floor.db.execute("select maker, seq from entries where maker <> %s order by place", (POT,)).fetchall() == [
        *(("mesa-1", 1), ("mesa-1", 2), ("mesa-1", 3)),
    ]


@pytest.mark.parametrize(("seq", "code"), [(0, "NUMBER_WRONG"), (-1, "NUMBER_WRONG"), (2**63, "GAP")])
def test_a_number_that_counts_nothing_is_refused_and_holds_nobody_else_up(floor: Floor, seq: int, code: str) -> None:
    claim = Cloth("mesa-1").contribute()
    strange = Contributed(seq, replace(claim.movement, key=ledger.Key("mesa-1", seq)))
    good = Cloth("mesa-2").contribute()
    refused, taken = floor.store.take([(floor.one, strange), (floor.two, good)])
    assert isinstance(refused, Refusal)
    assert refused.code == code
    assert isinstance(taken, Decided)
    assert floor.refused(floor.one, replace(Cloth("mesa-1").review(of=1), seq=seq)) == code


def test_a_contribution_writes_no_row_that_another_one_writes(floor: Floor, connected: Connect) -> None:
    """Not even a lock in it: on the pot's row every table would queue."""
    watcher = connected()
    marks = b"select name, xmax::text from pots union all select name, xmax::text from enrolments order by name"
    before = watcher.execute(marks).fetchall()
    with floor.db.transaction():
        floor.decided(floor.one, Cloth("mesa-1").contribute())
        assert watcher.execute(marks).fetchall() == before


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (
            lambda moved: replace(moved, to_main=moved.to_main + 1, to_reserve=moved.to_reserve - 1),
            "CONTRIBUTION_WRONG",
        ),
        (lambda moved: replace(moved, plan="PA-0"), "PLAN_DIFFERS"),
        (lambda moved: replace(moved, bets=(*moved.bets, moved.bets[0])), "BETS_WRONG"),
        (lambda moved: replace(moved, bets=(SideBet(1, 4),)), "BETS_WRONG"),
        (lambda moved: replace(moved, key=ledger.Key("mesa-2", 1)), "KEY_WRONG"),
    ],
)
def test_a_contribution_that_is_not_the_plans_is_refused_by_name(
    floor: Floor, spoil: Callable[[ledger.PassContributed], ledger.PassContributed], code: str
) -> None:
    claim = Cloth("mesa-1").contribute()
    assert floor.refused(floor.one, replace(claim, movement=spoil(claim.movement))) == code
    assert floor.alarms() == [("mesa-1", code, 1)]
    floor.decided(floor.one, claim)


def test_the_whole_pot_is_paid_and_stands_at_its_base_again(floor: Floor) -> None:
    cloth = Cloth("mesa-1")
    given = cloth.contribute()
    floor.decided(floor.one, given)
    review = cloth.review(hand(1, "royal_flush"))
    answer = floor.decided(floor.one, review)
    awarded, reseeded = answer.movements
    assert isinstance(awarded, PrizesAwarded)
    assert [payment.amount for payment in awarded.payments] == [BASE + given.movement.to_main]
    assert isinstance(reseeded, PotReseeded)
    assert reseeded.key == ledger.Key(POT, 2)
    value = floor.store.value(floor.one.pot, POT)
    assert (value.main, value.place) == (BASE, answer.place)
    assert value.win is not None
    assert (value.win.table, value.win.seat, value.win.prize) == ("mesa-1", 1, "royal_flush")
    assert (value.win.amount, value.win.place) == (awarded.payments[0].amount, answer.place)
    assert floor.decided(floor.one, review) == answer


def test_an_annulment_gives_back_what_the_seats_gave(floor: Floor) -> None:
    cloth = Cloth("mesa-1")
    floor.decided(floor.one, cloth.contribute(SideBet(1, 1), SideBet(2, 2), SideBet(3, 3)))
    floor.decided(floor.one, cloth.annul(2))
    assert floor.refused(floor.one, replace(cloth.annul(3), before=())) == "VOID_DIFFERS"
    cloth.made.pop()
    floor.decided(floor.one, cloth.annul(1, 3, before=(2,)))
    value = floor.store.value(floor.one.pot, POT)
    assert (value.main, value.reserve) == (BASE, 0)


def test_a_pass_is_paid_once(floor: Floor) -> None:
    cloth = Cloth("mesa-1")
    floor.decided(floor.one, cloth.contribute())
    floor.decided(floor.one, cloth.review(hand(1, "flush")))
    assert floor.refused(floor.one, cloth.review(hand(1, "flush"))) == "REVIEWED_TWICE"
    cloth.made.pop()
    assert floor.refused(floor.one, cloth.annul(1)) == "ALREADY_REVIEWED"


def test_a_hand_without_a_bet_is_not_paid(floor: Floor) -> None:
    cloth = Cloth("mesa-1")
    floor.decided(floor.one, cloth.contribute(SideBet(1, 1)))
    assert floor.refused(floor.one, cloth.review(hand(1, "flush", 3))) == "HANDS_WITHOUT_BETS"
    cloth.made.pop()
    assert floor.refused(floor.one, cloth.review(hand(1, "flush"), hand(2, "flush"))) == "HANDS_WITHOUT_BETS"
    cloth.made.pop()
    assert floor.refused(floor.one, replace(cloth.review(), of=7)) == "NO_SUCH_PASS"


def test_another_tables_pass_cannot_be_claimed(floor: Floor) -> None:
    floor.decided(floor.one, Cloth("mesa-1").contribute())
    thief = Cloth("mesa-2")
    thief.contribute()
    assert floor.refused(floor.two, replace(thief.review(hand(1, "royal_flush")), seq=1)) == "NO_SUCH_PASS"


def test_rows_are_never_changed_nor_deleted(floor: Floor) -> None:
    floor.decided(floor.one, Cloth("mesa-1").contribute())
    for statement in (
        "update entries set main = main + 1",
        "delete from entries",
        "delete from folds",
        "truncate entries cascade",
        "delete from pots",
        "delete from enrolments",
    ):
        with pytest.raises(psycopg.errors.RaiseException):
            floor.db.execute(statement.encode())


def test_the_value_is_the_same_from_any_fold(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.floor.store.FOLD_AFTER", 3)
    cloth = Cloth("mesa-1")
    expected = BASE
    for _ in range(10):
        claim = cloth.contribute()
        floor.decided(floor.one, claim)
        expected += claim.movement.to_main
        assert floor.main == expected
    folds = floor.db.execute("select count(*) from folds").fetchone()
    assert folds is not None
    assert folds[0] > 2


def test_two_tables_win_the_same_pot_in_the_same_moment_200_times(floor: Floor, connected: Connect) -> None:
    """One order, both records agree, and the money is exact: the first takes what was there, the second the base."""
    cloths = {"mesa-1": Cloth("mesa-1"), "mesa-2": Cloth("mesa-2")}
    enrolled = {"mesa-1": floor.one, "mesa-2": floor.two}
    stores = {table: Store(connected(), f"piso-{table}") for table in cloths}
    meet = threading.Barrier(2)
    orders = []

    def win(table: str) -> None:
        claim = cloths[table].review(hand(1, "royal_flush"))
        meet.wait()
        (answer,) = stores[table].take([(enrolled[table], claim)])
        assert isinstance(answer, Decided)
        cloths[table].hear(answer)

    for _ in range(200):
        before = floor.main
        raised = 0
        for table, cloth in cloths.items():
            claim = cloth.contribute()
            raised += claim.movement.to_main
            cloth.hear(floor.decided(enrolled[table], claim))
        threads = [threading.Thread(target=win, args=(table,)) for table in cloths]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        answers = sorted((cloth.answers[cloth.next - 1] for cloth in cloths.values()), key=lambda one: one.place)
        paid = [sum(payment.amount for payment in _award(answer).payments) for answer in answers]
        assert paid == [before + raised, BASE]
        orders.append(tuple(_award(answer).key.table for answer in answers))
        assert floor.main == BASE
    assert len(set(orders)) == 2, "one side always won: they never met"
    rows = floor.db.execute("select maker from entries where kind = 'PrizesAwarded' order by place").fetchall()
    assert [maker for (maker,) in rows] == [table for order in orders for table in order]
    for table, cloth in cloths.items():
        kept = floor.db.execute("select movement from entries where maker = %s order by seq", (table,)).fetchall()
        ours = [answer.movements[0] for _, answer in sorted(cloth.answers.items())]
        assert [msgspec.json.decode(text, type=ledger.PotMovement) for (text,) in kept] == ours


def _award(answer: Decided) -> PrizesAwarded:
    awarded = answer.movements[0]
    assert isinstance(awarded, PrizesAwarded)
    return awarded


def test_an_award_sees_every_contribution_with_a_lower_place_and_no_other(floor: Floor, connected: Connect) -> None:
    """A contribution under way holds the award back until it is committed."""
    cloth, slow = Cloth("mesa-1"), Cloth("mesa-2")
    floor.decided(floor.one, cloth.contribute())
    done: list[Answer] = []
    other = connected()
    with other.transaction():
        pending = Store(other, "piso-2").take([(floor.two, slow.contribute())])
        award = threading.Thread(
            target=lambda: done.append(floor.say(floor.one, cloth.review(hand(1, "royal_flush")))), daemon=True
        )
        award.start()
        watcher = connected()
        while not watcher.execute("select 1 from pg_locks where locktype = 'advisory' and not granted").fetchone():
            assert award.is_alive()
        assert not done
    award.join(10)
    (given,), (won,) = pending, done
    assert isinstance(given, Decided)
    assert isinstance(won, Decided)
    assert given.place < won.place
    assert floor.main == BASE, "the contribution under way was part of what was won"


def test_a_contribution_under_way_makes_the_pot_worth_more_at_a_place_that_was_told_already(
    floor: Floor, connected: Connect
) -> None:
    """Tables must take that for what it is: see `table_core.progressive.linked.news_of`."""
    other = connected()
    with other.transaction():
        Store(other, "piso-2").take([(floor.two, Cloth("mesa-2").contribute())])
        floor.decided(floor.one, Cloth("mesa-1").contribute())
        before = floor.store.value(floor.one.pot, POT)
    after = floor.store.value(floor.one.pot, POT)
    assert after.place == before.place
    assert after.main > before.main


def test_a_transaction_cut_in_the_middle_leaves_nothing(floor: Floor, connected: Connect) -> None:
    cloth = Cloth("mesa-1")
    floor.decided(floor.one, cloth.contribute())
    review = cloth.review(hand(1, "royal_flush"))
    entries = floor.db.execute("select count(*) from entries").fetchone()
    for statement in range(1, 12):
        cut = _Cut(connected, statement)
        try:
            (answer,) = Store(cut, "piso-2").take([(floor.one, review)])  # type: ignore[arg-type]
        except psycopg.OperationalError:
            assert floor.db.execute("select count(*) from entries").fetchone() == entries
            assert floor.db.execute("select count(*) from folds").fetchone() == (2,)
        else:
            assert statement > 6
            assert answer == floor.decided(floor.one, review)
            break
    else:
        pytest.fail("it never came to its end")


class _Cut:
    """A connection whose server process is killed before its statement number *at*."""

    def __init__(self, connect: Connect, at: int) -> None:
        self._db = connect()
        self._killer = connect()
        self._left = at
        self.transaction = self._db.transaction

    def execute(self, query: bytes, values: tuple[Any, ...] = ()) -> object:
        self._left -= 1
        if not self._left:
            self._killer.execute("select pg_terminate_backend(%s, 5000)", (self._db.info.backend_pid,))
        return self._db.execute(query, values)


def test_the_pots_own_movements_are_numbered_by_the_pot(floor: Floor) -> None:
    pot = pot_named(floor.db, POT)
    for number in (2, 3):
        corrected = ledger.PotCorrected(ledger.Key(POT, 1), "PA-1", -1000, 0, "Ana Rojas", "error de digitación")
        assert floor.store.post_own(pot, POT, corrected).movement.key == ledger.Key(POT, number)
    assert floor.main == BASE - 2000
    with pytest.raises(ledger.MovementRefused, match="OVERDRAWN"):
        floor.store.post_own(pot, POT, replace(corrected, main=-BASE))
    assert floor.main == BASE - 2000
