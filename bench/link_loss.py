"""Rows `link_loss` and `link_cut`: from a lost floor to every lamp dark at a table whose bets are not locked yet.

`link_loss`: nothing arrives any more and nobody says so, as with a pulled cable; `link_cut`: the connection is broken
off. Peer: a bare connection over the same stretch of network that hears the same beat and waits as long for it.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.floor_room import bare_room
from bench.jackpot_fanout import linked_tables
from bench.linked_process import GAME
from bench.processes import ask
from bench.rows import Row, within
from firmware_bridge.wire.floor import BEAT_MS, SILENT_MS
from hw_sims.floor_stage import FloorStage
from hw_sims.side_papers import signed_plan, terms_for
from tests.floor.network import State, Wire
from tests.floor.whole_tables import Loop

NAME, CUT = "link_loss", "link_cut"
AGAINST = "a bare connection with the same beat and the same patience"
GOAL_US = 1_000_000
TABLES, ROUNDS, WARM_UP = 8, 12, 1
_KINDS: dict[str, State] = {NAME: "silent", CUT: "cut"}


def measure(rounds: int = ROUNDS, tables: int = TABLES) -> list[Row]:
    ours: dict[str, list[int]] = {NAME: [], CUT: []}
    peers: dict[str, list[int]] = {NAME: [], CUT: []}
    names = [f"mesa-{number}" for number in range(1, tables + 1)]
    with bare_room() as room, ExitStack() as stack:
        plan = signed_plan(room, names, GAME.drivers | {"floor", "cd5220"}, terms_for("iquique_21"))
        floor = stack.enter_context(FloorStage(room, plan, names))
        network = stack.enter_context(_network(floor.processes[0].port))
        (process,) = stack.enter_context(linked_tables(room, floor, names, 1, (network.host,)))
        for number in range(-WARM_UP, rounds):
            for name, kind in _KINDS.items():
                ask(process, "linked")
                ask(process, "light")
                network.begin()
                lost = network.lose(kind)
                dark = [int(at) - lost for at in ask(process, "dark").split()]
                noticed = network.noticed() - lost
                network.heal()
                if number >= 0:
                    ours[name] += dark
                    peers[name].append(noticed)
    return [within(name, ours[name], against=AGAINST, against_ns=peers[name], goal_us=GOAL_US) for name in _KINDS]


class Network:
    """The stretch between the tables and their floor, and beside it one between two ends that only beat."""

    def __init__(self, loop: Loop, floor_port: int) -> None:
        self._loop = loop
        self._beating = loop.do(asyncio.start_server(_beat, "127.0.0.1", 0))
        self._wires = [Wire(floor_port), Wire(self._beating.sockets[0].getsockname()[1])]
        self.host, self._bare = [loop.do(wire.open()) for wire in self._wires]
        self._listening: asyncio.Future[int] | None = None

    def begin(self) -> None:
        """The bare end connects and hears its first beat."""
        self._listening = self._loop.do(_listen(self._bare))

    def lose(self, kind: State) -> int:
        """Both stretches at once; when."""
        return self._loop.do(self._set(kind))

    def heal(self) -> None:
        self._loop.do(self._set("whole"))

    def noticed(self) -> int:
        """When the bare end gave up."""
        return self._loop.do(_result(self._listening))

    def close(self) -> None:
        for wire in self._wires:
            self._loop.do(wire.close())
        self._loop.soon(self._beating.close)

    async def _set(self, kind: State) -> int:
        for wire in self._wires:
            wire.set(kind)
        return time.monotonic_ns()


@contextmanager
def _network(floor_port: int) -> Iterator[Network]:
    loop = Loop()
    network = Network(loop, floor_port)
    try:
        yield network
    finally:
        network.close()
        loop.close()


async def _beat(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while not writer.is_closing():
        writer.write(b".")
        await asyncio.sleep(BEAT_MS / 1000)


async def _listen(host: str) -> "asyncio.Future[int]":
    address, port = host.split(":")
    reader, writer = await asyncio.open_connection(address, int(port))
    await reader.readexactly(1)
    return asyncio.ensure_future(_until_silent(reader, writer))


async def _until_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    try:
        while await asyncio.wait_for(reader.read(1), SILENT_MS / 1000):
            pass
    except (TimeoutError, OSError):
        pass
    at = time.monotonic_ns()
    writer.transport.abort()
    return at


async def _result(listening: "asyncio.Future[int] | None") -> int:
    return 0 if listening is None else await listening
