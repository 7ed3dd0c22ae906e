"""Peers of `request_response`: other people's asynchronous clients, each asking a responder on a pty of its own."""

import importlib
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from bench.wires import BenchStuck

Ask = Callable[[], Awaitable[None]]
Close = Callable[[], object]


class Peer(Struct, frozen=True):
    """*question_bytes* is how much the responder waits for before it sends *answer*; *connect* opens the client."""

    name: str
    question_bytes: int
    answer: bytes
    connect: Callable[[str], Awaitable[tuple[Ask, Close]]]


def installed() -> list[Peer]:
    """The peers that are there to compare with."""
    return [peer for find in (_pymodbus, _znp) if (peer := find()) is not None]


def _pymodbus() -> Peer | None:
    """Six registers over Modbus RTU, asynchronous client."""
    try:
        client: Any = importlib.import_module("pymodbus.client")
        framer: Any = importlib.import_module("pymodbus.framer")
        rtu: Any = importlib.import_module("pymodbus.framer.rtu").FramerRTU
    except ImportError:
        return None
    registers = b"".join(number.to_bytes(2, "big") for number in range(6))
    covered = bytes((1, 3, len(registers))) + registers

    async def connect(path: str) -> tuple[Ask, Close]:
        modbus = client.AsyncModbusSerialClient(path, framer=framer.FramerType.RTU, baudrate=115200)
        if not await modbus.connect():
            raise BenchStuck("pymodbus does not connect")

        async def ask() -> None:
            answer = await modbus.read_holding_registers(0, count=6, device_id=1)
            if answer.registers != list(range(6)):
                raise BenchStuck(f"pymodbus read {answer}")

        return ask, modbus.close

    return Peer("pymodbus", 8, covered + int(rtu.compute_CRC(covered)).to_bytes(2, "big"), connect)


def _znp() -> Peer | None:
    """A ping of a Zigbee co-processor: 5 bytes and 7 back."""
    try:
        api: Any = importlib.import_module("zigpy_znp.api")
        commands: Any = importlib.import_module("zigpy_znp.commands")
        config: Any = importlib.import_module("zigpy_znp.config")
    except ImportError:
        return None

    async def connect(path: str) -> tuple[Ask, Close]:
        znp = api.ZNP(config.CONFIG_SCHEMA({"device": {"path": path}}))
        await znp.connect(test_port=False)

        async def ask() -> None:
            await znp.request(commands.SYS.Ping.Req())

        return ask, znp.disconnect

    return Peer("zigpy-znp", 5, bytes.fromhex("fe 02 61 01 59 06 3d"), connect)
