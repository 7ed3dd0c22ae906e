"""What becomes of a report about the keeping of the record: an incident that says so, or its end."""

from table_core.decision import Decision
from table_core.record import RecordNoted
from table_core.table import TableState

KEEPER = "journal"
"""What such incidents name as their device."""


def note(state: TableState, noted: RecordNoted) -> Decision:
    """Open the incident of *noted*, or resolve it when the trouble is over."""
    decision = Decision(state)
    if noted.trouble:
        decision.fault(noted.code, detail=noted.detail, device=KEEPER)
    else:
        decision.clear(noted.code, KEEPER, noted.detail)
    return decision
