"""The technician's bench over HTTP: devices, history, traffic, search. For the roles that look after a table."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import structlog
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from daemon.console.answers import COOKIE, answer_to, as_json, body_of, refusal
from daemon.console.history import SPANS
from daemon.console.hub import Hub
from daemon.console.rehearsal import CannotRehearse, Simulators
from daemon.console.sessions import Session, Sessions
from daemon.console.settings import Settings
from daemon.console.traffic import MOST_WATCHERS, Traffic
from daemon.console.window import Window
from daemon.messages import Name, Number
from table_core.rulebook import Role

log = structlog.get_logger()
REHEARSE: frozenset[Role] = frozenset({"technician", "jefe_de_mesa", "jefe_de_sala"})
LOOK: frozenset[Role] = frozenset({"technician", "jefe_de_mesa", "jefe_de_sala", "inspector", "auditor"})
"""Who may look at the devices; who deals or plays has no business there."""


class RehearsalAsked(Struct, frozen=True, forbid_unknown_fields=True):
    device: Name
    do: Name
    values: Annotated[dict[str, Annotated[str, Meta(max_length=20)]], Meta(max_length=4)] = {}


class SearchAsked(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=100)] = ""
    device: Name | None = None
    before: Number | None = None


class Bench:
    def __init__(self, settings: Settings, hub: Hub, window: Window, sessions: Sessions) -> None:
        self._window = window
        self._sessions = sessions
        self._traffic = Traffic(settings.address, lambda: hub.closed)
        self._simulators = Simulators(Path(settings.simulators)) if settings.simulators is not None else None

    def routes(self) -> list[Route]:
        return [
            Route("/api/tech/devices", self.devices),
            Route("/api/tech/history/{span}/{device}", self.history),
            Route("/api/tech/traffic", self.traffic),
            Route("/api/tech/search", self.search),
            Route("/api/tech/rehearsals", self.rehearsals),
            Route("/api/tech/rehearse", self.rehearse, methods=["POST"]),
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

    async def search(self, request: Request) -> Response:
        """The table looks, in this person's name; it says again whether the role may."""
        found = await self.person(request, LOOK)
        if isinstance(found, Response):
            return found
        try:
            asked = msgspec.convert(dict(request.query_params), SearchAsked, strict=False)
        except msgspec.ValidationError as error:
            return refusal(400, "BAD_REQUEST", f"no se entiende el pedido: {error}")

        async def searched() -> Response:
            return as_json(await found.search(asked.text, asked.device, asked.before))

        return await answer_to(searched)

    async def rehearsals(self, request: Request) -> Response:
        found = await self.person(request, LOOK)
        if isinstance(found, Response):
            return found
        if (simulators := self._simulated()) is None:
            return _no_simulators()
        try:
            return as_json(await simulators.offer())
        except CannotRehearse as error:
            return refusal(503, "NO_SIMULATORS", str(error))

    async def rehearse(self, request: Request) -> Response:
        found = await self.person(request, REHEARSE)
        if isinstance(found, Response):
            return found
        if (simulators := self._simulated()) is None:
            return _no_simulators()
        asked = await body_of(request, RehearsalAsked)
        if isinstance(asked, Response):
            return asked
        try:
            await simulators.rehearse(asked.device, asked.do, asked.values)
        except CannotRehearse as error:
            return refusal(409, "NOT_REHEARSED", str(error))
        log.info("rehearsed", person=found.person, device=asked.device, do=asked.do)
        return as_json({"ok": True})

    def _simulated(self) -> Simulators | None:
        """The simulators, while the table itself says that nothing at it is real."""
        status = self._window.status
        there = self._window.link == "up" and status is not None and status.simulated
        return self._simulators if there else None

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
            "rehearsals": self._simulated() is not None,
            "devices": status.devices if status else [],
        }


def _no_simulators() -> Response:
    return refusal(404, "NO_SIMULATORS", "esta mesa no es simulada, o no se dijo dónde se manejan sus dispositivos")
