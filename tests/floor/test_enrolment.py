"""Who may play for a pot, as which table, under which terms; and how a plan changes under tables that owe something."""

import threading

import pytest

from daemon.floor import presence
from daemon.floor.database import Connection, FloorError
from daemon.floor.enrolment import change_plan, enrol, enrolled, make_pot, pot_named, revoke
from daemon.floor.reconciliation import check
from daemon.floor.store import Enrolled, Refusal, Store
from daemon.keys import new_pair
from table_core.progressive.claims import AnyClaim, Decided
from table_core.progressive.ledger import PassContributed
from table_core.progressive.terms import Terms
from tests.floor.fixtures import Connect
from tests.floor.tables import DIGEST, PAPERS, PEOPLE, PLAN, POT, Cloth, open_pot, seed_pot
from tests.unit.progressive.hands import TERMS, hand, terms

BASE = 5_000_000
DEARER = terms(commission_bp=3000)
NEXT = ("PA-2", "d2" * 32, DEARER)


class Room:
    """A pot and its two tables."""

    def __init__(self, connect: Connect) -> None:
        self.connect = connect
        self.db: Connection = connect()
        self.one, self.two = open_pot(self.db, "mesa-1", "mesa-2", main=BASE)
        self.store = Store(self.db, "piso-1")

    def enrol(
        self, table: str = "mesa-1", key: str = "", terms: Terms = TERMS, papers: tuple[str, str] = ("", "")
    ) -> Enrolled:
        plan, digest = papers
        known = enrolled(self.db, table)
        key = key or (known.public_key if known else new_pair().public)
        return enrol(self.db, POT, table, key, (plan or PLAN, digest or DIGEST, terms), PEOPLE)

    def links(self, one: Enrolled) -> bool:
        return presence.arrived(self.db, one, "run-1", "piso-1")

    def decided(self, one: Enrolled, claim: AnyClaim) -> Decided:
        (answer,) = self.store.take([(one, claim)])
        assert isinstance(answer, Decided), answer
        return answer

    def refused(self, one: Enrolled, claim: AnyClaim) -> str:
        (answer,) = self.store.take([(one, claim)])
        assert isinstance(answer, Refusal), answer
        return answer.code


@pytest.fixture
def room(connected: Connect) -> Room:
    return Room(connected)


# One table, one name


@pytest.mark.requirement("R27")
def test_another_machine_does_not_become_a_table_by_being_enrolled_under_its_name(room: Room) -> None:
    with pytest.raises(FloorError, match="otra llave"):
        room.enrol("mesa-1", new_pair().public)
    assert enrolled(room.db, "mesa-1") == room.one
    revoke(room.db, "mesa-1", PEOPLE[0])
    assert room.enrol("mesa-1", new_pair().public).id > room.one.id


@pytest.mark.requirement("R27")
def test_a_key_is_of_one_table_and_a_revoked_one_of_none(room: Room) -> None:
    with pytest.raises(FloorError, match="llave"):
        room.enrol("mesa-3", room.one.public_key)
    revoke(room.db, "mesa-1", PEOPLE[0])
    for table in ("mesa-1", "mesa-3"):
        with pytest.raises(FloorError, match="revocada"):
            room.enrol(table, room.one.public_key)


@pytest.mark.requirement("R27")
@pytest.mark.parametrize("name", ["Mesa-1", "mesa 1", "mesa_1", "mesa-1 ", "MESA.1", "Pozo"])
def test_a_name_that_people_would_take_for_another_ones_is_not_given(room: Room, name: str) -> None:
    with pytest.raises(FloorError, match="se confunde"):
        room.enrol(name)


@pytest.mark.requirement("R27")
@pytest.mark.parametrize("name", ["mеsa-1", "mesa/1", "", "mesa\n1", "x" * 41, POT])
def test_letters_nobody_here_can_tell_apart_are_no_name(room: Room, name: str) -> None:
    """The first one is written with a Cyrillic letter."""
    with pytest.raises(FloorError):
        room.enrol(name)


