"""What every simulated TableBus board is: a link, faults, and the power it may lose. No bytes, no clock."""

from collections.abc import Callable
from hashlib import sha256
from typing import Literal

from firmware_bridge.wire import tablebus_messages as tb
from hw_sims.devices.tablebus.link import DeviceLink, Maker
from table_core.cards import Card

FaultCode = Literal[
    "cannot_read",
    "overdraw",
    "jam",
    "door_open",
    "wrong_deck",
    "output_blocked",
    "internal",
    "reversed",
    "log_overflow",
]

_RANKS, _SUITS = "A23456789TJQK", "CDHS"


def number_of(card: Card) -> int:
    return 13 * _SUITS.index(card[1]) + _RANKS.index(card[0])


def key_of(serial: str) -> bytes:
    """The key a simulated board of this serial number was given; a real one comes from the maker in a sealed file."""
    return sha256(b"simulated " + serial.encode()).digest()


def digest_of(firmware: str) -> bytes:
    """The SHA-256 of a program called *firmware*."""
    return sha256(firmware.encode()).digest()


class Board:
    """A board and its link; *changed* is called whenever it has something to say unasked."""

    profile: int
    model = "TABLEBUS"

    def __init__(self, serial: str = "SIM-1", changed: Callable[[], object] = lambda: None) -> None:
        maker = Maker(self.profile, serial, self.model, key_of(serial))
        self.link = DeviceLink(maker, self.state, self.obey)
        self.changed = changed

    def note(self, said: tb.Said) -> None:
        self.link.note(said)
        self.changed()

    def raise_fault(self, code: FaultCode) -> None:
        self._fault(code, 1)

    def clear_fault(self, code: FaultCode) -> None:
        self._fault(code, 0)

    def _fault(self, code: str, on: int) -> None:
        number = next(number for number, name in tb.FAULTS.items() if name == code)
        self.note(tb.Fault(number, on))

    def state(self) -> bytes:
        return b""

    def obey(self, order: bytes) -> bool:
        return False

    def rebooted(self) -> None:
        self.link.rebooted()

    @property
    def heard(self) -> bool:
        """Whether everything it told so far was kept by the host."""
        return not self.link.kept
