"""What every request passes first: our own host name, our own pages, a small body. And what every answer carries.

Pure ASGI: it neither reads a body before it must nor buffers an answer, so streams pass through it.
"""

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from daemon.console.settings import Settings
from daemon.console.tongue import answer_in, said

MAX_BODY = 16 * 1024
_SAFE = frozenset({"GET", "HEAD"})
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), serial=()",
}


class _Refused(Exception):
    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings, policy: str) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._scheme = settings.scheme
        self._language = settings.language
        self._headers = {**_HEADERS, "content-security-policy": policy}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answering = self._dressed(send)
        headers = Headers(scope=scope)
        answer_in(headers.get("accept-language", ""), self._language)
        try:
            self._check(scope["method"], headers)
            body = _Measured(receive)
            await self._app(scope, body.receive, answering)
        except _Refused as refused:
            await _refuse(refused, answering)

    def _check(self, method: str, headers: Headers) -> None:
        host = headers.get("host", "")
        if _without_port(host) not in self._hosts:
            raise _Refused(421, "WRONG_HOST", f"esta consola no se llama {host!r}; agregue el nombre a [console] names")
        if method in _SAFE:
            return
        if headers.get("origin") != f"{self._scheme}://{host}":
            raise _Refused(403, "CROSS_SITE", "el pedido no viene de una página de esta consola")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise _Refused(415, "NOT_JSON", "el pedido debe ser application/json")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:
            raise _too_large()

    def _dressed(self, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        return dressed


class _Measured:
    """A body that is cut off when it grows too long, whatever its length was said to be."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > MAX_BODY:
            raise _too_large()
        return message


def _too_large() -> _Refused:
    return _Refused(413, "TOO_LARGE", f"el pedido pasa de {MAX_BODY} bytes")


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


async def _refuse(refused: _Refused, send: Send) -> None:
    body = msgspec.json.encode({"ok": False, "code": refused.code, "detail": said(refused.detail)})
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