@pytest.mark.requirement("R27")
def test_a_table_that_stands_in_the_records_of_one_pot_plays_for_another_under_another_name(room: Room) -> None:
    make_pot(room.db, "otro", *PAPERS)
    room.decided(room.one, Cloth("mesa-1").contribute())
    for name, fits in (("mesa-1", False), ("mesa-2", True)):
        known = enrolled(room.db, name)
        assert known is not None
        if fits:
            assert enrol(room.db, "otro", name, known.public_key, PAPERS, PEOPLE).pot_name == "otro"
            continue
        with pytest.raises(FloorError, match=POT):
            enrol(room.db, "otro", name, known.public_key, PAPERS, PEOPLE)


@pytest.mark.requirement("R27")
def test_every_record_of_a_table_bears_its_name_and_its_enrolment(room: Room) -> None:
    for one in (room.one, room.two):
        cloth = Cloth(one.table)
        room.decided(one, cloth.contribute())
        room.decided(one, cloth.review(hand(1, "straight_flush")))
    rows = room.db.execute(
        "select entries.maker, enrolments.name, movement::jsonb -> 'key' ->> 'table', win::jsonb ->> 'table'"
        " from entries left join enrolments on enrolments.id = entries.enrolment where maker <> %s order by place",
        (POT,),
    ).fetchall()
    assert rows == [(name, name, name, won) for name in ("mesa-1", "mesa-2") for won in (None, name)]


# Parameters


@pytest.mark.requirement("R31")
def test_no_term_of_a_table_changes_while_its_link_is_live(room: Room) -> None:
    assert room.links(room.one)
    with pytest.raises(FloorError, match="está enlazada"):
        room.enrol("mesa-1")
    assert enrolled(room.db, "mesa-1") == room.one
    presence.left(room.db, "piso-1", [room.one.id])
    assert room.enrol("mesa-1").id > room.one.id


@pytest.mark.requirement("R31")
def test_a_table_that_greets_while_its_terms_are_changed_is_not_taken_in_under_the_old_ones(room: Room) -> None:
    other = room.connect()
    came: list[bool] = []
    with other.transaction():
        enrol(other, POT, "mesa-1", room.one.public_key, PAPERS, PEOPLE)
        greeting = threading.Thread(target=lambda: came.append(room.links(room.one)), daemon=True)
        greeting.start()
        watcher = room.connect()
        while not watcher.execute("select 1 from pg_locks where not granted").fetchone():
            assert greeting.is_alive()
    greeting.join(10)
    assert came == [False]


@pytest.mark.requirement("R31")
def test_the_plan_of_a_pot_changes_only_between_two_jackpots_and_with_no_table_linked(room: Room) -> None:
    cloth = Cloth("mesa-1")
    room.decided(room.one, cloth.contribute())
    with pytest.raises(FloorError, match="se está acumulando"):
        change_plan(room.db, POT, NEXT, PEOPLE)
    room.decided(room.one, cloth.review(hand(1, "royal_flush")))
    assert room.links(room.two)
    with pytest.raises(FloorError, match="mesa-2 está enlazada"):
        change_plan(room.db, POT, NEXT, PEOPLE)
    presence.left(room.db, "piso-1", [room.two.id])
    assert change_plan(room.db, POT, NEXT, PEOPLE) == ("mesa-1", "mesa-2")
    assert enrolled(room.db, "mesa-1") is None, "it plays again once it is enrolled under the new plan"
    with pytest.raises(FloorError, match="commission_bp"):
        room.enrol("mesa-1", room.one.public_key)
    assert room.enrol("mesa-1", room.one.public_key, DEARER, NEXT[:2]).plan == "PA-2"


@pytest.mark.requirement("R31")
def test_one_person_changes_no_plan(room: Room) -> None:
    with pytest.raises(FloorError, match="dos personas"):
        change_plan(room.db, POT, NEXT, (PEOPLE[0], PEOPLE[0]))


def test_a_version_of_the_plan_that_was_played_says_one_thing_for_good(room: Room) -> None:
    with pytest.raises(FloorError, match="otra versión"):
        room.enrol("mesa-1", terms=terms(credit_value=500, min_credits=2, max_credits=6))
    assert room.enrol("mesa-1", papers=("", "d9" * 32)).plan == PLAN, "the same terms with one more notice"


