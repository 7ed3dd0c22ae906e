"""Row `decode`: one frame to a read, from bytes to a checked message with its content, against two libraries.

All have a 16-bit check: ours is the CRC variant of ccTalk with the five events of a credit reply; pymodbus reads six
registers, bellows a payload of its own link layer.
"""

import importlib
import time
from collections.abc import Callable
from typing import Any

from bench.rows import Row, measured, peer_missing
from firmware_bridge.wire.cctalk import HOST, Deframer, Frame
from firmware_bridge.wire.cctalk_messages import CREDIT_SIZE, parse_reading

NAME = "decode"
GOAL = 0.25
PEER_FRAME_BYTES = 17
OUR_FRAME_BYTES = 16
FRAMES, TURNS, WARM_UP = 104, 600, 20  # ASH numbers go round every 8 frames
UNIT = f"us per {FRAMES} frames"

Decode = Callable[[], None]


def measure() -> Row:
    peers = {name: made for name, make in (("pymodbus", _pymodbus), ("bellows", _bellows)) if (made := make())}
    if len(peers) < 2:
        return peer_missing(NAME, "pymodbus RTU, bellows ASH", GOAL)
    times = _by_turns({"ours": _ours(), **peers})
    best = min(peers, key=lambda name: sorted(times[name])[TURNS // 2])
    against = f"{best}, the faster of pymodbus RTU and bellows ASH, frames of {PEER_FRAME_BYTES} bytes"
    return measured(NAME, times["ours"], against=against, against_ns=times[best], goal=GOAL, unit=UNIT)


def _by_turns(decoders: dict[str, Decode]) -> dict[str, list[int]]:
    times: dict[str, list[int]] = {name: [] for name in decoders}
    for turn in range(WARM_UP + TURNS):
        for name, decode in decoders.items():
            started = time.perf_counter_ns()
            decode()
            if turn >= WARM_UP:
                times[name].append(time.perf_counter_ns() - started)
    return times


def _ours() -> Decode:
    raw = Frame(HOST, 0, bytes(range(CREDIT_SIZE)), None).to_bytes()
    deframer = Deframer(crc=True)

    def decode() -> None:
        found = 0
        for _ in range(FRAMES):
            deframer.receive_data(raw)
            while isinstance(frame := deframer.next_item(), Frame):
                found += parse_reading(frame.data).counter == 0
        _check(len(raw), found, size=OUR_FRAME_BYTES)

    return decode


def _pymodbus() -> Decode | None:
    try:
        framer: Any = importlib.import_module("pymodbus.framer.rtu").FramerRTU
        pdu: Any = importlib.import_module("pymodbus.pdu")
    except ImportError:
        return None
    rtu = framer(pdu.DecodePDU(is_server=False))
    raw = rtu.encode(bytes((3, 12, *range(12))), 1, 0)

    def decode() -> None:
        found = 0
        for _ in range(FRAMES):
            used, message = rtu.handleFrame(raw, 1, 0)
            found += used == len(raw) and message is not None
        _check(len(raw), found)

    return decode


def _bellows() -> Decode | None:
    try:
        ash: Any = importlib.import_module("bellows.ash")
    except ImportError:
        return None
    upper = _Upper()
    protocol = ash.AshProtocol(upper, suppress_acks=True)
    raws = [_ash_frame(ash, number) for number in range(8)]

    def decode() -> None:
        upper.found = 0
        for number in range(FRAMES):
            protocol.data_received(raws[number % 8])
        _check(len(raws[0]), upper.found)

    return decode


def _ash_frame(ash: Any, number: int) -> bytes:
    """A data frame of the common length, chosen so that none of its bytes has to be escaped."""
    for filling in range(256):
        frame = ash.DataFrame(frm_num=number, re_tx=0, ack_num=0, ezsp_frame=bytes((filling,)) * (PEER_FRAME_BYTES - 4))
        raw = bytes(ash.AshProtocol._stuff_bytes(frame.to_bytes())) + bytes((ash.Reserved.FLAG,))
        if len(raw) == PEER_FRAME_BYTES:
            return raw
    raise ValueError("every filling needs an escape")


class _Upper:
    """What bellows hands its frames to."""

    def __init__(self) -> None:
        self.found = 0

    def data_received(self, _frame: bytes) -> None:
        self.found += 1


def _check(got_bytes: int, found: int, *, size: int = PEER_FRAME_BYTES) -> None:
    if (got_bytes, found) != (size, FRAMES):
        raise ValueError(f"{found} frames of {got_bytes} bytes, want {FRAMES} of {size}")
