"""What travels on the bus: publications, requests and answers, as types. Sends nothing; see docs/bus.md.

Keys may be added, never renamed or removed. `sabot schema bus` prints all of it as one JSON schema.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from table_core.commands import Command
from table_core.rulebook import Role

SCHEMA = "sabot-bus/1"
MAX_REQUEST = 64 * 1024
Way = Literal["in", "out", "event", "link"]
Lifecycle = Literal["startup", "ready", "held", "stopped"]
Number = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Seq = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Pin = Annotated[str, Meta(max_length=64)]
BadgeText = Annotated[str, Meta(max_length=64)]
RunId = Annotated[str, Meta(max_length=64)]


class Published(Struct, frozen=True, tag_field="kind"):
    """*n* counts without gaps from 1 within *run*; *seq* is the journal's entry it rests on."""

    run: str
    n: int
    seq: int


class EntryPublished(Published, frozen=True, tag="entry"):
    """One operation that changed the table, as anybody may see it. *n* is 0 when it was had from the journal alone.

    *utc_ns* is the hour of its commit, 0 when the table is too old to tell it.
    """

    body: dict[str, Any]
    utc_ns: int = 0


class PicturePublished(Published, frozen=True, tag="picture"):
    """The whole table after a commit; None when it was re-read too late: the newest picture stands for it."""

    body: dict[str, Any] | None


class StopTold(Struct, frozen=True):
    reason: str


class StoppedPublished(Published, frozen=True, tag="stopped"):
    """The run's last publication, when it ended otherwise than by a cut."""

    body: StopTold


Publication = EntryPublished | PicturePublished | StoppedPublished


