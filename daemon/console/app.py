"""The console as one ASGI application: pages, events, orders, behind the guard. Opens no port."""

from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from daemon.console.api import Api
from daemon.console.bench import Bench
from daemon.console.guard import Guard
from daemon.console.hub import Hub
from daemon.console.pages import PAGES, POLICY, folder, shell, version
from daemon.console.sessions import Sessions
from daemon.console.settings import Settings
from daemon.console.window import Window
from daemon.i18n import LANGUAGES


def build_app(settings: Settings, hub: Hub, window: Window, sessions: Sessions) -> ASGIApp:
    api = Api(hub, window, sessions, secure=settings.scheme == "https")
    hub.tell("console", {"version": version()})
    router = Router(
        [
            *(Route(path, _Page(name, settings.language).answer) for path, name in PAGES.items()),
            Route("/events", api.events),
            Route("/api/words/{language}", api.words),
            Route("/api/session", api.session),
            Route("/api/report", api.report),
            Route("/api/shoes", api.shoes),
            Route("/api/passes", api.passes),
            Route("/api/passes/{seq:int}", api.steps),
            Route("/api/sign-in", api.sign_in, methods=["POST"]),
            Route("/api/sign-out", api.sign_out, methods=["POST"]),
            Route("/api/order", api.order, methods=["POST"]),
            Route("/api/order-as", api.order_as, methods=["POST"]),
            *Bench(settings, hub, window, sessions).routes(),
            Mount("/static", _Files(directory=folder("static"))),
            Mount("/vendor", _Files(directory=folder("vendor"))),
        ],
        redirect_slashes=False,
    )
    return Guard(ExceptionMiddleware(router), settings, POLICY)


class _Page:
    def __init__(self, name: str, language: str) -> None:
        self._name = name
        self._language = language

    async def answer(self, request: Request) -> Response:
        wanted = request.query_params.get("lang", "")
        return HTMLResponse(shell(self._name, wanted if wanted in LANGUAGES else self._language))


class _Files(StaticFiles):
    """Asked again every time, answered from memory of the browser when nothing changed."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response
