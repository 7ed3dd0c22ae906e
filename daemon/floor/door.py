"""The floor's socket: a ROUTER behind CURVE that lets in the keys of enrolled tables and nobody else. No database.

Decided by the clerk: who plays and what is answered. Here: who is connected, and that every message has a sender.
"""

import time
from collections import Counter
from collections.abc import Mapping

import msgspec
import structlog
import zmq
from zmq.auth.thread import ThreadAuthenticator
from zmq.utils.monitor import parse_monitor_message

from daemon.floor.database import FloorError
from daemon.floor.links import Links, TableLink
from daemon.floor.mail import (
    Admitted,
    Answered,
    Beat,
    Broken,
    Claimed,
    Greeting,
    HeadTold,
    Present,
    Register,
    ToClerk,
    ToDoor,
)
from daemon.floor.mailbox import Mailbox
from daemon.floor.notices import Notices
from daemon.floor.rows import read_claim, read_sums
from daemon.floor.store import Enrolled
from daemon.keys import Pair
from firmware_bridge.wire.floor import MAX_BYTES, Claims, Head, Hello, ToFloor, decode_to_floor

# Named exactly in the question libzmq puts to the authenticator, and registered under exactly this name.
DOMAIN = "sabot.floor"
NOBODY = "?"
"""Whom an alarm is about when no key tells."""
_HEARTBEAT_MS, _HEARTBEAT_WITHIN_MS = 1000, 2000
_LINGER_MS = 200
_MOST_UNSENT, _MOST_UNREAD = 1000, 1000
_MOST_WAITING = 4000
"""So many letters may wait for the clerk; then tables wait at the socket, which is bounded too."""
_MOST_READ = 200
_MOST_SAID, _A_GREETING = 200, 10
"""A table says a few things a second. A greeting, which asks the database more, counts as ten; claims one by one."""
_SWEEP_S = 1.0
_LAST_WORDS_S = 0.2
_MS = 1_000_000
_HANDSHAKE_FAILED = zmq.Event.HANDSHAKE_FAILED_PROTOCOL | zmq.Event.HANDSHAKE_FAILED_NO_DETAIL

log = structlog.get_logger()


