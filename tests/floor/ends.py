"""Both ends of a link to the floor, for tests: a floor process in a thread, and a table that speaks as told to."""

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import zmq

from daemon.floor.server import FloorServer
from daemon.keys import Pair, new_pair
from firmware_bridge.wire.floor import (
    PROTOCOL,
    Claims,
    Decisions,
    Head,
    Hello,
    Message,
    Refused,
    ToFloor,
    ToTable,
    Value,
    Welcome,
    decode_to_table,
    encode,
)
from table_core.progressive.claims import AnyClaim, Decided, PotValue
from table_core.progressive.ledger import Sums
from table_core.progressive.terms import Terms
from tests.floor.tables import DIGEST, PLAN
from tests.unit.progressive.hands import TERMS

WITHIN_S = 10.0
NOTHING = Sums()
M = TypeVar("M", bound=Message)


class RunningFloor:
    """A floor process on *database*, in a thread of this one, at a port nobody else has."""

    def __init__(self, database: str, name: str = "piso-1", keys: Pair | None = None) -> None:
        self.keys = keys or new_pair()
        self.name = name
        self.server = FloorServer(database, name, "tcp://127.0.0.1:*", self.keys)
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()
        eventually(lambda: self.server.address)

    @property
    def host(self) -> str:
        return self.server.address.removeprefix("tcp://")

    def stop(self) -> None:
        self.server.stop()
        self._thread.join(WITHIN_S)
        assert not self._thread.is_alive()


class End:
    """A table's connection, without the table: every message it says is the test's."""

    def __init__(self, floor: RunningFloor, table: str, pair: Pair, *, run: str = "run-1", host: str = "") -> None:
        self.table = table
        self.run = run
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.socket = self._context.socket(zmq.DEALER)
        for option, value in ((zmq.LINGER, 0), (zmq.RECONNECT_IVL, -1)):
            self.socket.setsockopt(option, value)
        self.socket.setsockopt(zmq.CURVE_SERVERKEY, floor.keys.public.encode())
        self.socket.setsockopt(zmq.CURVE_PUBLICKEY, pair.public.encode())
        self.socket.setsockopt(zmq.CURVE_SECRETKEY, pair.secret.encode())
        self.monitor = self.socket.get_monitor_socket(zmq.Event.DISCONNECTED | zmq.Event.HANDSHAKE_FAILED_AUTH)
        self.socket.connect(f"tcp://{host or floor.host}")

    def say(self, message: ToFloor) -> None:
        self.socket.send(encode(message))

    def hello(self, *, terms: Terms = TERMS, ahead_ms: int = 0, **other: Any) -> Hello:
        raw = msgspec.Raw(msgspec.json.encode(terms))
        said = Hello(PROTOCOL, self.table, self.run, PLAN, DIGEST, raw, time.time_ns() + ahead_ms * 1_000_000)
        return msgspec.structs.replace(said, **other)

    def greet(self, **other: Any) -> Welcome:
        self.say(self.hello(**other))
        return self.hear(Welcome)

    def refused(self, **other: Any) -> str:
        self.say(self.hello(**other))
        return self.hear(Refused).code

    def claim(self, *claims: AnyClaim) -> None:
        self.say(Claims(tuple(msgspec.Raw(msgspec.json.encode(claim)) for claim in claims)))

    def decided(self, *claims: AnyClaim) -> list[Decided]:
        self.claim(*claims)
        return [msgspec.json.decode(one, type=Decided) for one in self.hear(Decisions).decisions]

    def tell_head(
        self,
        seq: int,
        digest: str = "ab" * 32,
        ahead_ms: int = 0,
        *,
        began: int = 0,
        answered: int = 0,
        books: Sums = NOTHING,
    ) -> None:
        raw = msgspec.Raw(msgspec.json.encode(books))
        self.say(Head(seq, digest, time.time_ns() + ahead_ms * 1_000_000, began, answered, raw))

    def hear(self, kind: type[M], within_s: float = WITHIN_S) -> M:
        """The next message of *kind*; others are passed over."""
        deadline = time.monotonic() + within_s
        while (message := self.next(deadline)) is not None:
            if isinstance(message, kind):
                return message
        raise AssertionError(f"no {kind.__name__} within {within_s} s")

    def value(self, wanted: Callable[[PotValue], bool] = lambda _: True) -> PotValue:
        """The first value heard that is as wanted."""
        deadline = time.monotonic() + WITHIN_S
        while time.monotonic() < deadline:
            value = msgspec.json.decode(self.hear(Value).value, type=PotValue)
            if wanted(value):
                return value
        raise AssertionError("no such value")

    def next(self, deadline: float) -> ToTable | None:
        left_ms = max(0, int((deadline - time.monotonic()) * 1000))
        return decode_to_table(self.socket.recv()) if self.socket.poll(left_ms) else None

    def is_cut(self, within_s: float = WITHIN_S) -> bool:
        return bool(self.monitor.poll(int(within_s * 1000)))

    def close(self) -> None:
        if self.socket.closed:
            return
        self.socket.disable_monitor()
        self.monitor.close(0)
        self.socket.close(0)
        self._context.term()


def eventually(happened: Callable[[], object], what: Callable[[], object] = lambda: "") -> None:
    """Look again until it happened; the wait between two looks is somebody else's turn, not a guess."""
    deadline = time.monotonic() + WITHIN_S
    look = threading.Event()
    while not happened():
        assert time.monotonic() < deadline, what()
        look.wait(0.01)
