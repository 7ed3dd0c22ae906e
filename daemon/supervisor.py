"""Tells systemd how the table is doing (sd_notify): ready, alive, stopping. Without systemd it tells nobody."""

import asyncio
import os
import socket
from collections.abc import Callable, Mapping

from daemon.journal import Head
from table_core.record import Entry

_FEEDS_PER_PERIOD = 3


class Supervisor:
    """*address* is systemd's socket; *period_s* how long it waits for a sign of life, 0 if it does not."""

    def __init__(self, address: str, period_s: float) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._ready = False
        self.period_s = period_s

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None:
        """The first durable entry is what makes a table ready."""
        if not self._ready:
            self._ready = True
            self.tell("READY=1")

    def stopped(self, reason: str) -> None:
        self.tell(f"STOPPING=1\nSTATUS={reason}")

    def tell(self, state: str) -> None:
        """Send *state*; a systemd that does not listen any more is nobody's trouble."""
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as end:
            try:
                end.sendto(state.encode(), self._address)
            except OSError:
                return

    async def feed(self, waits_for_disk_s: Callable[[], float]) -> None:
        """Signs of life, well within the period, until cancelled.

        They come from the loop that steps the kernel, and stop when a batch has waited a whole period for the disk.
        """
        while self.period_s:
            if waits_for_disk_s() < self.period_s:
                self.tell("WATCHDOG=1")
            await asyncio.sleep(self.period_s / _FEEDS_PER_PERIOD)


def supervisor_of(environment: Mapping[str, str]) -> Supervisor:
    """What systemd said in *environment*; the watchdog may be meant for another process."""
    for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    period_us = environment.get("WATCHDOG_USEC", "") if for_us else ""
    return Supervisor(environment.get("NOTIFY_SOCKET", ""), int(period_us) / 1e6 if period_us.isdecimal() else 0.0)
