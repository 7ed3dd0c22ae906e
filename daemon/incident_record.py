"""The record of each incident as the journal tells it: when it began and ended, on which cameras, who said what.

An incident's window reaches from the first entry of its pass (or its own first entry) to its resolution. A camera's
window is the same stretch on the camera's own clock.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import msgspec
from msgspec import Struct

from daemon.config import CameraSection
from daemon.journal import JournalError, Stored, open_reader, read_rows
from table_core import incidents as incident_rules
from table_core.incidents import (
    CctvAnswered,
    CctvAsked,
    Incident,
    IncidentOpened,
    IncidentResolved,
    IncidentSigned,
    ObservationNoted,
)
from table_core.record import Entry, Started
from table_core.session import PassEnded, PassOpened
from table_core.views import visible


class Resolution(Struct, frozen=True):
    """How an incident ended; *also_by* signed with *by*, *player* is the box whose player chose."""

    choice: str
    by: str | None
    role: str | None
    reason: str
    also_by: str | None
    also_role: str | None
    player: str


class Note(Struct, frozen=True):
    """An observation tied to an entry of the incident's window."""

    seq: int
    text: str
    by: str
    role: str


class CameraWindow(Struct, frozen=True):
    """Where to look: *begins* and *ends* are what the camera's own clock showed."""

    camera: str
    covers: str
    begins: str
    ends: str


class IncidentRecord(Struct, frozen=True):
    """One incident whole. Cards are masked as everywhere; the journal is the evidence."""

    incident: dict[str, Any]
    status: str
    first_seq: int
    last_seq: int
    opened_seq: int
    begins: str
    ends: str
    cameras: tuple[CameraWindow, ...]
    resolution: Resolution | None
    observations: tuple[Note, ...]


def as_json(record: IncidentRecord) -> dict[str, Any]:
    """One flat object: what the incident is, and beside it what became of it."""
    told: dict[str, Any] = msgspec.to_builtins(record)
    return {**told.pop("incident"), **told}


class _Story:
    """One incident while the journal is read."""

    def __init__(self, incident: Incident, opened: Stored, first: Stored) -> None:
        self.incident = incident
        self.opened_seq = opened.seq
        self.first = first
        self.last = opened
        self.resolution: Resolution | None = None
        self.notes: list[Note] = []


def read_records(directory: Path, cameras: Iterable[CameraSection], open_ids: Iterable[int]) -> list[IncidentRecord]:
    """The records of the incidents *open_ids*, reading back no further than where the oldest of them began."""
    wanted = set(open_ids)
    if not wanted:
        return []
    db = open_reader(directory)
    try:
        after = _before_oldest(db, wanted)
        return [record for record in records(read_rows(db, after), cameras) if record.incident["id"] in wanted]
    finally:
        db.close()


def all_records(directory: Path, cameras: Iterable[CameraSection]) -> list[IncidentRecord]:
    """Every incident the journal in *directory* tells of, oldest first."""
    db = open_reader(directory)
    try:
        return records(read_rows(db), cameras)
    except (apsw.Error, msgspec.MsgspecError) as error:
        raise JournalError(
            "{directory}: el registro no se puede leer ({error})", directory=str(directory), error=str(error)
        ) from error
    finally:
        db.close()


def records(rows: Iterable[Stored], cameras: Iterable[CameraSection]) -> list[IncidentRecord]:
    """The incidents that *rows* tell of. Rows must begin where no pass was under way, or with the pass itself."""
    stories: dict[int, _Story] = {}
    pass_began: Stored | None = None
    begun = last = None
    for stored in rows:
        begun = stored if begun is None or stored.batch != begun.batch else begun
        last = stored
        entry = stored.entry()
        match entry:
            case PassOpened():
                pass_began = begun
            case PassEnded() | Started():
                pass_began = None
            case IncidentOpened(incident=incident):
                stories[incident.id] = _Story(incident, stored, pass_began or begun)
            case _:
                _follow(stories, entry, stored)
    return [_record(story, last, tuple(cameras)) for story in stories.values()]


def _follow(stories: dict[int, _Story], entry: Entry, stored: Stored) -> None:
    match entry:
        case IncidentSigned(id=number) | CctvAsked(id=number) | CctvAnswered(id=number) if number in stories:
            story = stories[number]
            story.incident, story.last = incident_rules.evolve(story.incident, entry), stored
        case IncidentResolved(id=number) if number in stories:
            story = stories[number]
            story.last = stored
            story.resolution = Resolution(
                entry.choice, entry.by, entry.role, entry.reason, entry.also_by, entry.also_role, entry.player
            )
        case ObservationNoted(seq=seq, text=text, by=by, role=role):
            for story in stories.values():
                if story.first.seq <= seq and (story.resolution is None or seq <= story.last.seq):
                    story.notes.append(Note(seq, text, by, role))


def _record(story: _Story, newest: Stored | None, cameras: tuple[CameraSection, ...]) -> IncidentRecord:
    last = story.last if story.resolution is not None or newest is None else newest
    begins, ends = _moment(story.first.utc_ns), _moment(last.utc_ns)
    return IncidentRecord(
        incident=visible(IncidentOpened(story.incident), None)["incident"],
        status="resolved" if story.resolution else "awaits_cctv" if story.incident.awaits_cctv else "open",
        first_seq=story.first.seq,
        last_seq=last.seq,
        opened_seq=story.opened_seq,
        begins=_spell(begins),
        ends=_spell(ends),
        cameras=tuple(_seen_by(camera, begins, ends) for camera in cameras),
        resolution=story.resolution,
        observations=tuple(story.notes),
    )


def _seen_by(camera: CameraSection, begins: datetime, ends: datetime) -> CameraWindow:
    offset, margin = timedelta(milliseconds=camera.clock_offset_ms), timedelta(seconds=camera.margin_s)
    return CameraWindow(camera.name, camera.covers, _spell(begins + offset - margin), _spell(ends + offset + margin))


def _before_oldest(db: apsw.Connection, wanted: set[int]) -> int:
    """The last entry before everything that belongs to the incidents *wanted*."""
    left = set(wanted)
    for stored in _backwards(db):
        entry = stored.entry()
        if isinstance(entry, IncidentOpened):
            left.discard(entry.incident.id)
        if not left and isinstance(entry, PassEnded | Started):
            return stored.seq
    return 0


def _backwards(db: apsw.Connection) -> Iterator[Stored]:
    for row in db.execute("SELECT seq, batch, mono_ns, utc_ns, body, hash FROM entries ORDER BY seq DESC"):
        yield Stored(*row)


def _moment(utc_ns: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=utc_ns // 1000)


def _spell(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
