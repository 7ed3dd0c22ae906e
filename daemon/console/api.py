"""What a page may ask and order over HTTP. Orders go to the table in a person's name; the table decides."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from daemon.bus_client import RequestRefused, TableAway
from daemon.console.hub import MOST_STREAMS, Hub
from daemon.console.sessions import Session, Sessions, TooMany, ended_by_table
from daemon.console.window import Window
from daemon.console.words import words
from daemon.messages import Name, Pin

COOKIE = "sabot_session"
_STATUS_OF = {"BAD_REQUEST": 400, "SIGN_IN": 403, "NOT_SIGNED_IN": 401, "BUSY": 503, "STOPPED": 503, "TOO_LARGE": 413}
_REFUSED_BY_TABLE = 409
_AWAY = ("TABLE_AWAY", "la mesa no responde; mire si su proceso sigue en marcha")


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


Answering = Callable[[Request], Awaitable[Response]]


class Api:
    def __init__(self, hub: Hub, window: Window, sessions: Sessions, *, secure: bool) -> None:
        self._hub = hub
        self._window = window
        self._sessions = sessions
        self._secure = secure

    async def events(self, request: Request) -> Response:
        if self._hub.streams >= MOST_STREAMS:
            return _refusal(503, "BUSY", "hay demasiadas páginas abiertas; cierre algunas")
        last = request.headers.get("last-event-id") or request.query_params.get("after", "")
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(self._hub.stream(last), media_type="text/event-stream", headers=headers)

    async def words(self, request: Request) -> Response:
        try:
            return _json(words(request.path_params["language"]))
        except KeyError:
            return _refusal(404, "NO_LANGUAGE", "hay español (es) e inglés (en)")

    async def session(self, request: Request) -> Response:
        found = await self._session_of(request)
        return _json(_person(found))

    async def sign_in(self, request: Request) -> Response:
        asked = await _body(request, SignInAsked)
        if isinstance(asked, Response):
            return asked
        return await _answer(lambda: self._signed_in(request, asked))

    async def sign_out(self, request: Request) -> Response:
        await self._sessions.drop(request.cookies.get(COOKIE))
        answer = _json({"ok": True})
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict", secure=self._secure)
        return answer

    async def order(self, request: Request) -> Response:
        session = await self._session_of(request)
        if session is None:
            return _refusal(401, "NOT_SIGNED_IN", "identifíquese primero")
        asked = await _body(request, OrderAsked)
        if isinstance(asked, Response):
            return asked
        return await _answer(lambda: self._ordered(request, session, asked.command))

    async def order_as(self, request: Request) -> Response:
        asked = await _body(request, OrderAsAsked)
        if isinstance(asked, Response):
            return asked

        async def ordered() -> Response:
            await self._sessions.order_as(asked.name, asked.pin, asked.command)
            return _json({"ok": True})

        return await _answer(ordered)

    async def passes(self, request: Request) -> Response:
        return await self._told(request, self._window.chronicle.listed)

    async def report(self, request: Request) -> Response:
        return await self._told(request, lambda: self._window.chronicle.shift)

    async def steps(self, request: Request) -> Response:
        return await self._told(request, lambda: self._window.chronicle.steps(request.path_params["seq"]))

    async def _told(self, request: Request, look: Callable[[], object]) -> Response:
        """What is for people who signed in, whatever their role; None: there is no such thing."""
        if await self._session_of(request) is None:
            return _refusal(401, "NOT_SIGNED_IN", "identifíquese primero")
        found = look()
        return _json(found) if found is not None else _refusal(404, "NO_PASS", "ese pase ya no se guarda aquí")

    async def _signed_in(self, request: Request, asked: SignInAsked) -> Response:
        token, session = await self._sessions.sign_in(asked.name, asked.pin)
        await self._sessions.drop(request.cookies.get(COOKIE))
        answer = _json(_person(session))
        answer.set_cookie(COOKIE, token, path="/", httponly=True, samesite="strict", secure=self._secure)
        return answer

    async def _ordered(self, request: Request, session: Session, command: Raw) -> Response:
        try:
            await session.order(command)
        except RequestRefused as refused:
            if ended_by_table(refused):
                await self._sessions.drop(request.cookies.get(COOKIE))
            raise
        return _json({"ok": True})

    async def _session_of(self, request: Request) -> Session | None:
        return await self._sessions.find(request.cookies.get(COOKIE))


async def _body(request: Request, kind: type[Any]) -> Any:
    """The body as *kind*, or the refusal to send back."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return _refusal(400, "BAD_REQUEST", f"no se entiende el pedido: {error}")


async def _answer(ask: Callable[[], Awaitable[Response]]) -> Response:
    try:
        return await ask()
    except RequestRefused as refused:
        told = refused.answer
        return _refusal(_STATUS_OF.get(told.code, _REFUSED_BY_TABLE), told.code, told.detail, told.article)
    except TooMany:
        return _refusal(503, "BUSY", "hay demasiadas identificaciones a la vez; espere y repita")
    except TableAway:
        return _refusal(503, *_AWAY)


def _person(session: Session | None) -> dict[str, Any]:
    return {"person": session.person if session else None, "role": session.role if session else None}


def _json(content: object) -> Response:
    return Response(msgspec.json.encode(content), media_type="application/json")


def _refusal(status: int, code: str, detail: str, article: str | None = None) -> Response:
    body = {"ok": False, "code": code, "detail": detail, "article": article}
    return Response(msgspec.json.encode(body), status, media_type="application/json")
