"""What people order, against role and rulebook. A refusal is a `RuleViolation` and leaves everything as it was."""

import msgspec

from table_core import limits, maintenance, rulings, shoe_count, testing
from table_core.cards_out import RemainderTold
from table_core.commands import (
    BeginDeviceTest,
    BeginMaintenance,
    ChangeLimits,
    CloseTable,
    Command,
    EndMaintenance,
    GameEntry,
    IncidentCommand,
    LastPasses,
    OpenTable,
    ReportIrregularity,
    TableCommand,
    TakePosition,
    TellRemainder,
    Undo,
    needed_role,
)
from table_core.decision import Decision
from table_core.people import HOUSE, ROLE_NAMES, may_act_as
from table_core.preparation import PrepareStep
from table_core.progressive.operations import DevicesForgotten
from table_core.progressive.orders import SideOrder
from table_core.reconciler import boards, preparing
from table_core.reconciler.base import Reconciler
from table_core.rulebook import Role, RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.session import (
    LAST_HANDS,
    LastPassesAnnounced,
    PersonSeated,
    TableClosed,
    TableOpened,
)
from table_core.shoe_count import Balance
from table_core.shoe_faults import REPORTED
from table_core.table import DeviceLinked, EntryKeyed, EntryUndone, ShoeAligned, TableState, evolve