def test_what_was_bet_under_the_old_plan_is_taken_and_paid_under_it_after_the_new_one_came(room: Room) -> None:
    """The link broke after the lock, and the papers changed before it was back."""
    cloth = Cloth("mesa-1")
    owed = cloth.contribute()
    change_plan(room.db, POT, NEXT, PEOPLE)
    again = room.enrol("mesa-1", room.one.public_key, DEARER, NEXT[:2])
    assert room.decided(again, owed).movements == (owed.movement,)
    cloth.plan, cloth.terms = "PA-2", DEARER
    room.decided(again, cloth.annul(2))
    room.decided(again, cloth.review(hand(1, "flush"), void=(2,)))
    given = cloth.contribute()
    (dearer,) = room.decided(again, given).movements
    assert isinstance(dearer, PassContributed)
    assert dearer.commission * 10 == dearer.raised * 3
    checked = check(room.db, "prueba", pot_named(room.db, POT), whole=True)
    assert checked.findings == ()
    used = room.db.execute("select seq, enrolment from entries where maker = 'mesa-1' order by seq").fetchall()
    assert used == [(1, room.one.id), (2, room.one.id), (3, room.one.id), (4, again.id)]


@pytest.mark.parametrize("owed", [True, False])
def test_a_table_owes_one_pass_of_the_old_plan_at_most_and_does_not_go_back_to_it(room: Room, owed: bool) -> None:
    change_plan(room.db, POT, NEXT, PEOPLE)
    again = room.enrol("mesa-1", room.one.public_key, DEARER, NEXT[:2])
    cloth = Cloth("mesa-1") if owed else Cloth("mesa-1", DEARER, "PA-2")
    given = cloth.contribute()
    first = room.decided(again, given)
    room.decided(again, cloth.review(hand(1, "nothing")))
    cloth.plan, cloth.terms = PLAN, TERMS
    assert room.refused(again, cloth.contribute()) == "PLAN_DIFFERS"
    assert room.decided(again, given) == first, "said again, it is answered as it was"


def test_two_passes_of_the_old_plan_at_once_are_one_too_many(room: Room) -> None:
    change_plan(room.db, POT, NEXT, PEOPLE)
    again = room.enrol("mesa-1", room.one.public_key, DEARER, NEXT[:2])
    cloth = Cloth("mesa-1")
    first, second = room.store.take([(again, cloth.contribute()), (again, cloth.contribute())])
    assert isinstance(first, Decided)
    assert isinstance(second, Refusal)
    assert second.code == "PLAN_DIFFERS"


# Which games


@pytest.mark.requirement("R40")
@pytest.mark.parametrize(
    ("game", "shares"), [({"base_game": "caribbean"}, True), ({"base_game": "blackjack"}, False), ({"decks": 2}, False)]
)
def test_a_table_of_another_game_is_enrolled_only_when_the_same_hands_win_as_often(
    room: Room, game: dict[str, object], shares: bool
) -> None:
    if shares:
        assert room.enrol("mesa-3", terms=terms(**game)).terms == terms(**game)
        return
    with pytest.raises(FloorError, match="ni tan a menudo"):
        room.enrol("mesa-3", terms=terms(**game))


@pytest.mark.requirement("R41")
def test_unlike_games_play_for_one_pot_by_a_design_of_equal_frequency(connected: Connect) -> None:
    db = connected()
    design = terms(grand_one_in=649_740)
    caribbean = terms(grand_one_in=649_740, prize_table="iquique_caribbean", base_game="caribbean")
    sevens = terms(grand_one_in=649_740, prize_table="iquique_21", base_game="blackjack", decks=6)
    seed_pot(db, BASE, 0, design)
    for table, game in (("mesa-1", design), ("mesa-2", caribbean)):
        enrol(db, POT, table, new_pair().public, (PLAN, DIGEST, game), PEOPLE)
    with pytest.raises(FloorError, match="ni tan a menudo"):
        enrol(db, POT, "mesa-3", new_pair().public, (PLAN, DIGEST, sevens), PEOPLE)
    store = Store(db, "piso-1")
    for table, game in (("mesa-1", design), ("mesa-2", caribbean)):
        one, cloth = enrolled(db, table), Cloth(table, game)
        assert one is not None
        for claim in (cloth.contribute(), cloth.review(hand(1, "royal_flush"))):
            (answer,) = store.take([(one, claim)])
            assert isinstance(answer, Decided)
        assert store.value(one.pot, POT).main == BASE, "each of them won all of it"
