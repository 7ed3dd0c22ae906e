"""Tables on one pot: what they claim and when, what a lost link does before and after the lock, who wins first."""

import pytest
from msgspec.structs import replace

from table_core.commands import CloseTable, Resolve
from table_core.floor_events import FloorDecided, FloorRefused, FloorUnclear, FloorWelcomed, PotHeard
from table_core.progressive import orders
from table_core.progressive.claims import Annulled, Contributed, Reviewed
from table_core.progressive.operations import ClaimMade
from table_core.progressive.orders import OpenSideBets
from tests.unit.progressive.linked_tables import FLOOR, NOTHING, LinkedTable, books, floor, linked_table, plays_on
from tests.unit.progressive.table import TERMS, names


def claims(table: LinkedTable) -> list[tuple[int, str]]:
    return [(one.claim.seq, type(one.claim).__name__) for one in table.recorded if isinstance(one, ClaimMade)]


# A pass


def test_a_pass_is_two_claims_without_a_gap_and_the_floor_decides_the_prize() -> None:
    table = linked_table()
    table.locked(2, 5)
    assert (claims(table), table.side.pot.last) == ([(1, "Contributed")], {})
    table.deliver()
    table.won()
    assert claims(table) == [(1, "Contributed"), (2, "Reviewed")]
    assert [(due.payment.seat, due.payment.amount, due.confirmed_by) for due in table.side.dues] == [
        (2, 2_001_440, "Beto")
    ]
    assert (table.side.worth, table.side.linked.pending) == (1_000_000, ())
    assert books(table) == table.shared.pot.sums


def test_the_same_pass_gives_what_a_pot_of_its_own_would_give() -> None:
    table = linked_table()
    table.locked(2, 5)
    table.deliver()
    shown = table.reconciler.side().picture(table.state)
    assert (shown["pot"], shown["increment"], shown["stale"]) == (2_001_440, 1440, False)


def test_a_second_winner_gets_what_the_first_left_and_both_records_agree() -> None:
    pot = floor()
    one, other = linked_table(pot, "mesa-1"), linked_table(pot, "mesa-2")
    for table in (one, other):
        table.locked(2, 5)
        table.deliver()
    for table in (one, other):
        table.won(deliver=False)
    other.deliver()
    one.deliver()
    assert [due.payment.amount for due in other.side.dues] == [2_002_880]
    assert [due.payment.amount for due in one.side.dues] == [1_000_000]
    assert books(one, other) == pot.pot.sums
    places = [table.side.linked.answers[-1].place for table in (other, one)]
    assert places == sorted(places)


def test_the_others_play_on_and_show_the_win_and_the_new_value() -> None:
    pot = floor()
    winner, other = linked_table(pot, "mesa-1"), linked_table(pot, "mesa-2")
    other.locked(5)
    other.deliver()
    winner.locked(2, 5)
    winner.deliver()
    winner.won()
    other.hear_value()
    lines = other.reconciler.side().display_lines(other.state)
    assert lines == ("POZO $1.000.000", "PENDIENTE $2.002.160")
    assert other.side.in_play == {5: 1}
    shown = other.reconciler.side().picture(other.state)
    assert (shown["news"]["table"], shown["news"]["amount"]) == ("mesa-1", 2_002_160)
    assert winner.reconciler.side().display_lines(winner.state)[1].startswith("TRES SIETES")
    assert winner.side.linked.news is None


def test_news_of_another_table_ends_with_the_next_bets_here_once_the_winner_plays_on() -> None:
    pot = floor()
    winner, other = linked_table(pot, "mesa-1"), linked_table(pot, "mesa-2")
    winner.locked(2, 5)
    winner.deliver()
    winner.won()
    other.hear_value()
    plays_on(pot, "mesa-1")
    other.hear_value()
    assert other.side.linked.news is not None
    other.order(OpenSideBets(), "dealer")
    assert other.side.linked.news is None


def test_an_annulled_pass_goes_back_through_the_floor() -> None:
    table = linked_table()
    table.locked(2, 5)
    table.order(orders.VoidSideBets((5,)), "jefe_de_mesa")
    table.order(orders.VoidSideBets((2,)), "jefe_de_mesa")
    assert (table.side.lit, claims(table)) == (frozenset(), [(1, "Contributed"), (2, "Annulled"), (3, "Annulled")])
    table.deliver()
    assert table.side.worth == 2_000_000
    assert books(table) == table.shared.pot.sums


def test_a_pot_of_the_floor_is_neither_seeded_nor_corrected_at_a_table() -> None:
    table = linked_table()
    assert table.refused(orders.SeedPot(5)) == "POT_ON_FLOOR"
    assert table.refused(orders.CorrectPot(5, "malfunction", "porque sí")) == "POT_ON_FLOOR"


# The link


