"""A console in this process whose pages are told by tables in memory: any layout, any pot, without a daemon."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from daemon.bus_client import local_address
from daemon.console.app import build_app
from daemon.console.hub import Hub
from daemon.console.sessions import Sessions
from daemon.console.settings import make_settings
from daemon.console.window import Window
from daemon.messages import HeadTold, PicturePublished, Status
from tests.system.processes import eventually, free_port

FACTS = {
    "name": "mesa-1",
    "rulebook": "coquimbo-2020",
    "switches": {},
    "family": "blackjack",
    "game": "Black Jack",
    "seats": 7,
    "seat_one": "left",
    "stakes": "none",
    "limits": None,
    "timezone": "America/Santiago",
    "lamps": {},
}


class Stand:
    """*tell* shows a picture as a table of these facts would publish it."""

    def __init__(self, directory: Path) -> None:
        self._port = free_port()
        self._directory = directory
        self._window: Window | None = None
        self._server: uvicorn.Server | None = None
        self._told = 0
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def open(self) -> None:
        self._thread.start()
        eventually(lambda: self._server is not None and self._server.started)

    def close(self) -> None:
        assert self._server is not None
        self._server.should_exit = True
        self._thread.join(10)

    def tell(self, picture: dict[str, Any], **facts: Any) -> None:
        assert self._window is not None
        self._told += 1
        table = {**FACTS, **facts}
        self._window.hear(Status("ready", "", "", True, {}, 0, [], 0, HeadTold(1, ""), table=table))
        self._window.hear(PicturePublished("run", self._told, self._told, picture))

    async def _serve(self) -> None:
        settings = make_settings(local_address(self._directory), f"127.0.0.1:{self._port}")
        hub = Hub()
        self._window = Window(hub, asyncio.get_running_loop())
        app = build_app(settings, hub, self._window, Sessions(settings.address))
        config = uvicorn.Config(app, port=self._port, log_config=None, lifespan="off", ws="none", http="h11")
        self._server = uvicorn.Server(config)
        config.timeout_graceful_shutdown = 1
        await self._server.serve()


@contextmanager
def stand(directory: Path) -> Iterator[Stand]:
    opened = Stand(directory)
    opened.open()
    try:
        yield opened
    finally:
        opened.close()
