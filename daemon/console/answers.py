"""What the console's answers have in common: JSON, refusals in words, and the table's refusals as HTTP says them."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from daemon.bus_client import RequestRefused, TableAway
from daemon.console.sessions import TooMany
from daemon.console.tongue import said

COOKIE = "sabot_session"
_STATUS_OF = {"BAD_REQUEST": 400, "SIGN_IN": 403, "NOT_SIGNED_IN": 401, "BUSY": 503, "STOPPED": 503, "TOO_LARGE": 413}
_REFUSED_BY_TABLE = 409


async def body_of(request: Request, kind: type[Any]) -> Any:
    """The body as *kind*, or the refusal to send back."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return refusal(400, "BAD_REQUEST", f"no se entiende el pedido: {error}")


async def answer_to(ask: Callable[[], Awaitable[Response]]) -> Response:
    try:
        return await ask()
    except RequestRefused as refused:
        told = refused.answer
        return refusal(_STATUS_OF.get(told.code, _REFUSED_BY_TABLE), told.code, told.detail, told.article)
    except TooMany:
        return refusal(503, "BUSY", "hay demasiadas identificaciones a la vez; espere y repita")
    except TableAway:
        return refusal(503, "TABLE_AWAY", "la mesa no responde; mire si su proceso sigue en marcha")


def as_json(content: object) -> Response:
    return Response(msgspec.json.encode(content), media_type="application/json")


def refusal(status: int, code: str, detail: str, article: str | None = None) -> Response:
    """*detail* in Spanish; it is told in the language of the request."""
    body = {"ok": False, "code": code, "detail": said(detail), "article": article}
    return Response(msgspec.json.encode(body), status, media_type="application/json")
