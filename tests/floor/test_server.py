"""A floor process over real ZeroMQ, CURVE and PostgreSQL: who is let in, what is answered, what is recorded by name."""

from typing import Any

import msgspec
import pytest

from daemon.floor import presence
from daemon.floor.database import FloorError, connect
from daemon.floor.enrolment import enrol, revoke
from daemon.keys import new_pair
from firmware_bridge.wire.floor import Refused
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import PrizesAwarded
from tests.floor.ends import eventually
from tests.floor.house import BASE, House, house
from tests.floor.tables import PAPERS, PEOPLE, POT, Cloth
from tests.unit.progressive.hands import TERMS, hand, terms

__all__ = ["house"]


def test_an_enrolled_table_is_welcomed_contributes_and_hears_the_pot_grow(house: House) -> None:
    end = house.end(house.floor())
    welcome = end.greet()
    assert (welcome.floor, welcome.pot, welcome.answered) == ("piso-1", POT, 0)
    assert end.value().main == BASE
    claim = Cloth("mesa-1").contribute()
    (answer,) = end.decided(claim)
    assert answer.movements == (claim.movement,)
    assert end.value(lambda value: value.place >= answer.place).main == BASE + claim.movement.to_main


@pytest.mark.requirement("R35")
def test_a_win_at_one_process_is_told_at_once_to_tables_at_another(house: House) -> None:
    one, two = house.linked(house.floor("piso-1")), house.linked(house.floor("piso-2"), "mesa-2")
    cloth = Cloth("mesa-1")
    given = cloth.contribute()
    _, answer = end_answers = one.decided(given, cloth.review(hand(1, "royal_flush")))
    assert len(end_answers) == 2
    awarded = answer.movements[0]
    assert isinstance(awarded, PrizesAwarded)
    told = two.value(lambda value: value.win is not None)
    assert told.win is not None
    assert (told.win.table, told.win.seat, told.win.amount) == ("mesa-1", 1, BASE + given.movement.to_main)
    assert told.main == BASE


@pytest.mark.requirement("R47")
def test_a_win_is_told_as_pending_until_its_table_plays_on(house: House) -> None:
    one, two = house.linked(house.floor("piso-1")), house.linked(house.floor("piso-2"), "mesa-2")
    cloth = Cloth("mesa-1")
    one.decided(cloth.contribute(), cloth.review(hand(1, "royal_flush")))
    assert two.value(lambda value: value.win is not None).pending
    two.decided(Cloth("mesa-2").contribute())
    assert two.value(lambda value: value.main > BASE).pending
    one.decided(cloth.contribute())
    assert not two.value(lambda value: not value.pending).pending


def test_a_claim_said_again_is_answered_the_same_and_counts_once(house: House) -> None:
    end = house.linked(house.floor())
    claim = Cloth("mesa-1").contribute()
    first = end.decided(claim)
    assert end.decided(claim) == first
    assert end.value(lambda value: value.place > 1).main == BASE + claim.movement.to_main
    assert house.alarms() == {}


def test_what_one_process_answered_another_answers_the_same(house: House) -> None:
    end = house.linked(house.floor("piso-1"))
    claim = Cloth("mesa-1").contribute()
    first = end.decided(claim)
    end.close()
    again = house.end(house.floor("piso-2"))
    assert again.greet().answered == 1
    assert again.decided(claim) == first


def test_a_claim_with_other_content_is_refused_by_name(house: House) -> None:
    end = house.linked(house.floor())
    end.decided(Cloth("mesa-1").contribute())
    end.claim(Cloth("mesa-1").contribute(SideBet(4, 3)))
    refused = end.hear(Refused)
    assert (refused.code, refused.seq) == ("CONFLICT", 1)
    house.recorded("mesa-1", "CONFLICT")


def test_what_stood_before_a_refused_claim_is_answered_and_what_follows_it_is_not(house: House) -> None:
    end = house.linked(house.floor())
    cloth = Cloth("mesa-1")
    good, bad, later = cloth.contribute(), cloth.contribute(), cloth.contribute()
    spoilt = msgspec.structs.replace(bad, movement=msgspec.structs.replace(bad.movement, plan="PA-0"))
    assert [answer.seq for answer in end.decided(good, spoilt, later)] == [1]
    assert end.hear(Refused).code == "PLAN_DIFFERS"
    end.claim(bad, later)
    assert [answer.seq for answer in end.decided(bad, later)] == [2, 3]


# Who is let in


@pytest.mark.requirement("R83")
def test_a_key_nobody_enrolled_opens_nothing(house: House) -> None:
    floor = house.floor()
    stranger = house.end(floor, pair=new_pair())
    assert stranger.is_cut()
    house.recorded("?", "KEY_UNKNOWN")


def test_a_revoked_key_loses_the_link_it_has_at_once_and_opens_nothing_again(house: House) -> None:
    floor = house.floor()
    end, other = house.linked(floor), house.linked(floor, "mesa-2")
    revoke(house.db, "mesa-1", "Ana Rojas")
    assert end.is_cut(2)
    house.recorded("mesa-1", "KEY_REVOKED")
    again = house.end(floor)
    assert again.is_cut()
    assert not other.is_cut(0.5), "the other table's connection stays"
    assert other.value().main == BASE


def test_a_stolen_key_is_refused_while_its_table_plays_and_recorded(house: House) -> None:
    floor, second = house.floor("piso-1"), house.floor("piso-2")
    end = house.linked(floor)
    for where in (floor, second):
        thief = house.end(where, run="run-of-a-thief")
        assert thief.refused() == "KEY_IN_USE"
    house.recorded("mesa-1", "KEY_IN_USE")
    assert end.decided(Cloth("mesa-1").contribute())[0].seq == 1


