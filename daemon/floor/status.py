"""What a floor is doing now, as its database tells it: pots, tables, links, last checks, alarms. Reads only."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from daemon.floor.database import Connection
from daemon.floor.enrolment import LIVE_S
from daemon.floor.store import Store
from table_core.progressive.claims import LastWin

ALARMS_OF_H = 24
SCHEMA = "sabot-floor/1"
_TABLES = (
    "select e.name, e.seen_at > clock_timestamp() - make_interval(secs => %(live)s) and e.ended_at is null, e.floor,"
    " e.linked_at, coalesce(e.seen_at, e.left_at), e.skew_ms, e.held, e.enrolled_by, e.confirmed_by, e.enrolled_at,"
    " e.public_key, (select max(seq) from entries where pot = e.pot and maker = e.name),"
    " h.seq, h.hash, h.at"
    " from enrolments e left join lateral (select seq, hash, at from heads where pot = e.pot and maker = e.name"
    "  order by at desc limit 1) h on true"
    " where e.pot = %(pot)s and e.ended_at is null order by length(e.name), e.name"
)
_ALARMS = (
    "select about, code, detail, floor, times, first_at, last_at from alarms"
    " where last_at > clock_timestamp() - make_interval(hours => %s) order by last_at desc limit 100"
)


class HeadKept(Struct, frozen=True):
    """How far the table's journal had come when it last said so."""

    seq: int
    hash: str
    at: datetime


class TableSeen(Struct, frozen=True):
    """*since*: when the link began, or when the table was last heard of; None: never. *answered* counts its entries."""

    table: str
    linked: bool
    since: datetime | None
    floor: str | None
    clock_ms: int | None
    answered: int
    held: str | None
    head: HeadKept | None
    public_key: str
    enrolled_by: str
    confirmed_by: str
    enrolled_at: datetime


class CheckKept(Struct, frozen=True):
    at: datetime
    place: int
    clean: bool
    findings: tuple[msgspec.Raw, ...]


class PotSeen(Struct, frozen=True):
    pot: str
    plan: str
    value: int
    reserve: int
    place: int
    held: str | None
    last_win: LastWin | None
    check: CheckKept | None
    tables: tuple[TableSeen, ...]

    @property
    def well(self) -> bool:
        checked = self.check is None or self.check.clean
        return checked and self.held is None and not any(table.held for table in self.tables)


class AlarmKept(Struct, frozen=True):
    about: str
    code: str
    detail: str
    floor: str
    times: int
    first_at: datetime
    last_at: datetime


class DatabaseSeen(Struct, frozen=True):
    """*standbys*: those the database waits for before it says that something is durable."""

    version: str
    read_only: bool
    wanted_standbys: str
    standbys: int


class FloorSeen(Struct, frozen=True):
    schema: str
    at: datetime
    database: DatabaseSeen
    pots: tuple[PotSeen, ...]
    alarms: tuple[AlarmKept, ...]

    @property
    def well(self) -> bool:
        """Nobody has to look: no pot or table is held, and the last checks agree."""
        return all(pot.well for pot in self.pots)


def look(db: Connection, floor: str) -> FloorSeen:
    found = db.execute("select id, name, plan, held from pots order by id").fetchall()
    pots = tuple(_pot(db, floor, *row) for row in found)
    alarms = tuple(AlarmKept(*row) for row in db.execute(_ALARMS, (ALARMS_OF_H,)).fetchall())
    return FloorSeen(SCHEMA, _now(db), _database(db), pots, alarms)


def _pot(db: Connection, floor: str, number: int, name: str, plan: str, held: str | None) -> PotSeen:
    value = Store(db, floor).value(number, name)
    tables = db.execute(_TABLES, {"pot": number, "live": LIVE_S}).fetchall()
    seen = tuple(map(_table, tables))
    return PotSeen(name, plan, value.main, value.reserve, value.place, held, value.win, _check(db, number), seen)


def _table(row: tuple[Any, ...]) -> TableSeen:
    name, live, floor, linked_at, heard_at, skew_ms, held, first, second, enrolled_at, key, answered, *head = row
    return TableSeen(
        table=name,
        linked=bool(live),
        since=linked_at if live else heard_at,
        floor=floor,
        clock_ms=skew_ms,
        answered=answered or 0,
        held=held,
        head=HeadKept(*head) if head[0] is not None else None,
        public_key=key,
        enrolled_by=first,
        confirmed_by=second,
        enrolled_at=enrolled_at,
    )


def _check(db: Connection, pot: int) -> CheckKept | None:
    row = db.execute(
        "select at, place, clean, findings from checks where pot = %s order by id desc limit 1", (pot,)
    ).fetchone()
    if row is None:
        return None
    at, place, clean, findings = row
    return CheckKept(at, place, clean, msgspec.json.decode(findings, type=tuple[msgspec.Raw, ...]))


def _database(db: Connection) -> DatabaseSeen:
    row: Any = db.execute(
        "select current_setting('server_version'), pg_is_in_recovery(), current_setting('synchronous_standby_names'),"
        " (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum'))"
    ).fetchone()
    return DatabaseSeen(*row)


def _now(db: Connection) -> datetime:
    row: Any = db.execute("select clock_timestamp()").fetchone()
    now: datetime = row[0]
    return now