class Door:
    """`open`, then `turn` again and again in one thread, then `close`."""

    def __init__(self, listen: str, keys: Pair, inbox: Mailbox[ToDoor], clerk: Mailbox[ToClerk]) -> None:
        self.inbox = inbox
        self.broken: str | None = None
        self._listen = listen
        self._keys = keys
        self._clerk = clerk
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._authenticator = ThreadAuthenticator(self._context)
        self._socket: zmq.Socket[bytes] | None = None
        self._monitor: zmq.Socket[bytes] | None = None
        self._register: Mapping[str, Enrolled] = {}
        self._owners: Mapping[str, str] = {}
        self._links = Links()
        self._notices = Notices()
        self._said: Counter[str] = Counter()
        self._told: frozenset[int] = frozenset()
        self._changed = False
        self._sweep_at = 0.0

    @property
    def address(self) -> str:
        """Where it listens, as ZeroMQ spells it; empty before it does."""
        return self._socket.getsockopt_string(zmq.LAST_ENDPOINT) if self._socket else ""

    def turn(self, within_ms: int) -> None:
        """Take what the clerk left and what the tables said; wait at most so long for either."""
        poller = zmq.Poller()
        poller.register(self.inbox.fd, zmq.POLLIN)
        if self._monitor is not None:  # in any case: ZeroMQ waits for who does not read what it tells
            poller.register(self._monitor, zmq.POLLIN)
        if self._socket is not None and len(self._clerk) < _MOST_WAITING:
            poller.register(self._socket, zmq.POLLIN)
        ready = dict(poller.poll(within_ms))
        for letter in self.inbox.take(_MOST_READ):
            self._letter(letter)
        if self._monitor is not None and self._monitor in ready:
            self._watch(self._monitor)
        if self._socket is not None and self._socket in ready:
            self._read(self._socket)
        self._sweep()
        self._say_who_plays()

    def close(self) -> None:
        if self._socket is not None and self._monitor is not None:
            self._socket.disable_monitor()
            self._monitor.close(0)
            self._socket.close(_LINGER_MS)
            self._authenticator.stop()
        self._context.term()

    def callback(self, domain: str, key: bytes) -> bool:
        """Asked by the authenticator, in its thread, for every peer that proves to hold the secret of *key*."""
        public = key.decode("ascii", "replace")
        enrolled = self._register.get(public)
        if enrolled is not None:
            return True
        owner = self._owners.get(public)
        log.warning("table_not_let_in", key=public, owner=owner)
        if owner is None:
            self._notices.note(NOBODY, "KEY_UNKNOWN", "una llave que nadie inscribió quiso entrar")
        else:
            self._notices.note(owner, "KEY_REVOKED", f"una llave que ya no vale, de {owner}, quiso entrar")
        return False

    # The socket

    def _open(self) -> None:
        """From the moment it is known who may play; before that nobody could be let in."""
        self._authenticator.start()
        self._authenticator.configure_curve_callback(domain=DOMAIN, credentials_provider=self)
        socket = self._context.socket(zmq.ROUTER)
        for option, value in (
            (zmq.LINGER, _LINGER_MS),
            (zmq.ROUTER_MANDATORY, 1),
            (zmq.SNDHWM, _MOST_UNSENT),
            (zmq.RCVHWM, _MOST_UNREAD),
            (zmq.MAXMSGSIZE, MAX_BYTES),
            (zmq.HEARTBEAT_IVL, _HEARTBEAT_MS),
            (zmq.HEARTBEAT_TIMEOUT, _HEARTBEAT_WITHIN_MS),
            (zmq.CURVE_SERVER, 1),
        ):
            socket.setsockopt(option, value)
        socket.setsockopt(zmq.ZAP_DOMAIN, DOMAIN.encode())
        socket.setsockopt(zmq.CURVE_SECRETKEY, self._keys.secret.encode())
        self._socket, self._monitor = socket, socket.get_monitor_socket(_HANDSHAKE_FAILED)
        try:
            socket.bind(self._listen)
        except zmq.ZMQError as error:
            text = "El piso no puede escuchar en {url}: {reason}. Cambie la dirección."
            raise FloorError(text, url=self._listen, reason=str(error.strerror)) from error
        log.info("floor_listens", at=self.address)

    def _watch(self, monitor: "zmq.Socket[bytes]") -> None:
        """Greetings that failed before any key was proved: noise, another protocol, or a recorded one played again."""
        detail = "una conexión sin el saludo cifrado correcto: otro programa, o tráfico grabado y repetido"
        for _ in range(_MOST_READ):
            if not monitor.poll(0):
                return
            event = parse_monitor_message(monitor.recv_multipart())
            log.debug("handshake_failed", why=zmq.Event(event["event"]).name)
            self._notices.note(NOBODY, "HANDSHAKE_FAILED", detail)

    def _read(self, socket: "zmq.Socket[bytes]") -> None:
        for _ in range(_MOST_READ):
            try:
                frames = socket.recv_multipart(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return
            self._heard(frames)

    def _send(self, link: TableLink, frames: tuple[bytes, ...]) -> bool:
        """Whether it went out; a table that is gone or does not read is let go."""
        if self._socket is None:
            return False
        try:
            for frame in frames:
                self._socket.send_multipart((link.identity, frame), zmq.NOBLOCK)
        except zmq.ZMQError as error:
            gone = error.errno == zmq.EHOSTUNREACH
            (log.info if gone else log.warning)("table_left", table=_name(link), reads=gone)
            self._let_go(link)
            return False
        return True

    def _let_go(self, link: TableLink) -> None:
        link.cut()
        self._links.drop(link)
        self._changed = True

    def _sweep(self) -> None:
        now = time.monotonic()
        if now >= self._sweep_at:
            self._sweep_at = now + _SWEEP_S
            self._links.sweep()
            self._said.clear()
            for link in self._links:
                if link.leaves_at is not None and now >= link.leaves_at:
                    self._let_go(link)
            if len(self._clerk) < _MOST_WAITING // 2:  # without a database they go on being counted here
                for noticed in self._notices.take():
                    self._clerk.put(noticed)

    # What tables say

    def _heard(self, frames: list[zmq.Frame]) -> None:
        identity, body = frames[0].bytes, frames[-1]
        key = str(body.get("User-Id"))
        link = self._links.of(identity, key, body)
        enrolled = self._register.get(key)
        if enrolled is None:
            self._dismiss(link)
            return
        if link.leaves_at is not None:
            return
        try:
            message = decode_to_floor(body.bytes)
            if self._is_too_much(key, message):
                self._notices.note(enrolled.table, "SAYS_TOO_MUCH", "dijo en un segundo más que lo que una mesa dice")
                return
            self._message(link, enrolled, message)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.warning("message_unclear", table=enrolled.table, error=str(error))
            self._notices.note(enrolled.table, "MESSAGE_UNCLEAR", "dijo algo que no es un mensaje de mesa")

    def _is_too_much(self, key: str, message: ToFloor) -> bool:
        """One key, by however many connections, does not keep the clerk from the others."""
        match message:
            case Hello():
                self._said[key] += _A_GREETING
            case Claims(claims=claims):
                self._said[key] += max(1, len(claims))
            case Head():
                self._said[key] += 1
        return self._said[key] > _MOST_SAID

    def _message(self, link: TableLink, enrolled: Enrolled, message: ToFloor) -> None:
        match message:
            case Hello(utc_ns=utc_ns) as hello:
                self._forget_gone(link.key)
                self._clerk.put(Greeting(link.identity, enrolled, hello, _skew_ms(utc_ns)))
            case Claims(claims=claims) if link.playing is not None and claims:
                read = tuple(read_claim(bytes(claim)) for claim in claims)
                self._clerk.put(Claimed(link.identity, link.playing, read))
            case Head(utc_ns=utc_ns) as head if link.playing is not None:
                books = read_sums(bytes(head.books))
                self._clerk.put(HeadTold(link.identity, link.playing, link.run, head, books, _skew_ms(utc_ns)))
            case _:
                self._notices.note(enrolled.table, "NOT_ADMITTED", "habló sin haber sido admitida")

    def _forget_gone(self, key: str) -> None:
        """Connections of this key that have ended stop counting before a new one is judged."""
        for link in self._links.of_key(key):
            if not link.connected:
                self._let_go(link)
        self._say_who_plays()

    # What the clerk says

    def _letter(self, letter: ToDoor) -> None:
        match letter:
            case Beat(pot=pot, frame=frame):
                for link in self._links:
                    if link.playing is not None and link.playing.pot == pot:
                        self._send(link, (frame,))
            case Answered(link=identity, frames=frames):
                asked = self._links.get(identity)
                if asked is not None:
                    self._send(asked, frames)
            case Admitted():
                self._admit(letter)
            case Register():
                self._learn(letter)
            case Broken(why=why):
                self.broken = why

    def _admit(self, letter: Admitted) -> None:
        link = self._links.get(letter.link)
        if link is None or self._register.get(link.key) != letter.enrolled:
            return
        link.playing, link.run, self._changed = letter.enrolled, letter.run, True
        for other in self._links.of_key(link.key):
            if other is not link and other.playing is not None:
                self._let_go(other)  # the same table on a newer connection
        if self._send(link, letter.frames):
            log.info("table_admitted", table=letter.enrolled.table, pot=letter.enrolled.pot_name)

    def _learn(self, now: Register) -> None:
        self._register, self._owners = now.enrolled, now.owners
        if self._socket is None:
            self._open()
        for link in self._links:
            known = now.enrolled.get(link.key)
            if known is None:
                self._dismiss(link)
            elif link.playing is not None and (link.playing != known or known.id in now.held):
                # It is enrolled anew or held: from now on not heard, and cut; it greets again, and hears why.
                link.playing, self._changed = None, True
                link.leaves_at = time.monotonic() + _LAST_WORDS_S

    def _dismiss(self, link: TableLink) -> None:
        """Its key is revoked while it is connected: the connection ends."""
        owner = self._owners.get(link.key, NOBODY)
        log.warning("table_dismissed", table=owner)
        self._notices.note(owner, "KEY_REVOKED", f"la llave de {owner} dejó de valer con su enlace en uso")
        self._let_go(link)

    def _say_who_plays(self) -> None:
        if not self._changed:
            return
        self._changed = False
        playing = self._links.playing()
        here = frozenset(playing)
        if here != self._told:
            pots = {one.pot: one.pot_name for one in playing.values()}
            self._clerk.put(Present(here, self._told - here, pots))
            self._told = here


def _skew_ms(utc_ns: int) -> int:
    return (utc_ns - time.time_ns()) // _MS


def _name(link: TableLink) -> str | None:
    return link.playing.table if link.playing else None