def test_no_side_bet_is_opened_without_the_floor() -> None:
    table = LinkedTable(floor())
    assert table.refused(OpenSideBets(), "dealer") == "NO_FLOOR"
    table.see(FloorWelcomed(FLOOR, "piso-1", "P", 0))
    assert table.refused(OpenSideBets(), "dealer") == "NO_POT"
    table.hear_value()
    assert table.refused(OpenSideBets(), "dealer") == "(obeyed)"


def test_a_restart_asks_the_floor_again_before_it_takes_a_bet() -> None:
    table = linked_table()
    table.restart()
    assert table.refused(OpenSideBets(), "dealer") == "NO_FLOOR"
    table.link()
    assert table.refused(OpenSideBets(), "dealer") == "(obeyed)"


@pytest.mark.requirement("R32")
def test_a_link_lost_before_the_lock_gives_the_bets_back_and_closes_the_seats_with_the_reason() -> None:
    table = linked_table()
    table.bets(2, 5)
    assert table.side.lit == {2, 5}
    table.cut()
    assert (table.side.lit, table.side.phase) == (frozenset(), "idle")
    assert table.side.closed_for == dict.fromkeys(range(1, 8), "floor")
    assert sorted(table.codes()) == ["floor.link_lost", "side.bet_returned", "side.bet_returned"]
    assert not table.state.held
    assert not claims(table)
    assert table.reconciler.side().display_lines(table.state)[1] == "SIN ACTUALIZAR"
    table.link()
    assert (table.side.closed_for, "floor.link_lost" in table.codes()) == ({}, False)


@pytest.mark.requirement("R32")
def test_a_link_lost_while_the_lock_is_read_back_gives_the_bets_back() -> None:
    table = linked_table()
    table.bets(2)
    table.locks(locked=False)
    table.order(orders.LockSideBets(), "dealer")
    assert table.side.phase == "locking"
    table.cut()
    assert (table.side.phase, table.side.lit, claims(table)) == ("idle", frozenset(), [])


@pytest.mark.requirement("R32")
def test_a_link_lost_after_the_lock_leaves_the_lamps_and_the_award_waits_for_it() -> None:
    table = linked_table()
    table.locked(2, 5)
    table.cut()
    assert table.side.lit == {2, 5}
    table.won(deliver=False)
    table.end_base_pass()
    assert table.side.phase == "reviewed"
    assert table.side.lit == {2, 5}
    assert not table.side.dues
    assert table.reconciler.side().display_lines(table.state)[1] == "PAGO PENDIENTE"
    assert table.reconciler.side().picture(table.state)["award_pending"]
    assert table.refused(CloseTable()) == "AWARD_PENDING"
    table.link()
    assert table.refused(OpenSideBets(), "dealer") == "SIDE_UNDER_WAY"
    table.deliver()
    assert [due.payment.amount for due in table.side.dues] == [2_001_440]
    table.release(1)
    assert (table.side.phase, table.side.lit) == ("idle", frozenset())
    assert books(table) == table.shared.pot.sums


def test_a_pass_that_wins_nothing_settles_itself_when_the_floor_answers() -> None:
    table = linked_table()
    table.locked(2)
    table.cut()
    table.finish(NOTHING)
    table.review({2: None})
    table.end_base_pass()
    assert table.side.lit == {2}
    table.link()
    table.deliver()
    assert (table.side.lit, table.side.phase, table.refused(OpenSideBets(), "dealer")) == (
        frozenset(),
        "idle",
        "(obeyed)",
    )


def test_a_seat_a_supervisor_closed_stays_closed_when_the_floor_returns() -> None:
    table = linked_table()
    table.cut()
    table.order(orders.CloseSeat(3), "jefe_de_mesa")
    table.link()
    assert table.side.closed_for == {3: "supervisor"}


def test_after_a_restart_everything_pending_is_still_pending() -> None:
    table = linked_table()
    table.locked(2, 5)
    table.won(deliver=False)
    before = table.side.linked
    table.restart()
    assert table.side.linked == before
    table.link()
    table.deliver()
    assert table.side.linked.pending == ()
    assert len(table.side.dues) == 1


# Contradictions


def test_the_same_answer_twice_counts_once() -> None:
    table = linked_table()
    table.locked(2, 5)
    table.deliver()
    again = table.see(FloorDecided(FLOOR, table.side.linked.answers[0]))
    assert again == []
    assert table.codes() == []


@pytest.mark.parametrize("settled", [False, True])
def test_another_answer_to_the_same_claim_is_an_alarm_and_holds_the_side_bets_alone(settled: bool) -> None:
    table = linked_table()
    table.locked(2, 5)
    table.deliver()
    table.won(deliver=settled)
    decided = table.side.linked.answers[0]
    books_before = table.side.linked.books
    movement = replace(decided.movements[0], plan="PA-9")
    table.see(FloorDecided(FLOOR, replace(decided, movements=(movement,))))
    assert table.codes() == ["side.floor_contradicts"]
    assert (table.state.held, table.side.linked.books) == (False, books_before)


