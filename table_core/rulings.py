"""People's decisions on incidents: one person, two roles jointly, the player's choice, the cameras' answer, notes."""

from table_core.commands import AnswerCctv, AskCctv, FreezePass, IncidentCommand, NoteObservation, Resolve
from table_core.decision import Decision
from table_core.incidents import (
    CctvAnswered,
    CctvAsked,
    Choice,
    Incident,
    IncidentResolved,
    IncidentSigned,
    ObservationNoted,
    Signature,
)
from table_core.people import HOUSE, ROLE_NAMES, may_act_as
from table_core.reconciler import boards
from table_core.reconciler.base import Reconciler
from table_core.rulebook import Role, RuleViolation
from table_core.shoe_faults import MISSED
from table_core.table import PassFrozen, ShoeAligned

REVIEW_CCTV = "REVIEW_CCTV"
_WATCHES: frozenset[Role] = frozenset({"inspector", "auditor"})
_UNSEEN_ROUND = "shoe.mid_round"  # R72: no decision makes the rest of such a round certain, only its end does


def rule(reconciler: Reconciler, decision: Decision, command: IncidentCommand, person: str, role: Role) -> None:
    """What *command* decides or notes; raises RuleViolation when role, rulebook or a question still open forbids it."""
    match command:
        case Resolve():
            _resolve(reconciler, decision, command, person, role)
        case AskCctv(id=number, question=question):
            _require(role, "jefe_de_mesa")
            _ask(decision, _open_incident(decision, number), person, role, question)
        case AnswerCctv():
            _answer(reconciler, decision, command, person, role)
        case NoteObservation(seq=seq, text=text):
            _require_watcher(role)
            decision.record(ObservationNoted(seq, _said(text), person, role))
        case FreezePass(number=number, reason=reason):
            _freeze(decision, number, _said(reason), person, role)


def _resolve(reconciler: Reconciler, decision: Decision, command: Resolve, person: str, role: Role) -> None:
    incident = _open_incident(decision, command.id)
    choice = _chosen(incident, command.choice)
    if incident.awaits_cctv:
        raise RuleViolation(_article(incident), "AWAITS_CCTV", "espera la respuesta de las cámaras; ingrésela antes")
    if choice.code == REVIEW_CCTV:
        _require(role, choice.role)
        _ask(decision, incident, person, role, command.reason)
        return
    other = _other_signature(incident, choice, person, role)
    if choice.jointly is not None and other is None:
        decision.record(IncidentSigned(incident.id, Signature(choice.code, person, role, command.reason)))
        return
    resolved = IncidentResolved(
        incident.id,
        choice.code,
        person,
        role,
        choice.row,
        command.reason or incident.code,
        also_by=other.by if other else None,
        also_role=other.role if other else None,
        player=(command.box or incident.box) if choice.role == "player" else "",
    )
    _carry_out(reconciler, decision, command, incident, choice, resolved)
    if incident.code == boards.VERIFY_FAILED:
        boards.sign_inspections(decision, person)


def _carry_out(
    reconciler: Reconciler,
    decision: Decision,
    command: Resolve,
    incident: Incident,
    choice: Choice,
    resolved: IncidentResolved,
) -> None:
    cards = decision.state.unreconciled
    decision.record(resolved)
    if reconciler.progressive is not None and reconciler.progressive.resolve(decision, incident, choice):
        return
    if incident.code == MISSED and choice.code == "VOID_PASS":
        reconciler.count_missed(decision, None)  # which card it was nobody keys any more
    if choice.code == "CARDS_BURNED":
        reconciler.burn(decision, cards)
    elif choice.code != "ACKNOWLEDGE":
        reconciler.carry_out(decision, command, incident, choice)
    if incident.scope == "table" and incident.code != _UNSEEN_ROUND and not decision.state.aligned:
        decision.record(ShoeAligned(True))


