"""A simulated ccTalk chip slot, as the manual acceptor of a progressive has it: slot, credit counter, lamp.

Behaves as the Azkoyen unit is described: after a reset every coin is inhibited and the master inhibit is off; nothing
is accepted before the first reading of the credits, nor a second after the last one.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import HOST, Frame

SILENT_AFTER_POWER_ON_NS = 250_000_000
ACCEPTS_WITHIN_NS = 1_000_000_000
INHIBITED_COIN, SENSOR_BLOCKED, COIN_ON_STRING = 2, 14, 20

Fate = Literal["kept", "returned"]


class SlotMischief(Struct):
    """What is wrong with a slot. *stuck_open* does not lock and says so; *ignores_lock* lies that it did."""

    dead: bool = False
    jammed: bool = False
    busy: bool = False
    stuck_open: bool = False
    ignores_lock: bool = False
    lamp_dark: bool = False
    unknown_headers: frozenset[int] = frozenset()


class ChipSlot:
    """*kept* is the truth about the chips: every coin number that fell into the box, in order."""

    def __init__(self, address: int, *, serial: int = 0, crc: bool = False) -> None:
        self.address = address
        self.serial = serial or 0x8F0000 + address
        self.mischief = SlotMischief()
        self.kept: list[int] = []
        self.polled_at: list[int] = []
        self.credits = 0
        self._crc = crc
        self.reset(-SILENT_AFTER_POWER_ON_NS)

    def reset(self, mono_ns: int) -> None:
        """Power came back, or the host ordered it: memory and inhibits are as new, the chips stay where they are."""
        self._counter = 0
        self._pairs: list[cc.Pair] = list(cc.FRESH.pairs)
        self._enabled = b"\0\0"
        self._locked = False
        self._last_poll: int | None = None
        self._ready_at = mono_ns + SILENT_AFTER_POWER_ON_NS

    @property
    def lamp(self) -> bool:
        """What a player sees: lit while the slot's counter shows a bet."""
        return self.credits > 0 and not self.mischief.lamp_dark

    @property
    def locked(self) -> bool:
        """Whether the slot takes nothing by order of the host."""
        return self._locked

    @property
    def counter(self) -> int:
        return self._counter

    @property
    def enabled(self) -> frozenset[int]:
        """The coin numbers that are let in."""
        mask = int.from_bytes(self._enabled, "little")
        return frozenset(coin for coin in range(1, 17) if mask >> coin - 1 & 1)

    def insert(self, coin: int, mono_ns: int) -> Fate:
        """A player drops a chip."""
        if self.mischief.dead or mono_ns < self._ready_at or not self._is_polled(mono_ns):
            return "returned"
        if self.mischief.jammed:
            self._note((0, SENSOR_BLOCKED))
            return "returned"
        if (self._locked and not self.mischief.ignores_lock) or coin not in self.enabled:
            self._note((0, INHIBITED_COIN))
            return "returned"
        self._note((coin, 1))
        self.kept.append(coin)
        self.credits += 1
        return "kept"

    def note_error(self, code: int = COIN_ON_STRING) -> None:
        """Something other than a credit goes into the memory; by default a chip on a string."""
        self._note((0, code))

    def clear_credits(self) -> None:
        """The pass is over: the dealer clears the slot's counter, its lamp goes dark."""
        self.credits = 0

    def lie(self, counter: int) -> None:
        """The counter shows *counter*, whatever happened."""
        self._counter = counter

    def heard(self, asked: Frame, mono_ns: int) -> Frame | None:
        """The answer to a question for this slot; None where a real one keeps silent."""
        if self.mischief.dead or mono_ns < self._ready_at or asked.header in self.mischief.unknown_headers:
            return None
        if self.mischief.busy:
            return self._frame(header=cc.BUSY)
        answer = self._answer(asked, mono_ns)
        return None if answer is None else self._frame(answer)

    def _answer(self, asked: Frame, mono_ns: int) -> bytes | None:
        match asked.header, len(asked.data):
            case cc.READ_CREDIT, 0:
                self._last_poll = mono_ns
                self.polled_at.append(mono_ns)
                return cc.reading_bytes(cc.Reading(self._counter, tuple(self._pairs)))
            case cc.MASTER_INHIBIT, 1:
                self._locked = cc.is_locked(asked.data) and not self.mischief.stuck_open
                return b""
            case cc.READ_MASTER_INHIBIT, 0:
                return cc.master_inhibit(locked=self._locked)
            case cc.INHIBITS, 2:
                self._enabled = asked.data
                return b""
            case cc.READ_INHIBITS, 0:
                return self._enabled
            case cc.RESET, 0:
                self.reset(mono_ns)
                return b""
            case header, 0:
                return self._identity().get(header)
            case _:
                return None

    def _identity(self) -> dict[int, bytes]:
        return {
            cc.SIMPLE_POLL: b"",
            cc.MAKER: b"SIM",
            cc.CATEGORY: b"Coin Acceptor",
            cc.PRODUCT: b"RANURA",
            cc.SOFTWARE: b"1.0",
            cc.SERIAL_NUMBER: self.serial.to_bytes(3, "little"),
            cc.POLLING_PRIORITY: bytes((2, 20)),
        }

    def _frame(self, data: bytes = b"", header: int = cc.ANSWER) -> Frame:
        return Frame(HOST, header, data, None if self._crc else self.address)

    def _is_polled(self, mono_ns: int) -> bool:
        return self._last_poll is not None and mono_ns - self._last_poll <= ACCEPTS_WITHIN_NS

    def _note(self, pair: cc.Pair) -> None:
        self._counter = cc.counted(self._counter + 1)
        self._pairs = [pair, *self._pairs[:-1]]


def slots(addresses: Iterable[int], *, crc: bool = False) -> dict[int, ChipSlot]:
    """A slot for each seat, numbered from 1."""
    return {seat: ChipSlot(address, crc=crc) for seat, address in enumerate(addresses, start=1)}
