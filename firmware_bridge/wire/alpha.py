"""Packets of the Alpha sign protocol (Adaptive, BetaBrite): values to bytes and back, and the sign's replies.

Grade C (DEVICES 4.1): `00 x5 01 type addr 02 command [03 check] 04`, 7E1. The check is the 16-bit sum from 02 to 03
inclusive in four hex digits. A packet of several commands wants 100 ms after each 02: we send one command in each.
"""

import re

from msgspec import Struct

from firmware_bridge.wire.noise import HeldBytes, LineNoise
from firmware_bridge.wire.plain_text import plain

SOH, STX, ETX, EOT, ESC, CALL_STRING = 0x01, 0x02, 0x03, 0x04, 0x1B, 0x10
ACK, NAK = 0x06, 0x15
MAX_PACKET = 1024
NOISE_RUN = 64
ALL_SIGNS, EVERYBODY = "Z", "00"
PRIORITY_TEXT = "0"
TOP_LINE, MIDDLE_LINE, BOTTOM_LINE = '"', " ", "&"
HOLD = "b"

# Bits of the status byte of a reply; 40 is always set.
STATUS_BASE = 0x40
_STATUS = {
    0x20: "bad command or label",
    0x10: "checksum",
    0x08: "buffer overflow",
    0x04: "time-out",
    0x02: "framing",
    0x01: "parity",
}

_COMMANDS = frozenset(b"ABCDEFGHIJO")
_HEADER = 4


class Packet(Struct, frozen=True):
    """Commands for a sign, each its letter and data. *checked*: with checksums."""

    commands: tuple[str, ...]
    checked: bool = True
    sign_type: str = ALL_SIGNS
    address: str = EVERYBODY

    def to_bytes(self) -> bytes:
        body = b"".join(_command(command, self.checked) for command in self.commands)
        return b"\0\0\0\0\0\x01" + (self.sign_type + self.address).encode("ascii") + body + b"\x04"

    @property
    def for_everybody(self) -> bool:
        return (self.sign_type, self.address) == (ALL_SIGNS, EVERYBODY)


class Reply(Struct, frozen=True):
    """What a sign with replies enabled (Alpha 2.0 or later) says of a packet."""

    ok: bool
    status: int

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(name for bit, name in _STATUS.items() if self.status & bit)

    def to_bytes(self) -> bytes:
        return bytes((ACK if self.ok else NAK, self.status))


def write_text(label: str, text: str) -> str:
    """The command that fills text file *label*; "" empties the priority text."""
    return f"A{label}{text}"


def position(line: str, text: str) -> str:
    """*text* held still on *line* of the sign."""
    return f"{chr(ESC)}{line}{HOLD}{text}"


def call_string(label: str) -> str:
    return f"{chr(CALL_STRING)}{label}"


def write_string(label: str, text: str) -> str:
    """The command that fills string file *label*: a text that calls it changes without being drawn anew."""
    return f"G{label}{plain(text)}"


def memory(*files: tuple[str, str, int]) -> str:
    """The command that allocates *files*: label, "text" or "string", size. It empties the memory."""
    return "E$" + "".join(
        f"{label}AU{size:04X}FF00" if kind == "text" else f"{label}BL{size:04X}0000" for label, kind, size in files
    )


def replies(on: bool) -> str:
    return f"Es{int(on)}"


class Deframer(HeldBytes):
    """The sign's ear. The NULs it finds its speed by are idle line; *checked_only*: refuse packets without checksum."""

    def __init__(self, *, checked_only: bool = False) -> None:
        super().__init__()
        self._checked_only = checked_only

    def next_item(self) -> Packet | LineNoise | None:
        idle = len(self._held) - len(self._held.lstrip(b"\0"))
        del self._held[:idle]
        if not self._held:
            return None
        if self._held[0] != SOH:
            return self._noise()
        restart, end = self._held.find(SOH, 1, MAX_PACKET), self._held.find(EOT, 1, MAX_PACKET)
        if restart > 0 and (end < 0 or restart < end):
            return self._drop(restart, "bad_shape")
        if end < 0:
            return self._drop(MAX_PACKET, "too_long") if len(self._held) >= MAX_PACKET else None
        return self._judge(end + 1)

    def flush(self) -> LineNoise | None:
        """What is held at the end of the stream; call it after `next_item` returned None."""
        return self._drop(len(self._held), "bad_shape") if self._held else None

    def _noise(self) -> LineNoise | None:
        end = re.search(rb"[\0\x01]", self._held)
        if end is None and len(self._held) < NOISE_RUN:
            return None
        return self._drop(min(end.start(), NOISE_RUN) if end is not None else NOISE_RUN, "no_start")

    def _judge(self, size: int) -> Packet | LineNoise:
        raw = bytes(self._held[:size])
        packet = _packet(raw)
        if isinstance(packet, str):
            return self._drop(size, packet)
        if self._checked_only and not packet.checked:
            return self._drop(size, "no_sum")
        del self._held[:size]
        return packet


class ReplyDeframer(HeldBytes):
    """The host's ear: replies of a sign, and noise."""

    def next_item(self) -> Reply | LineNoise | None:
        if not self._held:
            return None
        if self._held[0] not in (ACK, NAK):
            return self._drop(1, "no_reply")
        if len(self._held) < 2:
            return None
        if not STATUS_BASE <= self._held[1] < 0x80:
            return self._drop(1, "bad_shape")
        reply = Reply(self._held[0] == ACK, self._held[1])
        del self._held[:2]
        return reply


def checksum(covered: bytes) -> bytes:
    return b"%04X" % (sum(covered) & 0xFFFF)


def _command(command: str, checked: bool) -> bytes:
    covered = b"\x02" + command.encode("ascii") + (b"\x03" if checked else b"")
    return covered + checksum(covered) if checked else covered


def _packet(raw: bytes) -> Packet | str:
    """The packet in *raw*, or why it is none."""
    header, *bodies = raw[1:-1].split(b"\x02")
    if not raw.isascii() or len(header) != _HEADER - 1 or not bodies or not all(0x20 <= byte < 0x7F for byte in header):
        return "bad_shape"
    commands = []
    for body in bodies:
        command, etx, check = body.partition(b"\x03")
        if etx and check != checksum(b"\x02" + command + etx):
            return "bad_sum"
        if not command or command[0] not in _COMMANDS:
            return "bad_shape"
        commands.append(command.decode("ascii"))
    checked = [b"\x03" in body for body in bodies]
    if any(checked) != all(checked):
        return "bad_shape"
    return Packet(tuple(commands), all(checked), chr(header[0]), header[1:].decode("ascii"))