class Orders:
    """One table's people: what they may order now and what it leads to."""

    def __init__(self, reconciler: Reconciler) -> None:
        self._reconciler = reconciler

    def obey(self, state: TableState, command: Command, person: str, role: Role) -> Decision:
        """The decision *command* leads to; raises RuleViolation when role, rulebook or a hold forbids it."""
        decision = Decision(state, person, role)
        if isinstance(command, IncidentCommand):
            rulings.rule(self._reconciler, decision, command, person, role)
        else:
            _require_role(role, needed_role(command))
            self._order(decision, command, person)
        self._reconciler.follow(decision)
        return decision

    def closing_hour_nears(self, state: TableState) -> Decision:
        """Announce the last three hands because the hour is near; nothing when they were announced before."""
        decision = Decision(state)
        if state.session.day == "open" and state.session.passes_left is None:
            decision.announce_last(
                LastPassesAnnounced(max(LAST_HANDS), "closing_hour"), self._reconciler.rules.announcements
            )
        return decision

    def side_watched(self, state: TableState, utc_ns: int, *, lock_overdue: bool) -> Decision:
        """What the passing of time does to the progressive; nothing most of the time."""
        decision = Decision(state)
        self._reconciler.side().watch(decision, utc_ns, lock_overdue=lock_overdue)
        return decision

    def test_step_over(self, state: TableState) -> Decision:
        """The time of a device test's step has passed."""
        decision = Decision(state)
        testing.step_over(decision)
        return decision

    def restarted(self, state: TableState, *, after_fault: bool) -> Decision:
        """What a restart leaves open: the shoe must align again, and a pass under way waits for a person."""
        decision = Decision(state)
        if after_fault:
            decision.fault("daemon.kernel_fault")
        testing.restarted(decision)
        for device in (name for name, link in state.links.items() if link == "up"):
            decision.record(DeviceLinked(device, "down"))
        if state.aligned:
            decision.record(ShoeAligned(False))
        if self._reconciler.progressive is not None:
            decision.record(DevicesForgotten())
        if state.game.busy:
            decision.fault("daemon.restarted_mid_pass")
        return decision

    def _order(self, decision: Decision, command: TableCommand, person: str) -> None:
        match command:
            case OpenTable():
                self._open(decision, command, person)
            case CloseTable():
                self._close(decision, person)
            case TakePosition(position=position):
                decision.record(PersonSeated(position, person))
            case ChangeLimits():
                limits.change(self._reconciler, decision, command, person)
            case LastPasses(count=count):
                self._last_passes(decision, count)
            case ReportIrregularity(event=event) if event in REPORTED:
                decision.fault(event)
            case ReportIrregularity(event=event, facts=facts, box=box):
                self._reconciler.irregular(decision, event, facts, card=None, box=box)
            case TellRemainder():
                self._tell_remainder(decision, command)
            case Undo():
                self._undo(decision, person)
            case BeginMaintenance() | EndMaintenance():
                maintenance.obey(decision, command, person)
            case BeginDeviceTest():
                testing.begin(decision, command, person)
            case SideOrder():
                testing.require_no_test(decision.state, command)
                self._reconciler.side().obey(decision, command, person)
            case _:
                self._enter(decision, command, person)

    # The day

    def _open(self, decision: Decision, command: OpenTable, person: str) -> None:
        if decision.state.session.day == "open":
            raise RuleViolation(HOUSE, "ALREADY_OPEN", f"la mesa ya está abierta ({decision.state.session.jornada})")
        barred = decision.state.open_incident("equipment_unconfirmed")
        if barred is not None:
            detail = "los elementos de la mesa no están confirmados; resuelva ese incidente"
            raise RuleViolation(", ".join(barred.articles), "HELD_BY_EQUIPMENT", detail)
        if not command.jornada.strip():
            raise RuleViolation(HOUSE, "NO_JORNADA", "falta el identificador de la jornada")
        decision.record(TableOpened(command.jornada, person, command.closes_at_utc_ns))
        boards.table_opened(decision)

    def _close(self, decision: Decision, person: str) -> None:
        session = decision.state.session
        if session.day == "closed":
            raise RuleViolation(HOUSE, "ALREADY_CLOSED", "la mesa ya está cerrada")
        if decision.state.game.in_pass:
            raise RuleViolation(HOUSE, "PASS_UNDER_WAY", "termine el pase antes de cerrar la mesa")
        _require_released(decision.state)
        if self._reconciler.progressive is not None:
            self._reconciler.progressive.close_day(decision)
        decision.record(TableClosed(session.jornada, person))
        if session.limits is not None:
            self._reconciler.limits_changed(decision)

    def _last_passes(self, decision: Decision, count: int) -> None:
        if decision.state.session.day == "closed":
            raise RuleViolation(HOUSE, "TABLE_CLOSED", "la mesa está cerrada")
        if count not in LAST_HANDS:
            raise RuleViolation(HOUSE, "BAD_COUNT", f"se anuncian {sorted(LAST_HANDS)} últimas manos, no {count}")
        decision.announce_last(LastPassesAnnounced(count, "ordered"), self._reconciler.rules.announcements)

    # Play

    def _enter(self, decision: Decision, entry: GameEntry, person: str) -> None:
        if decision.state.session.day == "closed":
            raise RuleViolation(HOUSE, "TABLE_CLOSED", "abra la mesa antes de jugar")
        _require_released(decision.state)
        decision.record(EntryKeyed(person))
        match entry:
            case PrepareStep():
                preparing.take_step(self._reconciler, decision, entry, person)
            case PrepareShoe():
                preparing.prepare(self._reconciler, decision, entry, person)
            case _:
                self._reconciler.enter(decision, entry)

    def _undo(self, decision: Decision, person: str) -> None:
        _require_released(decision.state)
        if decision.state.before_entry is None:
            detail = "no hay una entrada que se pueda deshacer: ya salió otra carta o terminó el pase"
            raise RuleViolation(HOUSE, "NOTHING_TO_UNDO", detail)
        decision.record(EntryUndone(person))

    def _tell_remainder(self, decision: Decision, command: TellRemainder) -> None:
        """Balance a finished shoe; hold the table on what it lacks or has too much."""
        count = decision.state.count
        if count is None or decision.state.game.shoe_in_play or count.remainder != "unknown":
            raise RuleViolation(HOUSE, "NO_FINISHED_SHOE", "no hay un sabot terminado por contar")
        told = RemainderTold(command.cards, command.counted, Balance(exact=False, difference=None))
        after = evolve(decision.state, told).count or count
        balance = shoe_count.balance(after)
        decision.record(msgspec.structs.replace(told, balance=balance))
        if balance.missing or balance.extra or balance.difference:
            decision.fault("cards.count_differs", detail=_spell_balance(balance))


def _spell_balance(balance: Balance) -> str:
    """What a balance found, in words."""
    parts = [f"diferencia {balance.difference:+d}"] if balance.difference else []
    parts += [f"faltan {', '.join(balance.missing)}"] if balance.missing else []
    parts += [f"sobran {', '.join(balance.extra)}"] if balance.extra else []
    return "; ".join(parts)


def _require_role(role: Role, needed: Role | None) -> None:
    if needed is not None and not may_act_as(role, needed):
        detail = f"decide {ROLE_NAMES[needed]}, no {ROLE_NAMES[role]}"
        raise RuleViolation(HOUSE, "WRONG_ROLE", detail)


def _require_released(state: TableState) -> None:
    if state.held:
        numbers = [incident.id for incident in state.incidents if incident.hold]
        raise RuleViolation(HOUSE, "HELD", f"la mesa está detenida; resuelva primero los incidentes {numbers}")
