"""Row `decode`: frames of one length, one to a read, from bytes to a checked frame, against two libraries' framers.

All have a 16-bit check: ours is the CRC variant of ccTalk. Peers are asked for the frame only, not for its meaning.
"""

import importlib
import time
from collections.abc import Callable
from typing import Any

from bench.rows import Row, measured, peer_missing
from firmware_bridge.wire.cctalk import HOST, Deframer, Frame

NAME = "decode"
GOAL = 0.25
FRAME_BYTES = 17
FRAMES, TURNS, WARM_UP = 104, 600, 20  # ASH numbers go round every 8 frames
UNIT = f"us per {FRAMES} frames"

Decode = Callable[[], None]


def measure() -> Row:
    peers = {name: made for name, make in (("pymodbus", _pymodbus), ("bellows", _bellows)) if (made := make())}
    if len(peers) < 2:
        return peer_missing(NAME, "pymodbus RTU, bellows ASH", GOAL)
    times = _by_turns({"ours": _ours(), **peers})
    best = min(peers, key=lambda name: sorted(times[name])[TURNS // 2])
    against = f"{best}, the faster of pymodbus RTU and bellows ASH, frames of {FRAME_BYTES} bytes"
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
    raw = Frame(HOST, 0, bytes(range(12)), None).to_bytes()
    deframer = Deframer(crc=True)

    def decode() -> None:
        found = 0
        for _ in range(FRAMES):
            deframer.receive_data(raw)
            while isinstance(deframer.next_item(), Frame):
                found += 1
        _check(len(raw), found)

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
            used, _device, _transaction, _frame = rtu.decode(raw)
            found += used == len(raw)
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
        frame = ash.DataFrame(frm_num=number, re_tx=0, ack_num=0, ezsp_frame=bytes((filling,)) * (FRAME_BYTES - 4))
        raw = bytes(ash.AshProtocol._stuff_bytes(frame.to_bytes())) + bytes((ash.Reserved.FLAG,))
        if len(raw) == FRAME_BYTES:
            return raw
    raise ValueError("every filling needs an escape")


class _Upper:
    """What bellows hands its frames to."""

    def __init__(self) -> None:
        self.found = 0

    def data_received(self, _frame: bytes) -> None:
        self.found += 1


def _check(size: int, found: int) -> None:
    if (size, found) != (FRAME_BYTES, FRAMES):
        raise ValueError(f"{found} frames of {size} bytes, want {FRAMES} of {FRAME_BYTES}")
