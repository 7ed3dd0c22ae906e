"""Decides a journal again: every recorded cause through today's engine, compared with what was decided then.

Only where the rulebook's digest is the one in force: another text may well decide otherwise.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from daemon.kernel import fold
from daemon.rulebooks import all_rulebooks
from daemon.table import build_reconciler
from table_core import record_watch
from table_core.orders import Orders
from table_core.record import (
    NOT_FOLDED,
    SEALS,
    Commanded,
    DeviceTestTimed,
    Entry,
    KernelFaulted,
    MomentPassed,
    Observed,
    RecordNoted,
    Started,
)
from table_core.rulebook import RuleViolation
from table_core.session import LastPassesAnnounced
from table_core.table import Operation, TableState, evolve


class Deep(Struct, frozen=True):
    """How many causes were decided again, how many came out otherwise, how many could not be judged."""

    redecided: int = 0
    differ: int = 0
    skipped: int = 0


class _Judge:
    """The table's own reconciler and orders, as one run of the daemon had them."""

    def __init__(self, started: Started) -> None:
        self._reconciler = build_reconciler(started)
        self._orders = Orders(self._reconciler)

    def decide(self, state: TableState, cause: Entry, *, after_fault: bool) -> list[Operation] | None:
        """The operations *cause* leads to now; None when it decides nothing."""
        match cause:
            case Observed(event=event):
                return self._reconciler.observe(state, event).operations
            case Commanded(person=person, role=role, command=command):
                try:
                    return self._orders.obey(state, command, person, role).operations
                except RuleViolation:
                    return []
            case MomentPassed(utc_ns=utc_ns, lock_overdue=overdue):
                return self._orders.side_watched(state, utc_ns, lock_overdue=overdue).operations
            case DeviceTestTimed():
                return self._orders.test_step_over(state).operations
            case RecordNoted():
                return record_watch.note(state, cause).operations
            case Started():
                return self._orders.restarted(state, after_fault=after_fault).operations
            case _:
                return None


def redecide(entries: Iterable[Entry]) -> Deep:
    state: TableState | None = None
    judge, deep, after_fault = None, Deep(), False
    for cause, recorded in _causes(entries):
        state = state or fold((cause,))
        if isinstance(cause, Started):
            judge = _Judge(cause) if _in_force(cause) else None
        decided = judge.decide(state, cause, after_fault=after_fault) if judge else None
        deep = _count(deep, decided, recorded)
        after_fault = isinstance(cause, KernelFaulted)
        for operation in recorded:
            state = evolve(state, operation)
    return deep


def _causes(entries: Iterable[Entry]) -> Iterator[tuple[Entry, list[Operation]]]:
    """Each cause with the operations recorded after it."""
    cause: Entry | None = None
    operations: list[Operation] = []
    for entry in entries:
        if isinstance(entry, SEALS):
            continue
        if not isinstance(entry, NOT_FOLDED):
            operations.append(entry)
            continue
        if cause is not None:
            yield cause, operations
        cause, operations = entry, []
    if cause is not None:
        yield cause, operations


def _in_force(started: Started) -> bool:
    book = all_rulebooks().get(started.rulebook)
    return book is not None and book.digest == started.rulebook_digest


def _count(deep: Deep, decided: list[Operation] | None, recorded: list[Operation]) -> Deep:
    if decided is None:
        return Deep(deep.redecided, deep.differ, deep.skipped + bool(recorded))
    rest = recorded[len(decided) :]
    same = recorded[: len(decided)] == decided and (not rest or isinstance(rest[0], LastPassesAnnounced))
    return Deep(deep.redecided + 1, deep.differ + (not same), deep.skipped)
