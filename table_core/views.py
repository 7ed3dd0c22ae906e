"""What each role may see. Every face of the table goes through here: nothing else may show an entry or a state.

Covered cards of an open pass, burned cards and the cards of incidents are masked for every role. What may be
uncovered is in the picture; an entry of an open pass never names a card.
"""

from typing import Any

import msgspec

from table_core.cards import HIDDEN
from table_core.device_tests import DeviceTest
from table_core.incidents import Incident
from table_core.record import Commanded, CommandRefused, Entry, KernelFaulted, Observed
from table_core.rulebook import Role
from table_core.table import TableState

_CARD_FIELDS = frozenset({"card", "burn_card"})
_HANDS = frozenset({"punto", "bank"})
"""Hands a person keyed; the picture says which of their cards lie open."""
_SIDE_HANDS = frozenset({"hands", "seen", "held_by"})
"""Lists in which an entry of the progressive names covered hands, or who holds a card."""
_EVIDENCE_ROLES: frozenset[Role] = frozenset({"auditor", "inspector"})


def visible(entry: Entry, role: Role | None, *, pass_open: bool = True) -> dict[str, Any]:
    """*entry* as *role* may read it (None: anybody). After the pass, evidence roles may read the bytes too."""
    shown: dict[str, Any] = msgspec.to_builtins(entry)
    if not pass_open and role in _EVIDENCE_ROLES:
        return shown
    if isinstance(entry, Observed):
        shown["raw"] = ""
    elif isinstance(entry, KernelFaulted):
        shown["given"] = ""
    elif isinstance(entry, Commanded | CommandRefused):
        _cover_keyed(shown["command"])
    _mask(shown)
    return shown


def picture(state: TableState, game: dict[str, Any], table: str) -> dict[str, Any]:
    """The table as anybody may see it; *game* is the family's own part: open cards, what is expected."""
    return {
        "table": table,
        "state": "held" if state.held else "ready",
        "day": state.session.day,
        "jornada": state.session.jornada,
        "dealer": state.session.dealer,
        "supervisor": state.session.supervisor,
        "pass": state.session.passes,
        "passes_left": state.session.passes_left,
        **game,
        "announced": state.announced,
        "undoable": state.before_entry is not None and not state.held,
        "links": dict(state.links),
        "lamps": {device: list(lit) for device, lit in state.lamps.items()},
        "device_test": None if state.device_test is None else _test_shown(state.device_test),
        "incidents": [_open_incident(incident) for incident in state.incidents],
    }


def _test_shown(test: DeviceTest) -> dict[str, Any]:
    """The newest device test, so that nobody takes its lamps for bets."""
    return {
        "number": test.number,
        "device": test.device,
        "part": test.part,
        "person": test.person,
        "names": list(test.fitting.names),
        "step": test.step,
        "steps": test.steps,
        "wrong": list(test.wrong),
        "result": test.result,
        "reason": test.reason,
    }


def _open_incident(incident: Incident) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(incident)
    _mask(shown)
    return shown


def _cover_keyed(command: dict[str, Any]) -> None:
    """Cards a person keyed because nobody could read them: one may lie covered."""
    if isinstance(command.get("cards"), list | tuple):
        command["cards"] = [HIDDEN for _card in command["cards"]]


def _mask(shown: Any) -> None:
    """Cover every card *shown* names, however deep it lies."""
    if isinstance(shown, dict):
        for key, value in shown.items():
            if key in _CARD_FIELDS and isinstance(value, str):
                shown[key] = HIDDEN
            elif key in _HANDS and isinstance(value, list | tuple):
                shown[key] = [HIDDEN for _card in value]
            elif key in _SIDE_HANDS and isinstance(value, list | tuple):
                shown[key] = None
            elif isinstance(value, dict | list | tuple):
                _mask(value)
    else:
        for value in shown:
            if isinstance(value, dict | list | tuple):
                _mask(value)
