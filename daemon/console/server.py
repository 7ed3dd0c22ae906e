"""Runs the console until it is told to stop: uvicorn, the follower's thread, the sessions."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator

import structlog
import uvicorn

from daemon.console.app import build_app
from daemon.console.follower import Follower
from daemon.console.hub import Hub
from daemon.console.sessions import Sessions
from daemon.console.settings import Settings
from daemon.console.window import Window

NICER_THAN_THE_TABLE = 5
"""The table goes first: pages may wait, lamps may not."""
_BIND_WITHIN_S, _BIND_AGAIN_S = 10.0, 0.1
_LAST_WORDS_S = 2

log = structlog.get_logger()


class ConsoleError(Exception):
    """The console cannot be opened: what, where, what to do."""


async def serve(settings: Settings, *, while_stdin: bool = False) -> None:
    """Serve until SIGTERM or SIGINT, or with *while_stdin* until whoever started us is gone."""
    listening = await _listen(settings)
    os.nice(NICER_THAN_THE_TABLE)
    hub = Hub()
    window = Window(hub, asyncio.get_running_loop())
    follower = Follower(settings.address, window.hear)
    sessions = Sessions(settings.address)
    server = _Server(_uvicorn_config(settings, hub, window, sessions), hub)
    if while_stdin:
        _watch_stdin(asyncio.get_running_loop(), server.leave)
    follower.start()
    port = listening.getsockname()[1]
    log.info("console_open", url=f"{settings.scheme}://{settings.host}:{port}/")
    try:
        await server.serve(sockets=[listening])
    finally:
        await asyncio.to_thread(follower.stop)
        await sessions.close()


class _Server(uvicorn.Server):
    """Ends the streams first: uvicorn would wait for them for ever."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    def leave(self) -> None:
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn would raise a signal once more when it is done, before we are."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.leave)
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        await super().shutdown(sockets)


def _uvicorn_config(settings: Settings, hub: Hub, window: Window, sessions: Sessions) -> uvicorn.Config:
    return uvicorn.Config(
        build_app(settings, hub, window, sessions),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        http="h11",
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
        timeout_graceful_shutdown=_LAST_WORDS_S,
    )


async def _listen(settings: Settings) -> socket.socket:
    """The port, as soon as a console that is just leaving has let it go; raises ConsoleError."""
    host = settings.host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _BIND_WITHIN_S
    while True:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, settings.port))
        except OSError as error:
            listening.close()
            if loop.time() >= deadline:
                detail = f"{host}:{settings.port}: {error.strerror}"
                raise ConsoleError(f"{detail}. Otro programa usa el puerto: cambie listen.") from error
            await asyncio.sleep(_BIND_AGAIN_S)
        else:
            return listening


def _watch_stdin(loop: asyncio.AbstractEventLoop, leave: Callable[[], None]) -> None:
    """The table holds the other end of our standard input: its end is ours, however it ended."""

    def watch() -> None:
        while sys.stdin.buffer.read(4096):
            pass
        loop.call_soon_threadsafe(leave)

    threading.Thread(target=watch, name="stdin", daemon=True).start()
