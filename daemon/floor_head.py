"""Tells the floor how far this table's journal has come, so that one cut short later is found. Decides nothing."""

import time
from collections.abc import Callable

from daemon.journal import Head
from daemon.shell import SendingPort
from drivers.pot.floor.session import head_message
from firmware_bridge.traffic import SerialWrite
from table_core.record import Entry

EVERY_NS = 60_000_000_000


class HeadTeller:
    """After each commit, on every new connection and then once a minute; *welcome*: the floor took the table in."""

    def __init__(
        self,
        device: str,
        port: SendingPort,
        welcome: Callable[[], bool],
        clock: Callable[[], int] = time.monotonic_ns,
        utc: Callable[[], int] = time.time_ns,
    ) -> None:
        self._device = device
        self._port = port
        self._welcome = welcome
        self._clock = clock
        self._utc = utc
        self._told: tuple[int, int] | None = None

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None:
        if not self._welcome():
            return
        epoch, now = self._port.epoch, self._clock()
        if self._told is not None and self._told[0] == epoch and now < self._told[1] + EVERY_NS:
            return
        self._told = (epoch, now)
        told = head_message(head.seq, head.hash.hex(), self._utc())
        self._port.send(SerialWrite(self._device, told), epoch)

    def stopped(self, reason: str) -> None:
        """The last head stands in the journal; the floor hears it after the next start."""
