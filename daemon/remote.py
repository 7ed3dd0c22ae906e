"""The bus over TCP: the same two sockets behind CURVE, for clients whose public key is enrolled. Off by default.

A key that is wrong, unknown or revoked gets nothing. Keys are checked when a client connects and at every request;
when one is revoked both sockets are opened anew, which ends its subscription too.
"""

import asyncio

import structlog
import zmq
import zmq.asyncio
from zmq.auth.asyncio import AsyncioAuthenticator

from daemon.bus import LINGER_MS, Caller, Control, Handler, Publisher, control_socket, publishing_socket
from daemon.config import BusSection
from daemon.keys import KeyRing, KeysError
from table_core.text import TextError

# libzmq names the domain in every question to the authenticator, and pyzmq finds a callback by exactly this name:
# registered for "*" it would never be found, and nobody could connect.
DOMAIN = "sabot"
_LOOK_AGAIN_S = 1.0
_BIND_WITHIN_S, _BIND_AGAIN_S = 5.0, 0.05
_HEARTBEAT_MS = 5000

log = structlog.get_logger()


class BusError(TextError):
    """The bus cannot be opened: what, where, what to do, in the message."""


class RemoteDoor:
    """Open from `open` to `close`; between them it watches for revoked keys."""

    def __init__(self, section: BusSection, keys: KeyRing, publisher: Publisher, handler: Handler) -> None:
        self._section = section
        self._keys = keys
        self._publisher = publisher
        self._handler = handler
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._async_context = zmq.asyncio.Context.shadow(self._context.underlying)
        self._authenticator = AsyncioAuthenticator(self._async_context)
        self._admitted: set[str] = set()
        self._publications: zmq.Socket[bytes] | None = None
        self._control: Control | None = None
        self._serving: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Raises BusError or KeysError when keys or addresses cannot be used."""
        self._keys.server()
        self._authenticator.start()
        self._authenticator.configure_curve_callback(domain=DOMAIN, credentials_provider=self)
        await self._open_sockets()
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
        await self._close_sockets()
        self._authenticator.stop()
        self._context.destroy(linger=LINGER_MS)

    def callback(self, domain: str, key: bytes) -> bool:
        """Asked by the authenticator for every client that proves to hold the secret of *key*."""
        public = key.decode("ascii", "replace")
        name = self._name_of(public)
        log.info("bus_client_refused" if name is None else "bus_client_connected", client=name)
        if name is not None:
            self._admitted.add(public)
        return name is not None

    async def _open_sockets(self) -> None:
        publications = publishing_socket(self._context)
        control = control_socket(self._async_context)
        try:
            await self._bind(publications, self._section.publish)
            await self._bind(control, self._section.listen)
        except BusError:
            publications.close()
            control.close()
            raise
        self._publications = publications
        self._control = Control(control, self._handler, self._recognise)
        self._publisher.attach(publications)
        self._serving = asyncio.create_task(self._control.serve())

    async def _close_sockets(self) -> None:
        if self._serving is not None:
            self._serving.cancel()
            self._serving = None
        if self._publications is not None and self._control is not None:
            self._publisher.detach(self._publications)
            self._publications.close()
            await self._control.close()
            self._publications = self._control = None

    async def _bind(self, socket: "zmq.Socket[bytes] | zmq.asyncio.Socket", url: str) -> None:
        """Bind behind CURVE; the sockets this one follows may need a moment to let go of the address."""
        pair = self._keys.server()
        socket.setsockopt(zmq.ZAP_DOMAIN, DOMAIN.encode())
        socket.setsockopt(zmq.CURVE_SERVER, 1)
        socket.setsockopt(zmq.CURVE_SECRETKEY, pair.secret.encode())
        socket.setsockopt(zmq.HEARTBEAT_IVL, _HEARTBEAT_MS)
        deadline = asyncio.get_running_loop().time() + _BIND_WITHIN_S
        while True:
            try:
                socket.bind(url)
            except zmq.ZMQError as error:
                if error.errno != zmq.EADDRINUSE or asyncio.get_running_loop().time() > deadline:
                    text = "No se puede escuchar en {url}: {strerror}. Cambie [bus] en la configuración."
                    raise BusError(text, url=str(url), strerror=str(error.strerror)) from error
                await asyncio.sleep(_BIND_AGAIN_S)
            else:
                return

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_AGAIN_S)
            revoked = {public for public in self._admitted if self._name_of(public) is None}
            if revoked or self._control is None:
                log.warning("bus_opened_anew", revoked=len(revoked))
                await self._close_sockets()
                self._admitted.clear()
                await self._try_open_sockets()

    async def _try_open_sockets(self) -> None:
        """An address somebody took meanwhile is tried again at the next look; the table goes on without TCP."""
        try:
            await self._open_sockets()
        except BusError as error:
            log.error("bus_not_opened", error=str(error))

    def _recognise(self, frames: list[zmq.Frame]) -> Caller | None:
        """None for a key revoked since it connected: such a client is not even answered."""
        public = str(frames[-1].get("User-Id"))
        name = self._name_of(public)
        if name is None:
            return None
        return Caller(b"%b %b" % (name.encode(), frames[0].bytes), name, self._keys.clients()[name].roles)

    def _name_of(self, public: str) -> str | None:
        """Nobody is known while the file of keys cannot be read."""
        try:
            return self._keys.named(public)
        except KeysError as error:
            log.error("bus_keys_unreadable", error=str(error))
            return None