class Asked(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One request; `do` says which."""


class AskStatus(Asked, frozen=True, tag="status"):
    """How the table and its devices are."""


class AskPicture(Asked, frozen=True, tag="picture"):
    """The table as anybody may see it now."""


class AskIncidents(Asked, frozen=True, tag="incidents"):
    """The open incidents with their time window, the cameras' clocks and what was said of them; or *all* of them."""

    all: bool = False


class AskPublications(Asked, frozen=True, tag="publications", rename={"first": "from", "last": "to"}):
    """Publications again, by number, one page at a time; *run* guards against numbers of another run."""

    first: Number
    last: Number | None = None
    run: RunId | None = None


class AskEntries(Asked, frozen=True, tag="entries"):
    """Published entries by journal sequence, whatever run wrote them: what lies behind *after*, up to *to*."""

    after: Seq
    to: Seq | None = None


class AskTraffic(Asked, frozen=True, tag="traffic"):
    """The newest traffic with the devices, or with one, behind line *after*; cards are covered.

    *whole*: no read is cut short, and a page is smaller.
    """

    after: Seq = 0
    device: Name | None = None
    whole: bool = False


class AskSearch(Asked, frozen=True, tag="search"):
    """The journal's newest entries before *before* whose covered text has *text*, of *device* if one is named."""

    badge: BadgeText
    text: Annotated[str, Meta(max_length=100)] = ""
    device: Name | None = None
    before: Number | None = None


class AskSignIn(Asked, frozen=True, tag="sign_in"):
    name: Name
    pin: Pin


class AskSignOut(Asked, frozen=True, tag="sign_out"):
    badge: BadgeText


class GiveOrder(Asked, frozen=True, tag="command"):
    """An order in the name of a badge's holder; *command* is one of the table's commands."""

    badge: BadgeText
    command: Raw


Request = (
    AskStatus
    | AskPicture
    | AskIncidents
    | AskPublications
    | AskEntries
    | AskTraffic
    | AskSearch
    | AskSignIn
    | AskSignOut
    | GiveOrder
)


class Refused(Struct, frozen=True):
    """Why not, in words; nothing changed. *code* is for machines."""

    code: str
    detail: str
    article: str | None = None
    ok: bool = False


class Done(Struct, frozen=True):
    ok: bool = True


class HeadTold(Struct, frozen=True):
    seq: int
    hash: str


class DeviceStatus(Struct, frozen=True):
    """*counters* of this run, *totals* of all; *last_error* with its moment, also from before this run.

    *since_utc_ns*: when its link last came or went in this run. *answers*: how long it took to answer what it was
    sent (`daemon.answer_times`). *board*: what a board that proves who it is said of itself. *stranger*: who answers
    under its name without being accepted. *in_repair*: a technician works on it.
    """

    name: str
    role: str
    driver: str
    support: str
    link: str
    identity: str | None
    counters: dict[str, int]
    totals: dict[str, int] = {}
    last_error: dict[str, Any] | None = None
    since_utc_ns: int | None = None
    answers: dict[str, int] = {}
    board: dict[str, Any] | None = None
    stranger: str | None = None
    in_repair: bool = False


class Status(Struct, frozen=True, rename={"passes": "pass"}):
    state: Lifecycle
    reason: str
    what_to_do: str
    simulated: bool
    session: dict[str, Any]
    passes: int
    devices: list[DeviceStatus]
    incidents: int
    head: HeadTold
    record: dict[str, Any] = {}
    table: dict[str, Any] = {}


class StatusTold(Struct, frozen=True):
    status: Status
    ok: bool = True


class PictureTold(Struct, frozen=True):
    picture: dict[str, Any]
    ok: bool = True


class IncidentsTold(Struct, frozen=True):
    incidents: list[dict[str, Any]]
    ok: bool = True


class PublicationsPage(Struct, frozen=True, rename={"following": "next"}):
    """*last* is the newest number there is; *following* where the next page begins, None at the end.

    *begins* is the journal's sequence with which *run* began.
    """

    run: str
    begins: int
    last: int
    publications: list[Raw]
    following: int | None
    ok: bool = True


class EntryTold(Struct, frozen=True):
    seq: int
    body: dict[str, Any]
    utc_ns: int = 0


class EntriesPage(Struct, frozen=True, rename={"following": "next"}):
    """*following* is the *after* of the next page, None at the end."""

    entries: list[EntryTold]
    following: int | None
    ok: bool = True


class EntryFound(Struct, frozen=True):
    seq: int
    utc_ns: int
    body: dict[str, Any]


class SearchPage(Struct, frozen=True, rename={"following": "next"}):
    """The newest first; *following* is the *before* of the next page, None where the journal begins."""

    entries: list[EntryFound]
    following: int | None
    ok: bool = True


class SignedIn(Struct, frozen=True):
    """*badge* is good on this connection only, until it is idle for *idle_s*, signed out or its holder changes.

    *change_pin*: the person's PIN has been in use for longer than it may be.
    """

    badge: str
    role: Role
    idle_s: int
    change_pin: bool = False
    ok: bool = True


class TrafficLine(Struct, frozen=True):
    """*n* counts from the table's start; *data* is hexadecimal, empty where it is covered, *size* is not."""

    n: int
    utc_ns: int
    device: str
    way: Way
    size: int
    data: str
    words: str


class TrafficPage(Struct, frozen=True):
    """*last* is the *after* of the next question; *more*: ask again at once. What came before *oldest* is gone."""

    lines: list[TrafficLine]
    last: int
    more: bool
    ok: bool = True
    oldest: int = 0


Answer = (
    Refused
    | Done
    | StatusTold
    | PictureTold
    | IncidentsTold
    | PublicationsPage
    | EntriesPage
    | TrafficPage
    | SearchPage
    | SignedIn
)
ANSWERS: dict[str, type[Struct]] = {
    "status": StatusTold,
    "picture": PictureTold,
    "incidents": IncidentsTold,
    "publications": PublicationsPage,
    "entries": EntriesPage,
    "traffic": TrafficPage,
    "search": SearchPage,
    "sign_in": SignedIn,
    "sign_out": Done,
    "command": Done,
}

publication_decoder: msgspec.json.Decoder[Publication] = msgspec.json.Decoder(Publication)
request_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def schema() -> dict[str, Any]:
    """Everything above as one JSON schema document."""
    kinds = (Publication, Request, Command, Refused, *dict.fromkeys(ANSWERS.values()))
    found, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    publication, request, command, refused, *answers = found
    shape_of = dict(zip(dict.fromkeys(ANSWERS.values()), answers, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "publication": publication,
        "request": request,
        "command": command,
        "refused": refused,
        "answers": {do: shape_of[kind] for do, kind in ANSWERS.items()},
        "$defs": components,
    }