def test_a_stolen_key_under_another_name_is_refused_and_recorded_by_its_owners_name(house: House) -> None:
    thief = house.end(house.floor(), "mesa-2", house.pairs["mesa-1"])
    assert thief.refused() == "KEY_OF_ANOTHER"
    house.recorded("mesa-1", "KEY_OF_ANOTHER")


def test_a_table_that_started_anew_is_taken_in_as_soon_as_its_old_connection_is_gone(house: House) -> None:
    floor = house.floor()
    house.linked(floor).close()
    assert house.end(floor, run="run-2").greet().floor == "piso-1"
    assert house.alarms() == {}


def test_the_same_run_on_a_newer_connection_takes_the_place_of_the_older(house: House) -> None:
    floor = house.floor()
    old = house.linked(floor)
    new = house.linked(floor)
    assert old.is_cut()
    assert new.value().main == BASE


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"protocol": 2}, "PROTOCOL_DIFFERS"),
        ({"plan": "PA-0"}, "PLAN_DIFFERS"),
        ({"plan_digest": "d2" * 32}, "PLAN_DIFFERS"),
        ({"terms": terms(commission_bp=1)}, "PLAN_DIFFERS"),
        ({"terms": terms(max_credits=4)}, "LIMITS_DIFFER"),
        ({"terms": terms(credit_value=500)}, "LIMITS_DIFFER"),
    ],
)
def test_a_table_with_other_papers_than_it_was_enrolled_with_is_refused_by_name(
    house: House, said: dict[str, object], code: str
) -> None:
    assert house.end(house.floor()).refused(**said) == code
    house.recorded("mesa-1", code)


def test_equal_limits_in_pesos_with_another_coin_are_not_the_enrolled_terms(house: House) -> None:
    """The pot may have such a table; this one was enrolled with another coin."""
    coin = terms(credit_value=500, min_credits=2, max_credits=6)
    assert house.end(house.floor()).refused(terms=coin) == "PLAN_DIFFERS"


@pytest.mark.requirement("R39")
def test_a_pot_without_its_first_amount_is_not_played_for(house: House) -> None:
    from daemon.floor.enrolment import make_pot

    make_pot(house.db, "vacío", PAPERS[0], PAPERS[1], TERMS)
    pair = new_pair()
    enrol(house.db, "vacío", "mesa-3", pair.public, PAPERS, PEOPLE)
    assert house.end(house.floor(), "mesa-3", pair).refused() == "POT_NOT_SEEDED"


def test_a_table_that_claims_before_it_was_admitted_is_not_heard(house: House) -> None:
    floor = house.floor()
    end = house.end(floor)
    end.claim(Cloth("mesa-1").contribute())
    house.recorded("mesa-1", "NOT_ADMITTED")
    assert end.greet().answered == 0


@pytest.mark.parametrize("frame", [b"", b"{}", b"\xff\xfe", b'{"is":"Claims","claims":[{"type":"claim.Nothing"}]}'])
def test_a_frame_that_is_no_message_is_recorded_and_the_link_goes_on(house: House, frame: bytes) -> None:
    end = house.linked(house.floor())
    end.socket.send(frame)
    house.recorded("mesa-1", "MESSAGE_UNCLEAR")
    assert end.decided(Cloth("mesa-1").contribute())[0].seq == 1


def test_more_claims_at_once_than_a_pass_has_are_no_message(house: House) -> None:
    end, cloth = house.linked(house.floor()), Cloth("mesa-1")
    claims = [cloth.contribute() for _ in range(65)]
    end.claim(*claims)
    house.recorded("mesa-1", "MESSAGE_UNCLEAR")
    assert len(end.decided(*claims[:64])) == 64


def test_a_table_that_says_more_than_tables_say_is_not_heard_for_a_while_and_holds_nobody_up(house: House) -> None:
    floor = house.floor()
    mad, other = house.linked(floor), house.linked(floor, "mesa-2")
    for _ in range(400):
        mad.say(mad.hello())
    house.recorded("mesa-1", "SAYS_TOO_MUCH")
    assert other.decided(Cloth("mesa-2").contribute())[0].seq == 1
    told = house.alarms()[("mesa-1", "SAYS_TOO_MUCH")]
    assert told > 300, "hardly one of them reached the database"
    eventually(lambda: house.takes_in(floor, "mesa-1"))


def test_two_processes_of_one_floor_do_not_bear_one_name(house: House) -> None:
    """What one of them writes of its links would be the other's."""
    house.floor("piso-1")
    other = connect(house.url)
    with pytest.raises(FloorError, match="ya se llama piso-1"):
        presence.take_name(other, "piso-1")
    presence.take_name(other, "piso-2")
    other.close()


@pytest.mark.parametrize("said", [{"run": "a\x00b"}, {"plan": "\x00"}, {"utc_ns": 2**90}, {"table": "\x00"}])
def test_what_no_column_holds_is_recorded_and_holds_nobody_else_up(house: House, said: dict[str, Any]) -> None:
    floor = house.floor()
    other = house.linked(floor, "mesa-2")
    end = house.end(floor)
    end.say(end.hello(**said))
    house.recorded("mesa-1", "UNUSABLE")
    assert other.decided(Cloth("mesa-2").contribute())[0].seq == 1


# The database goes away


def test_while_the_database_is_away_the_floor_is_silent_and_goes_on_where_it_was(house: House) -> None:
    end = house.linked(house.floor())
    house.db.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
        " and datname = current_database()"
    )
    claim = Cloth("mesa-1").contribute()
    assert end.decided(claim)[0].seq == 1
    assert end.value(lambda value: value.place > 1).main == BASE + claim.movement.to_main
