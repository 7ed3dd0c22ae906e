"""What the table's lamps should show now, the buzzer among them. Pure: the moment is an argument.

A seat lamp is lit while that seat may bet (where there is a progressive: while a side bet lies there); `hold` while
the table waits; `beacon` calls whoever must decide what the dealer may not; `buzzer` sounds for a while when something
new holds the table.
"""

from msgspec import Struct

from table_core.incidents import Incident
from table_core.money import pesos
from table_core.session import LAST_HANDS
from table_core.table import TableState

HOLD, BEACON, BUZZER = "hold", "beacon", "buzzer"
SEAT = "seat."
BUZZER_NS = 2_000_000_000
"""R59 asks for 1.5 s at least; the rest is for boards and lines that are slow to begin."""

_AT_THE_TABLE = frozenset({"dealer", "player"})


class Alarm(Struct, frozen=True):
    """The newest incident the buzzer sounded for, and until when it sounds. A fresh one sounds for all that is open."""

    newest: int = 0
    until_ns: int = 0


def lamp_names(seats: int) -> tuple[str, ...]:
    """Every name a lamp may have at a table of *seats* seats."""
    return (*(f"seat.{seat}" for seat in range(1, seats + 1)), HOLD, BEACON, BUZZER)


def sound(alarm: Alarm, state: TableState, mono_ns: int) -> Alarm:
    """The alarm after what happened by *mono_ns*: only a hold that was not there before sounds."""
    newest = max((incident.id for incident in state.incidents if incident.hold), default=0)
    return Alarm(newest, mono_ns + BUZZER_NS) if newest > alarm.newest else alarm


def lamps(
    state: TableState,
    names: tuple[str, ...],
    *,
    bets_open: bool,
    sounding: bool = False,
    bet_seats: frozenset[int] | None = None,
) -> tuple[bool, ...]:
    """The lamps called *names*, in that order; *sounding*: the alarm is not over yet.

    *bet_seats*: at a table with a progressive a seat's lamp says that a side bet lies there, and nothing else (0021).
    """
    shown = {HOLD: state.held, BEACON: any(map(calls_supervisor, state.incidents)), BUZZER: sounding}
    may_bet = bets_open and state.session.may_deal and not state.held
    if bet_seats is not None:
        shown |= {name: int(name.removeprefix(SEAT)) in bet_seats for name in names if name.startswith(SEAT)}
    return tuple(shown.get(name, may_bet) for name in names)


def calls_supervisor(incident: Incident) -> bool:
    """Nobody at the table may decide it: somebody must come."""
    return bool(incident.choices) and _AT_THE_TABLE.isdisjoint(choice.role for choice in incident.choices)


def display_lines(state: TableState, limits: tuple[int, int] | None, *, bets_open: bool) -> tuple[str, str]:
    """Two lines for the players' sign: what the table is doing or the dealer last said, then its limits.

    No name of a person; of cards no more than what was said aloud.
    """
    bounds = "" if limits is None else f"Mín {pesos(limits[0])}  Máx {pesos(limits[1])}"
    return _course(state, bets_open=bets_open), bounds


OUT_OF_SERVICE = ("FUERA DE SERVICIO", "")
"""What a sign shows once nobody controls the table any more."""


def _course(state: TableState, *, bets_open: bool) -> str:
    left = state.session.passes_left
    if state.held:
        return "MESA DETENIDA"
    if not state.session.may_deal:
        return "MESA CERRADA"
    if left is not None and left in LAST_HANDS:
        return LAST_HANDS[left].removesuffix(" de la mesa").upper()
    return state.announced.upper() if state.announced and not bets_open else "MESA ABIERTA"