def _open_incident(decision: Decision, number: int) -> Incident:
    incident = decision.state.incident(number)
    if incident is None:
        numbers = [one.id for one in decision.state.incidents]
        raise RuleViolation(HOUSE, "NO_INCIDENT", f"no hay incidente abierto {number}; abiertos: {numbers}")
    return incident


def _chosen(incident: Incident, code: str) -> Choice:
    choice = incident.choice(code)
    if choice is None:
        offered = [one.code for one in incident.choices]
        raise RuleViolation(HOUSE, "NO_CHOICE", f"{code}: no es una opción; hay {offered}")
    return choice


# Two roles jointly


def _other_signature(incident: Incident, choice: Choice, person: str, role: Role) -> Signature | None:
    """The signature of the other role, when *person* makes the pair complete; None: his is the first."""
    if choice.jointly is None:
        _require(role, choice.role)
        return None
    if not (may_act_as(role, choice.role) or may_act_as(role, choice.jointly)):
        names = f"{ROLE_NAMES[choice.role]} y {ROLE_NAMES[choice.jointly]}"
        raise RuleViolation(_article(incident), "WRONG_ROLE", f"deciden {names}, no {ROLE_NAMES[role]}")
    signed = [one for one in incident.signatures if one.choice == choice.code]
    if any(one.by == person for one in signed):
        raise RuleViolation(_article(incident), "SIGNED_ALREADY", f"{person} ya firmó; falta la otra persona")
    return next((one for one in signed if _complete(choice, one.role, role)), None)


def _complete(choice: Choice, first: Role, second: Role) -> bool:
    needed = (choice.role, choice.jointly or choice.role)
    pairs = ((first, second), (second, first))
    return any(may_act_as(one, needed[0]) and may_act_as(other, needed[1]) for one, other in pairs)


# The cameras


def _ask(decision: Decision, incident: Incident, person: str, role: Role, question: str) -> None:
    if incident.awaits_cctv:
        raise RuleViolation(_article(incident), "AWAITS_CCTV", "ya se preguntó a las cámaras; falta la respuesta")
    decision.record(CctvAsked(incident.id, person, role, question or incident.detail))


def _answer(reconciler: Reconciler, decision: Decision, command: AnswerCctv, person: str, role: Role) -> None:
    if role not in _WATCHES:
        _require(role, "jefe_de_mesa")
    incident = _open_incident(decision, command.id)
    if not incident.awaits_cctv:
        raise RuleViolation(HOUSE, "NOT_ASKED", f"el incidente {incident.id} no espera a las cámaras")
    left = reconciler.choices_after_review(decision.state, incident, command.facts)
    answered = CctvAnswered(
        incident.id, person, role, _said(command.answer), command.reference,
        tuple(choice for choice in left if choice.code != REVIEW_CCTV),
    )  # fmt: skip
    decision.record(answered)


# Evidence


def _freeze(decision: Decision, number: int, reason: str, person: str, role: Role) -> None:
    if role not in _WATCHES:
        _require(role, "jefe_de_mesa")
    if not 1 <= number <= decision.state.session.passes:
        detail = f"no hay pase {number} en esta jornada; el último es {decision.state.session.passes}"
        raise RuleViolation(HOUSE, "NO_SUCH_PASS", detail)
    decision.record(PassFrozen(number, person, reason))


def _require_watcher(role: Role) -> None:
    if role not in _WATCHES:
        raise RuleViolation(HOUSE, "WRONG_ROLE", f"observa el inspector o el auditor, no {ROLE_NAMES[role]}")


def _require(role: Role, needed: Role) -> None:
    if not may_act_as(role, needed):
        raise RuleViolation(HOUSE, "WRONG_ROLE", f"decide {ROLE_NAMES[needed]}, no {ROLE_NAMES[role]}")


def _said(text: str) -> str:
    if not text.strip():
        raise RuleViolation(HOUSE, "NOTHING_SAID", "falta el texto")
    return text.strip()


def _article(incident: Incident) -> str:
    return ", ".join(incident.articles) or HOUSE
