"""Beacon and buzzer: who is called, when it sounds, for how long, and that nothing sounds twice for the same thing."""

import pytest

from table_core.commands import Resolve
from table_core.incidents import Choice, Incident
from table_core.rulebook import Role
from table_core.signals import BUZZER_NS, Alarm, calls_supervisor, lamp_names, lamps, sound
from table_core.table import TableState
from tests.unit.core.rig import LAMPS, SHOE, Rig

NAMES = ("hold", "beacon", "buzzer")


def incident(number: int, *roles: Role, hold: bool = True) -> Incident:
    choices = tuple(Choice(f"CHOICE_{at}", role) for at, role in enumerate(roles))
    return Incident(number, "x", (), "", choices, hold, "table", 0)


def held_by(*incidents: Incident) -> TableState:
    return TableState(incidents=incidents)


def held_rig(names: tuple[str, ...] = NAMES) -> tuple[Rig, int | None]:
    """A table whose shoe was just pulled, and when its kernel wants to be woken."""
    rig = Rig("4S 3H 5D 4C", names=names)
    rig.open()
    rig.draw()
    return rig, rig.link_down(SHOE).wake_at


@pytest.mark.parametrize(
    ("roles", "called"),
    [
        (("jefe_de_mesa",), True),
        (("jefe_de_sala", "inspector"), True),
        (("technician",), True),
        (("dealer",), False),
        (("jefe_de_mesa", "dealer"), False),
        (("jefe_de_mesa", "player"), False),
        ((), False),
    ],
)
def test_the_beacon_calls_when_nobody_at_the_table_may_decide(roles: tuple[Role, ...], called: bool) -> None:
    for hold in (True, False):
        assert calls_supervisor(incident(1, *roles, hold=hold)) is called
        state = held_by(incident(1, "dealer"), incident(2, *roles, hold=hold))
        assert lamps(state, ("beacon", "hold"), bets_open=True) == (called, True)


@pytest.mark.requirement("R59")
def test_a_new_hold_sounds_for_at_least_a_second_and_a_half() -> None:
    alarm = sound(Alarm(), held_by(incident(1, "dealer")), 5)
    assert alarm == Alarm(1, 5 + BUZZER_NS)
    assert BUZZER_NS >= 1_500_000_000


def test_the_same_hold_does_not_sound_again_and_a_later_one_does() -> None:
    first = sound(Alarm(), held_by(incident(1, "dealer")), 5)
    assert sound(first, held_by(incident(1, "dealer")), 9) == first
    both = held_by(incident(1, "dealer"), incident(2, "dealer"))
    assert sound(first, both, 9) == Alarm(2, 9 + BUZZER_NS)
    assert sound(first, TableState(), 9) == first, "what is settled early is still heard to its end"


def test_a_notice_makes_no_noise() -> None:
    assert sound(Alarm(), held_by(incident(1, "dealer", hold=False)), 5) == Alarm()


@pytest.mark.requirement("R58", "R59")
def test_a_lost_shoe_calls_the_supervisor_and_sounds_until_the_kernel_is_woken() -> None:
    rig, wake_at = held_rig()
    assert wake_at is not None
    assert rig.board.lit == (True, True, True)
    rig.tick(wake_at - 2)
    assert rig.board.lit == (True, True, True)
    rig.tick(wake_at)
    assert rig.board.lit == (True, True, False)


def test_a_table_without_a_buzzer_is_not_woken_for_it() -> None:
    wakes = [held_rig(names)[1] for names in (NAMES, ("hold", "beacon"))]
    assert wakes[0] is not None
    assert wakes[1] is not None
    assert wakes[0] < wakes[1]


def test_a_resolved_incident_puts_the_beacon_out() -> None:
    rig, _ = held_rig()
    rig.link_up(SHOE)
    (lost,) = rig.kernel.state.incidents
    assert rig.order(Resolve(lost.id, "LAYOUT_MATCHES"), "jefe_de_mesa") is None
    assert rig.board.lit[:2] == (False, False)


def test_a_restart_with_a_held_table_sounds_once_more() -> None:
    rig, _ = held_rig()
    rig.tick(10 * BUZZER_NS)
    assert not rig.board.lit[2]
    rig.restart()
    rig.link_up(LAMPS)
    assert rig.board.lit == (True, True, True)


def test_every_lamp_has_a_name_the_configuration_knows() -> None:
    assert lamp_names(2) == ("seat.1", "seat.2", "hold", "beacon", "buzzer")
