"""Watches the machine's network interfaces: one that comes up in mid-shoe looks exactly like an implant."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from daemon.kernel import RecordReport

APPEARED = "machine.network_appeared"
LOOK_EVERY_S = 1.0

_INTERFACES = Path("/sys/class/net")


def interface_names(interfaces: Path = _INTERFACES) -> frozenset[str]:
    """Those with hardware behind them; what programs make for themselves is no cable."""
    return frozenset(path.parent.name for path in interfaces.glob("*/device"))


class NetworkWatch:
    """Those that are there at its start are the machine's own."""

    def __init__(
        self, feed: Callable[[RecordReport], None], *, names: Callable[[], frozenset[str]] = interface_names
    ) -> None:
        self._feed, self._names = feed, names
        self._known = names()

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.look()

    def look(self) -> None:
        """One that went and comes again is told again."""
        names = self._names()
        for name in sorted(names - self._known):
            self._feed(RecordReport(APPEARED, True, f"interfaz de red {name}", time.monotonic_ns(), time.time_ns()))
        self._known = names