def test_while_the_two_contradict_each_other_no_bet_is_opened_until_a_person_has_looked() -> None:
    table = linked_table()
    table.bets(2)
    table.see(PotHeard(FLOOR, replace(table.shared.value, main=1)))
    assert (table.codes()[-1], table.side.lit) == ("side.floor_contradicts", frozenset())
    assert table.refused(OpenSideBets(), "dealer") == "FLOOR_CONTRADICTS"
    incident = table.state.open_incident("side.floor_contradicts")
    assert incident is not None
    assert table.refused(Resolve(incident.id, "ACKNOWLEDGE"), "jefe_de_mesa") != "(obeyed)"
    table.order(Resolve(incident.id, "ACKNOWLEDGE"), "jefe_de_sala")
    assert table.refused(OpenSideBets(), "dealer") == "(obeyed)"


@pytest.mark.parametrize("answered", [-1, 0, 2, 9])
def test_a_floor_that_knows_more_or_less_than_the_journal_is_not_believed(answered: int) -> None:
    table = linked_table()
    table.locked(2)
    table.deliver()
    table.cut()
    table.see(FloorWelcomed(FLOOR, "piso-2", "P", answered))
    assert "side.floor_contradicts" in table.codes()
    assert table.state.links[FLOOR] == "down"


def test_an_answer_that_does_not_fit_its_claim_is_not_taken() -> None:
    table = linked_table()
    table.locked(2, 5)
    claim = table.side.linked.pending[0].claim
    decided = table.shared.decide(table.name, claim)
    movement = decided.movements[0]
    for wrong in (
        replace(decided, movements=()),
        replace(decided, movements=(movement, movement)),
        replace(decided, movements=(replace(movement, key=replace(movement.key, seq=2)),)),
        replace(decided, movements=(replace(movement, key=replace(movement.key, table="mesa-2")),)),
        replace(decided, movements=(table.shared.movements[0],)),
        replace(decided, seq=2),
        replace(decided, seq=0),
    ):
        table.see(FloorDecided(FLOOR, wrong))
        assert len(table.side.linked.pending) == 1
        incident = table.state.open_incident("side.floor_contradicts")
        assert incident is not None, wrong
        table.order(Resolve(incident.id, "ACKNOWLEDGE"), "jefe_de_sala")
    table.deliver()
    assert table.side.linked.pending == ()


def test_an_answer_that_overtook_another_waits_for_its_turn() -> None:
    table = linked_table()
    table.locked(2, 5)
    table.won(deliver=False)
    first, second = (table.shared.decide(table.name, one.claim) for one in table.side.linked.pending)
    assert table.see(FloorDecided(FLOOR, second)) == []
    table.see(FloorDecided(FLOOR, first))
    table.see(FloorDecided(FLOOR, second))
    assert (table.side.linked.pending, table.codes()) == ((), [])


def test_an_older_value_is_not_shown() -> None:
    pot = floor()
    table = linked_table(pot)
    before = pot.value
    table.locked(2)
    table.deliver()
    assert table.see(PotHeard(FLOOR, before)) == []
    assert table.side.worth == 2_000_720


def test_a_refusal_and_an_unreadable_message_are_told_by_name() -> None:
    table = linked_table()
    table.see(FloorRefused(FLOOR, "TERMS_DIFFER", "límites distintos"))
    assert table.refused(OpenSideBets(), "dealer") == "NO_FLOOR"
    assert [(one.code, one.detail) for one in table.state.incidents][-1] == (
        "side.floor_refuses",
        "TERMS_DIFFER: límites distintos",
    )
    table.see(FloorUnclear(FLOOR, "no es un mensaje"))
    assert table.codes()[-1] == "side.floor_contradicts"
    table.link()
    assert table.codes() == ["side.floor_contradicts"]


def test_a_claim_the_floor_does_not_take_waits_and_says_why() -> None:
    table = linked_table()
    table.shared.terms = replace(TERMS, commission_bp=1)
    table.locked(2)
    table.deliver()
    assert table.codes() == ["side.floor_refuses"]
    assert table.side.lit == {2}
    table.shared.terms = TERMS
    table.deliver()
    assert (table.codes(), table.side.linked.pending) == ([], ())


def test_claims_are_journalled_before_they_are_sent_and_never_renumbered() -> None:
    table = linked_table()
    for _ in range(3):
        table.locked(2)
        table.finish(NOTHING)
        table.review({2: None})
        table.end_base_pass()
        table.deliver()
    made = [one.claim for one in table.recorded if isinstance(one, ClaimMade)]
    assert [claim.seq for claim in made] == list(range(1, 7))
    assert {type(claim) for claim in made} == {Contributed, Reviewed}
    assert names([one for one in table.recorded if isinstance(one, ClaimMade)]) == ["ClaimMade"] * 6
    assert not [claim for claim in made if isinstance(claim, Annulled)]
