"""The daily reconciliation: for each pot one floor process of all does it, and it is on the record in any case."""

import contextlib
import contextvars
import threading
from functools import partial

import msgspec
import psycopg
import structlog

from daemon.floor import holding
from daemon.floor.database import LOCKS, Connection, FloorError, check_schema, connect
from daemon.floor.enrolment import pots
from daemon.floor.reconciliation import Checked, check
from daemon.floor.rows import SUMS
from daemon.floor.store import Store

LOOK_S = 60.0
"""So often it looks whether the day's check was made; what a process leaves unfinished another one does."""
_IN_TURN = LOCKS + 1

log = structlog.get_logger()


class Auditor:
    """A thread with a connection of its own, for as long as one look takes. *name* is the process in every row."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._name = name
        self._ending = threading.Event()
        run = partial(contextvars.copy_context().run, self._run)
        self._thread = threading.Thread(target=run, name="floor auditor", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                self._look()
            except (psycopg.Error, FloorError) as error:
                log.warning("check_put_off", error=" ".join(str(error).split()))
            self._ending.wait(LOOK_S)

    def _look(self) -> None:
        with contextlib.closing(connect(self._url)) as db:
            check_schema(db)
            for pot in pots(db):
                if self._ending.is_set():
                    return
                daily(db, self._name, pot)


def daily(db: Connection, floor: str, pot: int) -> Checked | None:
    """The check of today, unless it was made or is being made by another process."""
    row = db.execute("select pg_try_advisory_lock(%s, %s)", (_IN_TURN, pot)).fetchone()
    if not row or not row[0]:
        return None
    try:
        if db.execute("select 1 from checks where pot = %s and at >= current_date", (pot,)).fetchone():
            return None
        checked = reconcile(db, floor, pot)
        (log.info if checked.clean else log.error)("pot_checked", pot=checked.pot, findings=checked.count)
        return checked
    finally:
        db.execute("select pg_advisory_unlock(%s, %s)", (_IN_TURN, pot))


def reconcile(db: Connection, floor: str, pot: int, *, whole: bool = False) -> Checked:
    """Check *pot* and record it. What does not agree is an alarm; where it is money, nobody plays for the pot."""
    checked = check(db, floor, pot, whole=whole)
    with db.transaction():
        store = Store(db, floor)
        for finding in checked.findings:
            if finding.of_money:
                store.alarm(finding.about, finding.code, finding.detail)
        of_money = next((one for one in checked.findings if one.of_money), None)
        if of_money is not None:
            holding.hold_pot(db, pot, f"{of_money.code}: {of_money.detail}")
        _record(db, floor, pot, checked)
    return checked


def _record(db: Connection, floor: str, pot: int, checked: Checked) -> None:
    findings = msgspec.json.encode(checked.findings).decode()
    db.execute(
        f"insert into checks (pot, since, place, entries, {SUMS}, findings, clean, floor)"
        " values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)".encode(),
        (
            *(pot, checked.since, checked.place, checked.entries),
            *msgspec.structs.astuple(checked.sums),
            *(findings, checked.clean, floor),
        ),
    )
