"""Tells the floor how far this table's journal has come and what it was answered in all, so that both can be compared.

Decides nothing: a journal cut short later is found there, and so are books that are not the floor's.
"""

import time
from collections.abc import Callable

from daemon.journal import Head
from daemon.shell import SendingPort
from drivers.pot.floor.session import head_message
from firmware_bridge.traffic import SerialWrite
from table_core.progressive.linked import Linked
from table_core.record import Entry
from table_core.table import TableState

EVERY_NS = 60_000_000_000


class HeadTeller:
    """On every new connection, after every pass, and at least once a minute while anything is committed.

    *state* is the table's now; *began*: so many entries lay in its journal when this run started.
    """

    def __init__(
        self,
        device: str,
        port: SendingPort,
        state: Callable[[], TableState],
        began: int,
        clock: Callable[[], int] = time.monotonic_ns,
        utc: Callable[[], int] = time.time_ns,
    ) -> None:
        self._device = device
        self._port = port
        self._state = state
        self._began = began
        self._clock = clock
        self._utc = utc
        self._told: tuple[int, int] | None = None
        self._told_at = 0

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None:
        state = self._state()
        if state.links.get(self._device) != "up":
            return
        side, now = state.progressive, self._clock()
        due = (self._port.epoch, side.linked.answered)
        if self._told is not None and now < self._told_at + EVERY_NS:
            settled = side.phase == "idle" and not side.linked.pending
            if due[0] == self._told[0] and (due == self._told or not settled):
                return
        self._told, self._told_at = due, now
        self._port.send(SerialWrite(self._device, self._message(side.linked, head)), due[0])

    def stopped(self, reason: str) -> None:
        """The last head stands in the journal; the floor hears it after the next start."""

    def _message(self, linked: Linked, head: Head) -> bytes:
        return head_message(head.seq, head.hash.hex(), self._utc(), self._began, linked.answered, linked.books)
