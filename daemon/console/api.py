"""What a page may ask and order over HTTP. Orders go to the table in a person's name; the table decides."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Raw, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from daemon.bus_client import RequestRefused
from daemon.console.answers import COOKIE, answer_to, as_json, body_of, refusal
from daemon.console.hub import MOST_STREAMS, Hub
from daemon.console.sessions import Session, Sessions, ended_by_table
from daemon.console.window import Window
from daemon.console.words import words
from daemon.messages import Name, Pin


class SignInAsked(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    pin: Pin


class OrderAsked(Struct, frozen=True, forbid_unknown_fields=True):
    command: Raw


class OrderAsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """An order by somebody who steps up to a terminal another person works at."""

    name: Name
    pin: Annotated[str, Meta(max_length=64)]
    command: Raw


class Api:
    def __init__(self, hub: Hub, window: Window, sessions: Sessions, *, secure: bool) -> None:
        self._hub = hub
        self._window = window
        self._sessions = sessions
        self._secure = secure

    async def events(self, request: Request) -> Response:
        if self._hub.streams >= MOST_STREAMS:
            return refusal(503, "BUSY", "hay demasiadas páginas abiertas; cierre algunas")
        last = request.headers.get("last-event-id") or request.query_params.get("after", "")
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(self._hub.stream(last), media_type="text/event-stream", headers=headers)

    async def words(self, request: Request) -> Response:
        try:
            return as_json(words(request.path_params["language"]))
        except KeyError:
            return refusal(404, "NO_LANGUAGE", "hay español (es) e inglés (en)")

    async def session(self, request: Request) -> Response:
        found = await self._session_of(request)
        return as_json(_person(found))

    async def sign_in(self, request: Request) -> Response:
        asked = await body_of(request, SignInAsked)
        if isinstance(asked, Response):
            return asked
        return await answer_to(lambda: self._signed_in(request, asked))

    async def sign_out(self, request: Request) -> Response:
        await self._sessions.drop(request.cookies.get(COOKIE))
        answer = as_json({"ok": True})
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict", secure=self._secure)
        return answer

    async def order(self, request: Request) -> Response:
        session = await self._session_of(request)
        if session is None:
            return refusal(401, "NOT_SIGNED_IN", "identifíquese primero")
        asked = await body_of(request, OrderAsked)
        if isinstance(asked, Response):
            return asked
        return await answer_to(lambda: self._ordered(request, session, asked.command))

    async def order_as(self, request: Request) -> Response:
        asked = await body_of(request, OrderAsAsked)
        if isinstance(asked, Response):
            return asked

        async def ordered() -> Response:
            await self._sessions.order_as(asked.name, asked.pin, asked.command)
            return as_json({"ok": True})

        return await answer_to(ordered)

    async def passes(self, request: Request) -> Response:
        return await self._told(request, self._window.chronicle.listed)

    async def shoes(self, request: Request) -> Response:
        return await self._told(request, self._window.chronicle.shoes.listed)

    async def report(self, request: Request) -> Response:
        return await self._told(request, lambda: self._window.chronicle.shift)

    async def steps(self, request: Request) -> Response:
        return await self._told(request, lambda: self._window.chronicle.steps(request.path_params["seq"]))

    async def _told(self, request: Request, look: Callable[[], object]) -> Response:
        """What is for people who signed in, whatever their role; None: there is no such thing."""
        if await self._session_of(request) is None:
            return refusal(401, "NOT_SIGNED_IN", "identifíquese primero")
        found = look()
        return as_json(found) if found is not None else refusal(404, "NO_PASS", "ese pase ya no se guarda aquí")

    async def _signed_in(self, request: Request, asked: SignInAsked) -> Response:
        token, session = await self._sessions.sign_in(asked.name, asked.pin)
        await self._sessions.drop(request.cookies.get(COOKIE))
        answer = as_json(_person(session))
        answer.set_cookie(COOKIE, token, path="/", httponly=True, samesite="strict", secure=self._secure)
        return answer

    async def _ordered(self, request: Request, session: Session, command: Raw) -> Response:
        try:
            await session.order(command)
        except RequestRefused as refused:
            if ended_by_table(refused):
                await self._sessions.drop(request.cookies.get(COOKIE))
            raise
        return as_json({"ok": True})

    async def _session_of(self, request: Request) -> Session | None:
        return await self._sessions.find(request.cookies.get(COOKIE))


def _person(session: Session | None) -> dict[str, Any]:
    return {"person": session.person if session else None, "role": session.role if session else None}
