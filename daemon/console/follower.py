"""Follows one table over its bus, in a thread of its own, and hands on what it hears. Decides and keeps nothing."""

import threading
import time
from collections.abc import Callable

import msgspec
import structlog
import zmq
from msgspec import Struct

from daemon.bus_client import Address, BusClient, BusFault, RequestRefused, Subscription, TableAway
from daemon.messages import (
    AskEntries,
    AskPublications,
    AskStatus,
    EntriesPage,
    EntryPublished,
    Publication,
    PublicationsPage,
    Status,
    StatusTold,
)

ANSWER_MS = 700
IDLE_MS = 300
"""Idle and unanswered together stay under a second: with a beat on top a page knows within two (R48)."""
STATUS_EVERY_S = 0.5
RECENT_PUBLICATIONS = 4000
OLDER_ENTRIES = 6000
_PAST_THE_END = 2**62

log = structlog.get_logger()


class Away(Struct, frozen=True):
    """Nobody answers at the table's address."""


News = Publication | Status | Away
Hear = Callable[[News], None]


class Follower:
    """*hear* is called in the follower's thread."""

    def __init__(self, address: Address, hear: Hear) -> None:
        self._address = address
        self._hear = hear
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bus", daemon=True)
        self._status_at = 0.0

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                with BusClient(self._address, timeout_ms=ANSWER_MS) as client:
                    self._begin(client)
            except TableAway:
                self._hear(Away())
            except (BusFault, RequestRefused, msgspec.MsgspecError, zmq.ZMQError) as error:
                log.warning("bus_not_understood", error=str(error))
                self._hear(Away())
                self._over.wait(1)

    def _begin(self, client: BusClient) -> None:
        """Tell the past first, then what happens, until the end; raises TableAway until the table was reached once."""
        now = client.ask(AskPublications(_PAST_THE_END, _PAST_THE_END), PublicationsPage)
        for entry in _older(client, now):
            self._hear(entry)
        self._follow(client, client.follow(max(1, now.last - RECENT_PUBLICATIONS)))

    def _follow(self, client: BusClient, news: Subscription) -> None:
        while not self._over.is_set():
            try:
                published = news.next(IDLE_MS)
                if published is not None:
                    self._hear(published)
                if time.monotonic() >= self._status_at:
                    self._status_at = time.monotonic() + STATUS_EVERY_S
                    self._hear(client.ask(AskStatus(), StatusTold).status)
            except TableAway:
                self._hear(Away())


def _older(client: BusClient, now: PublicationsPage) -> list[EntryPublished]:
    """The last entries of the runs before this one."""
    found: list[EntryPublished] = []
    after: int | None = max(0, now.begins - 1 - OLDER_ENTRIES)
    while after is not None and after < now.begins - 1:
        page = client.ask(AskEntries(after, now.begins - 1), EntriesPage)
        found += [EntryPublished("", 0, entry.seq, entry.body, entry.utc_ns) for entry in page.entries]
        after = page.following
    return found
