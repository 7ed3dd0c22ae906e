"""The technician's bench over HTTP: devices, their history and their traffic. For the roles that look after a table."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from daemon.bus_client import Address
from daemon.console.answers import COOKIE, as_json, refusal
from daemon.console.history import SPANS
from daemon.console.hub import Hub
from daemon.console.sessions import Session, Sessions
from daemon.console.traffic import MOST_WATCHERS, Traffic
from daemon.console.window import Window
from table_core.rulebook import Role

LOOK: frozenset[Role] = frozenset({"technician", "jefe_de_mesa", "jefe_de_sala", "inspector", "auditor"})
"""Who may look at the devices; who deals or plays has no business there."""


class Bench:
    def __init__(self, address: Address, hub: Hub, window: Window, sessions: Sessions) -> None:
        self._window = window
        self._sessions = sessions
        self._traffic = Traffic(address, lambda: hub.closed)

    def routes(self) -> list[Route]:
        return [
            Route("/api/tech/devices", self.devices),
            Route("/api/tech/history/{span}/{device}", self.history),
            Route("/api/tech/traffic", self.traffic),
        ]

    async def devices(self, request: Request) -> Response:
        found = await self.person(request, LOOK)
        return found if isinstance(found, Response) else as_json(self._told())

    async def history(self, request: Request) -> Response:
        found = await self.person(request, LOOK)
        if isinstance(found, Response):
            return found
        span, after = request.path_params["span"], request.query_params.get("after", "0")
        if span not in SPANS or not (after.isascii() and after.isdigit() and len(after) < 12):
            return refusal(404, "NO_HISTORY", "hay la última hora (hour) y el último día (day)")
        return as_json(self._window.history.of(span, request.path_params["device"], int(after)))

    async def traffic(self, request: Request) -> Response:
        found = await self.person(request, LOOK)
        if isinstance(found, Response):
            return found
        if self._traffic.watchers >= MOST_WATCHERS:
            return refusal(503, "BUSY", "hay demasiadas personas mirando el tráfico; cierre una página")
        last = request.headers.get("last-event-id", "")
        lines = self._traffic.watch(request.query_params.get("device"), last, lambda: self._sessions.knows(found))
        return StreamingResponse(lines, media_type="text/event-stream", headers={"x-accel-buffering": "no"})

    async def person(self, request: Request, roles: frozenset[Role]) -> Session | Response:
        """Whoever is signed in at this browser, when the role is one of *roles*; else the refusal."""
        session = await self._sessions.find(request.cookies.get(COOKIE))
        if session is None:
            return refusal(401, "NOT_SIGNED_IN", "identifíquese primero")
        if session.role not in roles:
            return refusal(403, "WRONG_ROLE", "su rol no trabaja con los dispositivos")
        return session

    def _told(self) -> dict[str, Any]:
        status = self._window.status
        return {
            "link": self._window.link,
            "simulated": status.simulated if status else False,
            "devices": status.devices if status else [],
        }
