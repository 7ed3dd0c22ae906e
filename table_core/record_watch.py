"""What becomes of a report about the machine and the keeping of its record: an incident that says so, or its end."""

from table_core.decision import Decision
from table_core.record import RecordNoted
from table_core.table import TableState

KEEPER = "journal"
"""What such incidents name as their device."""
_ONLY_IN_PLAY = frozenset({"machine.network_appeared"})
"""Between shoes a technician may connect what he likes; during one it is a matter of security."""


def note(state: TableState, noted: RecordNoted) -> Decision:
    """Open the incident of *noted*, or resolve it when the trouble is over."""
    decision = Decision(state)
    if noted.code in _ONLY_IN_PLAY and not state.game.shoe_in_play:
        return decision
    if noted.trouble:
        decision.fault(noted.code, detail=noted.detail, device=KEEPER)
    else:
        decision.clear(noted.code, KEEPER, noted.detail)
    return decision
