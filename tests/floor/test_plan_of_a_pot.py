"""The plan of a pot is changed by two people at the command line, between two jackpots, with no table linked."""

import msgspec
import pytest

from daemon.floor import presence
from daemon.floor.enrolment import enrolled
from daemon.floor.store import Store
from daemon.keys import new_pair
from table_core.progressive.claims import Decided
from tests.floor.tables import Cloth
from tests.floor.test_people_at_the_floor import BOSS, BOTH, INSPECTOR, POT, Office, office
from tests.unit.progressive.hands import TERMS, terms

__all__ = ["office"]
DEARER = dict(msgspec.to_builtins(terms(commission_bp=3000)))


def changes(office: Office, **other: object) -> tuple[str, ...]:
    plan = office.plan(**{"version": "PA-2", "terms": DEARER, **other})
    return ("plan", plan, "--signer", office.signer, "--reason", "acta 14", *BOTH)


@pytest.mark.requirement("R31", "R38")
def test_two_people_change_the_plan_and_the_tables_are_enrolled_again(office: Office) -> None:
    office.opens_pot()
    key = new_pair().public
    office.enrols(key=key)
    said = office.does(*changes(office))
    assert "mesa-1" in said
    assert office.record()[-1] == ("plan", POT, BOSS, INSPECTOR)
    assert "cambió un plan" in office.does("record")
    assert enrolled(office.db, "mesa-1") is None
    assert "commission_bp" in office.refuses("enrol", "mesa-1", office.plan(), *office.enrolling(key), *BOTH)
    again = office.plan(version="PA-2", terms=DEARER)
    office.does("enrol", "mesa-1", again, *office.enrolling(key), *BOTH)
    now = enrolled(office.db, "mesa-1")
    assert now is not None
    assert (now.plan, now.terms.commission_bp) == ("PA-2", 3000)


@pytest.mark.requirement("R31")
def test_a_plan_is_not_changed_while_a_table_is_linked_or_the_pot_builds_up(office: Office) -> None:
    office.opens_pot()
    office.enrols()
    one = enrolled(office.db, "mesa-1")
    assert one is not None
    presence.arrived(office.db, one, "run-1", "piso-1")
    assert "está enlazada" in office.refuses(*changes(office))
    presence.left(office.db, "piso-1", [one.id])
    (answer,) = Store(office.db, "piso-1").take([(one, Cloth("mesa-1", plan=one.plan).contribute())])
    assert isinstance(answer, Decided)
    assert "se está acumulando" in office.refuses(*changes(office))


@pytest.mark.requirement("R31", "R39")
def test_a_plan_with_a_higher_base_than_the_pot_holds_waits_for_a_correction(office: Office) -> None:
    office.opens_pot()
    higher = dict(DEARER, base=TERMS.base + 1)
    assert "corríjalo antes" in office.refuses(*changes(office, terms=higher))
    office.does("correct", POT, "--main", "1", "--reason", "nueva base", *BOTH)
    office.does(*changes(office, terms=higher))
