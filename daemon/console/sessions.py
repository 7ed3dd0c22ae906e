"""Who is signed in at which browser: a cookie stands for a badge that the table gave. The console judges no PIN itself.

Every person has a connection of their own to the table, because a badge is good on one connection only.
"""

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from typing import TypeVar

from msgspec import Raw, Struct

from daemon.bus_client import Address, BusClient, RequestRefused, TableAway
from daemon.messages import (
    AskSearch,
    AskSignIn,
    AskSignOut,
    Done,
    EntryFound,
    GiveOrder,
    Request,
    SearchPage,
    SignedIn,
)
from table_core.rulebook import Role

MOST_SESSIONS = 32
MOST_SIGNING_IN = 4
ORDER_WITHIN_MS = 5000
_PAGES, _ENOUGH = 20, 50
"""How many pages of the journal one search goes through, and how many entries are enough for a screen."""
T = TypeVar("T", bound=Struct)


class TooMany(Exception):
    """Too many people try to sign in at once."""


class Session:
    """One person at one browser."""

    def __init__(self, client: BusClient, name: str, told: SignedIn) -> None:
        self.person = name
        self.role: Role = told.role
        self._client = client
        self._badge = told.badge
        self._idle_s = told.idle_s
        self._used = time.monotonic()
        self._lock = asyncio.Lock()

    @property
    def over(self) -> bool:
        return time.monotonic() - self._used > self._idle_s

    async def order(self, command: Raw) -> None:
        """Give an order in this person's name; raises RequestRefused or TableAway."""
        self._used = time.monotonic()
        await self._ask(GiveOrder(self._badge, command), Done)

    async def search(self, text: str, device: str | None, before: int | None) -> SearchPage:
        """What the journal has of *text*, as far back as one asks at once; raises RequestRefused or TableAway."""
        self._used = time.monotonic()
        found: list[EntryFound] = []
        for _ in range(_PAGES):
            page = await self._ask(AskSearch(self._badge, text, device, before), SearchPage)
            found, before = found + page.entries, page.following
            if before is None or len(found) >= _ENOUGH:
                break
        return SearchPage(found, before)

    async def end(self) -> None:
        """Sign out if the table still listens, and let the connection go."""
        with contextlib.suppress(RequestRefused, TableAway):  # the badge is of no use without its connection
            await self._ask(AskSignOut(self._badge), Done)
        self._client.close()

    async def _ask(self, request: Request, kind: type[T]) -> T:
        async with self._lock:
            return await asyncio.to_thread(self._client.ask, request, kind)


class Sessions:
    """Bounded: past the most the one unused longest goes."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._signing_in = 0

    async def sign_in(self, name: str, pin: str) -> tuple[str, Session]:
        """The cookie's value and the session; raises RequestRefused, TableAway or TooMany."""
        session = await self._open(name, pin)
        token = secrets.token_urlsafe(32)
        self._sessions[token] = session
        await self._tidy()
        return token, session

    async def order_as(self, name: str, pin: str, command: Raw) -> None:
        """One order by somebody who steps up, gives name and PIN, and is signed out again at once."""
        session = await self._open(name, pin)
        try:
            await session.order(command)
        finally:
            await session.end()

    async def find(self, token: str | None) -> Session | None:
        """Whose browser it is, when the badge behind it still is good."""
        session = self._sessions.get(token or "")
        if session is None:
            return None
        if session.over:
            await self.drop(token)
            return None
        self._sessions.move_to_end(token or "")
        return session

    def knows(self, session: Session) -> bool:
        """Whether that person is still signed in here."""
        return not session.over and session in self._sessions.values()

    async def drop(self, token: str | None) -> None:
        session = self._sessions.pop(token or "", None)
        if session is not None:
            await session.end()

    async def close(self) -> None:
        """All at once: a table that is gone answers none of them, and one after the other would take minutes."""
        ending = [session.end() for session in self._sessions.values()]
        self._sessions.clear()
        await asyncio.gather(*ending)

    async def _open(self, name: str, pin: str) -> Session:
        if self._signing_in >= MOST_SIGNING_IN:
            raise TooMany
        self._signing_in += 1
        client = BusClient(self._address, timeout_ms=ORDER_WITHIN_MS)
        try:
            told = await asyncio.to_thread(client.ask, AskSignIn(name, pin), SignedIn)
        except BaseException:
            client.close()
            raise
        finally:
            self._signing_in -= 1
        return Session(client, name, told)

    async def _tidy(self) -> None:
        for token in [token for token, session in self._sessions.items() if session.over]:
            await self.drop(token)
        while len(self._sessions) > MOST_SESSIONS:
            await self.drop(next(iter(self._sessions)))


NOT_SIGNED_IN = "NOT_SIGNED_IN"


def ended_by_table(refused: RequestRefused) -> bool:
    """The table no longer knows the badge: it restarted, or its holder was removed or changed."""
    return refused.answer.code == NOT_SIGNED_IN
