"""Rows `request_response` and `request_response_cpu`: one question to a device on a pty and its checked answer.

Ours: the ccTalk exchange over the product's serial transport, echo included. Peer: pymodbus' asynchronous client.
Both ask a process that answers every question with the same bytes; the answers carry 11 and 12 bytes of data.
"""

import asyncio
import importlib
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.rows import Row, measured, peer_missing
from bench.wires import BenchStuck
from firmware_bridge.traffic import SerialWrite
from firmware_bridge.transport.serial import SerialLink, open_serial
from firmware_bridge.transport.url import SerialUrl, parse_port_url
from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import HOST, Frame
from firmware_bridge.wire.cctalk_exchange import Exchange

NAME = "request_response"
AGAINST = "pymodbus AsyncModbusSerialClient, RTU, six registers"
GOAL = 0.5
ROUNDS, WARM_UP = 1500, 100

_PROJECT = Path(__file__).resolve().parents[1]
_QUESTION = cc.question(2, cc.READ_CREDIT)
_ANSWER = Frame(HOST, cc.ANSWER, cc.reading_bytes(cc.FRESH), source=2)
_MODBUS_QUESTION_BYTES = 8

Ask = Callable[[], Awaitable[None]]
Times = tuple[list[int], list[int]]


def measure() -> list[Row]:
    try:
        client: Any = importlib.import_module("pymodbus.client")
        framer: Any = importlib.import_module("pymodbus.framer")
    except ImportError:
        return [peer_missing(name, AGAINST, GOAL) for name in (NAME, f"{NAME}_cpu")]
    with (
        _responder(len(_QUESTION.to_bytes()), _QUESTION.to_bytes() + _ANSWER.to_bytes()) as our_path,
        _responder(_MODBUS_QUESTION_BYTES, _modbus_answer()) as peer_path,
    ):
        ours, peer = asyncio.run(_both(our_path, peer_path, client, framer))
    return [
        measured(name, ours[place], against=AGAINST, against_ns=peer[place], goal=GOAL)
        for place, name in enumerate((NAME, f"{NAME}_cpu"))
    ]


async def _both(our_path: str, peer_path: str, client: Any, framer: Any) -> tuple[Times, Times]:
    """Wall and processor times of both, turn by turn."""
    host = await _Host.connected(our_path)
    modbus = client.AsyncModbusSerialClient(peer_path, framer=framer.FramerType.RTU, baudrate=115200)
    if not await modbus.connect():
        raise BenchStuck("pymodbus does not connect")

    async def ask_peer() -> None:
        answer = await modbus.read_holding_registers(0, count=6, device_id=1)
        if answer.registers != list(range(6)):
            raise BenchStuck(f"pymodbus read {answer}")

    ours: Times = ([], [])
    peer: Times = ([], [])
    for turn in range(WARM_UP + ROUNDS):
        for ask, times in ((host.ask, ours), (ask_peer, peer)):
            wall, cpu = await _timed(ask)
            if turn >= WARM_UP:
                times[0].append(wall)
                times[1].append(cpu)
    modbus.close()
    await host.close()
    return ours, peer


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


def _modbus_answer() -> bytes:
    rtu: Any = importlib.import_module("pymodbus.framer.rtu").FramerRTU
    registers = b"".join(number.to_bytes(2, "big") for number in range(6))
    covered = bytes((1, 3, len(registers))) + registers
    return covered + int(rtu.compute_CRC(covered)).to_bytes(2, "big")


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
