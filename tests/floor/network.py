"""Stretches of network between tables and floor processes: whole, silent (nothing arrives, nothing ends), or cut.

They are a process of their own, as a network is: it does not slow down because the tables have much to do.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Literal, get_args

State = Literal["whole", "silent", "cut"]
_CHUNK = 65536


class Network:
    """One wire to each of *ports*; `hosts` are where they begin. They are broken and mended by their number."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-m", "tests.floor.network", *map(str, ports)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        said = self._process.stdout.readline() if self._process.stdout else ""
        self.hosts = said.split()

    def set(self, wires: Sequence[int], state: State) -> None:
        if self._process.stdin is not None:
            self._process.stdin.writelines(f"{number} {state}\n" for number in wires)
            self._process.stdin.flush()

    def close(self) -> None:
        """Every connection over it ends."""
        self._process.communicate()


class Wire:
    """Listens at a port of its own on 127.0.0.1 and carries every connection on to *port*. One event loop's."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._state: State = "whole"
        self._whole = asyncio.Event()
        self._whole.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> str:
        """Where it is reached."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def set(self, state: State) -> None:
        self._state = state
        if state == "silent":
            self._whole.clear()
        else:
            self._whole.set()
        if state == "cut":
            for writer in list(self._writers):
                writer.transport.abort()

    async def close(self) -> None:
        self.set("cut")
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._state == "cut":
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        ways = ((reader, far_writer), (far_reader, writer))
        self._writers |= {writer, far_writer}
        for source, sink in ways:
            task = asyncio.create_task(self._carry(source, sink, (writer, far_writer)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, ends: tuple[asyncio.StreamWriter, ...]
    ) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while data := await source.read(_CHUNK):
                await self._whole.wait()
                sink.write(data)
                await sink.drain()
        for writer in ends:
            self._writers.discard(writer)
            writer.transport.abort()


async def _run(ports: Sequence[int]) -> None:
    """Says where the wires begin; then each line is the number of a wire and its new state, until there are no more."""
    wires = [Wire(port) for port in ports]
    sys.stdout.write(" ".join([await wire.open() for wire in wires]) + "\n")
    sys.stdout.flush()
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while line := await reader.readline():
        number, state = line.decode().split()
        wires[int(number)].set(next(known for known in get_args(State) if known == state))
    for wire in wires:
        await wire.close()


if __name__ == "__main__":
    asyncio.run(_run([int(port) for port in sys.argv[1:]]))
