"""A device in a technician's hands, from the order that begins the work to the one that signs it off (R85)."""

from table_core.boards import DeviceMet, PlugMet, Repair, RepairBegun, RepairEnded
from table_core.commands import BeginMaintenance, EndMaintenance, Maintenance
from table_core.decision import Decision
from table_core.people import HOUSE
from table_core.rulebook import RuleViolation


def obey(decision: Decision, command: Maintenance, person: str) -> None:
    """Record the begin or the end of the work; raises RuleViolation when something the record needs is missing."""
    match command:
        case BeginMaintenance():
            _begin(decision, command, person)
        case EndMaintenance():
            _end(decision, command, person)


def _begin(decision: Decision, command: BeginMaintenance, person: str) -> None:
    state = decision.state
    if command.device not in state.links:
        known = ", ".join(sorted(state.links)) or "ninguno"
        raise RuleViolation(HOUSE, "NO_DEVICE", f"{command.device}: no es un dispositivo de esta mesa; hay {known}")
    if command.device in state.boards.repairs:
        other = state.boards.repairs[command.device].person
        raise RuleViolation(HOUSE, "IN_MAINTENANCE", f"{command.device} ya está en mantenimiento ({other})")
    if state.game.in_pass:
        raise RuleViolation(HOUSE, "PASS_UNDER_WAY", "termine el pase antes de abrir un dispositivo")
    _require_told(número_de_licencia=command.licence, motivo=command.reason, número_de_activo=command.asset)
    repair = Repair(person, command.licence, command.reason, command.asset)
    decision.record(RepairBegun(command.device, repair))


def _end(decision: Decision, command: EndMaintenance, person: str) -> None:
    repair = decision.state.boards.repairs.get(command.device)
    if repair is None:
        raise RuleViolation(HOUSE, "NOT_IN_MAINTENANCE", f"{command.device} no está en mantenimiento")
    _require_told(partes=command.parts, quien_aprueba=command.approver)
    if command.approver.strip() in (person, repair.person):
        raise RuleViolation(HOUSE, "OWN_APPROVAL", "aprueba otra persona, no quien hizo el trabajo")
    stranger = decision.state.boards.strangers.get(command.device)
    if stranger is not None:
        decision.record(DeviceMet(stranger))
    plug = decision.state.boards.plugs.strange.get(command.device)
    if plug is not None:
        decision.record(PlugMet(command.device, plug))
    decision.record(RepairEnded(command.device, person, command.parts, command.approver.strip()))


def _require_told(**facts: str) -> None:
    missing = [name.replace("_", " ") for name, value in facts.items() if not value.strip()]
    if missing:
        raise RuleViolation(HOUSE, "NOT_TOLD", f"falta {', '.join(missing)}")
