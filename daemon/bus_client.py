"""A client of a running table: asks with a time-out, and follows its publications without missing one.

Local tables are reached by their data directory, others by a client's file (`daemon.keys.Link`).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Self, TypeVar

import msgspec
import zmq
from msgspec import Struct

from daemon.bus import control_url, publications_url
from daemon.keys import Link
from daemon.messages import (
    MAX_REQUEST,
    AskEntries,
    AskPublications,
    EntriesPage,
    EntryPublished,
    Publication,
    PublicationsPage,
    Refused,
    Request,
    publication_decoder,
)

TIMEOUT_MS = 5000
IDLE_MS = 1000
_PAST_THE_END = 2**62
T = TypeVar("T", bound=Struct)


class TableAway(Exception):
    """Nobody answers at the address."""


class RequestRefused(Exception):
    """The table said no; *answer* says why."""

    def __init__(self, answer: Refused) -> None:
        super().__init__(f"{answer.code}: {answer.detail}")
        self.answer = answer


class BusFault(Exception):
    """The table answered what its own rules do not allow."""


class Address(Struct, frozen=True):
    """Where a table's two sockets are; *link* holds the keys when they are behind TCP."""

    control: str
    publications: str
    link: Link | None = None


def local_address(directory: Path) -> Address:
    return Address(control_url(directory), publications_url(directory))


def remote_address(link: Link) -> Address:
    return Address(link.control, link.publications, link)


class _Verdict(Struct):
    ok: bool


class BusClient:
    """One connection to one table. Not for several threads."""

    def __init__(self, address: Address, *, timeout_ms: int = TIMEOUT_MS) -> None:
        self._address = address
        self._timeout_ms = timeout_ms
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._news: list[zmq.Socket[bytes]] = []
        self._control = self._socket(zmq.REQ)
        # A question that was not answered must not make the next one impossible, nor be taken for its answer.
        self._control.setsockopt(zmq.REQ_RELAXED, 1)
        self._control.setsockopt(zmq.REQ_CORRELATE, 1)
        self._control.connect(address.control)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ignored: object) -> None:
        self.close()

    def close(self) -> None:
        self._context.destroy(linger=0)

    def ask(self, request: Request, kind: type[T]) -> T:
        """The answer to *request*, of type *kind*; raises RequestRefused or TableAway."""
        message = msgspec.json.encode(request)
        if len(message) > MAX_REQUEST:
            raise RequestRefused(Refused("TOO_LARGE", f"{len(message)} > {MAX_REQUEST} bytes"))
        self._control.send(message)
        if not self._control.poll(self._timeout_ms):
            raise TableAway(f"no answer from {self._address.control} within {self._timeout_ms} ms")
        answer = self._control.recv()
        if not msgspec.json.decode(answer, type=_Verdict).ok:
            raise RequestRefused(msgspec.json.decode(answer, type=Refused))
        return msgspec.json.decode(answer, type=kind)

    def follow(self, first: int | None = None) -> "Subscription":
        """Every publication from number *first*; from now on when it is None."""
        news = self._socket(zmq.SUB)
        news.setsockopt(zmq.SUBSCRIBE, b"")
        news.connect(self._address.publications)
        self._news.append(news)
        return Subscription(self, news, first)

    def _socket(self, kind: int) -> "zmq.Socket[bytes]":
        socket = self._context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        link = self._address.link
        if link is not None:
            socket.setsockopt(zmq.CURVE_SERVERKEY, link.server.encode())
            socket.setsockopt(zmq.CURVE_PUBLICKEY, link.public.encode())
            socket.setsockopt(zmq.CURVE_SECRETKEY, link.secret.encode())
        return socket


class Subscription:
    """Publications in their order, none missing: a gap is filled through the control socket before anything else.

    After a restart come the entries that the run before still wrote (number 0), then the new run from 1.
    """

    def __init__(self, client: BusClient, news: "zmq.Socket[bytes]", first: int | None) -> None:
        self._client = client
        self._news = news
        now = self._now()
        self.run = now.run
        self.reread = 0
        self._seen, self._seq = 0, now.begins - 1
        if first is not None:
            self._seen = first - 1
        elif now.last:
            newest = publication_decoder.decode(self._ask(now.last, now.last, None).publications[0])
            self._seen, self._seq = newest.n, newest.seq
        self._waiting = self._missed()

    def next(self, within_ms: int = IDLE_MS) -> Publication | None:
        """The next publication, or None when nothing came for *within_ms*. Raises TableAway when nobody is there."""
        idle = False
        while True:
            found = self._next_waiting()
            if found is not None:
                self._seen, self._seq = found.n or self._seen, found.seq
                return found
            if idle:
                return None
            if self._news.poll(within_ms):
                self._waiting = self._in_order(publication_decoder.decode(self._news.recv_multipart()[-1]))
            else:
                # What was lost at the very end is followed by nothing that would betray it: ask.
                self._waiting, idle = self._missed(), True

    def _next_waiting(self) -> Publication | None:
        while True:
            try:
                return next(self._waiting, None)
            except RequestRefused as refused:
                if refused.answer.code != "OTHER_RUN":
                    raise
                self._waiting = self._missed()  # it restarted between two pages

    def _in_order(self, published: Publication) -> Iterator[Publication]:
        """*published* behind everything that was missed before it."""
        if published.run != self.run:
            yield from self._missed()
            return
        if published.n > self._seen + 1:
            yield from self._reread(self._seen + 1, published.n - 1)
        if published.n > self._seen:
            yield published

    def _missed(self) -> Iterator[Publication]:
        """Everything up to now that was not seen, whatever run it belongs to."""
        now = self._now()
        if now.run != self.run:
            yield from self._tail_of_old_run(now.begins - 1)
            self.run, self._seen = now.run, 0
        if now.last > self._seen:
            yield from self._reread(self._seen + 1, now.last)

    def _reread(self, first: int, last: int) -> Iterator[Publication]:
        following: int | None = first
        while following is not None and following <= last:
            page = self._ask(following, last, self.run)
            for number, message in enumerate(page.publications, start=following):
                published = publication_decoder.decode(message)
                if published.n != number:
                    raise BusFault(f"asked for publication {number}, got {published.n}")
                self.reread += 1
                yield published
            if page.following is not None and page.following <= following:
                raise BusFault(f"the page from {following} leads nowhere")
            following = page.following

    def _tail_of_old_run(self, last_seq: int) -> Iterator[Publication]:
        after: int | None = self._seq
        while after is not None and after < last_seq:
            page = self._client.ask(AskEntries(after, last_seq), EntriesPage)
            for entry in page.entries:
                yield EntryPublished(self.run, 0, entry.seq, entry.body, entry.utc_ns)
            after = page.following

    def _now(self) -> PublicationsPage:
        """Which run it is and how far it got; no publication."""
        return self._ask(_PAST_THE_END, _PAST_THE_END, None)

    def _ask(self, first: int, last: int, run: str | None) -> PublicationsPage:
        return self._client.ask(AskPublications(first, last, run), PublicationsPage)
