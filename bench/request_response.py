"""Rows `request_response` and `request_response_cpu`: one question to a device on a pty and its checked answer.

Ours: the ccTalk exchange over the product's serial transport, echo included. Peers: those of `bench.request_peers`.
All ask processes that answer every question with the same bytes; the fastest peer counts.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from inspect import isawaitable
from pathlib import Path

from bench.request_peers import Ask, Close, Peer, installed
from bench.rows import Row, measured, peer_missing
from bench.wires import BenchStuck
from firmware_bridge.traffic import SerialWrite
from firmware_bridge.transport.serial import SerialLink, open_serial
from firmware_bridge.transport.url import SerialUrl, parse_port_url
from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import HOST, Frame
from firmware_bridge.wire.cctalk_exchange import Exchange

NAME = "request_response"
OURS = "ours"
GOAL = 0.5
ROUNDS, WARM_UP = 1500, 100

_PROJECT = Path(__file__).resolve().parents[1]
_QUESTION = cc.question(2, cc.READ_CREDIT)
_ANSWER = Frame(HOST, cc.ANSWER, cc.reading_bytes(cc.FRESH), source=2)

Times = tuple[list[int], list[int]]


def measure() -> list[Row]:
    peers = installed()
    names = (NAME, f"{NAME}_cpu")
    if not peers:
        return [peer_missing(name, "pymodbus, zigpy-znp", GOAL) for name in names]
    with ExitStack() as responders:
        our_path = responders.enter_context(
            _responder(len(_QUESTION.to_bytes()), _QUESTION.to_bytes() + _ANSWER.to_bytes())
        )
        paths = [responders.enter_context(_responder(peer.question_bytes, peer.answer)) for peer in peers]
        times = asyncio.run(_all(our_path, dict(zip(paths, peers, strict=True))))
    return [_row(name, {who: found[place] for who, found in times.items()}) for place, name in enumerate(names)]


def _row(name: str, times: dict[str, list[int]]) -> Row:
    ours = times.pop(OURS)
    best = min(times, key=lambda peer: sorted(times[peer])[ROUNDS // 2])
    return measured(name, ours, against=f"{best}, the best of {', '.join(times)}", against_ns=times[best], goal=GOAL)


async def _all(our_path: str, peers: dict[str, Peer]) -> dict[str, Times]:
    """Wall and processor times of everybody, turn by turn."""
    host = await _Host.connected(our_path)
    asks: dict[str, Ask] = {OURS: host.ask}
    closes: list[Close] = [host.close]
    for path, peer in peers.items():
        asks[peer.name], close = await peer.connect(path)
        closes.append(close)
    times: dict[str, Times] = {name: ([], []) for name in asks}
    for turn in range(WARM_UP + ROUNDS):
        for name, ask in asks.items():
            wall, cpu = await _timed(ask)
            if turn >= WARM_UP:
                times[name][0].append(wall)
                times[name][1].append(cpu)
    for close in closes:
        closing = close()
        if isawaitable(closing):
            await closing
    return times


async def _timed(ask: Ask) -> tuple[int, int]:
    wall, cpu = time.perf_counter_ns(), time.process_time_ns()
    await ask()
    return time.perf_counter_ns() - wall, time.process_time_ns() - cpu


class _Host:
    """Our side of the line: asks for the stored credits and waits until they were read."""

    def __init__(self) -> None:
        self._link: SerialLink | None = None
        self._exchange: Exchange | None = None
        self._answered: asyncio.Future[bytes] | None = None

    @classmethod
    async def connected(cls, path: str) -> "_Host":
        host = cls()
        url = parse_port_url(f"serial://{path}?baud=9600")
        if not isinstance(url, SerialUrl):
            raise TypeError(f"{path} is no serial port")
        host._link = await open_serial(url, host)
        host._link.resume_reading()
        return host

    async def ask(self) -> None:
        if self._link is None:
            raise BenchStuck("not connected")
        self._answered = asyncio.get_running_loop().create_future()
        self._exchange = Exchange(_QUESTION, cc.CREDIT_SIZE, echo=True, mono_ns=time.monotonic_ns())
        self._link.send(SerialWrite("bench", _QUESTION.to_bytes()))
        if cc.parse_reading(await self._answered) != cc.FRESH:
            raise BenchStuck("another answer than the device sends")

    async def close(self) -> None:
        if self._link is not None:
            await self._link.close()

    def received(self, data: bytes) -> None:
        if self._exchange is None or self._answered is None:
            return
        outcome = self._exchange.receive(data, time.monotonic_ns())
        if isinstance(outcome, Frame):
            self._answered.set_result(outcome.data)

    def usb_done(self, id: int, data: bytes, error: str | None) -> None:  # noqa: A002 - the transport's own word
        """A serial line has no transfers."""

    def send_failed(self, reason: str) -> None:
        raise BenchStuck(reason)

    def lost(self, reason: str) -> None:
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(BenchStuck(reason))


@contextmanager
def _responder(question_bytes: int, answer: bytes) -> Iterator[str]:
    command = [sys.executable, "-m", "bench.responder_process", str(question_bytes), answer.hex()]
    with subprocess.Popen(command, cwd=_PROJECT, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None or not (path := process.stdout.readline().strip()):
            raise BenchStuck("the answering process did not start")
        try:
            yield path
        finally:
            process.kill()
